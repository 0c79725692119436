// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "solvers/integrators/explicit/explicit_runge_kutta.h"
#include "solvers/integrators/explicit/rate_witness.h"
#include "solvers/integrators/families.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

// Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen. Z. Math. Phys. 46 (1901)
// 435–453: the classical method. Any b̂ = (1/6, 1/3, 1/3, 1/6 − β, β) with f at the new point as fifth stage
// has order 3, since a₄₃ c₃ = 1/2 = Σ b_i c_i; β = 1/10 here.
constexpr double kC[] = {0, 0.5, 0.5, 1};
constexpr double kA[] = {0.5, 0, 0.5, 0, 0, 1};
constexpr double kB[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
constexpr double kE[] = {0, 0, 0, 0.1, -0.1};
constexpr int kStages = 4;
constexpr ExplicitTableau kTableau{4, kStages, kC, kA, kB, kE, 2.7};

/// The embedded formula cannot see how f depends on t alone: its fifth stage then equals the fourth. The
/// rates of two steps are a witness beside it; in the middle of the step the errors of the two stages cancel
/// each other.
class RungeKutta4 final : public ExplicitRungeKutta {
 public:
  RungeKutta4(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitRungeKutta(system, settings, work, kTableau,
                           {.exponent = 4, .beta = 0, .smallest = 0.2, .largest = 5}),
        witness_(2 * n()), middle_(2 * n()) {}

 private:
  void begin() override {
    ExplicitRungeKutta::begin();
    witness_.forget();
  }

  double error(double h, int* coordinate) override {
    const double embedded = ExplicitRungeKutta::error(h, coordinate);
    middle_ = 0.5 * (k_.col(1) + k_.col(2));
    witness_.residual(h, f0_, middle_, f1_, difference_);
    int widest = -1;
    const double witnessed = norm(difference_, &widest);
    if (witnessed > embedded) *coordinate = widest;
    return largestNorm({embedded, witnessed});
  }

  void keep() override {
    witness_.keep(state_.t - previous_.t, k_.col(0), middle_, f1_);
    ExplicitRungeKutta::keep();
  }

  void dense(double s, double h, VectorRef y) const override {
    hermite(previous_, state_, previous_.t + s * h, y.head(n()), y.tail(n()));
  }

  RateWitness witness_;
  Vector middle_;
};

}  // namespace

std::unique_ptr<Integrator> makeRungeKutta4(DaeSystem& system, const IntegratorSettings& settings,
                                            Work& work) {
  return std::make_unique<RungeKutta4>(system, settings, work);
}

namespace {

MethodFormula rk4Formula(const IntegratorSettings&) { return formulaOf(kTableau); }

}  // namespace

MethodDescriptor rungeKutta4Method() {
  return {
      .name = "rk4",
      .shortName = Text("Runge–Kutta 4"),
      .label = Text("Runge–Kutta 4, explicit"),
      .indices = {1},
      .defaultRtol = 1e-5,
      .whenToChoose = Text(
          "The classical method, for teaching and comparison; dopri5 needs less work for the same accuracy."),
      .source = Text("W. Kutta, Z. Math. Phys. 46 (1901) 435–453"),
      .formula = rk4Formula,
      .create = makeRungeKutta4,
      .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
      .properties = explicitProperties,
      .family = &kExplicitRungeKutta,
      .order = 4,
      .stiff = StiffSteps::Short,
      .stepWork = StepWork::Known,
      .costPerStep = Text("4 evaluations")};
}

}  // namespace holonom
