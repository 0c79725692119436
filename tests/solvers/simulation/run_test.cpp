// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/run.h"
#include "solvers/simulation/branch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/base/error.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/results/recording.h"
#include "solvers/simulation/loop/simulation.h"
#include "tests/solvers/linkages.h"
#include "tests/support/andrews_bodies.h"

namespace holonom {
namespace {

using namespace linkages;

SimulationOptions optionsUntil(double endTime, double tolerance = 1e-6) {
  SimulationOptions options;
  options.endTime = endTime;
  options.rtol = options.atol = tolerance;
  return options;
}

/// Polls for at most ten seconds.
template <class Condition>
bool eventually(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

double last(const Recording& recording, const char* channel) {
  return recording.value(recording.size() - 1, recording.channelIndex(channel));
}

/// Takes a given number of rows.
class SmallSink final : public StepSink {
 public:
  explicit SmallSink(int rows) : room_(rows) {}
  void begin(const std::vector<Channel>& channels) override {
    EXPECT_EQ(ends, 0);
    ++begins;
    width_ = channels.size();
  }
  bool accept(const StepRecord& record) override {
    EXPECT_EQ(record.row.size(), width_);
    ++offered;
    return --room_ >= 0;
  }
  void end() override { ++ends; }
  int begins = 0, offered = 0, ends = 0;

 private:
  int room_;
  std::size_t width_ = 0;
};

/// Whoever waits for results learns that there are none: of a model without equations, of one that cannot be
/// assembled, and of any other, each begins and ends once.
TEST(Run, BeginsAndEndsItsSinkWhateverBecomesOfIt) {
  Mechanism torn = pendulum();
  torn.drivers = {{"motor", 0, "0.3 + t"}, {"brake", 0, "0.5"}};  // no angle satisfies both
  for (const Mechanism& mechanism : {Mechanism(), torn, pendulum()}) {
    SmallSink sink(1000000);
    holonom::Run run(mechanism, optionsUntil(0.1), sink);
    run.start();
    run.join();
    EXPECT_EQ(sink.begins, 1);
    EXPECT_EQ(sink.ends, 1);
  }
}

/// Few, long steps of high order: the energy that flows in and out is integrated within them.
TEST(Run, TheEnergyBalanceOfLongStepsIsNotBlurredByItsQuadrature) {
  for (const int points : {0, 41}) {
    for (const char* method : {"dop853", "gbs"}) {
      SimulationOptions options = optionsUntil(AndrewsRelative::kEndTime, 1e-9);
      selectMethod(options, method);
      Recording recording;
      const Summary summary = runToEnd(andrewsBodies(), options, recording, points);
      ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
      const int balance = recording.channelIndex("energy.balance"),
                work = recording.channelIndex("energy.work");
      EXPECT_GT(recording.value(recording.size() - 1, work), 0.3);  // J
      double worst = 0;
      for (std::size_t row = 1; row < recording.size(); ++row)
        worst = std::max(worst, std::abs(recording.value(row, balance) - recording.value(0, balance)));
      EXPECT_LT(worst, 1e-6) << method << ' ' << points;
    }
  }
}

TEST(Run, ReachesTheEndOnItsThread) {
  Recording recording;
  holonom::Run run(pendulum(), optionsUntil(1), recording);
  EXPECT_EQ(run.progress().state, RunState::Idle);
  run.start();
  run.join();
  ASSERT_TRUE(run.finished());
  const Summary& summary = run.summary();
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  EXPECT_EQ(summary.time, 1);
  EXPECT_EQ(static_cast<long>(recording.size()), summary.counts.steps + 1);
  EXPECT_EQ(recording.time(0), 0);
  EXPECT_EQ(last(recording, "t"), 1);
  const RunProgress progress = run.progress();
  EXPECT_EQ(progress.state, RunState::Finished);
  EXPECT_EQ(progress.t, 1);
  EXPECT_EQ(progress.steps, summary.counts.steps);
  EXPECT_GT(progress.stepsPerSecond, 0);
}

TEST(Run, GivesTheSameAsRunningToTheEnd) {
  Recording threaded, direct;
  holonom::Run run(pendulum(), optionsUntil(1), threaded);
  run.start();
  run.join();
  const Summary summary = runToEnd(pendulum(), optionsUntil(1), direct);
  EXPECT_EQ(summary.counts.steps, run.summary().counts.steps);
  EXPECT_EQ(summary.counts.residuals, run.summary().counts.residuals);
  ASSERT_EQ(threaded.size(), direct.size());
  EXPECT_EQ(last(threaded, "bar.theta"), last(direct, "bar.theta"));
}

TEST(Run, StartsPausedAndStepsOnce) {
  Recording recording;
  holonom::Run run(pendulum(), optionsUntil(1e6), recording);
  run.start(true);
  ASSERT_TRUE(eventually([&] { return run.progress().state == RunState::Paused; }));
  EXPECT_EQ(recording.size(), 1u) << "the first row is there";
  for (std::size_t steps = 1; steps <= 3; ++steps) {
    run.stepOnce();
    ASSERT_TRUE(eventually([&] { return recording.size() == 1 + steps; }));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(recording.size(), 4u) << "and no more";
  EXPECT_EQ(run.progress().state, RunState::Paused);
  EXPECT_EQ(run.progress().steps, 3);
  run.resume();
  ASSERT_TRUE(eventually([&] { return recording.size() > 1000; }));
  run.stop();
  run.join();
}

TEST(Run, PausesAndResumesWithoutChangingTheTrajectory) {
  Recording paused, straight;
  holonom::Run run(pendulum(), optionsUntil(300), paused);
  run.start();
  ASSERT_TRUE(eventually([&] { return paused.size() > 50; }));
  run.pause();
  ASSERT_TRUE(eventually([&] { return run.progress().state == RunState::Paused || run.finished(); }));
  const std::size_t rows = paused.size();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(paused.size(), rows);
  run.resume();
  run.join();
  runToEnd(pendulum(), optionsUntil(300), straight);
  EXPECT_EQ(run.summary().termination, Termination::ReachedEnd);
  EXPECT_EQ(last(paused, "bar.theta"), last(straight, "bar.theta"));
}

TEST(Run, StopsAndKeepsItsRows) {
  Recording recording;
  holonom::Run run(pendulum(), optionsUntil(1e6), recording);
  run.start();
  ASSERT_TRUE(eventually([&] { return recording.size() > 100; }));
  run.stop();
  run.join();
  EXPECT_TRUE(run.finished());
  EXPECT_EQ(run.summary().termination, Termination::Stopped);
  EXPECT_LT(run.summary().time, 1e6);
  EXPECT_GT(recording.size(), 100u);
  EXPECT_EQ(run.summary().time, last(recording, "t"));
}

TEST(Run, StopsWhilePaused) {
  Recording recording;
  holonom::Run run(pendulum(), optionsUntil(1e6), recording);
  run.start(true);
  ASSERT_TRUE(eventually([&] { return run.progress().state == RunState::Paused; }));
  run.stop();
  run.join();
  EXPECT_EQ(run.summary().termination, Termination::Stopped);
}

TEST(Run, CanBeDestroyedAtAnyMoment) {
  for (const int rows : {0, 1, 50}) {
    SmallSink sink(1000000000);
    {
      holonom::Run run(pendulum(), optionsUntil(1e6), sink);
      run.start(rows == 1);
      if (rows == 50) ASSERT_TRUE(eventually([&] { return run.progress().steps > 50; }));
    }
    EXPECT_EQ(sink.ends, 1);
  }
  SmallSink sink(1);
  { holonom::Run never(pendulum(), optionsUntil(1), sink); }
  EXPECT_EQ(sink.offered, 0);
}

TEST(Run, SaysWhyEquationsCannotBeMadeOnItsThread) {
  Mechanism unreadable = pendulum();
  unreadable.outputs = {{"bad", "nobody.x", "m"}};
  SmallSink sink(9);
  holonom::Run run(unreadable, optionsUntil(1), sink);
  run.start();
  run.join();
  ASSERT_TRUE(run.finished());
  EXPECT_NE(run.summary().termination, Termination::ReachedEnd);
  EXPECT_NE(run.summary().message.find("nobody.x"), std::string::npos) << run.summary().message;
  EXPECT_EQ(sink.offered, 0);
}

TEST(Run, CannotStartTwiceOrWithBadOptions) {
  Recording recording;
  holonom::Run run(pendulum(), optionsUntil(1), recording);
  run.start();
  EXPECT_THROW(run.start(), std::logic_error);
  run.join();
  SmallSink sink(9);
  EXPECT_THROW(holonom::Run(pendulum(), optionsUntil(-1), sink), InputError);
}

TEST(Run, EndsWhenTheSinkIsFull) {
  SmallSink sink(10);
  const Summary summary = runToEnd(pendulum(), optionsUntil(10), sink);
  EXPECT_EQ(summary.termination, Termination::SinkFull);
  EXPECT_EQ(sink.offered, 11);
  EXPECT_EQ(sink.ends, 1);
  EXPECT_EQ(summary.counts.steps, 10);
  SmallSink none(0);
  EXPECT_EQ(runToEnd(pendulum(), optionsUntil(10), none).termination, Termination::SinkFull);
  SmallSink points(3);
  EXPECT_EQ(runToEnd(pendulum(), optionsUntil(10), points, 11).termination, Termination::SinkFull);
}

TEST(Run, BranchContinuesOnTheSameTrajectory) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.bodies[0].centreOfMass = {0.2, 0.05};
  mechanism.bodies[0].angularVelocity = 4;
  mechanism.bodies[0].exact.omega = mechanism.bodies[0].exact.angle = true;
  Recording whole, branch;
  ASSERT_EQ(runToEnd(mechanism, optionsUntil(2, 1e-9), whole).termination, Termination::ReachedEnd);
  const std::size_t row = whole.rowAt(0.8);
  std::vector<double> values(whole.channels().size());
  whole.copyRow(row, values);
  SimulationOptions options = optionsUntil(2, 1e-9);
  options.startTime = whole.time(row);
  const Mechanism branched = branchAt(mechanism, whole.channels(), values).mechanism;
  ASSERT_EQ(runToEnd(branched, options, branch).termination, Termination::ReachedEnd);
  EXPECT_EQ(branch.time(0), options.startTime);
  for (const char* channel : {"crank.theta", "coupler.x", "rocker.omega", "crank.vx"}) {
    EXPECT_NEAR(branch.value(0, branch.channelIndex(channel)), whole.value(row, whole.channelIndex(channel)),
                1e-7);
    EXPECT_NEAR(last(branch, channel), last(whole, channel), 1e-5) << channel;
  }
}

TEST(Run, PointsComeFromTheDenseOutputOfTheSameSteps) {
  constexpr int kPoints = 21;
  const Mechanism mechanism = pendulum();
  const SimulationOptions options = optionsUntil(2);
  Recording points;
  ASSERT_EQ(runToEnd(mechanism, options, points, kPoints).termination, Termination::ReachedEnd);
  ASSERT_EQ(points.size(), static_cast<std::size_t>(kPoints));

  EquationsOfMotion equations(mechanism);
  Simulation simulation(equations, options);
  ASSERT_TRUE(simulation.start({0, equations.givenCoordinates(), equations.givenVelocities(), {}, {}}));
  State sample = simulation.state();
  int next = 1;
  while (next < kPoints && simulation.advance() == Simulation::Advance::Accepted)
    for (; next < kPoints && 0.1 * next <= simulation.state().t + 1e-12; ++next) {
      simulation.interpolate(std::min(0.1 * next, simulation.state().t), sample);
      EXPECT_NEAR(points.time(next), 0.1 * next, 1e-12);
      EXPECT_NEAR(points.value(next, points.channelIndex("bar.theta")), sample.q[2], 1e-12);
      EXPECT_NEAR(points.value(next, points.channelIndex("bar.omega")), sample.v[2], 1e-10);
    }
  EXPECT_EQ(next, kPoints);
}

TEST(Run, SummaryCarriesWhatHappened) {
  SmallSink sink(1000000);
  SimulationOptions options;
  options.endTime = 2;
  const Summary summary = runToEnd(parallelogram(0.7, true), options, sink);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd);
  EXPECT_FALSE(summary.given.rtol.has_value());
  EXPECT_EQ(summary.used.rtol, 1e-4);
  // flat at 0, −π and 0 again, though it starts at rest
  EXPECT_EQ(summary.singularConfigurations.size(), 3u);
  EXPECT_EQ(summary.warnings.size(), 1 + summary.singularConfigurations.size());
  EXPECT_GT(summary.counts.residuals, summary.counts.steps);
  EXPECT_GT(summary.counts.factorizations, 0);
  EXPECT_GT(summary.times.total, 0);
  EXPECT_GT(summary.energyError, 0);
  EXPECT_LT(summary.energyError, 0.1);
  EXPECT_LT(summary.largestDriftPosition, 1e-6);
}

/// The crank of 2 m cannot turn beyond the angle at which coupler and rocker (2.5 m together) are stretched.
TEST(Run, LockingMechanismEndsWithTimeAndCause) {
  for (const auto& [method, index] :
       {std::pair("bdf", 2), std::pair("bdf", 3), std::pair("generalized-alpha", 3),
        std::pair("generalized-alpha", 2), std::pair("hht", 3), std::pair("hht", 2)}) {
    Mechanism mechanism = fourBar(3, 2, 1.5, 1, 0.5);
    mechanism.drivers = {{"motor", 0, "0.5+t"}};
    const double lockTime = std::acos((4 + 9 - 2.5 * 2.5) / 12) - 0.5;
    SimulationOptions options = optionsUntil(2);
    options.method = method;
    options.index = index;
    SmallSink sink(1000000);
    const Summary summary = runToEnd(mechanism, options, sink);
    EXPECT_EQ(summary.termination, Termination::Locked) << toString(summary.termination);
    EXPECT_NEAR(summary.time, lockTime, 1e-3);
    EXPECT_NE(summary.message.find("t = 0.4"), std::string::npos) << summary.message;
    EXPECT_NE(summary.message.find("lock"), std::string::npos) << method << ": " << summary.message;
    EXPECT_GT(summary.counts.rejected, 0);
  }
}

TEST(Run, AssemblyFailureIsReported) {
  Mechanism mechanism = pendulum(0.3);
  mechanism.drivers = {{"motor", 0, "0.3+t"}, {"brake", 0, "0.5"}};
  SmallSink sink(10);
  const Summary summary = runToEnd(mechanism, optionsUntil(1), sink);
  EXPECT_EQ(summary.termination, Termination::AssemblyFailed);
  EXPECT_NE(summary.message.find("'"), std::string::npos) << summary.message;
  EXPECT_EQ(sink.offered, 0);
  EXPECT_EQ(sink.ends, 1);
}

TEST(Run, AMotionThatIsNotFiniteEndsTheRun) {
  Mechanism mechanism = pendulum();
  mechanism.drivers = {{"motor", 0, "sqrt(0.5-t)-sqrt(0.5)"}};
  SmallSink sink(1000000);
  const Summary summary = runToEnd(mechanism, optionsUntil(1), sink);
  EXPECT_NE(summary.termination, Termination::ReachedEnd);
  EXPECT_NEAR(summary.time, 0.5, 1e-2);
  EXPECT_NE(summary.message.find("t = "), std::string::npos);
}

}  // namespace
}  // namespace holonom
