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
constexpr double kMostTaken = 0.4;  // of the height, by words
const double kSlope = std::tan(0.5 * kViewAngle * std::numbers::pi / 180);

}  // namespace

void ViewCamera::setViewport(double width, double height) {
  width_ = std::max(1.0, width);
  height_ = std::max(1.0, height);
}

Vector3 ViewCamera::back() const {
  return view_.axes * Vector3(std::sin(view_.azimuth) * std::cos(view_.elevation), std::sin(view_.elevation),
                              std::cos(view_.azimuth) * std::cos(view_.elevation));
}

// The derivative of back() by the elevation, so that it stays defined when looking straight down.
Vector3 ViewCamera::up() const {
  return view_.axes * Vector3(-std::sin(view_.azimuth) * std::sin(view_.elevation), std::cos(view_.elevation),
                              -std::cos(view_.azimuth) * std::sin(view_.elevation));
}

Vector3 ViewCamera::right() const {
  return view_.axes * Vector3(std::cos(view_.azimuth), 0, -std::sin(view_.azimuth));
}

void ViewCamera::look(double azimuth, double elevation) {
  view_.azimuth = azimuth;
  view_.elevation = std::clamp(elevation, -0.5 * std::numbers::pi, 0.5 * std::numbers::pi);
}

void ViewCamera::orbit(double dx, double dy) {
  const double turn = std::numbers::pi / std::min(width_, height_);  // half a turn across the picture
  look(view_.azimuth - turn * dx, view_.elevation + turn * dy);
}

double ViewCamera::pixelSize() const { return 2 * kSlope * view_.distance / height_; }

void ViewCamera::pan(double dx, double dy) { view_.focus += pixelSize() * (dy * up() - dx * right()); }

void ViewCamera::zoom(double factor, double x, double y) {
  const Vector2 fromCentre = pixelSize() * Vector2(x - 0.5 * width_, 0.5 * height_ - y);
  view_.focus += (1 - 1 / factor) * (fromCentre.x() * right() + fromCentre.y() * up());
  view_.distance /= factor;
}

void ViewCamera::fit(std::span<const Vector3> corners, bool centred) {
  constexpr int kRounds = 8;
  if (corners.empty()) return;
  Vector3 low = corners[0], high = corners[0];
  for (const Vector3& corner : corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  view_.focus = 0.5 * (low + high);
  const double taken = std::min(headroom_ / height_, kMostTaken);
  const auto approach = [&] {
    view_.distance = 0;
    for (const Vector3& corner : corners) {
      const Vector3 p = inCameraAxes(corner - view_.focus);
      const double reach = std::max(std::abs(p.y()) / (1 - taken), std::abs(p.x()) * height_ / width_);
      view_.distance = std::max(view_.distance, (view_.parallel ? 0 : p.z()) + reach / (kFitMargin * kSlope));
    }
    view_.distance = std::max({view_.distance, view_.parallel ? 0 : (high - low).norm(), 1e-9});
  };
  approach();
  for (int round = 0; centred && !view_.parallel && round < kRounds; ++round) {
    Eigen::AlignedBox2d seen;
    for (const Vector3& corner : corners) {
      const Vector3 p = inCameraAxes(corner - view_.focus);
      seen.extend(Vector2(p.head<2>() * view_.distance / (view_.distance - p.z())));
    }
    view_.focus += seen.center().x() * right() + seen.center().y() * up();
    approach();
  }
  view_.focus += taken * view_.distance * kSlope * up();
}

Vector3 ViewCamera::inCameraAxes(const Vector3& vector) const {
  return {right().dot(vector), up().dot(vector), back().dot(vector)};
}

Vector2 ViewCamera::project(const Vector3& point) const {
  const Vector3 p = inCameraAxes(point - view_.focus);
  const double scale =
      0.5 * height_ / (kSlope * std::max(1e-12, view_.parallel ? view_.distance : view_.distance - p.z()));
  return {0.5 * width_ + scale * p.x(), 0.5 * height_ - scale * p.y()};
}

double ViewCamera::depthOf(const Vector3& point) const {
  const Vector2 pixel = project(point);
  const Ray ray = rayThrough(pixel.x(), pixel.y());
  return ray.direction.dot(point - ray.origin);
}

Ray ViewCamera::rayThrough(double x, double y) const {
  const Vector2 fromCentre = pixelSize() * Vector2(x - 0.5 * width_, 0.5 * height_ - y);
  const Vector3 eye = view_.focus + view_.distance * back();
  const Vector3 target = view_.focus + fromCentre.x() * right() + fromCentre.y() * up();
  if (view_.parallel) return {target + view_.distance * back(), -back()};
  return {eye, (target - eye).normalized()};
}

WorkPlane ViewCamera::pictureAt(const Vector3& place) const {
  Pose frame{place};
  frame.rotation << right(), up(), back();
  return WorkPlane(frame);
}

void ViewCamera::applyTo(vtkCamera& camera, const Vector3& centre, double radius) const {
  const Vector3 eye = view_.focus + view_.distance * back();
  camera.SetFocalPoint(view_.focus.data());
  camera.SetPosition(eye.data());
  camera.SetViewUp(up().data());
  camera.SetViewAngle(kViewAngle);
  camera.SetParallelProjection(view_.parallel);
  camera.SetParallelScale(kSlope * view_.distance);
  if (view_.parallel) {  // nothing is too near where the scale does not depend on it
    camera.SetClippingRange(back().dot(eye - centre) - radius, back().dot(eye - centre) + radius);
    return;
  }
  const double depth = back().dot(eye - centre);
  const double far = std::max(depth + radius, 2 * view_.distance);
  camera.SetClippingRange(std::max(depth - radius, 1e-3 * far), far);
}

}  // namespace holonom
