// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/coordinate_layout.h"
#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "core/model/mechanism.h"

namespace holonom {

class EquationsOfMotion;

/// The equations of a mechanism from a model: of rigid bodies, or with flexible bodies among them.
class MechanismEquations : public DaeSystem {
 public:
  virtual const Mechanism& mechanism() const = 0;  ///< as the user wrote it
  /// Where its coordinates are.
  virtual const CoordinateLayout& places() const = 0;

  /// Initial coordinates and velocities as the model gives them (length n), not yet consistent.
  virtual Vector givenCoordinates() const = 0;
  virtual Vector givenVelocities() const = 0;
  /// Which of them the user knows exactly (length n, 1 or 0).
  virtual Vector exactCoordinates() const = 0;
  virtual Vector exactVelocities() const = 0;
  /// The mechanism with initial positions and velocities from coordinates q and v (length n).
  virtual Mechanism startingAt(ConstVectorRef q, ConstVectorRef v) const = 0;

  virtual double kineticEnergy() const = 0;    ///< J, of the present state
  virtual double potentialEnergy() const = 0;  ///< gravity, springs and deformation, J
  virtual double dissipatedPower() const = 0;  ///< dampers and material, W
  virtual double suppliedPower() const = 0;  ///< forces and torques without potential, W (drivers: λᵀ C_t)

  /// The equations in which elements and symbols act on rigid bodies, and a state as they see it; this object
  /// itself and the state given, unless there are flexible bodies. Valid until the next call.
  virtual EquationsOfMotion& bodies() = 0;
  virtual const State& seenByBodies(const State& state) = 0;

  /// The way that the Hand with this index among the forces takes from now on; no knot before the present
  /// time may change.
  virtual void moveHand(int force, const std::vector<Hand::Grab>& grabs) = 0;

  /// Symbols of outputs beyond those of bodies(); empty when this is none. Reads from a state of this object.
  using StateReader = std::function<double(const State&)>;
  virtual StateReader readerOf(const std::string& /*symbol*/) const { return {}; }
};

/// Throws ExpressionError for expressions that cannot be read. `freeHands`: the hands among the forces may
/// take hold of any body while the run goes on.
std::unique_ptr<MechanismEquations> makeEquations(const Mechanism& mechanism, bool freeHands = false);

}  // namespace holonom
