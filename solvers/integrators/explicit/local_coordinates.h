// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/stabilisation.h"
#include "solvers/integrators/integrator.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// A chart of the constraints C = 0, C_q v + C_t = 0 around a state: n − m local coordinates, and the others
/// as functions of them. An explicit method integrates the local ones; what it makes of all n is moved along
/// fixed directions until the constraints hold, and the local ones stay as they are. With A and B₀ of the
/// state at which the chart was taken the directions are A⁻¹B₀ᵀ, and
///
///     [ A  B₀ᵀ ] [ Δ ]   [  0 ]
///     [ B  0   ] [ μ ] = [ −C ]
///
/// is a step of Newton's iteration along them, B of a configuration nearby; the same matrix serves the
/// velocities.
///
/// Tangent space (Potra and Rheinboldt, On the numerical solution of Euler–Lagrange equations, Mech. Struct.
/// Mach. 19, 1991): A = M, B = C_q; the local coordinates are tangential in the metric of M. Coordinate
/// partitioning (Wehage and Haug, J. Mech. Design 104, 1982): A = 1, B = C_q in the columns of m dependent
/// coordinates and zero in the others, which are the local ones; all in units of the coordinates' scales.
class LocalCoordinates {
 public:
  LocalCoordinates(DaeSystem& system, bool partitions, Work& work);

  void forget() { taken_ = false; }
  bool taken() const { return taken_; }
  /// Takes the chart at a state on the constraints, unless it stands there. Moves the system.
  AttemptStatus takeAt(const State& state);
  /// Moves q and v to the constraints. Moves the system, not to the result.
  AttemptStatus settle(double t, VectorRef q, VectorRef v, const ErrorWeights& weights, double tolerance);

 private:
  enum class Level { Position, Velocity };
  int n() const { return system_.coordinateCount(); }
  int m() const { return system_.constraintCount(); }
  void readJacobian();
  void choose();
  bool factorize();  ///< with B of the state of the system
  double largestSlope();
  void solve();  ///< x_, [0; −C] on entry, [Δ; μ] on return
  void readResidual(Level level, ConstVectorRef v);
  AttemptStatus iterate(Level level, double t, VectorRef q, VectorRef v, const ErrorWeights& weights,
                        double tolerance);

  DaeSystem& system_;
  bool partitions_;
  Work& work_;
  bool taken_ = false;
  double time_ = 0;
  Vector base_, x_, scale_;
  SparsePattern pattern_;  // of C_q
  BlockMatrix matrix_;
  BlockMatrix::Block leading_ = 0, directions_ = 0, rows_ = 0;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<double> mass_, jacobian_, scaled_, first_;  // M; C_q; in the columns that count; B₀
  std::vector<bool> dependent_;                           // coordinates; empty: not chosen
  double firstSlope_ = 0;                                 // when they were chosen
};

/// Null for kinds of stabilisation that have no chart.
std::unique_ptr<LocalCoordinates> makeLocalCoordinates(Stabilisation stabilisation, DaeSystem& system,
                                                       Work& work);

}  // namespace holonom
