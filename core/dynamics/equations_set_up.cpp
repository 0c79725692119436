// SPDX-License-Identifier: GPL-3.0-or-later
// What is fixed for the life of the equations: elements, rows, patterns and slots.
#include <algorithm>
#include <tuple>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/flexible/beam_body.h"
#include "core/dynamics/model_charts.h"
#include "core/dynamics/model_fronts.h"
#include "core/dynamics/model_marks.h"
#include "core/dynamics/model_poles.h"
#include "core/dynamics/model_switches.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/spatial/cardan_body.h"
#include "core/dynamics/spatial/spatial_body.h"
#include "core/model/body_plane.h"
#include "core/model/centre_motion.h"
#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

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
  addConstraints();
  addForces();
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i)
    if (const auto* hand = std::get_if<Hand>(&mechanism_.forces[i].kind))
      hands_.push_back({static_cast<int>(i), HandForce(mechanism_, places_, *hand, freeHands)});
  layOutRows();
  buildPatterns();
  collectExpressions();
  switches_ = std::make_unique<ModelSwitches>(mechanism_, expressions_, rows_, at_);
  poles_ = std::make_unique<ModelPoles>(expressions_, at_);
  fronts_ = std::make_unique<ModelFronts>(mechanism_, expressions_, at_);
  samples_ = std::make_unique<ModelSamples>(mechanism_, hands_, at_);
  kinks_ = std::make_unique<HandKinks>(hands_);
  marks_ = std::make_unique<ModelMarks>(mechanism_, at_);
  charts_ = std::make_unique<ModelCharts>(mechanism_, at_);
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
          .marks = *marks_,
          .charts = *charts_};
}

void EquationsOfMotion::layOutRows() {
  layout_.rows.resize(m_);
  for (const auto* list : {&normalisations_, &rows_})
    for (const ConstraintRows* element : *list)
      for (int k = 0; k < element->rows; ++k) layout_.rows[element->row(k)] = {element->part, k};
  for (int i = places_.controls().first; i < n_; ++i) {
    const PartRef part = layout_.coordinates[i].part;  // the count of turns is a row of no joint
    layout_.rows[m_ - n_ + i] = {part.kind == PartRef::Kind::Controller ? part
                                                                        : PartRef{PartRef::Kind::Controller}};
  }
}

/// Of drivers, constraints, forces and controllers, in this order.
void EquationsOfMotion::collectExpressions() {
  for (const ConstraintRows* element : rows_)
    if (element->law->switches())
      expressions_.push_back({nullptr, element->law, partWords(mechanism_, element->part)});
  for (int i = 0; i < std::ssize(mechanism_.constraints); ++i)
    for (StateFunction* function : formulas_->functions(i))
      expressions_.push_back({function, nullptr, partWords(mechanism_, {PartRef::Kind::Constraint, i})});
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
  return rows_[element]->firstRow;
}

void EquationsOfMotion::moveHand(int force, const std::vector<Hand::Grab>& grabs) {
  for (HandElement& hand : hands_)
    if (hand.force == force) hand.law.follow(grabs);
}

void EquationsOfMotion::buildBodies() {
  mass_ = weight_ = Vector::Zero(n_);
  for (int i = 0; i < places_.bodyCount(); ++i) {
    const Body& body = mechanism_.bodies[i];
    const int place = places_.place(i), dimensions = places_.dimensions(i);
    mass_.segment(place, dimensions).setConstant(body.mass);
    if (places_.turns(i)) mass_[places_.angle(i)] = body.inertia;
    weight_.segment(place, dimensions) = body.mass * mechanism_.gravity.head(dimensions);
    if (places_.keepsPlane(i)) {
      const BodyPlane plane = planeOf(body);
      mass_[places_.rotation(i)] = momentInPlane(body);
      weight_.segment<2>(place) = body.mass * plane.inPlane(mechanism_.gravity);
      heldPotential_ -= body.mass * plane.height * plane.normal.dot(mechanism_.gravity);
    }
    if (body.flexible)
      addBodyLaw(i, std::make_unique<BeamBody>(body, inPlane(mechanism_.gravity)), places_.elastic(i));
    if (const CardanFrame* frame = at_.cardanFrame(i))
      addBodyLaw(i, std::make_unique<CardanBody>(body.mass, inertiaTensor(body), *frame), places_.frame(i));
    else if (places_.hasParameters(i))
      addBodyLaw(i, std::make_unique<SpatialBody>(body.mass, inertiaTensor(body)), places_.frame(i));
  }
}

void EquationsOfMotion::addBodyLaw(int body, std::unique_ptr<BodyLaw> law, CoordinateLayout::Span own) {
  bodies_.push_back({.law = std::move(law),
                     .body = body,
                     .own = own,
                     .coordinates = places_.ofFrame(body),
                     .massSlots = {},
                     .stiffnessSlots = {},
                     .dampingSlots = {}});
  for (int k = places_.elastic(body).first; k < places_.elastic(body).end(); ++k)
    bodies_.back().coordinates.push_back(k);
}

template <class S>
void EquationsOfMotion::addConstraint(ElementSet<S>& set, std::unique_ptr<ConstraintIn<S>> law,
                                      PartRef part) {
  const int holonomic = law->holonomicRowCount();
  set.add(std::move(law), part, m_);
  m_ += holonomic;
}

void EquationsOfMotion::addConstraints() {
  const auto ref = [](PartRef::Kind kind, std::size_t i) { return PartRef{kind, static_cast<int>(i)}; };
  for (int i = 0; i < places_.bodyCount(); ++i)
    if (places_.hasParameters(i))
      addConstraint(spatial_, makeNormalisation(mechanism_, i), {PartRef::Kind::Body, i});
  layout_.normalisations = m_;
  for (std::size_t i = 0; i < mechanism_.joints.size(); ++i) {
    const Joint& joint = mechanism_.joints[i];
    if (actsInSpace(mechanism_, joint))
      addConstraint(spatial_, makeSpatialConstraint(mechanism_, joint), ref(PartRef::Kind::Joint, i));
    else addConstraint(planar_, makeJointConstraint(mechanism_, joint), ref(PartRef::Kind::Joint, i));
  }
  for (std::size_t i = 0; i < mechanism_.drivers.size(); ++i) {
    const Driver& driver = mechanism_.drivers[i];
    if (actsInSpace(mechanism_, mechanism_.joints.at(std::size_t(driver.joint))))
      addConstraint(spatial_, makeSpatialDriver(mechanism_, driver), ref(PartRef::Kind::Driver, i));
    else addConstraint(planar_, makeDriverConstraint(mechanism_, driver), ref(PartRef::Kind::Driver, i));
  }
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i) {
    const Force& force = mechanism_.forces[i];
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop) continue;
    for (const StopLimit& limit : stopLimits(*stop))
      if (actsInSpace(mechanism_, force))
        addConstraint(spatial_, makeSpatialStop(mechanism_, force.name, *stop, limit),
                      ref(PartRef::Kind::Force, i));
      else
        addConstraint(planar_, makeStopConstraint(mechanism_, force.name, *stop, limit),
                      ref(PartRef::Kind::Force, i));
  }
  addFormulas();
  layout_.holonomic = m_;
  collectRows();
  for (ConstraintRows* element : rows_) {
    element->firstNonholonomicRow = m_;
    m_ += element->rows - element->holonomicRows;
  }
}

void EquationsOfMotion::addFormulas() {
  if (mechanism_.constraints.empty()) return;
  formulas_ = std::make_unique<FormulaRows>(mechanism_, coordinateScales());
  for (const auto& element : formulas_->elements()) {
    element->firstRow = m_;
    m_ += element->holonomicRows;
  }
}

Vector EquationsOfMotion::coordinateScales() const {
  return Vector::NullaryExpr(n_, [this](Eigen::Index i) { return coordinateScale(static_cast<int>(i)); });
}

/// The holonomic rows of all elements, of either space, are counted in the order of the model.
void EquationsOfMotion::collectRows() {
  const auto collect = [this](auto& set) {
    for (auto& element : set.constraintElements())
      (element.part.kind == PartRef::Kind::Body ? normalisations_ : rows_).push_back(&element);
  };
  collect(planar_);
  collect(spatial_);
  if (formulas_)
    for (const auto& element : formulas_->elements()) rows_.push_back(element.get());
  const auto place = [](const ConstraintRows* element) {  // an element may have no holonomic row
    const auto kind = element->part.kind;
    const int order = kind == PartRef::Kind::Joint    ? 0
                      : kind == PartRef::Kind::Driver ? 1
                      : kind == PartRef::Kind::Force  ? 2
                                                      : 3;
    return std::tuple(order, element->part.index, element->firstRow);
  };
  std::ranges::sort(rows_, {}, place);
}

void EquationsOfMotion::addForces() {
  std::vector<std::string> symbols;
  if (places_.controls().count > 0) {
    symbols = stateSymbols(mechanism_);
    controls_ = std::make_unique<ControlRows>(mechanism_, symbols, m_, coordinateScales());
    m_ += controls_->count();
    layout_.counts = static_cast<int>(countedTurns(mechanism_).size());
  }
  for (const Force& force : mechanism_.forces) {
    const int number = static_cast<int>(expressionForces_.size());
    expressionForces_.push_back(nullptr);
    if (auto law = makeForceLaw(mechanism_, force)) {
      planar_.add(std::move(law), number);
    } else if (auto spatial = makeSpatialForceLaw(mechanism_, force)) {
      spatial_.add(std::move(spatial), number);
    } else {
      if (symbols.empty()) symbols = stateSymbols(mechanism_);
      expressionForces_.back() = makeExpressionForce(mechanism_, force, symbols);
    }
  }
}

void EquationsOfMotion::buildPatterns() {
  Entries mass, jacobian, stiffness, damping;
  const auto isPlain = [this](int i) {
    const int body = places_.bodyOf(i);
    return !mechanism_.bodies[body].flexible && (!places_.hasRotation(body) || places_.keepsPlane(body));
  };
  for (int i = 0; i < places_.frames().end(); ++i)
    if (isPlain(i)) mass.emplace_back(i, i);
  const Entries diagonal = mass;
  for (const BodyElement& element : bodies_) {
    append(mass, bodyEntries(element, &BodyLaw::inMass));
    append(stiffness, bodyEntries(element, &BodyLaw::inStiffness));
    append(damping, bodyEntries(element, &BodyLaw::inStiffness));
  }
  planar_.addPatterns(jacobian, stiffness, damping);
  spatial_.addPatterns(jacobian, stiffness, damping);
  if (formulas_) formulas_->addPatterns(jacobian, stiffness, damping);
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
  planar_.takeSlots(layout_);
  spatial_.takeSlots(layout_);
  if (formulas_) formulas_->takeSlots(layout_);
  if (controls_) controls_->takeSlots(layout_.constraint);
  for (auto& law : expressionForces_)
    if (law) law->takeSlots(layout_.stiffness, layout_.damping);
  for (HandElement& hand : hands_) hand.law.takeSlots(layout_.stiffness, layout_.damping);
}

}  // namespace holonom
