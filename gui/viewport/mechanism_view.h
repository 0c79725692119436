// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"
#include "core/results/body_pose.h"

namespace holonom {

class Tool;
struct GapMark;

/// The 3D picture of a mechanism: a plain widget that shows what an off-screen VTK scene drew (engineering: one
/// QOpenGLWidget beside charts would make every chart repaint compose the whole window). Without OpenGL it shows a
/// note and everything else goes on. Renders are requested, coalesced and issued from one place.
///
/// Left drag turns, middle drag or Shift+left drag moves, right drag or the wheel zooms, double click fits, a click
/// picks. While drawing the view is flat, the left button belongs to the tool and what the tool leaves moves the view.
/// Poses whose number differs from the bodies of the mechanism are ignored.
class MechanismView : public QWidget {
  Q_OBJECT
 public:
  enum class Direction { Front, Back, Left, Right, Top, Bottom, Oblique };

  explicit MechanismView(QWidget* parent = nullptr);
  ~MechanismView() override;

  void setMechanism(const Mechanism& mechanism);          ///< builds the scene at the initial poses and fits the view
  void updateMechanism(const Mechanism& mechanism);       ///< the same after a change of it; the view stays
  void setPoses(std::span<const BodyPose> poses);         ///< main run; one pose per body
  void setGhostPoses(std::span<const BodyPose> poses);    ///< compared run, drawn translucent; empty hides it
  void setSelectedPart(const PartRef& part);
  void setGaps(std::vector<GapMark> gaps);                ///< drawn at joints that are open at the shown positions
  const std::vector<GapMark>& gaps() const;

  /// Drawing: looks straight at the plane without perspective, with a grid that goes on everywhere.
  void setDrawing(bool on);
  bool isDrawing() const;
  void setTool(Tool* tool);                               ///< gets the mouse while drawing; not owned, null: none
  void toolChanged();                                     ///< the tool waits for something else: hint and preview are shown anew
  void setSnapsToGrid(bool on);
  QPointF pixelOf(const Vector2& place) const;            ///< of the plane of the mechanism, ground axes, m

  void fit();
  /// Before a run is watched: where it goes, so that the view holds all of it. Until the user moves or zooms the view, it
  /// widens by itself where a mechanism leaves it.
  void setTravel(const std::vector<std::vector<BodyPose>>& poses);
  void setBendingExaggerated(bool on);                    ///< small deflections are drawn larger by a factor that is written
  double bendingFactor() const;
  void lookFrom(Direction direction);
  void setGridVisible(bool visible);
  void setLabelsVisible(bool visible);
  bool hasGraphics() const;
  QImage picture();                                       ///< renders now, at the size of the widget
  double lastFrameSeconds() const;                        ///< what the last moving frame held the GUI thread, for the governor

 signals:
  void partPicked(const holonom::PartRef& part);  ///< clicked; None: beside every part
  void drawingChanged(bool on);
  void removeRequested();                         ///< Delete was pressed in the picture

 protected:
  bool event(QEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
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
