// SPDX-License-Identifier: GPL-3.0-or-later
// Methods of one step: Euler, Heun (the trapezoidal predictor–corrector of 004), Kutta, Treanor.
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/classic/classic_method.h"
#include "solvers/integrators/families.h"

namespace holonom {
namespace {

constexpr double kLongest = 5;  // a step has no past that a longer one would leave behind

/// y_{n+1} = y_n + h f_n (004, eq. (2.18)).
class Euler final : public ClassicMethod {
 public:
  Euler(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, 1, 2, kLongest) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    y1_ = y0_ + h * f0_;
    return useStart(t0, h);
  }
};

/// Euler's step as prediction, corrected once by the trapezoidal rule (004, eq. (2.24), (2.25), (2.32)).
class Heun final : public ClassicMethod {
 public:
  Heun(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, 2, 2, kLongest) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    lastY_ = y0_ + h * f0_;
    const AttemptStatus status = equations_.rate(t0 + h, lastY_, lastF_);
    y1_ = y0_ + 0.5 * h * (f0_ + lastF_);
    return status;
  }
};

/// Kutta's formula of third order (1901): stages at 0, 1/2 and 1, Simpson's weights.
class Kutta3 final : public ClassicMethod {
 public:
  Kutta3(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, 3, 2.5, kLongest), middle_(2 * n()) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    lastY_ = y0_ + 0.5 * h * f0_;
    AttemptStatus status = equations_.rate(t0 + 0.5 * h, lastY_, middle_);
    if (status != AttemptStatus::Success) return status;
    lastY_ = y0_ + h * (2 * middle_ - f0_);
    status = equations_.rate(t0 + h, lastY_, lastF_);
    y1_ = y0_ + h / 6 * (f0_ + 4 * middle_ + lastF_);
    return status;
  }

  Vector middle_;
};

/// ∫₀¹ e^{−z(1−s)} s^{k−1}/(k−1)! ds for k = 1, 2, 3: 1/k! where z vanishes.
struct Decay {
  double first, second, third;
  explicit Decay(double z) {
    if (z > 0.5) {
      first = -std::expm1(-z) / z;
      second = (1 - first) / z;
      third = (0.5 - second) / z;
      return;
    }
    double power = 1;
    first = second = third = 0;
    double factorial = 1;
    for (int i = 0; i < 16; ++i) {
      factorial *= i + 1;  // (i + 1)!
      first += power / factorial;
      second += power / (factorial * (i + 2));
      third += power / (factorial * (i + 2) * (i + 3));
      power *= -z;
    }
  }
};

/// Kutta's formula with the fast part of each rate taken out (Treanor, Math. Comp. 20, 1966, 39–45): where f
/// = g − P y with P = −(k₃ − k₂)/(y₃ − y₂) > 0, y decays like e^{−Ph}, and g, smoother than f, is the
/// parabola through the stages. With P = 0 it is the classical method. Each component has a P of its own: of
/// use where what is fast does not hang on other components. That two pairs of stages must agree on P is
/// ours.
class Treanor final : public ClassicMethod {
 public:
  Treanor(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, 4, 2.7, kLongest), y2_(2 * n()), y3_(2 * n()), k2_(2 * n()),
        k3_(2 * n()), decay_(2 * n()) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    y2_ = y0_ + 0.5 * h * f0_;
    AttemptStatus status = equations_.rate(t0 + 0.5 * h, y2_, k2_);
    if (status != AttemptStatus::Success) return status;
    y3_ = y0_ + 0.5 * h * k2_;
    status = equations_.rate(t0 + 0.5 * h, y3_, k3_);
    if (status != AttemptStatus::Success) return status;
    for (int i = 0; i < y0_.size(); ++i) {
      decay_[i] = decayOf(i);
      const Decay F(h * decay_[i]);
      lastY_[i] = y0_[i] + h * (f0_[i] * F.first + 2 * F.second * (slow(k3_, y3_, i) - slow(f0_, y0_, i)));
    }
    status = equations_.rate(t0 + h, lastY_, lastF_);
    if (status != AttemptStatus::Success) return status;
    for (int i = 0; i < y0_.size(); ++i) {
      const double g1 = slow(f0_, y0_, i), g2 = slow(k2_, y2_, i), g3 = slow(k3_, y3_, i),
                   g4 = slow(lastF_, lastY_, i);
      const Decay F(h * decay_[i]);
      y1_[i] = y0_[i] + h * (f0_[i] * F.first + F.second * (2 * (g2 + g3) - 3 * g1 - g4) +
                             4 * F.third * (g1 - g2 - g3 + g4));
    }
    return AttemptStatus::Success;
  }

  /// P of a component, or 0 where the first two stages tell another one: then it hangs on other components,
  /// or its rate passes through zero.
  double decayOf(int i) const {
    const double early = (f0_[i] - k2_[i]) / (y2_[i] - y0_[i]), late = (k2_[i] - k3_[i]) / (y3_[i] - y2_[i]);
    return late > 0 && std::abs(late - early) < 0.5 * late && std::isfinite(late) ? late : 0;
  }

  double slow(const Vector& f, const Vector& y, int i) const { return f[i] + decay_[i] * y[i]; }

  Vector y2_, y3_, k2_, k3_, decay_;
};

template <typename Method>
std::unique_ptr<Integrator> make(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Method>(system, settings, work);
}

}  // namespace

namespace {

MethodFormula treanorFormula(const IntegratorSettings&) {
  return {
      {"k_1 = f(y_n),   Y_2 = y_n + (h/2) k_1,   k_2 = f(Y_2),   Y_3 = y_n + (h/2) k_2,   k_3 = f(Y_3)",
       "P = (k_2 − k_3) / (Y_3 − Y_2),   g_i = k_i + P Y_i",
       "F_1 = (1 − e^{−Ph}) / (Ph),   F_2 = (1 − F_1) / (Ph),   F_3 = (½ − F_2) / (Ph)",
       "Y_4 = y_n + h (k_1 F_1 + 2 F_2 (g_3 − g_1))",
       "y_{n+1} = y_n + h (k_1 F_1 + F_2 (2 g_2 + 2 g_3 − 3 g_1 − g_4) + 4 F_3 (g_1 − g_2 − g_3 + g_4))"}};
}

}  // namespace

MethodDescriptor eulerMethod() {
  return {.name = "euler",
          .shortName = Text("Euler"),
          .label = Text("Euler, explicit"),
          .indices = {1},
          .defaultRtol = 1e-3,
          .whenToChoose = Text("To see what a step is: the simplest method there is, of first order; any "
                               "other one is cheaper."),
          .source = Text("L. Euler, Institutiones calculi integralis I, 1768"),
          .formula = [](const IntegratorSettings&) -> MethodFormula {
            return {{"y_{n+1} = y_n + h f_n"}, StageTableau{{0}, {{0}}, {}, {1}}};
          },
          .create = make<Euler>,
          .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
          .properties = explicitProperties,
          .family = &kExplicitRungeKutta,
          .order = 1,
          .stiff = StiffSteps::Short,
          .stepWork = StepWork::Known,
          .costPerStep = Text("1 evaluation")};
}

MethodDescriptor heunMethod() {
  return {.name = "heun",
          .shortName = Text("Heun"),
          .label = Text("Heun (Runge–Kutta 2), explicit"),
          .indices = {1},
          .defaultRtol = 1e-4,
          .whenToChoose = Text("The trapezoidal predictor–corrector of textbooks, second order, for teaching "
                               "and comparison; dopri5 needs less work for the same accuracy."),
          .source = Text("K. Heun, Z. Math. Phys. 45 (1900) 23–38"),
          .formula = [](const IntegratorSettings&) -> MethodFormula {
            return {{"p = y_n + h f_n", "y_{n+1} = y_n + (h/2) (f_n + f(p))"},
                    StageTableau{{0, 1}, {{0, 0}, {1, 0}}, {}, {0.5, 0.5}}};
          },
          .create = make<Heun>,
          .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
          .properties = explicitProperties,
          .family = &kExplicitRungeKutta,
          .order = 2,
          .stiff = StiffSteps::Short,
          .stepWork = StepWork::Known,
          .costPerStep = Text("2 evaluations")};
}

MethodDescriptor kutta3Method() {
  return {
      .name = "kutta3",
      .shortName = Text("Kutta 3"),
      .label = Text("Kutta 3 (Runge–Kutta 3), explicit"),
      .indices = {1},
      .defaultRtol = 1e-4,
      .whenToChoose = Text("Between heun and rk4, for teaching and comparison; dopri5 needs less work for "
                           "the same accuracy."),
      .source = Text("W. Kutta, Z. Math. Phys. 46 (1901) 435–453"),
      .formula = [](const IntegratorSettings&) -> MethodFormula {
        return {
            {"k_i = f(t_n + c_i h, y_n + h Σ_{j<i} a_{ij} k_j)", "y_{n+1} = y_n + h Σ_i b_i k_i"},
            StageTableau{{0, 0.5, 1}, {{0, 0, 0}, {0.5, 0, 0}, {-1, 2, 0}}, {}, {1.0 / 6, 2.0 / 3, 1.0 / 6}}};
      },
      .create = make<Kutta3>,
      .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
      .properties = explicitProperties,
      .family = &kExplicitRungeKutta,
      .order = 3,
      .stiff = StiffSteps::Short,
      .stepWork = StepWork::Known,
      .costPerStep = Text("3 evaluations")};
}

MethodDescriptor treanorMethod() {
  return {
      .name = "treanor",
      .shortName = Text("Treanor"),
      .label = Text("Treanor (Runge–Kutta 4 with exponential decay), explicit"),
      .indices = {1},
      .defaultRtol = 1e-5,
      .whenToChoose = Text("For comparison: an early cure for stiffness, without equations to solve; it "
                           "helps where each fast quantity decays by itself, and has fourth order there. "
                           "Where quantities hang together it has the third."),
      .source =
          Text("C. E. Treanor, A method for the numerical integration of coupled first-order differential "
               "equations with greatly different time constants, Math. Comp. 20 (1966) 39–45"),
      .formula = treanorFormula,
      .create = make<Treanor>,
      .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
      .properties = explicitProperties,
      .family = &kExplicitRungeKutta,
      .order = 3,
      .stiff = StiffSteps::FastDampers,
      .stepWork = StepWork::Known,
      .costPerStep = Text("4 evaluations"),
      .regionNote = Text("Speckles: exponents are found anew from the stages of each step, so that it is no "
                         "function of hλ alone.")};
}

}  // namespace holonom
