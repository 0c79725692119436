// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/growth.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/model/editing.h"
#include "core/model/part_references.h"
#include "core/model/part_words.h"

namespace holonom {
namespace {

constexpr double kTenfold = 10;         // of energy
constexpr double kSoon = 0.2;           // of the time since the start
constexpr double kFasterThanAny = 3e5;  // rad, or sizes of the model, per second
constexpr double kFarToGo = 1e6;        // rad, or sizes of the model
constexpr double kWay = 1;              // the same

bool isTurn(const Coordinate& coordinate) { return coordinate.isAngle || coordinate.isRotation; }

/// The force or driver that has the most power, whichever its sign: behind a sample a torque may brake.
PartRef strongest(const EquationsOfMotion& equations, const State& at) {
  PartRef part;
  double most = 0;
  const auto compare = [&](PartRef other, double power) {
    if (std::abs(power) > most) most = std::abs(power), part = other;
  };
  for (int force = 0; force < std::ssize(equations.mechanism().forces); ++force)
    compare({PartRef::Kind::Force, force}, equations.suppliedPower(force));
  Vector rates(equations.constraintCount());
  equations.constraintTimeDerivative(rates);
  for (int row = 0; row < rates.size(); ++row)
    compare(equations.layout().rows[std::size_t(row)].part, at.lambda[row] * rates[row]);
  return part;
}

/// The first controller that the expressions of a force read; null: none.
const Controller* controllerOf(const Mechanism& mechanism, Force force) {
  const PartReferences references = referencesOf(force);
  const auto reads = [&](const Controller& controller) {
    return std::ranges::any_of(references.expressions, [&](const std::string* expression) {
      return mentions(*expression, {controller.name});
    });
  };
  const auto found = std::ranges::find_if(mechanism.controllers, reads);
  return found == mechanism.controllers.end() ? nullptr : &*found;
}

std::string whatFeeds(const Mechanism& mechanism, PartRef part) {
  if (part.kind == PartRef::Kind::None) return tr("Check the signs of springs and dampers.");
  const std::string words = partWords(mechanism, part);
  if (part.kind != PartRef::Kind::Force)
    return tr("Most of the power is that of {}: check its formula.", words);
  if (const Controller* controller = controllerOf(mechanism, mechanism.forces[std::size_t(part.index)]))
    return tr(
        "Most of the power is that of {}, told by controller '{}': check its gains, their signs and its "
        "period, if it has one: gains that are too large for the period let each sample overshoot more "
        "than the one before.",
        words, controller->name);
  return tr("Most of the power is that of {}: check its expression and the sign in it.", words);
}

}  // namespace

void Growth::start(const State& first, double kinetic) {
  began_ = since_ = first.t;
  most_ = kinetic;
  fastest_ = -1;
}

bool Growth::look(const State& at, double kinetic, double toGo, const SystemLayout& layout) {
  if (fastest_ >= 0 || !(kinetic > kTenfold * most_)) return fastest_ >= 0;
  took_ = at.t - since_;
  since_ = at.t;
  most_ = kinetic;
  if (took_ > kSoon * (at.t - began_)) return false;
  double fast = std::max({kFasterThanAny, kFarToGo / toGo, kWay / took_});
  for (int i = 0; i < at.v.size(); ++i) {
    const Coordinate& coordinate = layout.coordinates[std::size_t(i)];
    const double speed = std::abs(at.v[i]) / coordinate.scale;
    if (coordinate.role != Coordinate::Role::Motion || speed <= fast) continue;
    fast = speed;
    fastest_ = i;
  }
  return fastest_ >= 0;
}

std::string Growth::describe(EquationsOfMotion& equations, const State& at) const {
  const Mechanism& mechanism = equations.mechanism();
  const Coordinate& coordinate = equations.layout().coordinates[std::size_t(fastest_)];
  const std::string who = partWords(mechanism, coordinate.part);
  const double parameters = coordinate.isRotation ? 2 : 1;  // ω = 2 |ṗ|
  const std::string speed = significant(parameters * std::abs(at.v[fastest_]), 2);
  equations.moveTo(at.t, at.q, at.v);
  return tr(
      "the motion grows without bound: {}, faster than any machine, and the kinetic energy has become "
      "ten times as large within {} s. {}",
      isTurn(coordinate) ? tr("{} turns at {} rad/s", who, speed) : tr("{} moves at {} m/s", who, speed),
      significant(took_, 2), whatFeeds(mechanism, strongest(equations, at)));
}

}  // namespace holonom
