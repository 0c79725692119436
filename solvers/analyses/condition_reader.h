// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "solvers/analyses/independence.h"

namespace holonom {

class SingularityWatch;

/// Tells σ and the condition of the constraints along a run from what those who watch σ measure: between two
/// of their points on a line, behind the last on the same line while it changes σ by less than a fifth. The
/// vector of the watch belongs to rows of length one at the start; taken over to rows of length one at its
/// point it has σ there to second order. The largest singular value, which changes slowly, follows by the
/// power method at every fourth point. Allocates nothing after start().
class ConditionReader {
 public:
  /// The watch, at its first point, starts with other rows. Both must outlive this object.
  void start(DaeSystem& system, const SingularityWatch& watch, double t, double sigma);
  /// The watch has found σ ≥ 0 at t. `passed`: it was zero since the point before.
  void measured(double t, double sigma, bool passed);
  /// A leap has led from the last point before start() over a singular configuration to the start.
  void leapt();
  /// t: not before the last point but one.
  Independence at(double t) const;

 private:
  void read(double sigma);
  void improveLargest(int times);
  void line(double fromTime, double fromSigma);

  const DaeSystem* system_ = nullptr;
  const SingularityWatch* watch_ = nullptr;
  Vector length_, left_, any_, right_;  // of the rows of C_q S; vectors of the largest singular value
  double t_ = 0, sigma_ = 1, largest_ = 1;
  double from_ = 0, slope_ = 0;              // of the line through the last two points
  double timeBefore_ = 0, sigmaBefore_ = 1;  // of the last point before start()
  int untilLargest_ = 0;                     // points
};

}  // namespace holonom
