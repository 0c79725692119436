// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/state_function.h"

namespace holonom {

/// The first time after t at which a controller acts, s; times that differ by less than 1e-9 of a period are
/// one.
double nextSample(const Sampling& sampling, double t);

/// The sampled controllers of a mechanism. Between samples their quantities are constants of the equations,
/// so that they add no coordinate and no row; at a sample they jump.
class SampledControls {
 public:
  SampledControls(const Mechanism& mechanism, const std::vector<std::string>& symbols);

  int count() const { return static_cast<int>(initial_.size()); }
  const Vector& initial() const { return initial_; }

  /// First time of a sample behind t, s. Times of one controller are offset + k period, not sums; samples of
  /// two controllers that differ by less than a billionth of a period are one.
  double next(double t) const;
  bool due(double t) const;
  /// The quantities behind the samples at at.t. Controllers act in the order of the file: those with a sample
  /// at the same time see the new values of the ones before them.
  void sample(const Configuration& at, VectorRef held);

 private:
  struct Controller {
    Sampling sampling;
    int firstOutput = 0, firstState = 0;  // places; the states end where the next controller begins
    std::vector<StateFunction> outputs, states;
    bool due(double t) const;
  };
  std::vector<Controller> controllers_;
  Vector initial_, next_;
  Configuration at_;
};

}  // namespace holonom
