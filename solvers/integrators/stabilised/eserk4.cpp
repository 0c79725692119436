// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "solvers/integrators/explicit/rate_witness.h"
#include "solvers/integrators/stabilised/stabilised_method.h"

namespace holonom {
namespace {

constexpr double kEserk4Reach = 1.018;  // of the negative real axis, in squares of the stages

constexpr int kSolutions = 4;
/// Extrapolation of first-order solutions with k = 1 … 4 equal substeps to order 4, and of the last three to
/// order 3: Π_{j≠k} k/(k − j).
constexpr std::array<double, kSolutions> kFourth = {-1.0 / 6, 4, -27.0 / 2, 32.0 / 3};
constexpr std::array<double, kSolutions> kThird = {0, 2, -9, 8};
/// R_s stays within ±kLevel along its interval, so that Σ |c_k| kLevel^k < 1 and the extrapolated polynomial
/// within ±1.
constexpr int kFewStages = 3;
constexpr double kLevel = 0.3;

/// Richardson extrapolation of first-order Chebyshev methods to fourth order: the idea of ESERK
/// (Martín-Vaquero, Kleefeld, Extrapolated stabilized explicit Runge–Kutta methods, J. Comp. Phys. 326 (2016)
/// 141–155), here from closed formulas. One substep of size τ has s stages and the stability polynomial
/// R_s(z) = T_s(w0 + w1 z)/T_s(w0):
///
///     Y_1 = y + (w1/w0) τ f,
///     Y_j = 2 w0 (b_j/b_{j−1}) Y_{j−1} − (b_j/b_{j−2}) Y_{j−2} + 2 w1 (b_j/b_{j−1}) τ f(Y_{j−1}),
///     b_j = 1/T_j(w0),   w0 = cosh(arcosh(1/kLevel)/s),   w1 = T_s(w0)/T_s′(w0).
///
/// Stable on the negative real axis to (1 + w0)/w1 ≈ 1.018 s², with 10 s stages in all; for s = 1 these are
/// four Euler solutions. The error is the difference to the extrapolation of order 3. With few stages none of
/// them lies in the last part of the step, and a jump anywhere can leave the two extrapolations alike: the
/// rates at the ends and in the middle, one evaluation of ten or more, are a witness beside it. With more
/// stages f is stiff, and its rates are no witness of errors.
class Eserk4 final : public StabilisedMethod {
 public:
  Eserk4(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : StabilisedMethod(system, settings, work, 4, 4), witness_(2 * n()) {
    for (Vector* y :
         {&older_, &newer_, &present_, &rate_, &fourth_, &third_, &middle_, &middleRate_, &simpson_})
      *y = Vector::Zero(2 * n());
  }

 private:
  AttemptStatus advance(double t0, double h, int stages) override {
    fourth_.setZero();
    third_.setZero();
    t0_ = t0;
    lastStages_ = stages;
    for (int k = 1; k <= kSolutions; ++k) {
      present_ = y0_;
      rate_ = f0_;
      for (int i = 0; i < k; ++i) {
        const AttemptStatus status = substep(t0 + i * h / k, h / k, stages, i > 0);
        if (status != AttemptStatus::Success) return status;
      }
      fourth_ += kFourth[k - 1] * present_;
      third_ += kThird[k - 1] * present_;
    }
    y1_ = fourth_;
    return AttemptStatus::Success;
  }

  /// present_ ← one first-order step from present_; `evaluate` unless rate_ is f there.
  AttemptStatus substep(double t, double tau, int stages, bool evaluate) {
    AttemptStatus status = evaluate ? equations_.rate(t, present_, rate_) : AttemptStatus::Success;
    if (status != AttemptStatus::Success) return status;
    const double angle = std::acosh(1 / kLevel), w0 = std::cosh(angle / stages);
    const double w1 = std::sinh(angle / stages) / (kLevel * stages * std::sinh(angle));
    double older = 1, value = w0;  // T_{j−1}, T_j at w0
    double cOlder = 0, c = w1 / w0;
    older_ = present_;
    present_ += c * tau * rate_;
    for (int j = 2; j <= stages; ++j) {
      status = equations_.rate(t + c * tau, present_, rate_);
      if (status != AttemptStatus::Success) return status;
      const double next = 2 * w0 * value - older;
      const double mu = 2 * w0 * value / next, nu = -older / next, tilde = 2 * w1 * value / next;
      newer_ = mu * present_ + nu * older_ + tilde * tau * rate_;
      const double cNew = mu * c + nu * cOlder + tilde;
      older_.swap(present_);
      present_.swap(newer_);
      cOlder = c, c = cNew;
      older = value, value = next;
    }
    return AttemptStatus::Success;
  }

  /// The largest estimate for each component. Both extrapolations give the rate at the start the weight 0,
  /// since Euler's method has it with 1/k: what fades within the step from its start on only Simpson's rule,
  /// which differs by O(h⁵), sees.
  void estimate(double h, VectorRef error) const override {
    error = fourth_ - third_;
    witnessed_ = false;
    if (lastStages_ > kFewStages) return;
    middle_ = 0.5 * (y0_ + y1_) + h / 8 * (f0_ - f1_);
    witnessed_ = equations_.rate(t0_ + 0.5 * h, middle_, middleRate_) == AttemptStatus::Success;
    if (!witnessed_) return;
    witness_.residual(h, f0_, middleRate_, f1_, middle_);
    simpson_ = y1_ - y0_ - h / 6 * (f0_ + 4 * middleRate_ + f1_);
    for (int i = 0; i < error.size(); ++i)
      error[i] = std::max({std::abs(error[i]), std::abs(middle_[i]), std::abs(simpson_[i])});
  }
  void keep(double h) override {
    if (witnessed_) witness_.keep(h, f0_, middleRate_, f1_);
    else witness_.forget();
  }
  void begin() override { witness_.forget(); }
  double stabilityInterval(int stages) const override { return kEserk4Reach * stages * stages; }
  int fewestStages() const override { return 1; }

  Vector older_, newer_, present_, rate_, fourth_, third_;
  RateWitness witness_;
  mutable Vector middle_, middleRate_, simpson_;
  mutable bool witnessed_ = false;
  double t0_ = 0;
  int lastStages_ = 1;
};

}  // namespace

std::unique_ptr<Integrator> makeEserk4(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Eserk4>(system, settings, work);
}

namespace {

MethodFormula eserk4Formula(const IntegratorSettings&) {
  return {
      {"y_{n+1} = −(1/6) S_1 + 4 S_2 − (27/2) S_3 + (32/3) S_4", "Y_1 = y + (w_1 / w_0) τ f(y),   τ = h / k",
       "Y_j = 2 w_0 (b_j / b_{j−1}) Y_{j−1} − (b_j / b_{j−2}) Y_{j−2} + 2 w_1 (b_j / b_{j−1}) τ f(Y_{j−1})",
       "b_j = 1 / T_j(w_0),   w_1 = T_s(w_0) / T_s′(w_0)"}};
}

}  // namespace

MethodDescriptor eserk4Method() {
  return {.name = "eserk4",
          .shortName = Text("ESERK4"),
          .label = Text("Extrapolated stabilised Runge–Kutta (fourth order), explicit"),
          .indices = {1},
          .defaultRtol = 1e-6,
          .whenToChoose = Text("Like rkc where medium accuracy is wanted (1e-6 and below)."),
          .source = Text("After J. Martín-Vaquero, A. Kleefeld, Extrapolated stabilized explicit Runge–Kutta "
                         "methods, J. Comp. Phys. 326 (2016) 141–155"),
          .formula = eserk4Formula,
          .create = makeEserk4,
          .options = {MethodOption::FixedStep, MethodOption::Penalty},
          .properties = stabilisedProperties,
          .family = &kStabilisedFamily,
          .order = 4,
          .stiff = StiffSteps::FastDampers,
          .costPerStep = Text("stages by the stiffness"),
          .reachOfStages = kEserk4Reach / 100,  // 1 + 2 + 3 + 4 substeps of s stages
          .regionNote = stageNote()};
}

}  // namespace holonom
