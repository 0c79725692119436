// SPDX-License-Identifier: GPL-3.0-or-later
// The model speaks of body frames, the equations of centres of mass: the initial values are moved from one to
// the other.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/equations_of_motion.h"
#include "core/math/euler_parameters.h"
#include "core/model/body_plane.h"
#include "core/model/building.h"
#include "core/model/centre_motion.h"
#include "core/model/part_words.h"

namespace holonom {

Vector EquationsOfMotion::givenCoordinates() const {
  Vector q = Vector::Zero(n_);
  for (int i = 0; i < places_.bodyCount(); ++i) {
    const CentreMotion motion = centreMotion(mechanism_.bodies[i]);
    if (places_.keepsPlane(i)) {
      q.segment<2>(places_.place(i)) = planeOf(mechanism_.bodies[i]).inPlane(motion.place);
      continue;
    }
    const int dimensions = places_.dimensions(i);
    q.segment(places_.place(i), dimensions) = motion.place.head(dimensions);
    if (places_.hasParameters(i)) q.segment<4>(places_.parameters(i)) = motion.p;
    if (const CardanFrame* frame = at_.cardanFrame(i))
      q.segment<kAngleCount>(places_.rotation(i)) = frame->chart().angles(motion.p);
    if (places_.turns(i)) q[places_.angle(i)] = motion.angle;
    if (const auto& beam = mechanism_.bodies[i].flexible)
      std::ranges::copy(beam->displacements, q.data() + places_.elastic(i).first);
  }
  for (const ControlQuantity& quantity : controlQuantities(mechanism_))
    if (quantity.coordinate >= 0)
      q[places_.controls().first + quantity.coordinate] =
          quantity.kind == ControlQuantity::Kind::State ? quantity.initial : 0;
  return q;
}

Vector EquationsOfMotion::givenVelocities() const {
  Vector v = Vector::Zero(n_);
  for (int i = 0; i < places_.bodyCount(); ++i) {
    const CentreMotion motion = centreMotion(mechanism_.bodies[i]);
    if (places_.keepsPlane(i)) {
      const BodyPlane plane = planeOf(mechanism_.bodies[i]);
      v.segment<2>(places_.place(i)) = plane.inPlane(motion.velocity);
      v[places_.rotation(i)] = plane.normal.dot(motion.spin);
      continue;
    }
    const int dimensions = places_.dimensions(i);
    v.segment(places_.place(i), dimensions) = motion.velocity.head(dimensions);
    if (places_.hasParameters(i)) v.segment<4>(places_.parameters(i)) = parameterRates(motion.p, motion.spin);
    if (const CardanFrame* frame = at_.cardanFrame(i))
      v.segment<kAngleCount>(places_.rotation(i)) =
          frame->chart().rates(frame->chart().angles(motion.p), motion.spin);
    if (places_.turns(i)) v[places_.angle(i)] = motion.angularVelocity;
    if (const auto& beam = mechanism_.bodies[i].flexible)
      std::ranges::copy(beam->rates, v.data() + places_.elastic(i).first);
  }
  for (const ControlQuantity& quantity : controlQuantities(mechanism_))
    if (quantity.coordinate >= 0)
      v[places_.controls().first + quantity.coordinate] =
          quantity.kind == ControlQuantity::Kind::Variable ? quantity.initial : 0;
  return v;
}

/// Bodies in the plane whose joints keep their angles to this one, which is among them; ground may be.
std::vector<int> EquationsOfMotion::turningWith(int body) const {
  std::vector<int> group{body};
  for (std::size_t k = 0; k < group.size() && group[k] != kGround; ++k)
    for (const Joint& joint : mechanism_.joints) {
      if (actsInSpace(mechanism_, joint) || !keptAngle(joint)) continue;
      const auto [a, b] = endsOf(joint);
      for (const auto& [one, other] : {std::pair(a.body, b.body), std::pair(b.body, a.body)})
        if (one == group[k] && !std::ranges::count(group, other)) group.push_back(other);
    }
  return group;
}

/// In the plane the angles of bodies count turns themselves: these, and what keeps its angle to them, are
/// turned by whole ones, which moves nothing. A motor on the arm of another one follows it in a later round.
void EquationsOfMotion::turnDrivenBodies(double t, VectorRef q) const {
  constexpr double kTurn = 2 * std::numbers::pi;
  const auto angle = [&](int body) { return body == kGround ? 0 : places_.angleIn(q, body); };
  for (std::size_t round = 0; round < mechanism_.drivers.size(); ++round)
    for (const auto& element : planar_.constraintElements()) {
      if (element.part.kind != PartRef::Kind::Driver) continue;
      const Joint& joint =
          mechanism_.joints[std::size_t(mechanism_.drivers[std::size_t(element.part.index)].joint)];
      if (slideAxis(joint)) continue;
      const auto [a, b] = endsOf(joint);
      const double turns = std::round((element.law->positionAt(t) - angle(b.body) + angle(a.body)) / kTurn);
      if (turns == 0 || !std::isfinite(turns)) continue;
      for (const auto& [body, sign] : {std::pair(b.body, 1), std::pair(a.body, -1)}) {
        const std::vector<int> group = turningWith(body);
        if (std::ranges::count(group, kGround)) continue;
        for (const int turned : group) q[places_.angle(turned)] += sign * turns * kTurn;
        break;
      }
    }
}

/// A nut goes on by whole pitches, on a screw of the ground or of another body; or the screw in it goes back.
void EquationsOfMotion::advanceScrew(const Joint& joint, double position, VectorRef q) const {
  const auto* screw = std::get_if<ScrewJoint>(&joint.kind);
  if (!screw || !std::isfinite(position)) return;
  const double turns = std::round((position - jointCoordinate(mechanism_, joint)) / (2 * std::numbers::pi));
  Vector3 way = turns * screw->pitch * screw->axis.normalized();
  const int first = screw->a.body, moved = screw->b.body == kGround ? first : screw->b.body;
  if (first != kGround) {
    const CentreMotion motion = motionIn(first, q, Vector::Zero(n_));
    way = rotationMatrix(places_.isSpatial(first) ? motion.p
                                                  : eulerParameters(Vector3::UnitZ(), motion.angle)) *
          way;
  }
  if (moved != screw->b.body) way = -way;
  const int dimensions = places_.dimensions(moved);
  if (places_.keepsPlane(moved))
    q.segment<2>(places_.place(moved)) += planeOf(mechanism_.bodies[moved]).inPlane(way);
  else q.segment(places_.place(moved), dimensions) += way.head(dimensions);
}

void EquationsOfMotion::setDrivenTurns(double t, VectorRef q) const {
  turnDrivenBodies(t, q);
  const std::vector<CountedTurn> counted = countedTurns(mechanism_);
  for (const auto& element : spatial_.constraintElements()) {
    if (element.part.kind != PartRef::Kind::Driver) continue;
    const Driver& driver = mechanism_.drivers[std::size_t(element.part.index)];
    const double position = element.law->positionAt(t);
    advanceScrew(mechanism_.joints[std::size_t(driver.joint)], position, q);
    const auto count = std::ranges::find(counted, CountedTurn{driver.joint, driver.coordinate});
    if (count != counted.end()) q[n_ - layout_.counts + (count - counted.begin())] = position;
  }
}

double EquationsOfMotion::prescribedPosition(int driver, double t) const {
  return rows_[mechanism_.joints.size() + std::size_t(driver)]->law->positionAt(t);
}

/// Of the coordinates of bodies; those of a rotation go together.
Vector EquationsOfMotion::exactFlags(bool Exact::*x, bool Exact::*y, bool Exact::*z,
                                     bool Exact::*turn) const {
  Vector flags = Vector::Zero(n_);
  for (int i = 0; i < places_.bodyCount(); ++i) {
    const Exact& exact = mechanism_.bodies[i].exact;
    flags.segment<2>(places_.place(i)) << exact.*x, exact.*y;
    if (places_.keepsPlane(i))  // whose coordinates have directions of their own
      flags.segment<2>(places_.place(i)).setConstant(exact.*x || exact.*y || exact.*z);
    if (places_.turns(i)) flags[places_.angle(i)] = exact.*turn;
    if (places_.dimensions(i) == 3) flags[places_.place(i) + 2] = exact.*z;
    if (places_.hasRotation(i))
      flags.segment(places_.rotation(i), places_.rotationCount(i)).setConstant(exact.*turn);
  }
  return flags;
}

/// Flexible bodies start in the shape and with the rates that the model gives, or at rest in their own shape:
/// gaps are closed by moving them, and bend them only where nothing else can.
Vector EquationsOfMotion::exactCoordinates() const {
  Vector flags = exactFlags(&Exact::x, &Exact::y, &Exact::z, &Exact::angle);
  flags.segment(places_.elastics().first, places_.elastics().count).setOnes();
  flags.tail(places_.controls().count).setOnes();
  return flags;
}

Vector EquationsOfMotion::exactVelocities() const {
  Vector flags = exactFlags(&Exact::vx, &Exact::vy, &Exact::vz, &Exact::omega);
  flags.segment(places_.elastics().first, places_.elastics().count).setOnes();
  return flags;
}

/// Where a body is and how it moves in the state (q, v).
CentreMotion EquationsOfMotion::motionIn(int body, ConstVectorRef q, ConstVectorRef v) const {
  const int place = places_.place(body);
  if (!places_.isSpatial(body))
    return {.place = q.segment<2>(place),
            .angle = places_.angleIn(q, body),
            .velocity = v.segment<2>(place),
            .angularVelocity = places_.angleIn(v, body)};
  const int first = places_.rotation(body);
  if (places_.keepsPlane(body)) {
    const BodyPlane plane = planeOf(mechanism_.bodies[body]);
    return {.place = plane.place(q.segment<2>(place)),
            .velocity = plane.inSpace(v.segment<2>(place)),
            .p = plane.turned(q[first]),
            .spin = v[first] * plane.normal};
  }
  CentreMotion motion{.place = q.segment(place, 3), .velocity = v.segment(place, 3)};
  if (places_.hasParameters(body)) {
    motion.p = q.segment<4>(first);
    motion.spin = angularVelocity(motion.p, v.segment<4>(first));
  } else if (const CardanFrame* frame = at_.cardanFrame(body)) {
    motion.p = frame->chart().parameters(q.segment<kAngleCount>(first));
    motion.spin = frame->chart().spin(q.segment<kAngleCount>(first), v.segment<kAngleCount>(first));
  }
  return motion;
}

void EquationsOfMotion::carryVelocities(ConstVectorRef from, ConstVectorRef to, VectorRef v) const {
  for (int i = 0; i < places_.bodyCount(); ++i) {
    if (!places_.hasRotation(i) || places_.keepsPlane(i)) continue;
    const int first = places_.rotation(i);
    const Vector3 spin = motionIn(i, from, v).spin;
    if (const CardanFrame* frame = at_.cardanFrame(i))
      v.segment<kAngleCount>(first) = frame->chart().rates(to.segment<kAngleCount>(first), spin);
    else v.segment<4>(first) = parameterRates(to.segment<4>(first), spin);
  }
}

Mechanism EquationsOfMotion::startingAt(ConstVectorRef q, ConstVectorRef v) const {
  Mechanism mechanism = mechanism_;
  for (int i = 0; i < places_.bodyCount(); ++i) {
    setCentreMotion(mechanism.bodies[i], motionIn(i, q, v));
    if (auto& beam = mechanism.bodies[i].flexible) {
      const auto [first, count] = places_.elastic(i);
      beam->displacements.assign(q.data() + first, q.data() + first + count);
      beam->rates.assign(v.data() + first, v.data() + first + count);
    }
  }
  keepPrescribed(mechanism, mechanism_);
  int coordinate = places_.controls().first;
  for (Controller& controller : mechanism.controllers) {
    // assembly does not move states
    coordinate += static_cast<int>(lawOf(mechanism, controller).states.size());
    if (auto* law = std::get_if<ControlLaw>(&controller.kind))
      for (ControlVariable& variable : law->variables) variable.initial = v[coordinate++];
  }
  return mechanism;
}

std::string EquationsOfMotion::coordinateName(int i) const { return places_.nameOf(mechanism_, i); }

RowName EquationsOfMotion::rowName(int row) const {
  for (const auto* list : {&normalisations_, &rows_})
    for (const ConstraintRows* element : *list)
      for (int k = 0; k < element->rows; ++k)
        if (element->row(k) == row) return {partWords(mechanism_, element->part), element->law->rowName(k)};
  if (isControlRow(row)) {
    if (const PartRef part = layout_.coordinates[n_ - m_ + row].part; part.kind == PartRef::Kind::Joint)
      return {partWords(mechanism_, part), tr("count of turns")};
    const std::string& symbol = controls_->name(row - (m_ - controls_->count()));
    const auto dot = symbol.find('.');
    return {partWords(PartRef::Kind::Controller, symbol.substr(0, dot)), symbol.substr(dot + 1)};
  }
  return {};
}

}  // namespace holonom
