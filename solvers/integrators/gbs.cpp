// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "solvers/integrators/explicit_method.h"

namespace holonom {
namespace {

constexpr int kLines = 9;        // lines of the extrapolation table, order 2 per line
constexpr int kInner = 4;        // inner nodes of the dense output
constexpr double kWitness = 100;  // largest residual of Simpson's rule, in parts of |T_22 − T_21|
using Numbers = std::array<double, kLines + 1>;

constexpr int substeps(int line) { return 2 * line; }

/// Evaluations up to a line, that at the start included.
constexpr int work(int line) { return 1 + line * (line + 1); }

/// Gragg's modified midpoint rule with smoothing, extrapolated by Bulirsch and Stoer's method with polynomials in h²
/// (Gragg 1965; Deuflhard 1983; Hairer, Nørsett, Wanner, Solving ODEs I, §II.9). Line j has n = 2j steps h = H/n:
///
///     z_1 = y_0 + h f_0,   z_{i+1} = z_{i−1} + 2h f(z_i),   T_{j1} = ½ (z_{n−1} + z_n + h f(z_n)),
///     T_{j,k+1} = T_{jk} + (T_{jk} − T_{j−1,k}) / ((n_j/n_{j−k})² − 1).
///
/// T_{jj} has order 2j; e_j = ‖T_{jj} − T_{j,j−1}‖ ~ H^(2j−1) judges it. The line aimed at is that with the least work
/// per unit of time, A_j/H_j; a step may end one line earlier or later.
///
/// Lines can agree by accident where f jumps: with y' = −2 sign y, steps of 2j equal parts across the change of sign end where
/// they began, for every j. The rates at both ends and in the middle, which cost nothing more, are a witness of another kind:
/// the residual of Simpson's rule y_1 − y_0 − H/6 (f_0 + 4 f_½ + f_1) is of fourth order, T_22 − T_21 of third. A residual far
/// beyond both that difference and the tolerance contradicts the table, and the step is repeated.
class Gbs final : public ExplicitMethod {
 public:
  Gbs(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitMethod(system, settings, work, 1),
        firstLine_(std::clamp(static_cast<int>(1.5 - 0.6 * std::log10(settings.rtol)), 2, kLines - 1)),
        table_(2 * n(), kLines + 1), nodes_(2 * n(), kInner + 2), rates_(2 * n(), kInner + 2) {
    for (Vector* y : {&z_, &older_, &scratch_, &middle_, &before_, &behind_, &from_, &fromRate_}) *y = Vector::Zero(2 * n());
  }

  int order() const override { return 2 * acceptedLine_; }
  /// A line of the table that is too short is found out by rejections, too.
  int suspiciousRejections() const override { return 5; }

 private:
  void begin() override {
    target_ = firstLine_;
    acceptedLine_ = 1;
  }

  /// T_{line,1} … T_{line,line} into the columns 1 … line of the table, which hold the line before.
  AttemptStatus addLine(int line, double t0, double H, const Vector& y0, const Vector& f0) const {
    const int count = substeps(line);
    const double h = H / count;
    older_ = y0;
    z_ = y0 + h * f0;
    for (int i = 1; i < count; ++i) {
      const AttemptStatus status = equations_.rate(t0 + i * h, z_, scratch_);
      if (status != AttemptStatus::Success) return status;
      if (i % 2 == 0) keepInner(line, i);  // z_i with odd i is less accurate
      older_ += 2 * h * scratch_;
      older_.swap(z_);
    }
    const AttemptStatus status = equations_.rate(t0 + H, z_, scratch_);
    if (status != AttemptStatus::Success) return status;
    older_ = 0.5 * (older_ + z_ + h * scratch_);  // T_{line,1}
    for (int k = 1; k < line; ++k) {
      const double ratio = static_cast<double>(substeps(line)) / substeps(line - k);
      table_.col(0) = older_ + (older_ - table_.col(k)) / (ratio * ratio - 1);
      table_.col(k) = older_;
      older_ = table_.col(0);
    }
    table_.col(line) = older_;
    return AttemptStatus::Success;
  }

  /// scratch_ = f(z_i): the middle, and of the third and the fourth line also what lies at both sides of it.
  void keepInner(int line, int i) const {
    if (2 * i == substeps(line)) middle_ = scratch_;
    else if ((line == 3 || line == 4) && 2 * i < substeps(line)) before_ = scratch_;
    else if (line == 3 || line == 4) behind_ = scratch_;
  }

  AttemptStatus advance(double t0, double h) override {
    error_.fill(0);
    for (line_ = 1; line_ <= std::min(target_ + 1, kLines); ++line_) {
      const AttemptStatus status = addLine(line_, t0, h, y0_, f0_);
      if (status != AttemptStatus::Success) return status;
      if (line_ > 1) judgeLine(h);
      if (line_ > 1 && line_ >= target_ - 1 && (error_[line_] <= 1 || hopeless())) break;
    }
    line_ = std::min({line_, target_ + 1, kLines});
    y1_ = table_.col(line_);
    lastY_ = z_;
    lastF_ = scratch_;
    return AttemptStatus::Success;
  }

  /// Error, and the size and the work per time that this line would have liked.
  void judgeLine(double h) {
    lastY_ = table_.col(line_) - table_.col(line_ - 1);
    error_[line_] = norm(lastY_, &coordinate_);
    const double power = 1.0 / (2 * line_ - 1), least = std::pow(0.02, power);
    const double wanted = std::pow(std::max(error_[line_], 1e-30) / 0.65, power) / 0.94;
    size_[line_] = h / std::clamp(wanted, 0.25 * least, 1 / least);
    cost_[line_] = work(line_) / size_[line_];
  }

  /// Two more lines (or the last one) cannot be expected to bring the error down to 1.
  bool hopeless() const {
    const double ratio = static_cast<double>(substeps(std::min(target_ + 1, kLines))) / substeps(1);
    if (line_ == target_ - 1) return error_[line_] > std::pow(ratio * target_, 2);
    return line_ >= target_ ? error_[line_] > ratio * ratio || line_ > target_ : false;
  }

  double error(double h, int* coordinate) override {
    *coordinate = coordinate_;
    older_ = table_.col(line_) - y0_ - h / 6 * (f0_ + 4 * middle_ + f1_);
    int widest = -1;
    const double residual = norm(older_, &widest) / (kWitness * std::max(1.0, error_[2]));
    contradicted_ = error_[line_] <= 1 && !(residual <= 1);  // what the table rejects needs no witness
    if (!contradicted_) return error_[line_];
    *coordinate = widest;
    return std::isfinite(residual) ? std::max(residual, error_[line_]) : residual;
  }

  InnerRates innerRates() const override {
    if (line_ < 3) return {1, {0.5}, {middle_.data()}};
    const double side = line_ == 3 ? 1.0 / 3 : 0.25;
    return {3, {side, 0.5, 1 - side}, {before_.data(), middle_.data(), behind_.data()}};
  }

  void keep() override {
    acceptedLine_ = line_;
    denseReady_ = false;
  }

  /// Hairer, Nørsett and Wanner's rules: neighbouring lines are preferred when they need clearly less work.
  StepPlan planAfterSuccess(double, double, bool afterRejection) override {
    constexpr double kLower = 0.8, kHigher = 0.9;
    const int line = line_;
    int best = std::min(3, kLines - 1);
    if (line > 2 && line <= target_) {
      best = line;
      if (cost_[line - 1] < kLower * cost_[line]) best = line - 1;
      else if (cost_[line] < kHigher * cost_[line - 1]) best = std::min(line + 1, kLines - 1);
    } else if (line > 2) {
      best = line - 1;
      if (line > 3 && cost_[line - 2] < kLower * cost_[line - 1]) best = line - 2;
      if (cost_[line] < kHigher * cost_[best]) best = std::min(line, kLines - 1);
    }
    if (afterRejection) best = std::min(best, line);
    const double size = best <= line ? size_[best] : size_[line] * work(best) / work(line);
    target_ = std::max(best, 2);
    return {size, 2 * target_, "least work per time"};
  }

  StepPlan planAfterError(double h, double, int failures) override {
    if (contradicted_) return {0.25 * h, 2 * target_, "the rates contradict the table"};
    int best = std::max(2, std::min({target_, line_, kLines - 1}));
    if (best > 2 && cost_[best - 1] < 0.8 * cost_[best]) --best;
    target_ = best;
    return {std::min(size_[best], (failures > 1 ? 0.5 : 0.9) * h), 2 * best, "error test failed"};
  }

  /// Hermite interpolation of degree 11 through six nodes; the inner ones by extrapolated steps of the same lines, made
  /// only when a value within the step is asked for.
  void dense(double s, double h, VectorRef y) const override {
    if (!denseReady_) prepareDense(h);
    y.setZero();
    for (int i = 0; i < kInner + 2; ++i) {
      double basis = 1, slope = 0;
      for (int j = 0; j < kInner + 2; ++j)
        if (j != i) {
          basis *= (s - node(j)) / (node(i) - node(j));
          slope += 1 / (node(i) - node(j));
        }
      const double square = basis * basis, distance = s - node(i);
      y += square * ((1 - 2 * slope * distance) * nodes_.col(i) + distance * h * rates_.col(i));
    }
  }

  /// Nodes gather at the ends, where the interpolation polynomial would otherwise swing.
  static double node(int i) { return 0.5 - 0.5 * std::cos(std::numbers::pi * i / (kInner + 1)); }

  /// Where the equations cannot be evaluated, an inner node continues the line before it.
  void prepareDense(double h) const {
    denseReady_ = true;
    nodes_.col(0) << previous_.q, previous_.v;
    rates_.col(0) << previous_.v, previous_.a;
    nodes_.col(kInner + 1) << state_.q, state_.v;
    rates_.col(kInner + 1) << state_.v, state_.a;
    for (int i = 1; i <= kInner; ++i) {
      from_ = nodes_.col(i - 1);
      fromRate_ = rates_.col(i - 1);
      const double t = previous_.t + node(i - 1) * h, part = (node(i) - node(i - 1)) * h;
      bool found = true;
      for (int line = 1; found && line <= acceptedLine_; ++line)
        found = addLine(line, t, part, from_, fromRate_) == AttemptStatus::Success;
      if (found) nodes_.col(i) = table_.col(acceptedLine_);
      else nodes_.col(i) = from_ + part * fromRate_;
      found = found && equations_.rate(t + part, nodes_.col(i), rates_.col(i)) == AttemptStatus::Success;
      if (!found) rates_.col(i) = fromRate_;
    }
  }

  double stabilityLimit() const override { return 0.7 * substeps(line_); }

  int firstLine_;
  int target_ = 2, line_ = 1, acceptedLine_ = 1, coordinate_ = -1;
  Numbers error_{}, size_{}, cost_{};  // e_j, H_j, A_j/H_j
  mutable Eigen::MatrixXd table_, nodes_, rates_;
  mutable Vector z_, older_, scratch_, middle_, before_, behind_, from_, fromRate_;
  mutable bool denseReady_ = false;
  bool contradicted_ = false;  // the last attempt, by its rates
};

}  // namespace

std::unique_ptr<Integrator> makeGbs(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Gbs>(system, settings, work);
}

}  // namespace holonom
