// SPDX-License-Identifier: GPL-3.0-or-later
// Which curves a pane shows on which axis, and in what words.
#include <algorithm>

#include "core/results/difference.h"
#include "gui/base/channel_words.h"
#include "gui/plots/channel_selector.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_table.h"
#include "gui/plots/plot_title.h"
#include "gui/plots/plot_view.h"
#include "gui/plots/statistics_strip.h"

namespace holonom {

namespace {

QString unitsOf(const std::vector<Channel>& channels) {
  QStringList units;
  for (const Channel& channel : channels)
    if (const QString unit = QString::fromStdString(channel.unit); !unit.isEmpty() && !units.contains(unit))
      units << unit;
  return units.join(QStringLiteral(", "));
}

std::optional<Channel> channelNamed(const Recording* recording, const QString& name) {
  const int index = recording ? recording->channelIndex(name.toStdString()) : -1;
  if (index < 0) return std::nullopt;
  return recording->channels()[static_cast<std::size_t>(index)];
}

}  // namespace

// The first unit has the left axis, all others share the right one. Violations of all levels stay together:
// they are compared by their powers of ten.
int PlotView::sideOf(const QString& name) const {
  if (const auto chosen = chosenSide(name)) return *chosen;
  if (spec_.topic == PlotTopic::Drift) return 0;
  const auto channel = channelNamed(reference(), name);
  if (!channel) return 0;
  const QString horizontal = state_.mode == PaneMode::Phase ? abscissa() : QString();
  for (const QString& other : shown_)
    if (const auto first = other == horizontal ? std::nullopt : channelNamed(reference(), other);
        first && chosenSide(other).value_or(0) == 0)
      return first->unit == channel->unit ? 0 : 1;
  return 0;
}

/// Differences that were there before are kept with what they have taken in.
void PlotView::drawFrom(const QStringList& names) {
  auto before = std::move(differences_);
  differences_.clear();
  drawn_ = runs_;
  if (!state_.difference || runs_.size() < 2) return;
  drawn_.clear();
  std::vector<std::string> channels;
  for (const QString& name : names) channels.push_back(name.toStdString());
  if (state_.mode == PaneMode::Phase && !names.contains(abscissa()))
    channels.push_back(abscissa().toStdString());
  for (std::size_t i = 1; i < runs_.size(); ++i) {
    const auto &run = runs_[i].recording, &first = runs_[0].recording;
    const auto same = [&](const auto& one) { return one && one->isOf(run, first, channels); };
    const auto found = std::find_if(before.begin(), before.end(), same);
    differences_.push_back(found != before.end()
                               ? std::move(*found)
                               : std::make_unique<DifferenceRecording>(run, first, channels));
    drawn_.push_back({differences_.back()->recording(), tr("%1 − %2").arg(runs_[i].label, runs_[0].label),
                      runs_[i].colour, runs_[i].mark, runs_[i].failed || runs_[0].failed});
  }
}

bool PlotView::growDifferences(std::size_t mostRows) {
  constexpr std::size_t kAtLeast = 1000;
  constexpr std::size_t kMost = 10000;  // each is computed from several rows of both runs
  bool grown = false;
  for (const auto& difference : differences_)
    grown = difference->advance(std::clamp(mostRows, kAtLeast, kMost)) || grown;
  return grown;
}

// Curves that were there before are kept with what they have taken in.
void PlotView::showChannels(const QStringList& names) {
  shown_ = names;
  drawFrom(names);
  const auto ready = [](const PlottedRun& run) { return run.recording->ready(); };
  readyRuns_ = static_cast<std::size_t>(std::count_if(runs_.begin(), runs_.end(), ready) +
                                        std::count_if(drawn_.begin(), drawn_.end(), ready));
  std::vector<Channel> channels;
  ChartSetup setup = this->setup(names, channels);
  area_->present(std::move(setup));
  showTitle(channels);
  offerChannels();
  fillStrip();
  if (state_.mode == PaneMode::Table) table()->rows().setTable(visibleTable());
}

ChartSetup PlotView::setup(const QStringList& names, std::vector<Channel>& channels) const {
  ChartSetup setup;
  setup.mode = state_.mode;
  addCurves(setup, names, channels);
  std::vector<Channel> bySide[2];
  for (const Channel& channel : channels)
    bySide[sideOf(QString::fromStdString(channel.name))].push_back(channel);
  for (const auto& [axis, members] : {std::pair{&setup.left, &bySide[0]}, {&setup.right, &bySide[1]}}) {
    axis->scale = scaleOf(axis == &setup.right);
    axis->quantity = axisQuantity(*members);
    if (state_.mode == PaneMode::Spectrum) axis->quantity = tr("amplitude");
    axis->unit = unitsOf(*members);
  }
  setup.horizontal = {PlotScale::Linear, tr("time"), QStringLiteral("s")};
  if (state_.mode == PaneMode::Spectrum)
    setup.horizontal = {PlotScale::Linear, tr("frequency"), QStringLiteral("Hz")};
  if (state_.mode == PaneMode::Phase) addAbscissa(setup);
  return setup;
}

PlotScale PlotView::scaleOf(int side) const {
  if (side == 0 || scale() != PlotScale::Logarithmic || spec_.topic == PlotTopic::Free) return scale();
  for (const QString& name : shown_)
    if (const auto channel = channelNamed(reference(), name);
        channel && sideOf(name) == 1 && offers(spec_.topic, *channel))
      return scale();
  return PlotScale::Linear;
}

void PlotView::addCurves(ChartSetup& setup, const QStringList& names, std::vector<Channel>& channels) const {
  const QString horizontal = state_.mode == PaneMode::Phase ? abscissa() : QString();
  for (const QString& name : names) {
    if (name == horizontal && names.size() > 1) continue;  // against itself it is a straight line
    LegendEntry entry;
    const int side = sideOf(name);
    for (const auto& run : drawn_) {
      const int channel = run.recording->channelIndex(name.toStdString());
      if (channel < 0) continue;
      const QColor colour =
          curveColour(run.colour, static_cast<int>(runs_.size()), static_cast<int>(setup.legend.size()));
      if (entry.samples.empty())
        channels.push_back(run.recording->channels()[static_cast<std::size_t>(channel)]);
      entry.samples.push_back({colour, setup.curves.size(), run.mark});
      setup.curves.push_back(
          std::make_unique<PlotCurve>(run.recording, channel, scaleOf(side), colour, side));
      setup.curves.back()->adopt(area_->curves());
      setup.curves.back()->setBrokenOff(run.failed);
    }
    if (entry.samples.empty()) continue;
    entry.name = channelLabel(channels.back()) + (side == 1 ? QString::fromUtf8(" →") : QString());
    setup.legend.push_back(std::move(entry));
  }
}

void PlotView::addAbscissa(ChartSetup& setup) const {
  const QString name = abscissa();
  for (const auto& run : drawn_) {
    const int channel = run.recording->channelIndex(name.toStdString());
    if (channel < 0) continue;
    setup.abscissae.push_back(
        std::make_unique<PlotCurve>(run.recording, channel, PlotScale::Linear, run.colour));
    setup.abscissae.back()->adopt(area_->content().abscissae());
  }
  const auto channel = channelNamed(reference(), name);
  if (channel)
    setup.horizontal = {PlotScale::Linear, channelLabel(*channel), QString::fromStdString(channel->unit)};
}

QString PlotView::axisQuantity(const std::vector<Channel>& channels) const {
  if (channels.empty()) return spec_.quantity;
  const bool own = spec_.topic != PlotTopic::Free && spec_.topic != PlotTopic::Acceleration &&
                   std::all_of(channels.begin(), channels.end(),
                               [this](const Channel& c) { return offers(spec_.topic, c); });
  if (own) {
    const bool counts = spec_.topic == PlotTopic::Order &&
                        std::any_of(channels.begin(), channels.end(),
                                    [](const Channel& c) { return c.name != "step.order"; });
    return counts ? tr("count") : spec_.quantity;
  }
  const QString quantity = channelQuantity(channels.front());
  const bool same = std::all_of(channels.begin(), channels.end(),
                                [&](const Channel& c) { return channelQuantity(c) == quantity; });
  return same ? quantity : tr("value");
}

QString PlotView::title() const { return title_->title(); }

void PlotView::showTitle(const std::vector<Channel>& channels) {
  QString title = spec_.title, hint = spec_.hint;
  if (spec_.topic == PlotTopic::Free && !channels.empty()) {
    QStringList words;
    for (const Channel& channel : channels)
      if (const QString word = channelQuantity(channel); !words.contains(word)) words << word;
    title = words.join(QStringLiteral(", "));
    title[0] = title[0].toUpper();
  } else if (spec_.topic == PlotTopic::Acceleration &&
             std::any_of(channels.begin(), channels.end(),
                         [](const Channel& channel) { return channel.kind != ChannelKind::Acceleration; })) {
    title = tr("Motion");
    hint.clear();
  }
  switch (state_.mode) {
    case PaneMode::Time: break;
    case PaneMode::Phase: {
      const auto channel = channelNamed(reference(), abscissa());
      const QString name = channel ? channelLabel(*channel) : abscissa();
      hint = name.isEmpty() ? QString() : tr("against %1").arg(name);  // without a run there is none yet
      break;
    }
    case PaneMode::Spectrum: hint = tr("which frequencies the visible range holds"); break;
    case PaneMode::Table: hint = tr("every accepted step"); break;
  }
  if (state_.difference && runs_.size() > 1)
    hint =
        tr("difference to %1")
            .arg(runs_.front().mark.isEmpty() ? runs_.front().label : tr("run %1").arg(runs_.front().mark));
  else if (state_.difference) hint = tr("the difference comes with a second run");
  title_->setTexts(title, hint);
  area_->setAccessibleName(hint.isEmpty() ? title : QStringLiteral("%1, %2").arg(title, hint));
}

void PlotView::offerChannels() {
  std::vector<Channel> offered;
  if (const Recording* recording = reference())
    std::copy_if(recording->channels().begin(), recording->channels().end(), std::back_inserter(offered),
                 [this](const Channel& channel) {
                   return offers(spec_.topic, channel) ||
                          shown_.contains(QString::fromStdString(channel.name));
                 });
  selector_->setVisible(offered.size() > 1);
  selector_->setOffered(std::move(offered));
  selector_->setChosen(shown_);
}

void PlotView::fillStrip() {
  if (!state_.statistics && !strip_) return;
  std::vector<StatisticsStrip::Row> rows;
  if (state_.statistics)
    for (const auto& curve : area_->curves()) {
      const Channel& channel = curve->recording().channels()[static_cast<std::size_t>(curve->channel())];
      const auto run = std::find_if(drawn_.begin(), drawn_.end(),
                                    [&](const PlottedRun& one) { return one.recording == curve->source(); });
      const QString mark =
          run == drawn_.end() || run->mark.isEmpty() ? QString() : run->mark + QStringLiteral("  ");
      rows.push_back({curve->source(), curve->channel(), mark + channelLabel(channel),
                      QString::fromStdString(channel.unit), curve->colour()});
    }
  statistics()->setRows(std::move(rows));
}

}  // namespace holonom
