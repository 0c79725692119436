// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/view_camera.h"

class vtkRenderer;

namespace holonom {

/// The picture of a mechanism without a window: owns the VTK renderer and everything in it, knows no Qt and needs no
/// graphics context until something renders it. Poses are moved into existing matrices; nothing is rebuilt per frame.
class MechanismScene {
 public:
  MechanismScene();
  ~MechanismScene();

  void setMechanism(const Mechanism& mechanism);         ///< at its initial poses; the view stays
  bool setPoses(std::span<const BodyPose> poses);        ///< false, and nothing moves, when their number is wrong
  bool setGhostPoses(std::span<const BodyPose> poses);   ///< empty hides it
  void setSelectedBody(int body);                        ///< −1: none
  void setGridVisible(bool visible);

  void fit();                                            ///< what can be reached and what is there now
  ViewCamera& camera() { return camera_; }
  const ViewCamera& camera() const { return camera_; }
  void applyCamera();                                    ///< before rendering
  vtkRenderer& renderer() { return *renderer_; }

  int pick(double x, double y) const;                    ///< body under a pixel of the viewport, or −1

  struct Label {
    Vector2 pixel;
    int body;
  };
  std::vector<Label> labels() const;                     ///< where to write the bodies' names
  const Mechanism& mechanism() const { return mechanism_; }

 private:
  struct Parts;  // what stands in the renderer
  double radiusAbout(const Vector3& centre) const;

  Mechanism mechanism_;
  std::vector<BodyPose> poses_;
  ViewCamera camera_;
  vtkRenderer* renderer_;  // reference-counted; released in the destructor
  std::unique_ptr<Parts> parts_;
  bool gridVisible_ = true;
};

}  // namespace holonom
