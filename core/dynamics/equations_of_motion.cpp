// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/equations_of_motion.h"

#include <algorithm>
#include <functional>

#include "core/dynamics/model_fronts.h"
#include "core/dynamics/model_marks.h"
#include "core/dynamics/model_poles.h"
#include "core/dynamics/model_switches.h"
#include "core/dynamics/offers.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

using Entries = std::vector<std::pair<int, int>>;
using RowOf = std::function<int(int)>;

/// Global (row, column) of every local entry marked in a 6-column structure; rows are the constraint rows
/// that rowOf gives, or coordinates of the pair when it is empty. Unmarked entries and ground give (−1, −1).
Entries globalEntries(const CoordinateLayout& places, std::string_view structure, int bodyA, int bodyB,
                      const RowOf& rowOf) {
  Entries entries;
  for (std::size_t k = 0; k < structure.size(); ++k) {
    const int localRow = static_cast<int>(k) / kPairSize;
    const int col = places.ofPair(bodyA, bodyB, static_cast<int>(k) % kPairSize);
    const int row = rowOf ? rowOf(localRow) : places.ofPair(bodyA, bodyB, localRow);
    entries.push_back(structure[k] == 'x' && row >= 0 && col >= 0 ? std::pair(row, col) : std::pair(-1, -1));
  }
  return entries;
}

constexpr std::string_view kFull = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

/// Those of the local entries that are neither structurally zero nor on ground.
std::vector<EntrySlot> slotsOf(const Entries& entries, const SparsePattern& pattern) {
  std::vector<EntrySlot> slots;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (const auto& [row, col] = entries[k]; row >= 0)
      slots.push_back({static_cast<int>(k), pattern.slot(row, col)});
  return slots;
}

void scatter(const double* local, const std::vector<EntrySlot>& slots, double* values) {
  for (const auto& [entry, slot] : slots) values[slot] += local[entry];
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(Mechanism mechanism, bool freeHands)
    : mechanism_(std::move(mechanism)), places_(mechanism_), n_(places_.count()),
      length_(characteristicLength(mechanism_)), at_(places_) {
  layout_.coordinates = places_.describe(mechanism_, length_);
  buildElements();
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i)
    if (const auto* hand = std::get_if<Hand>(&mechanism_.forces[i].kind))
      hands_.push_back({static_cast<int>(i), HandForce(mechanism_, *hand, freeHands)});
  layOutRows();
  buildPatterns();
  collectExpressions();
  switches_ = std::make_unique<ModelSwitches>(mechanism_, expressions_, constraints_, at_);
  poles_ = std::make_unique<ModelPoles>(expressions_, at_);
  fronts_ = std::make_unique<ModelFronts>(mechanism_, expressions_, at_);
  samples_ = std::make_unique<ModelSamples>(mechanism_, hands_, at_);
  kinks_ = std::make_unique<HandKinks>(hands_);
  marks_ = std::make_unique<ModelMarks>(mechanism_, at_);
  waves_ = std::make_unique<ModelWaves>(at_);
  waves_->add(expressions_);
  for (const StateFunction& condition : marks_->conditions()) waves_->add(condition);
}

EquationsOfMotion::~EquationsOfMotion() = default;

Offers EquationsOfMotion::offers() {
  return {.switches = *switches_,
          .stops = *switches_,
          .samples = *samples_,
          .kinks = *kinks_,
          .poles = *poles_,
          .fronts = *fronts_,
          .waves = *waves_,
          .marks = *marks_};
}

void EquationsOfMotion::layOutRows() {
  layout_.rows.resize(m_);
  for (const ConstraintElement& element : constraints_)
    for (int k = 0; k < element.law->rowCount(); ++k) layout_.rows[element.row(k)] = {element.part, k};
  for (int i = places_.controls().first; i < n_; ++i)
    layout_.rows[m_ - n_ + i] = {layout_.coordinates[i].part};
}

/// Of drivers, forces and controllers, in this order.
void EquationsOfMotion::collectExpressions() {
  for (const ConstraintElement& element : constraints_)
    if (element.law->switches())
      expressions_.push_back({nullptr, element.law.get(), "driver '" + element.law->name() + "'"});
  for (std::size_t i = 0; i < expressionForces_.size(); ++i) {
    if (!expressionForces_[i]) continue;
    const Force& force = mechanism_.forces[i];
    const std::string kind = std::holds_alternative<Stop>(force.kind) ? "stop" : "force";
    for (StateFunction* function : expressionForces_[i]->functions())
      expressions_.push_back({function, nullptr, kind + " '" + force.name + "'"});
  }
  if (!controls_) return;
  const std::vector<StateFunction*> functions = controls_->functions();
  for (int row = 0; row < controls_->count(); ++row)
    expressions_.push_back({functions[row], nullptr, "'" + controls_->name(row) + "'"});
}

int EquationsOfMotion::rowOfStop(int force, int k) const {
  std::size_t element = mechanism_.joints.size() + mechanism_.drivers.size() + k;
  for (int i = 0; i < force; ++i)
    if (const auto* stop = std::get_if<Stop>(&mechanism_.forces[i].kind)) element += stopLimits(*stop).size();
  return constraints_[element].firstRow;
}

void EquationsOfMotion::moveHand(int force, const std::vector<Hand::Grab>& grabs) {
  for (HandElement& hand : hands_)
    if (hand.force == force) hand.law.follow(grabs);
}

void EquationsOfMotion::buildElements() {
  mass_ = weight_ = Vector::Zero(n_);
  for (int i = 0; i < places_.bodyCount(); ++i) {
    const Body& body = mechanism_.bodies[i];
    mass_.segment<kFrameSize>(places_.frame(i).first) << body.mass, body.mass, body.inertia;
    weight_.segment<2>(places_.place(i)) = body.mass * mechanism_.gravity;
  }
  const auto add = [&](std::unique_ptr<JointConstraint> law, PartRef::Kind kind, std::size_t part) {
    const int rows = law->rowCount(), holonomic = law->holonomicRowCount();
    const Coincidence* pin = law->bodyA() != law->bodyB() ? law->pin() : nullptr;
    if (pin) pins_.add(*pin, law->bodyA(), law->bodyB(), m_);
    constraints_.push_back({.law = std::move(law),
                            .part = {kind, static_cast<int>(part)},
                            .firstRow = m_,
                            .rows = rows,
                            .holonomicRows = holonomic,
                            .jacobianSlots = {},
                            .hessianSlots = {},
                            .pinned = pin != nullptr,
                            .open = kind == PartRef::Kind::Force});
    m_ += holonomic;
  };
  for (std::size_t i = 0; i < mechanism_.joints.size(); ++i)
    add(makeJointConstraint(mechanism_, mechanism_.joints[i]), PartRef::Kind::Joint, i);
  for (std::size_t i = 0; i < mechanism_.drivers.size(); ++i)
    add(makeDriverConstraint(mechanism_, mechanism_.drivers[i]), PartRef::Kind::Driver, i);
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i)
    if (const auto* stop = std::get_if<Stop>(&mechanism_.forces[i].kind))
      for (const StopLimit& limit : stopLimits(*stop))
        add(makeStopConstraint(mechanism_, mechanism_.forces[i].name, *stop, limit), PartRef::Kind::Force, i);
  layout_.holonomic = m_;
  for (ConstraintElement& element : constraints_) {
    element.firstNonholonomicRow = m_;
    m_ += element.law->rowCount() - element.holonomicRows;
  }
  std::vector<std::string> symbols;
  if (places_.controls().count > 0) {
    symbols = stateSymbols(mechanism_);
    Vector scales(n_);
    for (int i = 0; i < n_; ++i) scales[i] = coordinateScale(i);
    controls_ = std::make_unique<ControlRows>(mechanism_, symbols, m_, std::move(scales));
    m_ += controls_->count();
  }
  for (const Force& force : mechanism_.forces) {
    if (auto law = makeForceLaw(mechanism_, force)) {
      forces_.push_back({std::move(law), static_cast<int>(expressionForces_.size()), {}, {}});
      expressionForces_.push_back(nullptr);
      continue;
    }
    if (symbols.empty()) symbols = stateSymbols(mechanism_);
    expressionForces_.push_back(makeExpressionForce(mechanism_, force, symbols));
  }
}

void EquationsOfMotion::buildPatterns() {
  Entries mass, jacobian, stiffness, damping;
  const auto append = [](Entries& all, const Entries& more) {
    std::copy_if(more.begin(), more.end(), std::back_inserter(all),
                 [](const auto& e) { return e.first >= 0; });
  };
  const auto hessianEntries = [this](const JointConstraint& law) {
    return globalEntries(places_, law.hessianStructure(), law.bodyA(), law.bodyB(), {});
  };
  const auto jacobianEntries = [this](const ConstraintElement& element) {
    return globalEntries(places_, element.law->jacobianStructure(), element.law->bodyA(),
                         element.law->bodyB(), [&](int k) { return element.row(k); });
  };
  const auto pairEntries = [this](const ForceLaw& law) {
    return globalEntries(places_, kFull, law.bodyA(), law.bodyB(), {});
  };

  for (int i = 0; i < places_.frames().end(); ++i) mass.emplace_back(i, i);
  for (const auto& element : constraints_) {
    append(jacobian, jacobianEntries(element));
    append(stiffness, hessianEntries(*element.law));
  }
  for (const auto& element : forces_) {
    if (element.law->hasStiffness()) append(stiffness, pairEntries(*element.law));
    if (element.law->hasDamping()) append(damping, pairEntries(*element.law));
  }
  for (const auto& law : expressionForces_)
    if (law) law->addPatterns(stiffness, damping);
  for (const HandElement& hand : hands_) hand.law.addPatterns(stiffness, damping);
  if (controls_) controls_->addPattern(jacobian);
  layout_.mass = SparsePattern::fromEntries(n_, n_, mass);
  layout_.constraint = SparsePattern::fromEntries(m_, n_, jacobian);
  layout_.stiffness = SparsePattern::fromEntries(n_, n_, stiffness);
  layout_.damping = SparsePattern::fromEntries(n_, n_, damping);
  pins_.takeSlots(places_, layout_.constraint);
  if (controls_) controls_->takeSlots(layout_.constraint);
  for (auto& element : constraints_) {
    element.jacobianSlots = slotsOf(jacobianEntries(element), layout_.constraint);
    element.hessianSlots = slotsOf(hessianEntries(*element.law), layout_.stiffness);
  }
  for (auto& element : forces_) {
    if (element.law->hasStiffness())
      element.stiffnessSlots = slotsOf(pairEntries(*element.law), layout_.stiffness);
    if (element.law->hasDamping()) element.dampingSlots = slotsOf(pairEntries(*element.law), layout_.damping);
  }
  for (auto& law : expressionForces_)
    if (law) law->takeSlots(layout_.stiffness, layout_.damping);
  for (HandElement& hand : hands_) hand.law.takeSlots(layout_.stiffness, layout_.damping);
}

void EquationsOfMotion::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  at_.moveTo(t, q, v);
  for (auto& element : constraints_)
    if (element.part.kind == PartRef::Kind::Driver) element.law->setTime(t);
}

void EquationsOfMotion::mass(double* values) const {
  std::copy_n(mass_.data(), places_.frames().count, values);
}

void EquationsOfMotion::forces(VectorRef Q) const {
  Q = weight_;
  for (const auto& element : forces_) {
    PairVector local{};
    element.law->force(pairOf(*element.law), local.data());
    for (int k = 0; k < kPairSize; ++k) {
      const int row = places_.ofPair(element.law->bodyA(), element.law->bodyB(), k);
      if (row >= 0) Q[row] += local[k];
    }
  }
  for (const auto& law : expressionForces_)
    if (law) law->addForce(at_, Q);
  for (const HandElement& hand : hands_) hand.law.addForce(at_, Q);
}

void EquationsOfMotion::put(const ConstraintElement& element, const double* local, VectorRef rows) const {
  for (int k = 0; k < element.rows; ++k) rows[element.row(k)] = local[k];
}

void EquationsOfMotion::constraints(VectorRef c) const {
  pins_.constraints(at_, c);
  for (const auto& element : constraints_) {
    if (element.pinned) continue;
    double local[kPairSize] = {};
    if (!element.open) element.law->residual(pairOf(*element.law), local);
    put(element, local, c);
  }
  if (controls_) c.tail(controls_->count()).setZero();
}

void EquationsOfMotion::constraintTimeDerivative(VectorRef ct) const {
  ct.setZero();
  for (const auto& element : constraints_) {
    if (element.pinned) continue;
    double local[kPairSize] = {};
    element.law->timeDerivative(local);
    put(element, local, ct);
  }
  if (controls_) controls_->timeDerivative(at_, ct);
}

void EquationsOfMotion::gamma(VectorRef g) const {
  pins_.gamma(at_, g);
  for (const auto& element : constraints_) {
    if (element.pinned) continue;
    double local[kPairSize] = {};
    if (!element.open) element.law->gamma(pairOf(*element.law), local);
    put(element, local, g);
  }
  if (controls_) controls_->gamma(at_, g);
}

/// Rows of all laws, each evaluated into a zeroed block of its own, to the pattern of C_q; those of pins only
/// where that is asked for. Rows of controllers are zeroed.
template <class Evaluate>
void EquationsOfMotion::scatterRows(double* values, bool withPins, Evaluate evaluate) const {
  if (controls_) std::fill_n(values, layout_.constraint.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    if (element.pinned && !withPins) continue;
    for (const EntrySlot& entry : element.jacobianSlots) values[entry.slot] = 0;
    if (element.open) continue;
    double local[kPairSize * kPairSize];  // zeroing all of it would take longer than the rest
    std::fill_n(local, kPairSize * element.rows, 0.0);
    evaluate(*element.law, local);
    scatter(local, element.jacobianSlots, values);
  }
}

void EquationsOfMotion::constraintJacobian(double* values) const {
  scatterRows(values, false,
              [&](const JointConstraint& law, double* local) { law.jacobian(pairOf(law), local); });
  pins_.jacobian(at_, values);
  if (controls_) controls_->addJacobian(at_, values);
}

void EquationsOfMotion::velocityJacobian(double* values) const {
  scatterRows(values, true,
              [&](const JointConstraint& law, double* local) { law.velocityJacobian(pairOf(law), local); });
  if (controls_) controls_->addVelocityJacobian(at_, values);
}

void EquationsOfMotion::accelerationJacobian(ConstVectorRef a, double* values) const {
  scatterRows(values, true, [&](const JointConstraint& law, double* local) {
    PairVector acceleration{};
    for (int k = 0; k < kPairSize; ++k) {
      const int col = places_.ofPair(law.bodyA(), law.bodyB(), k);
      if (col >= 0) acceleration[k] = a[col];
    }
    law.accelerationJacobian(pairOf(law), acceleration, local);
  });
  if (controls_) controls_->addAccelerationJacobian(at_, a, values);
}

void EquationsOfMotion::accelerationVelocityJacobian(ConstVectorRef a, double* values) const {
  scatterRows(values, true, [&](const JointConstraint& law, double* local) {
    law.accelerationVelocityJacobian(pairOf(law), local);
  });
  if (controls_) controls_->addAccelerationVelocityJacobian(at_, a, values);
}

void EquationsOfMotion::constraintHessian(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, layout_.stiffness.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    if (element.hessianSlots.empty() || element.open) continue;
    PairRows local{};
    double multipliers[kPairSize] = {};
    for (int k = 0; k < element.law->rowCount(); ++k) multipliers[k] = lambda[element.row(k)];
    element.law->hessian(pairOf(*element.law), multipliers, local.data());
    scatter(local.data(), element.hessianSlots, values);
  }
}

void EquationsOfMotion::stiffness(ConstVectorRef, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);  // M is constant, so (M a)_q = 0
  for (const auto& element : forces_) {
    if (element.stiffnessSlots.empty()) continue;
    PairRows local{};
    element.law->stiffness(pairOf(*element.law), local.data());
    scatter(local.data(), element.stiffnessSlots, values);
  }
  for (const auto& law : expressionForces_)
    if (law) law->addStiffness(at_, values);
  for (const HandElement& hand : hands_) hand.law.addStiffness(at_, values);
}

void EquationsOfMotion::damping(double* values) const {
  std::fill_n(values, layout_.damping.nonZeros(), 0.0);
  for (const auto& element : forces_) {
    if (element.dampingSlots.empty()) continue;
    PairRows local{};
    element.law->damping(pairOf(*element.law), local.data());
    scatter(local.data(), element.dampingSlots, values);
  }
  for (const auto& law : expressionForces_)
    if (law) law->addDamping(at_, values);
  for (const HandElement& hand : hands_) hand.law.addDamping(at_, values);
}

}  // namespace holonom
