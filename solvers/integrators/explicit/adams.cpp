// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/text.h"
#include "core/math/gauss_rule.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/families.h"

namespace holonom {
namespace {

constexpr int kMaxOrder = 12;
constexpr int kColumns = kMaxOrder + 2;
using Numbers = std::array<double, kColumns + 1>;

/// h |λ| from which on steps count as limited by stability: what predictor and corrector of order k and k + 1
/// bear on the negative real axis, cautiously. From order 8 on they bear less still (0.44 … 0.06), but there
/// short steps before a singular configuration would be taken for stiffness.
constexpr double kStability[kMaxOrder + 1] = {0,   1.6,  1.6, 1.3, 1.0, 0.8, 0.65,
                                              0.5, 0.45, 0.4, 0.4, 0.4, 0.4};

constexpr double kLeastWeight = 0.005;

/// Adams methods of variable order and step, in the form P_k E C_{k+1} E (Krogh; Shampine and Gordon,
/// Computer Solution of ODEs, 1975; Hairer, Nørsett, Wanner, Solving ODEs I, §III.5). With ψ_j = x_{n+1} −
/// x_{n+1−j} and the modified differences Φ_j(n) = Π_{i≤j} (x_n − x_{n−i}) f[x_n … x_{n−j}]:
///
///     β_j = β_{j−1} ψ_j(n+1)/ψ_j(n),   Φ*_j = β_j Φ_j(n),   Φ_{j+1}(n+1) = Φ_j(n+1) − Φ*_j,
///     predictor  p = y_n + h Σ_{j<k} g_j Φ*_j,      corrector  y_{n+1} = p + h g_k Φ_k(n+1; f(p)),
///     g_j = c_{j,1},   c_{0,q} = 1/q,   c_{j,q} = c_{j−1,q} − c_{j−1,q+1} h/ψ_j(n+1),
///     errors of the orders j = k−2 … k:   e_j = h |g_j − g_{j−1}| ‖Φ_j‖.
///
/// Where f jumps, Φ_k is the jump and the error a part of h Φ_k, but |g_k − g_{k−1}| tends to zero with h
/// ψ_k⁻¹ when the step is halved under a long past: the weight of Φ_k is never less than kLeastWeight, which
/// equal steps reach at order 12.
///
/// The second evaluation takes place at the projected point and serves the next step.
class Adams final : public ExplicitMethod {
 public:
  Adams(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitMethod(system, settings, work), fixedOrder_(settings.fixedOrder),
        limit_(std::clamp(fixedOrder_ > 0 ? fixedOrder_ : settings.maxAdamsOrder, 1, kMaxOrder)),
        differences_(Eigen::MatrixXd::Zero(2 * n(), kColumns)), phi_(2 * n()), scratch_(2 * n()) {}

  int order() const override { return acceptedOrder_; }

  /// Order k needs f at the k last points; those behind them go on in steps of the last one.
  void startFrom(const std::vector<State>& past, double firstStep, int order) override {
    start(past.front(), firstStep);
    const int points = std::min(static_cast<int>(past.size()), kColumns);
    k_ = acceptedOrder_ = std::clamp(order, 1, std::min(limit_, points - 1));
    for (int j = 1; j <= kColumns; ++j)
      psi_[j] = j < points ? past.front().t - past[j].t : 2 * psi_[j - 1] - (j > 1 ? psi_[j - 2] : 0);
    for (int j = 0; j < points; ++j) differences_.col(j) << past[j].v, past[j].a;
    for (int i = 1; i < points; ++i)
      for (int j = points - 1; j >= i; --j)
        differences_.col(j) =
            ((differences_.col(j - 1) - differences_.col(j)) / (psi_[j] - psi_[j - i])).eval();
    double product = 1;
    for (int j = 1; j < points; ++j) differences_.col(j) *= product *= psi_[j];
    steps_ = 1;
    climbing_ = false;
  }

  /// The past rates are f at x_n … x_{n−k−1}, and the places their integrals.
  bool changeChart(const ChartMap& map) override {
    if (steps_ == 0) return false;
    const int points = static_cast<int>(std::min<long>(acceptedOrder_ + 2, steps_ + 1));
    std::vector<State> past(static_cast<std::size_t>(points), state_);
    for (int j = 1; j < points; ++j) {
      past[j].t -= psi_[j];
      const Vector f = rateBefore(psi_[j], points);
      past[j].v = f.head(n());
      past[j].a = f.tail(n());
      for (int node = 0; node < gauss_.count; ++node)
        past[j].q -= psi_[j] * gauss_.weights[std::size_t(node)] *
                     rateBefore(psi_[j] * gauss_.nodes[std::size_t(node)], points).head(n());
    }
    for (State& state : past) map(state.q, state.v, state.a);
    const int order = k_, accepted = acceptedOrder_;
    const bool climbing = climbing_;
    startFrom(past, psi_[1], order);
    k_ = std::min(order, points - 1);
    acceptedOrder_ = accepted;
    steps_ = points - 1;
    climbing_ = climbing;
    return true;
  }

 private:
  /// f at x_n − back by the polynomial through the last points.
  Vector rateBefore(double back, int points) const {
    Vector f = differences_.col(0);
    double product = 1;
    for (int j = 1; j < points; ++j) {
      product *= ((j > 1 ? psi_[j - 1] : 0) - back) / psi_[j];
      f += product * differences_.col(j);
    }
    return f;
  }

  void begin() override {
    differences_.setZero();
    differences_.col(0) << state_.v, state_.a;
    psi_.fill(0);
    k_ = acceptedOrder_ = 1;
    equalSteps_ = steps_ = 0;
    climbing_ = true;
  }

  /// ψ, β and g for a step h. History that does not exist yet counts as if it had the same step.
  void prepare(double h) {
    newPsi_[0] = 0;
    for (int j = 1; j <= kColumns; ++j) newPsi_[j] = h + (steps_ == 0 ? (j - 1) * h : psi_[j - 1]);
    beta_[0] = 1;
    for (int j = 1; j < kColumns; ++j) beta_[j] = beta_[j - 1] * newPsi_[j] / (steps_ == 0 ? j * h : psi_[j]);
    Numbers c;
    for (int q = 1; q <= k_ + 2; ++q) c[q] = 1.0 / q;
    g_[0] = 1;
    for (int j = 1; j <= k_ + 1; ++j) {
      for (int q = 1; q <= k_ + 2 - j; ++q) c[q] -= c[q + 1] * h / newPsi_[j];
      g_[j] = c[1];
    }
  }

  AttemptStatus advance(double t0, double h) override {
    prepare(h);
    lastY_.setZero();
    for (int j = 0; j < k_; ++j) lastY_ += g_[j] * beta_[j] * differences_.col(j);
    lastY_ = y0_ + h * lastY_;
    const AttemptStatus status = equations_.rate(t0 + h, lastY_, lastF_);
    if (status != AttemptStatus::Success) return status;
    phi_ = lastF_;
    for (int j = 0; j < k_; ++j) phi_ -= beta_[j] * differences_.col(j);
    y1_ = lastY_ + h * g_[k_] * phi_;
    return AttemptStatus::Success;
  }

  /// e_k, and the errors of the orders below; Φ_{j−1} = Φ_j + Φ*_{j−1}.
  double error(double h, int* coordinate) override {
    const auto weight = [&](int j) { return h * std::abs(g_[j] - g_[j - 1]); };
    const double present = std::max(weight(k_), kLeastWeight * h) * norm(phi_, coordinate);
    present_ = present;
    lower_ = lowest_ = 0;
    if (k_ > 1) {
      scratch_ = phi_ + beta_[k_ - 1] * differences_.col(k_ - 1);
      lower_ = weight(k_ - 1) * norm(scratch_);
    }
    if (k_ > 2) {
      scratch_ += beta_[k_ - 2] * differences_.col(k_ - 2);
      lowest_ = weight(k_ - 2) * norm(scratch_);
    }
    return present;
  }

  bool hasMemory() const override { return true; }

  bool lowerIsAsGood() const {
    return k_ > 2 ? std::max(lower_, lowest_) <= present_ : k_ == 2 && lower_ <= 0.5 * present_;
  }

  void keep() override {
    const double h = newPsi_[1];
    equalSteps_ = steps_ > 0 && std::abs(h - psi_[1]) <= 1e-12 * h ? equalSteps_ + 1 : 1;
    psi_ = newPsi_;
    phi_ = f1_;
    for (int j = 0; j <= k_; ++j) {
      scratch_ = phi_ - beta_[j] * differences_.col(j);
      differences_.col(j) = phi_;
      phi_.swap(scratch_);
    }
    differences_.col(k_ + 1) = phi_;
    acceptedOrder_ = k_;
    ++steps_;
  }

  /// Shampine and Gordon's rules: at the start order and step rise together; later the order rises only after
  /// k + 1 equal steps, the step doubles or stays, and shrinks by at most one half.
  StepPlan planAfterSuccess(double h, double, bool) override {
    if (fixedOrder_ > 0) return planAtFixedOrder(h);
    Text reason = Text("order stays");
    if (lowerIsAsGood() || k_ == limit_) climbing_ = false;
    if (lowerIsAsGood()) {
      present_ = lower_;
      --k_;
      reason = Text("a lower order is as good");
    } else if (climbing_) {
      ++k_;
      return {2 * h, k_, {OrderReason::Kind::Higher, Text("order and step rise")}};
    } else if (equalSteps_ > k_ && k_ < limit_) {
      // The weight needs one more g than the step had: g_{k+1}, which prepare() has made.
      const double higher = h * std::abs(g_[k_ + 1] - g_[k_]) * norm(phi_);
      if (k_ > 1 && lower_ <= std::min(present_, higher)) {
        present_ = lower_;
        --k_;
        reason = Text("a lower order is as good");
      } else if (higher < (k_ == 1 ? 0.5 : 1) * present_) {
        present_ = higher;
        ++k_;
        reason = Text("a higher order is better");
      }
    }
    if (present_ * std::pow(2.0, k_ + 1) <= 0.5) return {2 * h, k_, reason};
    if (present_ <= 0.5) return {h, k_, reason};
    return {h * std::clamp(std::pow(0.5 / present_, 1.0 / (k_ + 1)), 0.5, 0.9), k_, reason};
  }

  /// From below the order climbs with each step.
  StepPlan planAtFixedOrder(double h) {
    const double growth = std::pow(0.5 / std::max(present_, 1e-30), 1.0 / (k_ + 1));
    k_ = std::min(k_ + 1, limit_);
    return {h * std::clamp(growth, 0.5, 2.0), k_, Text("fixed order")};
  }

  StepPlan planAfterError(double h, double error, int failures) override {
    climbing_ = false;
    if (fixedOrder_ > 0) return {0.5 * h, k_, Text("fixed order")};
    if (failures > 2) {
      k_ = 1;
      return {h * std::min(0.5, std::sqrt(0.5 / error)),
              k_,
              {OrderReason::Kind::Lower, Text("repeated failure")}};
    }
    if (lowerIsAsGood()) --k_;
    return {0.5 * h, k_, Text("error test failed")};
  }

  /// y_n + ∫ P, where P of degree k interpolates f at x_{n+1} … x_{n+1−k}; the last step's second evaluation
  /// and its projection, which the integral does not know, are blended in so that both ends meet.
  void dense(double s, double h, VectorRef y) const override {
    const Numbers part = integrals(s, h), whole = integrals(1, h);
    const double blend = s * s * (3 - 2 * s);
    y.head(n()) = previous_.q + blend * (state_.q - previous_.q);
    y.tail(n()) = previous_.v + blend * (state_.v - previous_.v);
    for (int j = 0; j <= acceptedOrder_; ++j) y += (part[j] - blend * whole[j]) * differences_.col(j);
  }

  /// ∫ Π_{i<j} (x − x_{n+1−i})/ψ_{i+1} dx from x_n to x_n + s h, by Gauss's formula with seven points: exact.
  Numbers integrals(double s, double h) const {
    Numbers sums{};
    for (int node = 0; node < gauss_.count; ++node) {
      const double x = s * h * gauss_.nodes[std::size_t(node)] - h;  // from x_{n+1}
      double product = s * h * gauss_.weights[std::size_t(node)];
      for (int j = 0; j <= acceptedOrder_; ++j) {
        sums[j] += product;
        product *= (x + psi_[j]) / psi_[j + 1];
      }
    }
    return sums;
  }

  double stabilityLimit() const override { return kStability[k_]; }

  int fixedOrder_, limit_;
  Eigen::MatrixXd differences_;  // column j: Φ_j(n)
  Vector phi_;                   // Φ_k of the step in the making; Φ_{k+1} of the accepted one
  Vector scratch_;
  const GaussRule& gauss_ = gaussRule(7);
  Numbers psi_{}, newPsi_{}, beta_{}, g_{};
  double present_ = 0, lower_ = 0, lowest_ = 0;  // e_k, e_{k−1}, e_{k−2}
  int k_ = 1, acceptedOrder_ = 1, equalSteps_ = 0;
  long steps_ = 0;
  bool climbing_ = true;
};

}  // namespace

std::unique_ptr<Integrator> makeAdams(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Adams>(system, settings, work);
}

namespace {

/// With equal steps: γ_j = ∫_0^1 (s + j − 1 over j) ds, by Σ_{i≤j} γ_{j−i} / (i + 1) = 1.
MethodFormula adamsFormula(const IntegratorSettings&) {
  MethodFormula formula{{"p = y_n + h Σ_{j=0}^{k−1} γ_j ∇^j f_n", "y_{n+1} = p + h γ_k ∇^k f(p)"}};
  CoefficientTable table{{"j", "γ_j"}, {}};
  std::vector<double> gamma;
  for (int j = 0; j <= kMaxOrder; ++j) {
    gamma.push_back(1);
    for (int i = 1; i <= j; ++i) gamma[std::size_t(j)] -= gamma[std::size_t(j - i)] / (i + 1);
    table.rows.push_back({double(j), gamma.back()});
  }
  formula.coefficients = table;
  return formula;
}

}  // namespace

MethodDescriptor adamsMethod() {
  return {.name = "adams",
          .shortName = Text("Adams"),
          .label = Text("Adams predictor–corrector (variable order 1–12), explicit"),
          .indices = {1},
          .defaultRtol = 1e-7,
          .whenToChoose = Text("For smooth motion without stiffness when evaluations are expensive (large "
                               "models): two per step at any order."),
          .source = Text(
              "L. F. Shampine, M. K. Gordon, Computer Solution of Ordinary Differential Equations, Freeman "
              "1975; E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, §III.5"),
          .formula = adamsFormula,
          .create = makeAdams,
          .options = {MethodOption::FixedStep, MethodOption::FixedOrder, MethodOption::Stabilisation},
          .orders = {1, kMaxOrder},
          .properties = explicitProperties,
          .family = &kAdamsFamily,
          .buildsUpOrder = true,
          .stiff = StiffSteps::Short,
          .stepWork = StepWork::Known,
          .costPerStep = Text("2 evaluations")};
}

}  // namespace holonom
