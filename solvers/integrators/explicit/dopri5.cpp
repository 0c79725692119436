// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "solvers/integrators/explicit/explicit_runge_kutta.h"
#include "solvers/integrators/families.h"

namespace holonom {
namespace {

// Dormand, Prince: A family of embedded Runge–Kutta formulae. J. Comp. Appl. Math. 6 (1980) 19–26, RK5(4)7M.
// The seventh stage is f at the new point: here at the new point after its return to the constraints, which
// changes the estimate by O(h⁷) only and serves as the first stage of the next step.
constexpr double kC[] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1};
constexpr double kA[] = {1.0 / 5,       3.0 / 40,       9.0 / 40,        44.0 / 45,      -56.0 / 15,
                         32.0 / 9,      19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729,
                         9017.0 / 3168, -355.0 / 33,    46732.0 / 5247,  49.0 / 176,     -5103.0 / 18656};
constexpr double kB[] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
// b − b̂ with the embedded formula of order 4
constexpr double kE[] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                         -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// Interpolant of order 4 (Hairer, Nørsett, Wanner, Solving ODEs I, §II.6, eq. (6.12)): the part beyond cubic
// Hermite.
constexpr double kD[] = {-12715105075.0 / 11282082432,  0,
                         87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                         701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                         69997945.0 / 29380423};
constexpr int kStages = 6;
constexpr ExplicitTableau kTableau{5, kStages, kC, kA, kB, kE, 3.25};

class DormandPrince5 final : public ExplicitRungeKutta {
 public:
  DormandPrince5(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitRungeKutta(system, settings, work, kTableau,
                           {.exponent = 5, .beta = 0.04, .smallest = 0.2, .largest = 10}),
        bulge_(2 * n()) {}

 private:
  /// y0 + s (Δ + (1−s) (h k₁ − Δ + s (2Δ − h k₁ − h k₇ + (1−s) h Σ d_i k_i))), Δ = y1 − y0
  void dense(double s, double h, VectorRef y) const override {
    bulge_.setZero();
    addStages(1, accepted_, kD, kStages + 1, bulge_);
    const double u = 1 - s;
    const auto k1 = accepted_.col(0), k7 = accepted_.col(kStages);
    const auto blend = [&](const Vector& from, const Vector& to, int first, int count) {
      const auto delta = to - from;
      y.segment(first, count) =
          from + s * delta +
          s * u *
              (h * k1.segment(first, count) - delta +
               s * (2 * delta - h * (k1 + k7).segment(first, count) + u * h * bulge_.segment(first, count)));
    };
    blend(previous_.q, state_.q, 0, n());
    blend(previous_.v, state_.v, n(), n());
  }

  mutable Vector bulge_;
};

}  // namespace

std::unique_ptr<Integrator> makeDormandPrince5(DaeSystem& system, const IntegratorSettings& settings,
                                               Work& work) {
  return std::make_unique<DormandPrince5>(system, settings, work);
}

namespace {

MethodFormula dopri5Formula(const IntegratorSettings&) { return formulaOf(kTableau); }

}  // namespace

MethodDescriptor dormandPrince5Method() {
  return {.name = "dopri5",
          .shortName = Text("Dormand–Prince 5(4)"),
          .label = Text("Dormand–Prince 5(4), explicit"),
          .indices = {1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text("For smooth motion without stiff springs or dampers at medium accuracy; "
                               "joints are closed by projection in every step."),
          .source = Text("J. R. Dormand, P. J. Prince, A family of embedded Runge–Kutta formulae, J. Comp. "
                         "Appl. Math. 6 (1980) 19–26"),
          .formula = dopri5Formula,
          .create = makeDormandPrince5,
          .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
          .properties = explicitProperties,
          .family = &kExplicitRungeKutta,
          .order = 5,
          .stiff = StiffSteps::Short,
          .stepWork = StepWork::Known,
          .costPerStep = Text("6 evaluations")};
}

}  // namespace holonom
