// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/exaggeration.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/flexible/beam_shapes.h"
#include "gui/viewport/scene/grid.h"

namespace holonom {
namespace {

constexpr int kSamples = 8;       // along a beam
constexpr double kVisible = 0.1;  // of the length: what the largest deflection shall become
constexpr double kLargestFactor = 1000;
constexpr double kRounding = 1e-7;  // of the length: nothing bends yet

}  // namespace

Exaggeration::Exaggeration(const Mechanism& mechanism) {
  for (size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    if (!body.flexible) continue;
    const BeamAxis axis = beamAxis(body);
    Beam beam{i, axis.length, {}, static_cast<size_t>(body.flexible->coordinateCount())};
    for (int k = 1; k < kSamples; ++k) {
      const BeamPoint point = beamPoint(body, axis.start + axis.length * k / kSamples * axis.direction);
      for (size_t j = 0; j < beam.coordinates; ++j)
        beam.lateral.push_back(
            perpendicular(axis.direction).dot(point.shapes.col(static_cast<Eigen::Index>(j))));
    }
    beams_.push_back(std::move(beam));
  }
}

void Exaggeration::meet(std::span<const BodyPose> poses) {
  for (const Beam& beam : beams_) {
    if (beam.body >= poses.size()) continue;
    for (size_t k = 0; k < beam.lateral.size(); k += beam.coordinates) {
      double deflection = 0;
      for (size_t j = 0; j < beam.coordinates; ++j)
        deflection += poses[beam.body].elastic[j] * beam.lateral[k + j];
      if (std::isfinite(deflection)) largest_ = std::max(largest_, std::abs(deflection) / beam.length);
    }
  }
}

double Exaggeration::factor() const {
  if (!on_ || largest_ < kRounding) return 1;
  return std::clamp(niceSpacing(kVisible / largest_), 1.0, kLargestFactor);
}

}  // namespace holonom
