// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/plots/channel_selector.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_title.h"

namespace holonom {

namespace {

constexpr std::size_t kRowsToJudgeBy = 200;  // enough of a run to see which channels vary

std::size_t countReady(const std::vector<PlottedRun>& runs) {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const PlottedRun& run) { return run.recording->ready(); }));
}

}  // namespace

PlotView::PlotView(const PlotSpec& spec, QWidget* parent)
    : QWidget(parent), spec_(spec), title_(new PlotTitle(this)), selector_(new ChannelSelector(this)),
      area_(new ChartArea(spec, this)) {
  setObjectName(QStringLiteral("plot.") + spec.key);
  title_->setToolTip(spec.help);
  title_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setTitle({});
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 0, 2, 0);
  bar->addWidget(title_, 1);
  bar->addWidget(selector_);
  QSizePolicy keepsRoom = selector_->sizePolicy();  // so that all bars are equally high
  keepsRoom.setRetainSizeWhenHidden(true);
  selector_->setSizePolicy(keepsRoom);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(bar);
  layout->addWidget(area_, 1);
  connect(selector_, &ChannelSelector::choiceChanged, this, [this](const QStringList& names) {
    wanted_ = names;
    show(names);
    area_->refresh(false, 0);
  });
}

const Recording* PlotView::reference() const {
  for (const auto& run : runs_)
    if (run.recording->ready()) return run.recording.get();
  return nullptr;
}

void PlotView::setRuns(const std::vector<PlottedRun>& runs) {
  runs_ = runs;
  std::erase_if(runs_, [](const PlottedRun& run) { return run.recording == nullptr; });
  readyRuns_ = countReady(runs_);
  defaultSettled_ = false;
  if (reference() == nullptr) {  // channels are not known yet: keep the names, draw nothing
    const QStringList names = shown_;
    show({});
    shown_ = names;
    return;
  }
  updateSelection(true);
}

void PlotView::choose(const QStringList& names) {
  wanted_ = names;
  defaultSettled_ = false;
  if (reference() != nullptr) updateSelection(true);
}

// The user's choice where any of it exists, otherwise a default that is chosen again, once, when there are rows.
void PlotView::updateSelection(bool running) {
  const Recording& recording = *reference();
  const auto exists = [&](const QString& name) { return recording.channelIndex(name.toStdString()) >= 0; };
  if (std::any_of(wanted_.begin(), wanted_.end(), exists)) {
    defaultSettled_ = true;
    return show(wanted_);
  }
  const std::size_t size = recording.size();
  defaultSettled_ = size >= kRowsToJudgeBy || (!running && size > 1);
  const bool keep = !defaultSettled_ && std::any_of(shown_.begin(), shown_.end(), exists);
  show(keep ? shown_ : defaultChannels(spec_.topic, recording));
}

bool PlotView::refresh(bool running, std::size_t mostRows) {
  if (const std::size_t ready = countReady(runs_); ready != readyRuns_) {
    readyRuns_ = ready;
    updateSelection(running);
  } else if (!defaultSettled_ && ready > 0) {
    const std::size_t size = reference()->size();
    if (size >= kRowsToJudgeBy || (!running && size > 1)) updateSelection(running);
  }
  return area_->refresh(running, mostRows);
}

// Curves that were there before are kept with what they have taken in.
void PlotView::show(const QStringList& names) {
  shown_ = names;
  std::vector<std::unique_ptr<PlotCurve>> curves;
  std::vector<LegendEntry> legend;
  std::vector<Channel> channels;
  for (qsizetype n = 0; n < names.size(); ++n) {
    LegendEntry entry;
    for (const auto& run : runs_) {
      const int channel = run.recording->channelIndex(names[n].toStdString());
      if (channel < 0) continue;
      const QColor colour = curveColour(run.colour, static_cast<int>(runs_.size()), static_cast<int>(legend.size()));
      if (entry.samples.empty()) channels.push_back(run.recording->channels()[static_cast<std::size_t>(channel)]);
      entry.samples.push_back({colour, curves.size()});
      curves.push_back(std::make_unique<PlotCurve>(run.recording, channel, spec_.scale, colour));
      curves.back()->adopt(area_->curves());
    }
    if (entry.samples.empty()) continue;
    entry.name = channelLabel(channels.back());
    legend.push_back(std::move(entry));
  }
  setTitle(channels);
  const bool counts = std::any_of(channels.begin(), channels.end(),
                                  [](const Channel& c) { return c.kind == ChannelKind::Step && c.name != "step.order"; });
  const bool motion = spec_.topic == PlotTopic::Acceleration && title_->title() != spec_.title;
  const QString quantity = motion ? tr("value") : spec_.topic == PlotTopic::Order && counts ? tr("count") : spec_.quantity;
  area_->setCurves(std::move(curves), std::move(legend), quantity, unitOf(channels));

  std::vector<Channel> offered;
  if (const Recording* recording = reference())
    std::copy_if(recording->channels().begin(), recording->channels().end(), std::back_inserter(offered),
                 [this](const Channel& channel) { return offers(spec_.topic, channel); });
  selector_->setVisible(offered.size() > 1);
  selector_->setOffered(std::move(offered));
  selector_->setChosen(shown_);
}

void PlotView::setTitle(const std::vector<Channel>& channels) {
  const bool motion = spec_.topic == PlotTopic::Acceleration &&
                      std::any_of(channels.begin(), channels.end(),
                                  [](const Channel& channel) { return channel.kind != ChannelKind::Acceleration; });
  title_->setTexts(motion ? tr("Motion") : spec_.title, spec_.hint);
}

QString PlotView::unitOf(const std::vector<Channel>& channels) const {
  QStringList units;
  for (const Channel& channel : channels)
    if (const QString unit = QString::fromStdString(channel.unit); !unit.isEmpty() && !units.contains(unit)) units << unit;
  return units.join(QStringLiteral(", "));
}

}  // namespace holonom
