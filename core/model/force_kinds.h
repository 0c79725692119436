// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/model/described.h"

/// The kinds of forces. A kind is a plain value and tells all that the program knows of it (its words and
/// values in force_kinds.cpp), besides its law (core/dynamics/force_laws) and its picture
/// (gui/viewport/scene/layers/element_layer.cpp, load_arrow.cpp). Members a, b are the points of a line, `at`
/// is where a force acts, `body` what is turned, and `joint`, where it is not −1, what is acted on instead.
/// How to add one: resources/docs/dev/architecture.md.
namespace holonom {

/// Names "name.quantity" of what outputs may read of a force, besides the distance of its points.
using ForceQuantities = std::vector<const char*>;

/// Force between two points along the line that joins them: k (l − l0) + c dl/dt, tension positive.
struct SpringDamper {
  PointRef a, b;
  double stiffness = 0;   ///< N/m
  double damping = 0;     ///< N·s/m
  double freeLength = 0;  ///< m
  bool operator==(const SpringDamper&) const = default;

  static PartKind describe();
  static std::vector<Described<SpringDamper>> values();
  ForceQuantities quantities() const { return {"force"}; }
  void begin(double distance) { stiffness = 1000, freeLength = distance; }
};

/// A constant force at a point, in ground axes or, when bodyFixed, in the axes of the body, or in those of a
/// point.
struct ConstantForce {
  PointRef at;
  Vector3 value = Vector3::Zero();  ///< N
  bool bodyFixed = false;
  std::optional<PointRef> axesOf = {};  ///< in space: whose axes it has instead
  bool operator==(const ConstantForce&) const = default;

  static PartKind describe();
  static std::vector<Described<ConstantForce>> values();
  ForceQuantities quantities() const { return {}; }
  std::optional<Objection> objection() const;
};

/// A constant torque on a body; its reaction acts on another body or on ground.
struct ConstantTorque {
  int body = 0;
  int reaction = kGround;
  double value = 0;                 ///< N·m
  Vector3 axis = Vector3::UnitZ();  ///< that it turns about in space, ground axes, of length 1
  bool operator==(const ConstantTorque&) const = default;

  static PartKind describe();
  static std::vector<Described<ConstantTorque>> values();
  ForceQuantities quantities() const { return {}; }
  std::optional<Objection> objection() const;
};

/// A torque on a body given by an expression of stateSymbols() (N·m); its reaction acts on another body or on
/// ground.
struct TorqueExpression {
  int body = 0;
  int reaction = kGround;
  std::string value = "0";
  Vector3 axis = Vector3::UnitZ();  ///< as of a constant one
  bool operator==(const TorqueExpression&) const = default;

  static PartKind describe();
  static std::vector<Described<TorqueExpression>> values();
  ForceQuantities quantities() const { return {"torque"}; }
  std::optional<Objection> objection() const;
};

/// A force at a point, its components (N) given by expressions of stateSymbols(), in the axes that a constant
/// one may have.
struct ForceExpression {
  PointRef at;
  std::string x = "0", y = "0", z = "0";  ///< z in space only
  bool bodyFixed = false;
  std::optional<PointRef> axesOf = {};
  bool operator==(const ForceExpression&) const = default;

  static PartKind describe();
  static std::vector<Described<ForceExpression>> values();
  ForceQuantities quantities() const { return {"fx", "fy", "fz"}; }
  std::optional<Objection> objection() const;
};

/// A moment on a body in space, its components (N·m) given by expressions of stateSymbols(), in ground axes,
/// in those of the body, or of a point of ground or of one of the two bodies; its reaction acts on another
/// body or on ground.
struct Moment {
  int body = 0;
  int reaction = kGround;
  std::string x = "0", y = "0", z = "0";
  bool bodyFixed = false;
  std::optional<PointRef> axesOf = {};
  bool operator==(const Moment&) const = default;

  static PartKind describe();
  static std::vector<Described<Moment>> values();
  ForceQuantities quantities() const { return {"tx", "ty", "tz"}; }
  std::optional<Objection> objection() const;
};

/// Springs and dampers in every direction between two points with axes, in space. With d the way from a to b
/// in the axes of a, and θ the rotation vector of the turn from the axes of a to those of b, |θ| ≤ π: the
/// energy ½ Σ k d² + ½ Σ k θ², and dampers on the rates of d and θ.
struct Bushing {
  PointRef a, b;
  Vector3 stiffness = Vector3::Zero(), damping = Vector3::Zero();          ///< along x, y, z; N/m, N·s/m
  Vector3 turnStiffness = Vector3::Zero(), turnDamping = Vector3::Zero();  ///< about them; N·m, N·m·s
  bool operator==(const Bushing&) const = default;

  static PartKind describe();
  static std::vector<Described<Bushing>> values();
  /// On b, in the axes of a; the moment about the point b.
  ForceQuantities quantities() const { return {"fx", "fy", "fz", "tx", "ty", "tz"}; }
  void begin(double) { stiffness = Vector3::Constant(1e4), turnStiffness = Vector3::Constant(100); }
};

/// A force along the line between two points given by an expression of stateSymbols() (N); positive pushes
/// them apart.
struct Actuator {
  PointRef a, b;
  std::string value = "0";
  bool operator==(const Actuator&) const = default;

  static PartKind describe();
  static std::vector<Described<Actuator>> values();
  ForceQuantities quantities() const { return {"force"}; }
};

/// Limits of a joint coordinate, or of the distance of two points. With a stiffness a limit gives way like a
/// spring and damper that only push back: k p + c ṗ ≥ 0 with the penetration p > 0. With a restitution e it
/// is ideal: the rate turns to −e times its value in an impact.
struct Stop {
  int joint = -1;  ///< index into joints; −1: the points limit their distance
  PointRef a, b;
  std::optional<double> lower, upper;  ///< m or rad; one of them at least
  double stiffness = 0, damping = 0;   ///< N/m, N·s/m (per rad: N·m, N·m·s)
  std::optional<double> restitution;   ///< 0 … 1
  int coordinate = 0;                  ///< of the joint; 1: the second one that it has in space
  bool operator==(const Stop&) const = default;

  static PartKind describe();
  static std::vector<Described<Stop>> values();
  ForceQuantities quantities() const { return restitution ? ForceQuantities{} : ForceQuantities{"force"}; }
  std::optional<Objection> objection() const;
  void begin(double distance) { upper = distance, stiffness = 1e5; }
};

/// One limit of an ideal stop.
struct StopLimit {
  bool upper = false;
  double value = 0;  ///< m or rad
};
/// Those of a stop, lower first; none of a stop with a stiffness.
inline std::vector<StopLimit> stopLimits(const Stop& stop) {
  std::vector<StopLimit> limits;
  if (stop.restitution && stop.lower) limits.push_back({false, *stop.lower});
  if (stop.restitution && stop.upper) limits.push_back({true, *stop.upper});
  return limits;
}

/// A force along the way of a joint, or a torque about its axis, given by an expression of stateSymbols() (N
/// or N·m): positive drives its coordinate up, on the second body, with the reaction on the first.
struct JointForce {
  int joint = -1;  ///< index into joints
  std::string value = "0";
  int coordinate = 0;  ///< of the joint; 1: the second one that it has in space
  bool operator==(const JointForce&) const = default;

  static PartKind describe();
  static std::vector<Described<JointForce>> values();
  ForceQuantities quantities() const { return {"force"}; }
};

/// A spring and damper on the coordinate x of a joint: −k (x − x0) − c dx/dt on the second body (N, or N·m
/// about the axis of a joint that turns: a torsion spring).
struct JointSpring {
  int joint = -1;                     ///< index into joints
  double stiffness = 0, damping = 0;  ///< N/m, N·s/m (per rad: N·m, N·m·s)
  double rest = 0;                    ///< x0, m or rad
  int coordinate = 0;                 ///< of the joint; 1: the second one that it has in space
  bool operator==(const JointSpring&) const = default;

  static PartKind describe();
  static std::vector<Described<JointSpring>> values();
  ForceQuantities quantities() const { return {"force"}; }
};

/// A hand that takes hold of one body after the other and pulls it by a spring and damper, as the mouse does
/// in a run: F = g (k (p − r) − c dr/dt) on the place r of the body, with the hand's place p and its grip g
/// straight between knots, in the plane or in space as the body is. Before the first knot of a grab there is
/// no force; behind the last the hand stays, until the next grab begins.
struct Hand {
  struct Knot {
    double t = 0;                  ///< s; later ones come later
    Vector3 to = Vector3::Zero();  ///< p, m
    double grip = 1;               ///< g, ≥ 0
    bool operator==(const Knot&) const = default;
  };
  struct Grab {
    int body = 0;
    /// in the body's frame, m; a flexible body is held at the nearest of its points, a particle as it is
    Vector3 at = Vector3::Zero();
    std::vector<Knot> path;  ///< one knot at least
    bool operator==(const Grab&) const = default;

    static std::vector<Described<Grab>> values();
    std::optional<Objection> objection() const;
  };
  double stiffness = 0, damping = 0;  ///< k, N/m; c, N·s/m
  std::vector<Grab> grabs;            ///< in the order of time
  bool operator==(const Hand&) const = default;

  static PartKind describe();
  static std::vector<Described<Hand>> values();
  ForceQuantities quantities() const { return {"fx", "fy", "fz"}; }
};

using AnyForce = std::variant<SpringDamper, ConstantForce, ConstantTorque, TorqueExpression, ForceExpression,
                              Actuator, Stop, JointForce, JointSpring, Hand, Moment, Bushing>;

/// All kinds, in the order of AnyForce.
std::span<const PartKind> forceKinds();

/// A force of that kind (its place in forceKinds()) that acts on nothing yet.
AnyForce makeForce(std::size_t kind);

}  // namespace holonom
