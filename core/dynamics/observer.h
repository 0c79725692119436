// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/measures.h"
#include "core/dynamics/state.h"
#include "core/dynamics/state_quantity.h"
#include "core/dynamics/work_ledger.h"
#include "core/expressions/expression.h"
#include "core/results/step_record.h"

namespace holonom {

/// What the solver knows of a row: step data that go into the channels step.*, and how independent the
/// constraints are, for constraints.*: the smallest singular value of the scaled C_q, and the largest over
/// the smallest.
struct StepStatistics {
  double h = 0;
  int order = 0, newtonIterations = 0, jacobians = 0, rejected = 0, events = 0;
  double sigma = 1, condition = 1;
};

/// Turns states of a mechanism into rows of named channels: t; the outputs of the model; body.x y theta vx vy
/// omega ax ay alpha, of a body in space as bodyQuantities() has them; body.q1 … vq1 … aq1 … of flexible
/// bodies; quantities of the controllers; joint.lambda1 …, driver.lambda1 and the pushes stop.lambda1 … of
/// ideal stops; the Measures of joints and forces; energy.kinetic potential total work dissipated balance;
/// drift.position velocity acceleration; constraints.sigma condition; step.h order newton jacobians rejected
/// events. Filling a row allocates nothing.
class Observer {
 public:
  /// The equations must outlive the observer; fill() moves them to the state it is given.
  explicit Observer(EquationsOfMotion& equations);
  ~Observer();

  const std::vector<Channel>& channels() const { return channels_; }

  /// The work done begins with that before; state.lambda has all rows.
  void start(const State& state, const WorkDone& before = {});
  /// At the nodes of gaussRule() in the step that advance() then ends, if the caller likes.
  void within(const State& state);
  void advance(const State& state);  ///< after each accepted step
  /// The constraint rows of the recorded multipliers, in the order of their channels.
  const std::vector<int>& multiplierRows() const { return multiplierRows_; }
  /// Whether anything was supplied or dissipated so far, or may be behind an event, so that points within a
  /// step make a difference.
  bool countsWork() const { return works_; }
  /// Whether the steps before tell too little of the powers within one of h (s).
  bool needsPointsWithin(double h) const { return supplied_.needsNodes(h); }
  /// Behind an event at the last time: powers, and with an impact the energy, jump to those of `state`.
  void jump(const State& before, const State& state);
  /// state.t must lie within the last accepted step (or be its end). row.size() = rowSize(channels()), or
  /// channels().size() for one who asks for no rates.
  void fill(const State& state, const StepStatistics& step, std::span<double> row);

 private:
  struct Outputs;
  void addChannels();
  void addRates();
  double* fillInSpace(int body, const State& state, double* out) const;
  void addBody(int body);
  int unknownShownBy(int body, int quantity) const;
  void addControllers();
  double suppliedPower(const State& state);  // forces and drivers

  EquationsOfMotion& equations_;
  std::vector<Channel> channels_;
  std::unique_ptr<Outputs> outputs_;
  Measures measures_;
  // quantities of the controllers, in the order of their channels
  std::vector<std::unique_ptr<StateQuantity>> controls_;
  std::vector<int> multiplierRows_;  // of the channels lambda, in their order
  WorkLedger supplied_, dissipated_;
  // ever since the start: a mechanism at rest may begin to move again
  bool works_ = false;
  double lost_ = 0, given_ = 0;  // in impacts and other jumps of the velocities, J
  Vector rows_;                  // work space of length m
  std::vector<double> jacobian_;
};

}  // namespace holonom
