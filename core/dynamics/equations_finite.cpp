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

/// Of the force with this number, if it is one of the set.
template <class S>
bool finiteForce(const ElementSet<S>& set, const Configuration& at, int number) {
  for (const ForceElement<S>& element : set.forceElements()) {
    if (element.number != number) continue;
    PairValues<S> local{};
    element.law->force(element.map.pair(at), local.data());
    return finite(local);
  }
  return true;
}

/// A driver of the set whose row is not finite; −1: none.
template <class S>
int notFiniteDriver(const ElementSet<S>& set, const Configuration& at) {
  for (const auto& element : set.constraintElements()) {
    if (element.part.kind != PartRef::Kind::Driver) continue;
    double value[S::kPair] = {}, rate[S::kPair] = {}, gamma[S::kPair] = {};
    element.formulas->residual(element.map.pair(at), value);
    element.law->timeDerivative(rate);
    element.formulas->gamma(element.map.pair(at), gamma);
    if (!finite(value) || !finite(rate) || !finite(gamma)) return element.part.index;
  }
  return -1;
}

}  // namespace

std::string EquationsOfMotion::notFinitePart() const {
  for (const int driver : {notFiniteDriver(planar_, at_), notFiniteDriver(spatial_, at_)})
    if (driver >= 0)
      return partWords(mechanism_, {PartRef::Kind::Driver, driver}) + ": " +
             mechanism_.drivers[std::size_t(driver)].motion;
  for (int i = 0; i < std::ssize(mechanism_.constraints); ++i)
    if (const std::string text = formulas_->notFiniteText(i, at_); !text.empty())
      return partWords(mechanism_, {PartRef::Kind::Constraint, i}) + ": " + text;
  for (std::size_t i = 0; i < mechanism_.forces.size(); ++i) {
    const bool isStop = std::holds_alternative<Stop>(mechanism_.forces[i].kind);
    const PartRef part{PartRef::Kind::Force, static_cast<int>(i)};
    if (expressionForces_[i]) {
      const std::string text = expressionForces_[i]->notFiniteText(at_);
      if (!text.empty()) return partWords(mechanism_, part) + (isStop ? "" : ": " + text);
    }
    if (!finiteForce(planar_, at_, part.index) || !finiteForce(spatial_, at_, part.index))
      return partWords(mechanism_, part);
  }
  for (int k = 0; controls_ && k < controls_->count(); ++k)
    if (!controls_->function(k).isFinite(at_))
      return "'" + controls_->name(k) + "': " + controls_->function(k).text();
  return {};
}

}  // namespace holonom
