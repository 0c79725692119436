// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/work.h"
#include "solvers/options/options.h"

namespace holonom {

struct Assembly;
class RowSelection;

/// The chosen method on the constraint rows that are kept, and its plan. The rows may change on the way: then
/// another integrator of the same method goes on, and what the former had to say is kept.
class Stepping {
 public:
  /// Both must outlive this object.
  Stepping(DaeSystem& system, const SimulationOptions& options);
  ~Stepping();

  void forget();  ///< no method, nothing said: before a run
  /// Starts a new integrator with the rows that `at` keeps, at its state.
  void enter(const Assembly& at);
  /// Starts anew at a state of the kept rows, with the step it had as far as the method bears that. `why`:
  /// "behind an event".
  void restart(const State& at, Text why);
  /// The same behind an event for a method that can begin from a past: the motion on the branches that hold
  /// there, continued backwards. False where there is none such: nothing has changed.
  bool restartFromPast(const State& at, double step, double tolerance);

  Attempt attempt(double h) { return method_->attempt(h); }
  void accept();
  void reject(const Attempt& attempt, int failures) { plan_ = method_->reject(attempt, failures); }

  bool started() const { return method_ != nullptr; }
  Integrator& method() const { return *method_; }
  /// Of the method in use, whoever has chosen it.
  const MethodProperties& properties() const { return method_->properties(); }
  const StepPlan& plan() const { return plan_; }
  void planSize(double h) { plan_.h = h; }
  bool beginning() const { return beginning_; }  ///< the method has no past yet

  DaeSystem& rows() const { return *rows_; }  ///< the equations with the kept rows
  std::vector<int> keptRows() const;
  const std::vector<int>& leftOut() const { return leftOut_; }  ///< redundant rows
  /// null: all rows are kept. Shared with curves of steps that were made with it.
  const std::shared_ptr<RowSelection>& selection() const { return selection_; }
  /// All but the time, with λ of all rows.
  void expand(const State& kept, State& out) const;

  const Work& work() const { return work_; }
  Work& work() { return work_; }
  /// What the methods of the run have decided on their own.
  std::vector<std::string> remarks() const;
  /// Of velocities that the methods do not judge, in tolerances.
  double untestedErrors() const;

 private:
  void start(const State& at, double h, const OrderReason& reason);
  bool goOnFromPast(const State& at, double step, double tolerance, const OrderReason& reason);

  DaeSystem& system_;
  const SimulationOptions& options_;
  Work work_;
  DaeSystem* rows_;
  std::shared_ptr<RowSelection> selection_;
  std::unique_ptr<Integrator> method_;
  StepPlan plan_;
  bool beginning_ = true;
  std::vector<int> leftOut_;
  std::vector<std::string> pastRemarks_;  // of integrators that others have followed
  double pastUntested_ = 0;
};

/// All but the time of a state of the rows of `selection` (null: all rows), with λ of all rows.
void expandRows(const RowSelection* selection, const State& kept, State& out);

}  // namespace holonom
