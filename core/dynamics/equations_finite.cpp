// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of a mechanism is to blame for numbers that are not finite.
#include <algorithm>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/part_words.h"

namespace holonom {
namespace {

bool finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

std::string EquationsOfMotion::notFinitePart() const {
  for (std::size_t i = 0; i < mechanism_.drivers.size(); ++i) {
    const ConstraintElement& element = constraints_[mechanism_.joints.size() + i];
    double value[kPairSize] = {}, rate[kPairSize] = {}, gamma[kPairSize] = {};
    element.law->residual(pairOf(*element.law), value);
    element.law->timeDerivative(rate);
    element.law->gamma(pairOf(*element.law), gamma);
    if (!finite(value) || !finite(rate) || !finite(gamma))
      return partWords(mechanism_, element.part) + ": " + mechanism_.drivers[i].motion;
  }
  std::size_t plain = 0;  // laws without expressions stand in a list of their own
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i) {
    const bool isStop = std::holds_alternative<Stop>(mechanism_.forces[i].kind);
    const PartRef part{PartRef::Kind::Force, static_cast<int>(i)};
    if (expressionForces_[i]) {
      const std::string text = expressionForces_[i]->notFiniteText(at_);
      if (!text.empty()) return partWords(mechanism_, part) + (isStop ? "" : ": " + text);
    }
    if (expressionForces_[i] || isStop) continue;  // an ideal stop is no force
    PairVector local{};
    const ForceLaw& law = *forces_[plain++].law;
    law.force(pairOf(law), local.data());
    if (!finite(local)) return partWords(mechanism_, part);
  }
  for (int k = 0; controls_ && k < controls_->count(); ++k)
    if (!controls_->function(k).isFinite(at_))
      return "'" + controls_->name(k) + "': " + controls_->function(k).text();
  return {};
}

}  // namespace holonom
