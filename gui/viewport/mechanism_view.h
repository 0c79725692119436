// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <span>
#include <vector>

#include "core/dynamics/part_load.h"
#include "core/model/mechanism.h"
#include "core/model/part_ref.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/ghost.h"
#include "gui/viewport/scene/scene_items.h"

namespace holonom {

struct CameraView;
class WorkPlane;
class Tool;
struct GapMark;

/// What a picture for a file shows beside the mechanism.
struct PictureParts {
  bool transparent = false;  ///< nothing behind the mechanism, and no grid
  bool legend = true;        ///< axes, lengths of arrows, by how much bending is enlarged
  bool names = false;        ///< of bodies and joints
  bool selection = false;    ///< marks of what is selected
};

/// The 3D picture of a mechanism: a plain widget that shows what an off-screen VTK scene drew (engineering:
/// one QOpenGLWidget beside charts would make every chart repaint compose the whole window). Without OpenGL
/// it shows a note and everything else goes on. Renders are requested, coalesced and issued from one place.
///
/// Left drag turns, middle drag or Shift+left drag moves, right drag or the wheel zooms, double click fits, a
/// click picks. While drawing the view is flat, the left button belongs to the tool and what the tool leaves
/// moves the view. Poses whose number differs from the bodies of the mechanism are ignored.
class MechanismView : public QWidget {
  Q_OBJECT
 public:
  /// What the camera does by itself: shows the whole mechanism until the user moves it, keeps its centre of
  /// mass or a body where it is in the picture, or nothing.
  enum class CameraMode { Fits, GoesAlong, Follows, Fixed };
  enum class Direction { Front, Back, Left, Right, Top, Bottom, Oblique };

  explicit MechanismView(QWidget* parent = nullptr);
  ~MechanismView() override;

  /// builds the scene at the initial poses and fits the view
  void setMechanism(const Mechanism& mechanism);
  void updateMechanism(const Mechanism& mechanism);  ///< the same after a change of it; the view stays
  void setPoses(std::span<const BodyPose> poses);    ///< main run; one pose per body
  void setGhosts(std::span<const Ghost> ghosts);     ///< other runs, translucent, each in a colour of its own
  void setSelectedPart(const PartRef& part) { setSelectedParts({part}); }
  void setSelectedParts(std::vector<PartRef> parts);  ///< the last one is in focus
  /// drawn at joints that are open at the shown positions
  void setGaps(std::vector<GapMark> gaps);
  const std::vector<GapMark>& gaps() const;

  /// Drawing: looks straight at the plane without perspective, with a grid that goes on everywhere.
  void setDrawing(bool on);
  bool isDrawing() const;
  void setPlane(const WorkPlane& plane);  ///< that is drawn in: places of tools and of the grid are its own
  /// gets the mouse while drawing, or in any view; not owned, null: none
  void setTool(Tool* tool, bool inAnyView = false);
  /// gets the mouse in any view, before the drawing tool
  void setGuestTool(Tool* tool);
  std::vector<BodyPose> shownPoses() const;
  /// the tool waits for something else: hint and preview are shown anew
  void toolChanged();
  /// the same, of a tool that got what it had asked for and may go on
  void toolAnswered();
  void setSnapsToGrid(bool on);
  void setHeadroom(int pixels);                      ///< words at the upper edge stay that far below it
  QPointF pixelOf(const Vector2& place) const;       ///< of the plane that is drawn in, m
  QPointF pixelInSpace(const Vector3& place) const;  ///< of ground axes, m

  /// A cross that arrow keys move and Enter clicks, in place of the mouse: for tools, for pulling, else for
  /// selecting. The mouse takes its place back when it is moved.
  void setKeyboardPointer(bool on);
  bool hasKeyboardPointer() const;
  /// nothing else waits for arrow keys: while drawing they bring the cross out
  void setArrowsFree(bool free);
  /// puts back what keys carry; false when they carry nothing
  bool letGo();
  /// the cross goes to the next or previous point of the mechanism
  void goToPoint(bool forward);
  void selectNextPart(bool forward);  ///< round through all parts that are drawn
  void zoomBy(int notches);           ///< about the cross, or the middle

  /// While on, a left drag on a body pulls it, as Ctrl and left drag always do outside of drawing.
  void setPulling(bool on);

  void fit();
  /// The picture stands at the start again, where it is drawn: while drawing, the view is what it was before
  /// a run widened it.
  void comeHome();
  /// Before a run is watched: where it goes, so that the view holds all of it. Until the user moves or zooms
  /// the view, it widens by itself where a mechanism leaves it.
  /// `framed`: so that the picture holds it.
  void setTravel(const std::vector<std::vector<BodyPose>>& poses, std::span<const double> times = {},
                 bool framed = true);
  /// a run got there; curves of traced points grow
  void extendTrace(double time, std::span<const BodyPose> poses);
  void clearTraces();
  /// The moment of the next poses: time (s) of the run, and what parts do to the bodies then (may be empty).
  void setMoment(double time, std::vector<PartLoad> loads);
  void setItems(const SceneItems& items);  ///< what is drawn beside the mechanism
  const SceneItems& items() const;
  bool wantsLoads() const { return items().reactions || items().loads; }
  /// small deflections are drawn larger by a factor that is written
  void setBendingExaggerated(bool on);
  double bendingFactor() const;
  void lookFrom(Direction direction);
  void setCameraMode(CameraMode mode, int body = -1);  ///< the body to follow
  CameraMode cameraMode() const;
  int followedBody() const;  ///< −1: none
  CameraView cameraView() const;
  void setCameraView(const CameraView& view);
  /// of a picture in that size, in pixels of the screen
  CameraView cameraFor(const QSize& size);
  /// camera, what is shown, colours; not the mechanism
  void copyLook(const MechanismView& other);
  void setGridVisible(bool visible);
  void setLabelsVisible(bool visible);
  bool labelsVisible() const;
  /// The scale of the arrows from a whole run instead of from what was shown so far: several moments, then
  /// settled.
  void surveyArrows(std::span<const PartLoad> loads);
  void settleArrows();
  void forgetArrows();  ///< another run begins
  bool hasGraphics() const;
  /// renders a first frame for a view that is about to be shown at that size
  void prepare(const QSize& size);
  QImage picture();  ///< renders now, at the size of the widget
  /// The same in a size of its own, with texts `scale` times as large as on the screen. Null without
  /// graphics.
  QImage picture(const QSize& pixels, double scale, const PictureParts& parts);
  /// poses that change now would be painted over a frame of older ones
  bool hasUnpaintedFrame() const;
  /// what the last moving frame held the GUI thread, for the governor
  double lastFrameSeconds() const;

 signals:
  void partPicked(const holonom::PartRef& part);  ///< clicked; None: beside every part
  /// Clicked with Ctrl or Shift: to be selected along with others, or no longer.
  void partToggled(const holonom::PartRef& part);
  void drawingChanged(bool on);
  /// at: in the body's frame; to: ground axes, m
  void pullBegan(int body, const holonom::Vector3& at, const holonom::Vector3& to);
  void pullMoved(const holonom::Vector3& to);
  void pullEnded();
  void removeRequested();  ///< Delete was pressed in the picture
  /// right click, or the menu key
  void partMenuRequested(const holonom::PartRef& part, const QPoint& globalPosition);
  void keyboardPointerChanged(bool on);
  void cameraChanged();  ///< its mode; or the user moved it

 protected:
  bool event(QEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void changeEvent(QEvent*) override;
  void focusInEvent(QFocusEvent*) override;
  void focusOutEvent(QFocusEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override;
  void leaveEvent(QEvent*) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holonom
