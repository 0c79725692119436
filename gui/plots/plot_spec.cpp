// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_spec.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gui/base/window_text.h"

namespace holonom {

namespace {

constexpr std::size_t kMostCandidates = 200;  // channels looked at for a default, and rows sampled of each
constexpr std::size_t kMostSampled = 500;
constexpr std::size_t kShown = 3, kMostOutputs = 6;

struct Candidate {
  QString name;
  std::string unit, part;
  double range = 0, largest = 0;
};

void sample(Candidate& candidate, const Recording& recording, int channel) {
  const std::size_t size = recording.size();
  double low = INFINITY, high = -INFINITY;
  const std::size_t stride = std::max<std::size_t>(1, size / kMostSampled);
  for (std::size_t row = size / 20; row < size; row += stride) {  // without the start-up
    const double value = recording.value(row, channel);
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (!(high >= low)) return;
  candidate.range = high - low;
  candidate.largest = std::max(std::abs(low), std::abs(high));
}

std::vector<Candidate> candidates(ChannelKind kind, const Recording& recording) {
  std::vector<Candidate> found;
  const auto& channels = recording.channels();
  for (std::size_t c = 0; c < channels.size() && found.size() < kMostCandidates; ++c) {
    if (channels[c].kind != kind) continue;
    found.push_back({QString::fromStdString(channels[c].name), channels[c].unit, channels[c].part});
    sample(found.back(), recording, static_cast<int>(c));
  }
  return found;
}

QStringList firstNames(const std::vector<Candidate>& list) {
  QStringList names;
  for (std::size_t i = 0; i < std::min(kShown, list.size()); ++i) names << list[i].name;
  return names;
}

// Those that vary by more than what rounding and the solver leave of the largest of their unit; where none
// does, those that are more than that.
void keepVarying(std::vector<Candidate>& list) {
  constexpr double kNoise = 1e-5, kFaint = 1e-6, kOfOthers = 1e-9;
  std::map<std::string, double> largest;
  double range = 0, ofAll = 0;
  for (const auto& candidate : list) {
    double& most = largest[candidate.unit];
    most = std::max(most, candidate.largest);
    ofAll = std::max(ofAll, most);
  }
  const auto isNoise = [&](const Candidate& c, double value) {
    return !(value > std::max(kNoise * largest[c.unit], kOfOthers * ofAll));
  };
  for (const auto& candidate : list)
    if (!isNoise(candidate, candidate.range)) range = std::max(range, candidate.range);
  if (range > 0) {
    std::erase_if(list, [&](const Candidate& c) { return isNoise(c, c.range) || c.range < kFaint * range; });
  } else if (std::any_of(list.begin(), list.end(), [](const Candidate& c) { return c.largest > 0; })) {
    std::erase_if(list, [&](const Candidate& c) { return isNoise(c, c.largest); });
  }
}

// One unit (the one most channels have), largest range first, and each part once before any part twice.
void sortByVariety(std::vector<Candidate>& list) {
  std::map<std::string, int> unitCount, partSeen;
  for (const auto& candidate : list) ++unitCount[candidate.unit];
  const auto unit = std::max_element(unitCount.begin(), unitCount.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  if (unit != unitCount.end()) std::erase_if(list, [&](const Candidate& c) { return c.unit != unit->first; });
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.range > b.range; });
  std::map<QString, int> turn;
  for (const auto& candidate : list) turn[candidate.name] = partSeen[candidate.part]++;
  std::stable_sort(list.begin(), list.end(),
                   [&](const auto& a, const auto& b) { return turn[a.name] < turn[b.name]; });
}

/// Quantities of controllers are outputs of these.
bool isOfModel(const Channel& channel) { return channel.kind == ChannelKind::Output && channel.part.empty(); }

QStringList outputsIn(const QString& unit, const Recording& recording) {
  QStringList names;
  for (const Channel& channel : recording.channels())
    if (isOfModel(channel) && QString::fromStdString(channel.unit) == unit)
      names << QString::fromStdString(channel.name);
  return names.mid(0, kMostOutputs);
}

QStringList present(const Recording& recording, const QStringList& names) {
  QStringList found;
  for (const QString& name : names)
    if (recording.channelIndex(name.toStdString()) >= 0) found << name;
  return found;
}

}  // namespace

const std::vector<PlotSpec>& plotSpecs() {
  static const std::vector<PlotSpec> specs{
      {PlotTopic::Outputs, "outputs", tr("Outputs"), tr("outputs of the model"),
       tr("The quantities that the model declares as its outputs, those of one unit."), tr("value"),
       PlotScale::Linear, false},
      {PlotTopic::Acceleration, "acceleration", tr("Acceleration"), tr("how the bodies speed up"),
       tr("Accelerations of the bodies' centres of mass. Positions, velocities and outputs can be shown here "
          "as well."),
       tr("acceleration"), PlotScale::Linear},
      {PlotTopic::Reactions, "reactions", tr("Reactions (multipliers λ)"),
       tr("noisy reactions show here as spikes"),
       tr("Forces and moments with which the joints hold the parts together: the Lagrange multipliers λ. "
          "Single samples that stick out come from the method, not from the mechanism."),
       tr("reaction"), PlotScale::Linear},
      {PlotTopic::Drift, "drift", tr("Constraint drift"), tr("how far the joints come apart"),
       tr("Largest violation of the joints' equations: position (gap), velocity and acceleration level. A "
          "value of zero is drawn at the lower border."),
       tr("violation"), PlotScale::Logarithmic},
      {PlotTopic::Energy, "energy", tr("Energy"), tr("a constant balance means nothing is lost"),
       tr("Kinetic and potential energy, their total, and the balance: total minus the work of drivers, "
          "forces and dampers."),
       tr("energy"), PlotScale::Linear},
      {PlotTopic::Order, "order", tr("Order"), tr("high order: smooth motion, long steps"),
       tr("Order of the formula in each accepted step. Counts of Newton iterations and rejected attempts can "
          "be shown too."),
       tr("order"), PlotScale::Steps},
      {PlotTopic::StepSize, "stepSize", tr("Step size"), tr("short steps: here the method works hard"),
       tr("Size h of each accepted step."), tr("step size h"), PlotScale::Logarithmic},
      {PlotTopic::Independence, "independence", tr("Constraints"),
       tr("σ near 0: close to a singular configuration"),
       tr("How independent the constraints are. σ, the smallest singular value of their scaled matrix, is 0 "
          "where they depend on each other; their condition is the largest over the smallest."),
       tr("σ, condition"), PlotScale::Logarithmic, false}};
  return specs;
}

const PlotSpec& freeSpec() {
  static const PlotSpec spec{PlotTopic::Free,
                             "free",
                             tr("Empty pane"),
                             "",
                             tr("Shows any quantity of the run: drag it here, or search for it (Ctrl+K)."),
                             tr("value"),
                             PlotScale::Linear};
  return spec;
}

const PlotSpec* findSpec(const QString& key) {
  if (key == freeSpec().key) return &freeSpec();
  const auto& specs = plotSpecs();
  const auto found =
      std::find_if(specs.begin(), specs.end(), [&](const PlotSpec& spec) { return key == spec.key; });
  return found == specs.end() ? nullptr : &*found;
}

bool offers(PlotTopic topic, const Channel& channel) {
  switch (topic) {
    case PlotTopic::Outputs:
      return channel.kind == ChannelKind::Output || channel.kind == ChannelKind::Measure;
    case PlotTopic::Acceleration:
      return channel.kind == ChannelKind::Acceleration || channel.kind == ChannelKind::Velocity ||
             channel.kind == ChannelKind::Position || channel.kind == ChannelKind::Output;
    case PlotTopic::Reactions:
      return channel.kind == ChannelKind::Multiplier ||
             (channel.kind == ChannelKind::Measure && channel.unit.starts_with('N'));
    case PlotTopic::Drift: return channel.kind == ChannelKind::Drift;
    case PlotTopic::Energy: return channel.kind == ChannelKind::Energy;
    case PlotTopic::Order: return channel.kind == ChannelKind::Step && channel.name != "step.h";
    case PlotTopic::StepSize: return channel.name == "step.h";
    case PlotTopic::Independence: return channel.kind == ChannelKind::Independence;
    case PlotTopic::Free: return channel.kind != ChannelKind::Time;
  }
  return false;
}

QStringList outputUnits(const Recording& recording) {
  QStringList units;
  for (const Channel& channel : recording.channels())
    if (const QString unit = QString::fromStdString(channel.unit);
        isOfModel(channel) && !units.contains(unit))
      units << unit;
  return units;
}

QStringList defaultChannels(PlotTopic topic, const Recording& recording, int unit) {
  switch (topic) {
    case PlotTopic::Outputs: return outputsIn(outputUnits(recording).value(unit), recording);
    case PlotTopic::Acceleration: {
      auto list = candidates(ChannelKind::Acceleration, recording);
      keepVarying(list);
      sortByVariety(list);
      return firstNames(list);
    }
    case PlotTopic::Reactions: {
      auto list = candidates(ChannelKind::Multiplier, recording);
      keepVarying(list);
      return firstNames(list);
    }
    case PlotTopic::Drift: return firstNames(candidates(ChannelKind::Drift, recording));
    case PlotTopic::Energy: {
      const QStringList usual{"energy.kinetic", "energy.potential", "energy.total", "energy.balance"};
      const QStringList found = present(recording, usual);
      return found.isEmpty() ? firstNames(candidates(ChannelKind::Energy, recording)) : found;
    }
    case PlotTopic::Order: return present(recording, {"step.order"});
    case PlotTopic::StepSize: return present(recording, {"step.h"});
    case PlotTopic::Independence: return firstNames(candidates(ChannelKind::Independence, recording));
    case PlotTopic::Free: break;
  }
  return {};
}

}  // namespace holonom
