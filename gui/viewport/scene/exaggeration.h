// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/model/mechanism.h"
#include "core/results/body_pose.h"

namespace holonom {

/// By which factor the bending of flexible bodies is drawn, so that it can be seen: 1, 2, 5, 10 … of which
/// the largest deflection met so far becomes a tenth of its body's length at most.
class Exaggeration {
 public:
  explicit Exaggeration(const Mechanism& mechanism);
  bool isPossible() const { return !beams_.empty(); }

  void forget() { largest_ = 0; }  ///< what was met so far
  void meet(std::span<const BodyPose> poses);
  void setOn(bool on) { on_ = on; }
  double factor() const;

 private:
  struct Beam {
    size_t body;
    double length;                // m
    std::vector<double> lateral;  // of each sample along the beam, one per elastic coordinate
    size_t coordinates;
  };
  std::vector<Beam> beams_;
  double largest_ = 0;  // deflection over length
  bool on_ = true;
};

}  // namespace holonom
