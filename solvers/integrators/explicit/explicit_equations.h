// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/explicit/local_coordinates.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/timed_saddle_point.h"

namespace holonom {

/// The index-1 form as explicit methods see it (000, §6): the ordinary differential equation y′ = f(t, y) of
/// y = (q, v), with f = (v, a) from
///
///     [ M    C_qᵀ ] [ a ]   [ Q ]
///     [ C_q   0   ] [ λ ] = [ γ ],
///
/// and the return to the constraints C = 0, C_q v + C_t = 0 that this form lets drift away. The returns are
/// projections in the metric of M: the same matrix, factorised once. Instead of them, or without any,
/// Baumgarte's terms −2α(C_q v + C_t) − β² C may be added to γ. With local coordinates every y is moved to
/// the constraints before f is taken there, so that the method integrates a differential equation on them.
class ExplicitEquations {
 public:
  /// What a settle() moves. Mass: implicit methods have solved the nonholonomic rows, and the states of
  /// controllers, coordinates without mass, keep what these have found: what a fast one feels would reach it
  /// divided by its time constant. They always project.
  enum class Settles { All, Mass };
  /// Tolerances that a settle() may move a state by. More is no error of a step: a motion jumps. Near
  /// singular configurations it may go far.
  static constexpr double kFarthest = 1000;

  ExplicitEquations(DaeSystem& system, const IntegratorSettings& settings, Work& work,
                    Settles settles = Settles::All);

  /// The steps to come: their size, which Baumgarte's α and β follow unless they are given, and their start,
  /// where local coordinates are taken. `weights` must outlive them.
  AttemptStatus prepareStep(const State& start, double h, const ErrorWeights& weights);
  /// What was prepared holds no longer: the motion begins anew.
  void forgetStep() {
    if (local_) local_->forget();
  }
  /// For a settle() to come, of methods that need no rate().
  AttemptStatus takeMatrix(const State& near);
  /// f = (v, a) at (t, y); λ stays in lambda().
  AttemptStatus rate(double t, ConstVectorRef y, VectorRef f);
  /// Moves q and v of the state to the constraints, if projection is asked for, and evaluates a and λ there.
  /// Needs the factors of a rate(), a takeMatrix() or a settle() nearby; factorises once, which serves
  /// velocities, a and λ (with nonholonomic rows once more, G_v may depend on v).
  AttemptStatus settle(State& state, const ErrorWeights& weights);

  /// Of a change of q or v what lies along the constraints, in the metric of M: what a settle() leaves of it.
  /// With the factors at hand.
  void keepTangential(VectorRef change);

  const Vector& lambda() const { return lambda_; }
  int n() const { return system_.coordinateCount(); }
  int m() const { return system_.constraintCount(); }
  const Work& work() const { return work_; }

 private:
  AttemptStatus rateAt(double t, ConstVectorRef y, VectorRef f);
  bool settleLocally(double t, ConstVectorRef y);
  AttemptStatus solveAccelerations(ConstVectorRef v);
  AttemptStatus projectPositions(State& state, const ErrorWeights& weights);
  void solveForChange();
  void projectVelocities(State& state, int rows);
  AttemptStatus projectNonholonomicVelocities(State& state, const ErrorWeights& weights);
  void addBaumgarte(ConstVectorRef v, VectorRef g);

  DaeSystem& system_;
  Work& work_;
  Settles settles_;
  std::vector<int> kept_;  // coordinates that settle() leaves as they are
  Stabilisation stabilisation_;
  double givenAlpha_, givenBeta_, alpha_ = 0, beta_ = 0;
  double stepOfAlpha_ = 0, timeOfAlpha_ = 0;  // for which α was chosen, and when
  double tolerance_;                          // of the position projection, in units of the error tolerance
  double rounding_;                           // of what a projection may leave where it gets no better
  TimedSaddlePoint matrix_;
  Vector x_, lambda_, level_;
  std::unique_ptr<LocalCoordinates> local_;  // null for most kinds of stabilisation
  const ErrorWeights* weights_ = nullptr;
  Vector settled_, y_;
};

}  // namespace holonom
