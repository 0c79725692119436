// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "core/model/mechanism.h"
#include "core/results/step_record.h"
#include "solvers/options/options.h"
#include "solvers/simulation/continuation.h"
#include "solvers/simulation/live_hand.h"
#include "solvers/simulation/summary.h"

namespace holonom {

class Convoy;
class WallClock;

enum class RunState { Idle, Assembling, Running, Paused, Finished };

/// A snapshot of a run in progress, as the window polls it.
struct RunProgress {
  RunState state = RunState::Idle;
  double t = 0;  ///< last accepted time, s
  double h = 0;  ///< last step size, s
  int order = 0;
  long steps = 0, rejected = 0;
  double stepsPerSecond = 0;
  long late = 0;         ///< steps in real time
  double worstLate = 0;  ///< by which one of them was done too late, s by the clock
};

/// One simulation of one mechanism on its own thread (std::jthread), with its own snapshot of the mechanism.
/// Commands go through a small mailbox that the thread looks at once per accepted step; nothing here blocks
/// on the solver except join() and the destructor, which ask it to stop first.
class Run {
 public:
  /// The sink must outlive the run. `freeHands`: moveHand() will be called. `clock`: with which a run in real
  /// time keeps pace, and which must outlive it; null: that of the machine. Throws InputError when the
  /// options are not valid.
  Run(Mechanism mechanism, SimulationOptions options, StepSink& sink, bool freeHands = false,
      WallClock* clock = nullptr);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// To be said before start(): the run waits for the others of the convoy instead of going far ahead. Single
  /// steps, pauses and stops are obeyed while it waits.
  void travelWith(std::shared_ptr<Convoy> convoy);
  /// To be said before start(): work and turns count from there on.
  void continueFrom(const Continuation& before);
  /// starts the thread; with `paused` it assembles, publishes the first row and waits
  void start(bool paused = false);
  void resume();
  void pause();
  void stepOnce();                        ///< one accepted step, then pause
  void stop();                            ///< ends after the present attempt, keeps all rows
  void moveHand(const HandMove& move);    ///< of the last Hand among the forces, from the next step on
  std::vector<Hand::Grab> grabs() const;  ///< what it has held, and its way so far
  void join();                            ///< waits until the thread has ended

  RunProgress progress() const;  ///< lock-free for the solver
  bool finished() const;

  /// Valid once finished() is true.
  const Summary& summary() const;

  const Mechanism& mechanism() const;
  const SimulationOptions& options() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Runs to the end on the calling thread (command line, tests).
/// `points` > 0: instead of the accepted steps the sink receives `points` rows at equal distances from the
/// dense output. Once `interrupt` (may be null) is set the run ends with what has been computed, as if it
/// were stopped. `clock`: as in Run.
Summary runToEnd(const Mechanism& mechanism, const SimulationOptions& options, StepSink& sink, int points = 0,
                 const std::atomic<bool>* interrupt = nullptr, WallClock* clock = nullptr);

}  // namespace holonom
