// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/live_run.h"

#include <algorithm>

#include "core/model/editing.h"
#include "solvers/simulation/convoy.h"
#include "solvers/simulation/run.h"

namespace holonom {
namespace {

// of a second by the clock: how far ahead of what is shown, and how long a step may be
constexpr double kPicture = 1. / 30;
constexpr double kLongest = 600;  // seconds by the clock
constexpr double kHiccup = 0.1;   // a window that was busy for longer does not make up for it, s

}  // namespace

Mechanism withHand(Mechanism mechanism, const Hand& hand) {
  for (Force& force : mechanism.forces)  // a branch of a live run has it already; what that did lies behind
    if (auto* own = std::get_if<Hand>(&force.kind); own && own->grabs.empty()) {
      *own = hand;
      return mechanism;
    }
  const std::string name = uniqueName(mechanism, "hand1");
  mechanism.forces.push_back({name, hand});
  std::vector<const char*> components{".fx", ".fy"};
  if (isSpatial(mechanism)) components.push_back(".fz");  // 0 while it holds a body in the plane
  for (const char* component : components)
    mechanism.outputs.push_back({name + component, name + component, "N"});
  return mechanism;
}

const Hand* freeHand(const Mechanism& mechanism) {
  for (const Force& force : mechanism.forces)
    if (const auto* hand = std::get_if<Hand>(&force.kind); hand && hand->grabs.empty()) return hand;
  return nullptr;
}

SimulationOptions liveOptions(SimulationOptions options, double start, double speed) {
  const double interval = options.endTime - options.startTime, longest = kPicture * speed;
  if (options.fixedStep == 0 && (options.maxStep == 0 || options.maxStep > longest))
    options.maxStep = longest;
  if (options.initialStep == 0) options.initialStep = std::min(longest, 1e-5 * interval);
  options.startTime = start;
  options.endTime = start + std::max(interval, kLongest * speed);
  return options;
}

Pacemaker::Pacemaker(Run& run, double start, double speed)
    : convoy_(std::make_shared<Convoy>(kPicture * speed)), t_(start) {
  run.travelWith(convoy_);
  place_ = convoy_->join(start);
}

double Pacemaker::speed() const { return convoy_->lead() / kPicture; }

void Pacemaker::advance(double seconds, double speed, double reached) {
  if (!convoy_) return;
  // Never far ahead of a solver that is slower than the clock.
  const double reach = reached + 2 * kPicture * speed;
  t_ = std::max(t_, std::min(t_ + std::min(seconds, kHiccup) * speed, reach));
  convoy_->arrive(place_, t_);
}

}  // namespace holonom
