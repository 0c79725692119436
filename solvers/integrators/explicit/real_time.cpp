// SPDX-License-Identifier: GPL-3.0-or-later
// Methods for runs in real time: what comes from outside, a hand or a sampled controller, is read when a step
// begins, and its result is there when the step is over; nothing that is known only at its end is needed.
// They follow the chapter on real time of 004, whose printed formulas are lost; order and stability are
// measured.
#include "core/base/text.h"
#include "solvers/integrators/classic/classic_method.h"
#include "solvers/integrators/explicit/explicit_runge_kutta.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

constexpr MethodFamily kRealTime{
    Text("Real time"),
    Text("Flight simulators with hardware in the loop asked from the 1960s on for methods whose result is "
         "there when its time comes. Textbooks of simulation give two kinds that need no input from the "
         "future: Adams formulas, and Runge–Kutta formulas whose stages lie where inputs are known.")};

// k₁ = f(t_n, y_n), y_{n+1} = y_n + h f(t_n + h/2, y_n + h/2 k₁): half a frame for each evaluation. Heun's
// second evaluation would wait for the input of t_{n+1}, and its result would come half a frame too late.
// b̂ = (1/3, 1/3, 1/3), with f at the new point as third stage, has Σ b̂ c = 1/2 and Σ b̂ a c = 1/6: the
// difference is the error where f is linear in y, and twice the error where f depends on t alone.
constexpr double kC[] = {0, 0.5};
constexpr double kA[] = {0.5};
constexpr double kB[] = {0, 1};
constexpr double kE[] = {-1.0 / 3, 2.0 / 3, -1.0 / 3};
constexpr ExplicitTableau kMidpoint{2, 2, kC, kA, kB, kE, 1.9};

constexpr PiControl kControl{.exponent = 3, .beta = 0, .smallest = 0.2, .largest = 2};

class RealTimeRungeKutta2 final : public ExplicitRungeKutta {
 public:
  RealTimeRungeKutta2(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitRungeKutta(system, settings, work, kMidpoint, kControl) {}

 private:
  /// Stiffness is recognised beside the new point by what the two stages say of the same time, for f linear
  /// in t and y exactly.
  double error(double h, int* coordinate) override {
    lastY_ = 2 * lastY_ - y0_;
    lastF_ = 2 * k_.col(1) - k_.col(0);
    return ExplicitRungeKutta::error(h, coordinate);
  }

  void dense(double s, double h, VectorRef y) const override {
    hermite(previous_, state_, previous_.t + s * h, y.head(n()), y.tail(n()));
  }
};

/// Adams–Bashforth of order 2, one evaluation per step, at its end, which is the start of the next:
///     y_{n+1} = y_n + h/2 (3 f_n − f_{n−1})
/// where steps are equal. At the start, and behind what ends the past, the method above makes one step.
class RealTimeAdams final : public ClassicMethod {
 public:
  RealTimeAdams(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, 2, 1, kControl.largest) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    if (past() > 0) {
      y1_ = y0_;
      addIntegral(h, nullptr, 2, y1_);
      return useStart(t0, h);
    }
    lastY_ = y0_ + h / 2 * f0_;
    const AttemptStatus status = equations_.rate(t0 + h / 2, lastY_, lastF_);
    y1_ = y0_ + h * lastF_;
    return status;
  }
};

}  // namespace

std::unique_ptr<Integrator> makeRealTimeRungeKutta2(DaeSystem& system, const IntegratorSettings& settings,
                                                    Work& work) {
  return std::make_unique<RealTimeRungeKutta2>(system, settings, work);
}

std::unique_ptr<Integrator> makeRealTimeAdams(DaeSystem& system, const IntegratorSettings& settings,
                                              Work& work) {
  return std::make_unique<RealTimeAdams>(system, settings, work);
}

MethodDescriptor realTimeRungeKutta2Method() {
  return {
      .name = "rt-rk2",
      .shortName = Text("Real-time Runge–Kutta 2"),
      .label = Text("Real-time Runge–Kutta 2, explicit"),
      .indices = {1},
      .defaultRtol = 1e-4,
      .whenToChoose = Text("For runs in real time with a fixed step: the same work in each step, and inputs "
                           "are needed at its start only. Elsewhere higher orders need less work."),
      .source =
          Text("Q. Gao, Y. Long, C. Ma, W. Guan, Modelling and simulation of electro-mechanical-hydraulic "
               "systems (in Chinese), §2.2.5; the midpoint rule of C. Runge, Math. Ann. 46 (1895) 167–178"),
      .formula = [](const IntegratorSettings&) -> MethodFormula { return formulaOf(kMidpoint); },
      .create = makeRealTimeRungeKutta2,
      .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
      .properties = explicitProperties,
      .family = &kRealTime,
      .order = 2,
      .stiff = StiffSteps::Short,
      .stepWork = StepWork::InputsAtStart,
      .costPerStep = Text("2 evaluations")};
}

MethodDescriptor realTimeAdamsMethod() {
  return {
      .name = "rt-adams",
      .shortName = Text("Real-time Adams"),
      .label = Text("Real-time Adams–Bashforth 2, explicit"),
      .indices = {1},
      .defaultRtol = 1e-4,
      .whenToChoose = Text("For runs in real time where evaluations are expensive: one per step, half the "
                           "work of rt-rk2 for steps that may be only half as long."),
      .source =
          Text("Q. Gao, Y. Long, C. Ma, W. Guan, Modelling and simulation of electro-mechanical-hydraulic "
               "systems (in Chinese), §2.2.5; F. Bashforth, J. C. Adams 1883"),
      .formula = [](const IntegratorSettings&) -> MethodFormula {
        return {{"y_{n+1} = y_n + (h/2) (3 f_n − f_{n−1})"}};
      },
      .create = makeRealTimeAdams,
      .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
      .properties = explicitProperties,
      .family = &kRealTime,
      .order = 2,
      .stiff = StiffSteps::Short,
      .stepWork = StepWork::InputsAtStart,
      .costPerStep = Text("1 evaluation")};
}

}  // namespace holonom
