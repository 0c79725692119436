// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <vector>

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/stabilised/penalty_equations.h"
#include "solvers/integrators/stabilised/spectral_radius.h"

namespace holonom {

/// A step that an implicit method is expected to take.
struct StepForecast {
  double h = 0;  ///< s; 0: nothing is known yet
  int order = 1;
  int stride = 1;  ///< every stride-th accepted state makes up the past of a multistep method
};

/// Measures a motion under way, whatever method makes it, for the automatic choice:
/// - its fastest mode, by power iteration on the index-1 form (costs evaluations);
/// - the steps that implicit methods would take, from how the last accepted states follow each other
///   (costs none): what a vibration does to differences over many of its periods tells whether a method
///   could pass over it;
/// - how far the accelerations leave the constraints (costs an LU for each state).
class MotionProbe {
 public:
  /// `alphaTolerance`: rtol that generalized-α would be given.
  MotionProbe(DaeSystem& system, const IntegratorSettings& settings, double alphaTolerance, Work& work);

  /// Begins a motion: no past.
  void start(const State& state);
  /// After each accepted step.
  void follow(const State& state);
  const State& latest() const { return state(0); }

  /// Largest |eigenvalue| at a state, 1/s; false: the equations could not be evaluated there. One clearly
  /// below `negligible` need not be known well.
  bool estimateFastest(const State& here, double negligible = 0);
  double fastest() const { return fastest_; }  ///< 1/s; 0: not known
  bool vibrates() const { return power_.oscillatory(); }

  /// BDF in a form that controls q and v.
  StepForecast bdf() const;
  /// Generalized-α of index 3, which controls q: Ξ³ = h²‖Δa‖ (000, eq. (34)).
  StepForecast generalizedAlpha() const;
  /// Radau of order 5 and index 3, by its estimate of order 3.
  StepForecast radau() const;

  /// How far the accelerations leave the constraints, over the largest one: the mean of the last `steps`
  /// states. Motions, vibrations too, keep C_q a = γ; what does not is errors of the positions, which index 3
  /// divides by h².
  double noise(int steps);
  /// The same part that the tolerance leaves to the accelerations of any method: errors of the velocities of
  /// its size, in the fastest mode.
  double toleratedNoise() const;

  /// Every stride-th accepted state, the last one first, at most `most`.
  std::vector<State> past(int stride, int most) const;

 private:
  static constexpr int kPast = 25;

  const State& state(int back) const {
    return states_[static_cast<std::size_t>((latest_ + kPast - back) % kPast)];
  }
  double difference(int order, int stride, int from) const;

  PenaltyEquations equations_;  // without penalty: for the eigenvalue
  SpectralRadius power_;
  ErrorWeights weights_;
  double rtol_, alphaTolerance_, fastest_ = 0;
  Vector y_, f_, scale_;
  std::vector<State> states_;  // a ring
  mutable Vector q_, v_;       // work space
  int latest_ = 0, count_ = 0;
};

}  // namespace holonom
