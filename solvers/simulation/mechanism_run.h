// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/thread_clock.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "core/results/step_record.h"
#include "solvers/analyses/minimum_norm_reactions.h"
#include "solvers/simulation/continuation.h"
#include "solvers/simulation/growth.h"
#include "solvers/simulation/joint_ends.h"
#include "solvers/simulation/live_hand.h"
#include "solvers/simulation/loop/endings.h"
#include "solvers/simulation/loop/simulation.h"
#include "solvers/simulation/real_time_pacer.h"
#include "solvers/simulation/runaway.h"

namespace holonom {

/// A simulation of a mechanism together with what turns its states into rows for a sink: shared by the run to
/// the end and the run on a thread of its own. Used by one thread at a time.
class MechanismRun {
 public:
  /// Throws InputError when the options are not valid. `points` > 1: that many rows at equal distances of
  /// time from the dense output; 0: one row per accepted step. `freeHands`: moveHand() may be called between
  /// steps. In real time the steps keep pace with `clock`, which must outlive the run.
  MechanismRun(const Mechanism& mechanism, SimulationOptions options, StepSink& sink, WallClock& clock,
               int points = 0, bool freeHands = false);

  /// To be said before start(): work and turns count from there on.
  void continueFrom(const Continuation& before) { before_ = before; }
  /// Assembles and passes on the first row. False when the run has ended already.
  bool start();
  /// Whether the time of the next step has come. In real time it waits for that; `called` says that something
  /// else is wanted first.
  bool isTime(const std::function<bool()>& called) {
    return !pacer_ || pacer_->await(simulation_.state().t, called);
  }
  /// In real time the clock counts from here on: after a pause.
  void startClock() {
    if (pacer_) pacer_->start(simulation_.state().t);
  }
  /// One accepted step. False when the run has ended.
  bool step(const std::atomic<bool>* interrupt = nullptr);
  /// Moves the last Hand among the forces, from the last accepted step on.
  void moveHand(const HandMove& move);
  const std::vector<Hand::Grab>& grabs() const { return hand_.grabs(); }
  /// Ends the run by the user's wish.
  void stop();

  const Simulation& simulation() const { return simulation_; }
  const std::optional<RealTimePacer>& pacer() const { return pacer_; }  ///< none: not in real time
  /// Complete once the run has ended.
  const Summary& finish();

 private:
  InitialGuess guess() const;
  void begin();  // of the sink, once
  bool makeStep(const std::atomic<bool>* interrupt);
  bool emit(const StepRecord& record);
  bool emitBeforeJump();
  bool emitSamples();
  void emitEnd();
  void fill(const State& at, const StepRecord& record, std::span<double> row);
  const State& withSharedReactions(const State& at);
  void followWork();
  void followExtremes();
  Energies energies() const;
  double noticeableEnergy();
  bool mayGoOn(double energyBefore);
  bool energyContinues(double before);
  std::string energyWarning(Termination termination) const;

  SimulationOptions given_;
  std::unique_ptr<EquationsOfMotion> equations_;
  Observer observer_;
  Simulation simulation_;
  LiveHand hand_;
  std::optional<RealTimePacer> pacer_;
  StepSink& sink_;
  int points_;
  int nextPoint_ = 0;
  State sample_, shared_;
  std::optional<MinimumNormReactions> reactions_;  // none before constraints are redundant
  JointEnds ends_;
  std::vector<double> row_, sampleRow_;
  int kineticChannel_, energyChannel_, driftChannel_;
  Continuation before_;
  double firstBalance_ = 0, largestKinetic_ = 0, noticeable_ = 0;  // J
  Runaway runaway_;
  Growth growth_;
  std::optional<Ending> broken_;  // why the run cannot go on behind the last step
  ThreadClock cpu_;
  double outputTime_ = 0, assemblyTime_ = 0;
  bool sinkFull_ = false, stopped_ = false, begun_ = false, finished_ = false;
  Summary summary_;
};

}  // namespace holonom
