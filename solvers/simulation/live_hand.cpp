// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/live_hand.h"

#include <algorithm>

#include "core/dynamics/force_laws/hand_force.h"

namespace holonom {
namespace {

/// Leaves the way before t as it was and goes on from there.
void turnOff(std::vector<Hand::Knot>& path, double t, const Vector3& to, double grip, double within) {
  Hand::Knot now = handAt(path, t);
  while (!path.empty() && path.back().t >= t) path.pop_back();
  now.t = t;
  path.push_back(now);
  path.push_back({t + within, to, grip});
}

}  // namespace

void LiveHand::move(const HandMove& move, double t, const Vector3& place) {
  const bool same = holds_ && grabs_.back().body == move.body && grabs_.back().at == move.at;
  if (holds_ && !same) {
    turnOff(grabs_.back().path, t, handAt(grabs_.back().path, t).to, 0, move.within);
    holds_ = false;
  }
  if (move.body == kGround) return;
  if (same) return turnOff(grabs_.back().path, t, move.to, move.grip, move.within);
  // A hand that is still opening does so first.
  const double begin = grabs_.empty() ? t : std::max(t, grabs_.back().path.back().t);
  const double open =
      grabs_.empty() || begin > grabs_.back().path.back().t ? begin : begin + 1e-3 * move.within;
  grabs_.push_back({move.body, move.at, {{open, place, 0}, {open + move.within, move.to, move.grip}}});
  holds_ = true;
}

}  // namespace holonom
