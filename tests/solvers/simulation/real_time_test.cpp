// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in pace with a clock that the test moves: nothing here depends on how fast the machine is.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <thread>

#include "core/results/recording.h"
#include "solvers/simulation/mechanism_run.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

constexpr double kStep = 1.0 / 128, kEnd = 0.25;  // exact numbers: a time that has come is no rounding early
constexpr long kSteps = 32;

/// Goes on when somebody waits, and by what steps are said to cost.
class ToyClock final : public WallClock {
 public:
  double now() override { return now_; }
  void waitUntil(double time, const std::function<bool()>& called) override {
    if (called()) return;
    now_ = std::max<double>(now_, time) + lateness;
  }
  void spend(double seconds) { now_ = now_ + seconds; }
  double lateness = 0;  ///< with which those who wait are woken

 private:
  std::atomic<double> now_{1000};
};

/// Rows cost what `cost` says by the number of the step that they end.
class CostlySink final : public StepSink {
 public:
  CostlySink(ToyClock& clock, std::function<double(long)> cost) : clock_(clock), cost_(std::move(cost)) {}
  void begin(const std::vector<Channel>&) override {}
  bool accept(const StepRecord& record) override {
    const bool first = times.empty();
    if (!first && record.t > times.back()) {
      begun.push_back(clock_.now());
      clock_.spend(cost_(static_cast<long>(begun.size())));
    }
    times.push_back(record.t);
    rows.emplace_back(record.row.begin(), record.row.end());
    return true;
  }
  std::vector<double> times;  ///< of the rows, in the model
  std::vector<double> begun;  ///< when each step was, by the clock
  std::vector<std::vector<double>> rows;

 private:
  ToyClock& clock_;
  std::function<double(long)> cost_;
};

SimulationOptions inRealTime(const char* method = "rt-rk2") {
  SimulationOptions options;
  selectMethod(options, method);
  options.fixedStep = kStep;
  options.endTime = kEnd;
  options.realTime = true;
  return options;
}

struct Paced {
  Summary summary;
  RealTimeReport report;
  double taken = 0;           // by the clock, s
  std::vector<double> begun;  // since the start
};

Paced paced(const SimulationOptions& options, const std::function<double(long)>& cost, double lateness = 0,
            const Mechanism& mechanism = linkages::doublePendulum()) {
  ToyClock clock;
  clock.lateness = lateness;
  CostlySink sink(clock, cost);
  const double start = clock.now();
  Paced run;
  run.summary = runToEnd(mechanism, options, sink, 0, nullptr, &clock);
  EXPECT_EQ(run.summary.termination, Termination::ReachedEnd) << run.summary.message;
  EXPECT_TRUE(run.summary.realTime.has_value());
  run.report = run.summary.realTime.value_or(RealTimeReport{});
  run.taken = clock.now() - start;
  for (const double t : sink.begun) run.begun.push_back(t - start);
  return run;
}

TEST(RealTime, EachStepBeginsWhenItsTimeHasCome) {
  for (const double speed : {1.0, 0.25, 4.0}) {
    SimulationOptions options = inRealTime();
    options.speed = speed;
    const double frame = kStep / speed;
    const Paced run = paced(options, [&](long) { return 0.25 * frame; });
    ASSERT_EQ(run.begun.size(), static_cast<std::size_t>(kSteps));
    for (long i = 0; i < kSteps; ++i)
      EXPECT_DOUBLE_EQ(run.begun[static_cast<std::size_t>(i)], static_cast<double>(i) * frame) << i;
    EXPECT_DOUBLE_EQ(run.taken, kEnd / speed) << "the end, too, waits for its time";
    EXPECT_EQ(run.report.steps, kSteps);
    EXPECT_EQ(run.report.late, 0);
    EXPECT_EQ(run.report.worst, 0);
    EXPECT_EQ(run.report.largestJitter, 0);
    EXPECT_DOUBLE_EQ(run.report.step, frame);
    EXPECT_NEAR(run.report.load, 0.25, 1e-9);
    EXPECT_NEAR(run.report.largestLoad, 0.25, 1e-9);
  }
}

/// The sixth step takes two and a half times its time. It and the next are done too late, the one behind them
/// begins late and is in time again; then the run is where the clock is.
TEST(RealTime, AStepThatTakesTooLongMakesOthersLateUntilTheRunHasCaughtUp) {
  const Paced run = paced(inRealTime(), [](long step) { return (step == 6 ? 2.5 : 0.25) * kStep; });
  EXPECT_EQ(run.report.late, 3);
  EXPECT_EQ(run.report.tooLong, 1);
  EXPECT_NEAR(run.report.worst, 1.5 * kStep, 1e-9);
  EXPECT_DOUBLE_EQ(run.begun[6], 7.5 * kStep);
  EXPECT_DOUBLE_EQ(run.begun[7], 7.75 * kStep);
  EXPECT_DOUBLE_EQ(run.begun[8], 8 * kStep);
  EXPECT_NEAR(run.report.largestJitter, 1.5 * kStep, 1e-9);
  EXPECT_NEAR(run.report.meanJitter, (1.5 + 0.75) * kStep / kSteps, 1e-9);
  EXPECT_NEAR(run.report.largestLoad, 2.5, 1e-9);
  EXPECT_DOUBLE_EQ(run.taken, kEnd);
}

TEST(RealTime, AMachineThatIsTooSlowIsLateInEachStep) {
  const Paced run = paced(inRealTime(), [](long) { return 1.5 * kStep; });
  EXPECT_EQ(run.report.late, kSteps);
  EXPECT_EQ(run.report.tooLong, kSteps);
  EXPECT_NEAR(run.report.load, 1.5, 1e-9);
  EXPECT_NEAR(run.report.worst, 0.5 * kEnd, 1e-9);
  EXPECT_DOUBLE_EQ(run.taken, 1.5 * kEnd);
}

/// To be woken late is jitter; a step is late when it is not done in its time.
TEST(RealTime, JitterOfTheClockIsNotYetALateStep) {
  const Paced little = paced(
      inRealTime(), [](long) { return 0.25 * kStep; }, 0.5 * kStep);
  EXPECT_EQ(little.report.late, 0);
  // the first step waits for nobody
  EXPECT_NEAR(little.report.meanJitter, 0.5 * kStep * (kSteps - 1) / kSteps, 1e-9);
  EXPECT_NEAR(little.report.jitter99, 0.5 * kStep, 1e-9);
  const Paced much = paced(
      inRealTime(), [](long) { return 0.25 * kStep; }, 0.875 * kStep);
  EXPECT_EQ(much.report.late, kSteps - 1);
  EXPECT_EQ(much.report.tooLong, 0);
  EXPECT_NEAR(much.report.worst, 0.125 * kStep, 1e-9);
}

TEST(RealTime, StatisticsTellTheTailUpToTheWidthOfAClass) {
  TimeStatistics times;
  EXPECT_EQ(times.quantile(0.99), 0);
  EXPECT_EQ(times.mean(), 0);
  for (int i = 1; i <= 1000; ++i) times.add(1e-6 * i);
  EXPECT_NEAR(times.mean(), 500.5e-6, 1e-9);
  EXPECT_EQ(times.largest(), 1e-3);
  for (const double part : {0.5, 0.9, 0.99}) {
    EXPECT_GE(times.quantile(part), part * 1e-3 * (1 - 1e-9)) << part;
    EXPECT_LE(times.quantile(part), part * 1.04e-3) << part;
  }
  times.add(1e9);
  EXPECT_EQ(times.largest(), 1e9);
  EXPECT_LE(times.quantile(0.99), 1.04e-3);
}

/// Pace is kept around the numbers and not within them.
TEST(RealTime, TheMotionIsThatOfARunWithoutAClock) {
  for (const char* method : {"rt-rk2", "rt-adams", "rk4", "bdf"}) {
    SimulationOptions options = inRealTime(method);
    const auto rowsOf = [&](bool realTime) {
      options.realTime = realTime;
      ToyClock clock;
      CostlySink sink(clock, [](long) { return 0.5 * kStep; });
      const Summary summary = runToEnd(linkages::doublePendulum(), options, sink, 0, nullptr, &clock);
      EXPECT_EQ(summary.realTime.has_value(), realTime);
      return sink.rows;
    };
    EXPECT_EQ(rowsOf(true), rowsOf(false)) << method;
  }
}

/// A controller that samples between the steps cuts them; each part still begins at its own time, and a part
/// has the time of a whole step.
TEST(RealTime, StepsThatAreCutKeepPaceWithTheClock) {
  constexpr double kPeriod = 0.0100000001;  // a tiny part of a step remains behind the sample
  Mechanism block = samples::pushedBlock(0.3, 1, "-25*block.x+clock.u");
  block.controllers = {{"clock", SampledLaw{{kPeriod, 0}, {{"u", 0.5, "-2*block.vx"}}, {}}}};
  for (const char* method : {"rt-rk2", "rt-adams"}) {
    ToyClock clock;
    CostlySink sink(clock, [](long) { return 0.4 * kStep; });
    const double start = clock.now();
    const Summary summary = runToEnd(block, inRealTime(method), sink, 0, nullptr, &clock);
    ASSERT_TRUE(summary.realTime) << summary.message;
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    EXPECT_EQ(summary.realTime->late, 0) << method;
    EXPECT_GT(summary.realTime->steps, kSteps);
    EXPECT_EQ(summary.realTime->steps, summary.counts.steps);
    double last = sink.times.front();
    std::size_t step = 0;
    for (const double t : sink.times) {
      if (t == last) continue;
      EXPECT_GE(sink.begun[step] - start, last - 1e-9) << "step " << step;
      EXPECT_LE(sink.begun[step] - start, last + 0.4 * kStep + 1e-9) << "step " << step;
      ++step;
      last = t;
    }
    EXPECT_NEAR(clock.now() - start, kEnd, 0.4 * kStep);
  }
}

Mechanism pendulumWithAHand() {
  Mechanism m = linkages::doublePendulum();
  m.forces = {{"hand", Hand{200, 5, {}}}};
  return m;
}

/// A hand that moves while the run waits acts from the next step on.
TEST(RealTime, AHandPullsWhileTheRunKeepsPace) {
  const auto angleAfter = [](double pull) {
    ToyClock clock;
    Recording recording;
    SimulationOptions options = inRealTime();
    MechanismRun run(pendulumWithAHand(), options, recording, clock, 0, true);
    EXPECT_TRUE(run.start());
    const auto nothing = [] { return false; };
    bool moved = false;
    for (bool going = true; going;) {
      if (!moved && run.simulation().state().t >= 0.5 * kEnd) {
        moved = true;
        EXPECT_FALSE(run.isTime([] { return true; })) << "the mouse comes before the step";
        if (pull > 0) run.moveHand({1, {0.8, 0}, {1.5, pull}, 1, 0.02});
      }
      if (run.isTime(nothing)) going = run.step();
    }
    EXPECT_EQ(run.finish().termination, Termination::ReachedEnd);
    EXPECT_EQ(run.finish().realTime->late, 0);
    return recording.value(recording.size() - 1, recording.channelIndex("energy.work"));
  };
  EXPECT_EQ(angleAfter(0), 0);
  EXPECT_GT(std::abs(angleAfter(1)), 0.01);
}

/// Whoever pauses for long is not late afterwards.
TEST(RealTime, ThePaceBeginsAnewBehindAPause) {
  ToyClock clock;
  Recording recording;
  SimulationOptions options = inRealTime();
  holonom::Run run(pendulumWithAHand(), options, recording, true, &clock);
  run.start(true);
  while (run.progress().state != RunState::Paused) std::this_thread::yield();
  clock.spend(100);
  run.stepOnce();
  while (run.progress().steps < 1 || run.progress().state != RunState::Paused) std::this_thread::yield();
  clock.spend(100);
  run.resume();
  run.join();
  EXPECT_EQ(run.summary().termination, Termination::ReachedEnd) << run.summary().message;
  ASSERT_TRUE(run.summary().realTime);
  EXPECT_EQ(run.summary().realTime->steps, kSteps);
  EXPECT_EQ(run.summary().realTime->late, 0);
  EXPECT_EQ(run.progress().late, 0);
  EXPECT_EQ(run.progress().worstLate, 0);
}

/// An hour between two steps; whoever stops it need not wait for that.
TEST(RealTime, ARunThatWaitsCanBeStopped) {
  SimulationOptions options = inRealTime();
  options.speed = kStep / 3600;
  Recording recording;
  holonom::Run run(linkages::doublePendulum(), options, recording);
  run.start();
  while (run.progress().steps < 1) std::this_thread::yield();
  run.stop();
  run.join();
  EXPECT_EQ(run.summary().termination, Termination::Stopped);

  std::atomic<bool> interrupt{false};
  ToyClock clock;
  CostlySink sink(clock, [&](long step) {
    interrupt = step == 3;
    return 0.;
  });
  const Summary summary = runToEnd(linkages::doublePendulum(), options, sink, 0, &interrupt, &clock);
  EXPECT_EQ(summary.termination, Termination::Stopped);
  EXPECT_EQ(summary.realTime->steps, 3);
}

/// The clock of the machine waits as long as it is told, and not when it is called.
TEST(RealTime, TheClockOfTheMachineIsNeverEarly) {
  SteadyClock clock;
  const double start = clock.now();
  clock.waitUntil(start + 0.01, [] { return false; });
  EXPECT_GE(clock.now(), start + 0.01);
  clock.waitUntil(clock.now() + 3600, [] { return true; });
  std::atomic<bool> called{false};
  std::jthread other([&] {
    called = true;
    clock.nudge();
  });
  clock.waitUntil(clock.now() + 3600, [&] { return called.load(); });
  EXPECT_LT(clock.now(), start + 1800);
}

TEST(RealTimeVerdicts, TellWhetherTheRunKeptUp) {
  RealTimeReport report{.step = 1e-3, .steps = 1000, .load = 0.2, .largestLoad = 0.5};
  EXPECT_EQ(report.verdict(), "keeps up: the step takes 20 % of its time, the longest 50 %");
  report.late = 12, report.tooLong = 3, report.largestLoad = 20;
  EXPECT_TRUE(report.verdict().starts_with("keeps up but for single steps")) << report.verdict();
  // each of the few is followed by many that catch up
  report.late = 588;
  EXPECT_TRUE(report.verdict().starts_with("does not keep its times")) << report.verdict();
  EXPECT_NE(report.verdict().find("588 of 1000 steps are late"), std::string::npos) << report.verdict();
  report.tooLong = 200;
  EXPECT_TRUE(report.verdict().starts_with("hardly keeps up")) << report.verdict();
  report.tooLong = 900, report.load = 1.88;
  EXPECT_TRUE(report.verdict().starts_with("too slow for real time: the step takes 188 %"))
      << report.verdict();
}

}  // namespace
}  // namespace holonom
