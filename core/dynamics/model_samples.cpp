// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/model_samples.h"

#include <algorithm>

#include "core/model/symbols.h"

namespace holonom {

ModelSamples::ModelSamples(const Mechanism& mechanism, const std::vector<HandElement>& hands,
                           Configuration& at)
    : hands_(hands), at_(at) {
  const auto isSampled = [&](const Controller& part) { return sampledLawOf(mechanism, part).has_value(); };
  if (!std::ranges::any_of(mechanism.controllers, isSampled)) return;
  controls_ = std::make_unique<SampledControls>(mechanism, stateSymbols(mechanism));
  at_.held = controls_->initial();
}

void ModelSamples::initial(VectorRef held) const {
  if (controls_) held = controls_->initial();
}

/// A step must not pass over a grab: its end, at rest before and behind, would show nothing of it.
double ModelSamples::next(double t) const {
  double first = controls_ ? controls_->next(t) : Samples::next(t);
  for (const HandElement& hand : hands_)
    for (const Hand::Grab& grab : hand.law.grabs())
      if (const double begin = grab.path.front().t; begin > t && !isSameTime(begin, t))
        first = std::min(first, begin);
  return first;
}

bool ModelSamples::isDue(double t) const {
  if (controls_ && controls_->due(t)) return true;
  return std::ranges::any_of(hands_, [t](const HandElement& hand) {
    return std::ranges::any_of(hand.law.grabs(),
                               [t](const Hand::Grab& grab) { return isSameTime(t, grab.path.front().t); });
  });
}

void ModelSamples::take(VectorRef held) const {
  if (controls_) controls_->sample(at_, held);
}

double HandKinks::next(double t) const {
  double first = Kinks::next(t);
  for (const HandElement& hand : hands_) first = std::min(first, hand.law.nextKnot(t));
  return first;
}

}  // namespace holonom
