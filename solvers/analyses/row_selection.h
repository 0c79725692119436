// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"

namespace holonom {

/// A DaeSystem with some of its constraint rows left out: what the integrators see when constraints are
/// redundant. The multipliers of the rows left out are zero (000 §1).
class RowSelection final : public DaeSystem {
 public:
  /// `rows`: the kept rows, ascending. The system must outlive this object.
  RowSelection(DaeSystem& system, std::vector<int> rows);

  const std::vector<int>& rows() const { return rows_; }
  /// λ of the kept rows → λ of all rows.
  void expand(ConstVectorRef kept, VectorRef all) const;
  int systemRows() const { return system_.constraintCount(); }  ///< all of them

  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override { system_.moveTo(t, q, v); }
  void mass(double* values) const override { system_.mass(values); }
  void forces(VectorRef Q) const override { system_.forces(Q); }
  void constraints(VectorRef c) const override;
  void constraintJacobian(double* values) const override;
  void constraintTimeDerivative(VectorRef ct) const override;
  void gamma(VectorRef g) const override;
  void velocityJacobian(double* values) const override;
  void accelerationJacobian(ConstVectorRef a, double* values) const override;
  void accelerationVelocityJacobian(ConstVectorRef a, double* values) const override;
  void stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const override;
  void constraintHessian(ConstVectorRef lambda, double* values) const override;
  void damping(double* values) const override { system_.damping(values); }
  void constraintDamping(ConstVectorRef lambda, double* values) const override;
  /// The rows of stops are counted among all rows.
  Offers offers() override { return system_.offers(); }
  std::string coordinateName(int i) const override { return system_.coordinateName(i); }
  RowName rowName(int row) const override { return system_.rowName(rows_[row]); }
  std::string notFinitePart() const override { return system_.notFinitePart(); }

 private:
  void pickRows(VectorRef out) const;
  void pickEntries(double* values) const;

  DaeSystem& system_;
  std::vector<int> rows_;
  std::vector<int> slots_;  // of the kept entries in the full pattern
  mutable Vector allRows_;
  mutable std::vector<double> allEntries_;
};

}  // namespace holonom
