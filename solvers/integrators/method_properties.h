// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// What the loop of a run has to know of a method beside its steps: constant while the method is in use.
struct MethodProperties {
  /// Size of the first step in parts of the interval, where the user names none.
  double firstStep = 1e-5;
  /// It needs no past: it goes on behind an event with the step it had before.
  bool startsItself = true;
  /// Behind an event it goes on at the order of the motion, from states that continue it backwards.
  bool beginsFromPast = false;
  /// Velocities are in the error test. Else a force that changes much within a tiny step leaves them wrong
  /// unseen.
  bool judgesVelocities = true;
  /// Accelerations are held to a tolerance of their own: what rounding does to them can be too much for it.
  bool judgesAccelerations = false;
  /// Stability limits its steps where the equations are stiff, and its own look at them may miss that.
  bool limitedByStability = false;
  /// What fades does so with steps that are short enough. Else it grows with any step, and only vibrations
  /// without damping are kept.
  bool bearsDamping = true;
  /// What a step does wrong goes on in the next one.
  bool carriesErrors = true;
  /// How near to a singular configuration its steps may end, σ of its largest value: what they leave of the
  /// constraints, ε in parts of the model, gives a velocity that is wrong by ε/σ². Nearer ones are leapt
  /// over.
  double nearestToSingular = 0.03;
  /// Rate that a stabilisation chosen by the user adds to those of the motion, 1/s; 0: none.
  double imposedRate = 0;
};

}  // namespace holonom
