// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "core/base/thread_clock.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "core/results/step_record.h"
#include "solvers/simulation/live_hand.h"
#include "solvers/simulation/loop/endings.h"
#include "solvers/simulation/loop/simulation.h"

namespace holonom {

/// A simulation of a mechanism together with what turns its states into rows for a sink: shared by the run to
/// the end and the run on a thread of its own. Used by one thread at a time.
class MechanismRun {
 public:
  /// Throws InputError when the options are not valid. `points` > 1: that many rows at equal distances of
  /// time from the dense output; 0: one row per accepted step. `freeHands`: moveHand() may be called between
  /// steps.
  MechanismRun(const Mechanism& mechanism, SimulationOptions options, StepSink& sink, int points = 0,
               bool freeHands = false);

  /// To be said before start(): the work done counts from there on.
  void continueFrom(const WorkDone& before) { before_ = before; }
  /// Assembles and passes on the first row. False when the run has ended already.
  bool start();
  /// One accepted step. False when the run has ended.
  bool step(const std::atomic<bool>* interrupt = nullptr);
  /// Moves the last Hand among the forces, from the last accepted step on.
  void moveHand(const HandMove& move);
  const std::vector<Hand::Grab>& grabs() const { return hand_.grabs(); }
  /// Ends the run by the user's wish.
  void stop();

  const Simulation& simulation() const { return simulation_; }
  /// Complete once the run has ended.
  const Summary& finish();

 private:
  void begin();  // of the sink, once
  bool emit(const StepRecord& record);
  bool emitBeforeJump();
  bool emitSamples();
  void fill(const State& at, const StepRecord& record, std::vector<double>& row);
  void followWork();
  void followExtremes();
  bool passageResolved(double energyBefore);
  bool energyContinues(double before);

  SimulationOptions given_;
  std::unique_ptr<EquationsOfMotion> equations_;
  Observer observer_;
  Simulation simulation_;
  LiveHand hand_;
  StepSink& sink_;
  int points_;
  int nextPoint_ = 0;
  State sample_;
  std::vector<double> row_, sampleRow_;
  int kineticChannel_, energyChannel_, driftChannel_;
  WorkDone before_;
  double firstBalance_ = 0, largestKinetic_ = 0;  // J
  std::optional<Ending> unresolved_;              // why the run cannot go on behind a singular configuration
  ThreadClock cpu_;
  double outputTime_ = 0, assemblyTime_ = 0;
  bool sinkFull_ = false, stopped_ = false, begun_ = false, finished_ = false;
  Summary summary_;
};

}  // namespace holonom
