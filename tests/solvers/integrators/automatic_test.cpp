// SPDX-License-Identifier: GPL-3.0-or-later
// The automatic choice: the decision on its own, what is measured, changes on the way, work beside the best
// method.
#include "solvers/integrators/automatic/automatic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/car_axis.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "core/dynamics/reference_problems/damped_slider_crank.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/assembly.h"
#include "solvers/benchmark/problems.h"
#include "solvers/benchmark/work_precision.h"
#include "solvers/integrators/automatic/method_choice.h"
#include "solvers/integrators/automatic/motion_probe.h"
#include "solvers/options/variants.h"
#include "tests/solvers/damped_follower.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using Chosen = MethodChoice::Method;

TEST(MethodChoice, FollowsTheCharacter) {
  EXPECT_EQ(chooseMethod({.freedoms = 0, .constraints = 9}).method, Chosen::Kinematics);
  EXPECT_EQ(chooseMethod({.rtol = 1e-3}).method, Chosen::DormandPrince5);
  EXPECT_EQ(chooseMethod({.rtol = 1e-7}).method, Chosen::DormandPrince8);
  EXPECT_EQ(chooseMethod({.rtol = 1e-7, .rough = true}).method, Chosen::DormandPrince5);
  EXPECT_EQ(chooseMethod({.rtol = 1e-12}).method, Chosen::GraggBulirschStoer);
  EXPECT_EQ(chooseMethod({.rtol = 1e-7, .reach = 0.5, .oscillatory = true}).method, Chosen::DormandPrince8);
}

TEST(MethodChoice, TakesImplicitMethodsWhereStabilityLimits) {
  const MethodChoice constrained = chooseMethod({.constraints = 3, .reach = 2}),
                     free = chooseMethod({.reach = 2});
  EXPECT_EQ(constrained.method, Chosen::Bdf);
  EXPECT_EQ(constrained.index, 2);
  EXPECT_EQ(free.method, Chosen::Bdf);
  EXPECT_EQ(free.index, 3) << "without constraints the form with the fewest unknowns";
  EXPECT_EQ(chooseMethod({.reach = 2, .oscillatory = true}).method, Chosen::Bdf) << "nothing is forecast yet";
  const MethodChoice followed = chooseMethod({.rtol = 1e-2, .reach = 2, .oscillatory = true, .bdfWork = 1.5});
  EXPECT_EQ(followed.method, Chosen::DormandPrince8)
      << "a vibration that must be followed: high order bears longer steps";
}

TEST(MethodChoice, PassesOverVibrationsThatTheForecastPermits) {
  const auto choose = [](double bdfWork, double alphaWork, bool noisy) {
    return chooseMethod({.constraints = 3,
                         .oscillatory = true,
                         .bdfWork = bdfWork,
                         .alphaWork = alphaWork,
                         .noisyAtIndex3 = noisy});
  };
  EXPECT_EQ(choose(0.1, 0.2, false).method, Chosen::Bdf);
  EXPECT_EQ(choose(0.2, 0.1, false).method, Chosen::GeneralizedAlpha);
  EXPECT_EQ(choose(0.2, 0.1, false).index, 3);
  EXPECT_EQ(choose(0.2, 0.1, true).method, Chosen::Bdf) << "index 3 makes these reactions noisy";
  EXPECT_EQ(choose(0.2, 0.1, true).index, 2);
  EXPECT_TRUE(isExplicit(choose(2, 0.1, true).method));
  EXPECT_TRUE(isExplicit(choose(0.9, 0.9, false).method)) << "too little to be saved";
  EXPECT_TRUE(isExplicit(choose(0, 0, false).method)) << "not known";
}

TEST(MethodChoice, TakesRadauOverVibrationsAtTightTolerances) {
  const auto choose = [](double rtol, double radauWork, bool oscillatory) {
    return chooseMethod({.rtol = rtol,
                         .constraints = 3,
                         .oscillatory = oscillatory,
                         .bdfWork = 0.1,
                         .alphaWork = 0.1,
                         .radauWork = radauWork});
  };
  EXPECT_EQ(choose(1e-5, 0.3, true).method, Chosen::Radau);
  EXPECT_EQ(choose(1e-5, 0.3, true).index, 3);
  EXPECT_NE(choose(1e-2, 0.3, true).method, Chosen::Radau) << "a loose tolerance";
  EXPECT_NE(choose(1e-5, 0.9, true).method, Chosen::Radau) << "too little to be saved";
  EXPECT_NE(choose(1e-5, 0.3, false).method, Chosen::Radau) << "a decay";
}

TEST(MethodChoice, TriesAnImplicitMethodAtOnceWhereFollowingIsDear) {
  const auto tried = [](double rtol, bool oscillatory, double workToFollow) {
    return implicitAtOnce({.rtol = rtol, .oscillatory = oscillatory, .workToFollow = workToFollow});
  };
  ASSERT_TRUE(tried(1e-5, true, 2 * kWorthATrial));
  EXPECT_EQ(tried(1e-5, true, 2 * kWorthATrial)->method, Chosen::Radau);
  EXPECT_EQ(tried(1e-5, true, 2 * kWorthATrial)->index, 3);
  EXPECT_FALSE(tried(1e-5, true, 0.5 * kWorthATrial)) << "the trial would be much of the run";
  ASSERT_TRUE(tried(1e-5, false, 2 * kWorthATrial));
  EXPECT_EQ(tried(1e-5, false, 2 * kWorthATrial)->method, Chosen::Bdf) << "a decay";
  EXPECT_FALSE(tried(1e-8, false, 2 * kWorthATrial)) << "BDF would begin with too many short steps";
  EXPECT_FALSE(tried(1e-1, true, 2 * kWorthATrial)) << "a loose tolerance";
}

struct AutoRun {
  Outcome outcome;
  std::vector<std::string> remarks;
};

AutoRun runAuto(DaeSystem& system, const InitialGuess& guess, double tolerance, double endTime) {
  AutoRun run;
  run.outcome = runSystem(system, optionsOf({"", "auto", 2}, tolerance, endTime), guess,
                          [&](const Simulation& simulation) { run.remarks = simulation.remarks(); });
  for (const std::string& remark : run.remarks) std::printf("  %s\n", remark.c_str());
  EXPECT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_FALSE(run.remarks.empty());
  return run;
}

TEST(Automatic, KeepsAnExplicitMethodWhereNothingIsStiff) {
  AndrewsRelative andrews;
  CarAxis car;
  CartesianPendulum pendulum(10, 1);
  DampedSliderCrank crank;
  const auto check = [](DaeSystem& system, const InitialGuess& guess, double endTime) {
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      const AutoRun run = runAuto(system, guess, tolerance, endTime);
      EXPECT_NE(run.remarks[0].find(tolerance > 1e-5 ? "Dormand–Prince 5(4)" : "Dormand–Prince 8(5,3)"),
                std::string::npos)
          << run.remarks[0];
      // At loose tolerances steps reach the time scale of the vibrations, and BDF may be tried.
      if (tolerance > 1e-5) continue;
      EXPECT_EQ(run.remarks.size(), 1u);
      EXPECT_EQ(run.outcome.counts.newtonIterations, 0);
    }
  };
  check(andrews, guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()), 0.03);
  check(car, guessOf(CarAxis::initialCoordinates(), CarAxis::initialVelocities()), 3);
  check(pendulum, guessOf(Vector2(1, 0), Vector2::Zero()), 10);
  check(crank, guessOf(DampedSliderCrank::initialCoordinates(), DampedSliderCrank::initialVelocities()), 10);
}

TEST(Automatic, TakesBdfForStiffDampers) {
  for (const double damping : {1e4, 1e8}) {
    DampedFollower follower(damping, damping);
    const AutoRun run = runAuto(follower, guessOf(Vector::Ones(1), Vector::Zero(1)), 1e-5, 5);
    EXPECT_NE(run.remarks.back().find("BDF, index 3"), std::string::npos) << run.remarks.back();
    EXPECT_NEAR(run.outcome.end.q[0], 0.5 * (std::cos(5) + std::sin(5)) + 0.5 * std::exp(-5), 3e-4);
    EXPECT_LT(run.outcome.counts.residuals, 3000);
  }
}

/// d = 1 before `change`, `later` after.
class SwitchedDamper final : public DenseSystem {
 public:
  SwitchedDamper(double change, double before, double after)
      : DenseSystem({"x"}, {}), change_(change), before_(before), after_(after) {}
  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { t_ = t, q_ = q[0], v_ = v[0]; }
  void mass(double* values) const override { values[0] = 1; }
  void forces(VectorRef Q) const override { Q[0] = -rate() * (q_ - std::cos(3 * t_) + v_); }
  void constraints(VectorRef) const override {}
  void constraintJacobian(double*) const override {}
  void gamma(VectorRef) const override {}
  void velocityJacobian(double*) const override {}
  void accelerationJacobian(ConstVectorRef, double*) const override {}
  void stiffness(ConstVectorRef, ConstVectorRef, double* values) const override { values[0] = rate(); }
  void constraintHessian(ConstVectorRef, double* values) const override { values[0] = 0; }
  void damping(double* values) const override { values[0] = rate(); }

 private:
  double rate() const { return t_ < change_ ? before_ : after_; }
  double change_, before_, after_, t_ = 0, q_ = 0, v_ = 0;
};

/// The rod's vibrations are smaller than the tolerance: an explicit method must follow them, BDF passes over
/// them. At so loose a tolerance no run begins with Radau.
TEST(Automatic, PassesOverVibrationsThatTheToleranceHides) {
  FlexibleSliderCrank crank;
  const AutoRun run = runAuto(
      crank, guessOf(FlexibleSliderCrank::initialCoordinates(), FlexibleSliderCrank::initialVelocities()),
      2e-2, 0.1);
  EXPECT_NE(run.remarks[0].find("vibrating"), std::string::npos) << run.remarks[0];
  ASSERT_GE(run.remarks.size(), 2u);
  EXPECT_NE(run.remarks[1].find("BDF, index 2, because the motion is smoother than its fastest mode"),
            std::string::npos);
  EXPECT_NE(run.remarks[1].find("index 2 keeps reactions smooth"), std::string::npos) << run.remarks[1];
  // not how fast the fastest mode is counts, but how far it gets in a step
  EXPECT_NE(run.remarks[0].find("accuracy, not stability, limits its steps"), std::string::npos)
      << run.remarks[0];
  EXPECT_NE(run.remarks[0].find("of 1 to which the choice lets it go"), std::string::npos) << run.remarks[0];
  EXPECT_NE(run.remarks[1].find("; times the step: "), std::string::npos) << run.remarks[1];
  EXPECT_NE(run.remarks[1].find("of the work of the method before"), std::string::npos)
      << "the trial was measured";
  EXPECT_LT(run.outcome.counts.factorizations, 1000) << "an explicit method needs over 6000";
  EXPECT_LT(coordinateError(crank, run.outcome.end.q, FlexibleSliderCrank::referenceCoordinates()), 1e-3);
}

TEST(Automatic, PassesOverVibrationsWithRadauAtTightTolerances) {
  for (const double tolerance : {1e-5, 1e-6, 1e-7}) {
    FlexibleSliderCrank crank;
    const AutoRun run = runAuto(
        crank, guessOf(FlexibleSliderCrank::initialCoordinates(), FlexibleSliderCrank::initialVelocities()),
        tolerance, 0.1);
    EXPECT_NE(run.remarks.back().find("Radau, index 3"), std::string::npos) << run.remarks.back();
    EXPECT_LT(run.outcome.counts.steps, 300) << "BDF takes thousands";
    EXPECT_LT(coordinateError(crank, run.outcome.end.q, FlexibleSliderCrank::referenceCoordinates()),
              10 * tolerance);
  }
}

/// What finding out costs is a small part of the run, where the vibration can be passed over and where not.
TEST(Automatic, BeginsWithRadauAndTakesLittleMoreThanRadauAlone) {
  const InitialGuess guess =
      guessOf(FlexibleSliderCrank::initialCoordinates(), FlexibleSliderCrank::initialVelocities());
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
    FlexibleSliderCrank crank;
    const Outcome radau = runSystem(crank, optionsOf({"", "radau", 3}, tolerance, 0.1), guess);
    const AutoRun run = runAuto(crank, guess, tolerance, 0.1);
    EXPECT_NE(run.remarks[0].find("From t = 0 s: Radau, index 3"), std::string::npos) << run.remarks[0];
    EXPECT_NE(run.remarks[0].find("of the least work of an explicit method"), std::string::npos);
    EXPECT_LT(run.outcome.counts.residuals, 1.3 * static_cast<double>(radau.counts.residuals)) << tolerance;
    EXPECT_LT(run.outcome.counts.factorizations, radau.counts.factorizations + 41)
        << "the look at the fastest mode";
  }
}

/// A block on a spring without damping, drawn out by a tenth of its length: 1e4 rad/s that must be followed.
Mechanism vibratingBlock(const std::string& push) {
  Mechanism m = samples::pushedBlock(0, 0, push);
  m.ground.points.push_back({"wall", {1, 0}});
  m.forces.push_back({"spring", SpringDamper{{kGround, 1}, {0, 0}, 1e8, 0, 0.9}});
  return m;
}

TEST(Automatic, FollowsAVibrationThatShowsAfterAShortTrial) {
  for (const double tolerance : {1e-3, 1e-6}) {
    EquationsOfMotion equations(vibratingBlock("0"));
    const InitialGuess guess = guessOf(equations.givenCoordinates(), equations.givenVelocities());
    const Outcome followed = runSystem(equations, optionsOf({"", "dop853", 1}, tolerance, 1), guess);
    const AutoRun run = runAuto(equations, guess, tolerance, 1);
    EXPECT_NE(run.remarks[0].find("Radau, index 3"), std::string::npos) << run.remarks[0];
    EXPECT_NE(run.remarks.back().find("Dormand–Prince 8(5,3)"), std::string::npos) << run.remarks.back();
    EXPECT_LT(run.outcome.counts.residuals, 1.1 * static_cast<double>(followed.counts.residuals));
  }
}

/// Behind an event the trial does not begin anew.
TEST(Automatic, TakesTheExplicitMethodWhereAnEventCutsTheTrialShort) {
  EquationsOfMotion equations(vibratingBlock("if(t < 2e-4, 0, 1)"));
  const AutoRun run =
      runAuto(equations, guessOf(equations.givenCoordinates(), equations.givenVelocities()), 1e-6, 1);
  ASSERT_GE(run.remarks.size(), 2u);
  EXPECT_NE(run.remarks[0].find("From t = 0 s: Radau"), std::string::npos) << run.remarks[0];
  EXPECT_NE(run.remarks[1].find("From t = 0.0002 s: Dormand–Prince 8(5,3)"), std::string::npos)
      << run.remarks[1];
}

/// The vibrations of the rod are too small to show. Index 3 passes over them, and its noise was measured
/// before it may stay. What vibrates is the force, not the mechanism: steps over it would take it at any
/// phase.
TEST(Automatic, FollowsForcesThatVibrate) {
  const double w = 2e4;
  const double exact = 1e5 / w - 1e5 / (w * w) * std::sin(w);
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    const auto equations =
        std::make_unique<EquationsOfMotion>(samples::pushedBlock(0, 0, "1e5*sin(20000*t)"));
    Simulation simulation(*equations, optionsOf({"", "auto", 2}, tolerance, 1));
    ASSERT_TRUE(simulation.start(guessOf(equations->givenCoordinates(), equations->givenVelocities())));
    while (simulation.advance() == Simulation::Advance::Accepted) {}
    EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    for (const std::string& remark : simulation.remarks())
      EXPECT_EQ(remark.find("generalized"), std::string::npos) << remark;
    EXPECT_NEAR(simulation.state().q[0], exact, 0.2 * exact)
        << "errors of three thousand periods add up, at " << tolerance;
  }
}

TEST(Automatic, KeepsIndex3WhereItsReactionsAreQuiet) {
  const Mechanism mechanism = readMechanism(findModel("flexible_slider_crank"));
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  const double endTime = 0.016;  // a longer run begins with Radau
  const AutoRun run = runAuto(*equations, initialGuess(*equations, 0), 1e-3, endTime);
  ASSERT_GE(run.remarks.size(), 3u);
  const std::string& choice = run.remarks[run.remarks.size() - 2];
  EXPECT_NE(choice.find("index 3, because"), std::string::npos) << choice;
  EXPECT_NE(choice.find("noise of the accelerations"), std::string::npos) << choice;
  EXPECT_NE(run.remarks.back().find("not velocities"), std::string::npos) << run.remarks.back();
  const AutoRun tight = runAuto(*equations, initialGuess(*equations, 0), 1e-8, endTime);
  EXPECT_LT(coordinateError(*equations, run.outcome.end.q, tight.outcome.end.q), 1e-3);
}

/// The noise is what an acceleration has across the constraints, not what it has along them.
TEST(MotionProbe, MeasuresWhatLeavesTheConstraints) {
  CartesianPendulum pendulum(10, 1);
  Work work;
  MotionProbe probe(pendulum, {.rtol = 1e-4, .atol = 1e-4}, 1e-5, work);
  // a = (0, −g), the rod along x
  State state = assemble(pendulum, guessOf(Vector2(1, 0), Vector2::Zero())).state;
  probe.start(state);
  EXPECT_NEAR(probe.noise(1), 0, 1e-12);
  state.a[1] *= 2;
  probe.start(state);
  EXPECT_NEAR(probe.noise(1), 0, 1e-12);
  state.a = Vector2(0.3 * state.a[1], state.a[1]);
  probe.start(state);
  EXPECT_NEAR(probe.noise(1), 0.3, 1e-9);
}

/// Where x follows ½(cos t + sin t) the forecast is what the methods themselves take.
TEST(MotionProbe, ForecastsTheStepsOfImplicitMethods) {
  for (const double tolerance : {1e-4, 1e-6}) {
    DampedFollower follower(1e4, 1e4);
    Work work;
    MotionProbe probe(follower, {.rtol = tolerance, .atol = tolerance}, tolerance, work);
    Simulation simulation(follower, optionsOf({"", "bdf", 3}, tolerance, 5));
    ASSERT_TRUE(simulation.start(guessOf(Vector::Ones(1), Vector::Zero(1))));
    probe.start(simulation.state());
    double logSum = 0;
    int count = 0;
    double before = 0;
    while (simulation.advance() == Simulation::Advance::Accepted) {
      const State& state = simulation.state();
      probe.follow(state);
      if (state.t > 1) {
        logSum += std::log(probe.bdf().h / (state.t - before));
        ++count;
      }
      before = state.t;
    }
    std::printf("tolerance %.0e: forecast over step %.2f\n", tolerance, std::exp(logSum / count));
    EXPECT_GT(logSum / count, std::log(0.4));
    EXPECT_LT(logSum / count, std::log(2.5));
  }
}

/// Run on both sides of the change by itself, so that no step crosses it.
double followedInTwoLegs(double change, double before, double after, double endTime) {
  SwitchedDamper first(1e9, before, before), second(-1e9, after, after);
  SimulationOptions options = optionsOf({"", "bdf", 3}, 1e-10, change);
  const Outcome middle = runSystem(first, options, guessOf(Vector::Ones(1), Vector::Zero(1)));
  options.startTime = change;
  options.endTime = endTime;
  InitialGuess guess = guessOf(middle.end.q, middle.end.v);
  guess.t = change;
  const Outcome end = runSystem(second, options, guess);
  EXPECT_EQ(end.termination, Termination::ReachedEnd) << end.message;
  return end.end.q[0];
}

TEST(Automatic, ChangesWhenADamperBecomesStiff) {
  SwitchedDamper system(5, 2, 1e6);
  const AutoRun run = runAuto(system, guessOf(Vector::Ones(1), Vector::Zero(1)), 1e-6, 12);
  ASSERT_GE(run.remarks.size(), 2u);  // generalized-α may stand between: it is stiffly stable, too
  ASSERT_LE(run.remarks.size(), 3u);
  EXPECT_NE(run.remarks.front().find("Dormand–Prince"), std::string::npos);
  EXPECT_NE(run.remarks.back().find("BDF"), std::string::npos);
  EXPECT_NEAR(run.outcome.end.q[0], followedInTwoLegs(5, 2, 1e6, 12), 1e-4);
  EXPECT_LT(run.outcome.counts.residuals, 8000);
}

TEST(Automatic, ComesBackWhenStiffnessEnds) {
  SwitchedDamper system(3, 1e6, 2);
  const AutoRun run = runAuto(system, guessOf(Vector::Ones(1), Vector::Zero(1)), 1e-8, 100);
  ASSERT_GE(run.remarks.size(), 2u);
  EXPECT_NE(run.remarks.front().find("BDF"), std::string::npos);
  EXPECT_NE(run.remarks.back().find("Dormand–Prince"), std::string::npos);
  EXPECT_NE(run.remarks.back().find("cost less than those of the method before"), std::string::npos)
      << run.remarks.back();
  EXPECT_NEAR(run.outcome.end.q[0], followedInTwoLegs(3, 1e6, 2, 100), 1e-5);
}

/// Slider–crank under gravity whose slider moves against a strong damper (N·s/m).
Mechanism stiffSliderCrank(double damping) {
  constexpr double kCrank = 0.3, kRod = 0.9, kAngle = 1.2;
  const Vector2 pin = kCrank * Vector2(std::cos(kAngle), std::sin(kAngle));
  const double rodAngle = -std::asin(pin.y() / kRod), reach = pin.x() + kRod * std::cos(rodAngle);
  Mechanism m;
  m.gravity = {0, -9.81};
  m.ground.points = {{"O", {0, 0}}, {"wall", {2, 0}}};
  m.bodies = {linkages::bar("crank", kCrank, {0, 0}, kAngle), linkages::bar("rod", kRod, pin, rodAngle),
              linkages::bar("slider", 0.1, {reach, 0}, 0)};
  m.joints = {{"O", RevoluteJoint{{kGround, 0}, {0, linkages::kStart}}},
              {"A", RevoluteJoint{{0, linkages::kEnd}, {1, linkages::kStart}}},
              {"B", RevoluteJoint{{1, linkages::kEnd}, {2, linkages::kStart}}},
              {"guide", PrismaticJoint{{kGround, 0}, {2, linkages::kStart}}}};
  m.forces = {{"damper", SpringDamper{{kGround, 1}, {2, linkages::kStart}, 0, damping, 0}}};
  return m;
}

TEST(Automatic, TakesBdfIndex2ForASliderCrankWithAStiffDamper) {
  EquationsOfMotion equations(stiffSliderCrank(1e8));
  const AutoRun run =
      runAuto(equations, guessOf(equations.givenCoordinates(), equations.givenVelocities()), 1e-6, 2);
  EXPECT_NE(run.remarks.back().find("BDF, index 2"), std::string::npos) << run.remarks.back();
  EXPECT_LT(run.outcome.counts.residuals, 3000);
}

TEST(Automatic, BeginsWithBdfWhereADecayIsDearToFollow) {
  for (const double damping : {1e4, 1e5}) {
    EquationsOfMotion equations(stiffSliderCrank(damping));
    const InitialGuess guess = guessOf(equations.givenCoordinates(), equations.givenVelocities());
    const Outcome bdf = runSystem(equations, optionsOf({"", "bdf", 2}, 1e-4, 2), guess);
    const AutoRun run = runAuto(equations, guess, 1e-4, 2);
    EXPECT_NE(run.remarks[0].find("From t = 0 s: BDF, index 2"), std::string::npos) << run.remarks[0];
    EXPECT_LT(run.outcome.counts.residuals, bdf.counts.residuals + 60) << "the look at the fastest mode";
  }
}

TEST(Automatic, UsesKinematicsWhereDriversPrescribeAll) {
  Mechanism m = linkages::pendulum();
  m.drivers.push_back({.name = "motor", .joint = 0, .motion = "t"});
  EquationsOfMotion equations(m);
  const AutoRun run =
      runAuto(equations, guessOf(equations.givenCoordinates(), equations.givenVelocities()), 1e-6, 1);
  EXPECT_NE(run.remarks[0].find("kinematic analysis"), std::string::npos);
}

/// The same input takes the same steps.
TEST(Automatic, IsDeterministic) {
  const auto run = [] {
    SwitchedDamper system(5, 2, 1e6);
    return runSystem(system, optionsOf({"", "auto", 2}, 1e-6, 12), guessOf(Vector::Ones(1), Vector::Zero(1)));
  };
  const Outcome first = run(), second = run();
  EXPECT_EQ(first.counts.steps, second.counts.steps);
  EXPECT_EQ(first.counts.residuals, second.counts.residuals);
  EXPECT_EQ(first.end.q, second.end.q);
}

/// Index 2 and index 1 of BDF: stiffness rules out the explicit method that referenceEnd() begins with.
ReferenceEnd stiffReference(double endTime) {
  EquationsOfMotion equations(stiffSliderCrank(1e8));
  const auto end = [&](int index) {
    return runSystem(equations, optionsOf({"", "bdf", index}, 1e-9, endTime),
                     guessOf(equations.givenCoordinates(), equations.givenVelocities()))
        .end.q;
  };
  const Vector q = end(2);
  return {q, coordinateError(equations, end(1), q), "BDF, index 2", "BDF, index 1"};
}

/// CPU time at equal error beside the best of the methods it chooses from. Timings of a shared machine
/// scatter: only a gross failure fails, the ratios are printed.
TEST(Automatic, StaysNearTheBestMethod) {
  std::vector<SimulationOptions> variants;
  for (const char* variant : {"auto:2", "dopri5:1", "dop853:1", "bdf:2", "generalized-alpha:2"})
    variants.push_back(parseVariant(variant, {}));
  const WorkPrecisionSettings settings{
      .tolerances = tolerancesDownTo(1e-9), .repetitions = 3, .enough = 0.02, .budget = 2};
  const auto compare = [&](const BenchmarkProblem& problem, const std::optional<ReferenceEnd>& reference) {
    ASSERT_TRUE(reference) << problem.name;
    const auto all = measure(problem, variants, *reference, settings);
    std::vector<double> ratios;
    for (const double level : {1e-3, 1e-5, 1e-7}) {
      if (level < 10 * reference->uncertainty) continue;
      const auto best = cheapest(all, level, [](const Measurement& m) { return m.method != "auto"; });
      const auto own = cheapest(all, level, [](const Measurement& m) { return m.method == "auto"; });
      if (!best || !own) continue;
      ratios.push_back(own->cpuSeconds / best->cpuSeconds);
      std::printf("%s, error %.0e: automatic %.3f ms, best %s:%d %.3f ms, ratio %.2f\n", problem.name.c_str(),
                  level, 1e3 * own->cpuSeconds, best->method.c_str(), best->index, 1e3 * best->cpuSeconds,
                  ratios.back());
    }
    ASSERT_FALSE(ratios.empty()) << problem.name;
    std::sort(ratios.begin(), ratios.end());
    EXPECT_LT(ratios[ratios.size() / 2], 3) << problem.name;
  };
  for (const BenchmarkProblem& problem : literatureProblems())
    compare(problem, referenceEnd(problem, settings));
  compare(mechanismProblem("stiff_slider_crank", stiffSliderCrank(1e8), 2), stiffReference(2));
}

}  // namespace
}  // namespace holonom
