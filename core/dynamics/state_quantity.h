// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/configuration.h"

namespace holonom {

/// A quantity that is a function of (t, q, v): what a symbol such as "crank.omega" or "guide.position" stands
/// for in an expression, with its derivatives. A new kind of symbol is a new class here and a line in
/// makeStateQuantity(); the order of both lists of coordinates is the order of the derivatives.
class StateQuantity {
 public:
  virtual ~StateQuantity() = default;
  /// Coordinates whose positions, and whose velocities, the value depends on.
  const std::vector<int>& positions() const { return positions_; }
  const std::vector<int>& velocities() const { return velocities_; }

  virtual double value(const Configuration& at) const = 0;
  /// ∂/∂q by positions(), ∂/∂v by velocities(); every entry is set.
  virtual void gradient(const Configuration& at, double* byPosition, double* byVelocity) const = 0;
  virtual double timeDerivative(const Configuration&) const { return 0; }  ///< ∂/∂t
  /// ∂²/∂q² over positions(), or, of one with velocities(), in which it is linear, ∂²/∂v∂q over these and
  /// positions(); row-major, zeros where it sets none.
  virtual void hessian(const Configuration&, double* /*H*/) const {}

 protected:
  std::vector<int> positions_, velocities_;
};

/// The quantity of a symbol that stateSymbols(mechanism) lists; null for any other name.
std::unique_ptr<StateQuantity> makeStateQuantity(const std::string& symbol, const Mechanism& mechanism);
/// The same for one who has the places of the coordinates of the mechanism.
std::unique_ptr<StateQuantity> makeStateQuantity(const std::string& symbol, const Mechanism& mechanism,
                                                 const CoordinateLayout& places);

}  // namespace holonom
