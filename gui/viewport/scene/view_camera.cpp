// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/view_camera.h"

#include <vtkCamera.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace holonom {
namespace {

constexpr double kViewAngle = 18;  // degrees from bottom to top: flat enough to read a planar mechanism
constexpr double kFitMargin = 0.88;
const double kSlope = std::tan(0.5 * kViewAngle * std::numbers::pi / 180);

}  // namespace

void ViewCamera::setViewport(double width, double height) {
  width_ = std::max(1.0, width);
  height_ = std::max(1.0, height);
}

Vector3 ViewCamera::back() const {
  return {std::sin(azimuth_) * std::cos(elevation_), std::sin(elevation_), std::cos(azimuth_) * std::cos(elevation_)};
}

// The derivative of back() by the elevation, so that it stays defined when looking straight down.
Vector3 ViewCamera::up() const {
  return {-std::sin(azimuth_) * std::sin(elevation_), std::cos(elevation_), -std::cos(azimuth_) * std::sin(elevation_)};
}

Vector3 ViewCamera::right() const { return {std::cos(azimuth_), 0, -std::sin(azimuth_)}; }

void ViewCamera::look(double azimuth, double elevation) {
  azimuth_ = azimuth;
  elevation_ = std::clamp(elevation, -0.5 * std::numbers::pi, 0.5 * std::numbers::pi);
}

void ViewCamera::orbit(double dx, double dy) {
  const double turn = std::numbers::pi / std::min(width_, height_);  // half a turn across the picture
  look(azimuth_ - turn * dx, elevation_ + turn * dy);
}

double ViewCamera::pixelSize() const { return 2 * kSlope * distance_ / height_; }

void ViewCamera::pan(double dx, double dy) { focus_ += pixelSize() * (dy * up() - dx * right()); }

void ViewCamera::zoom(double factor, double x, double y) {
  const Vector2 fromCentre = pixelSize() * Vector2(x - 0.5 * width_, 0.5 * height_ - y);
  focus_ += (1 - 1 / factor) * (fromCentre.x() * right() + fromCentre.y() * up());
  distance_ /= factor;
}

void ViewCamera::fit(std::span<const Vector3> corners) {
  if (corners.empty()) return;
  Vector3 low = corners[0], high = corners[0];
  for (const Vector3& corner : corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  focus_ = 0.5 * (low + high);
  distance_ = 0;
  for (const Vector3& corner : corners) {
    const Vector3 p = inCameraAxes(corner - focus_);
    const double reach = std::max(std::abs(p.y()), std::abs(p.x()) * height_ / width_);
    distance_ = std::max(distance_, (parallel_ ? 0 : p.z()) + reach / (kFitMargin * kSlope));
  }
  distance_ = std::max({distance_, parallel_ ? 0 : (high - low).norm(), 1e-9});
}

Vector3 ViewCamera::inCameraAxes(const Vector3& vector) const { return {right().dot(vector), up().dot(vector), back().dot(vector)}; }

Vector2 ViewCamera::project(const Vector3& point) const {
  const Vector3 p = inCameraAxes(point - focus_);
  const double scale = 0.5 * height_ / (kSlope * std::max(1e-12, parallel_ ? distance_ : distance_ - p.z()));
  return {0.5 * width_ + scale * p.x(), 0.5 * height_ - scale * p.y()};
}

Ray ViewCamera::rayThrough(double x, double y) const {
  const Vector2 fromCentre = pixelSize() * Vector2(x - 0.5 * width_, 0.5 * height_ - y);
  const Vector3 eye = focus_ + distance_ * back();
  const Vector3 target = focus_ + fromCentre.x() * right() + fromCentre.y() * up();
  if (parallel_) return {target + distance_ * back(), -back()};
  return {eye, (target - eye).normalized()};
}

void ViewCamera::applyTo(vtkCamera& camera, const Vector3& centre, double radius) const {
  const Vector3 eye = focus_ + distance_ * back();
  camera.SetFocalPoint(focus_.data());
  camera.SetPosition(eye.data());
  camera.SetViewUp(up().data());
  camera.SetViewAngle(kViewAngle);
  camera.SetParallelProjection(parallel_);
  camera.SetParallelScale(kSlope * distance_);
  if (parallel_) {  // nothing is too near where the scale does not depend on it
    camera.SetClippingRange(back().dot(eye - centre) - radius, back().dot(eye - centre) + radius);
    return;
  }
  const double depth = back().dot(eye - centre);
  const double far = std::max(depth + radius, 2 * distance_);
  camera.SetClippingRange(std::max(depth - radius, 1e-3 * far), far);
}

}  // namespace holonom
