// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/body_quantities.h"
#include "core/math/types.h"
#include "core/model/body_solid.h"
#include "core/model/constraint_kinds.h"
#include "core/model/controller.h"
#include "core/model/force_kinds.h"
#include "core/model/joint_kinds.h"
#include "core/model/point_ref.h"

/// What a mechanism is: plain values, constant during a run, cheap to copy. All quantities in SI units,
/// angles in radians. Parts refer to each other by index; names are unique among bodies, joints, drivers,
/// constraints, controllers, forces and events together.
namespace holonom {

/// A named point fixed to a body (in the body's frame, m) or to ground (in ground axes, m). Of a body in
/// space or of ground it may have axes of its own: those of its body turned by `angle` about `axis`.
struct Point {
  std::string name;
  Vector3 position = Vector3::Zero();
  bool traced = false;              ///< its path is drawn in the picture; points of bodies only
  Vector3 axis = Vector3::UnitZ();  ///< of length 1, in the axes of its body
  double angle = 0;                 ///< rad
  bool operator==(const Point&) const = default;
};

enum class Shape { Automatic, Bar, Box, Plate, Disc, Hidden };

/// Hints for the picture; no influence on the motion.
struct Display {
  /// automatic: bar for two points, plate for three or more, disc for one or none, sphere for a particle
  Shape shape = Shape::Automatic;
  std::string colour;  ///< "#rrggbb"; empty: chosen from the palette
  /// bar thickness, box height or disc diameter, m; 0: from the size of the model
  double width = 0;
  bool operator==(const Display&) const = default;
};

/// Initial values that assembly must keep (weight 1e6 instead of 1): of the centre of mass and the rotation.
struct Exact {
  bool x = false, y = false, angle = false, vx = false, vy = false, omega = false;
  bool z = false, vz = false;  ///< of bodies in space
  bool operator==(const Exact&) const = default;
};

/// Makes a body a uniform elastic beam between two of its points (Euler–Bernoulli, small strains, large
/// motion). Its displacements are measured from the chord through the two points (floating frame): lateral
/// sine modes, optionally two shapes that let its ends carry moments, and a quadratic longitudinal element.
/// The body's mass is spread evenly over the length, its centre of mass lies in the middle, and all its
/// points move with the cross-section that they belong to.
struct FlexibleBeam {
  enum class Stiffness {
    Linear,   ///< bending and stretching on their own
    Coupled,  ///< with ½ EA ∫ u′ w′² dx: tension stiffens (forces to second order)
    Full,     ///< strain u′ + ½ w′² in full
  };
  int from = 0, to = 0;      ///< indices into the points of the body
  double youngsModulus = 0;  ///< Pa
  double area = 0;           ///< of the cross-section, m²
  double secondMoment = 0;   ///< of area, m⁴
  int lateralModes = 2;      ///< 1 … kMaxLateralModes
  bool endShapes = false;    ///< for ends that are clamped
  bool longitudinal = true;  ///< false: keeps its length
  Stiffness stiffness = Stiffness::Linear;
  double dampingRatio = 0;  ///< of critical, the same for every vibration of the free coordinates
  std::vector<double> displacements, rates;  ///< initial elastic coordinates (m, m/s); missing ones are zero
  bool operator==(const FlexibleBeam&) const = default;

  static constexpr int kMaxLateralModes = 12;
  static constexpr int kMaxCoordinates = kMaxLateralModes + 4;
  /// Sine modes, end shapes (at `from`, at `to`), longitudinal displacements of the middle and of `to`.
  int coordinateCount() const { return lateralModes + (endShapes ? 2 : 0) + (longitudinal ? 2 : 0); }
};

/// A body. Its frame has its origin at `position`, turned by `angle` about `axis`; the equations use the
/// coordinates of the centre of mass that its kind has.
struct Body {
  enum class Kind {
    Rigid,     ///< x, y, θ; with elastic coordinates where it is flexible
    Particle,  ///< x, y: a point with mass, without inertia, angle and axes; its points are its own place
    Spatial,   ///< x, y, z and Euler parameters: a rigid body that moves and turns in space; x, y, θ where
               ///< it keeps to a plane
    SpatialParticle,  ///< x, y, z: a particle that moves in space
  };
  std::string name;
  Kind kind = Kind::Rigid;
  double mass = 1;                         ///< kg, > 0
  double inertia = 1;                      ///< about the centre of mass, kg·m², > 0; of bodies in the plane
  Vector3 centreOfMass = Vector3::Zero();  ///< in the body's frame, m
  Vector3 position = Vector3::Zero();      ///< initial position of the frame's origin, m
  double angle = 0;                        ///< initial angle, rad
  Vector3 velocity = Vector3::Zero();      ///< initial velocity of the frame's origin, m/s
  double angularVelocity = 0;              ///< initial, rad/s; of bodies in the plane
  Exact exact;

  // Of rigid bodies in space.
  Vector3 moments = Vector3::Ones();   ///< Jxx, Jyy, Jzz about the centre of mass in the body's axes, kg·m²
  Vector3 products = Vector3::Zero();  ///< Jxy, Jxz, Jyz of the same tensor: Jxy = −∫ x y dm
  Vector3 axis = Vector3::UnitZ();     ///< that `angle` turns about, of length 1; z in the plane
  Vector3 spin = Vector3::Zero();      ///< initial angular velocity, ground axes, rad/s
  Vector3 normal = Vector3::Zero();    ///< not 0: it moves only across it and turns only about it
  std::vector<BodySolid> solids;       ///< from which mass, inertia and centre of mass follow; or none

  std::vector<Point> points;
  std::optional<FlexibleBeam> flexible;  ///< absent: rigid
  Display display;
  bool operator==(const Body&) const = default;

  /// It has axes.
  bool turns() const { return kind != Kind::Particle && kind != Kind::SpatialParticle; }
  /// It moves in space.
  bool isSpatial() const { return kind == Kind::Spatial || kind == Kind::SpatialParticle; }
  /// It moves in space, but in one plane only.
  bool keepsPlane() const { return kind == Kind::Spatial && unitDirection(normal).has_value(); }
  FrameKind frame() const {
    if (isSpatial()) return turns() ? FrameKind::Space : FrameKind::SpacePoint;
    return turns() ? FrameKind::Plane : FrameKind::Point;
  }
};

struct Ground {
  std::vector<Point> points;
  bool operator==(const Ground&) const = default;
};

struct Joint {
  std::string name;
  AnyJoint kind;
  bool operator==(const Joint&) const = default;
};

/// Prescribes the joint coordinate as a function of time: θ_b − θ_a of a revolute joint (rad), the
/// displacement of b from a along the axis of a prismatic joint (m), or else its rate, or that one's rate. λ
/// (1 row): the driving torque or force on the second body.
struct Driver {
  enum class Prescribes { Position, Velocity, Acceleration };
  std::string name;
  int joint = 0;       ///< index into joints
  std::string motion;  ///< expression of t and the parameters
  int coordinate = 0;  ///< of the joint; 1: the second one, where it has two
  Prescribes prescribes = Prescribes::Position;
  /// The coordinate at t = 0 where its rates are prescribed; absent: that of the given positions.
  std::optional<double> startPosition = {};
  double startVelocity = 0;  ///< of the coordinate at t = 0 where its acceleration is prescribed
  bool operator==(const Driver&) const = default;
};

struct Force {
  std::string name;
  AnyForce kind;
  bool operator==(const Force&) const = default;
};

/// A named quantity to show and write: an expression of the symbols listed in core/model/symbols.h.
struct Output {
  std::string name;
  std::string expression;
  std::string unit;
  bool operator==(const Output&) const = default;
};

/// A moment that a run records, or ends at: where its condition, an expression of stateSymbols(), changes its
/// sign. It changes nothing in the motion.
struct NamedEvent {
  enum class Direction { Both, Rising, Falling };
  enum class Action { Record, Stop };
  std::string name;
  std::string condition;
  Direction direction = Direction::Both;  ///< rising: from negative to positive
  Action action = Action::Record;
  bool operator==(const NamedEvent&) const = default;
};

/// The coordinates by which equations describe rotations of bodies in space.
enum class Rotations { EulerParameters, CardanAngles };
inline constexpr std::array<std::pair<Rotations, const char*>, 2> kRotations{
    {{Rotations::EulerParameters, "euler"}, {Rotations::CardanAngles, "cardan"}}};

/// Run settings that travel with the model; anything absent takes the default of the method.
struct RunSettings {
  std::optional<std::string> method;
  std::optional<int> index;
  std::optional<double> rtol, atol;
  std::optional<int> maxOrder;
  std::optional<double> endTime;  ///< s
  Rotations rotations = Rotations::EulerParameters;
  bool operator==(const RunSettings&) const = default;
};

/// A named folder of parts, for those who look at the model; no influence on the motion. A part is in one at
/// most.
struct PartGroup {
  std::string name;
  std::vector<std::string> parts;  ///< by name
  bool operator==(const PartGroup&) const = default;
};

struct Mechanism {
  std::string name;
  std::string description;
  Vector3 gravity = Vector3(0, -9.81);                     ///< m/s²
  std::vector<std::pair<std::string, double>> parameters;  ///< usable in expressions
  Ground ground;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Driver> drivers;
  std::vector<Constraint> constraints;
  std::vector<Controller> controllers;
  std::vector<Force> forces;
  std::vector<NamedEvent> events;
  std::vector<Output> outputs;
  std::vector<PartGroup> groups;
  RunSettings run;

  // Compiled once, in mechanism.cpp: every source that has a mechanism would compile those of all its parts.
  Mechanism();
  Mechanism(const Mechanism&);
  Mechanism(Mechanism&&) noexcept;
  Mechanism& operator=(const Mechanism&);
  Mechanism& operator=(Mechanism&&) noexcept;
  ~Mechanism();
  bool operator==(const Mechanism&) const;
};

bool isSpatial(const Mechanism& mechanism, int body);  ///< not the ground (kGround)
bool isSpatial(const Mechanism& mechanism);            ///< whether any of its bodies is

/// What there is to know of its kind.
const JointKind& kindOf(const Joint& joint);
/// Whether it acts in space: at a body that moves there, or because its kind does. Else in the plane.
bool actsInSpace(const Mechanism& mechanism, const Joint& joint);
/// The same of a force.
bool actsInSpace(const Mechanism& mechanism, const Force& force);
/// Its constraints, in the plane or in space.
const std::vector<JointRow>& rowsOf(const Mechanism& mechanism, const Joint& joint);

/// The two points that a joint connects.
std::pair<PointRef, PointRef> endsOf(const Joint& joint);

/// The two points of a force along a line (spring–damper, actuator, stop between points).
std::optional<std::pair<PointRef, PointRef>> lineOf(const Force& force);

/// Where a force at a single point acts.
std::optional<PointRef> pointOf(const Force& force);
/// The joint that a force acts at; −1 where it acts elsewhere.
int jointOf(const Force& force);
/// Which coordinate of that joint.
int jointCoordinateOf(const Force& force);

/// The place of a referred point in its body's frame (or in ground axes), m.
const Vector3& localPosition(const Mechanism& mechanism, PointRef ref);
/// The axes of a point as the columns of a rotation, in those of its body or of ground.
Matrix3 localAxes(const Mechanism& mechanism, PointRef ref);

/// "crank.B" or "ground.O".
std::string nameOf(const Mechanism& mechanism, PointRef ref);

/// "motion", "velocity", "acceleration": what the formula of a driver is called in the file.
const char* formulaKey(Driver::Prescribes prescribes);

/// Number of constraint rows of a joint: fewer than its kind has where its bodies keep to one plane
/// (planeNormal()). A driver has one.
int rowCount(const Mechanism& mechanism, const Joint& joint);
/// Whether one of its rows binds places or turns, not velocities alone.
bool keepsPositions(const Mechanism& mechanism, const Joint& joint);

/// The sort of a coordinate of a joint, counted from 0; none where it has fewer.
std::optional<JointCoordinate> coordinateOf(const Joint& joint, int number = 0);
int coordinateCount(const Joint& joint);
/// ".position" and ".velocity", of the second coordinate ".position2" and ".velocity2", and so on.
const std::array<const char*, 2>& coordinateSymbols(int number);
/// What the coordinates of a joint are to people: "turn about the axis".
std::vector<std::string> coordinateWords(const Joint& joint);
/// Whether a driver can prescribe that coordinate of the joint: whether it has one. An angle is one only
/// between bodies that turn.
bool isDrivable(const Mechanism& mechanism, const Joint& joint, int coordinate = 0);

/// Its direction, of any length, in the frame of the body that its kind says; null where it has none.
const Vector3* axisOf(const Joint& joint);
Vector3* axisOf(Joint& joint);
/// The two directions of length 1 in which ways on a plane are measured, w₁ × w₂ along its normal: w₁ is the
/// x axis as far as it lies in the plane, the y axis where the normal is nearer to x than some 25°.
std::array<Vector3, 2> waysOnPlane(const Vector3& normal);
/// The direction along which that coordinate of the joint is measured, of any length, in the frame of its
/// first body; none where it is an angle, or there is no such coordinate.
std::optional<Vector3> slideAxis(const Joint& joint, int coordinate = 0);
/// Of the ground that a disc or a ball rolls on, or a blade glides on; null for any other joint.
const Vector3* groundNormal(const Joint& joint);
/// The angle that it keeps between its bodies, rad; null where they turn against each other.
const double* keptAngle(const Joint& joint);
double* keptAngle(Joint& joint);
/// The distance at which a rod keeps its points, m; null where there is none.
const double* rodLength(const Joint& joint);
/// The same in space, as a rotation vector from the axes of its first body to those of its second.
Vector3* keptTurn(Joint& joint);
/// Of a disc that rolls on a line, m; null where there is none.
const double* discRadius(const Joint& joint);

/// Whether the k-th row compares angles: its multiplier is a moment.
bool isAngleRow(const Mechanism& mechanism, const Joint& joint, int k);

/// A length that represents the model (m): the largest distance among the points of bodies, the bodies'
/// positions and the points of ground that a joint or force acts at, and at least the diameter of a rolling
/// disc; where all of them lie on each other the largest length of a stop or spring, then the largest radius
/// of gyration, else 1. The default absolute tolerance of a length scales with it, so that mm and m give the
/// same run.
double characteristicLength(const Mechanism& mechanism);

}  // namespace holonom
