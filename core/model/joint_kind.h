// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/math/euler_parameters.h"
#include "core/model/described.h"
#include "core/model/point_ref.h"

/// What a kind of joint tells of itself (core/model/joint_kinds.h).
namespace holonom {

/// A row of constraints, and what it keeps of the second body against the first: its place in one direction
/// of space, its distance from a line or from a point, its angle, or (nonholonomic) a component of its
/// velocity.
struct JointRow {
  enum class Keeps { Place, Line, Distance, Angle, Velocity };
  const char* name;  ///< in reports
  Keeps keeps;
};

/// What a driver can prescribe of a joint: θ_b − θ_a, in space the turn about an axis
/// (core/model/turn_axes.h), the way of b from a along the axis, in space the turn of the line from a to b
/// about an axis of the first body, or one of the Cardan angles x, y, z in this order (cardanAxes()).
enum class JointCoordinate { Angle, Way, Swing, Cardan };
inline constexpr int kMostJointCoordinates = 5;  ///< of a joint

/// What there is to know of a kind of joint.
struct JointKind {
  const char* name;            ///< in files
  Text title;                  ///< in engineers' words, within a sentence
  Text what;                   ///< what it does, one sentence
  Text first, second;          ///< what the two points are
  std::vector<JointRow> rows;  ///< in the plane, nonholonomic ones last; none: it is one in space only
  std::vector<JointCoordinate> coordinates = {};  ///< in the plane the first, unless it is a Cardan angle
  std::vector<JointRow> rowsInSpace = {};         ///< none: it is one in the plane only

  static int count(const std::vector<JointRow>& rows, JointRow::Keeps what) {
    return int(std::count_if(rows.begin(), rows.end(), [&](const JointRow& r) { return r.keeps == what; }));
  }
  int count(JointRow::Keeps what) const { return count(rows, what); }
  /// The two points are one, wherever the bodies are.
  bool pointsCoincide() const {
    return count(JointRow::Keeps::Place) == 2 || count(rowsInSpace, JointRow::Keeps::Place) == 3;
  }
  bool keepsAngle() const { return count(JointRow::Keeps::Angle) > 0; }
  bool isDrivableInPlane() const {
    return !rows.empty() && !coordinates.empty() && coordinates.front() != JointCoordinate::Cardan;
  }
  /// What it keeps in the plane is measured in axes of the first body, of the second: they must have some.
  bool needsFirstAxes() const { return needsSecondAxes() || count(JointRow::Keeps::Line) > 0; }
  bool needsSecondAxes() const { return keepsAngle() || count(JointRow::Keeps::Velocity) > 0; }
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

}  // namespace holonom
