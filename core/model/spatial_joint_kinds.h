// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/joint_kind.h"

/// The kinds of joints that are of space first.
namespace holonom {

/// A ball joint: the points coincide, and the bodies turn against each other in every way. λ: force on the
/// second body, ground axes. Between bodies in the plane a hinge. Its coordinates are the Cardan angles x, y,
/// z of the axes of the second point against those of the first.
struct SphericalJoint {
  PointRef a, b;
  bool operator==(const SphericalJoint&) const = default;

  static SphericalJoint make(PointRef a, PointRef b, const JointStart&) { return {a, b}; }
  static JointKind describe() {
    return {"spherical",
            Text("ball joint (spherical)"),
            Text("The two points coincide; the bodies turn against each other about every axis."),
            Text("First point"),
            Text("Second point"),
            {kRowX, kRowY},
            {JointCoordinate::Cardan, JointCoordinate::Cardan, JointCoordinate::Cardan},
            placeInSpace()};
  }
  template <typename Kind = SphericalJoint>
  static std::vector<Described<Kind>> values() {
    return {};
  }
};

/// A Cardan joint: the points coincide, and an axis of the first body stays at right angles to one of the
/// second. λ: force on the second body, ground axes, and the moment across both axes.
struct UniversalJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX(), secondAxis = Vector3::UnitY();  ///< in the axes of a's body, of b's
  bool operator==(const UniversalJoint&) const = default;

  static UniversalJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitX(), start.inSecond(Vector3::UnitY())};
  }
  static JointKind describe() {
    return {"universal",
            Text("Cardan joint (universal)"),
            Text("The two points coincide; an axis of the first body stays at right angles to one of the "
                 "second."),
            Text("First point"),
            Text("Second point"),
            {},
            {JointCoordinate::Angle, JointCoordinate::Angle},
            placeInSpace() + std::vector<JointRow>{{"turn", JointRow::Keeps::Angle}}};
  }
  template <typename Kind = UniversalJoint>
  static std::vector<Described<Kind>> values() {
    return {
        spatialAxis("axis", Text("First axis"), Text("Axis of the cross in the axes of the first body."),
                    &UniversalJoint::axis),
        spatialAxis("secondAxis", Text("Second axis"),
                    Text("Axis of the cross in the axes of the second body."), &UniversalJoint::secondAxis)};
  }
};

/// The second point slides along an axis through the first, about which the bodies turn. λ: two forces on the
/// second body across the axis, and two moments across it.
struct CylindricalJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitZ(), secondAxis = Vector3::UnitZ();  ///< in the axes of a's body, of b's
  bool operator==(const CylindricalJoint&) const = default;

  static CylindricalJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), start.inSecond(Vector3::UnitZ())};
  }
  static JointKind describe() {
    return {"cylindrical",
            Text("shaft in a sleeve (cylindrical)"),
            Text("The second point slides along an axis through the first, and the bodies turn about it."),
            Text("Axis through"),
            Text("Sliding point"),
            {},
            {JointCoordinate::Angle, JointCoordinate::Way},
            acrossInSpace() + tiltInSpace()};
  }
  template <typename Kind = CylindricalJoint>
  static std::vector<Described<Kind>> values() {
    return {
        spatialAxis("axis", Text("Axis"), Text("Direction of the axis in the axes of the first body."),
                    &CylindricalJoint::axis),
        spatialAxis("secondAxis", Text("Axis in the second body"),
                    Text("The same axis in the axes of the second body."), &CylindricalJoint::secondAxis)};
  }
};

/// The second body slides and turns on a plane of the first, through the first point; coordinates: its two
/// ways (waysOnPlane()) and its turn. λ: the force on the second body across the plane, and two moments.
struct PlanarJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitZ(),
          secondAxis = Vector3::UnitZ();  ///< normal, in the axes of a's body, of b's
  bool operator==(const PlanarJoint&) const = default;

  static PlanarJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), start.inSecond(Vector3::UnitZ())};
  }
  static JointKind describe() {
    return {"planar",
            Text("body on a plane (planar)"),
            Text("The second body slides on a plane of the first, and turns about its normal."),
            Text("Plane through"),
            Text("Point on the plane"),
            {},
            {JointCoordinate::Way, JointCoordinate::Way, JointCoordinate::Angle},
            std::vector<JointRow>{{"normal", JointRow::Keeps::Line}} + tiltInSpace()};
  }
  template <typename Kind = PlanarJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("Normal"), Text("Normal of the plane in the axes of the first body."),
                        &PlanarJoint::axis),
            spatialAxis("secondAxis", Text("Normal in the second body"),
                        Text("The same normal in the axes of the second body."), &PlanarJoint::secondAxis)};
  }
};

/// The points coincide, and two shafts turn at the same speed, however the second is bent against the
/// first: a pair of such directions across them as lie along each other where the shafts do is turned by no
/// more than the bend. λ: force on the second body, ground axes, and the moment, about the direction halfway
/// between the shafts. Its coordinates are the angles of the bend (cardanAxes()).
struct ConstantVelocityJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX(), secondAxis = Vector3::UnitX();  ///< in the axes of a's body, of b's
  bool operator==(const ConstantVelocityJoint&) const = default;

  static ConstantVelocityJoint make(PointRef a, PointRef b, const JointStart&) { return {a, b}; }
  static JointKind describe() {
    return {
        "constant-velocity",
        Text("constant-velocity joint of shafts"),
        Text("The two points coincide; two shafts through them turn at the same speed, whatever the angle "
             "between them."),
        Text("First point"),
        Text("Second point"),
        {},
        {JointCoordinate::Cardan, JointCoordinate::Cardan},
        placeInSpace() + std::vector<JointRow>{{"turn", JointRow::Keeps::Angle}}};
  }
  template <typename Kind = ConstantVelocityJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("First shaft"), Text("Axis of the first shaft in the axes of its body."),
                        &ConstantVelocityJoint::axis),
            spatialAxis("secondAxis", Text("Second shaft"),
                        Text("Axis of the second shaft in the axes of its body, the same way round."),
                        &ConstantVelocityJoint::secondAxis)};
  }
};

/// A nut on a screw: the second point moves along an axis through the first by `pitch` per turn about it. λ:
/// two forces on the second body across the axis, two moments across it, and the force along it.
struct ScrewJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitZ(), secondAxis = Vector3::UnitZ();  ///< in the axes of a's body, of b's
  double pitch = 0.01;                                             ///< m per turn, negative: left-handed
  bool operator==(const ScrewJoint&) const = default;

  static ScrewJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), start.inSecond(Vector3::UnitZ()), 0.01 * start.size};
  }
  static JointKind describe() {
    return {"screw",
            Text("nut on a screw"),
            Text("The second point moves along an axis through the first in step with the turn about it."),
            Text("Axis through"),
            Text("Point of the nut"),
            {},
            {JointCoordinate::Angle},
            acrossInSpace() + tiltInSpace() + std::vector<JointRow>{{"thread", JointRow::Keeps::Distance}}};
  }
  template <typename Kind = ScrewJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("Axis"), Text("Direction of the axis in the axes of the first body."),
                        &ScrewJoint::axis),
            spatialAxis("secondAxis", Text("Axis in the second body"),
                        Text("The same axis in the axes of the second body."), &ScrewJoint::secondAxis),
            {"pitch", Text("Pitch"), "m",
             Text("Way along the axis in one turn; negative where the thread is left-handed."),
             &ScrewJoint::pitch, kAnyNumber, Presence::Required}};
  }
  std::optional<Objection> objection() const {
    if (pitch != 0) return {};
    return Objection{"pitch",
                     Text("the pitch of a screw must not be 0: the nut would not move along its axis"),
                     Text("make the \"type\" \"revolute\": that is a hinge, which only turns"),
                     Text("Make it a hinge (revolute), which only turns.")};
  }
};

/// The second point stays on a plane of the first body through the first point; the bodies turn against
/// each other in every way. Coordinates: its two ways (waysOnPlane()), and the three angles of a ball
/// joint. λ: the force on the second body across the plane.
struct InPlaneJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitZ();  ///< normal, in the axes of a's body
  bool operator==(const InPlaneJoint&) const = default;

  static InPlaneJoint make(PointRef a, PointRef b, const JointStart&) { return {a, b}; }
  static JointKind describe() {
    return {"in-plane",
            Text("point on a plane"),
            Text("The second point stays on a plane of the first body."),
            Text("Plane through"),
            Text("Point on the plane"),
            {},
            {JointCoordinate::Way, JointCoordinate::Way, JointCoordinate::Cardan, JointCoordinate::Cardan,
             JointCoordinate::Cardan},
            {{"normal", JointRow::Keeps::Line}}};
  }
  template <typename Kind = InPlaneJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("Normal"), Text("Normal of the plane in the axes of the first body."),
                        &InPlaneJoint::axis)};
  }
};

/// An axis of the first body stays parallel to one of the second, wherever they are. Coordinates: the turn
/// about it, two ways across it (waysOnPlane()), and the way along it. λ: two moments across.
struct ParallelAxesJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitZ(), secondAxis = Vector3::UnitZ();  ///< in the axes of a's body, of b's
  bool operator==(const ParallelAxesJoint&) const = default;

  static ParallelAxesJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), start.inSecond(Vector3::UnitZ())};
  }
  static JointKind describe() {
    return {"parallel-axes",
            Text("parallel axes"),
            Text("An axis of the first body stays parallel to one of the second, wherever the bodies are."),
            Text("Point of the first body"),
            Text("Point of the second body"),
            {},
            {JointCoordinate::Angle, JointCoordinate::Way, JointCoordinate::Way, JointCoordinate::Way},
            tiltInSpace()};
  }
  template <typename Kind = ParallelAxesJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("First axis"), Text("Axis in the axes of the first body."),
                        &ParallelAxesJoint::axis),
            spatialAxis("secondAxis", Text("Second axis"), Text("Axis in the axes of the second body."),
                        &ParallelAxesJoint::secondAxis)};
  }
};

/// An axis of the first body stays at right angles to one of the second, wherever they are. Coordinates: the
/// two turns of a Cardan joint, and the ways along x, y and z of the first body. λ: the moment across both.
struct PerpendicularAxesJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX(), secondAxis = Vector3::UnitY();  ///< in the axes of a's body, of b's
  bool operator==(const PerpendicularAxesJoint&) const = default;

  static PerpendicularAxesJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitX(), start.inSecond(Vector3::UnitY())};
  }
  static JointKind describe() {
    return {"perpendicular-axes",
            Text("perpendicular axes"),
            Text("An axis of the first body stays at right angles to one of the second, wherever the bodies "
                 "are."),
            Text("Point of the first body"),
            Text("Point of the second body"),
            {},
            {JointCoordinate::Angle, JointCoordinate::Angle, JointCoordinate::Way, JointCoordinate::Way,
             JointCoordinate::Way},
            {{"turn", JointRow::Keeps::Angle}}};
  }
  template <typename Kind = PerpendicularAxesJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("First axis"), Text("Axis in the axes of the first body."),
                        &PerpendicularAxesJoint::axis),
            spatialAxis("secondAxis", Text("Second axis"), Text("Axis in the axes of the second body."),
                        &PerpendicularAxesJoint::secondAxis)};
  }
};

/// The bodies do not turn against each other, wherever they are. Coordinates: the ways of the second point
/// along x, y and z of the first body. λ: three moments on the second body.
struct SameOrientationJoint {
  PointRef a, b;
  Vector3 turn;  ///< rotation vector from the axes of a's body to those of b's
  bool operator==(const SameOrientationJoint&) const = default;

  static SameOrientationJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.turn};
  }
  static JointKind describe() {
    return {"same-orientation",
            Text("same orientation"),
            Text("The bodies do not turn against each other, wherever they are."),
            Text("Point of the first body"),
            Text("Point of the second body"),
            {},
            {JointCoordinate::Way, JointCoordinate::Way, JointCoordinate::Way},
            turnInSpace()};
  }
  template <typename Kind = SameOrientationJoint>
  static std::vector<Described<Kind>> values() {
    return {heldTurn<SameOrientationJoint>()};
  }
};

/// A rigid, massless rod on a hinge of the first body and a ball joint of the second: the points keep the
/// distance `length`, and the rod stays at right angles to the axis of the hinge. With a Cardan joint in
/// the place of the hinge it would hold no more than a rod between two ball joints (RodJoint). λ: force
/// along the rod, positive when it is compressed, and the force on the second body along the axis. Its
/// coordinates are the turn of the rod about the hinge, and the three angles of a ball joint.
struct RevoluteSphericalJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitZ();  ///< of the hinge, in the axes of a's body
  double length = 1;                ///< m, > 0
  bool operator==(const RevoluteSphericalJoint&) const = default;

  static RevoluteSphericalJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), start.distance > 0 ? start.distance : start.size};
  }
  static JointKind describe() {
    return {
        "revolute-spherical",
        Text("rod on a hinge and a ball (revolute–spherical)"),
        Text("The two points keep their distance, at right angles to an axis of the first body."),
        Text("Hinge at"),
        Text("Ball at"),
        {},
        {JointCoordinate::Swing, JointCoordinate::Cardan, JointCoordinate::Cardan, JointCoordinate::Cardan},
        {{"length", JointRow::Keeps::Distance}, {"axial", JointRow::Keeps::Line}}};
  }
  template <typename Kind = RevoluteSphericalJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("axis", Text("Axis"), Text("Axis of the hinge in the axes of the first body."),
                        &RevoluteSphericalJoint::axis),
            {"length", Text("Length"), "m", Text("Distance of the two points."),
             &RevoluteSphericalJoint::length, kPositive, Presence::Required}};
  }
};

/// A ball around point b of the second body rolls without slip on a plane of the ground through point a.
/// Coordinates: as of a point on a plane. λ: the force on the ball along the normal, and, nonholonomic, two
/// in the plane.
struct RollingBallJoint {
  PointRef a, b;
  Vector3 normal = Vector3::UnitZ();  ///< of the plane, on the side of the ball
  double radius = 1;                  ///< m, > 0
  bool operator==(const RollingBallJoint&) const = default;

  static RollingBallJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), 0.1 * start.size};
  }
  static JointKind describe() {
    return {"rolling-ball",
            Text("ball that rolls without slip"),
            Text("A ball around the second point rolls on a plane through the first."),
            Text("Plane through"),
            Text("Centre of the ball"),
            {},
            {JointCoordinate::Way, JointCoordinate::Way, JointCoordinate::Cardan, JointCoordinate::Cardan,
             JointCoordinate::Cardan},
            {{"normal", JointRow::Keeps::Line},
             {"rolling 1", JointRow::Keeps::Velocity},
             {"rolling 2", JointRow::Keeps::Velocity}}};
  }
  template <typename Kind = RollingBallJoint>
  static std::vector<Described<Kind>> values() {
    return {spatialAxis("normal", Text("Normal of the ground"),
                        Text("Of the plane that it rolls on, on the side of the ball."),
                        &RollingBallJoint::normal),
            {"radius", Text("Radius"), "m", Text("Radius of the ball."), &RollingBallJoint::radius, kPositive,
             Presence::Required}};
  }
};

}  // namespace holonom
