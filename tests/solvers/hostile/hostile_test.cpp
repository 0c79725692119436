// SPDX-License-Identifier: GPL-3.0-or-later
// No method returns a wrong answer in silence: every method on every case meets the reference or stops and
// says why.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/hostile/hostile_case.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

constexpr double kTolerance = 1e-6;
constexpr long kMostPenaltySteps = 6000;  // of up to 300 stages

std::vector<HostileCase> allCases() {
  std::vector<HostileCase> all;
  for (const auto& group :
       {singularCases(), constraintCases(), discontinuousCases(), stiffCases(), massAndUnitCases()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

/// Largest error at the end over the scale of the coordinate, in parts of the tolerance. The error of methods
/// of second order goes with tolerance^(2/3): a hundred times as much. Those for teaching are worse.
double allowance(const TestedMethod& variant) {
  return isSpecial(variant) || isFirstOrder(variant)                           ? 15000
         : isSecondOrder(variant) || std::string_view(variant.method) == "rkc" ? 5000
         : isExplicit(variant) || isPenalty(variant)                           ? 300
                                                                               : 1000;
}

/// BDF of index 1 controls accelerations, which stiffness makes out of the rounding of positions: it may take
/// very many steps.
bool crawls(const TestedMethod& variant, const Outcome& outcome) {
  return variant.index == 1 && std::string_view(variant.method) == "bdf" &&
         (outcome.termination == Termination::StepLimit || outcome.termination == Termination::StepTooSmall);
}

/// Whatever fades makes the steps of leap-frog as small as the tolerance is; those of first order are small.
bool mayNotEnd(const TestedMethod& variant, const Outcome& outcome) {
  return (std::string_view(variant.method) == "leap-frog" || isFirstOrder(variant)) &&
         outcome.termination == Termination::StepLimit;
}

/// Euler's errors are larger than what keeps the motion on this side of a switch.
bool mayCross(const TestedMethod& variant, const HostileCase& problem) {
  return std::string_view(variant.method) == "euler" && problem.name == "SwitchThatOnlyTouches";
}

bool mentions(const std::string& message, const std::vector<std::string>& causes) {
  for (const std::string& cause : causes)
    if (message.find(cause) != std::string::npos) return true;
  return false;
}

struct HostileRun {
  Outcome outcome;
  bool finite = true;
  std::vector<std::string> warnings;
};

bool warns(const HostileRun& run, const std::string& text) {
  for (const std::string& warning : run.warnings)
    if (warning.find(text) != std::string::npos) return true;
  return false;
}

HostileRun runCase(const HostileCase& problem, DaeSystem& system, const TestedMethod& variant) {
  SimulationOptions options = optionsOf(variant, kTolerance, problem.endTime);
  options.startTime = problem.startTime;
  options.maxSteps = isPenalty(variant) ? std::min(kMostPenaltySteps, problem.mostSteps) : problem.mostSteps;
  HostileRun run;
  Simulation simulation(system, options);
  if (simulation.start(problem.guess(system)))
    while (simulation.advance() == Simulation::Advance::Accepted) {
      const State& at = simulation.state();
      run.finite =
          run.finite && at.q.allFinite() && at.v.allFinite() && at.a.allFinite() && at.lambda.allFinite();
    }
  run.outcome = {simulation.state(), simulation.counts(), simulation.termination(), simulation.message()};
  for (const Warning& warning : simulation.warnings()) run.warnings.push_back(warning.text);
  for (const std::string& remark : simulation.remarks()) run.warnings.push_back(remark);
  return run;
}

double errorOf(const HostileCase& problem, const DaeSystem& system, const State& end) {
  double error = 0;
  for (const auto& [coordinate, value] : problem.reference())
    error = std::max(error, std::abs(end.q[coordinate] - value) / system.coordinateScale(coordinate));
  return error;
}

class Hostile : public testing::TestWithParam<HostileCase> {};

TEST_P(Hostile, IsAnsweredRightlyOrNotAtAll) {
  const HostileCase& problem = GetParam();
  std::vector<TestedMethod> variants(std::begin(kVariants), std::end(kVariants));
  variants.insert(variants.end(), std::begin(kSpecialVariants), std::end(kSpecialVariants));
  variants.insert(variants.end(), std::begin(kFirstOrderVariants), std::end(kFirstOrderVariants));
  for (const TestedMethod& variant : variants) {
    SCOPED_TRACE(variant.name);
    const auto system = problem.make();
    const HostileRun run = runCase(problem, *system, variant);
    const Outcome& outcome = run.outcome;
    EXPECT_TRUE(run.finite);
    if (outcome.termination == Termination::ReachedEnd) {
      ASSERT_TRUE(problem.reference) << "reached the end of a motion that does not exist";
      const double error = errorOf(problem, *system, outcome.end);
      std::printf("%s %s: error %.2g tolerances, %ld steps\n", problem.name.c_str(), variant.name,
                  error / kTolerance, outcome.counts.steps);
      if (!problem.warning.empty() && warns(run, problem.warning)) continue;
      if (mayCross(variant, problem)) continue;
      EXPECT_LT(error, allowance(variant) * problem.factor * kTolerance);
      continue;
    }
    std::printf("%s %s: %s after %ld steps: %s\n", problem.name.c_str(), variant.name,
                toString(outcome.termination), outcome.counts.steps, outcome.message.c_str());
    const bool stiff = (isExplicit(variant) || isPenalty(variant)) &&
                       (outcome.message.find("stiff") != std::string::npos ||
                        (outcome.termination == Termination::StepLimit && mentions("stiff", problem.causes)));
    if (mentions("stiff", problem.causes) && crawls(variant, outcome)) continue;
    if (mayNotEnd(variant, outcome)) continue;
    EXPECT_TRUE(stiff || mentions(outcome.message, problem.causes)) << outcome.message;
    if (problem.ending == HostileCase::Ending::Runs) EXPECT_TRUE(stiff) << "stops: " << outcome.message;
    if (problem.stopTime >= 0) EXPECT_NEAR(outcome.end.t, problem.stopTime, 1e-3 * problem.endTime);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Hostile, testing::ValuesIn(allCases()),
                         [](const auto& info) { return info.param.name; });

TEST(HostileCases, AreAtLeastForty) { EXPECT_GE(allCases().size(), 40u); }

}  // namespace

void PrintTo(const HostileCase& problem, std::ostream* out) { *out << problem.name; }

HostileCase hostileMechanism(std::string name, std::function<Mechanism()> make, double endTime,
                             HostileCase::Ending ending) {
  HostileCase problem;
  problem.name = std::move(name);
  problem.make = [make] { return std::make_unique<EquationsOfMotion>(make()); };
  problem.guess = [](DaeSystem& system) { return initialGuess(dynamic_cast<EquationsOfMotion&>(system), 0); };
  problem.endTime = endTime;
  problem.ending = ending;
  return problem;
}

double pendulumAngle(double time) {
  return oneUnknown([](double y, double) { return -1.5 * g * std::cos(y); }, 0, 0, time);
}

double oneUnknown(const std::function<double(double, double)>& f, double y, double rate, double time) {
  constexpr int kSteps = 20000;
  const double h = time / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const double a1 = f(y, rate), v2 = rate + h / 2 * a1, a2 = f(y + h / 2 * rate, v2),
                 v3 = rate + h / 2 * a2, a3 = f(y + h / 2 * v2, v3), v4 = rate + h * a3,
                 a4 = f(y + h * v3, v4);
    y += h / 6 * (rate + 2 * v2 + 2 * v3 + v4);
    rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return y;
}

}  // namespace holonom
