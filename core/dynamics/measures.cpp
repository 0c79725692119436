// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/measures.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/base/text.h"
#include "core/model/building.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

std::string bodyWords(const Mechanism& mechanism, int body) {
  return body < 0 ? tr("the ground") : mechanism.bodies[std::size_t(body)].name;
}

/// What a force exerts: "leg force", "push force x".
std::string labelOf(const std::string& force, std::string_view quantity, bool moment) {
  const std::string label = moment ? tr("{} moment", force) : tr("{} force", force);
  return quantity.size() == 2 ? label + ' ' + quantity.back() : label;  // "fx"
}

/// "A angle", "guide travel"; with a number where the joint has more than one of the sort.
std::string labelOf(const Joint& joint, int k, bool isRate) {
  const std::string label = slideAxis(joint, k)
                                ? isRate ? tr("{} velocity", joint.name) : tr("{} travel", joint.name)
                            : isRate ? tr("{} angular velocity", joint.name)
                                     : tr("{} angle", joint.name);
  const auto alike = [&](int end) {
    int count = 0;
    for (int i = 0; i < end; ++i) count += coordinateOf(joint, i) == coordinateOf(joint, k);
    return count;
  };
  return alike(coordinateCount(joint)) > 1 ? label + ' ' + std::to_string(alike(k + 1)) : label;
}

/// Names that outputs have, and states that count turns.
std::unordered_set<std::string> takenIn(const Mechanism& mechanism) {
  std::unordered_set<std::string> names;
  for (const Output& output : mechanism.outputs) names.insert(output.name);
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) names.insert(quantity.symbol);
  return names;
}

/// Where a coordinate of a joint begins, as its driver or else the start of the model says.
SymbolReader beginOf(const Mechanism& mechanism, int joint, int coordinate) {
  for (int i = 0; i < std::ssize(mechanism.drivers); ++i)
    if (const Driver& driver = mechanism.drivers[std::size_t(i)];
        driver.joint == joint && driver.coordinate == coordinate)
      return [i](const EquationsOfMotion& equations, const State& state) {
        return equations.prescribedPosition(i, state.t);
      };
  const double given = jointCoordinate(mechanism, mechanism.joints[std::size_t(joint)], coordinate);
  return [given](const EquationsOfMotion&, const State&) { return given; };
}

}  // namespace

Measures::Measures(const EquationsOfMotion& equations) {
  const Mechanism& mechanism = equations.mechanism();
  if (mechanism.joints.size() + mechanism.forces.size() > kMost) return;
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) addJoint(equations, int(i));
  for (const Force& force : mechanism.forces) {
    if (lineOf(force)) {
      add(equations, force.name, ".length", {});
      items_.back().itsRate = force.name + ".rate";
      add(equations, force.name, ".rate", {});
    }
    for (const char* quantity : exertedBy(mechanism, force))
      add(equations, force.name, std::string(".") + quantity,
          labelOf(force.name, quantity, isMoment(mechanism, force, quantity)));
  }
  const std::unordered_set<std::string> taken = takenIn(mechanism);
  std::erase_if(items_, [&](const Item& item) { return taken.contains(item.channel.name); });
}

void Measures::addTo(std::vector<Channel>& channels) const {
  for (std::size_t i = 0; i < items_.size(); ++i) {
    channels.push_back(items_[i].channel);
    if (i + 1 == items_.size() || items_[i].itsRate != items_[i + 1].channel.name) continue;
    channels.back().rate = int(channels.size());
    channels.back().isPosition = true;
  }
}

void Measures::add(const EquationsOfMotion& equations, const std::string& part, const std::string& quantity,
                   const std::string& label) {
  const std::string name = part + quantity;
  items_.push_back(
      {{name, unitOfSymbol(equations.mechanism(), name).value_or(""), ChannelKind::Measure, part, label},
       symbolReader(name, equations)});
}

void Measures::addJoint(const EquationsOfMotion& equations, int number) {
  const Mechanism& mechanism = equations.mechanism();
  const Joint& joint = mechanism.joints[std::size_t(number)];
  const bool inSpace = actsInSpace(mechanism, joint);
  for (int k = 0; k < coordinateCount(joint); ++k) {
    if (!isDrivable(mechanism, joint, k) ||
        coordinateOf(joint, k) == JointCoordinate::Cardan)  // they leap where the middle one is a right angle
      continue;
    const auto [position, velocity] = coordinateSymbols(k);
    add(equations, joint.name, position, labelOf(joint, k, false));
    items_.back().itsRate = joint.name + velocity;
    if (inSpace && !slideAxis(joint, k)) {
      items_.back().rate = symbolReader(joint.name + velocity, equations);
      items_.back().begin = beginOf(mechanism, number, k);
    }
    add(equations, joint.name, velocity, labelOf(joint, k, true));
  }
  if (!inSpace) return;
  constexpr std::array<const char*, 6> kComponents{"fx", "fy", "fz", "tx", "ty", "tz"};
  const std::string on = bodyWords(mechanism, endsOf(joint).second.body);
  for (int k = 0; k < std::ssize(kComponents); ++k) {
    const char* component = kComponents[std::size_t(k)];
    const Channel channel{joint.name + "." + component, k < 3 ? "N" : "N·m", ChannelKind::Measure, joint.name,
                          k < 3 ? tr("{} force {} on {}", joint.name, component[1], on)
                                : tr("{} moment {} on {}", joint.name, component[1], on)};
    items_.push_back({channel, {}, number, k});
  }
}

double Measures::counted(Item& item, const EquationsOfMotion& equations, const State& state) {
  constexpr double kTurn = 2 * std::numbers::pi;
  double value = item.read(equations, state);
  const double rate = item.rate(equations, state);
  const double ahead = item.begun ? item.last + 0.5 * (state.t - item.lastTime) * (item.lastRate + rate)
                                  : item.begin(equations, state);
  value += kTurn * std::round((ahead - value) / kTurn);
  item.begun = true;
  item.lastTime = state.t, item.last = value, item.lastRate = rate;
  return value;
}

double* Measures::fill(const EquationsOfMotion& equations, const State& state, double* out) {
  PartLoad load;
  int loaded = -1;
  for (Item& item : items_) {
    if (item.joint < 0) {
      *out++ = item.rate ? counted(item, equations, state) : item.read(equations, state);
      continue;
    }
    if (std::exchange(loaded, item.joint) != item.joint)
      load = equations.reaction(item.joint, true, state.lambda);
    *out++ = (item.k < 3 ? load.force : load.torque)[item.k % 3];
  }
  return out;
}

}  // namespace holonom
