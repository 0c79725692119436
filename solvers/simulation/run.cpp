// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/run.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include "core/base/text.h"
#include "solvers/simulation/convoy.h"
#include "solvers/simulation/mechanism_run.h"

namespace holonom {
namespace {

/// The solver takes what the window leaves: with as many busy threads as cores the window would otherwise
/// wait for its share of time in the middle of every picture. Linux counts niceness per thread; elsewhere
/// nothing changes.
void standBack() {
#ifdef __linux__
  constexpr int kNiceness = 10;
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), getpriority(PRIO_PROCESS, 0) + kNiceness);
#endif
}

}  // namespace

struct Run::Impl {
  using Clock = std::chrono::steady_clock;

  Impl(Mechanism m, SimulationOptions o, StepSink& s, bool freeHands, WallClock* given)
      : mechanism(std::move(m)), options(std::move(o)), sink(s), freeHands(freeHands),
        clock(given ? *given : machineClock) {
    validate(options);
  }

  // Mailbox: the flag is looked at once per accepted step, the rest only when it is set.
  std::atomic<bool> mail{false}, interrupt{false};
  std::mutex mutex;
  std::condition_variable wake;
  bool paused = false, stopping = false;
  int singleSteps = 0;
  std::vector<HandMove> moves;    // of the hand, not yet made
  std::vector<Hand::Grab> grabs;  // as the solver has them

  // Published for the window.
  std::atomic<RunState> state{RunState::Idle};
  std::atomic<double> t{0}, h{0}, seconds{0};
  std::atomic<int> order{0};
  std::atomic<long> steps{0}, rejected{0}, late{0};
  std::atomic<double> worstLate{0};

  Mechanism mechanism;
  SimulationOptions options;
  StepSink& sink;
  bool freeHands;
  SteadyClock machineClock;
  WallClock& clock;
  Continuation before;
  std::optional<MechanismRun> core;  // made on the thread
  Summary summary;
  std::shared_ptr<Convoy> convoy;  // null: the run waits for nobody
  int place = 0;                   // in the convoy
  std::jthread thread;             // last: ends before the rest goes

  void command(const std::function<void()>& change) {
    {
      const std::lock_guard lock(mutex);
      change();
    }
    mail.store(true, std::memory_order_release);
    wake.notify_all();
    if (convoy) convoy->nudge();
    clock.nudge();
  }

  /// True while the run should go on; waits here while paused.
  bool readMail() {
    std::unique_lock lock(mutex);
    if (paused) core->startClock();
    for (;;) {
      if (stopping) {
        core->stop();
        return false;
      }
      if (!paused) {
        mail.store(false, std::memory_order_relaxed);
        state.store(RunState::Running, std::memory_order_release);
        moveHand();
        return true;
      }
      if (singleSteps > 0) {
        --singleSteps;
        moveHand();
        return true;
      }
      state.store(RunState::Paused, std::memory_order_release);
      wake.wait(lock);
      core->startClock();
    }
  }

  void moveHand() {
    if (moves.empty()) return;
    for (const HandMove& move : moves) core->moveHand(move);
    moves.clear();
    grabs = core->grabs();
  }

  void publish() {
    const Simulation& simulation = core->simulation();
    t.store(simulation.state().t, std::memory_order_relaxed);
    h.store(simulation.record().h, std::memory_order_relaxed);
    order.store(simulation.record().order, std::memory_order_relaxed);
    steps.store(simulation.counts().steps, std::memory_order_relaxed);
    rejected.store(simulation.counts().rejected, std::memory_order_relaxed);
    if (const auto& pacer = core->pacer()) {
      late.store(pacer->late(), std::memory_order_relaxed);
      worstLate.store(pacer->worst(), std::memory_order_relaxed);
    }
    if (convoy) convoy->arrive(place, simulation.state().t);
  }

  bool mailCame() const { return mail.load(std::memory_order_acquire); }

  /// Waits for slower runs of the convoy; false when there was something to wait for or mail came meanwhile.
  bool mayGo() {
    if (!convoy || mailCame() || convoy->mayGo(place)) return true;
    convoy->wait(place, [this] { return mailCame(); });
    return false;
  }

  void loop() {
    state.store(RunState::Assembling, std::memory_order_release);
    core.emplace(mechanism, options, sink, clock, 0, freeHands);
    core->continueFrom(before);
    bool going = core->start();
    publish();
    auto begin = Clock::now();
    while (going) {
      if (mailCame() && !readMail()) break;
      if (!mayGo() || !core->isTime([this] { return mailCame(); })) continue;
      if (!mail.load(std::memory_order_relaxed)) state.store(RunState::Running, std::memory_order_relaxed);
      going = core->step(&interrupt);
      publish();
      seconds.store(std::chrono::duration<double>(Clock::now() - begin).count(), std::memory_order_relaxed);
    }
  }

  void threadMain() {
    if (!options.realTime) standBack();
    try {
      loop();
      summary = core->finish();
    } catch (const std::exception& problem) {
      if (core) {
        summary = core->finish();
      } else {  // whoever waits for the results learns that there are none
        sink.begin({});
        sink.end();
        summary.given = summary.used = options;
      }
      summary.termination = Termination::NotFinite;
      summary.message = tr("The run ended by an unexpected problem: {}", problem.what());
    }
    if (convoy) convoy->leave(place);
    state.store(RunState::Finished, std::memory_order_release);
  }
};

Run::Run(Mechanism mechanism, SimulationOptions options, StepSink& sink, bool freeHands, WallClock* clock)
    : impl_(std::make_unique<Impl>(std::move(mechanism), std::move(options), sink, freeHands, clock)) {}

Run::~Run() {
  if (impl_) stop();
}

void Run::travelWith(std::shared_ptr<Convoy> convoy) {
  impl_->place = convoy->join(impl_->options.startTime);
  impl_->convoy = std::move(convoy);
}

void Run::continueFrom(const Continuation& before) { impl_->before = before; }

void Run::start(bool paused) {
  if (impl_->thread.joinable()) throw std::logic_error("a run can be started once");
  impl_->paused = paused;
  impl_->mail.store(paused, std::memory_order_release);
  impl_->thread = std::jthread([this] { impl_->threadMain(); });
}

void Run::resume() {
  impl_->command([this] {
    impl_->paused = false;
    impl_->singleSteps = 0;
  });
}

void Run::pause() {
  impl_->command([this] { impl_->paused = true; });
}

void Run::stepOnce() {
  impl_->command([this] {
    impl_->paused = true;
    ++impl_->singleSteps;
  });
}

void Run::stop() {
  impl_->interrupt.store(true, std::memory_order_relaxed);
  impl_->command([this] { impl_->stopping = true; });
}

void Run::moveHand(const HandMove& move) {
  impl_->command([&] {
    auto& moves = impl_->moves;
    // Of several moves of one hold between two steps the last one counts.
    if (!moves.empty() && moves.back().body == move.body && moves.back().at == move.at) moves.pop_back();
    moves.push_back(move);
  });
}

std::vector<Hand::Grab> Run::grabs() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->grabs;
}

void Run::join() {
  if (impl_->thread.joinable()) impl_->thread.join();
}

RunProgress Run::progress() const {
  RunProgress progress;
  progress.state = impl_->state.load(std::memory_order_acquire);
  progress.t = impl_->t.load(std::memory_order_relaxed);
  progress.h = impl_->h.load(std::memory_order_relaxed);
  progress.order = impl_->order.load(std::memory_order_relaxed);
  progress.steps = impl_->steps.load(std::memory_order_relaxed);
  progress.rejected = impl_->rejected.load(std::memory_order_relaxed);
  progress.late = impl_->late.load(std::memory_order_relaxed);
  progress.worstLate = impl_->worstLate.load(std::memory_order_relaxed);
  const double seconds = impl_->seconds.load(std::memory_order_relaxed);
  progress.stepsPerSecond = seconds > 0 ? static_cast<double>(progress.steps) / seconds : 0;
  return progress;
}

bool Run::finished() const { return impl_->state.load(std::memory_order_acquire) == RunState::Finished; }

const Summary& Run::summary() const { return impl_->summary; }

const Mechanism& Run::mechanism() const { return impl_->mechanism; }

const SimulationOptions& Run::options() const { return impl_->options; }

Summary runToEnd(const Mechanism& mechanism, const SimulationOptions& options, StepSink& sink, int points,
                 const std::atomic<bool>* interrupt, WallClock* clock) {
  SteadyClock machineClock;
  MechanismRun run(mechanism, options, sink, clock ? *clock : machineClock, points);
  const auto interrupted = [interrupt] { return interrupt && interrupt->load(std::memory_order_relaxed); };
  for (bool going = run.start(); going;) {
    if (interrupted()) {
      run.stop();
      break;
    }
    if (run.isTime(interrupted)) going = run.step(interrupt);
  }
  return run.finish();
}

}  // namespace holonom
