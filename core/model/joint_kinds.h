// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <variant>
#include <vector>

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
  std::vector<JointRow> rows;  ///< nonholonomic ones last
  JointCoordinate coordinate = JointCoordinate::None;

  int count(JointRow::Keeps what) const {
    return int(std::count_if(rows.begin(), rows.end(), [&](const JointRow& r) { return r.keeps == what; }));
  }
  /// The two points are one, wherever the bodies are.
  bool pointsCoincide() const { return count(JointRow::Keeps::Place) == 2; }
  bool keepsAngle() const { return count(JointRow::Keeps::Angle) > 0; }
  /// What it keeps is measured in the axes of the first body, of the second: they must have some.
  bool needsFirstAxes() const { return needsSecondAxes() || count(JointRow::Keeps::Line) > 0; }
  bool needsSecondAxes() const { return keepsAngle() || count(JointRow::Keeps::Velocity) > 0; }
  bool keepsPositions() const { return count(JointRow::Keeps::Velocity) < int(rows.size()); }
};

/// How two points lie when a joint is put between them.
struct JointStart {
  Vector3 axis = Vector3::UnitX();  ///< of the joint that was there
  double angle = 0;                 ///< θ_b − θ_a, rad
  double distance = 0;              ///< of the points, m
  double size = 1;                  ///< of the model, m
};

inline constexpr JointRow kRowX{"x", JointRow::Keeps::Place}, kRowY{"y", JointRow::Keeps::Place},
    kRowNormal{"normal", JointRow::Keeps::Line}, kRowAngle{"angle", JointRow::Keeps::Angle};

template <typename Kind>
Described<Kind> heldAngle() {
  return {"angle",         Text("Angle between the bodies"),
          "rad",           Text("How far the second body is turned against the first; the joint keeps it."),
          &Kind::angle,    kAnyNumber,
          Presence::Spared};
}
template <typename Kind>
Described<Kind> direction(const Text& help) {
  return {"axis", Text("Direction"), "", help, &Kind::axis, kAnyNumber, Presence::Written, true};
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

/// λ: force on the second body, ground axes.
struct RevoluteJoint {
  PointRef a, b;
  bool operator==(const RevoluteJoint&) const = default;

  static RevoluteJoint make(PointRef a, PointRef b, const JointStart&) { return {a, b}; }
  static JointKind describe() {
    return {"revolute",
            Text("hinge (revolute)"),
            Text("The two points coincide."),
            Text("First point"),
            Text("Second point"),
            {kRowX, kRowY},
            JointCoordinate::Angle};
  }
  static std::vector<Described<RevoluteJoint>> values() { return {}; }
};

/// Point b slides along the line through point a with direction `axis`, fixed in a's body; θ_b − θ_a = angle.
/// λ: force on the second body normal to the axis (axis turned by +90°), and moment on it.
struct PrismaticJoint {
  PointRef a, b;
  Vector3 axis = Vector3::UnitX();  ///< in the frame of a's body; need not be normalised in the file
  double angle = 0;                 ///< rad
  bool operator==(const PrismaticJoint&) const = default;

  static PrismaticJoint make(PointRef a, PointRef b, const JointStart& start) {
    return {a, b, start.axis, start.angle};
  }
  static JointKind describe() {
    return {
        "prismatic",
        Text("slider (prismatic)"),
        Text("The second point slides along a line through the first; the body does not turn against it."),
        Text("Line through"),
        Text("Sliding point"),
        {kRowNormal, kRowAngle},
        JointCoordinate::Way};
  }
  static std::vector<Described<PrismaticJoint>> values() {
    return {direction<PrismaticJoint>(
                Text("Direction of the line in the axes of the first body; its length does not matter.")),
            heldAngle<PrismaticJoint>()};
  }
};

/// The points coincide and θ_b − θ_a = angle. λ: force x, y and moment on the second body.
struct FixedJoint {
  PointRef a, b;
  double angle = 0;  ///< rad
  bool operator==(const FixedJoint&) const = default;

  static FixedJoint make(PointRef a, PointRef b, const JointStart& start) { return {a, b, start.angle}; }
  static JointKind describe() {
    return {"fixed",
            Text("rigid (fixed)"),
            Text("The two points coincide and the bodies do not turn against each other."),
            Text("First point"),
            Text("Second point"),
            {kRowX, kRowY, kRowAngle}};
  }
  static std::vector<Described<FixedJoint>> values() { return {heldAngle<FixedJoint>()}; }
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
            JointCoordinate::Way};
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
            {{"length", JointRow::Keeps::Distance}}};
  }
  static std::vector<Described<RodJoint>> values() {
    return {{"length", Text("Length"), "m", Text("Distance of the two points."), &RodJoint::length, kPositive,
             Presence::Required}};
  }
};

using AnyJoint = std::variant<RevoluteJoint, PrismaticJoint, FixedJoint, RollingJoint, KnifeEdgeJoint,
                              SlotJoint, RodJoint>;

/// All kinds, in the order of AnyJoint.
std::span<const JointKind> jointKinds();
/// Their names in files, in the same order.
std::vector<std::string> jointKindNames();
/// Those with a coordinate, in words: "revolute, prismatic or slot joint".
std::string drivableKinds();

/// A joint of that kind (its place in jointKinds()) between two points.
AnyJoint makeJoint(std::size_t kind, PointRef a, PointRef b, const JointStart& start);

}  // namespace holonom
