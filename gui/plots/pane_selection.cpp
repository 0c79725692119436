// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/pane_selection.h"

#include <algorithm>

namespace holonom {

namespace {

constexpr std::size_t kRowsToJudgeBy = 200;  // enough of a run to see which channels vary

}  // namespace

const Recording* PaneSelection::reference() const {
  for (const auto& run : runs_)
    if (run.recording->ready()) return run.recording.get();
  return nullptr;
}

std::optional<Channel> PaneSelection::channelNamed(const QString& name) const {
  const Recording* recording = reference();
  const int index = recording ? recording->channelIndex(name.toStdString()) : -1;
  if (index < 0) return std::nullopt;
  return recording->channels()[static_cast<std::size_t>(index)];
}

void PaneSelection::setRuns(const std::vector<PlottedRun>& runs) {
  runs_ = runs;
  std::erase_if(runs_, [](const PlottedRun& run) { return run.recording == nullptr; });
  settled_ = false;
}

void PaneSelection::choose(const QStringList& names) {
  state_.channels = names;
  state_.chosen = !names.isEmpty();
  ofOtherModel_ = settled_ = false;
  if (names.isEmpty()) shown_.clear();
}

void PaneSelection::restore(const PaneState& state) {
  state_ = state;
  state_.topic = spec_.key;
  if (!state.chosen) state_.channels.clear();
  shown_ = state_.channels;
  choose(state.chosen ? state.channels : QStringList());
}

bool PaneSelection::canSettle(bool running) const {
  const std::size_t size = reference() ? reference()->size() : 0;
  return !settled_ && (size >= kRowsToJudgeBy || (!running && size > 1));
}

// The user's choice where any of it exists, in another model than it was made for where all of it does;
// otherwise a default.
void PaneSelection::update(bool running) {
  const auto exists = [this](const QString& name) { return channelNamed(name).has_value(); };
  const QStringList& wanted = state_.channels;
  const auto known = std::count_if(wanted.begin(), wanted.end(), exists);
  if (known > 0 && (known == wanted.size() || !ofOtherModel_)) {
    settled_ = true;
    shown_ = wanted;
    return;
  }
  settled_ = false;
  settled_ = canSettle(running);
  const bool keep = !settled_ && std::any_of(shown_.begin(), shown_.end(), exists);
  if (!keep) shown_ = defaultChannels(spec_.topic, *reference(), state_.unit);
}

QString PaneSelection::abscissa() const {
  return channelNamed(state_.abscissa) || shown_.isEmpty() ? state_.abscissa : shown_.front();
}

std::optional<int> PaneSelection::chosenSide(const QString& name) const {
  const auto found = state_.sides.find(name);
  return found == state_.sides.end() ? std::nullopt : std::optional(found.value());
}

void PaneSelection::setSide(const QString& name, std::optional<int> side) {
  if (side) state_.sides[name] = *side;
  else state_.sides.remove(name);
}

// The first unit has the left axis, all others share the right one. Violations of all levels stay together:
// they are compared by their powers of ten.
int PaneSelection::sideOf(const QString& name) const {
  if (const auto chosen = chosenSide(name)) return *chosen;
  if (spec_.topic == PlotTopic::Drift) return 0;
  const auto channel = channelNamed(name);
  if (!channel) return 0;
  const QString horizontal = drawnAgainst();
  for (const QString& other : shown_)
    if (const auto first = other == horizontal ? std::nullopt : channelNamed(other);
        first && chosenSide(other).value_or(0) == 0)
      return first->unit == channel->unit ? 0 : 1;
  return 0;
}

bool PaneSelection::isLogarithmic() const {
  return canBeLogarithmic() && state_.logarithmic.value_or(spec_.scale == PlotScale::Logarithmic);
}

void PaneSelection::setLogarithmic(bool on) {
  state_.logarithmic = on;
  if (on == (spec_.scale == PlotScale::Logarithmic)) state_.logarithmic.reset();
}

PlotScale PaneSelection::scaleOf(int side) const {
  if (!isLogarithmic())
    return spec_.scale == PlotScale::Steps && form().overTime ? PlotScale::Steps : PlotScale::Linear;
  if (side == 0 || spec_.topic == PlotTopic::Free) return PlotScale::Logarithmic;
  const bool any = std::any_of(shown_.begin(), shown_.end(), [this](const QString& name) {
    const auto channel = channelNamed(name);
    return channel && sideOf(name) == 1 && offers(spec_.topic, *channel);
  });
  return any ? PlotScale::Logarithmic : PlotScale::Linear;
}

}  // namespace holonom
