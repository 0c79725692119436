// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

namespace holonom {

/// The nonlinear equations F(x) = 0 of one step, as the iteration sees them. The iterate lives in the system.
class NewtonSystem {
 public:
  virtual ~NewtonSystem() = default;
  virtual void residual(VectorRef F) = 0;  ///< at the present iterate
  /// evaluate and factorise at the present iterate; false: singular
  virtual bool renewJacobian() = 0;
  virtual void solve(VectorRef x) = 0;            ///< x ← J⁻¹ x
  virtual void update(ConstVectorRef delta) = 0;  ///< iterate += delta
  virtual double norm(ConstVectorRef delta) = 0;  ///< weighted: 1 is the local error tolerance
  /// Whether unknowns that contract more slowly than the norm have come to rest as well: else the iteration
  /// goes on, as far as the matrix is used.
  virtual bool hasSettled() const { return true; }
};

enum class NewtonStatus { Converged, Slow, Diverged, Singular, NotFinite };

struct NewtonOutcome {
  NewtonStatus status = NewtonStatus::Slow;
  int iterations = 0;
  int jacobians = 0;
  double rate = 0;  ///< σ, observed contraction; 0 when one iteration was enough
};

/// Settings of Algorithm 2 of 000; the numbers are the paper's.
struct NewtonSettings {
  double tightTolerance = 1e-4;  ///< converged when ‖Δ‖ is below, whatever the rate
  double tolerance = 1e-3;       ///< converged when σ/(1−σ) ‖Δ‖ is below
  double slowRate = 0.9;         ///< a new Jacobian when σ is above
  double carriedGrowth = 2;      ///< a rate seen in the step before is trusted only after this safety factor,
  double carriedFloor = 0.1;     ///< and never below this: the state and ĥ have moved on
  int usesPerJacobian = 5;       ///< iterations with one Jacobian before a new one
  int maxIterations = 25;
  int maxJacobians = 4;             ///< per solution: more means that a smaller step is the better cure
  bool renewEachIteration = false;  ///< full Newton, to measure what reuse saves
};

/// Quasi-Newton iteration (000, Algorithm 2). The Jacobian of an earlier step may be used on; it is renewed
/// when the iteration contracts slowly. `relaxation` applies until the first renewal; the paper sets it to 0
/// after one, a misprint for 1.
class QuasiNewton {
 public:
  explicit QuasiNewton(int size, NewtonSettings settings = {}) : settings_(settings), delta_(size) {}

  /// `knownRate`: contraction seen with this same factorisation in the step before (0: none). `aim`: part of
  /// the tolerances to go on to as long as the iteration contracts; an iterate within the tolerances is never
  /// worse than converged.
  NewtonOutcome solve(NewtonSystem& system, bool needJacobian, double relaxation, double knownRate = 0,
                      double aim = 1);

  const NewtonSettings& settings() const { return settings_; }

 private:
  enum class Next { GoOn, Renew, Stop };
  bool renewJacobian(NewtonSystem& system, NewtonOutcome& outcome);
  Next judge(double norm, double oldNorm, int uses, double aim, bool settled, NewtonOutcome& outcome);
  bool converged(double norm, double rate, double aim) const {
    return rate / (1 - rate) * norm < aim * settings_.tolerance;
  }
  NewtonSettings settings_;
  Vector delta_;
  bool waits_ = false;  // within the tolerances, for what has not settled: nothing can fail any more
};

}  // namespace holonom
