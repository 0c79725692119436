// SPDX-License-Identifier: GPL-3.0-or-later
// What is fixed for the life of the equations: elements, rows, patterns and slots.
#include <algorithm>
#include <functional>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/flexible/beam_body.h"
#include "core/dynamics/model_fronts.h"
#include "core/dynamics/model_marks.h"
#include "core/dynamics/model_poles.h"
#include "core/dynamics/model_switches.h"
#include "core/dynamics/offers.h"
#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

using RowOf = std::function<int(int)>;

/// Global (row, column) of every local entry marked in a structure over the coordinates of a map; rows are
/// the constraint rows that rowOf gives, or coordinates of the map when it is empty. Unmarked entries and
/// ground give (−1, −1).
Entries globalEntries(const PairMap& map, std::string_view structure, const RowOf& rowOf) {
  Entries entries;
  for (std::size_t k = 0; k < structure.size(); ++k) {
    const int localRow = static_cast<int>(k) / map.size();
    const int col = map.coordinates()[k % map.size()];
    const int row = rowOf ? rowOf(localRow) : map.coordinates()[localRow];
    entries.push_back(structure[k] == 'x' && row >= 0 && col >= 0 ? std::pair(row, col) : std::pair(-1, -1));
  }
  return entries;
}

constexpr std::string_view kFull = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

/// Of the entries of the matrices of a body, column by column, those that a predicate of the law marks.
Entries bodyEntries(const BodyElement& element, bool (BodyLaw::*marked)(int, int) const) {
  Entries entries;
  for (int col = 0; col < element.law->size(); ++col)
    for (int row = 0; row < element.law->size(); ++row)
      entries.push_back((*element.law.*marked)(row, col)
                            ? std::pair(element.coordinates[row], element.coordinates[col])
                            : std::pair(-1, -1));
  return entries;
}

void append(Entries& all, const Entries& more) {
  std::copy_if(more.begin(), more.end(), std::back_inserter(all), [](const auto& e) { return e.first >= 0; });
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(Mechanism mechanism, bool freeHands)
    : mechanism_(std::move(mechanism)), places_(mechanism_), n_(places_.count()),
      length_(characteristicLength(mechanism_)), at_(mechanism_) {
  layout_.coordinates = places_.describe(mechanism_, length_);
  buildBodies();
  buildElements();
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i)
    if (const auto* hand = std::get_if<Hand>(&mechanism_.forces[i].kind))
      hands_.push_back({static_cast<int>(i), HandForce(mechanism_, places_, *hand, freeHands)});
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
      expressions_.push_back({nullptr, element.law.get(), partWords(mechanism_, element.part)});
  for (std::size_t i = 0; i < expressionForces_.size(); ++i) {
    if (!expressionForces_[i]) continue;
    const std::string name = partWords(mechanism_, {PartRef::Kind::Force, static_cast<int>(i)});
    for (StateFunction* function : expressionForces_[i]->functions())
      expressions_.push_back({function, nullptr, name});
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

void EquationsOfMotion::buildBodies() {
  mass_ = weight_ = Vector::Zero(n_);
  for (int i = 0; i < places_.bodyCount(); ++i) {
    const Body& body = mechanism_.bodies[i];
    mass_.segment<2>(places_.place(i)).setConstant(body.mass);
    if (places_.turns(i)) mass_[places_.angle(i)] = body.inertia;
    weight_.segment<2>(places_.place(i)) = body.mass * inPlane(mechanism_.gravity);
    if (!body.flexible) continue;
    bodies_.push_back({.law = std::make_unique<BeamBody>(body, inPlane(mechanism_.gravity)),
                       .body = i,
                       .coordinates = places_.ofFrame(i),
                       .massSlots = {},
                       .stiffnessSlots = {},
                       .dampingSlots = {}});
    for (int k = places_.elastic(i).first; k < places_.elastic(i).end(); ++k)
      bodies_.back().coordinates.push_back(k);
  }
}

void EquationsOfMotion::addConstraint(std::unique_ptr<JointConstraint> law, PartRef part) {
  const int rows = law->rowCount(), holonomic = law->holonomicRowCount();
  const PairMap map(places_, law->frameA(), law->frameB());
  const auto isRigid = [&](int frame) { return frame == kGround || places_.turns(frame); };
  const bool pinned =
      map.isPlain() && map.frameA() != map.frameB() && isRigid(map.frameA()) && isRigid(map.frameB());
  const Coincidence* pin = pinned ? law->pin() : nullptr;
  if (pin) pins_.add(*pin, map.frameA(), map.frameB(), m_);
  constraints_.push_back({.law = std::move(law),
                          .map = map,
                          .part = part,
                          .firstRow = m_,
                          .rows = rows,
                          .holonomicRows = holonomic,
                          .jacobianSlots = {},
                          .hessianSlots = {},
                          .pinned = pin != nullptr,
                          .open = part.kind == PartRef::Kind::Force});
  m_ += holonomic;
}

void EquationsOfMotion::buildElements() {
  const auto ref = [](PartRef::Kind kind, std::size_t i) { return PartRef{kind, static_cast<int>(i)}; };
  for (std::size_t i = 0; i < mechanism_.joints.size(); ++i)
    addConstraint(makeJointConstraint(mechanism_, mechanism_.joints[i]), ref(PartRef::Kind::Joint, i));
  for (std::size_t i = 0; i < mechanism_.drivers.size(); ++i)
    addConstraint(makeDriverConstraint(mechanism_, mechanism_.drivers[i]), ref(PartRef::Kind::Driver, i));
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i)
    if (const auto* stop = std::get_if<Stop>(&mechanism_.forces[i].kind))
      for (const StopLimit& limit : stopLimits(*stop))
        addConstraint(makeStopConstraint(mechanism_, mechanism_.forces[i].name, *stop, limit),
                      ref(PartRef::Kind::Force, i));
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
      PairMap map(places_, law->frameA(), law->frameB());
      forces_.push_back({std::move(law), std::move(map), static_cast<int>(expressionForces_.size()), {}, {}});
      expressionForces_.push_back(nullptr);
      continue;
    }
    if (symbols.empty()) symbols = stateSymbols(mechanism_);
    expressionForces_.push_back(makeExpressionForce(mechanism_, force, symbols));
  }
}

/// What each element says of the patterns, and is then given slots for.
Entries EquationsOfMotion::jacobianEntries(const ConstraintElement& element) const {
  return globalEntries(element.map, element.map.spread(at_, element.law->jacobianStructure(), false),
                       [&](int k) { return element.row(k); });
}

Entries EquationsOfMotion::hessianEntries(const ConstraintElement& element) const {
  return globalEntries(element.map, element.map.spread(at_, element.law->hessianStructure(), true), {});
}

Entries EquationsOfMotion::pairEntries(const PairMap& map) const {
  return globalEntries(map, map.spread(at_, kFull, true), {});
}

void EquationsOfMotion::buildPatterns() {
  Entries mass, jacobian, stiffness, damping;
  const auto isRigid = [this](int i) { return !mechanism_.bodies[places_.bodyOf(i)].flexible; };
  for (int i = 0; i < places_.frames().end(); ++i)
    if (isRigid(i)) mass.emplace_back(i, i);
  const Entries diagonal = mass;
  for (const BodyElement& element : bodies_) {
    append(mass, bodyEntries(element, &BodyLaw::inMass));
    append(stiffness, bodyEntries(element, &BodyLaw::inStiffness));
    append(damping, bodyEntries(element, &BodyLaw::inStiffness));
  }
  for (const auto& element : constraints_) {
    append(jacobian, jacobianEntries(element));
    append(stiffness, hessianEntries(element));
  }
  for (const auto& element : forces_) {
    if (element.law->hasStiffness()) append(stiffness, pairEntries(element.map));
    if (element.law->hasDamping()) append(damping, pairEntries(element.map));
  }
  for (const auto& law : expressionForces_)
    if (law) law->addPatterns(stiffness, damping);
  for (const HandElement& hand : hands_) hand.law.addPatterns(stiffness, damping);
  if (controls_) controls_->addPattern(jacobian);
  layout_.mass = SparsePattern::fromEntries(n_, n_, mass);
  layout_.constraint = SparsePattern::fromEntries(m_, n_, jacobian);
  layout_.stiffness = SparsePattern::fromEntries(n_, n_, stiffness);
  layout_.damping = SparsePattern::fromEntries(n_, n_, damping);
  for (const auto& [i, column] : diagonal) massSlots_.push_back({i, layout_.mass.slot(i, column)});
  takeSlots();
}

void EquationsOfMotion::takeSlots() {
  for (BodyElement& element : bodies_) {
    element.massSlots = slotsOf(bodyEntries(element, &BodyLaw::inMass), layout_.mass);
    const Entries entries = bodyEntries(element, &BodyLaw::inStiffness);
    element.stiffnessSlots = slotsOf(entries, layout_.stiffness);
    element.dampingSlots = slotsOf(entries, layout_.damping);
  }
  pins_.takeSlots(places_, layout_.constraint);
  if (controls_) controls_->takeSlots(layout_.constraint);
  for (auto& element : constraints_) {
    element.jacobianSlots = slotsOf(jacobianEntries(element), layout_.constraint);
    element.hessianSlots = slotsOf(hessianEntries(element), layout_.stiffness);
  }
  for (auto& element : forces_) {
    if (element.law->hasStiffness())
      element.stiffnessSlots = slotsOf(pairEntries(element.map), layout_.stiffness);
    if (element.law->hasDamping()) element.dampingSlots = slotsOf(pairEntries(element.map), layout_.damping);
  }
  for (auto& law : expressionForces_)
    if (law) law->takeSlots(layout_.stiffness, layout_.damping);
  for (HandElement& hand : hands_) hand.law.takeSlots(layout_.stiffness, layout_.damping);
}

}  // namespace holonom
