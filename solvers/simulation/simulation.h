// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/offers.h"
#include "core/results/step_record.h"
#include "solvers/analyses/assembly.h"
#include "solvers/integrators/integrator.h"
#include "solvers/simulation/configuration_guard.h"
#include "solvers/simulation/summary.h"

namespace holonom {

class EventWatch;
class FrontWatch;
class MarkWatch;
class MotionAhead;
class PoleWatch;
class RowSelection;

/// The main path: consistent initial conditions, then step after step: attempt → outcome → reject or accept →
/// plan. Works on any DaeSystem; knows no mechanism, no thread and no view. Allocates nothing after start().
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
  const State& state() const { return state_; }
  /// Whether the last step ended where the equations or velocities jump; then the state just before it.
  bool crossedEvent() const { return restartPending_; }
  const State& stateBeforeEvent() const { return before_; }
  /// The system on the branches before, or behind, the event at the end of the last step.
  void showSide(bool before) const;
  /// All events of the run, the first Summary::kMostEvents of them.
  const std::vector<Event>& allEvents() const { return allEvents_; }

  /// Any time within the last accepted step.
  void interpolate(double t, State& out) const;

  const StepRecord& record() const { return record_; }  ///< of the last accepted step; its row is left empty
  const std::vector<Rejection>& rejections() const { return rejections_; }
  /// The rows of the multipliers that are recorded, in their order: as Rejection counts them behind the
  /// coordinates.
  void countMultipliers(const std::vector<int>& rows);
  const Assembly& assembly() const { return assembly_; }
  /// Of the assembly and of the run so far.
  std::vector<std::string> warnings() const;
  /// Singular configurations met so far, and where redundant rows were selected anew.
  const std::vector<SingularPoint>& singularPoints() const { return guard_.points(); }
  const SimulationOptions& options() const { return options_; }
  /// Whether the last step passed a singular configuration.
  bool nearSingular() const { return nearSingular_; }
  /// Whether the last step, which passed a singular configuration, ends where collocation from a place before
  /// it leads to, up to `tolerance` (relative). False, too, when that does not arrive.
  bool passageConfirmed(double tolerance);
  /// Where drivers leave no freedom: why nothing follows the present configuration; empty when something
  /// does.
  std::string describeLockAhead();
  /// Why the last step, although accepted, must be the last one; empty when it need not.
  const std::string& unresolvedPassage() const { return guard_.unresolved(); }
  Termination termination() const { return termination_; }
  /// What the method has decided on its own, and why.
  std::vector<std::string> remarks() const;
  const std::string& message() const { return message_; }
  const Counts& counts() const { return counts_; }
  const Work& work() const { return work_; }
  const char* orderReason() const { return plan_.reason; }

 private:
  double nextStep();
  double nextKnot(double h);
  bool beginEvents();
  void restart();
  std::vector<int> keptRows() const;
  void copyBehindEvent();
  void enterBehindEvent();
  void copyState(const State& kept);
  static void copyWithAllRows(const RowSelection* selection, const State& kept, State& out);
  bool watchEvents(double stepStart);
  std::optional<double> endStepAtEvent(double t, double stepStart);
  bool cutStep(double stepStart);
  bool crossEvent(double t, double step);
  enum class Search { NoJump, Crossed, Failed };
  Search searchJump(double h, double error);
  std::optional<double> jumpOfRates(double h, double width, int* coordinate, const State* end = nullptr);
  bool moveAhead(const State& front, double span);
  bool jumpSuspected(double h, int failures);
  double lookAhead(double h, const Attempt& attempt) const;
  double lengthOf(double h) const;
  bool isNear(double way) const;
  double limitedByJump(double h) const;
  bool suspects(double suspicion) const;
  Search lookForJump(double& h, Attempt& attempt);
  Search meetPole(double& h, Attempt& attempt);
  Search approach(int pole, double t, double& h, Attempt& attempt);
  void meetFronts(double& h, Attempt& attempt);
  Advance step(const std::atomic<bool>* interrupt);
  bool endsHere();
  Advance complete(const Attempt& attempt);
  Advance takeFixed(const Attempt& attempt, double h);
  std::optional<Advance> react(const Attempt& attempt, double h, int failures);
  bool markEvents(double stepStart);
  void endAt(double t, double stepStart);
  Search acceptUpToJump(const Attempt& attempt, double gap, int coordinate);
  bool crossJump(double gap, int coordinate);
  void noteEvents();
  void acceptStep(const Attempt& attempt);
  bool rejectStep(const Attempt& attempt, double h, int failures);
  Advance finish(Termination termination, std::string message);
  std::string blamedForNumbers(double within) const;
  std::string describePole();
  std::string describeFailure(const Attempt& attempt);
  std::string describeLock() const;
  bool atEnd() const;
  bool hopelesslyStiff() const;
  enum class Pace { Fine, Creeping, Failing, Imposed, Stiff };
  Pace pace();
  bool endsForPace();
  bool limitedByStability(double h);
  std::string describeRounding(int coordinate);
  std::string describeCreeping();
  std::string describeStiff() const;
  std::string describeExploding(int coordinate) const;
  int explodingControl(double times = 1e3) const;
  std::string describeImposed() const;
  bool isControl(int coordinate) const;
  int unknownOf(const Attempt& attempt) const;
  Vector ratesOf(const State& state) const;
  double relativeJump(const State& one, const State& other) const;
  bool forceJump(int coordinate);
  bool restartAtJump(int coordinate);

  void enter(const Assembly& at);  // simulation_passage.cpp
  bool startAtFixedOrder(const State& at, double h);
  bool startFromSingular();
  void leap(const Assembly& to, const char* reason);
  bool passSingularity(double looseness);
  void markPassage(double t);
  bool leapAhead();
  bool leapFrom(const State& clear, double looseness);
  void keepClearState();
  bool eventWithin(const Integrator& leap, double t0) const;
  void reselectRows();
  void changeChart();
  bool leftOutRowsHold();
  double tolerance() const;
  std::string describeContradiction() const;
  void interpolateLeap(double t, State& out) const;
  void interpolateAlong(double t, State& out) const;
  void addSingularWarnings(std::vector<std::string>& warnings) const;
  void addErrorWarnings(std::vector<std::string>& warnings) const;
  double untestedErrors() const;
  static std::string describeUntested(double part);
  std::vector<std::string> choices() const;

  DaeSystem& system_;
  Offers offers_;
  DaeSystem* integrated_ = nullptr;  // the system with independent rows
  SimulationOptions options_;
  Assembly assembly_;
  std::unique_ptr<RowSelection> selection_;  // only with redundant rows
  std::unique_ptr<Integrator> integrator_;
  std::vector<std::string> pastRemarks_;  // of integrators that others have followed
  double pastUntested_ = 0;               // likewise, tolerances
  Work work_;
  Counts counts_;
  State state_;
  mutable State interpolated_;
  ConfigurationGuard guard_;
  std::unique_ptr<Integrator> crossing_;  // made the last leap over a singular configuration
  std::unique_ptr<RowSelection> crossedSelection_;
  // the last states at distances from singular configurations, far to near
  std::array<State, 3> clear_;
  std::array<State, 3> beforePassage_;  // these before the last passage
  bool nearSingular_ = false;           // during the last step
  // at the last look for a leap ahead of failures
  double triedCloseness_ = std::numeric_limits<double>::infinity();
  std::optional<Assembly> departure_;  // first regular point after a singular start
  std::vector<int> leftOut_;           // rows
  Vector scale_;                       // of the coordinates
  Vector rowSize_, gap_;               // of all rows, where rows are left out
  std::vector<double> jacobian_;
  int contradicted_ = -1;  // row left out that the others have left behind
  double triedSigma_ = std::numeric_limits<double>::infinity();  // at the last search for better rows
  // of holonomic rows left out, in parts of their size: now, at the last search
  double leftOutGap_ = 0, triedGap_ = 0;
  bool leapt_ = false;  // the last step was a leap, from leapFrom_
  State leapFrom_;
  StepPlan plan_;
  bool beginning_ = true;  // the integrator has no past yet
  std::unique_ptr<EventWatch> watch_;
  std::unique_ptr<MarkWatch> marks_;
  std::unique_ptr<PoleWatch> poles_;
  std::unique_ptr<FrontWatch> fronts_;
  // time since which the coordinates are near a singularity without way out
  std::optional<double> strained_;
  std::string endedBy_;  // name of the event that ended the run
  // behind and before the last event; λ of the independent rows, of all rows
  State eventState_, before_;
  // σ of the constraints, of its largest value, at the end of a mechanism's way
  static constexpr double kLocked = 0.05;
  static constexpr long kStepsBetweenSearches = 20;
  static constexpr long kLongestBetweenSearches = 640;
  long searchedAt_ = -kStepsBetweenSearches;      // step of the last search for a jump that found none
  long betweenSearches_ = kStepsBetweenSearches;  // grows with searches in vain
  std::unique_ptr<MotionAhead> ahead_;            // made at the first look, for these rows
  std::optional<double> jumpAhead_;               // s, where the last look saw one
  bool repeatsItself_ = false;                    // the method repeats steps within an attempt
  long looksInVain_ = 0;                          // at steps that succeeded after a rejection
  long suspectedInVain_ = 0;                      // steps that only seemed to hide a jump
  // rejections for the error in successive steps, none of which is clean
  int row_ = 0;
  double rowFrom_ = 0;           // s, the first size rejected in this row
  double usual_ = 0;             // s, the largest step of the recent past, fading
  bool restartPending_ = false;  // the integrator still shows the step that led to the event
  double timeEvent_ = 0;         // next event of time alone; NaN: to be looked for
  std::vector<Event> events_, allEvents_;
  StepRecord record_;
  std::vector<Rejection> rejections_;
  std::vector<int> multiplierPlace_;  // of each row among the recorded multipliers; −1: not recorded
  double restartedAt_ = 0;            // s, last restart at a jump that was passed unnoticed
  long creepingSince_ = 0;            // accepted steps
  double creepingFrom_ = 0;           // s
  Counts creepingCounts_;             // then
  Vector creepingPositions_;          // then
  Termination termination_ = Termination::NotRun;
  std::string message_ = "The run was not started.";
};

}  // namespace holonom
