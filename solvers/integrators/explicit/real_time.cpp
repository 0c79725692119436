// SPDX-License-Identifier: GPL-3.0-or-later
// Methods for runs in real time: what comes from outside, a hand or a sampled controller, is read when a step
// begins, and its result is there when the step is over; nothing that is known only at its end is needed.
// They follow the chapter on real time of 004, whose printed formulas are lost; order and stability are
// measured.
#include "core/base/text.h"
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
  /// Stiffness is recognised beside the new point by what the two stages say of the same time, for f linear in
  /// t and y exactly.
  double error(double h, int* coordinate) override {
    lastY_ = 2 * lastY_ - y0_;
    lastF_ = 2 * k_.col(1) - k_.col(0);
    return ExplicitRungeKutta::error(h, coordinate);
  }

  void dense(double s, double h, VectorRef y) const override {
    hermite(previous_, state_, previous_.t + s * h, y.head(n()), y.tail(n()));
  }
};

/// Adams–Bashforth of order 2 for steps h = r h′ behind one of size h′,
///
///     y_{n+1} = y_n + h ((1 + r/2) f_n − r/2 f_{n−1}),
///
/// which for equal steps is the text's y_n + h/2 (3 f_n − f_{n−1}): one evaluation per step, at its end,
/// which is the start of the next. At the start, and behind what ends the past, the method above makes one
/// step. Error by Milne's device: the trapezoidal rule with f at the new point differs by h³ y‴ (1 + 1/r)/4,
/// and the error is h³ y‴ (1/6 + 1/(4r)), (2r + 3)/(3r + 3) of that. Stiffness is
/// recognised as above, by the continuation of the last two points.
class RealTimeAdams final : public ExplicitMethod {
 public:
  RealTimeAdams(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitMethod(system, settings, work), pastF_(Vector::Zero(2 * n())), pastY_(pastF_),
        difference_(pastF_) {}

  int order() const override { return 2; }

 private:
  void begin() override {
    step_ = 0;
    control_ = kControl;
  }

  AttemptStatus advance(double t0, double h) override {
    if (step_ > 0) {
      const double r = h / step_;
      y1_ = y0_ + h * ((1 + r / 2) * f0_ - r / 2 * pastF_);
      lastY_ = y0_ + r * (y0_ - pastY_);
      lastF_ = f0_ + r * (f0_ - pastF_);
      return AttemptStatus::Success;
    }
    lastY_ = y0_ + h / 2 * f0_;
    const AttemptStatus status = equations_.rate(t0 + h / 2, lastY_, lastF_);
    difference_ = lastF_;
    y1_ = y0_ + h * lastF_;
    lastY_ = 2 * lastY_ - y0_;
    lastF_ = 2 * lastF_ - f0_;
    return status;
  }

  double error(double h, int* coordinate) override {
    if (step_ > 0) {
      const double r = h / step_;
      difference_ = h / 2 * (2 * r + 3) / (3 * r + 3) * (f1_ - f0_ - r * (f0_ - pastF_));
    } else {
      difference_ = h / 3 * (2 * difference_ - f0_ - f1_);
    }
    return norm(difference_, coordinate);
  }

  bool hasMemory() const override { return true; }

  void keep() override {
    pastF_ = f0_;
    pastY_ = y0_;
    step_ = state_.t - previous_.t;
  }

  StepPlan planAfterSuccess(double h, double error, bool afterRejection) override {
    return {control_.afterSuccess(error, afterRejection) * h, order(), Text("fixed order")};
  }

  StepPlan planAfterError(double h, double error, int failures) override {
    return {control_.afterError(error, failures) * h, order(), Text("fixed order")};
  }

  void dense(double s, double h, VectorRef y) const override {
    hermite(previous_, state_, previous_.t + s * h, y.head(n()), y.tail(n()));
  }

  double stabilityLimit() const override { return 1; }

  Vector pastF_, pastY_;  // at the start of the last step
  Vector difference_;     // of the first step: f in its middle, then its error
  double step_ = 0;       // size of the last step, s; 0: none
  PiControl control_ = kControl;
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
      .source = Text(
          "Real-time digital simulation (004); the midpoint rule of C. Runge, Math. Ann. 46 (1895) 167–178"),
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
      .source = Text("Real-time digital simulation (004); F. Bashforth, J. C. Adams 1883"),
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
