// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/element_slots.h"
#include "core/dynamics/pair_map.h"
#include "core/dynamics/state_function.h"
#include "core/math/sparse_pattern.h"

namespace holonom {

/// How a force of size 1 enters the equations of two frames: Q = g(q), six entries over (x_a, y_a, θ_a,
/// x_b, y_b, θ_b). Arrays arrive zeroed; G is 6 × 6, row-major.
class ForceDirection {
 public:
  virtual ~ForceDirection() = default;
  virtual void direction(const PlanarPair& pair, double* g) const = 0;
  virtual void jacobian(const PlanarPair& pair, double* G) const = 0;  ///< ∂g/∂q
};

/// Generalised forces Q = Σ F_i(q, v, t) g_i(q): forces whose size is an expression of the state of the whole
/// mechanism. Their derivatives reach beyond the two frames that they act on:
///     −∂Q/∂q = −Σ (g_i ∂F_i/∂q + F_i ∂g_i/∂q),   −∂Q/∂v = −Σ g_i ∂F_i/∂v.
class ExpressionForce {
 public:
  struct Component {
    StateFunction size;
    std::unique_ptr<ForceDirection> direction;
    std::vector<int> sizeStiffnessSlots = {}, turnStiffnessSlots = {}, dampingSlots = {};  // −1: ground
  };
  ExpressionForce(const CoordinateLayout& places, int frameA, int frameB, std::vector<Component> components);

  void addPatterns(Entries& stiffness, Entries& damping) const;
  void takeSlots(const SparsePattern& stiffness, const SparsePattern& damping);

  int frameA() const { return map_.frameA(); }
  int frameB() const { return map_.frameB(); }
  void addForce(const Configuration& at, VectorRef Q) const;
  void addLocalForce(const Configuration& at, PairVector& Q) const;  ///< over those of its frames
  void addStiffness(const Configuration& at, double* values) const;
  void addDamping(const Configuration& at, double* values) const;
  /// Forces whose sizes have branches report and hold them.
  std::vector<StateFunction*> functions();
  /// The text of the first component whose size is not a finite number, or has a derivative that is none;
  /// else empty.
  std::string notFiniteText(const Configuration& at) const;

  double power(const Configuration& at) const;                ///< W
  double size(const Configuration& at, int component) const;  ///< F_i, N or N·m

 private:
  PlanarPair pair(const Configuration& at) const { return map_.pair(at); }
  int row(int k) const { return map_.coordinates()[k]; }

  PairMap map_;
  std::vector<Component> components_;
  mutable std::vector<double> byPosition_, byVelocity_;
};

/// The law of a force with expressions; null for any other kind. Throws ExpressionError.
std::unique_ptr<ExpressionForce> makeExpressionForce(const Mechanism& mechanism, const Force& force,
                                                     const std::vector<std::string>& symbols);

}  // namespace holonom
