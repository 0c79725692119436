// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/live_trace.h"

#include <algorithm>

#include "gui/session/session_run.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

constexpr std::size_t kPerTick = 40;
constexpr std::size_t kMostGiven = 4000;  // then the view keeps every second, and so do we

}  // namespace

bool LiveTrace::isFor(const Mechanism& mechanism) {
  const auto traced = [](const Body& body) {
    return std::any_of(body.points.begin(), body.points.end(), [](const Point& p) { return p.traced; });
  };
  return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(), traced) ||
         std::any_of(mechanism.joints.begin(), mechanism.joints.end(),
                     [&](const Joint& joint) { return !keepsPositions(mechanism, joint); });
}

void LiveTrace::begin(const Mechanism& mechanism, MechanismView& view) {
  needed_ = isFor(mechanism);
  next_ = given_ = 0;
  stride_ = 1;
  if (needed_) view.clearTraces();
}

void LiveTrace::follow(SessionRun& run, MechanismView& view) {
  const Recording& recording = *run.recording();
  if (!needed_ || !recording.ready()) return;
  const std::size_t rows = recording.size();
  if (rows <= next_) return;
  stride_ = std::max(stride_, (rows - next_) / kPerTick);
  for (; next_ < rows; next_ += stride_) {
    const double t = recording.time(next_);
    if (!run.posesAt(t, buffer_)) return;
    view.extendTrace(t, buffer_);
    if (++given_ < kMostGiven) continue;
    given_ /= 2;
    stride_ *= 2;
  }
}

}  // namespace holonom
