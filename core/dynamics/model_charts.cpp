// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/model_charts.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/dynamics/spatial/cardan_frame.h"

namespace holonom {
namespace {

constexpr int kAngles = 3;  // the place of α among the coordinates of a body

}  // namespace

ModelCharts::ModelCharts(const Mechanism& mechanism, Configuration& at) {
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    if (CardanFrame* frame = at.cardanFrame(static_cast<int>(i)))
      turning_.push_back({mechanism.bodies[i].name, frame});
  changes_.reserve(turning_.size());
}

double ModelCharts::strain() const {
  double most = 0;
  for (const Turning& body : turning_) most = std::max(most, body.frame->strain());
  return most;
}

std::string ModelCharts::change() {
  changes_.clear();
  std::string names;
  for (const auto& [name, frame] : turning_) {
    if (!(frame->strain() >= 1)) continue;
    const CardanChange change(frame->chart(), frame->angles());
    frame->use(change.to());
    changes_.emplace_back(frame->coordinates().front() + kAngles, change);
    names += (names.empty() ? "" : ", ") +
             tr("angles of '{}' about {}", name, change.to().second ? "z, x, z" : "x, y, z");
  }
  return names;
}

void ModelCharts::toPresent(VectorRef q, VectorRef v, VectorRef a) const {
  for (const auto& [first, change] : changes_) {
    Vector3 angles = q.segment<kAngleCount>(first), rates = v.segment<kAngleCount>(first),
            seconds = a.segment<kAngleCount>(first);
    change(angles, rates, seconds);
    q.segment<kAngleCount>(first) = angles;
    v.segment<kAngleCount>(first) = rates;
    a.segment<kAngleCount>(first) = seconds;
  }
}

}  // namespace holonom
