// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/convoy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <thread>

#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"

namespace holonom {
namespace {

using namespace linkages;

/// Where all runs stand, as their sinks see it.
struct SeenTimes {
  std::mutex mutex;
  std::vector<double> times;
  double lead = 0, worst = 0;
};

/// Notes by how much a step began too far ahead of the slowest run.
class WatchedSink final : public StepSink {
 public:
  WatchedSink(SeenTimes& watch, std::size_t place) : watch_(watch), place_(place) {}
  void begin(const std::vector<Channel>&) override {}
  bool accept(const StepRecord& record) override {
    const std::lock_guard lock(watch_.mutex);
    ++rows;
    const double slowest = *std::min_element(watch_.times.begin(), watch_.times.end());
    watch_.worst = std::max(watch_.worst, watch_.times[place_] - slowest - watch_.lead);
    watch_.times[place_] = record.t;
    return true;
  }
  void end() override {
    const std::lock_guard lock(watch_.mutex);
    watch_.times[place_] = std::numeric_limits<double>::infinity();
  }
  std::atomic<int> rows{0};

 private:
  SeenTimes& watch_;
  std::size_t place_;
};

SimulationOptions optionsWith(double maxStep, double endTime = 2) {
  SimulationOptions options;
  options.endTime = endTime;
  options.rtol = options.atol = 1e-4;
  options.maxStep = maxStep;
  return options;
}

template <class Condition>
bool eventually(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

TEST(Convoy, NobodyMayGoFarAheadOfTheSlowest) {
  Convoy convoy(0.1);
  const int a = convoy.join(0), b = convoy.join(0);
  EXPECT_TRUE(convoy.mayGo(a) && convoy.mayGo(b));
  convoy.arrive(a, 0.2);
  EXPECT_FALSE(convoy.mayGo(a));
  EXPECT_TRUE(convoy.mayGo(b));
  convoy.arrive(b, 0.11);
  EXPECT_TRUE(convoy.mayGo(a));
  convoy.arrive(a, 5);
  EXPECT_FALSE(convoy.mayGo(a));
  convoy.leave(b);
  EXPECT_TRUE(convoy.mayGo(a)) << "who has ended holds nobody back";
}

TEST(Convoy, WaitingEndsWhenTheSlowestArrivesOrOneIsCalled) {
  Convoy convoy(0.1);
  const int a = convoy.join(0), b = convoy.join(0);
  convoy.arrive(a, 1);
  std::atomic<bool> went{false}, called{false};
  {
    std::jthread waiting([&] {
      convoy.wait(a, [] { return false; });
      went = true;
    });
    convoy.arrive(b, 0.5);
    EXPECT_FALSE(went);
    convoy.arrive(b, 0.95);
  }
  EXPECT_TRUE(went);
  convoy.arrive(a, 2);
  std::jthread waiting([&] { convoy.wait(a, [&] { return called.load(); }); });
  called = true;
  convoy.nudge();  // joins
}

TEST(Convoy, RunsOfDifferentPaceKeepTogetherFromStepToStep) {
  const Mechanism mechanism = pendulum();
  SeenTimes watch{.times = {0, 0, 0}, .lead = 0.01};
  WatchedSink sinks[] = {{watch, 0}, {watch, 1}, {watch, 2}};
  const auto convoy = std::make_shared<Convoy>(watch.lead);
  std::vector<std::unique_ptr<holonom::Run>> runs;
  for (const double step : {0.0, 0.005, 0.0002})
    runs.push_back(std::make_unique<holonom::Run>(mechanism, optionsWith(step), sinks[runs.size()]));
  for (auto& run : runs) run->travelWith(convoy);
  for (auto& run : runs) run->start();
  for (auto& run : runs) run->join();
  for (auto& run : runs) EXPECT_EQ(run->summary().termination, Termination::ReachedEnd);
  EXPECT_LE(watch.worst, 1e-12);
}

TEST(Convoy, AWaitingRunStepsPausesAndStops) {
  const Mechanism mechanism = pendulum();
  SeenTimes watch{.times = {0, 0}, .lead = 0.01};
  WatchedSink sinks[] = {{watch, 0}, {watch, 1}};
  const auto convoy = std::make_shared<Convoy>(watch.lead);
  holonom::Run held(mechanism, optionsWith(0.001), sinks[0]),
      waiting(mechanism, optionsWith(0.001), sinks[1]);
  held.travelWith(convoy);
  waiting.travelWith(convoy);
  held.start(true);
  waiting.start();
  ASSERT_TRUE(eventually([&] { return waiting.progress().t > watch.lead; }));
  const long stoodAt = waiting.progress().steps;
  waiting.stepOnce();
  ASSERT_TRUE(eventually([&] { return waiting.progress().steps == stoodAt + 1; }));
  ASSERT_TRUE(eventually([&] { return waiting.progress().state == RunState::Paused; }));
  EXPECT_EQ(waiting.progress().steps, stoodAt + 1);
  waiting.resume();
  waiting.stop();
  ASSERT_TRUE(eventually([&] { return waiting.finished(); }));
  EXPECT_EQ(waiting.summary().termination, Termination::Stopped);
  held.resume();
  held.join();
  EXPECT_EQ(held.summary().termination, Termination::ReachedEnd)
      << "the one that has ended holds it back no more";
}

}  // namespace
}  // namespace holonom
