// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/formula_rows.h"

#include "core/dynamics/system_layout.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

/// f_q and f_v of the row; gives f.
double evaluate(const FormulaLaw::Row& row, const Configuration& at) {
  return row.function.gradient(at, row.byPosition.data(), row.byVelocity.data());
}

/// Of x, over some coordinates, with those of a vector over all.
double product(const Vector& x, const std::vector<int>& coordinates, const Vector& all) {
  double sum = 0;
  for (std::size_t k = 0; k < coordinates.size(); ++k) sum += x[Eigen::Index(k)] * all[coordinates[k]];
  return sum;
}

void add(const Vector& x, const std::vector<int>& slots, double scale, double* values) {
  for (std::size_t k = 0; k < slots.size(); ++k) values[slots[k]] += scale * x[Eigen::Index(k)];
}

/// Entries row by row.
void add(const Eigen::MatrixXd& x, const std::vector<int>& slots, double scale, double* values) {
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const auto entry = Eigen::Index(k);
    values[slots[k]] += scale * x(entry / x.cols(), entry % x.cols());
  }
}

}  // namespace

FormulaLaw::FormulaLaw(const Mechanism& mechanism, const Constraint& constraint)
    : RowLaw(constraint.name, kGround, kGround) {
  const std::vector<std::string> symbols = constraintSymbols(mechanism);
  for (const ConstraintFormula& formula : formulasOf(mechanism, constraint)) {
    rows.push_back({formula.name, StateFunction(formula.text, mechanism, symbols, true)});
    Row& row = rows.back();
    row.byPosition = Vector::Zero(Eigen::Index(row.function.positions().size()));
    row.byVelocity = Vector::Zero(Eigen::Index(row.function.velocities().size()));
    row.other = Vector::Zero(std::max(row.byPosition.size(), row.byVelocity.size()));
  }
}

FormulaRows::FormulaRows(const Mechanism& mechanism, Vector scales)
    : neighbours_(mechanism, std::move(scales)) {
  for (const Constraint& constraint : mechanism.constraints) {
    FormulaLaw& law = *laws_.emplace_back(std::make_unique<FormulaLaw>(mechanism, constraint));
    ConstraintRows& element = *elements_.emplace_back(std::make_unique<ConstraintRows>());
    element.law = &law;
    element.part = {PartRef::Kind::Constraint, static_cast<int>(laws_.size()) - 1};
    element.rows = law.rowCount();
    element.holonomicRows = law.holonomicRowCount();
  }
}

std::vector<StateFunction*> FormulaRows::functions(int constraint) {
  std::vector<StateFunction*> functions;
  for (Row& row : laws_[std::size_t(constraint)]->rows) functions.push_back(&row.function);
  return functions;
}

std::string FormulaRows::notFiniteText(int constraint, const Configuration& at) const {
  for (const Row& row : laws_[std::size_t(constraint)]->rows)
    if (!row.function.isFinite(at)) return row.function.text();
  return {};
}

/// `use` of every row, its number in the system, and whether it is holonomic.
template <class Use>
void FormulaRows::each(Use use) const {
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (int k = 0; k < laws_[i]->rowCount(); ++k)
      use(laws_[i]->rows[std::size_t(k)], elements_[i]->row(k), laws_[i]->isHolonomic());
}

void FormulaRows::addPatterns(Entries& jacobian, Entries& stiffness, Entries& damping) const {
  each([&](const Row& row, int number, bool isHolonomic) {
    const std::vector<int>&positions = row.function.positions(), &velocities = row.function.velocities();
    for (const int column : positions) jacobian.emplace_back(number, column);
    for (const int column : velocities) jacobian.emplace_back(number, column);
    for (const int i : isHolonomic ? positions : velocities)
      for (const int j : positions) stiffness.emplace_back(i, j);
    for (const int i : velocities)
      for (const int j : velocities) damping.emplace_back(i, j);
  });
}

void FormulaRows::takeSlots(const SystemLayout& layout) {
  for (std::size_t i = 0; i < laws_.size(); ++i)
    for (int k = 0; k < laws_[i]->rowCount(); ++k) {
      Row& row = laws_[i]->rows[std::size_t(k)];
      const int number = elements_[i]->row(k);
      const std::vector<int>&positions = row.function.positions(), &velocities = row.function.velocities();
      for (const int column : positions) row.positionSlots.push_back(layout.constraint.slot(number, column));
      for (const int column : velocities) row.velocitySlots.push_back(layout.constraint.slot(number, column));
      for (const int r : laws_[i]->isHolonomic() ? positions : velocities)
        for (const int c : positions) row.stiffnessSlots.push_back(layout.stiffness.slot(r, c));
      for (const int r : velocities)
        for (const int c : velocities) row.dampingSlots.push_back(layout.damping.slot(r, c));
    }
}

void FormulaRows::constraints(const Configuration& at, VectorRef c) const {
  each([&](const Row& row, int number, bool isHolonomic) {
    c[number] = isHolonomic ? row.function.value(at) : 0;
  });
}

void FormulaRows::timeDerivative(const Configuration& at, VectorRef ct) const {
  each([&](const Row& row, int number, bool isHolonomic) {
    if (isHolonomic) ct[number] = row.function.timeDerivative(at);
    else ct[number] = evaluate(row, at) - product(row.byVelocity, row.function.velocities(), at.v);
  });
}

/// P, or f_q of a nonholonomic row, into row.byPosition.
void FormulaRows::positionRow(const Row& row, const Configuration& at, bool isHolonomic) {
  if (!isHolonomic) {
    evaluate(row, at);
    return;
  }
  row.function.curvature(at, row.curvature);
  row.byPosition = row.curvature.qt;
  for (Eigen::Index k = 0; k < row.byPosition.size(); ++k)
    row.byPosition += at.v[row.function.positions()[std::size_t(k)]] * row.curvature.qq.col(k);
}

void FormulaRows::gamma(const Configuration& at, VectorRef g) const {
  each([&](const Row& row, int number, bool isHolonomic) {
    positionRow(row, at, isHolonomic);
    g[number] = -product(row.byPosition, row.function.positions(), at.v);
    g[number] -= isHolonomic ? product(row.curvature.qt, row.function.positions(), at.v) + row.curvature.tt
                             : row.function.timeDerivative(at);
  });
}

void FormulaRows::addJacobian(const Configuration& at, double* values) const {
  each([&](const Row& row, int, bool isHolonomic) {
    evaluate(row, at);
    if (isHolonomic) add(row.byPosition, row.positionSlots, 1, values);
    else add(row.byVelocity, row.velocitySlots, 1, values);
  });
}

void FormulaRows::addVelocityJacobian(const Configuration& at, double* values) const {
  each([&](const Row& row, int, bool isHolonomic) {
    positionRow(row, at, isHolonomic);
    add(row.byPosition, row.positionSlots, 1, values);
  });
}

/// The rate of P, of f_q and of f_v, by differences.
template <bool kByVelocity>
void FormulaRows::addRates(const Configuration& at, ConstVectorRef a, double* values) const {
  const auto rate = [](const Row& row) -> Vector& { return kByVelocity ? row.byVelocity : row.byPosition; };
  const double between = neighbours_.visit(at, a, [&](const Configuration& moved, bool isAhead) {
    each([&](const Row& row, int, bool isHolonomic) {
      if (kByVelocity && isHolonomic) return;
      positionRow(row, moved, isHolonomic);
      if (isAhead) row.other.head(rate(row).size()) = rate(row);
    });
  });
  each([&](const Row& row, int, bool isHolonomic) {
    if (kByVelocity && isHolonomic) return;
    rate(row) = (row.other.head(rate(row).size()) - rate(row)) / between;
    add(rate(row), kByVelocity ? row.velocitySlots : row.positionSlots, 1, values);
  });
}

void FormulaRows::addAccelerationJacobian(const Configuration& at, ConstVectorRef a, double* values) const {
  addRates<false>(at, a, values);
}

void FormulaRows::addAccelerationVelocityJacobian(const Configuration& at, ConstVectorRef a,
                                                  double* values) const {
  each([&](const Row& row, int, bool isHolonomic) {
    positionRow(row, at, isHolonomic);
    add(row.byPosition, row.positionSlots, isHolonomic ? 2 : 1, values);
  });
  addRates<true>(at, a, values);
}

void FormulaRows::addHessian(const Configuration& at, ConstVectorRef lambda, double* values) const {
  each([&](const Row& row, int number, bool isHolonomic) {
    row.function.curvature(at, row.curvature);
    add(isHolonomic ? row.curvature.qq : row.curvature.vq, row.stiffnessSlots, lambda[number], values);
  });
}

void FormulaRows::addDamping(const Configuration& at, ConstVectorRef lambda, double* values) const {
  each([&](const Row& row, int number, bool isHolonomic) {
    if (isHolonomic) return;
    row.function.curvature(at, row.curvature);
    add(row.curvature.vv, row.dampingSlots, lambda[number], values);
  });
}

}  // namespace holonom
