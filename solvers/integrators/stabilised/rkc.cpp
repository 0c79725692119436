// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/stabilised/stabilised_method.h"

namespace holonom {
namespace {

constexpr double kRkcReach = 1 / 1.54;  // of the negative real axis, in squares of the stages

constexpr double kDamping = 2.0 / 13;

/// T_j, T_j′ and T_j″ at w0 by their three-term recurrences.
class ChebyshevSequence {
 public:
  explicit ChebyshevSequence(double w0) : w0_(w0), value_(w0) {}
  void advance() {
    const double value = 2 * w0_ * value_ - oldValue_, slope = 2 * w0_ * slope_ - oldSlope_ + 2 * value_,
                 curvature = 2 * w0_ * curvature_ - oldCurvature_ + 4 * slope_;
    oldValue_ = value_, oldSlope_ = slope_, oldCurvature_ = curvature_;
    value_ = value, slope_ = slope, curvature_ = curvature;
  }
  double value() const { return value_; }
  double slope() const { return slope_; }
  double curvature() const { return curvature_; }
  double weight() const { return curvature_ / (slope_ * slope_); }  ///< b_j, j ≥ 2

 private:
  double w0_, oldValue_ = 1, oldSlope_ = 0, oldCurvature_ = 0, value_, slope_ = 1, curvature_ = 0;
};

/// The Runge–Kutta–Chebyshev method of second order (Sommeijer, Shampine, Verwer, J. Comp. Appl. Math. 88
/// (1998) 315–326). With w0 = 1 + ε/s², w1 = T_s′(w0)/T_s″(w0), b_j = T_j″(w0)/T_j′(w0)² and a_j = 1 − b_j
/// T_j(w0):
///
///     Y_1 = y + μ̃_1 h f_0,   μ̃_1 = b_1 w1,
///     Y_j = (1 − μ_j − ν_j) y + μ_j Y_{j−1} + ν_j Y_{j−2} + μ̃_j h f(Y_{j−1}) − μ̃_j a_{j−1} h f_0,
///     μ_j = 2 w0 b_j/b_{j−1},   ν_j = −b_j/b_{j−2},   μ̃_j = 2 w1 b_j/b_{j−1}.
///
/// Stable on the negative real axis to about 0.65 s²; error 0.8(y_n − y_{n+1}) + 0.4 h (f_n + f_{n+1}).
class Rkc final : public StabilisedMethod {
 public:
  Rkc(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : StabilisedMethod(system, settings, work, 2, 3) {
    for (Vector* y : {&older_, &newer_, &rate_}) *y = Vector::Zero(2 * n());
  }

 private:
  AttemptStatus advance(double t0, double h, int stages) override {
    const double w0 = 1 + kDamping / (stages * stages);
    ChebyshevSequence last(w0);
    for (int j = 2; j <= stages; ++j) last.advance();
    const double w1 = last.slope() / last.curvature();
    ChebyshevSequence sequence(w0);
    double bOlder = 1 / (4 * w0 * w0), b = bOlder;  // b_0, b_1
    double a = 1 - b * w0;                          // a_1
    double cOlder = 0, c = b * w1;
    older_ = y0_;
    y1_ = y0_ + c * h * f0_;
    for (int j = 2; j <= stages; ++j) {
      sequence.advance();
      const double bNew = sequence.weight(), mu = 2 * w0 * bNew / b, nu = -bNew / bOlder,
                   tilde = mu * w1 / w0;
      const AttemptStatus status = equations_.rate(t0 + c * h, y1_, rate_);
      if (status != AttemptStatus::Success) return status;
      newer_ = (1 - mu - nu) * y0_ + mu * y1_ + nu * older_ + tilde * h * (rate_ - a * f0_);
      const double cNew = mu * c + nu * cOlder + tilde * (1 - a);
      older_.swap(y1_);
      y1_.swap(newer_);
      cOlder = c, c = cNew;
      bOlder = b, b = bNew;
      a = 1 - bNew * sequence.value();
    }
    return AttemptStatus::Success;
  }

  void estimate(double h, VectorRef error) const override {
    error = 0.8 * (y0_ - y1_) + 0.4 * h * (f0_ + f1_);
  }
  double stabilityInterval(int stages) const override { return kRkcReach * (stages * stages - 1); }
  int fewestStages() const override { return 2; }

  Vector older_, newer_, rate_;
};

}  // namespace

std::unique_ptr<Integrator> makeRkc(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Rkc>(system, settings, work);
}

namespace {

MethodFormula rkcFormula(const IntegratorSettings&) {
  return {{"Y_1 = y_n + μ̃_1 h f_n",
           "Y_j = (1 − μ_j − ν_j) y_n + μ_j Y_{j−1} + ν_j Y_{j−2} + μ̃_j h (f(Y_{j−1}) − a_{j−1} f_n)",
           "b_j = T_j″(w_0) / T_j′(w_0)^2,   a_j = 1 − b_j T_j(w_0)",
           "μ_j = 2 w_0 b_j / b_{j−1},   ν_j = −b_j / b_{j−2},   μ̃_j = 2 w_1 b_j / b_{j−1}",
           "w_0 = 1 + 2 / (13 s^2),   w_1 = T_s′(w_0) / T_s″(w_0),   y_{n+1} = Y_s"}};
}

}  // namespace

MethodDescriptor rkcMethod() {
  return {
      .name = "rkc",
      .shortName = Text("RKC"),
      .label = Text("Runge–Kutta–Chebyshev (second order), explicit, stabilised"),
      .indices = {1},
      .defaultRtol = 1e-5,
      .whenToChoose =
          Text("For moderately stiff dampers in large models at low accuracy: no Newton iteration, and "
               "stages that grow only with the root of the stiffness; not for stiff undamped springs nor "
               "tight tolerances. The penalty form keeps the joints closed to tolerance."),
      .source = Text("B. P. Sommeijer, L. F. Shampine, J. G. Verwer, J. Comp. Appl. Math. 88 (1998) 315–326"),
      .formula = rkcFormula,
      .create = makeRkc,
      .options = {MethodOption::FixedStep, MethodOption::Penalty},
      .properties = stabilisedProperties,
      .family = &kStabilisedFamily,
      .order = 2,
      .stiff = StiffSteps::FastDampers,
      .costPerStep = Text("stages by the stiffness"),
      .reachOfStages = kRkcReach,
      .regionNote = stageNote()};
}

}  // namespace holonom
