// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom::spatial_models {

/// The last values of the columns and outputs that are asked for.
class End {
 public:
  End(const Mechanism& mechanism, const SimulationOptions& options) {
    const Summary summary = runToEnd(mechanism, options, recording_);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    energyError_ = summary.energyError;
  }
  double operator[](const char* column) const {
    const int channel = recording_.channelIndex(column);
    EXPECT_GE(channel, 0) << column;
    return channel < 0 ? NAN : recording_.value(recording_.size() - 1, channel);
  }
  /// Largest size of a column from one time on until another.
  double largest(const char* column, double from, double to) const {
    const int channel = recording_.channelIndex(column);
    double size = 0;
    for (std::size_t row = 0; row < recording_.size(); ++row)
      if (const double t = recording_.value(row, 0); t >= from && t <= to)
        size = std::max(size, std::abs(recording_.value(row, channel)));
    return size;
  }
  double energyError() const { return energyError_; }
  const Recording& recording() const { return recording_; }

 private:
  Recording recording_;
  double energyError_ = 0;
};

inline SimulationOptions exact(double endTime) { return optionsOf({"", "dop853", 1}, 1e-10, endTime); }

/// A free body in space at the origin, joined to the ground there.
inline Mechanism onGround(const AnyJoint& joint) {
  Mechanism m;
  m.gravity = Vector3(0, 0);
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {barInSpace("bar", 1, {0, 0}, Vector3())};
  m.bodies[0].centreOfMass = {0, 0, 0};
  m.joints = {{"J", joint}};
  return m;
}

}  // namespace holonom::spatial_models
