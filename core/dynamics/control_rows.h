// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/element_slots.h"
#include "core/dynamics/motion_neighbours.h"
#include "core/dynamics/state_function.h"

namespace holonom {

/// The equations of the controllers as nonholonomic rows of coordinates without mass. A state z is such a
/// coordinate with the row ż − f(t, q, v) = 0; an algebraic variable w is the velocity of one with the row
/// g(t, q, v) = 0. Nothing acts on a coordinate without mass but the multipliers, and the rows determine its
/// velocity: G_vᵀ μ = 0 for the columns of the controllers makes all their multipliers zero. The rows thus
/// follow the mechanism without acting on it, other than through the forces that name them, and every method
/// takes them as it takes a knife edge. Their shares in K and D, which go with μ, are zero and left out.
class ControlRows {
 public:
  /// Rows from firstRow on. `scales`: of all coordinates.
  ControlRows(const Mechanism& mechanism, const std::vector<std::string>& symbols, int firstRow,
              Vector scales);

  int count() const { return static_cast<int>(rows_.size()); }
  const std::string& name(int k) const { return rows_[k].name; }
  bool isState(int k) const { return rows_[k].isState; }  ///< otherwise an algebraic variable
  std::vector<StateFunction*> functions();                ///< per row
  const StateFunction& function(int k) const { return rows_[k].function; }
  void addPattern(Entries& jacobian) const;  ///< of G_v, G_q and their rates
  void takeSlots(const SparsePattern& jacobian);

  // Into the rows, or added to the values, of the whole system.
  void timeDerivative(const Configuration& at, VectorRef ct) const;         ///< G − G_v v
  void gamma(const Configuration& at, VectorRef g) const;                   ///< −G_q v − G_t
  void addJacobian(const Configuration& at, double* values) const;          ///< G_v
  void addVelocityJacobian(const Configuration& at, double* values) const;  ///< G_q
  /// ∂(G_v a + G_q v + G_t)/∂q and ∂/∂v: the rates of G_q and of G_v (plus G_q) along the motion, by
  /// differences of the exact gradients.
  void addAccelerationJacobian(const Configuration& at, ConstVectorRef a, double* values) const;
  void addAccelerationVelocityJacobian(const Configuration& at, ConstVectorRef a, double* values) const;

 private:
  struct Row {
    std::string name;
    StateFunction function;
    double sign;     // of the function in G: −1 for a state, 1 for a variable
    int coordinate;  // whose velocity it determines
    bool isState;
    int row;
    int ownSlot = -1;  // of the 1 of ż
    std::vector<int> positionSlots = {}, velocitySlots = {};
  };
  /// Value of the function, gradients into the scratch.
  double evaluate(const Row& row, const Configuration& at) const;
  double rateByPositions(const Row& row, const Configuration& at) const;   // G_q v without sign
  double rateByVelocities(const Row& row, const Configuration& at) const;  // G_v v without sign
  void difference(const Row& row, const Configuration& at, ConstVectorRef a, bool byPosition) const;

  std::vector<Row> rows_;
  mutable std::vector<double> byPosition_, byVelocity_, change_, otherGradient_;
  MotionNeighbours neighbours_;
};

}  // namespace holonom
