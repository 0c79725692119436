// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/text.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/explicit/hermite_nodes.h"

namespace holonom {
namespace {

constexpr int kLines = 9;                        // lines of the extrapolation table, order 2 per line
constexpr int kFirstNodes = 6, kMostNodes = 21;  // of the dense output
constexpr double kNodeError = 0.1;               // tolerances, of a node
constexpr double kSettles = 10;                  // tolerances, from a node to the constraints
constexpr double kNodesAgree = 10;  // tolerances, between a node and the polynomial through the others
constexpr int kNearNodes = 3;       // that serve where all of them together do not agree
// times the mean one since the node before, and more than this part of the velocities
constexpr double kWildSlope = 10;
constexpr double kWitness = 100;  // largest residual of Simpson's rule, in parts of |T_22 − T_21|
using LineNumbers = std::array<double, kLines + 1>;

constexpr int substeps(int line) { return 2 * line; }

/// Evaluations up to a line, that at the start included.
constexpr int work(int line) { return 1 + line * (line + 1); }

/// Gragg's modified midpoint rule with smoothing, extrapolated by Bulirsch and Stoer's method with
/// polynomials in h² (Gragg 1965; Deuflhard 1983; Hairer, Nørsett, Wanner, Solving ODEs I, §II.9). Line j has
/// n = 2j steps h = H/n:
///
///     z_1 = y_0 + h f_0,   z_{i+1} = z_{i−1} + 2h f(z_i),   T_{j1} = ½ (z_{n−1} + z_n + h f(z_n)),
///     T_{j,k+1} = T_{jk} + (T_{jk} − T_{j−1,k}) / ((n_j/n_{j−k})² − 1).
///
/// T_{jj} has order 2j; e_j = ‖T_{jj} − T_{j,j−1}‖ ~ H^(2j−1) judges it. The line aimed at is that with the
/// least work per unit of time, A_j/H_j; a step may end one line earlier or later.
///
/// Lines can agree by accident where f jumps: with y' = −2 sign y, steps of 2j equal parts across the change
/// of sign end where they began, for every j. The rates at both ends and in the middle, which cost nothing
/// more, are a witness of another kind: the residual of Simpson's rule y_1 − y_0 − H/6 (f_0 + 4 f_½ + f_1) is
/// of fourth order, T_22 − T_21 of third. A residual far beyond both that difference and the tolerance
/// contradicts the table, and the step is repeated.
class Gbs final : public ExplicitMethod {
 public:
  Gbs(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ExplicitMethod(system, settings, work), fixedLine_(settings.fixedOrder / 2),
        firstLine_(std::clamp(static_cast<int>(1.5 - 0.6 * std::log10(settings.rtol)), 2, kLines - 1)),
        table_(2 * n(), kLines + 1), nodes_(2 * n(), kMostNodes) {
    for (Vector* y : {&z_, &older_, &scratch_, &middle_, &from_, &fromRate_}) *y = Vector::Zero(2 * n());
  }

  int order() const override { return 2 * acceptedLine_; }

 private:
  void begin() override {
    target_ = fixedLine_ > 0 ? fixedLine_ : firstLine_;
    acceptedLine_ = 1;
    inner_ = state_;
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
      if (i % 2 == 0 && 2 * i == count) middle_ = scratch_;  // z_i with odd i is less accurate
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

  AttemptStatus advance(double t0, double h) override {
    error_.fill(0);
    const int most = fixedLine_ > 0 ? fixedLine_ : std::min(target_ + 1, kLines);
    for (line_ = 1; line_ <= most; ++line_) {
      const AttemptStatus status = addLine(line_, t0, h, y0_, f0_);
      if (status != AttemptStatus::Success) return status;
      if (line_ > 1) judgeLine(h);
      if (fixedLine_ == 0 && line_ > 1 && line_ >= target_ - 1 && (error_[line_] <= 1 || hopeless())) break;
    }
    line_ = std::min(line_, most);
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

  void keep() override {
    acceptedLine_ = line_;
    denseReady_ = false;
  }

  /// Hairer, Nørsett and Wanner's rules: neighbouring lines are preferred when they need clearly less work.
  StepPlan planAfterSuccess(double, double, bool afterRejection) override {
    constexpr double kLower = 0.8, kHigher = 0.9;
    if (fixedLine_ > 0) return {size_[fixedLine_], 2 * fixedLine_, Text("fixed order")};
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
    return {size, 2 * target_, Text("least work per time")};
  }

  StepPlan planAfterError(double h, double, int failures) override {
    if (contradicted_) return {0.25 * h, 2 * target_, Text("the rates contradict the table")};
    int best = std::max(2, std::min({target_, line_, kLines - 1}));
    if (fixedLine_ > 0) best = fixedLine_;
    else if (best > 2 && cost_[best - 1] < 0.8 * cost_[best]) --best;
    target_ = best;
    return {std::min(size_[best], (failures > 1 ? 0.5 : 0.9) * h), 2 * best, Text("error test failed")};
  }

  /// Hermite interpolation through nodes that are made only when a value within the step is asked for.
  void dense(double s, double h, VectorRef y) const override {
    if (!denseReady_) prepareDense(h);
    if (smooth_) nodes_.evaluate(s, y);
    else nodes_.evaluateNear(s, y, kNearNodes);
  }

  /// Nodes gather at the ends, where the interpolation polynomial would otherwise swing. A step may turn a
  /// link more than once: nodes are added, as long as that succeeds, until the polynomial knows the value at
  /// each of them without it.
  void prepareDense(double h) const {
    denseReady_ = true;
    nodes_.clear();
    inner_ = previous_;
    addNode(0, h);
    inner_ = state_;
    addNode(std::numbers::pi, h);
    for (int i = 1; i < kFirstNodes - 1; ++i) insertNode(i * std::numbers::pi / (kFirstNodes - 1), h);
    smooth_ = nodesSuffice();
    for (int before = 0; !smooth_ && nodes_.count() > before && 2 * nodes_.count() - 1 <= kMostNodes;
         smooth_ = nodesSuffice()) {
      before = nodes_.count();
      for (int i = nodes_.count() - 1; i > 0; --i)
        insertNode(0.5 * (angle(nodes_.place(i - 1)) + angle(nodes_.place(i))), h);
    }
  }

  /// The error of the polynomial without a node is many times that of the one with it.
  bool nodesSuffice() const {
    if (nodes_.count() < kFirstNodes) return false;
    for (int i = 1; i < nodes_.count() - 1; ++i) {
      nodes_.evaluate(nodes_.place(i), scratch_, i);
      scratch_ -= nodes_.value(i);
      if (!(norm(scratch_) <= kNodesAgree)) return false;
    }
    return true;
  }

  /// A node near s = ½ (1 − cos φ) by an extrapolated step from the one before, judged and brought back to
  /// the constraints like a step of the run. One that falls into a place where the equations are singular is
  /// moved along; if that does not help, the others must do.
  void insertNode(double phi, double h) const {
    int from = 0;
    while (nodes_.place(from + 1) < place(phi)) ++from;
    const double start = nodes_.place(from), gap = phi - angle(start);
    for (const double shift : {0.0, 0.2, -0.2}) {
      const double moved = phi + shift * gap;
      from_ = nodes_.value(from);
      fromRate_ = nodes_.slope(from) / h;
      const double part = (place(moved) - start) * h;
      if (makeNode(previous_.t + start * h, part) && steady(part)) return addNode(moved, h);
    }
  }

  /// Whether the accelerations of the new node in inner_, which nothing has judged, belong to those between
  /// it and the node in from_: near a singular configuration they are rounding, magnified.
  bool steady(double part) const {
    older_.setZero();
    older_.tail(n()) = inner_.v - from_.tail(n());
    const double mean = norm(older_), least = 1e-2 * norm(y1_);
    older_.tail(n()) = part * inner_.a;
    return norm(older_) <= kWildSlope * std::max(mean, least);
  }

  /// The state at t + part from that at t into inner_.
  bool makeNode(double t, double part) const {
    if (!extrapolate(t, part)) return false;
    inner_.t = t + part;
    inner_.q = older_.head(n());
    inner_.v = older_.tail(n());
    if (equations_.settle(inner_, weights_) != AttemptStatus::Success) return false;
    older_.head(n()) -= inner_.q;
    older_.tail(n()) -= inner_.v;
    return norm(older_) <= kSettles && inner_.a.allFinite();
  }

  /// Lines until two agree far within the tolerance; the result in older_.
  bool extrapolate(double t, double part) const {
    for (int line = 1; line <= kLines; ++line) {
      if (addLine(line, t, part, from_, fromRate_) != AttemptStatus::Success) return false;
      if (line == 1) continue;
      older_ = table_.col(line) - table_.col(line - 1);
      const bool enough = norm(older_) <= kNodeError;
      older_ = table_.col(line);
      if (enough) return true;
    }
    return false;
  }

  void addNode(double phi, double h) const {
    older_ << inner_.q, inner_.v;
    scratch_ << inner_.v, inner_.a;
    scratch_ *= h;
    nodes_.add(place(phi), older_, scratch_);
  }

  static double place(double phi) { return 0.5 - 0.5 * std::cos(phi); }
  static double angle(double s) { return std::acos(1 - 2 * s); }

  double stabilityLimit() const override { return 0.7 * substeps(line_); }

  int fixedLine_, firstLine_;  // fixed: 0 when chosen by the error
  int target_ = 2, line_ = 1, acceptedLine_ = 1, coordinate_ = -1;
  LineNumbers error_{}, size_{}, cost_{};  // e_j, H_j, A_j/H_j
  mutable Eigen::MatrixXd table_;
  mutable HermiteNodes nodes_;  // of the last step, when denseReady_
  mutable State inner_;
  mutable Vector z_, older_, scratch_, middle_, from_, fromRate_;
  // nodes made; the polynomial through all of them agrees with each
  mutable bool denseReady_ = false, smooth_ = false;
  bool contradicted_ = false;  // the last attempt, by its rates
};

}  // namespace

std::unique_ptr<Integrator> makeGbs(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Gbs>(system, settings, work);
}

constexpr MethodFamily kExtrapolation{
    Text("Extrapolation"),
    Text("Richardson (1911) repeated a computation with finer steps and extrapolated to none at all. Gragg "
         "(1965) showed that the midpoint rule has an error in even powers of the step alone, from which "
         "Bulirsch and Stoer (1966) made a method of any order.")};

namespace {

MethodFormula gbsFormula(const IntegratorSettings&) {
  return {{"z_1 = y_n + h_j f_n,   z_{i+1} = z_{i−1} + 2 h_j f(z_i),   h_j = h / n_j,   n_j = 2j",
           "T_{j1} = ½ (z_{n_j−1} + z_{n_j} + h_j f(z_{n_j}))",
           "T_{j,k+1} = T_{jk} + (T_{jk} − T_{j−1,k}) / ((n_j / n_{j−k})^2 − 1)", "y_{n+1} = T_{jj}"}};
}

}  // namespace

MethodDescriptor gbsMethod() {
  return {.name = "gbs",
          .shortName = Text("Gragg–Bulirsch–Stoer"),
          .label = Text("Gragg–Bulirsch–Stoer extrapolation, explicit"),
          .indices = {1},
          .defaultRtol = 1e-10,
          .whenToChoose = Text("For smooth motion without stiffness at the highest accuracy (1e-10 and "
                               "below): order and step both adapt."),
          .source = Text("W. B. Gragg 1965; R. Bulirsch, J. Stoer 1966; P. Deuflhard 1983; E. Hairer, S. P. "
                         "Nørsett, G. Wanner, Solving Ordinary Differential Equations I, §II.9"),
          .formula = gbsFormula,
          .create = makeGbs,
          .options = {MethodOption::FixedStep, MethodOption::FixedOrder, MethodOption::Stabilisation},
          .orders = {4, 2 * kLines, 2},
          .properties = explicitProperties,
          .family = &kExtrapolation,
          .stiff = StiffSteps::Short,
          .costPerStep = Text("7 and more evaluations")};
}

}  // namespace holonom
