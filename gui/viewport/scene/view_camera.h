// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/work_plane.h"

class vtkCamera;

namespace holonom {

/// From where, how near and how a camera looks: all of it but the size of the picture.
struct CameraView {
  /// To the right, up and towards the viewer at azimuth and elevation 0: y is up, unless it looks at a plane
  /// or at what has z upwards.
  Matrix3 axes = Matrix3::Identity();
  Vector3 focus = Vector3::Zero();
  double distance = 5, azimuth = 0, elevation = 0;  // m, rad
  bool parallel = false;
  bool operator==(const CameraView&) const = default;
};

/// A turntable around the upward axis: azimuth and elevation about a focal point, mild perspective or none.
/// Pixels count from the top left.
class ViewCamera {
 public:
  void setViewport(double width, double height);
  void setAxes(const Matrix3& axes) { view_.axes = axes; }
  void look(double azimuth, double elevation);            ///< rad; 0, 0 looks against the third of the axes
  void orbit(double dx, double dy);                       ///< pixels of mouse motion
  void pan(double dx, double dy);                         ///< the picture follows the mouse
  void zoom(double factor, double x, double y);           ///< > 1 comes closer; the point under (x, y) stays
  void setParallel(bool on) { view_.parallel = on; }      ///< orthographic: the same scale at every depth
  void shift(const Vector3& way) { view_.focus += way; }  ///< m: eye and focal point together
  const CameraView& view() const { return view_; }
  void setView(const CameraView& view) { view_ = view; }
  /// All corners inside, with a margin, and below the headroom; `centred`: as they are seen, for perspective
  /// moves the middle of what is deep.
  void fit(std::span<const Vector3> corners, bool centred = false);
  void setHeadroom(double pixels) { headroom_ = pixels; }  ///< taken by words at the upper edge

  Ray rayThrough(double x, double y) const;
  WorkPlane pictureAt(const Vector3& place) const;    ///< parallel to the picture, through a place
  Vector2 project(const Vector3& point) const;        ///< pixel of a point in front of the camera
  double depthOf(const Vector3& point) const;         ///< m along the ray of its pixel
  Vector3 inCameraAxes(const Vector3& vector) const;  ///< right, up, towards the viewer
  double width() const { return width_; }             ///< of the viewport, pixels
  double height() const { return height_; }
  double pixelSize() const;  ///< m per pixel at the focal point

  /// Near and far planes enclose a sphere about `centre`.
  void applyTo(vtkCamera& camera, const Vector3& centre, double radius) const;

 private:
  Vector3 right() const;
  Vector3 up() const;
  Vector3 back() const;  // from the focal point to the eye

  CameraView view_;
  double width_ = 1, height_ = 1, headroom_ = 0;
};

}  // namespace holonom
