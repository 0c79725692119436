// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/results/body_pose.h"
#include "gui/app/arrow_survey.h"
#include "gui/app/live_trace.h"
#include "gui/session/workspace.h"
#include "gui/viewport/scene/view_camera.h"

class QGridLayout;
class QLabel;

namespace holonom {

class MechanismView;
struct PictureParts;

/// The runs that are visible, at one time: in one picture, the first as it is and the others translucent in
/// their colours, or in a picture each, side by side, all seen by one camera. Says which is which. Pictures
/// that have to be made are made one per turn of the event loop, and shown when all are there.
class PictureGrid : public QWidget {
  Q_OBJECT
 public:
  /// a run at a time: the picture of one that does not move stands still
  enum class Standing { Moves, NotBegun, Ended };

  explicit PictureGrid(Workspace& workspace, QWidget* parent = nullptr);

  MechanismView& main() const { return *pictures_.front().view; }
  std::vector<MechanismView*> views() const;  ///< those that are shown, the main one first
  bool isSideBySide() const { return sideBySide_; }
  void setSideBySide(bool on);

  /// At a time (s); false while it is not whole: nothing is recorded, or awaitsLoads().
  bool show(double t);
  bool awaitsLoads() const;  ///< arrows will come in a moment
  void followTraces();       ///< traced curves grow with the main run while it is computed
  void frameTravel() {
    setTravel(true);
  }  ///< the views hold the whole way of the runs before they are played
  void redrawTravel() { setTravel(false); }  ///< its curves alone, where a picture was made anew
  /// a little of the finished runs at a time, until the scale of their arrows is known
  void surveyArrows();
  /// All views as they stand, in any size, the names of the runs with them; `note` goes into the upper right
  /// corner.
  QImage picture(const QSize& pixels, const PictureParts& parts, const QString& note = {});
  /// The same grid with views of its own that look alike: what it shows disturbs nobody. Not shown.
  std::unique_ptr<PictureGrid> twin() const;
  bool hasUnpaintedFrame() const;   ///< of any view
  double lastFrameSeconds() const;  ///< of all views together, for the governor
  void shareLook();                 ///< what the main view shows (grid, names …) the others show as well

 signals:
  void sideBySideChanged(bool on);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void setTravel(bool framed);
  struct Picture {
    MechanismView* view;
    QLabel* caption;
    std::shared_ptr<const Mechanism> mechanism;  // that it shows; the main one is looked after by others
    bool ready = false;                          // has a frame for its place
    CameraView given = {};                       // by the grid: another one is the user's
  };
  void addPicture();
  void arrange();
  bool prepareNext();  // one piece of work; false when the pictures that are wanted are there
  bool prepare(std::size_t picture);
  void finishArranging();
  void layOut(std::size_t count);
  static QSize shapeFor(std::size_t count, const QSize& room);  // columns and lines
  void writeCaptions(const std::vector<SessionRun*>& shown);
  void markStanding(double t);
  Standing standing(const SessionRun& run) const;
  static void fitCaption(const Picture& picture);  // in as many lines as its view needs
  QRect placeOf(std::size_t picture, std::size_t count, const QSize& pixels) const;
  std::vector<SessionRun*> visibleRuns() const;
  std::vector<SessionRun*> runsAt(double t) const;
  struct Way {
    std::vector<std::vector<BodyPose>> poses;
    std::vector<double> times;  // s
  };
  Way wayOf(SessionRun& run);
  bool showRun(SessionRun& run, double t, MechanismView& view);
  void shareCamera(MechanismView* from);
  void give(const CameraView& camera, const MechanismView* from);

  Workspace& workspace_;
  std::vector<Picture> pictures_;  // as many as were ever needed
  QGridLayout* grid_;
  bool sideBySide_ = false;
  std::vector<Standing> standing_;     // of each run, as the captions say it
  std::size_t used_ = 1, wanted_ = 1;  // pictures: that are shown, and that will be
  QTimer preparing_;
  std::vector<BodyPose> buffer_;
  LiveTrace trace_;
  ArrowSurvey survey_;
  QSize shape_;  // columns and lines of the pictures that are shown
};

}  // namespace holonom
