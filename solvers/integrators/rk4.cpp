// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit_runge_kutta.h"

namespace holonom {
namespace {

// Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen. Z. Math. Phys. 46 (1901) 435–453: the
// classical method. Any b̂ = (1/6, 1/3, 1/3, 1/6 − β, β) with f at the new point as fifth stage has order 3, since
// a₄₃ c₃ = 1/2 = Σ b_i c_i; β = 1/10 here.
constexpr double kC[] = {0, 0.5, 0.5, 1};
constexpr double kA[] = {0.5, 0, 0.5, 0, 0, 1};
constexpr double kB[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
constexpr double kE[] = {0, 0, 0, 0.1, -0.1};
constexpr int kStages = 4;
constexpr ExplicitTableau kTableau{4, kStages, kC, kA, kB, 2.7};

class RungeKutta4 final : public ExplicitRungeKutta {
 public:
  RungeKutta4(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitRungeKutta(system, settings, work, kTableau, {.exponent = 4, .beta = 0, .smallest = 0.2, .largest = 5}) {}

 private:
  double error(double h, int* coordinate) override {
    k_.col(kStages) = f1_;
    combine(k_, kE, kStages + 1, difference_);
    return h * norm(difference_, coordinate);
  }

  /// Hermite: q of degree 5 from (q, v, a), v of degree 3 from (v, a) at both ends.
  void dense(double s, double h, VectorRef y) const override {
    const State &a = previous_, &b = state_;
    const double u = 1 - s, s2 = s * s, u2 = u * u;
    y.head(n()) = u2 * u * (1 + 3 * s + 6 * s2) * a.q + s2 * s * (1 + 3 * u + 6 * u2) * b.q +
                  h * s * u * (u2 * (1 + 3 * s) * a.v - s2 * (1 + 3 * u) * b.v) +
                  0.5 * h * h * s2 * u2 * (u * a.a + s * b.a);
    y.tail(n()) = u2 * (1 + 2 * s) * a.v + s2 * (1 + 2 * u) * b.v + h * s * u * (u * a.a - s * b.a);
  }
};

}  // namespace

std::unique_ptr<Integrator> makeRungeKutta4(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<RungeKutta4>(system, settings, work);
}

}  // namespace holonom
