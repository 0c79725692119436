// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/math/euler_parameters.h"
#include "core/model/described.h"
#include "core/model/point_ref.h"

/// The kinds of joints. A kind is a plain value between a point a of the first body and a point b of the
/// second, and tells here all that the program knows of it, besides its formulas
/// (core/dynamics/joint_constraints/planar_joints.cpp) and its picture (gui/viewport/scene/joint_mark.cpp).
/// How to add one: resources/docs/dev/architecture.md.
namespace holonom {

/// A row of constraints, and what it keeps of the second body against the first: its place in one direction
/// of space, its distance from a line or from a point, its angle, or (nonholonomic) a component of its
/// velocity.
struct JointRow {
  enum class Keeps { Place, Line, Distance, Angle, Velocity };
  const char* name;  ///< in reports
  Keeps keeps;
};

/// What a driver can prescribe of a joint: θ_b − θ_a, or the way of b from a along the axis.
enum class JointCoordinate { None, Angle, Way };

/// What there is to know of a kind of joint.
struct JointKind {
  const char* name;            ///< in files
  Text title;                  ///< in engineers' words, within a sentence
  Text what;                   ///< what it does, one sentence
  Text first, second;          ///< what the two points are
  std::vector<JointRow> rows;  ///< in the plane, nonholonomic ones last; none: it is one in space only
  JointCoordinate coordinate = JointCoordinate::None;  ///< in the plane
  std::vector<JointRow> rowsInSpace = {};              ///< none: it is one in the plane only

  static int count(const std::vector<JointRow>& rows, JointRow::Keeps what) {
    return int(std::count_if(rows.begin(), rows.end(), [&](const JointRow& r) { return r.keeps == what; }));
  }
  int count(JointRow::Keeps what) const { return count(rows, what); }
  /// The two points are one, wherever the bodies are.
  bool pointsCoincide() const {
    return count(JointRow::Keeps::Place) == 2 || count(rowsInSpace, JointRow::Keeps::Place) == 3;
  }
  bool keepsAngle() const { return count(JointRow::Keeps::Angle) > 0; }
  /// What it keeps in the plane is measured in axes of the first body, of the second: they must have some.
  bool needsFirstAxes() const { return needsSecondAxes() || count(JointRow::Keeps::Line) > 0; }
  bool needsSecondAxes() const { return keepsAngle() || count(JointRow::Keeps::Velocity) > 0; }
  bool keepsPositions() const { return count(JointRow::Keeps::Velocity) < int(rows.size()); }
};

/// How two points lie when a joint is put between them.
struct JointStart {
  Vector3 axis = Vector3::UnitX();  ///< of the joint that was there
  double angle = 0;                 ///< θ_b − θ_a, rad
  Vector3 turn;                     ///< of the second body's axes against the first's, rotation vector, rad
  double distance = 0;              ///< of the points, m
  double size = 1;                  ///< of the model, m

  /// A direction in the axes of the first body, in those of the second.
  Vector3 inSecond(const Vector3& first) const {
    return rotationMatrix(eulerParameters(turn)).transpose() * first;
  }
};

inline constexpr JointRow kRowX{"x", JointRow::Keeps::Place}, kRowY{"y", JointRow::Keeps::Place},
    kRowNormal{"normal", JointRow::Keeps::Line}, kRowAngle{"angle", JointRow::Keeps::Angle};

/// In space: the place in ground axes; that from a line in two directions across it; turns about two axes
/// across one, or about all three, for the axes of the two bodies that stay at right angles.
inline const std::vector<JointRow>& placeInSpace() {
  static const std::vector<JointRow> rows{kRowX, kRowY, {"z", JointRow::Keeps::Place}};
  return rows;
}
inline const std::vector<JointRow>& acrossInSpace() {
  static const std::vector<JointRow> rows{{"across 1", JointRow::Keeps::Line},
                                          {"across 2", JointRow::Keeps::Line}};
  return rows;
}
inline const std::vector<JointRow>& tiltInSpace() {
  static const std::vector<JointRow> rows{{"tilt 1", JointRow::Keeps::Angle},
                                          {"tilt 2", JointRow::Keeps::Angle}};
  return rows;
}
inline const std::vector<JointRow>& turnInSpace() {
  static const std::vector<JointRow> rows{{"turn 1", JointRow::Keeps::Angle},
                                          {"turn 2", JointRow::Keeps::Angle},
                                          {"turn 3", JointRow::Keeps::Angle}};
  return rows;
}
inline std::vector<JointRow> operator+(std::vector<JointRow> rows, const std::vector<JointRow>& more) {
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

template <typename Kind>
Described<Kind> heldAngle() {
  Described<Kind> value{
      "angle",         Text("Angle between the bodies"),
      "rad",           Text("How far the second body is turned against the first; the joint keeps it."),
      &Kind::angle,    kAnyNumber,
      Presence::Spared};
  value.where = Where::Plane;
  return value;
}
template <typename Kind>
Described<Kind> heldTurn() {
  Described<Kind> value{"turn",
                        Text("Turn between the bodies"),
                        "rad",
                        Text("How the second body is turned against the first in space, as a vector along "
                             "the axis whose length is the angle; the joint keeps it."),
                        &Kind::turn,
                        kAnyNumber,
                        Presence::Spared};
  value.where = Where::Space;
  value.leastNumbers = 3;
  return value;
}
template <typename Kind>
Described<Kind> direction(const Text& help) {
  return {"axis", Text("Direction"), "", help, &Kind::axis, kAnyNumber, Presence::Written, true};
}
/// An axis of a joint in space, fixed in the first or in the second body.
template <typename Kind>
Described<Kind> spatialAxis(const char* key, const Text& label, const Text& help, Vector3 Kind::*member) {
  Described<Kind> value{key, label, "", help, member, kAnyNumber, Presence::Written, true};
  value.where = Where::Space;
  value.leastNumbers = 3;
  return value;
}

/// The points between which a joint acts, and the values of its kind.
template <typename Kind>
std::vector<Described<Kind>> pointsAndValues() {
  const JointKind words = Kind::describe();
  std::vector<Described<Kind>> all{{"between", words.first, "", words.what,
                                    EndPoints<Kind>{&Kind::a, &Kind::b, words.second}, kAnyNumber,
                                    Presence::Required}};
  for (Described<Kind>& value : Kind::values()) all.push_back(std::move(value));
  return all;
}

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
            JointCoordinate::Angle,
            placeInSpace() + tiltInSpace()};
  }
  static std::vector<Described<RevoluteJoint>> values() {
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
        JointCoordinate::Way,
        acrossInSpace() + turnInSpace()};
  }
  static std::vector<Described<PrismaticJoint>> values() {
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
            JointCoordinate::None,
            placeInSpace() + turnInSpace()};
  }
  static std::vector<Described<FixedJoint>> values() {
    return {heldAngle<FixedJoint>(), heldTurn<FixedJoint>()};
  }
};

/// A disc fixed to b's body, with its centre at point b, rolls without slip along the line through point a
/// with direction `axis`, fixed in a's body; it is on the left of the axis. λ: force on the disc across the
/// line (axis turned by +90°: positive when pressed together) and, nonholonomic, along it.
struct RollingJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();  ///< in the frame of a's body
  double radius = 1;                ///< m, > 0
  bool operator==(const RollingJoint&) const = default;

  static RollingJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.axis, 0.1 * start.size};
  }
  static JointKind describe() {
    return {"rolling",
            Text("disc that rolls without slip"),
            Text("A disc around the second point rolls on a line through the first."),
            Text("Line through"),
            Text("Centre of the disc"),
            {kRowNormal, {"rolling", JointRow::Keeps::Velocity}}};
  }
  static std::vector<Described<RollingJoint>> values() {
    return {direction<RollingJoint>(
                Text("Direction of the line in the axes of the first body; the disc is on its left.")),
            {"radius", Text("Radius"), "m", Text("Radius of the disc."), &RollingJoint::radius, kPositive,
             Presence::Required}};
  }
};

/// A blade or skate at point b of the second body: the point moves only along `axis`, fixed in b's body,
/// relative to the surface that a's body carries (where point a is does not matter). λ, nonholonomic: force
/// on the blade across the axis (axis turned by +90°).
struct KnifeEdgeJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();  ///< in the frame of b's body
  bool operator==(const KnifeEdgeJoint&) const = default;

  static KnifeEdgeJoint make(PointRef a, PointRef b, const JointStart& start) { return {a, b, start.axis}; }
  static JointKind describe() {
    return {"knife-edge",
            Text("blade or skate (knife edge)"),
            Text("The second point moves only along the blade, on the surface that the first body carries."),
            Text("Surface"),
            Text("Blade at"),
            {{"blade", JointRow::Keeps::Velocity}}};
  }
  static std::vector<Described<KnifeEdgeJoint>> values() {
    return {direction<KnifeEdgeJoint>(Text("Direction of the blade in the axes of the second body."))};
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
            JointCoordinate::Way,
            acrossInSpace()};
  }
  static std::vector<Described<SlotJoint>> values() {
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
            JointCoordinate::None,
            {{"length", JointRow::Keeps::Distance}}};
  }
  static std::vector<Described<RodJoint>> values() {
    return {{"length", Text("Length"), "m", Text("Distance of the two points."), &RodJoint::length, kPositive,
             Presence::Required}};
  }
};

/// A ball joint: the points coincide, and the bodies turn against each other in every way. λ: force on the
/// second body, ground axes. Between bodies in the plane a hinge.
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
            JointCoordinate::None,
            placeInSpace()};
  }
  static std::vector<Described<SphericalJoint>> values() { return {}; }
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
            JointCoordinate::None,
            placeInSpace() + std::vector<JointRow>{{"turn", JointRow::Keeps::Angle}}};
  }
  static std::vector<Described<UniversalJoint>> values() {
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
            JointCoordinate::None,
            acrossInSpace() + tiltInSpace()};
  }
  static std::vector<Described<CylindricalJoint>> values() {
    return {
        spatialAxis("axis", Text("Axis"), Text("Direction of the axis in the axes of the first body."),
                    &CylindricalJoint::axis),
        spatialAxis("secondAxis", Text("Axis in the second body"),
                    Text("The same axis in the axes of the second body."), &CylindricalJoint::secondAxis)};
  }
};

/// The second body slides and turns on a plane of the first, through the first point. λ: the force on the
/// second body across the plane, and two moments.
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
            JointCoordinate::None,
            std::vector<JointRow>{{"normal", JointRow::Keeps::Line}} + tiltInSpace()};
  }
  static std::vector<Described<PlanarJoint>> values() {
    return {spatialAxis("axis", Text("Normal"), Text("Normal of the plane in the axes of the first body."),
                        &PlanarJoint::axis),
            spatialAxis("secondAxis", Text("Normal in the second body"),
                        Text("The same normal in the axes of the second body."), &PlanarJoint::secondAxis)};
  }
};

using AnyJoint =
    std::variant<RevoluteJoint, PrismaticJoint, FixedJoint, RollingJoint, KnifeEdgeJoint, SlotJoint, RodJoint,
                 SphericalJoint, UniversalJoint, CylindricalJoint, PlanarJoint>;

/// All kinds, in the order of AnyJoint.
std::span<const JointKind> jointKinds();
/// Their names in files, in the same order.
std::vector<std::string> jointKindNames();
/// Those with a coordinate, in words: "revolute, prismatic or slot joint".
std::string drivableKinds();

/// A joint of that kind (its place in jointKinds()) between two points.
AnyJoint makeJoint(std::size_t kind, PointRef a, PointRef b, const JointStart& start);

}  // namespace holonom
