// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// What a hand is to do from now on.
struct HandMove {
  int body = kGround;            ///< that it holds; kGround: it lets go
  Vector3 at = Vector3::Zero();  ///< the place that it holds, in the body's frame, m
  Vector3 to = Vector3::Zero();  ///< where it goes, m
  double grip = 1;
  double within = 0;  ///< how long it takes to get there, and to close or open, s, > 0
};

/// The way of a hand that is moved while a run goes on, so that the force stays continuous: a grab begins at
/// the place that it takes hold of, with a grip of 0, and every move goes on from where the hand is. What
/// lies before the time of a move never changes, so the way can be run again afterwards.
class LiveHand {
 public:
  /// At time t, with `place` where the place to hold is now (m).
  void move(const HandMove& move, double t, const Vector3& place);
  const std::vector<Hand::Grab>& grabs() const { return grabs_; }
  bool holds() const { return holds_; }

 private:
  std::vector<Hand::Grab> grabs_;
  bool holds_ = false;
};

}  // namespace holonom
