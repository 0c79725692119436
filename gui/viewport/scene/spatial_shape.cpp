// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/spatial_shape.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/math/convex_hull.h"
#include "core/model/solids.h"
#include "gui/viewport/scene/body_shape.h"

namespace holonom {
namespace {

constexpr double kEqualMoments = 0.02;  // moments of inertia that differ by no more are equal
constexpr double kThinnest = 20;        // times as long as thick a bob is at most
constexpr double kFlat = 1e-3;          // of their extent, by which points may lie off a plane or line

bool areEqual(double a, double b) {
  return std::abs(a - b) <= kEqualMoments * std::max(std::abs(a), std::abs(b));
}

/// With the axis number k as the third.
Matrix3 withThird(const Matrix3& axes, int k) {
  Matrix3 turned;
  turned << axes.col((k + 1) % 3), axes.col((k + 2) % 3), axes.col(k);
  return turned;
}

/// Its third axis is a normal.
Matrix3 axesAcross(const Vector3& normal) { return withThird(axesAlong(normal), 0); }

double rootOf(double square) { return std::sqrt(std::max(0.0, square)); }

/// The principal axes; those of the body where it has its moments about them.
std::pair<Matrix3, Vector3> principalOf(const Body& body) {
  if (body.products.isZero(0)) return {Matrix3::Identity(), body.moments};
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(inertiaTensor(body));
  Matrix3 axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) *= -1;
  return {axes, solver.eigenvalues()};
}

/// The axis about which it looks the same, −1 for none: that whose moment differs while the others agree.
int symmetryOf(const Vector3& moments) {
  for (int k = 2; k >= 0; --k)
    if (areEqual(moments[(k + 1) % 3], moments[(k + 2) % 3])) return k;
  return -1;
}

/// About the centre of mass.
std::vector<Vector3> pointsOf(const Body& body) {
  std::vector<Vector3> points;
  for (const Point& point : body.points) points.push_back(point.position - body.centreOfMass);
  return points;
}

double reachOf(const std::vector<Vector3>& points) {
  double reach = 0;
  for (const Vector3& point : points) reach = std::max(reach, point.norm());
  return reach;
}

/// Whether so few points lie beside the centre of mass that they tell no shape.
bool isBob(const std::vector<Vector3>& points) {
  const double reach = reachOf(points);
  return std::count_if(points.begin(), points.end(),
                       [&](const Vector3& point) { return point.norm() > kFlat * reach; }) < 2;
}

/// A cylinder has J = m r²/2 about its axis and m (3 r² + h²)/12 across it.
Vector3 halfDisc(double about, double across, double mass) {
  const double radius = rootOf(2 * about / mass), height = rootOf(12 * across / mass - 3 * radius * radius);
  return {radius, radius, 0.5 * height};
}

/// Edges of a box: its moment about x is m (ly² + lz²)/12.
Vector3 halfBox(const Vector3& moments, double mass) {
  Vector3 half;
  for (int k = 0; k < 3; ++k) half[k] = 0.5 * rootOf(6 * (moments.sum() - 2 * moments[k]) / mass);
  return half;
}

bool hasShape(const BodySolid& solid) {
  return solid.shape != BodySolid::Shape::Point && solid.shape != BodySolid::Shape::Other;
}

/// Of the box around a solid, in its axes about its centre of mass.
Vector3 halfEdgesOf(const BodySolid& solid) {
  using enum BodySolid::Shape;
  const double r = solid.radius, h = 0.5 * solid.length;
  switch (solid.shape) {
    case Box: return 0.5 * solid.size;
    case Plate: return 0.5 * Vector3(solid.size.x(), solid.size.y(), solid.thickness);
    case Bar: return {h, r, r};
    case Cylinder:
    case Tube: return {r, r, h};
    case Sphere: return {r, r, r};
    case Cone: return {r, r, 1.5 * h};
    case Point:
    case Other: break;
  }
  return Vector3::Zero();
}

/// From the box around a solid to a point; negative within.
double gapBetween(const BodySolid& solid, const Vector3& point) {
  if (!hasShape(solid)) return std::numeric_limits<double>::infinity();
  return (poseOf(solid).toLocal(point).cwiseAbs() - halfEdgesOf(solid)).maxCoeff();
}

class SpatialBuilder {
 public:
  explicit SpatialBuilder(const BodyLook& look)
      : look_(look), points_(distinct(look.inSpace->points)), bob_(look.inSpace->bob),
        radius_(look.width > 0 ? 0.5 * look.width : 0.75 * look.sizes.halfWidth),
        style_{look.detail.segments, look.detail.bevels ? 0.16 * look.sizes.halfWidth : 0} {
    const double least = look.isParticle && !(look.width > 0) ? 1.5 : 0.35;
    bob_.half = bob_.half.cwiseMax(least * look.sizes.halfWidth);
  }

  BodyShape build() {
    switch (look_.shape) {
      case Shape::Hidden: break;
      case Shape::Automatic: addAutomatic(); break;
      case Shape::Bar: addBars(); break;
      case Shape::Plate: points_.size() < 3 || !addPlate(true) ? addAutomatic() : void(); break;
      case Shape::Box:
      case Shape::Disc: addBobWithArms(); break;
    }
    return std::move(shape_);
  }

 private:
  static std::vector<Vector3> distinct(const std::vector<Vector3>& points) {
    constexpr double kNear = 1e-9;
    const double extent = reachOf(points);
    std::vector<Vector3> kept;
    for (const Vector3& point : points)
      if (std::none_of(kept.begin(), kept.end(),
                       [&](const Vector3& other) { return (other - point).norm() <= kNear * extent; }))
        kept.push_back(point);
    return kept;
  }

  /// Directions in which the points spread, the least first, and how far.
  struct Spread {
    Vector3 middle, extent;
    Matrix3 axes;
  };
  Spread spread() const {
    Spread spread;
    for (const Vector3& point : points_) spread.middle += point / double(points_.size());
    Matrix3 scatter = Matrix3::Zero();
    for (const Vector3& point : points_)
      scatter += (point - spread.middle) * (point - spread.middle).transpose();
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(scatter);
    spread.axes = solver.eigenvectors();
    for (int k = 0; k < 3; ++k) spread.extent[k] = rootOf(solver.eigenvalues()[k]);
    return spread;
  }

  void addAutomatic() {
    const auto& solids = look_.inSpace->solids;
    if (std::any_of(solids.begin(), solids.end(), hasShape)) return addSolids(solids);
    if (isBob(points_)) return addBobWithArms();
    const Spread all = spread();
    if (all.extent[1] <= kFlat * all.extent[2]) return addRodThroughAll(all.axes.col(2));
    if (all.extent[0] <= kFlat * all.extent[2] && addPlate(false)) return;
    addArms();
  }

  void addSolids(const std::vector<BodySolid>& solids) {
    for (const BodySolid& solid : solids) addSolid(solid, poseOf(solid));
    for (const Vector3& point : points_) {
      const auto gapTo = [&](const BodySolid& solid) { return gapBetween(solid, point); };
      const auto nearest =
          std::min_element(solids.begin(), solids.end(),
                           [&](const BodySolid& a, const BodySolid& b) { return gapTo(a) < gapTo(b); });
      if (gapTo(*nearest) > 0.5 * look_.sizes.halfWidth) addRod(nearest->position, point, 0.5 * radius_);
      else if (gapTo(*nearest) > 0) addDot(point);
    }
  }

  void addSolid(const BodySolid& solid, const Pose& pose) {
    using enum BodySolid::Shape;
    const double thin = 0.2 * look_.sizes.halfWidth;
    switch (solid.shape) {
      case Box:
      case Plate: addBlock(pose, halfEdgesOf(solid).cwiseMax(0.5 * thin)); break;
      case Bar: {
        const Vector3 half = 0.5 * solid.length * pose.rotation.col(0);
        addRod(pose.position - half, pose.position + half, std::max(solid.radius, thin));
        break;
      }
      case Cylinder: addDisc(pose, solid.radius, 0.5 * solid.length); break;
      case Tube: {
        const double half = 0.5 * solid.length, in = solid.innerRadius, out = solid.radius;
        addTurned(pose, {{-half, in}, {-half, out}, {half, out}, {half, in}, {-half, in}}, out);
        break;
      }
      case Sphere: addBall(solid.radius, pose); break;
      case Cone:  // its centre of mass lies a quarter above the base
        addTurned(pose,
                  {{-0.25 * solid.length, 0}, {-0.25 * solid.length, solid.radius}, {0.75 * solid.length, 0}},
                  solid.radius);
        break;
      case Point: addBall(0.6 * look_.sizes.halfWidth, pose); break;
      case Other: break;
    }
  }

  /// By a profile (along its z, radius).
  void addTurned(const Pose& pose, const std::vector<Vector2>& profile, double radius) {
    Mesh turned;
    addRevolved(turned, profile, style_.segments, Role::Fill);
    Pose along = pose;  // revolved about x
    along.rotation = pose.rotation * axesAlong(Vector3::UnitZ());
    addPlaced(shape_.mesh, turned, along);
    const auto [low, high] = std::minmax_element(
        profile.begin(), profile.end(), [](const Vector2& a, const Vector2& b) { return a.x() < b.x(); });
    shape_.footprints.push_back({{Vector2::Zero()}, radius, low->x(), high->x(), pose});
  }

  /// From end to end; the centre of mass is reached by an arm.
  void addRodThroughAll(const Vector3& direction) {
    const auto [low, high] = std::minmax_element(
        points_.begin(), points_.end(),
        [&](const Vector3& a, const Vector3& b) { return direction.dot(a) < direction.dot(b); });
    addRod(*low, *high, radius_);
    const Vector3 along = *high - *low;
    const double share = std::clamp(-along.dot(*low) / along.squaredNorm(), 0.0, 1.0);
    const Vector3 foot = *low + share * along;
    if (foot.norm() > 2 * radius_) addArm(foot);
  }

  void addBars() {
    if (points_.size() < 2) return addBobWithArms();
    for (std::size_t i = 0; i + 1 < points_.size(); ++i) addRod(points_[i], points_[i + 1], radius_);
    for (const Vector3& end : {points_.front(), points_.back()})
      if (bearsMassAt(end)) addBall(3 * radius_, {end});
  }

  /// The centre of mass lies so near an end that most of the mass must be there; right at it, it may as well
  /// be balanced about it.
  bool bearsMassAt(const Vector3& end) const {
    constexpr double kNear = 0.05, kBalanced = 1e-6;
    const double length = (points_.front() - points_.back()).norm();
    return end.norm() < kNear * length && end.norm() > kBalanced * length;
  }

  /// False, and nothing, where the centre of mass lies beside it, unless it is `meant`.
  bool addPlate(bool meant) {
    const Spread all = spread();
    if (all.extent[1] <= kFlat * all.extent[2]) return false;
    const Pose plane{all.middle, axesAcross(all.axes.col(0))};
    const double half = 0.5 * look_.sizes.thickness;
    if (const double beside = plane.toLocal(Vector3::Zero()).z(); std::abs(beside) > half && !meant)
      return false;
    std::vector<Vector2> corners;
    for (const Vector3& point : points_) corners.push_back(inPlane(plane.toLocal(point)));
    Mesh plate;
    addPrism(plate, roundedOutline(corners, style_.segments), radius_, {-half, half, style_.bevel});
    addPlaced(shape_.mesh, plate, plane);
    shape_.footprints.push_back({convexHull(corners), radius_, -half, half, plane});
    for (const Vector3& point : points_)
      if (const Vector3 local = plane.toLocal(point); std::abs(local.z()) > half)
        addRod(plane.toGround(lifted(inPlane(local))), point, radius_);
    return true;
  }

  void addArms() {
    for (const Vector3& point : points_) addRod(Vector3::Zero(), point, radius_);
    addBall(1.4 * radius_);
  }

  /// From the centre of mass, which is marked by a ball.
  void addArm(const Vector3& to) {
    addRod(Vector3::Zero(), to, 0.7 * radius_);
    addBall(1.4 * radius_);
  }

  void addBobWithArms() {
    addBob();
    const double arm = std::min(0.75 * look_.sizes.halfWidth, 0.6 * bob_.half.maxCoeff());
    for (const Vector3& point : points_) {
      if (!holds(bob_, point)) addRod(Vector3::Zero(), point, arm);
      else if (point.norm() > kFlat * bob_.half.maxCoeff()) addDot(point);
    }
  }

  /// A point that can be joined, on the face of a solid; no larger than marks of joints.
  void addDot(const Vector3& at) { addSphere(shape_.mesh, at, 0.45 * look_.sizes.halfWidth, 12, Role::Rim); }

  static bool holds(const Bob& bob, const Vector3& point) {
    const Vector3 local = bob.axes.transpose() * point;
    if (bob.kind == Bob::Kind::Ball) return local.norm() <= bob.half.x();
    if (bob.kind == Bob::Kind::Disc)
      return local.head<2>().norm() <= bob.half.x() && std::abs(local.z()) <= bob.half.z();
    return (local.cwiseAbs().array() <= bob.half.array()).all();
  }

  void addBob() {
    switch (bob_.kind) {
      case Bob::Kind::Ball: addBall(bob_.half.x()); break;
      case Bob::Kind::Disc: addDisc({Vector3::Zero(), bob_.axes}, bob_.half.x(), bob_.half.z()); break;
      case Bob::Kind::Box: addBlock({Vector3::Zero(), bob_.axes}, bob_.half); break;
    }
  }

  /// With rings around its poles, so that one sees a body turn.
  void addBall(double radius, const Pose& pose = {}) {
    Mesh ball;
    addSphere(ball, Vector3::Zero(), radius, style_.segments, Role::Fill);
    if (!look_.isParticle) addRings(ball, radius);
    addPlaced(shape_.mesh, ball, pose);
    shape_.footprints.push_back({{Vector2::Zero()}, radius, -radius, radius, pose});
  }

  void addRings(Mesh& ball, double radius) const {
    std::vector<Vector3> path;
    for (int i = 0; i <= style_.segments; ++i) {
      const double angle = 2 * EIGEN_PI * i / style_.segments;
      path.push_back({radius * std::cos(angle), 0, radius * std::sin(angle)});
    }
    addTube(ball, path, 0.03 * radius, 6, Role::Rim);
    for (Vector3& place : path) place = Vector3(place.x(), place.z(), 0);
    addTube(ball, path, 0.03 * radius, 6, Role::Rim);
  }

  void addDisc(const Pose& frame, double radius, double half) {
    Mesh disc;
    addPrism(disc, roundedOutline(std::array{Vector2(0, 0)}, 2 * style_.segments), radius,
             {-half, half, style_.bevel});
    if (look_.detail.bevels) addSpokes(disc, radius, half);
    addPlaced(shape_.mesh, disc, frame);
    shape_.footprints.push_back({{Vector2::Zero()}, radius, -half, half, frame});
  }

  /// Lines across both faces, so that one sees a disc turn.
  void addSpokes(Mesh& disc, double radius, double half) const {
    const double above = 0.01 * radius;
    for (const double face : {-half - above, half}) {
      const PrismStyle style{face, face + above, 0, Role::Rim, Role::Rim};
      for (const Vector2& end : {Vector2(0.8 * radius, 0), Vector2(0, 0.8 * radius)})
        addStroke(disc, -end, end, 0.025 * radius, style);
    }
  }

  void addBlock(const Pose& frame, const Vector3& half) {
    addBox(shape_.mesh, frame, half, style_);
    std::vector<Vector2> corners;
    for (const double sx : {-1.0, 1.0})
      for (const double sy : {-1.0, 1.0}) corners.push_back({sx * half.x(), sy * half.y()});
    shape_.footprints.push_back({convexHull(corners), 0, -half.z(), half.z(), frame});
  }

  void addRod(const Vector3& from, const Vector3& to, double radius) {
    const double length = (to - from).norm();
    if (!(length > 0)) return;
    addBar(shape_.mesh, from, to, radius, style_);
    if (look_.detail.centreLines) shape_.mesh.addLine(from, to, Role::Fill);
    shape_.footprints.push_back({convexHull(std::array{Vector2(0, 0), Vector2(length, 0)}), radius, -radius,
                                 radius, Pose{from, axesAlong(to - from)}});
  }

  const BodyLook& look_;
  std::vector<Vector3> points_;
  Bob bob_;
  double radius_;
  SolidStyle style_;
  BodyShape shape_;
};

}  // namespace

Bob bobOf(const Body& body) {
  if (!body.turns()) return {.half = Vector3::Constant(0.5 * body.display.width)};
  const auto [axes, moments] = principalOf(body);
  const int symmetry = symmetryOf(moments);
  const bool round = symmetry >= 0 && areEqual(moments[(symmetry + 1) % 3], moments[symmetry]);
  const bool asBox = body.display.shape == Shape::Box, asDisc = body.display.shape == Shape::Disc;
  Bob bob;
  if (asBox) {
    bob = {Bob::Kind::Box, axes, halfBox(moments, body.mass)};
  } else if (round && !asDisc) {
    bob = {Bob::Kind::Ball, Matrix3::Identity(), Vector3::Constant(rootOf(2.5 * moments.x() / body.mass))};
  } else if (symmetry >= 0 || asDisc) {
    const int k = symmetry < 0 || round ? 2 : symmetry;
    bob = {Bob::Kind::Disc, withThird(axes, k), halfDisc(moments[k], moments[(k + 1) % 3], body.mass)};
  } else {
    bob = {Bob::Kind::Box, axes, halfBox(moments, body.mass)};
  }
  if (!bob.half.allFinite()) bob.half.setZero();
  bob.half = bob.half.cwiseMax(bob.half.maxCoeff() / kThinnest);
  const double largest = bob.kind == Bob::Kind::Box ? bob.half.maxCoeff() : bob.half.x();
  if (const double width = body.display.width; width > 0)
    bob.half =
        largest > 0 ? Vector3(0.5 * width / largest * bob.half) : Vector3(Vector3::Constant(0.5 * width));
  else if (const double reach = reachOf(pointsOf(body)); reach > 0 && bob.half.maxCoeff() > reach)
    bob.half *= reach / bob.half.maxCoeff();
  return bob;
}

double bobRadius(const Body& body) {
  const Shape shape = body.display.shape;
  if (shape == Shape::Hidden) return 0;
  double radius = 0;
  for (const BodySolid& solid : body.solids)
    if (shape == Shape::Automatic && hasShape(solid))
      radius = std::max(radius, (solid.position - body.centreOfMass).norm() + halfEdgesOf(solid).norm());
  if (radius > 0) return radius;
  const bool drawn = shape == Shape::Box || shape == Shape::Disc || isBob(pointsOf(body));
  if (!drawn) return 0.5 * std::max(0.0, body.display.width);
  const Bob bob = bobOf(body);
  switch (bob.kind) {
    case Bob::Kind::Ball: return bob.half.x();
    case Bob::Kind::Disc: return std::hypot(bob.half.x(), bob.half.z());
    default: return bob.half.norm();
  }
}

SpatialLook spatialLookOf(const Body& body) {
  SpatialLook look{pointsOf(body), body.solids, bobOf(body)};
  for (BodySolid& solid : look.solids) solid.position -= body.centreOfMass;
  return look;
}

BodyShape spatialShapeOf(const BodyLook& look) { return SpatialBuilder(look).build(); }

}  // namespace holonom
