// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>

#include "core/dynamics/joint_constraints/joint_constraint.h"

namespace holonom {

/// θ_b − θ_a is held: C = θ_a + offset − θ_b, one row, linear.
struct RelativeAngle {
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = "..x..x", kHessian = {};
  double offset = 0;
  double residual(const PlanarPair& pair) const { return pair.a.theta + offset - pair.b.theta; }
  void jacobian(const PlanarPair&, double* J) const {
    J[2] = 1;
    J[5] = -1;
  }
  void velocityJacobian(const PlanarPair&, double*) const {}
  void accelerationJacobian(const PlanarPair&, const PairVector&, double*) const {}
  double gamma(const PlanarPair&) const { return 0; }
  void hessian(const PlanarPair&, double, double*) const {}
};

/// The law of a joint from primitive rows, one after the other, nonholonomic ones last. A primitive has kRows
/// rows, the structures of its Jacobian and its Hessian as ConstraintIn has them, and its
/// functions; those of a single row may give numbers. One with kIsNonholonomic has no residual.
template <class S, typename... Rows>
class JointRows final : public ConstraintIn<S> {
 public:
  using Pair = typename S::Pair;
  /// `names`: of the rows; must outlive the law.
  JointRows(std::string name, const std::vector<JointRow>& names, int a, int b, Rows... rows)
      : ConstraintIn<S>(std::move(name), a, b), names_(names), rows_(std::move(rows)...) {}

  int rowCount() const override { return (Rows::kRows + ...); }
  int holonomicRowCount() const override { return ((isNonholonomic<Rows>() ? 0 : Rows::kRows) + ...); }
  std::string rowName(int row) const override { return names_.at(std::size_t(row)).name; }
  std::string_view jacobianStructure() const override {
    static const std::string structure = (std::string(Rows::kJacobian) + ...);
    return structure;
  }
  std::string_view hessianStructure() const override {
    static const std::string structure = unionOf({Rows::kHessian...});
    return structure;
  }
  const Coincidence* pin() const override {
    if constexpr (std::is_same_v<std::tuple<Rows...>, std::tuple<Coincidence>>) return &std::get<0>(rows_);
    else return nullptr;
  }

  void residual(const Pair& pair, double* c) const override {
    each([&]<typename Row>(const Row& row, int k) {
      if constexpr (isNonholonomic<Row>()) return;
      else if constexpr (requires { row.residual(pair); }) c[k] = row.residual(pair);
      else row.residual(pair, c + k);
    });
  }
  void jacobian(const Pair& pair, double* J) const override {
    each([&](const auto& row, int k) { row.jacobian(pair, J + k * S::kPair); });
  }
  void velocityJacobian(const Pair& pair, double* P) const override {
    each([&](const auto& row, int k) { row.velocityJacobian(pair, P + k * S::kPair); });
  }
  void accelerationJacobian(const Pair& pair, const PairValues<S>& acceleration, double* A) const override {
    each([&](const auto& row, int k) { row.accelerationJacobian(pair, acceleration, A + k * S::kPair); });
  }
  void accelerationVelocityJacobian(const Pair& pair, double* B) const override {
    each([&]<typename Row>(const Row& row, int k) {
      double* entries = B + k * S::kPair;
      if constexpr (requires { row.accelerationVelocityJacobian(pair, entries); })
        return row.accelerationVelocityJacobian(pair, entries);
      row.velocityJacobian(pair, entries);
      for (int i = 0; i < Row::kRows * S::kPair; ++i) entries[i] *= 2;
    });
  }
  void gamma(const Pair& pair, double* g) const override {
    each([&]<typename Row>(const Row& row, int k) {
      if constexpr (requires { row.gamma(pair); }) g[k] = row.gamma(pair);
      else row.gamma(pair, g + k);
    });
  }
  void hessian(const Pair& pair, const double* lambda, double* H) const override {
    each([&]<typename Row>(const Row& row, int k) {
      if constexpr (requires { row.hessian(pair, lambda[k], H); }) row.hessian(pair, lambda[k], H);
      else row.hessian(pair, lambda + k, H);
    });
  }

 private:
  template <typename Row>
  static constexpr bool isNonholonomic() {
    return requires { Row::kIsNonholonomic; };
  }
  /// `use` of every primitive and the number of its first row.
  template <typename Use>
  void each(Use use) const {
    int first = 0;
    const auto next = [&]<typename Row>(const Row& row) {
      use(row, first);
      first += Row::kRows;
    };
    std::apply([&](const Rows&... rows) { (next(rows), ...); }, rows_);
  }
  static std::string unionOf(std::initializer_list<std::string_view> structures) {
    std::string all;
    for (const std::string_view structure : structures) {
      if (all.size() < structure.size()) all.assign(structure.size(), '.');
      for (std::size_t i = 0; i < structure.size(); ++i)
        if (structure[i] != '.') all[i] = structure[i];
    }
    return all;
  }

  const std::vector<JointRow>& names_;
  std::tuple<Rows...> rows_;
};

}  // namespace holonom
