// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/observer.h"

#include <unordered_map>

#include "core/base/text.h"
#include "core/dynamics/output_symbols.h"
#include "core/dynamics/state_function.h"
#include "core/model/body_plane.h"
#include "core/model/symbols.h"
#include "core/results/difference.h"

namespace holonom {
/// The outputs of the model, compiled; only the symbols that they use are read.
struct Observer::Outputs {
  std::vector<Tape> tapes;
  std::vector<SymbolReader> readers;  // of used symbols
  std::vector<int> readInto;          // their places among the variables
  std::vector<double> variables, scratch;

  explicit Outputs(const EquationsOfMotion& equations) {
    const Mechanism& mechanism = equations.mechanism();
    if (mechanism.outputs.empty()) return;
    const std::vector<std::string> symbols = outputSymbols(mechanism);
    std::vector<bool> used(symbols.size(), false);
    std::size_t scratchSize = 0;
    for (const Output& output : mechanism.outputs) {
      tapes.push_back(Expression::parse(output.expression, symbols, mechanism.parameters).compile());
      for (const int variable : tapes.back().usedVariables()) used[variable] = true;
      scratchSize = std::max(scratchSize, static_cast<std::size_t>(tapes.back().scratchSize()));
    }
    for (std::size_t i = 0; i < symbols.size(); ++i)
      if (used[i]) {
        readers.push_back(symbolReader(symbols[i], equations));
        readInto.push_back(static_cast<int>(i));
      }
    variables.assign(symbols.size(), 0.0);
    scratch.assign(scratchSize, 0.0);
  }

  /// The rate of one that is a function of positions and time alone.
  struct Rate {
    StateFunction output;
    std::vector<double> slopes;
    double at(const Configuration& configuration, const Vector& v) {
      output.gradient(configuration, slopes.data(), nullptr);
      double rate = output.timeDerivative(configuration);
      for (std::size_t i = 0; i < slopes.size(); ++i) rate += slopes[i] * v[output.positions()[i]];
      return rate;
    }
  };
  std::vector<Rate> rates;

  /// Whether the output of that number is such a one, without branches.
  bool addRate(const Mechanism& mechanism, std::size_t number) {
    const std::vector<std::string> all = outputSymbols(mechanism), known = constraintSymbols(mechanism);
    for (const int used : tapes[number].usedVariables())
      if (std::ranges::find(known, all[std::size_t(used)]) == known.end()) return false;
    StateFunction output(mechanism.outputs[number].expression, mechanism, known);
    if (!output.velocities().empty() || output.switches().count() > 0) return false;
    const std::size_t count = output.positions().size();
    rates.push_back({std::move(output), std::vector<double>(count)});
    return true;
  }
  double* fillRates(const Configuration& configuration, const Vector& v, double* out) {
    for (Rate& rate : rates) *out++ = rate.at(configuration, v);
    return out;
  }

  double* evaluate(const EquationsOfMotion& equations, const State& state, double* out) {
    if (tapes.empty()) return out;
    for (std::size_t i = 0; i < readers.size(); ++i) variables[readInto[i]] = readers[i](equations, state);
    for (const Tape& tape : tapes) tape.evaluate(variables.data(), out++, scratch.data());
    return out;
  }
};

Observer::Observer(EquationsOfMotion& equations)
    : equations_(equations), outputs_(std::make_unique<Outputs>(equations)), measures_(equations),
      rows_(equations.constraintCount()), jacobian_(equations.constraintPattern().nonZeros()) {
  addChannels();
  addRates();
}

Observer::~Observer() = default;

/// The coordinate of the body that its position quantity is; where it has other ones in space, of its own
/// plane or Cardan angles, that which moves this quantity more than the others; or −1.
int Observer::unknownShownBy(int body, int quantity) const {
  const CoordinateLayout& places = equations_.places();
  const int first = places.place(body);
  if (!places.hasRotation(body) || places.hasParameters(body)) return first + quantity;
  const auto moved = [&](const Vector3& way, int offset) {
    Eigen::Index most = 0;
    way.cwiseAbs().maxCoeff(&most);
    return quantity == offset + int(most);
  };
  constexpr int kTurns = 4;  // e1, behind x, y, z and e0
  if (!places.keepsPlane(body)) {
    if (quantity < 3) return first + quantity;
    return quantity < kTurns ? -1 : places.rotation(body) + quantity - kTurns;
  }
  const BodyPlane plane = planeOf(equations_.mechanism().bodies[std::size_t(body)]);
  if (moved(plane.first, 0)) return first;
  if (moved(plane.second, 0)) return first + 1;
  return moved(plane.normal, kTurns) ? places.rotation(body) : -1;
}

void Observer::addBody(int body) {
  constexpr ChannelKind kLevels[] = {ChannelKind::Position, ChannelKind::Velocity, ChannelKind::Acceleration};
  const Body& part = equations_.mechanism().bodies[std::size_t(body)];
  for (std::size_t level = 0; level < kBodyQuantities.size(); ++level) {
    int number = 0;
    for (const BodyQuantity& quantity : bodyQuantities(level, part.frame())) {
      channels_.push_back({part.name + "." + quantity.name, quantity.unit, kLevels[level], part.name});
      if (level == 0) channels_.back().unknown = unknownShownBy(body, number++);
    }
  }
}

/// States and variables count as positions.
void Observer::addControllers() {
  const Mechanism& mechanism = equations_.mechanism();
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) {
    const auto kind = quantity.coordinate >= 0 ? ChannelKind::Position : ChannelKind::Output;
    channels_.push_back({quantity.symbol, "", kind, quantity.symbol.substr(0, quantity.symbol.find('.'))});
    if (quantity.coordinate >= 0)
      channels_.back().unknown = equations_.places().controls().first + quantity.coordinate;
    controls_.push_back(makeStateQuantity(quantity.symbol, mechanism, equations_.places()));
  }
}

void Observer::addChannels() {
  const Mechanism& mechanism = equations_.mechanism();
  channels_.push_back({"t", "s", ChannelKind::Time, ""});
  for (const Output& output : mechanism.outputs)
    channels_.push_back({output.name, output.unit, ChannelKind::Output, ""});
  for (int body = 0; body < equations_.places().bodyCount(); ++body) addBody(body);
  const CoordinateLayout::Span elastic = equations_.places().elastics();
  for (int i = elastic.first; i < elastic.end(); ++i) {  // "rod.q1"
    const std::string name = equations_.coordinateName(i), part = name.substr(0, name.rfind('.'));
    const std::string number = name.substr(part.size() + 1);
    channels_.push_back({name, "m", ChannelKind::Position, part, {}, i});
    channels_.push_back({part + ".v" + number, "m/s", ChannelKind::Velocity, part});
    channels_.push_back({part + ".a" + number, "m/s²", ChannelKind::Acceleration, part});
  }
  addControllers();
  const auto addMultiplier = [&](const std::string& part, int number, bool moment, const std::string& which) {
    std::string label = moment ? tr("{} moment", part) : tr("{} force", part);
    if (!which.empty()) label += ' ' + which;
    channels_.push_back({part + ".lambda" + std::to_string(number), moment ? "N·m" : "N",
                         ChannelKind::Multiplier, part, label});
  };
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    const Joint& joint = mechanism.joints[i];
    const std::vector<JointRow>& rows = rowsOf(mechanism, joint);
    for (int k = 0; k < std::ssize(rows); ++k) {
      addMultiplier(joint.name, k + 1, isAngleRow(mechanism, joint, k), rows.size() > 1 ? rows[k].name : "");
      multiplierRows_.push_back(equations_.rowOfJoint(static_cast<int>(i), k));
    }
  }
  for (std::size_t i = 0; i < mechanism.drivers.size(); ++i) {
    const Driver& driver = mechanism.drivers[i];
    addMultiplier(driver.name, 1, !slideAxis(mechanism.joints[driver.joint], driver.coordinate), "");
    multiplierRows_.push_back(equations_.rowOfDriver(static_cast<int>(i)));
  }
  for (std::size_t i = 0; i < mechanism.constraints.size(); ++i) {
    const Constraint& constraint = mechanism.constraints[i];
    const bool isPath = std::holds_alternative<PathConstraint>(constraint.kind);
    for (int k = 0; k < std::ssize(formulasOf(mechanism, constraint)); ++k) {
      channels_.push_back({constraint.name + ".lambda" + std::to_string(k + 1), isPath ? "N" : "",
                           ChannelKind::Multiplier, constraint.name});
      multiplierRows_.push_back(equations_.rowOfConstraint(static_cast<int>(i), k));
    }
  }
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i) {
    const auto* stop = std::get_if<Stop>(&mechanism.forces[i].kind);
    if (!stop) continue;
    const bool angle =
        stop->joint >= 0 && !slideAxis(mechanism.joints[std::size_t(stop->joint)], stop->coordinate);
    const std::vector<StopLimit> limits = stopLimits(*stop);
    for (std::size_t k = 0; k < limits.size(); ++k) {
      addMultiplier(mechanism.forces[i].name, static_cast<int>(k) + 1, angle,
                    limits.size() < 2 ? std::string()
                    : limits[k].upper ? tr("at its upper limit")
                                      : tr("at its lower limit"));
      multiplierRows_.push_back(equations_.rowOfStop(static_cast<int>(i), static_cast<int>(k)));
    }
  }
  int unknown = equations_.coordinateCount();
  for (Channel& channel : channels_)
    if (channel.kind == ChannelKind::Multiplier) channel.unknown = unknown++;
  measures_.addTo(channels_);
  for (const char* name : {"kinetic", "potential", "total", "work", "dissipated", "balance"})
    channels_.push_back({std::string("energy.") + name, "J", ChannelKind::Energy, ""});
  for (const char* name : {"position", "velocity", "acceleration"})
    channels_.push_back({std::string("drift.") + name, "", ChannelKind::Drift, ""});
  for (const char* name : {"sigma", "condition"})
    channels_.push_back({std::string("constraints.") + name, "", ChannelKind::Independence, ""});
  channels_.push_back({"step.h", "s", ChannelKind::Step, ""});
  for (const char* name : {"order", "newton", "jacobians", "rejected", "events"})
    channels_.push_back({std::string("step.") + name, "", ChannelKind::Step, ""});
}

/// An output that shows a channel alone has the rate of that one; of other functions of positions it stands
/// behind the channels.
void Observer::addRates() {
  std::unordered_map<std::string, int> places;
  for (int i = 0; i < std::ssize(channels_); ++i) places.emplace(channels_[std::size_t(i)].name, i);
  const auto placeOf = [&](const std::string& name) {
    const auto found = places.find(name);
    return found == places.end() ? -1 : found->second;
  };
  const std::vector<int> rates = rateChannels(channels_);
  const std::vector<Output>& outputs = equations_.mechanism().outputs;
  int next = int(channels_.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Channel& channel = channels_[i + 1];
    const int shown = placeOf(outputs[i].expression);
    if (shown > int(outputs.size()) && rates[std::size_t(shown)] >= 0) {
      const Channel& same = channels_[std::size_t(shown)];
      channel.rate = rates[std::size_t(shown)];
      channel.isPosition = same.isPosition || same.kind == ChannelKind::Position;
    } else if (outputs_->addRate(equations_.mechanism(), i)) {
      channel.rate = next++;
      channel.isPosition = true;
    }
  }
}

/// Forces and torques without potential, and drivers: −λᵀ C_q v = λᵀ C_t, which holds for nonholonomic rows
/// as well.
double Observer::suppliedPower(const State& state) {
  equations_.constraintTimeDerivative(rows_);
  return equations_.suppliedPower() + state.lambda.dot(rows_);
}

void Observer::start(const State& state, const WorkDone& before) {
  equations_.moveTo(state.t, state.q, state.v);
  lost_ = given_ = 0;
  supplied_.start(state.t, suppliedPower(state), before.supplied);
  dissipated_.start(state.t, equations_.dissipatedPower(), before.dissipated);
  works_ = supplied_.moves() || dissipated_.moves();
}

void Observer::within(const State& state) {
  equations_.moveTo(state.t, state.q, state.v);
  supplied_.within(suppliedPower(state));
  dissipated_.within(equations_.dissipatedPower());
}

void Observer::advance(const State& state) {
  equations_.moveTo(state.t, state.q, state.v);
  supplied_.advance(state.t, suppliedPower(state));
  dissipated_.advance(state.t, equations_.dissipatedPower());
  works_ = works_ || supplied_.moves() || dissipated_.moves();
}

/// Kinetic energy that goes with a jump of the velocities counts as dissipated, what comes as work of the
/// drivers: nothing else gives any.
void Observer::jump(const State& before, const State& state) {
  equations_.moveTo(before.t, before.q, before.v);
  const double energy = equations_.kineticEnergy() + equations_.potentialEnergy();
  equations_.moveTo(state.t, state.q, state.v);
  const double lost = energy - equations_.kineticEnergy() - equations_.potentialEnergy();
  (lost > 0 ? lost_ : given_) += std::abs(lost);
  works_ = true;  // where a contact begins the power is still zero
  supplied_.jump(suppliedPower(state));
  dissipated_.jump(equations_.dissipatedPower());
}

/// The columns are the same whatever the coordinates of the rotation.
double* Observer::fillInSpace(int body, const State& state, double* out) const {
  const Configuration& at = equations_.configuration();
  const SpatialMotion& motion = at.motion(body, Space());
  const auto second =
      SpatialPlace::of(Eigen::Map<const SpatialVector>(at.acceleration(body, state.a, Space()).data()));
  out = std::ranges::copy(motion.at.r, out).out;
  out = std::ranges::copy(motion.at.p, out).out;
  for (const SpatialPlace* level : {&motion.rate, &second}) {
    out = std::ranges::copy(level->r, out).out;
    out = std::ranges::copy(angularVelocity(motion.at.p, level->p), out).out;
  }
  return out;
}

void Observer::fill(const State& state, const StepStatistics& step, std::span<double> row) {
  equations_.moveTo(state.t, state.q, state.v);
  double* out = row.data();
  *out++ = state.t;
  out = outputs_->evaluate(equations_, state, out);
  const CoordinateLayout& places = equations_.places();
  for (int body = 0; body < places.bodyCount(); ++body) {
    const auto [first, count] = places.frame(body);
    if (places.hasRotation(body)) {
      out = fillInSpace(body, state, out);
      continue;
    }
    for (const Vector* level : {&state.q, &state.v, &state.a})
      out = std::copy_n(level->data() + first, count, out);
  }
  for (int i = places.elastics().first; i < places.elastics().end(); ++i)
    for (const Vector* level : {&state.q, &state.v, &state.a}) *out++ = (*level)[i];
  for (const auto& quantity : controls_) *out++ = quantity->value(equations_.configuration());
  for (const int constraintRow : multiplierRows_) *out++ = state.lambda[constraintRow];
  out = measures_.fill(equations_, state, out);

  const double kinetic = equations_.kineticEnergy(), potential = equations_.potentialEnergy();
  const double work = supplied_.at(state.t) + given_, dissipated = dissipated_.at(state.t) + lost_;
  for (const double value :
       {kinetic, potential, kinetic + potential, work, dissipated, kinetic + potential - work + dissipated})
    *out++ = value;

  // of the joints, drivers and stops: the length of Euler parameters is nobody's drift
  const int hidden = equations_.layout().normalisations;
  const auto largest = [&] {
    return rows_.size() > hidden ? rows_.tail(rows_.size() - hidden).cwiseAbs().maxCoeff() : 0.0;
  };
  equations_.constraintJacobian(jacobian_.data());
  equations_.constraints(rows_);
  *out++ = largest();
  equations_.constraintTimeDerivative(rows_);
  addProduct(equations_.constraintPattern(), jacobian_.data(), state.v, 1, rows_);
  *out++ = largest();
  equations_.gamma(rows_);
  addProduct(equations_.constraintPattern(), jacobian_.data(), state.a, -1, rows_);
  *out++ = largest();
  *out++ = step.sigma;
  *out++ = step.condition;
  for (const double value : {step.h, double(step.order), double(step.newtonIterations),
                             double(step.jacobians), double(step.rejected), double(step.events)})
    *out++ = value;
  if (row.size() > channels_.size()) outputs_->fillRates(equations_.configuration(), state.v, out);
}

}  // namespace holonom
