// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/constraint_element.h"
#include "core/dynamics/motion_neighbours.h"
#include "core/dynamics/state_function.h"

namespace holonom {

/// One constraint whose rows are formulas f of the state, C = f(q, t) = 0, or, where they have velocities,
/// nonholonomic ones G = f(q, v, t) = 0.
class FormulaLaw final : public RowLaw {
 public:
  struct Row {
    std::string name;
    StateFunction function;
    // of f_q and f_v in C_q; of f_qq in K, or of f_vq, and of f_vv in D
    std::vector<int> positionSlots = {}, velocitySlots = {}, stiffnessSlots = {}, dampingSlots = {};
    mutable Vector byPosition = {}, byVelocity = {}, other = {};
    mutable Curvature curvature = {};
  };
  /// Throws ExpressionError. Its formulas must be of one sort.
  FormulaLaw(const Mechanism& mechanism, const Constraint& constraint);

  int rowCount() const override { return static_cast<int>(rows.size()); }
  int holonomicRowCount() const override { return isHolonomic() ? rowCount() : 0; }
  std::string rowName(int row) const override { return rows[std::size_t(row)].name; }
  bool isHolonomic() const { return rows.front().function.velocities().empty(); }

  std::vector<Row> rows;
};

/// The constraints by formulas among the rows of a mechanism, with exact derivatives by the chain rule:
///     C_q = f_q,   C_t = f_t,   P = v f_qq + f_qt,   γ = −(P + f_qt) v − f_tt,
///     G_v = f_v,   γ = −f_q v − f_t,
/// and the rates of P, or of f_q and f_v, in the derivatives of C_q a − γ.
class FormulaRows {
 public:
  /// `scales`: of all coordinates.
  FormulaRows(const Mechanism& mechanism, Vector scales);

  /// One per constraint, where its rows are still to be set.
  std::vector<std::unique_ptr<ConstraintRows>>& elements() { return elements_; }
  const std::vector<std::unique_ptr<ConstraintRows>>& elements() const { return elements_; }
  std::vector<StateFunction*> functions(int constraint);
  /// The text of the first formula of the constraint whose value or derivatives are no numbers; else empty.
  std::string notFiniteText(int constraint, const Configuration& at) const;
  void addPatterns(Entries& jacobian, Entries& stiffness, Entries& damping) const;
  void takeSlots(const SystemLayout& layout);

  // Into the rows, or added to the values, of the whole system.
  void constraints(const Configuration& at, VectorRef c) const;
  void timeDerivative(const Configuration& at, VectorRef ct) const;
  void gamma(const Configuration& at, VectorRef g) const;
  void addJacobian(const Configuration& at, double* values) const;
  void addVelocityJacobian(const Configuration& at, double* values) const;
  void addAccelerationJacobian(const Configuration& at, ConstVectorRef a, double* values) const;
  void addAccelerationVelocityJacobian(const Configuration& at, ConstVectorRef a, double* values) const;
  void addHessian(const Configuration& at, ConstVectorRef lambda, double* values) const;
  void addDamping(const Configuration& at, ConstVectorRef lambda, double* values) const;

 private:
  using Row = FormulaLaw::Row;
  template <class Use>
  void each(Use use) const;
  static void positionRow(const Row& row, const Configuration& at, bool isHolonomic);
  template <bool kByVelocity>
  void addRates(const Configuration& at, ConstVectorRef a, double* values) const;

  std::vector<std::unique_ptr<FormulaLaw>> laws_;
  std::vector<std::unique_ptr<ConstraintRows>> elements_;
  MotionNeighbours neighbours_;
};

}  // namespace holonom
