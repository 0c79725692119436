// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/nonlinear/bracketed_root.h"
#include "solvers/simulation/watches/step_curve.h"
#include "solvers/simulation/watches/step_scan.h"

namespace holonom {

/// Looks along a step for changes of sign of some functions of the state: switching functions, marks, edges
/// of fronts, poles. The step is cut into intervals in each of which no function changes its sign more than
/// once, as far as can be told: first into pieces, with a sample in the middle of each, so that between two
/// samples an angle goes no further than 0.2 rad, a length 0.2 of the model's size, and a wave (Waves) 0.4
/// rad. What belongs to controllers does not count. Allocates only when made.
class StepSearch : private StepScan {
 public:
  /// Writes the values of all functions at a state; the system has to be moved there.
  using Functions = std::function<void(const State& at, Vector& values)>;
  static constexpr int kEvaluations = 240;  ///< what a watch may spend
  /// `evaluations`: of one step, beyond the regular ones. The system must outlive this object.
  StepSearch(DaeSystem& system, int count, int evaluations, Functions functions);

  /// `step` must outlive the search. Functions with `ignored` (may be null: none) do not cause cuts.
  void begin(const StepCurve& step, const std::vector<char>* ignored = nullptr);
  /// Moves on to the next interval, in the order of time; false behind the last one, of which left() then is
  /// the end.
  bool next() { return StepScan::next(evaluate_); }
  using StepScan::left, StepScan::right, StepScan::atLeft, StepScan::atRight, StepScan::size;
  /// Whether function i changes its sign in the interval, or becomes zero at its end.
  bool changes(int i) const {
    return atLeft()[i] * atRight()[i] < 0 || (atRight()[i] == 0 && atLeft()[i] != 0);
  }

  double at(int i, double t);
  /// The bracket of f(value of function i), from one time to another.
  template <class Function>
  Bracket narrow(int i, double from, double to, double tolerance, const Function& f) {
    const auto value = [&](double t) { return f(at(i, t)); };
    return narrowBracket(value, {from, to, value(from), value(to)}, tolerance);
  }
  /// Just behind the change of function i in the interval.
  double change(int i, double tolerance);

 private:
  int pieces();
  double turns();

  DaeSystem& system_;
  Functions functions_;
  int evaluations_;
  Vector ways_;  // of the coordinates, between two samples
  Waves& source_;
  Vector waves_, before_, turned_;  // rad: at the last place, at the one before, to and fro since the first
  const StepCurve* step_ = nullptr;
  Evaluate evaluate_;
  Vector values_;
  State probe_;
};

}  // namespace holonom
