// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/results/step_record.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/loop/chart_change.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/loop/crossing.h"
#include "solvers/simulation/loop/left_out_rows.h"
#include "solvers/simulation/loop/pace.h"
#include "solvers/simulation/loop/passage.h"
#include "solvers/simulation/summary.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

class JumpWatch;
class MarkWatch;
class PlaceWatch;

/// The main path: consistent initial conditions, then step after step: begin, plan, attempt, judge, react or
/// accept, close. Works on any DaeSystem; knows no mechanism, no thread and no view. Steps allocate nothing;
/// events, leaps and other rows between them may.
class Simulation {
 public:
  enum class Advance { Accepted, Finished };  ///< Finished: see termination()

  /// The system must outlive the simulation. Throws InputError when the options are not valid.
  Simulation(DaeSystem& system, SimulationOptions options);
  ~Simulation();

  /// Initial conditions. False: termination() is AssemblyFailed and message() says why.
  bool start(const InitialGuess& guess);
  /// One accepted step. `interrupt` (may be null) ends a row of rejected attempts early.
  Advance advance(const std::atomic<bool>* interrupt = nullptr);

  /// Last accepted state, λ for all rows of the system.
  const State& state() const { return course_.state; }
  /// Whether the last step ended where the equations or velocities jump; then the state just before it.
  bool crossedEvent() const { return crossing_.pending(); }
  const State& stateBeforeEvent() const { return crossing_.before(); }
  /// The system on the branches before, or behind, the event at the end of the last step.
  void showBefore() const { crossing_.showBefore(); }
  void showBehind() const { crossing_.showBehind(); }
  /// All events of the run, the first Summary::kMostEvents of them.
  const std::vector<Event>& allEvents() const { return course_.journal.allEvents(); }

  /// Any time within the last accepted step.
  void interpolate(double t, State& out) const;

  /// Of the last accepted step; its row is left empty.
  const StepRecord& record() const { return course_.journal.record(); }
  const std::vector<Rejection>& rejections() const { return course_.journal.rejections(); }
  /// The rows of the multipliers that are recorded, in their order: as Rejection counts them behind the
  /// coordinates.
  void countMultipliers(const std::vector<int>& rows);
  const Assembly& assembly() const { return assembly_; }
  /// The redundant rows that are left out at present: their λ are zero.
  const std::vector<int>& leftOut() const { return course_.steps.leftOut(); }
  /// Of the assembly and of the run so far.
  std::vector<Warning> warnings() const;
  /// Singular configurations met so far, and where redundant rows were selected anew.
  const std::vector<SingularPoint>& singularPoints() const { return passage_.guard().points(); }
  const SimulationOptions& options() const { return course_.options; }
  const MethodProperties& properties() const { return course_.steps.properties(); }  ///< of the method in use
  /// How independent the kept constraints are at a state in the last accepted step.
  Independence independence(const State& at) const { return passage_.guard().independence(at.t); }
  /// Whether the last step passed a singular configuration.
  bool nearSingular() const { return passage_.nearSingular(); }
  /// Whether the last step, which passed a singular configuration, ends where collocation from a place before
  /// it leads to, up to `tolerance` (relative). False, too, when that does not arrive.
  bool passageConfirmed(double tolerance) { return passage_.isConfirmed(tolerance); }
  /// Where drivers leave no freedom: why nothing follows the present configuration; empty when something
  /// does.
  std::string describeLockAhead();
  /// Why the motion grows, where that is a pole that the time leads to soon; empty where none is near.
  std::string describePoleAhead();
  /// Why the last step, although accepted, must be the last one; empty when it need not.
  const std::string& unresolvedPassage() const { return passage_.guard().unresolved(); }
  Termination termination() const { return termination_; }
  /// What the method has decided on its own, and why.
  std::vector<std::string> remarks() const;
  const std::string& message() const { return message_; }
  const Counts& counts() const { return course_.journal.counts(); }
  const Work& work() const { return course_.steps.work(); }

 private:
  enum class Deed { Again, Made, Over };  ///< what becomes of a step: another attempt, a step, the run's end

  bool assembleStart(const InitialGuess& guess);
  bool beginEvents();
  Deed begin();
  double plan();
  Verdict attempt(double h);
  void tryStep(double h);
  Deed accept(const Verdict& verdict);
  Deed react(const Verdict& verdict, int failures);
  Advance close(Deed deed);

  void enter(const Assembly& at);
  void reselect();
  void restart();
  void enterBehind();
  Deed leap(Leap leap);
  void take();
  Deed cross(Verdict found);
  bool reject(const Attempt& attempt, double h, int failures);
  Deed giveUp(const Attempt& attempt);
  const StepCurve& curve() const;
  int unknownOf(const Attempt& attempt) const;
  Deed finish(Termination termination, std::string message, std::string fact = {});  // as an Ending

  Course course_;
  Assembly assembly_;
  std::optional<Assembly> departure_;  // first regular point after a singular start
  Crossing crossing_;
  Passage passage_;
  LeftOutRows leftOut_;
  ChartChange charts_;
  Pace pace_;
  std::unique_ptr<PlaceWatch> places_;
  std::unique_ptr<JumpWatch> jumps_;
  std::unique_ptr<MarkWatch> marks_;
  std::vector<Watch*> watches_;       // in the order in which they are asked
  Tried step_;                        // in the making
  std::optional<MethodCurve> made_;   // the last step of the method
  std::unique_ptr<LeapCurve> leap_;   // the last step, when it was a leap
  mutable State kept_;                // scratch
  std::vector<int> multiplierPlace_;  // of each row among the recorded multipliers; −1: not recorded
  Termination termination_ = Termination::NotRun;
  std::string message_ = Text("The run was not started.");
};

}  // namespace holonom
