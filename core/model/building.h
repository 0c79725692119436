// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

/// Putting a mechanism together place by place, as a drawing program does: parts get names and sensible
/// masses, meet in joints where they touch, and the mechanism can be read, saved and run after every call.
/// Places are in ground axes, m.
namespace holonom {

/// What drawn parts are made of: flat steel of 40 mm × 8 mm, plates of 8 mm.
inline constexpr double kLinkMassPerLength = 2.5;  // kg/m
inline constexpr double kPlateMassPerArea = 62.8;  // kg/m²
inline constexpr double kBlockMass = 1;            // kg, of a slider
inline constexpr double kSpringStiffness = 1000;   // N/m
inline constexpr double kSpringDamping = 10;       // N·s/m
inline constexpr double kTorsionStiffness = 10;    // N·m/rad

/// Where the user points: at a point that is there, at a body (or ground) that gets a point there, or at
/// nothing.
struct Place {
  Vector2 position = Vector2::Zero();
  std::optional<PointRef> point = {};
  std::optional<int> body = {};
};

/// Between a body's frame (or ground) and ground axes, at the initial positions.
Vector2 groundPosition(const Mechanism& mechanism, int body, const Vector3& local);
Vector2 groundPosition(const Mechanism& mechanism, PointRef ref);
Vector2 localPlace(const Mechanism& mechanism, int body, const Vector2& position);
/// The same with the third component.
Vector3 startPlace(const Mechanism& mechanism, PointRef ref);
/// How far the second body is turned against the first at the initial positions, rad: about z, 0 where one is
/// in space; and as a vector along the axis whose length is the angle, 0 where both are in the plane.
double startAngle(const Mechanism& mechanism, int first, int second);
/// The axes of a body, or of ground, as columns in those of the ground, where they begin.
Matrix3 startRotation(const Mechanism& mechanism, int body);
Vector3 startTurn(const Mechanism& mechanism, int first, int second);

/// The point of a body, or of ground, at this place; a new one if it has none there. Of a particle its place.
PointRef pointAt(Mechanism& mechanism, int body, const Vector2& position);
/// The point that a place names, or one that its body gets; of ground where the place is nothing.
PointRef pointAt(Mechanism& mechanism, const Place& place);

/// A uniform slender bar between two places (mass from its length, inertia m l²/12), joined to what is there.
/// Returns the body; none where the places coincide.
std::optional<int> addLink(Mechanism& mechanism, const Place& from, const Place& to);
/// A uniform disc about a place, joined to what is there. None without a radius.
std::optional<int> addDisc(Mechanism& mechanism, const Place& centre, double radius);
/// A uniform plate with these corners, joined to what is there. None where they enclose no area.
std::optional<int> addPlate(Mechanism& mechanism, std::span<const Place> corners);

/// A revolute joint of two points. None where they are of one body or joined already.
std::optional<int> join(Mechanism& mechanism, PointRef a, PointRef b);
/// A revolute joint of what is at a place with ground. None, and only a point of ground, where there is
/// nothing.
std::optional<int> pinToGround(Mechanism& mechanism, const Place& place);
/// A block at a place that slides along a direction: on ground, or along the body at whose side it was put (a
/// place with a body and without a point). It is joined to what is at the place. Returns the prismatic joint.
std::optional<int> addSlider(Mechanism& mechanism, const Place& place, const Vector2& direction);
/// A pin at a place that slides along a line and turns freely: the slot is in a body, or in ground, through
/// `on` and along a direction (ground axes). Where the pin is not on the line the joint is open. Returns the
/// slot joint; none where pin and slot are of one body, or there is no direction.
std::optional<int> addSlot(Mechanism& mechanism, const Place& pin, int carrier, const Vector2& on,
                           const Vector2& direction);
/// Fixes two points to each other. A revolute joint between the two bodies there becomes the fixed one,
/// without motors. A particle is only pinned.
std::optional<int> weld(Mechanism& mechanism, PointRef a, PointRef b);
/// A disc that rolls on a line of ground; it touches it at `contact`. None without a radius.
std::optional<int> addRollingDisc(Mechanism& mechanism, const Place& centre, const Vector2& contact);

/// The joint as another kind (its place in jointKinds()), as the bodies stand at the start.
Joint converted(const Mechanism& mechanism, const Joint& joint, std::size_t kind);
/// In space the axes of a joint are the z axes of its points, where these have axes of their own; but for
/// those whose key `isGiven` knows.
void takeAxesOfPoints(const Mechanism& mechanism, Joint& joint,
                      const std::function<bool(const char* key)>& isGiven = {});

/// Turns a revolute joint once per second, moves a prismatic one 0.1 m to and fro once per second, from where
/// it stands; of a joint with two coordinates the first that is not driven. None where no coordinate is left.
std::optional<int> addMotor(Mechanism& mechanism, int joint);
/// A spring and damper, relaxed as it stands. None where both points are of one body.
std::optional<int> addSpring(Mechanism& mechanism, PointRef a, PointRef b);
int addForce(Mechanism& mechanism, PointRef at, const Vector2& force);  ///< N, keeps its direction
int addTorque(Mechanism& mechanism, int body, double torque);           ///< N·m, against ground

// What has no place in the picture begins with values that run, to be changed in the properties.

/// With which a stop that gives way begins: N·m/rad where it limits an angle, else N/m.
constexpr double usualStopStiffness(bool angle) { return angle ? 1e3 : 1e5; }

/// Stops a quarter of a turn, or a quarter of the model's size, to either side of where the joint stands:
/// ideal ones, or ones that give way where a driver may lead into them. None where the joint has no
/// coordinate.
std::optional<int> addStop(Mechanism& mechanism, int joint);
/// A PID controller that holds the joint where it stands, and the force or torque that acts with it. None
/// where the joint has no coordinate. Returns the controller.
std::optional<int> addPid(Mechanism& mechanism, int joint);
/// A force of 1 N or torque of 1 N·m, a spring at rest where the joint stands. None without a coordinate.
std::optional<int> addJointForce(Mechanism& mechanism, int joint);
std::optional<int> addJointSpring(Mechanism& mechanism, int joint);
/// A constraint by formula that holds the first body's height. None where there is no body.
std::optional<int> addConstraint(Mechanism& mechanism);
/// A component of where the point stands at the start, for people to read and change.
std::string startText(const Mechanism& mechanism, PointRef point, int component);
int addPath(Mechanism& mechanism, PointRef point);  ///< a constraint that holds the point where it stands
int addEquations(Mechanism& mechanism);  ///< a controller: a filter of first order that settles at 1
int addEvent(Mechanism& mechanism);      ///< recorded after 1 s
/// Of a quantity of the part; where it has none of the first body's height, or of the time.
int addOutput(Mechanism& mechanism, const PartRef& of);

// In space, where no mouse points.

/// A box of 1 kg with a point at either end, at the origin or beside the bodies in space that are there.
/// Returns it.
int addSpatialBody(Mechanism& mechanism);
/// A joint of two points: a ball joint where one of them moves in space, else as join().
std::optional<int> joinInSpace(Mechanism& mechanism, PointRef a, PointRef b);

/// The joints, springs and other connections at a body: whether something holds it.
bool isFree(const Mechanism& mechanism, int body);
void moveBody(Mechanism& mechanism, int body, const Vector3& shift);  ///< of the plane: in it
void turnBody(Mechanism& mechanism, int body, const Vector2& about, double angle);
/// Moves one end of a bar while its other end stays, of other bodies only the point (a particle is one). Mass
/// and inertia follow as uniform_shape.h tells. False, and no change, where a bar or plate would vanish.
bool stretch(Mechanism& mechanism, PointRef end, const Vector2& target);
/// After bodies were moved from `before`: joints that hold an angle hold the present one, and motors start
/// where the mechanism stands. The bodies and joints of both are the same.
void keepMotors(Mechanism& mechanism, const Mechanism& before);
/// After the motion has gone on from `before`: drivers that prescribe rates still count from where their
/// joints stood there.
void keepPrescribed(Mechanism& mechanism, const Mechanism& before);
void keepAngles(Mechanism& mechanism);
void keepAngles(const Mechanism& mechanism, Joint& joint);
/// The first or second coordinate of a joint at the initial positions (rad or m); 0 for joints without it.
double jointCoordinate(const Mechanism& mechanism, const Joint& joint, int coordinate = 0);

}  // namespace holonom
