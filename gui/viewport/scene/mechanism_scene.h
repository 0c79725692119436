// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/part_load.h"
#include "core/model/mechanism.h"
#include "core/model/part_ref.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/ghost.h"
#include "gui/viewport/scene/part_picking.h"
#include "gui/viewport/scene/picking.h"
#include "gui/viewport/scene/scene_items.h"
#include "gui/viewport/scene/spot.h"
#include "gui/viewport/scene/standing.h"
#include "gui/viewport/scene/view_camera.h"

class vtkRenderer;

namespace holonom {

struct SceneSizes;

/// The lengths that arrows have, m.
struct ArrowLengths {
  double newtons = 1, length = 1;       ///< of a force
  double newtonMetres = 1, radius = 1;  ///< of a torque
};

/// The picture of a mechanism without a window: owns the VTK renderer and everything in it, knows no Qt and
/// needs no graphics context until something renders it. Poses are moved into existing matrices; nothing is
/// rebuilt per frame.
class MechanismScene {
 public:
  MechanismScene();
  ~MechanismScene();

  /// At its initial poses; the view stays. Sizes that are `kept` stay while they serve.
  void setMechanism(const Mechanism& mechanism, const SceneSizes* kept = nullptr);
  const SceneSizes& sizes() const;
  /// instead of kept ones, unless a run is shown; false: nothing changed
  bool takeOwnSizes();
  /// false, and nothing moves, when their number is wrong
  bool setPoses(std::span<const BodyPose> poses);
  /// those of other runs, beside it; false when a number is wrong
  bool setGhosts(std::span<const Ghost> ghosts);
  void setSelectedBodies(const std::vector<int>& bodies);
  /// The moment of the next poses: time (s) and what parts do to the bodies then.
  void setMoment(double time, std::vector<PartLoad> loads);
  void extendTrace(double time, std::span<const BodyPose> poses);  ///< a run got there, later than before
  void clearTraces();
  void setGridVisible(bool visible);  ///< for a moment, whatever the items say
  void setItems(const SceneItems& items);
  const SceneItems& items() const { return items_; }
  ArrowLengths arrowLengths() const;
  /// What arrows of a whole run are scaled by: several of its moments, then settled until another run or
  /// other arrows.
  void surveyArrows(std::span<const PartLoad> loads);
  void settleArrows();
  void forgetArrows();
  void copyArrowScale(const MechanismScene& other);
  const std::vector<PartLoad>& loads() const { return loads_; }
  void restyle();  ///< after useDarkColours()
  /// For the next pictures: nothing behind the mechanism.
  void setTransparent(bool on);

  /// what can be reached, where it has been, and what is there now
  void fit();
  /// the bodies about this place, whatever way they have before them
  void fitBodies(const Vector3& about);
  /// How far it is through all bodies at the start, m: half of that about their middle.
  double radiusOfBodies() const;
  /// Takes note of where the mechanism gets to. True when that lies outside of what was fitted last; the next
  /// fit() then leaves room `ahead`, as a share of the way beyond.
  bool meet(std::span<const BodyPose> poses, double ahead);
  /// A whole run at once instead of what was met before: rails and tracks become as long as needed, and
  /// blades leave their traces. An empty entry separates two runs; `times` (s) belong to the entries. True
  /// when the next fit() will show more.
  bool setTravel(const std::vector<std::vector<BodyPose>>& way, std::span<const double> times = {});
  void extendTravel(const Box3& box) { travelled_.extend(box); }  ///< the next fit() shows it too
  /// What a run did to the framing is taken back: the next fit() is of what can be reached and what is there.
  /// True when that will be far less than what the last one showed.
  bool forgetTravel();
  const Box3& fitted() const { return fitted_; }
  void setFitted(const Box3& box) { fitted_ = box; }  ///< what meet() takes for being in sight
  /// The last fit() was of a way and showed far more than the next one will.
  bool isTooWide() const;
  /// What the last fit() showed holds what the next one will, and not far more.
  bool fitStillServes() const;
  /// of what is there now, without what can be reached
  Box3 extent() const;
  void setBendingExaggerated(bool on);
  /// by which the bending of flexible bodies is drawn larger
  double bendingFactor() const;
  ViewCamera& camera() { return camera_; }
  const ViewCamera& camera() const { return camera_; }
  void applyCamera();  ///< before rendering
  vtkRenderer& renderer() { return *renderer_; }

  /// The plane that is drawn in, with grid, rulers and tools.
  void setPlane(const WorkPlane& plane);
  const WorkPlane& plane() const { return plane_; }

  int pick(double x, double y) const { return hitAt(x, y).body; }  ///< body under a pixel, or −1
  /// What is nearest to the viewer; where a body bears them, joints and points before forces, then itself.
  PartRef pickPart(double x, double y) const;
  /// Where a body is seen under a pixel; none beside all of them.
  std::optional<Spot> surfaceAt(double x, double y) const;
  /// The same to take hold of it.
  std::optional<Grip> gripAt(double x, double y) const;
  /// What is seen under a pixel; none beside everything.
  std::optional<Spot> spotAt(double x, double y) const;
  SignScale signScale() const;                                          ///< of the moment
  Vector3 upwards() const { return upwardsOf(mechanism_, items_.up); }  ///< in the picture
  Vector2 planePoint(double x, double y) const;                         ///< of plane(), under a pixel
  Vector2 pixelOf(const Vector2& place) const;                          ///< of a place of plane()
  Vector2 pixelOf(int body, const Vector3& local) const;  ///< of a place in a body's frame, as it is shown
  std::span<const BodyPose> poses() const { return poses_; }
  /// Lines everywhere in the view, as far apart as given, for drawing; 0: as the size of the mechanism wants
  /// it.
  void setGridSpacing(double spacing, int major);

  struct Label {
    Vector2 pixel;
    PartRef part;
  };
  std::vector<Label> labels() const;  ///< where to write the names of bodies and joints
  const Mechanism& mechanism() const { return mechanism_; }

 private:
  struct Parts;  // what stands in the renderer
  void show();
  double radiusAbout(const Vector3& centre) const;
  Hit hitAt(double x, double y) const;
  /// The stop, as a force of the mechanism, that is seen there before the body that was hit.
  std::optional<int> stopAt(double x, double y, const Hit& body) const;
  Box3 reached() const;  // what can be, and what is there now
  Box3 framed() const;
  std::vector<Vector3> roundOutline() const;
  Box3 withMargin(const Box3& box) const;  // for the width of what is drawn
  void fitGrid();
  /// A level grid under what moves in space, unless the plane that is drawn in is shown.
  bool liesUnderneath() const { return !(gridSpacing_ > 0) && isSpatial(mechanism_); }
  WorkPlane gridPlane() const;
  void levelGrid();
  void layGrid();

  Mechanism mechanism_;
  bool keepsSizes_ = false;
  std::vector<BodyPose> poses_;
  ViewCamera camera_;
  vtkRenderer* renderer_;  // reference-counted; released in the destructor
  std::unique_ptr<Parts> parts_;
  void layDrawingGrid();
  SceneItems items_;
  double time_ = 0;
  std::vector<PartLoad> loads_;

  WorkPlane plane_;
  Box3 travelled_, fitted_, seen_;  // seen_: by the last fit()
  bool widened_ = false;            // it was of a way
  double gridSpacing_ = 0;
  int gridMajor_ = 5;
  double floor_ = 0;  // height of a grid that lies underneath, m
  bool exaggerated_ = true;
};

}  // namespace holonom
