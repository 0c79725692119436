// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/pane_setup.h"

#include <algorithm>
#include <tuple>

#include "gui/base/channel_words.h"
#include "gui/base/window_text.h"
#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

QString unitsOf(const std::vector<Channel>& channels) {
  QStringList units;
  for (const Channel& channel : channels)
    if (const QString unit = QString::fromStdString(channel.unit); !unit.isEmpty() && !units.contains(unit))
      units << unit;
  return units.join(QStringLiteral(", "));
}

template <typename Predicate>
bool any(const std::vector<Channel>& channels, Predicate&& predicate) {
  return std::any_of(channels.begin(), channels.end(), predicate);
}

/// What the channels of a value axis measure.
QString quantityOf(const PlotSpec& spec, const std::vector<Channel>& channels) {
  if (channels.empty()) return spec.quantity;
  const bool foreign = any(channels, [&](const Channel& c) { return !offers(spec.topic, c); });
  const bool varied = spec.topic == PlotTopic::Free || spec.topic == PlotTopic::Acceleration ||
                      spec.topic == PlotTopic::Outputs;
  if (!foreign && !varied) {
    const bool counts = spec.topic == PlotTopic::Order &&
                        any(channels, [](const Channel& c) { return c.name != "step.order"; });
    return counts ? tr("count") : spec.quantity;
  }
  const QString first = channelQuantity(channels.front());
  return any(channels, [&](const Channel& c) { return channelQuantity(c) != first; }) ? tr("value") : first;
}

/// A free pane is called by what it shows, and so are outputs.
void putTitle(PaneSetup& setup, const PlotSpec& spec) {
  setup.title = spec.title;
  setup.hint = spec.hint;
  const bool open = spec.topic == PlotTopic::Free || spec.topic == PlotTopic::Outputs;
  if (open && !setup.channels.empty()) {
    QStringList words;
    for (const Channel& channel : setup.channels)
      if (const QString word = channelQuantity(channel); !words.contains(word)) words << word;
    setup.title = words.join(QStringLiteral(", "));
    setup.title[0] = setup.title[0].toUpper();
    if (any(setup.channels, [&](const Channel& c) { return !offers(spec.topic, c); })) setup.hint.clear();
  } else if (spec.topic == PlotTopic::Acceleration &&
             any(setup.channels, [](const Channel& c) { return c.kind != ChannelKind::Acceleration; })) {
    setup.title = tr("Motion");
    setup.hint.clear();
  }
}

void addCurves(PaneSetup& setup, const PaneSelection& selection, const std::vector<PlottedRun>& drawn,
               const PlotCurves& before) {
  const QStringList& names = selection.shown();
  const auto runs = static_cast<int>(selection.runs().size());
  for (const QString& name : names) {
    if (name == selection.drawnAgainst()) continue;  // against itself it is a straight line
    LegendEntry entry;
    const int side = selection.sideOf(name);
    for (const auto& run : drawn) {
      const int channel = run.recording->channelIndex(name.toStdString());
      if (channel < 0) continue;
      const QColor colour = curveColour(run.colour, runs, static_cast<int>(setup.chart.legend.size()));
      if (entry.samples.empty())
        setup.channels.push_back(run.recording->channels()[static_cast<std::size_t>(channel)]);
      PlotCurves& curves = setup.chart.set.curves;
      entry.samples.push_back({colour, curves.size(), run.mark});
      curves.push_back(
          std::make_unique<PlotCurve>(run.recording, channel, selection.scaleOf(side), colour, side));
      curves.back()->adopt(before);
      curves.back()->setBrokenOff(run.failed);
    }
    if (entry.samples.empty()) continue;
    entry.name = channelLabel(setup.channels.back()) + (side == 1 ? QString::fromUtf8(" →") : QString());
    setup.chart.legend.push_back(std::move(entry));
  }
}

void addAbscissae(CurveSet& set, const QString& name, const std::vector<PlottedRun>& drawn,
                  const PlotCurves& before) {
  for (const auto& run : drawn) {
    const int channel = run.recording->channelIndex(name.toStdString());
    if (channel < 0) continue;
    set.abscissae.push_back(
        std::make_unique<PlotCurve>(run.recording, channel, PlotScale::Linear, run.colour));
    set.abscissae.back()->adopt(before);
  }
}

FormWords wordsOf(const PaneSelection& selection, const QString& hint) {
  FormWords words{hint, tr("time"), QStringLiteral("s"), {}};
  const QString against = selection.drawnAgainst();
  const auto channel = selection.channelNamed(against);
  selection.form().describe(words, channel ? channelLabel(*channel) : against,
                            channel ? QString::fromStdString(channel->unit) : QString());
  return words;
}

AxisWords valueAxis(const PaneSelection& selection, const std::vector<Channel>& channels,
                    const FormWords& words, int side) {
  std::vector<Channel> members;
  std::copy_if(channels.begin(), channels.end(), std::back_inserter(members), [&](const Channel& channel) {
    return selection.sideOf(QString::fromStdString(channel.name)) == side;
  });
  AxisWords axis;
  axis.scale = selection.scaleOf(side);
  axis.quantity = words.quantity.isEmpty() ? quantityOf(selection.spec(), members) : words.quantity;
  axis.unit = unitsOf(members);
  return axis;
}

QString hintOfDifference(const std::vector<PlottedRun>& runs) {
  if (runs.size() < 2) return tr("the difference comes with a second run");
  const PlottedRun& first = runs.front();
  return tr("difference to %1").arg(first.mark.isEmpty() ? first.label : tr("run %1").arg(first.mark));
}

}  // namespace

PaneSetup paneSetup(const PaneSelection& selection, const std::vector<PlottedRun>& drawn,
                    const CurveSet& before) {
  PaneSetup setup;
  setup.chart.form = &selection.form();
  if (selection.reference()) {  // otherwise channels are not known yet
    addCurves(setup, selection, drawn, before.curves);
    if (selection.form().againstAnother)
      addAbscissae(setup.chart.set, selection.abscissa(), drawn, before.abscissae);
  }
  putTitle(setup, selection.spec());
  const FormWords words = wordsOf(selection, setup.hint);
  setup.hint = selection.state().difference ? hintOfDifference(selection.runs()) : words.hint;
  setup.chart.horizontal = {PlotScale::Linear, words.horizontal, words.horizontalUnit};
  setup.chart.left = valueAxis(selection, setup.channels, words, 0);
  setup.chart.right = valueAxis(selection, setup.channels, words, 1);
  return setup;
}

DataTable visibleTable(const PaneSelection& selection, const std::vector<PlottedRun>& drawn,
                       AxisRange window) {
  DataTable table;
  QStringList names = selection.shown();
  if (const QString against = selection.drawnAgainst(); !against.isEmpty()) names.prepend(against);
  for (const auto& run : drawn) {
    if (!run.recording->ready()) continue;
    DataTable::Part part{run.recording, run.label, {0}, 0, 0, run.mark};
    for (const QString& name : names)
      if (const int channel = run.recording->channelIndex(name.toStdString());
          channel > 0 &&
          std::find(part.channels.begin(), part.channels.end(), channel) == part.channels.end())
        part.channels.push_back(channel);
    if (part.channels.size() < 2) continue;
    std::tie(part.first, part.last) = rowsBetween(*run.recording, window.low, window.high);
    table.parts.push_back(std::move(part));
  }
  return table;
}

}  // namespace holonom
