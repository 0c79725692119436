// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/part_picking.h"

#include <algorithm>

#include "gui/viewport/scene/load_arrow.h"

namespace holonom {
namespace {

constexpr double kJointPixels = 7, kPointPixels = 6, kForcePixels = 6;

double distanceToLine(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 d = b - a;
  const double along = d.squaredNorm() > 0 ? std::clamp(d.dot(p - a) / d.squaredNorm(), 0.0, 1.0) : 0;
  return (a + along * d - p).norm();
}

}  // namespace

std::pair<Vector2, Vector2> pixelsOf(const Mechanism& mechanism, double model, const Force& force, const PixelOf& pixelOf) {
  const auto at = [&](const PointRef& ref) { return pixelOf(ref.body, localPosition(mechanism, ref)); };
  if (const auto line = lineOf(force)) return {at(line->first), at(line->second)};
  if (const auto* constant = std::get_if<ConstantForce>(&force.kind)) {
    const Vector2 tail = at(constant->at);  // the arrow begins at its point
    if (constant->value.norm() == 0) return {tail, tail};
    const Vector2 arrow = arrowLength(mechanism, *constant, model) * constant->value.normalized();
    if (constant->bodyFixed) return {tail, pixelOf(constant->at.body, localPosition(mechanism, constant->at) + arrow)};
    return {tail, tail + pixelOf(kGround, arrow) - pixelOf(kGround, Vector2::Zero())};
  }
  if (const auto* expression = std::get_if<ForceExpression>(&force.kind)) return {at(expression->at), at(expression->at)};
  int body = kGround;
  if (const auto* torque = std::get_if<ConstantTorque>(&force.kind)) body = torque->body;
  if (const auto* torque = std::get_if<TorqueExpression>(&force.kind)) body = torque->body;
  const Vector2 centre = body == kGround ? Vector2(-1e6, -1e6) : pixelOf(body, mechanism.bodies[std::size_t(body)].centreOfMass);
  return {centre, centre};
}

PartRef pickSmallPart(const Mechanism& mechanism, double model, const PixelOf& pixelOf, const Vector2& pixel) {
  using Kind = PartRef::Kind;
  PartRef best;
  double nearest = kJointPixels;
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    const PointRef b = endsOf(mechanism.joints[i]).second;
    const double distance = (pixelOf(b.body, localPosition(mechanism, b)) - pixel).norm();
    if (distance < nearest) nearest = distance, best = {Kind::Joint, int(i)};
  }
  if (best.kind != Kind::None) return best;
  nearest = kPointPixels;
  for (int body = kGround; body < int(mechanism.bodies.size()); ++body) {
    const auto& points = body == kGround ? mechanism.ground.points : mechanism.bodies[std::size_t(body)].points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double distance = (pixelOf(body, points[i].position) - pixel).norm();
      if (distance < nearest) nearest = distance, best = {body == kGround ? Kind::Ground : Kind::Body, std::max(body, 0), int(i)};
    }
  }
  if (best.kind != Kind::None) return best;
  nearest = kForcePixels;
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i) {
    const auto [a, b] = pixelsOf(mechanism, model, mechanism.forces[i], pixelOf);
    if (const double distance = distanceToLine(pixel, a, b); distance < nearest) nearest = distance, best = {Kind::Force, int(i)};
  }
  return best;
}

}  // namespace holonom
