// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that keep pace with the clock, so that they can be watched and pulled while they are computed.
#include <algorithm>

#include "core/model/editing.h"
#include "gui/base/guarded.h"
#include "gui/session/session.h"
#include "solvers/simulation/convoy.h"

namespace holonom {
namespace {

// of a second by the clock: how far ahead of what is shown, and how long a step may be
constexpr double kPicture = 1. / 30;
constexpr double kLongest = 600;  // seconds by the clock
constexpr double kHiccup = 0.1;   // a window that was busy for longer does not make up for it, s

/// The mechanism with a hand that holds nothing yet, and its force among what is recorded.
Mechanism withHand(Mechanism mechanism, const Hand& hand) {
  for (Force& force : mechanism.forces)  // a branch of a live run has it already; what that did lies behind
    if (auto* own = std::get_if<Hand>(&force.kind); own && own->grabs.empty()) {
      *own = hand;
      return mechanism;
    }
  const std::string name = uniqueName(mechanism, "hand1");
  mechanism.forces.push_back({name, hand});
  for (const char* component : {".fx", ".fy"})
    mechanism.outputs.push_back({name + component, name + component, "N"});
  return mechanism;
}

}  // namespace

bool Session::isLive() const { return !runs_.empty() && runs_.front()->isLive() && isActive(*runs_.front()); }

bool Session::startLive(const Hand& hand, double speed, std::optional<double> from) {
  if (!document_.isOpen() || document_.mechanism().bodies.empty() || !mayStart()) return false;
  SimulationOptions options = options_;
  const double interval = options.endTime - options.startTime;
  const double longest = kPicture * speed;
  if (options.maxStep == 0 || options.maxStep > longest) options.maxStep = longest;
  if (options.initialStep == 0) options.initialStep = std::min(longest, 1e-5 * interval);
  return branch(from, [&](BranchPoint point) {
    const double start = options.startTime = point.time;
    options.endTime = start + std::max(interval, kLongest * speed);
    auto run = std::make_unique<SessionRun>(withHand(std::move(point.mechanism), hand), options, true);
    run->setBranch(from.has_value());
    run->run().continueFrom(point.before);
    const auto convoy = std::make_shared<Convoy>(longest);
    run->run().travelWith(convoy);
    pacemaker_ = {convoy, convoy->join(start), start};
    return run;
  });
}

bool Session::continueWithOptions() {
  if (state_ != State::Running && state_ != State::Paused) return false;
  const double t = runs_.front()->recordedUntil();
  if (!isLive()) return branchFrom(t);
  const double speed = pacemaker_.convoy->lead() / kPicture;
  for (const Force& force : runs_.front()->run().mechanism().forces)
    if (const auto* hand = std::get_if<Hand>(&force.kind); hand && hand->grabs.empty())
      return startLive(Hand(*hand), speed, t);
  return false;
}

bool Session::runsWithOptions() const { return launched_ == options_; }

void Session::keepPace(double seconds, double speed) {
  if (!isLive() || state_ != State::Running || !pacemaker_.convoy) return;
  // Never far ahead of a solver that is slower than the clock.
  const double reach = runs_.front()->recordedUntil() + 2 * kPicture * speed;
  pacemaker_.t = std::max(pacemaker_.t, std::min(pacemaker_.t + std::min(seconds, kHiccup) * speed, reach));
  pacemaker_.convoy->arrive(pacemaker_.place, pacemaker_.t);
}

void Session::moveHand(const HandMove& move) {
  if (isLive()) runs_.front()->run().moveHand(move);
}

}  // namespace holonom
