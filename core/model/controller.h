// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What a controller is: plain values. Its quantities are symbols "controller.quantity" in forces, outputs
/// and other controllers; formulas are expressions of stateSymbols() (core/model/symbols.h).
namespace holonom {

/// A quantity z with z′ = rate, integrated with the mechanism.
struct ControlState {
  std::string name;
  double initial = 0;
  std::string rate;
  double scale = 1;  ///< size that counts as one when its error is weighed, > 0
  bool operator==(const ControlState&) const = default;
};

/// A quantity w that satisfies equation = 0 at all times; the equation must depend on w.
struct ControlVariable {
  std::string name;
  double initial = 0;  ///< where the search begins
  std::string equation;
  double scale = 1;
  bool operator==(const ControlVariable&) const = default;
};

/// A name for a formula, of use in forces and outputs and in the signals after it.
struct ControlSignal {
  std::string name;
  std::string formula;
  bool operator==(const ControlSignal&) const = default;
};

struct ControlLaw {
  std::vector<ControlState> states;
  std::vector<ControlVariable> variables;
  std::vector<ControlSignal> formulas;  // not "signals", a word of Qt
  bool operator==(const ControlLaw&) const = default;
};

/// When a sampled controller acts: at offset + k period, k = 0, 1, … (s). Its quantities are held in between.
struct Sampling {
  double period = 1;  ///< > 0
  double offset = 0;  ///< ≥ 0
  bool operator==(const Sampling&) const = default;
};

/// A quantity that a sampled controller computes at a sample and holds until the next.
struct HeldQuantity {
  std::string name;
  double initial = 0;   ///< before the first sample
  std::string formula;  ///< its value from the sample on
  bool operator==(const HeldQuantity&) const = default;
};

/// A controller that runs at a rate of its own, as a program in a machine does. At a sample the outputs are
/// computed one after the other from the motion, the states and the outputs before them; an output that is
/// not computed yet is that of the last sample. Then all states take their next values, each from the states
/// as they were and the new outputs:
///     u_k = g(y_k, x_k),   x_{k+1} = f(y_k, x_k, u_k).
struct SampledLaw {
  Sampling sampling;
  std::vector<HeldQuantity> outputs;
  std::vector<HeldQuantity> states;
  bool operator==(const SampledLaw&) const = default;
};

/// Proportional, integral and derivative action on the position of a revolute, prismatic or slot joint:
///     e = setpoint − position,  integral′ = e,  u = P e + I integral − D velocity.
/// The derivative acts on the joint, not on the set-point, so that a jump of the set-point does not kick.
/// Quantities: integral (a state), e and u (signals, N·m or N as the gains are given). With a sampling all
/// three are held between samples, and integral_{k+1} = integral_k + period e_k.
struct PidController {
  int joint = 0;         ///< index into joints
  std::string setpoint;  ///< rad or m
  double proportional = 0, integral = 0, derivative = 0;
  std::optional<Sampling> sampling;  ///< absent: continuous
  bool operator==(const PidController&) const = default;
};

struct Controller {
  std::string name;
  std::variant<ControlLaw, PidController, SampledLaw> kind;
  bool operator==(const Controller&) const = default;
};

struct Mechanism;

/// The equations of a controller of any kind that are integrated with the mechanism; none for a sampled one.
ControlLaw lawOf(const Mechanism& mechanism, const Controller& controller);
/// What a sampled controller of any kind does; nothing for a continuous one.
std::optional<SampledLaw> sampledLawOf(const Mechanism& mechanism, const Controller& controller);

/// A quantity of a controller and where it lives: states and variables have a coordinate each (in the order
/// of the controllers, states before variables); a variable is the velocity of its coordinate. Held
/// quantities of sampled controllers have a place in Configuration::held.
struct ControlQuantity {
  enum class Kind { State, Variable, Signal, Held };
  Kind kind;
  std::string symbol;   ///< "pid.integral"
  int coordinate = -1;  ///< among those of the controllers; −1 for a signal and a held quantity
  std::string formula;  ///< rate, equation or formula
  double initial = 0, scale = 1;
  int place = -1;      ///< of a held quantity
  int joint = -1;      ///< whose turns it counts, of no controller
  int controller = 0;  ///< its index in the mechanism
};

/// All of them: per controller its states, variables, signals, or its outputs and states when it is sampled;
/// then the turns that are counted.
std::vector<ControlQuantity> controlQuantities(const Mechanism& mechanism);

/// An angle of a joint in space that something reads: a formula, a stop or a PID controller. Rotation
/// matrices know an angle up to whole turns. Each of these has a state φ with φ′ = the rate of the angle, of
/// which no more is used than that: the angle is the one of the axes that is next to φ.
struct CountedTurn {
  int joint, coordinate;
  auto operator<=>(const CountedTurn&) const = default;
};
std::vector<CountedTurn> countedTurns(const Mechanism& mechanism);

/// The expression with every signal of a controller replaced by its formula, so that only what it is made of
/// remains.
std::string withoutSignals(const Mechanism& mechanism, const std::string& text);

}  // namespace holonom
