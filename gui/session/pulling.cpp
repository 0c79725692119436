// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/pulling.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/editing.h"

namespace holonom {
namespace {

constexpr double kDamping = 0.3;  // of the critical one, of a hand with all masses on its spring
// of a second by the clock, in which the hand closes and gets to the mouse
constexpr double kReaction = 1. / 25;

const Hand* lastHand(const Mechanism& mechanism) {
  for (auto force = mechanism.forces.rbegin(); force != mechanism.forces.rend(); ++force)
    if (const auto* hand = std::get_if<Hand>(&force->kind)) return hand;
  return nullptr;
}

}  // namespace

Pulling::Pulling(Document& document, Session& session, Playback& playback, QObject* parent)
    : QObject(parent), document_(document), session_(session), playback_(playback) {
  connect(&session_, &Session::stateChanged, this, [this] {
    if (!session_.isLive()) body_ = -1;
    emit changed();
  });
  connect(&session_, &Session::runsChanged, this, &Pulling::changed);
  connect(&playback_, &Playback::stateChanged, this, [this] {
    if (holds() && playback_.speed() != sentSpeed_) send(to_);
  });
}

Hand Pulling::handFor(const Mechanism& mechanism, double speed) {
  constexpr double kFrequency = 1.5;  // by the clock, of all masses on the spring, 1/s
  double mass = 0;
  for (const Body& body : mechanism.bodies) mass += body.mass;
  const double omega = 2 * std::numbers::pi * kFrequency / speed;
  return {mass * omega * omega, 2 * kDamping * mass * omega, {}};
}

bool Pulling::grab(int body, const Vector3& at, const Vector3& to) {
  const double interval = session_.options().endTime - session_.options().startTime;
  const double speed = session_.options().realTime ? session_.options().speed
                       : session_.runs().empty()   ? Playback::speedFor(interval)
                                                   : playback_.speed();
  if (!session_.isLive() || session_.state() == Session::State::Paused) {
    const bool begun = session_.runs().empty();
    const std::optional<double> from = begun ? std::nullopt : std::optional(playback_.time());
    if (session_.isLive()) session_.resume();
    else if (session_.startLive(handFor(document_.mechanism(), speed), speed, from)) handSpeed_ = speed;
    else return false;
    playback_.setSpeed(speed);
    playback_.setFollowLive(true);
  }
  body_ = body;
  at_ = at;
  send(to);
  emit changed();
  return true;
}

void Pulling::moveTo(const Vector3& to) {
  if (holds()) send(to);
}

void Pulling::release() {
  if (!holds()) return;
  body_ = -1;
  session_.moveHand({kGround, Vector3::Zero(), to_, 0, kReaction * playback_.speed()});
  emit changed();
}

void Pulling::send(const Vector3& to) {
  to_ = to;
  sentSpeed_ = playback_.speed();
  session_.moveHand({body_, at_, to, grip(), kReaction * sentSpeed_});
}

/// The frequency by the clock stays when the film becomes slower: the stiffness goes with the square. The
/// grip makes the damper stronger as well, which may become the critical one and no more: then it would hold
/// the body back instead of pulling it.
double Pulling::grip() const {
  const double ratio = handSpeed_ / playback_.speed();
  return std::min(ratio * ratio, 1 / (kDamping * kDamping));
}

bool Pulling::canKeep() const {
  return !session_.runs().empty() && session_.runs().front()->isLive() &&
         !session_.runs().front()->run().grabs().empty();
}

void Pulling::keep() {
  if (!canKeep()) return;
  const Run& run = session_.runs().front()->run();
  const Hand* hand = lastHand(run.mechanism());
  if (!hand) return;
  Hand kept = *hand;
  kept.grabs = run.grabs();
  Mechanism changed = document_.mechanism();
  changed.forces.push_back({uniqueName(changed, "hand1"), std::move(kept)});
  document_.edit(tr("Keep the pull"), std::move(changed));
}

}  // namespace holonom
