// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/pole_source.h"
#include "core/dynamics/state_quantity.h"
#include "core/dynamics/switch_source.h"
#include "core/expressions/expression.h"

namespace holonom {

/// Second derivatives of a function f of the state over its positions and velocities, and by time.
struct Curvature {
  Eigen::MatrixXd qq, vq, vv;
  Vector qt;
  double tt = 0;
};

/// A function of the state that an expression of stateSymbols() gives, with exact derivatives from the
/// compiled tape and those of the symbols. Evaluations use scratch of the object: one thread at a time.
class StateFunction {
 public:
  /// Throws ExpressionError. `curved`: of which curvature() is asked for.
  StateFunction(const std::string& text, const Mechanism& mechanism, const std::vector<std::string>& symbols,
                bool curved = false);

  const std::string& text() const { return text_; }

  /// Coordinates whose positions, and whose velocities, the value depends on; ascending.
  const std::vector<int>& positions() const { return positions_; }
  const std::vector<int>& velocities() const { return velocities_; }

  /// Its branches; their modes hold for value() and gradient().
  SwitchSource& switches() { return switches_; }
  const SwitchSource& switches() const { return switches_; }
  void switchValues(const Configuration& at, double* out) const;
  double timeSwitch(int i, double t) const;
  void frontValues(const Configuration& at, double* out) const;  ///< of switches().frontCount() fronts
  void waveValues(const Configuration& at, double* out) const;   ///< of switches().waveCount() waves, rad

  const PoleSource& poles() const { return poles_; }
  void poleValues(const Configuration& at, double* out) const;

  double value(const Configuration& at) const;
  /// Also ∂/∂q by positions() and ∂/∂v by velocities(); every entry is set. Returns the value.
  double gradient(const Configuration& at, double* byPosition, double* byVelocity) const;
  /// Whether the value and all its derivatives are numbers; for messages (takes memory).
  bool isFinite(const Configuration& at) const;
  double timeDerivative(const Configuration& at) const;  ///< ∂/∂t with q and v held
  /// f_qq without the second derivatives of rates by positions, f_vq, f_vv, f_qt and f_tt.
  void curvature(const Configuration& at, Curvature& out) const;

 private:
  struct Symbol {
    std::unique_ptr<StateQuantity> quantity;
    int variable;                                     // its place among the variables of the tapes
    std::vector<int> positionPlaces, velocityPlaces;  // of its derivatives in those of the function
    // of a curved function: its slopes and their product with a slope of the formula
    std::vector<double> byPosition = {}, byVelocity = {}, hessian = {};
  };
  void readSymbols(const Configuration& at) const;
  static void addProduct(double slope, const Symbol& x, const Symbol& y, const Configuration& at,
                         Curvature& out);

  std::string text_;
  Tape value_, gradient_, hessian_;
  SwitchSource switches_;
  PoleSource poles_;
  mutable std::vector<Symbol> symbols_;
  // per symbol: its derivative among the results of the gradient, −1 for those of conditions only
  std::vector<int> slopes_;
  int time_ = -1;  // variable number of t
  std::vector<int> positions_, velocities_;
  mutable std::vector<double> variables_, results_, seconds_, scratch_, byPosition_, byVelocity_;
};

}  // namespace holonom
