// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/explicit/dop853_tableau.h"
#include "solvers/integrators/explicit/explicit_runge_kutta.h"
#include "solvers/integrators/families.h"

namespace holonom {
namespace {

using namespace dop853;

/// b − b̂ with the embedded formula of order 3
constexpr auto kE3 = [] {
  std::array<double, kStages> e{};
  for (int i = 0; i < kStages; ++i) e[i] = kB[i] - kB3[i];
  return e;
}();

constexpr ExplicitTableau kTableau{8, kStages, kC, kA, kB, nullptr, 6.1};

/// Dormand and Prince's method of order 8. Two estimates of lower order weigh each other (Hairer, Nørsett,
/// Wanner, §II.10):
///     e = e₅² / √(e₅² + 0.01 e₃²) ~ h⁸,
/// and the three stages of the interpolant are evaluated only when a value within the step is asked for.
/// Steps follow two errors: by the last one alone many of them fail where the motion quickens again and
/// again.
class DormandPrince8 final : public ExplicitRungeKutta {
 public:
  DormandPrince8(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitRungeKutta(system, settings, work, kTableau,
                           {.exponent = 8, .beta = 0.04, .smallest = 1.0 / 3, .largest = 6},
                           kDense - kStages - 1),
        from_(2 * n()), to_(2 * n()), bulge_(2 * n(), 4) {}

 private:
  double error(double h, int* coordinate) override {
    k_.col(kStages) = f1_;
    difference_.setZero();
    addStages(1, k_, kE5, kStages, difference_);
    const double fifth = norm(difference_, coordinate);
    difference_.setZero();
    addStages(1, k_, kE3.data(), kStages, difference_);
    const double third = norm(difference_);
    const double size = std::hypot(fifth, 0.1 * third);
    return size > 0 ? h * fifth * fifth / size : size;
  }

  void keep() override {
    ExplicitRungeKutta::keep();
    denseReady_ = false;
  }

  /// y0 + s (Δ + (1−s) (h k₁ − Δ + s (2Δ − h k₁ − h k₁₃ + (1−s) h (d₁ + s (d₂ + (1−s) (d₃ + s d₄)))))), d_i =
  /// Σ d_ij k_j
  void dense(double s, double h, VectorRef y) const override {
    if (!denseReady_) prepareDense(h);
    const double u = 1 - s;
    const auto delta = to_ - from_;
    const auto k1 = accepted_.col(0), k13 = accepted_.col(kStages);
    y = from_ +
        s * (delta +
             u * (h * k1 - delta +
                  s * (2 * delta - h * (k1 + k13) +
                       u * h *
                           (bulge_.col(0) + s * (bulge_.col(1) + u * (bulge_.col(2) + s * bulge_.col(3)))))));
  }

  /// Where the equations cannot be evaluated at an extra stage, cubic Hermite has to do.
  void prepareDense(double h) const {
    from_ << previous_.q, previous_.v;
    to_ << state_.q, state_.v;
    denseReady_ = true;
    bulge_.setZero();
    for (int i = 0; i < 3; ++i) {
      const int column = kStages + 1 + i;
      stage_ = from_;
      addStages(h, accepted_, kExtraA[i], column, stage_);
      if (equations_.rate(previous_.t + kExtraC[i] * h, stage_, accepted_.col(column)) !=
          AttemptStatus::Success)
        return;
    }
    for (int i = 0; i < 4; ++i) addStages(1, accepted_, kD[i], kDense, bulge_.col(i));
  }

  mutable Vector from_, to_, stage_ = Vector::Zero(2 * n());
  mutable Eigen::MatrixXd bulge_;
  mutable bool denseReady_ = false;
};

}  // namespace

std::unique_ptr<Integrator> makeDormandPrince8(DaeSystem& system, const IntegratorSettings& settings,
                                               Work& work) {
  return std::make_unique<DormandPrince8>(system, settings, work);
}

namespace {

MethodFormula dop853Formula(const IntegratorSettings&) { return formulaOf(kTableau); }

}  // namespace

MethodDescriptor dormandPrince8Method() {
  return {.name = "dop853",
          .shortName = Text("Dormand–Prince 8(5,3)"),
          .label = Text("Dormand–Prince 8(5,3), explicit"),
          .indices = {1},
          .defaultRtol = 1e-8,
          .whenToChoose = Text("For smooth motion without stiff springs or dampers at high accuracy "
                               "(tolerances of 1e-7 and below): few, large steps."),
          .source = Text("J. R. Dormand, P. J. Prince; E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary "
                         "Differential Equations I, §II.10"),
          .formula = dop853Formula,
          .create = makeDormandPrince8,
          .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
          .properties = explicitProperties,
          .family = &kExplicitRungeKutta,
          .order = 8,
          .stiff = StiffSteps::Short,
          .stepWork = StepWork::Known,
          .costPerStep = Text("12 evaluations")};
}

}  // namespace holonom
