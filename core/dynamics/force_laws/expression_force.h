// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/element_slots.h"
#include "core/dynamics/pair_map.h"
#include "core/dynamics/state_function.h"
#include "core/math/sparse_pattern.h"

namespace holonom {

/// How a force of size 1 enters the equations of two frames: Q = g(u) over the coordinates u of the pair.
/// Arrays arrive zeroed; G is row-major.
template <class S>
class ForceDirectionIn {
 public:
  using Pair = typename S::Pair;
  virtual ~ForceDirectionIn() = default;
  virtual void direction(const Pair& pair, double* g) const = 0;
  virtual void jacobian(const Pair& pair, double* G) const = 0;  ///< ∂g/∂u
};

/// A force whose size is an expression of the state of the whole mechanism, in the plane or in space.
class ExpressionForce {
 public:
  virtual ~ExpressionForce() = default;
  virtual void addPatterns(Entries& stiffness, Entries& damping) const = 0;
  virtual void takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) = 0;

  virtual int frameA() const = 0;
  virtual int frameB() const = 0;
  virtual void addForce(const Configuration& at, VectorRef Q) const = 0;
  virtual void addStiffness(const Configuration& at, double* values) const = 0;
  virtual void addDamping(const Configuration& at, double* values) const = 0;
  /// Forces whose sizes have branches report and hold them.
  virtual std::vector<StateFunction*> functions() = 0;
  /// The text of the first component whose size is not a finite number, or has a derivative that is none;
  /// else empty.
  virtual std::string notFiniteText(const Configuration& at) const = 0;

  virtual double power(const Configuration& at) const = 0;                ///< W
  virtual double size(const Configuration& at, int component) const = 0;  ///< F_i, N or N·m
};

/// Generalised forces Q = Σ F_i(q, v, t) g_i(q). Their derivatives reach beyond the two frames that they act
/// on:
///     −∂Q/∂q = −Σ (g_i ∂F_i/∂q + F_i ∂g_i/∂q),   −∂Q/∂v = −Σ g_i ∂F_i/∂v.
template <class S>
class ExpressionForceIn final : public ExpressionForce {
 public:
  struct Component {
    StateFunction size;
    std::unique_ptr<ForceDirectionIn<S>> direction;
    std::vector<int> sizeStiffnessSlots = {}, turnStiffnessSlots = {}, dampingSlots = {};  // −1: ground
  };
  ExpressionForceIn(const CoordinateLayout& places, int frameA, int frameB,
                    std::vector<Component> components);

  void addPatterns(Entries& stiffness, Entries& damping) const override;
  void takeSlots(const SparsePattern& stiffness, const SparsePattern& damping) override;

  int frameA() const override { return map_.frameA(); }
  int frameB() const override { return map_.frameB(); }
  void addForce(const Configuration& at, VectorRef Q) const override;
  void addLocalForce(const Configuration& at, PairValues<S>& Q) const;  ///< over those of its frames
  void addStiffness(const Configuration& at, double* values) const override;
  void addDamping(const Configuration& at, double* values) const override;
  std::vector<StateFunction*> functions() override;
  std::string notFiniteText(const Configuration& at) const override;
  double power(const Configuration& at) const override;
  double size(const Configuration& at, int component) const override;

 private:
  typename S::Pair pair(const Configuration& at) const { return map_.pair(at); }
  int row(int k) const { return map_.coordinates()[k]; }

  PairMapIn<S> map_;
  std::vector<Component> components_;
  mutable std::vector<double> byPosition_, byVelocity_;
};

/// The law of a force with expressions; null for any other kind. Throws ExpressionError, and InputError for a
/// force that cannot be where it is.
std::unique_ptr<ExpressionForce> makeExpressionForce(const Mechanism& mechanism, const Force& force,
                                                     const std::vector<std::string>& symbols);

}  // namespace holonom
