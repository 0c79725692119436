// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/part_picking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/dynamics/force_laws/hand_path.h"
#include "core/model/editing.h"
#include "core/model/turn_axes.h"
#include "gui/viewport/scene/coordinate_mark.h"
#include "gui/viewport/scene/load_arrow.h"

namespace holonom {
namespace {

constexpr double kJointPixels = 7, kPointPixels = 6, kForcePixels = 6, kMotorBand = 4;

double distanceToLine(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 d = b - a;
  const double along = d.squaredNorm() > 0 ? std::clamp(d.dot(p - a) / d.squaredNorm(), 0.0, 1.0) : 0;
  return (a + along * d - p).norm();
}

/// Of a pixel from the sign of a motor at its joint.
double distanceToMotor(const Mechanism& mechanism, const Driver& driver, const PixelOf& pixelOf,
                       const Vector2& pixel) {
  const Joint& joint = mechanism.joints[std::size_t(driver.joint)];
  if (slideAxis(joint, driver.coordinate)) {
    const auto [from, to] = motorLine(mechanism, joint, driver.coordinate, pixelOf);
    return distanceToLine(pixel, from, to);
  }
  if (const std::vector<Vector2> arc = motorArc(mechanism, joint, driver.coordinate, pixelOf); !arc.empty()) {
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < arc.size(); ++i)
      nearest = std::min(nearest, distanceToLine(pixel, arc[i - 1], arc[i]));
    return nearest;
  }
  const PointRef end = endsOf(joint).second;
  const Vector2 at = pixelOf(end.body, localPosition(mechanism, end));
  const Vector2 d = pixel - at;
  double degrees = std::atan2(-d.y(), d.x()) * 180 / std::numbers::pi - kMotorStart;
  if (degrees < 0) degrees += 360;
  return degrees < kMotorSweep ? std::abs(d.norm() - kMotorPixels) : std::numeric_limits<double>::infinity();
}

/// Of the places that a pixel is near enough to, the one in front; of those in one plane the nearest.
class Nearest {
 public:
  Nearest(const Sight& sight, const Vector2& pixel, double reach)
      : sight_(sight), pixel_(pixel), reach_(reach), distance_(reach) {}

  void meet(int body, const Vector3& local, const PartRef& part) {
    const double distance = (sight_.pixelOf(body, local) - pixel_).norm();
    if (!(distance < reach_)) return;
    const double depth = sight_.depthOf(body, local);
    if (depth > sight_.hidden + sight_.slack || depth > depth_ + sight_.slack) return;
    if (depth + sight_.slack >= depth_ && distance >= distance_) return;
    part_ = part;
    distance_ = distance;
    depth_ = depth;
  }
  const PartRef& part() const { return part_; }

 private:
  const Sight& sight_;
  Vector2 pixel_;
  double reach_, distance_, depth_ = std::numeric_limits<double>::infinity();
  PartRef part_;
};

/// A hand in the picture: from the middle of its ball to the far end of its handle, and the radius of both.
struct SeenHand {
  Vector2 ball, end;
  double radius = 0;  // pixels
};

SeenHand seenHand(const Mechanism& mechanism, const SignScale& scale, const Hand& hand,
                  const PixelOf& pixelOf) {
  const Hand::Grab& grab = grabAt(hand, scale.time);
  const Hand::Knot knot = handAt(grab.path, scale.time);
  const Body& body = mechanism.bodies[std::size_t(grab.body)];
  const Vector3& held = body.turns() ? grab.at : body.centreOfMass;
  const Vector2 handle = pixelOf(kGround, knot.to);
  SeenHand seen;
  seen.ball = pixelOf(grab.body, held);
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 rim = held + scale.hand * Vector3(Vector3::Unit(axis));
    seen.radius = std::max(seen.radius, (pixelOf(grab.body, rim) - seen.ball).norm());
  }
  seen.end = (knot.grip > 0 ? handle : seen.ball) + 2 * seen.radius * (handle - seen.ball).stableNormalized();
  return seen;
}

const Hand* pullingHand(const Force& force) {
  const auto* hand = std::get_if<Hand>(&force.kind);
  return hand && !hand->grabs.empty() ? hand : nullptr;
}

}  // namespace

std::pair<Vector2, Vector2> motorLine(const Mechanism& mechanism, const Joint& joint, int coordinate,
                                      const PixelOf& pixelOf) {
  const auto [a, b] = endsOf(joint);
  const Vector2 at = pixelOf(b.body, localPosition(mechanism, b));
  const Vector3& from = localPosition(mechanism, a);
  Vector2 along = pixelOf(a.body, from + *slideAxis(joint, coordinate)) - pixelOf(a.body, from);
  along = along.norm() > 0 ? Vector2(along.normalized()) : Vector2::UnitX();
  const Vector2 middle = at + kMotorPixels * Vector2(along.y(), -along.x());
  return {middle - kMotorPixels * along, middle + kMotorPixels * along};
}

std::vector<Vector2> motorArc(const Mechanism& mechanism, const Joint& joint, int coordinate,
                              const PixelOf& pixelOf) {
  constexpr double kStep = 1e-3;  // sizes of the model, so small that perspective does not matter
  constexpr int kPieces = 40;
  if (!isSpatial(mechanism) || slideAxis(joint, coordinate)) return {};
  std::optional<Turn> turn = Turn{.aboutSecond = false, .axis = Vector3::UnitZ(), .f = Vector3::UnitX()};
  if (actsInSpace(mechanism, joint)) turn = drawnTurn(mechanism, joint, coordinate);
  if (!turn) return {};
  const Vector3 across = turn->aboutSecond ? turn->second : turn->f;
  const PointRef at = turn->aboutSecond ? endsOf(joint).second : endsOf(joint).first;
  const Vector3& place = localPosition(mechanism, at);
  const double step = kStep * characteristicLength(mechanism);
  const Vector2 centre = pixelOf(at.body, place), f = pixelOf(at.body, place + step * across) - centre,
                g = pixelOf(at.body, place + step * turn->axis.cross(across)) - centre;
  // the larger half axis of the ellipse as which the circle is seen
  const double sum = f.squaredNorm() + g.squaredNorm(), area = f.x() * g.y() - f.y() * g.x();
  const double largest = std::sqrt(0.5 * (sum + std::sqrt(std::max(0.0, sum * sum - 4 * area * area))));
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  std::vector<Vector2> arc;
  for (int i = 0; i <= kPieces; ++i) {
    const double angle = (kMotorStart + kMotorSweep * i / kPieces) * std::numbers::pi / 180;
    arc.push_back(centre + kMotorPixels / largest * (std::cos(angle) * f + std::sin(angle) * g));
  }
  return arc;
}

bool showsMotors(const Mechanism& mechanism) {
  constexpr std::size_t kCrowd = 60;
  return mechanism.bodies.size() <= kCrowd;
}

std::vector<std::pair<Vector2, Vector2>> linesOf(const Mechanism& mechanism, const SignScale& scale,
                                                 const Force& force, const PixelOf& pixelOf) {
  if (const Hand* hand = pullingHand(force)) {
    const SeenHand seen = seenHand(mechanism, scale, *hand, pixelOf);
    return {{seen.ball, seen.end}};
  }
  const auto at = [&](const PointRef& ref) { return pixelOf(ref.body, localPosition(mechanism, ref)); };
  if (const auto line = lineOf(force)) return {{at(line->first), at(line->second)}};
  if (const auto sign = signOf(mechanism, force, scale.model)) {
    const Vector2 tail = at(sign->at);
    std::vector<std::pair<Vector2, Vector2>> lines;
    for (const Vector3& arrow : sign->arrows) {
      if (sign->axesOf == sign->at.body && sign->axesOf != kGround)
        lines.emplace_back(tail, pixelOf(sign->at.body, localPosition(mechanism, sign->at) + arrow));
      else
        lines.emplace_back(tail,
                           tail + pixelOf(sign->axesOf, arrow) - pixelOf(sign->axesOf, Vector3::Zero()));
    }
    if (lines.empty()) lines.emplace_back(tail, tail);
    return lines;
  }
  if (const std::vector<CoordinateLine> drawn = coordinateLines(mechanism, force, scale.width);
      !drawn.empty()) {
    std::vector<std::pair<Vector2, Vector2>> lines;
    for (const CoordinateLine& line : drawn)
      lines.emplace_back(pixelOf(line.from.first, line.from.second), pixelOf(line.to.first, line.to.second));
    return lines;
  }
  const int body = std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.body; }) return kind.body;
        else return kGround;
      },
      force.kind);
  const Vector2 centre =
      body == kGround ? Vector2(-1e6, -1e6) : pixelOf(body, mechanism.bodies[std::size_t(body)].centreOfMass);
  return {{centre, centre}};
}

PartRef pickSmallPart(const Mechanism& mechanism, const SignScale& scale, const Sight& sight,
                      const Vector2& pixel) {
  using Kind = PartRef::Kind;
  const PixelOf& pixelOf = sight.pixelOf;
  Nearest joint(sight, pixel, kJointPixels);
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    const PointRef b = endsOf(mechanism.joints[i]).second;
    joint.meet(b.body, localPosition(mechanism, b), {Kind::Joint, int(i)});
  }
  if (joint.part().kind != Kind::None) return joint.part();
  Nearest point(sight, pixel, kPointPixels);
  for (int body = kGround; body < int(mechanism.bodies.size()); ++body) {
    const auto& points =
        body == kGround ? mechanism.ground.points : mechanism.bodies[std::size_t(body)].points;
    for (std::size_t i = 0; i < points.size(); ++i)
      point.meet(body, points[i].position,
                 {body == kGround ? Kind::Ground : Kind::Body, std::max(body, 0), int(i)});
  }
  if (point.part().kind != Kind::None) return point.part();
  PartRef best;
  double nearest = showsMotors(mechanism) ? kMotorBand : 0;
  for (std::size_t i = 0; i < mechanism.drivers.size(); ++i)
    if (const double distance = distanceToMotor(mechanism, mechanism.drivers[i], pixelOf, pixel);
        distance < nearest)
      nearest = distance, best = {Kind::Driver, int(i)};
  if (best.kind != Kind::None) return best;
  nearest = kForcePixels;
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i) {
    const Force& force = mechanism.forces[i];
    const Hand* hand = pullingHand(force);
    const double radius = hand ? seenHand(mechanism, scale, *hand, pixelOf).radius : 0;
    for (const auto& [a, b] : linesOf(mechanism, scale, force, pixelOf))
      if (const double distance = distanceToLine(pixel, a, b) - radius; distance < nearest)
        nearest = distance, best = {Kind::Force, int(i)};
  }
  return best;
}

}  // namespace holonom
