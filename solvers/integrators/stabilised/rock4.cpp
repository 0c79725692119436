// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text.h"
#include "solvers/integrators/stabilised/rock4_coefficients.h"
#include "solvers/integrators/stabilised/stabilised_method.h"

namespace holonom {
namespace {

/// ROCK4: four stages that make the whole of fourth order, then the recursion of orthogonal polynomials
/// (Rock4Coefficients).
///
/// The error is half the difference to the Adams–Moulton formula of third order through f at the ends
/// of this step and of the one before, with the constant that it has at equal steps: h⁴ y⁗/48. All its points
/// are ends of steps, where stiff modes follow their drive; the stages are not, and embedded formulas of them
/// take what they leave there for errors. Behind a start, which has no step before it, it is the trapezoidal
/// rule's.
class Rock4 final : public StabilisedMethod {
 public:
  Rock4(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : StabilisedMethod(system, settings, work, 4, 4) {
    for (Vector* y : {&older_, &newer_, &rate_, &fBefore_}) *y = Vector::Zero(2 * n());
    rates_.setZero(2 * n(), kFirstStages);
  }

 private:
  static constexpr int kFirstStages = 4;

  AttemptStatus advance(double t0, double h, int stages) override {
    const Rock4Coefficients& rock = rock4Coefficients(stages);
    rates_.col(0) = f0_;
    for (int i = 1; i < kFirstStages; ++i) {
      y1_ = y0_;
      for (int j = 0; j < i; ++j) y1_ += h * rock.a(i, j) * rates_.col(j);
      const AttemptStatus status = equations_.rate(t0 + rock.c[i] * h, y1_, rates_.col(i));
      if (status != AttemptStatus::Success) return status;
    }
    y1_ = y0_;
    for (int i = 0; i < kFirstStages; ++i) y1_ += h * rock.b[i] * rates_.col(i);
    older_.setZero();
    for (const auto& [last, older, rate, c] : rock.recursion) {
      const AttemptStatus status = equations_.rate(t0 + c * h, y1_, rate_);
      if (status != AttemptStatus::Success) return status;
      newer_ = last * y1_ + older * older_ + rate * h * rate_;
      older_.swap(y1_);
      y1_.swap(newer_);
    }
    return AttemptStatus::Success;
  }

  void estimate(double h, VectorRef error) const override {
    error = y1_ - y0_;
    if (sizeBefore_ == 0) {
      error -= 0.5 * h * (f0_ + f1_);
      return;
    }
    const double p = sizeBefore_ / h;
    error -= h / (6 * (1 + p)) * ((2 + 3 * p) * f1_ + (1 + p) * (1 + 3 * p) / p * f0_ - fBefore_ / p);
    error *= 1.5 / (1 + 2 * p);
  }
  void keep(double h) override {
    sizeBefore_ = h;
    fBefore_ = f0_;
  }
  void begin() override { sizeBefore_ = 0; }
  double stabilityInterval(int stages) const override { return Rock4Coefficients::stabilityInterval(stages); }
  int fewestStages() const override { return 5; }
  bool dampsAllStages() const override { return false; }

  Vector older_, newer_, rate_, fBefore_;  // the last: at the start of the step before
  Eigen::MatrixXd rates_;                  // F_1 … F_4
  double sizeBefore_ = 0;
};

MethodFormula rock4Formula(const IntegratorSettings&) {
  MethodFormula formula{{"F_i = f(y_n + h Σ_{j<i} a_ij F_j),   i = 1 … 4",
                         "Y_0 = y_n + h Σ_{i=1}^{4} b_i F_i",
                         "Y_{j+1} = ν_j Y_j + κ_j Y_{j−1} + μ_j h f(Y_j),   j = 0 … s − 5",
                         "y_{n+1} = Y_{s−4}", "R_s(z) = w(z) Q_{s−4}(z),   |R_s(z)| ≤ 1 for −l_s ≤ z ≤ 0"}};
  CoefficientTable table{{"s", "l_s", "b_1", "b_2", "b_3", "b_4"}, {}};
  for (const int stages : {5, 10, 20, 50}) {
    const Eigen::Vector4d& b = rock4Coefficients(stages).b;
    table.rows.push_back(
        {double(stages), Rock4Coefficients::stabilityInterval(stages), b[0], b[1], b[2], b[3]});
  }
  formula.coefficients = table;
  return formula;
}

}  // namespace

std::unique_ptr<Integrator> makeRock4(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Rock4>(system, settings, work);
}

MethodDescriptor rock4Method() {
  return {.name = "rock4",
          .shortName = Text("ROCK4"),
          .label = Text("ROCK4, stabilised Runge–Kutta of fourth order by orthogonal polynomials, explicit"),
          .indices = {1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text("Like rkc where medium accuracy is wanted (1e-4 to 1e-8), with fewer "
                               "evaluations than eserk4; beside very stiff dampers in a model with joints, "
                               "eserk4 is more accurate."),
          .source = Text("A. Abdulle, Fourth order Chebyshev methods with recurrence relation, SIAM J. Sci. "
                         "Comput. 23 (2002) 2041–2054"),
          .formula = rock4Formula,
          .create = makeRock4,
          .options = {MethodOption::FixedStep, MethodOption::Penalty},
          .properties = stabilisedProperties,
          .family = &kStabilisedFamily,
          .order = 4,
          .stiff = StiffSteps::FastDampers,
          .costPerStep = Text("stages by the stiffness"),
          .reachOfStages = Rock4Coefficients::kReach};
}

}  // namespace holonom
