// SPDX-License-Identifier: GPL-3.0-or-later
// Sampled controllers and named events of a mechanism.
#include "core/dynamics/equations_of_motion.h"

#include <algorithm>

#include "core/model/symbols.h"

namespace holonom {

void EquationsOfMotion::collectSamplesAndMarks() {
  std::vector<std::string> symbols;
  const auto isSampled = [&](const Controller& part) { return sampledLawOf(mechanism_, part).has_value(); };
  const bool sampled = std::any_of(mechanism_.controllers.begin(), mechanism_.controllers.end(), isSampled);
  if (sampled || !mechanism_.events.empty()) symbols = stateSymbols(mechanism_);
  if (sampled) {
    samples_ = std::make_unique<SampledControls>(mechanism_, symbols);
    at_.held = samples_->initial();
  }
  for (const NamedEvent& event : mechanism_.events) marks_.emplace_back(event.condition, mechanism_, symbols);
  for (const StateFunction& mark : marks_) addWaves(mark);
}

void EquationsOfMotion::initialHeld(VectorRef held) const {
  if (samples_) held = samples_->initial();
}

/// A step must not pass over a grab: its end, at rest before and behind, would show nothing of it.
double EquationsOfMotion::nextSample(double t) const {
  double first = samples_ ? samples_->next(t) : MechanismEquations::nextSample(t);
  for (const HandElement& hand : hands_)
    for (const Hand::Grab& grab : hand.law.grabs())
      if (const double begin = grab.path.front().t; begin > t && !isSameTime(begin, t))
        first = std::min(first, begin);
  return first;
}

bool EquationsOfMotion::sampleDue(double t) const {
  if (samples_ && samples_->due(t)) return true;
  return std::any_of(hands_.begin(), hands_.end(), [t](const HandElement& hand) {
    return std::any_of(hand.law.grabs().begin(), hand.law.grabs().end(),
                       [t](const Hand::Grab& grab) { return isSameTime(t, grab.path.front().t); });
  });
}

DaeSystem::Kink EquationsOfMotion::nextKink(double t) const {
  Kink first;
  for (const HandElement& hand : hands_) {
    const Kink kink = hand.law.nextKink(at_, t, length_);
    if (kink.t < first.t) first = kink;
  }
  return first;
}

void EquationsOfMotion::moveHand(int force, const std::vector<Hand::Grab>& grabs) {
  for (HandElement& hand : hands_)
    if (hand.force == force) hand.law.follow(grabs);
}

void EquationsOfMotion::sample(VectorRef held) const {
  if (samples_) samples_->sample(at_, held);
}

/// Branches of a condition follow the state: nothing has to be smooth here.
void EquationsOfMotion::markValues(VectorRef values) const {
  for (std::size_t i = 0; i < marks_.size(); ++i) values[i] = marks_[i].value(at_);
}

DaeSystem::Mark EquationsOfMotion::mark(int i) const {
  const NamedEvent& event = mechanism_.events[i];
  const int direction = event.direction == NamedEvent::Direction::Rising    ? 1
                        : event.direction == NamedEvent::Direction::Falling ? -1
                                                                            : 0;
  return {"event '" + event.name + "'", direction, event.action == NamedEvent::Action::Stop};
}

}  // namespace holonom
