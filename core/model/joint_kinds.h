// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <variant>

#include "core/model/spatial_joint_kinds.h"

/// The kinds of joints. A kind is a plain value between a point a of the first body and a point b of the
/// second, and tells here, or in spatial_joint_kinds.h, all that the program knows of it, besides its
/// formulas (core/dynamics/joint_constraints/joint_laws.cpp, spatial_joints.cpp) and its picture
/// (gui/viewport/scene/joint_mark.cpp, spatial_mark.cpp). How to add one: resources/docs/dev/architecture.md.
/// values() are templates so that sources which do not call them do not compile them: nearly all
/// include this.
namespace holonom {

/// λ: force on the second body, ground axes; in space, where the axis that the two bodies share is given in
/// the axes of each, then two moments across it.
struct RevoluteJoint {
  PointRef a, b;
  Vector3 hinge = Vector3::UnitZ(), secondHinge = Vector3::UnitZ();  ///< in the axes of a's body, of b's
  bool operator==(const RevoluteJoint&) const = default;

  static RevoluteJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, Vector3::UnitZ(), start.inSecond(Vector3::UnitZ())};
  }
  static JointKind describe() {
    return {"revolute",
            Text("hinge (revolute)"),
            Text("The two points coincide."),
            Text("First point"),
            Text("Second point"),
            {kRowX, kRowY},
            {JointCoordinate::Angle},
            placeInSpace() + tiltInSpace()};
  }
  template <typename Kind = RevoluteJoint>
  static std::vector<Described<Kind>> values() {
    return {
        spatialAxis("axis", Text("Axis"), Text("Axis of the hinge in space, in the axes of the first body."),
                    &RevoluteJoint::hinge),
        spatialAxis("secondAxis", Text("Axis in the second body"),
                    Text("The same axis in the axes of the second body."), &RevoluteJoint::secondHinge)};
  }
};

/// Point b slides along the line through point a with direction `axis`, fixed in a's body; θ_b − θ_a = angle.
/// λ: force on the second body normal to the axis (axis turned by +90°), and moment on it.
struct PrismaticJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();  ///< in the frame of a's body; need not be normalised in the file
  double angle = 0;                 ///< rad; in the plane
  Vector3 turn;                     ///< in space: rotation vector from the axes of a's body to those of b's
  bool operator==(const PrismaticJoint&) const = default;

  static PrismaticJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.axis, start.angle, start.turn};
  }
  static JointKind describe() {
    return {
        "prismatic",
        Text("slider (prismatic)"),
        Text("The second point slides along a line through the first; the body does not turn against it."),
        Text("Line through"),
        Text("Sliding point"),
        {kRowNormal, kRowAngle},
        {JointCoordinate::Way},
        acrossInSpace() + turnInSpace()};
  }
  template <typename Kind = PrismaticJoint>
  static std::vector<Described<Kind>> values() {
    return {direction<PrismaticJoint>(
                Text("Direction of the line in the axes of the first body; its length does not matter.")),
            heldAngle<PrismaticJoint>(), heldTurn<PrismaticJoint>()};
  }
};

/// The points coincide and θ_b − θ_a = angle. λ: force x, y and moment on the second body.
struct FixedJoint {
  PointRef a, b;
  double angle = 0;  ///< rad; in the plane
  Vector3 turn;      ///< in space: rotation vector from the axes of a's body to those of b's
  bool operator==(const FixedJoint&) const = default;

  static FixedJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.angle, start.turn};
  }
  static JointKind describe() {
    return {"fixed",
            Text("rigid (fixed)"),
            Text("The two points coincide and the bodies do not turn against each other."),
            Text("First point"),
            Text("Second point"),
            {kRowX, kRowY, kRowAngle},
            {},
            placeInSpace() + turnInSpace()};
  }
  template <typename Kind = FixedJoint>
  static std::vector<Described<Kind>> values() {
    return {heldAngle<FixedJoint>(), heldTurn<FixedJoint>()};
  }
};

/// A disc fixed to b's body, with its centre at point b, rolls without slip along the line through point a
/// with direction `axis`, fixed in a's body; it is on the left of the axis. λ: force on the disc across the
/// line (axis turned by +90°: positive when pressed together) and, nonholonomic, along it. In space the disc
/// stands on a plane of the ground through point a and may lean: λ is the force on it along the normal, along
/// its track, and across that; coordinates are its heading, lean and roll (cardanAxes()) and the two ways of
/// its centre (waysOnPlane()).
struct RollingJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();    ///< in the frame of a's body; in the plane
  double radius = 1;                  ///< m, > 0
  Vector3 normal = Vector3::UnitZ();  ///< of the plane; in space
  Vector3 axle = Vector3::UnitY();    ///< about which it turns, in the axes of b's body; in space
  bool operator==(const RollingJoint&) const = default;

  static RollingJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.axis, 0.1 * start.size, Vector3::UnitZ(), start.inSecond(Vector3::UnitY())};
  }
  static JointKind describe() {
    return {"rolling",
            Text("disc that rolls without slip"),
            Text("A disc around the second point rolls on a line through the first."),
            Text("Line through"),
            Text("Centre of the disc"),
            {kRowNormal, {"rolling", JointRow::Keeps::Velocity}},
            {JointCoordinate::Cardan, JointCoordinate::Cardan, JointCoordinate::Cardan, JointCoordinate::Way,
             JointCoordinate::Way},
            {kRowNormal, {"rolling", JointRow::Keeps::Velocity}, {"sideways", JointRow::Keeps::Velocity}}};
  }
  template <typename Kind = RollingJoint>
  static std::vector<Described<Kind>> values() {
    auto line = direction<RollingJoint>(
        Text("Direction of the line in the axes of the first body; the disc is on its left."));
    line.where = Where::Plane;
    return {
        line,
        spatialAxis("normal", Text("Normal of the ground"),
                    Text("Of the plane that it rolls on, on the side of the disc."), &RollingJoint::normal),
        spatialAxis("axle", Text("Axle"), Text("Axis of the disc in the axes of its body."),
                    &RollingJoint::axle),
        {"radius", Text("Radius"), "m", Text("Radius of the disc."), &RollingJoint::radius, kPositive,
         Presence::Required}};
  }
};

/// A blade or skate at point b of the second body: the point moves only along `axis`, fixed in b's body,
/// relative to the surface that a's body carries (where point a is does not matter). λ, nonholonomic: force
/// on the blade across the axis (axis turned by +90°). In space the surface is a plane of the ground, and the
/// blade goes where its shadow on it points.
struct KnifeEdgeJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();    ///< in the frame of b's body
  Vector3 normal = Vector3::UnitZ();  ///< of the surface; in space
  bool operator==(const KnifeEdgeJoint&) const = default;

  static KnifeEdgeJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.axis, Vector3::UnitZ()};
  }
  static JointKind describe() {
    return {"knife-edge",
            Text("blade or skate (knife edge)"),
            Text("The second point moves only along the blade, on the surface that the first body carries."),
            Text("Surface"),
            Text("Blade at"),
            {{"blade", JointRow::Keeps::Velocity}},
            {},
            {{"blade", JointRow::Keeps::Velocity}}};
  }
  template <typename Kind = KnifeEdgeJoint>
  static std::vector<Described<Kind>> values() {
    return {direction<KnifeEdgeJoint>(Text("Direction of the blade in the axes of the second body.")),
            spatialAxis("normal", Text("Normal of the ground"), Text("Of the plane that it glides on."),
                        &KnifeEdgeJoint::normal)};
  }
};

/// A pin in a slot: point b lies on the line through point a with direction `axis`, fixed in a's body, and
/// turns freely. λ: force on the second body normal to the axis (axis turned by +90°).
struct SlotJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();  ///< in the frame of a's body
  bool operator==(const SlotJoint&) const = default;

  static SlotJoint make(PointRef a, PointRef b, const JointStart& start) { return {a, b, start.axis}; }
  static JointKind describe() {
    return {"slot",
            Text("pin in a slot"),
            Text("The second point slides along a line through the first, and turns freely."),
            Text("Slot through"),
            Text("Pin"),
            {kRowNormal},
            {JointCoordinate::Way, JointCoordinate::Cardan, JointCoordinate::Cardan, JointCoordinate::Cardan},
            acrossInSpace()};
  }
  template <typename Kind = SlotJoint>
  static std::vector<Described<Kind>> values() {
    return {direction<SlotJoint>(
        Text("Direction of the slot in the axes of the first body; its length does not matter."))};
  }
};

/// A rigid, massless rod with a pin at both ends: the distance of the points is `length`. λ: force along the
/// rod, positive when it is compressed.
struct RodJoint {
  PointRef a, b;
  double length = 1;  ///< m, > 0
  bool operator==(const RodJoint&) const = default;

  static RodJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.distance > 0 ? start.distance : start.size};
  }
  static JointKind describe() {
    return {"rod",
            Text("rod (constant distance)"),
            Text("The two points keep their distance."),
            Text("First point"),
            Text("Second point"),
            {{"length", JointRow::Keeps::Distance}},
            {},
            {{"length", JointRow::Keeps::Distance}}};
  }
  template <typename Kind = RodJoint>
  static std::vector<Described<Kind>> values() {
    return {{"length", Text("Length"), "m", Text("Distance of the two points."), &RodJoint::length, kPositive,
             Presence::Required}};
  }
};

using AnyJoint =
    std::variant<RevoluteJoint, PrismaticJoint, FixedJoint, RollingJoint, KnifeEdgeJoint, SlotJoint, RodJoint,
                 SphericalJoint, UniversalJoint, CylindricalJoint, PlanarJoint, ConstantVelocityJoint,
                 ScrewJoint, InPlaneJoint, ParallelAxesJoint, PerpendicularAxesJoint, SameOrientationJoint,
                 RollingBallJoint, RevoluteSphericalJoint>;

/// All kinds, in the order of AnyJoint.
std::span<const JointKind> jointKinds();
/// Their names in files, in the same order.
std::vector<std::string> jointKindNames();
/// Those with a coordinate, in the plane or in space, in words: "revolute, prismatic or slot joint".
std::string drivableKinds(bool inSpace);

/// A joint of that kind (its place in jointKinds()) between two points.
AnyJoint makeJoint(std::size_t kind, PointRef a, PointRef b, const JointStart& start);
/// One that has the values which a file may leave out, and no points yet.
AnyJoint newJoint(std::size_t kind);

}  // namespace holonom
