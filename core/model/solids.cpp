// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/solids.h"

#include <Eigen/Eigenvalues>
#include <numbers>

#include "core/math/euler_parameters.h"
#include "core/model/centre_motion.h"

namespace holonom {
namespace {

constexpr double kPi = std::numbers::pi;

/// Of a mass point at `arm` about the origin.
Matrix3 inertiaOfPoint(double mass, const Vector3& arm) {
  return mass * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
}

}  // namespace

SolidGeometry boxOf(const Vector3& edges) {
  const Vector3 squares = edges.cwiseAbs2();
  return {edges.prod(), (Vector3::Constant(squares.sum()) - squares) / 12};
}

SolidGeometry ballOf(double radius) {
  return {4. / 3 * kPi * radius * radius * radius, Vector3::Constant(0.4 * radius * radius)};
}

SolidGeometry cylinderOf(double radius, double length, double innerRadius) {
  const double squares = radius * radius + innerRadius * innerRadius,
               across = squares / 4 + length * length / 12;
  return {kPi * (radius * radius - innerRadius * innerRadius) * length, {across, across, squares / 2}};
}

SolidGeometry coneOf(double radius, double length) {
  const double across = 0.15 * radius * radius + 0.0375 * length * length;
  return {kPi / 3 * radius * radius * length, {across, across, 0.3 * radius * radius}};
}

MassProperties massOf(const SolidGeometry& solid, double mass) {
  return {.mass = mass, .centre = {}, .tensor = Vector3(mass * solid.moments).asDiagonal()};
}

MassProperties massOf(const Body& body) { return {body.mass, body.centreOfMass, inertiaTensor(body)}; }

MassProperties placed(const MassProperties& part, const Pose& pose) {
  return {part.mass, pose.toGround(part.centre), pose.rotation * part.tensor * pose.rotation.transpose()};
}

MassProperties joined(const MassProperties& a, const MassProperties& b) {
  MassProperties both{.mass = a.mass + b.mass, .centre = {}};
  if (!(both.mass > 0)) return both;
  both.centre = (a.mass * a.centre + b.mass * b.centre) / both.mass;
  for (const MassProperties* part : {&a, &b})
    both.tensor += part->tensor + inertiaOfPoint(part->mass, part->centre - both.centre);
  return both;
}

void setMass(Body& body, const MassProperties& properties) {
  const Matrix3& J = properties.tensor;
  body.mass = properties.mass;
  body.centreOfMass = properties.centre;
  body.moments = J.diagonal();
  body.products = {J(0, 1), J(0, 2), J(1, 2)};
}

std::span<const SolidKind> solidKinds() {
  const static SolidLength radius{"radius", Text("Radius"), &BodySolid::radius},
      inner{"innerRadius", Text("Inner radius"), &BodySolid::innerRadius},
      length{"length", Text("Length"), &BodySolid::length},
      thinRadius{"radius", Text("Radius"), &BodySolid::radius, true},
      thickness{"thickness", Text("Thickness"), &BodySolid::thickness, true};
  static const SolidKind kinds[] = {{"box", Text("box"), 3, {}},
                                    {"plate", Text("plate"), 2, {thickness}},
                                    {"bar", Text("bar"), 0, {length, thinRadius}},
                                    {"cylinder", Text("cylinder"), 0, {radius, length}},
                                    {"tube", Text("tube"), 0, {radius, inner, length}},
                                    {"sphere", Text("sphere"), 0, {radius}},
                                    {"cone", Text("cone"), 0, {radius, length}},
                                    {"point", Text("point mass"), 0, {}},
                                    {"", Text("other mass"), 0, {}}};
  return kinds;
}

const SolidKind& kindOf(const BodySolid& solid) { return solidKinds()[std::size_t(solid.shape)]; }

SolidGeometry shapeOf(const BodySolid& solid) {
  using enum BodySolid::Shape;
  switch (solid.shape) {
    case Box: return boxOf(solid.size);
    case Plate: return boxOf({solid.size.x(), solid.size.y(), solid.thickness});
    case Bar: {  // along x
      const SolidGeometry round = cylinderOf(solid.radius, solid.length);
      return {round.volume, {round.moments.z(), round.moments.x(), round.moments.y()}};
    }
    case Cylinder: return cylinderOf(solid.radius, solid.length);
    case Tube: return cylinderOf(solid.radius, solid.length, solid.innerRadius);
    case Sphere: return ballOf(solid.radius);
    case Cone: return coneOf(solid.radius, solid.length);
    case Point:
    case Other: break;
  }
  return {0, Vector3::Zero()};
}

Pose poseOf(const BodySolid& solid) {
  return {solid.position, rotationMatrix(eulerParameters(solid.axis, solid.angle))};
}

MassProperties massOf(const BodySolid& solid) {
  if (solid.shape == BodySolid::Shape::Other)
    return {solid.mass, solid.position, inertiaTensor(solid.moments, solid.products)};
  const SolidGeometry shape = shapeOf(solid);
  return placed(massOf(shape, solid.hasDensity ? solid.density * shape.volume : solid.mass), poseOf(solid));
}

BodySolid ownMassOf(const Body& body) {
  BodySolid own;
  own.shape = BodySolid::Shape::Other;
  own.mass = body.mass;
  own.position = body.centreOfMass;
  own.moments = body.moments;
  own.products = body.products;
  return own;
}

std::optional<Misfit> composeMass(Body& body) {
  constexpr double kNothing = 1e-14;  // of the largest principal moment, by rounding
  MassProperties all;
  for (const BodySolid& solid : body.solids) all = joined(all, massOf(solid));
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(all.tensor, Eigen::EigenvaluesOnly);
  const Eigen::Vector3d principal = solver.eigenvalues();  // the largest is the last
  if (!(principal[0] > kNothing * principal[2]))
    return Misfit{tr("together they have no moment of inertia about one axis"),
                  tr("give a bar its 'radius', or add a solid beside the line on which they lie")};
  setMass(body, all);
  return {};
}

}  // namespace holonom
