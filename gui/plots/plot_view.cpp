// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_view.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/results/difference.h"
#include "gui/base/drag_types.h"
#include "gui/plots/channel_selector.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/part_quantities.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_table.h"
#include "gui/plots/plot_title.h"
#include "gui/plots/statistics_strip.h"

namespace holonom {

namespace {

constexpr int kLeastAboveStatistics = 150;   // px of the curves, with their legend and axis
constexpr std::size_t kRowsToJudgeBy = 200;  // enough of a run to see which channels vary

std::size_t countReady(const std::vector<PlottedRun>& runs) {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const PlottedRun& run) { return run.recording->ready(); }));
}

bool takes(const QMimeData& data) {
  return data.hasFormat(kChannelMime) || data.hasFormat(kPaneMime) || data.hasFormat(kPartsMime);
}

}  // namespace

PlotView::PlotView(const PlotSpec& spec, const QString& key, QWidget* parent)
    : QWidget(parent), spec_(spec), key_(key), title_(new PlotTitle(this)),
      selector_(new ChannelSelector(this)), area_(new ChartArea(spec, this)), pages_(new QStackedWidget) {
  setObjectName(QStringLiteral("plot.") + key);
  setAcceptDrops(true);
  state_.topic = spec.key;
  if (spec.topic == PlotTopic::Free)
    area_->setHint(tr("Drag quantities here, or press Ctrl+K to search for one."));
  showTitle({});
  pages_->addWidget(area_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  makeBar();
  layout->addWidget(pages_, 1);
  connect(selector_, &ChannelSelector::choiceChanged, this, &PlotView::choose);
  connect(area_, &ChartArea::activated, this, &PlotView::activated);
  connect(area_, &ChartArea::menuRequested, this, &PlotView::menuRequested);
}

PlotView::~PlotView() = default;

PlotTable* PlotView::table() {
  if (table_) return table_;
  pages_->addWidget(table_ = new PlotTable);
  connect(table_, &PlotTable::activated, this, &PlotView::activated);
  connect(table_, &PlotTable::cursorRequested, this, &PlotView::cursorRequested);
  table_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(table_, &QWidget::customContextMenuRequested, this,
          [this](const QPoint& at) { emit menuRequested(table_->viewport()->mapToGlobal(at)); });
  return table_;
}

StatisticsStrip* PlotView::statistics() {
  if (strip_) return strip_;
  layout()->addWidget(strip_ = new StatisticsStrip);
  strip_->hide();
  return strip_;
}

/// The table or the curves.
void PlotView::turnPage() {
  pages_->setCurrentWidget(state_.mode == PaneMode::Table ? static_cast<QWidget*>(table()) : area_);
}

void PlotView::makeBar() {
  title_->setToolTip(spec_.help);
  title_->setDragKey(key_);
  title_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* menu = new QToolButton(this);
  menu->setObjectName(QStringLiteral("paneMenu"));
  menu->setText(QString::fromUtf8("⋮"));
  menu->setToolTip(tr("What can be done with this pane"));
  menu->setAccessibleName(tr("Menu of the pane"));
  menu->setAutoRaise(true);
  connect(menu, &QToolButton::clicked, this, [this, menu] {
    emit activated();
    emit menuRequested(menu->mapToGlobal(QPoint(0, menu->height())));
  });
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 0, 2, 0);
  bar->setSpacing(0);
  bar->addWidget(title_, 1);
  bar->addWidget(selector_);
  bar->addWidget(menu);
  QSizePolicy keepsRoom = selector_->sizePolicy();  // so that all bars are equally high
  keepsRoom.setRetainSizeWhenHidden(true);
  selector_->setSizePolicy(keepsRoom);
  static_cast<QVBoxLayout*>(layout())->addLayout(bar);
}

const Recording* PlotView::reference() const {
  for (const auto& run : runs_)
    if (run.recording->ready()) return run.recording.get();
  return nullptr;
}

void PlotView::setRuns(const std::vector<PlottedRun>& runs) {
  runs_ = runs;
  std::erase_if(runs_, [](const PlottedRun& run) { return run.recording == nullptr; });
  readyRuns_ = 0;
  defaultSettled_ = false;
  if (reference() == nullptr) {  // channels are not known yet: keep the names, draw nothing
    const QStringList names = shown_;
    showChannels({});
    shown_ = names;
    return;
  }
  updateSelection(true);
}

void PlotView::choose(const QStringList& names) {
  take(names);
  area_->refresh(false, 0);
}

void PlotView::take(const QStringList& names) {
  state_.channels = names;
  state_.chosen = !names.isEmpty();
  ofOtherModel_ = defaultSettled_ = false;
  if (names.isEmpty()) shown_.clear();
  if (reference() != nullptr) updateSelection(true);
}

void PlotView::add(const QStringList& names) {
  QStringList all = shown_;
  for (const QString& name : names)
    if (!all.contains(name)) all << name;
  choose(all);
}

void PlotView::remove(const QString& name) {
  QStringList rest = shown_;
  rest.removeAll(name);
  state_.sides.remove(name);
  choose(rest);
}

// The user's choice where any of it exists, in another model than it was made for where all of it does;
// otherwise a default that is chosen again, once, when there are rows.
void PlotView::updateSelection(bool running) {
  const Recording& recording = *reference();
  const auto exists = [&](const QString& name) { return recording.channelIndex(name.toStdString()) >= 0; };
  const QStringList& wanted = state_.channels;
  const auto known = std::count_if(wanted.begin(), wanted.end(), exists);
  if (known > 0 && (known == wanted.size() || !ofOtherModel_)) {
    defaultSettled_ = true;
    return showChannels(wanted);
  }
  const std::size_t size = recording.size();
  defaultSettled_ = size >= kRowsToJudgeBy || (!running && size > 1);
  const bool keep = !defaultSettled_ && std::any_of(shown_.begin(), shown_.end(), exists);
  showChannels(keep ? shown_ : defaultChannels(spec_.topic, recording));
}

bool PlotView::refresh(bool running, std::size_t mostRows) {
  const bool grown = growDifferences(mostRows);
  if (const std::size_t ready = countReady(runs_) + countReady(drawn_); ready != readyRuns_) {
    readyRuns_ = ready;
    updateSelection(running);
  } else if (!defaultSettled_ && ready > 0) {
    const std::size_t size = reference()->size();
    if (size >= kRowsToJudgeBy || (!running && size > 1)) updateSelection(running);
  }
  if (state_.statistics) statistics()->refresh(area_->window());
  if (state_.mode != PaneMode::Table) return area_->refresh(running, mostRows);
  table()->rows().grow();
  return grown;
}

void PlotView::setDifference(bool on) {
  if (on == state_.difference) return;
  state_.difference = on;
  again();
}

void PlotView::setMode(PaneMode mode) {
  if (mode == state_.mode) return;
  state_.mode = mode;
  again();
  const bool focused = pages_->currentWidget()->hasFocus();
  turnPage();
  if (focused) pages_->currentWidget()->setFocus();
  if (mode == PaneMode::Table) table()->setCursorTime(cursor_);
}

bool PlotView::isLogarithmic() const {
  return canBeLogarithmic() && state_.logarithmic.value_or(spec_.scale == PlotScale::Logarithmic);
}

PlotScale PlotView::scale() const {
  if (isLogarithmic()) return PlotScale::Logarithmic;
  return spec_.scale == PlotScale::Steps && state_.mode == PaneMode::Time ? PlotScale::Steps
                                                                          : PlotScale::Linear;
}

void PlotView::setLogarithmic(bool on) {
  if (on == isLogarithmic() || !canBeLogarithmic()) return;
  state_.logarithmic = on;
  if (on == (spec_.scale == PlotScale::Logarithmic)) state_.logarithmic.reset();
  again();
}

QString PlotView::abscissa() const {
  const bool exists = reference() != nullptr && reference()->channelIndex(state_.abscissa.toStdString()) >= 0;
  return exists || shown_.isEmpty() ? state_.abscissa : shown_.front();
}

void PlotView::setAbscissa(const QString& name) {
  state_.abscissa = name;
  state_.mode == PaneMode::Phase ? again() : setMode(PaneMode::Phase);
}

std::optional<int> PlotView::chosenSide(const QString& name) const {
  const auto found = state_.sides.find(name);
  return found == state_.sides.end() ? std::nullopt : std::optional(found.value());
}

void PlotView::setSide(const QString& name, std::optional<int> side) {
  if (side) state_.sides[name] = *side;
  else state_.sides.remove(name);
  again();
}

void PlotView::setStatisticsVisible(bool on) {
  state_.statistics = on;
  fillStrip();
  if (on || strip_) statistics()->setVisible(on);
  area_->setMinimumHeight(on ? kLeastAboveStatistics : 0);
}

void PlotView::again() {
  const QStringList names = shown_;
  showChannels(names);
  area_->refresh(false, 0);
}

void PlotView::restore(const PaneState& state) {
  state_ = state;
  state_.topic = spec_.key;
  if (!state.chosen) state_.channels.clear();
  turnPage();
  setStatisticsVisible(state.statistics);
  if (state.chosen || !reference()) shown_ = state.channels;
  take(state_.channels);  // drawn in its turn
}

void PlotView::setCurrent(bool on) {
  current_ = on;
  title_->setCurrent(on);
}

void PlotView::setCursors(double t, double second) {
  cursor_ = t;
  area_->setCursorTime(t);
  area_->setSecondCursor(second);
  if (state_.mode == PaneMode::Table) table()->setCursorTime(t);
}

DataTable PlotView::visibleTable() const {
  DataTable table;
  for (const auto& run : drawn_) {
    DataTable::Part part{run.recording, run.label, {0}, 0, 0, run.mark};
    const auto add = [&](const QString& name) {
      const int channel = run.recording->channelIndex(name.toStdString());
      if (channel > 0 &&
          std::find(part.channels.begin(), part.channels.end(), channel) == part.channels.end())
        part.channels.push_back(channel);
    };
    if (state_.mode == PaneMode::Phase) add(abscissa());
    for (const QString& name : shown_) add(name);
    if (part.channels.size() < 2) continue;
    std::tie(part.first, part.last) = rowsBetween(*run.recording, area_->window().low, area_->window().high);
    table.parts.push_back(std::move(part));
  }
  return table;
}

QSize PlotView::drawnSize() const {
  return {width(), height() + (state_.mode == PaneMode::Table ? 0 : area_->extraHeightOnPaper())};
}

void PlotView::drawTo(QPainter& painter) {
  const int extra = drawnSize().height() - height();
  painter.fillRect(QRect(QPoint(), drawnSize()), paperColour(palette()));
  const auto at = [&](QWidget* widget, int lower, const QSize& size, auto&& draw) {
    painter.save();
    painter.translate(widget->mapTo(this, QPoint(0, lower)));
    painter.setClipRect(QRect(QPoint(), size));
    draw();
    painter.restore();
  };
  const int titleWidth = width() - title_->x();  // there are no buttons beside it
  at(title_, 0, {titleWidth, title_->height()}, [&] { title_->drawTo(painter, titleWidth); });
  if (state_.mode == PaneMode::Table)
    at(table(), 0, table()->size(), [&] { table()->render(&painter, QPoint(), {}, DrawChildren); });
  else at(area_, 0, area_->size() + QSize(0, extra), [&] { area_->drawTo(painter); });
  if (strip_ && strip_->isVisibleTo(this))
    at(strip_, extra, strip_->size(), [&] { strip_->render(&painter, QPoint(), {}, DrawChildren); });
}

void PlotView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) fillStrip();  // colours of curves are those of the theme
}

void PlotView::dragEnterEvent(QDragEnterEvent* event) {
  if (takes(*event->mimeData())) event->acceptProposedAction();
}

void PlotView::dragMoveEvent(QDragMoveEvent* event) {
  if (takes(*event->mimeData())) event->acceptProposedAction();
}

// On the horizontal axis a channel becomes that axis; anywhere else it becomes a curve.
void PlotView::dropEvent(QDropEvent* event) {
  const QMimeData& data = *event->mimeData();
  if (!takes(data)) return;
  event->acceptProposedAction();
  if (data.hasFormat(kPaneMime)) {
    emit paneDropped(QString::fromUtf8(data.data(kPaneMime)));
    return;
  }
  emit activated();
  if (data.hasFormat(kPartsMime))
    return offerQuantities(QString::fromUtf8(data.data(kPartsMime)).split('\n'),
                           mapToGlobal(event->position().toPoint()));
  const QStringList names = QString::fromUtf8(data.data(kChannelMime)).split('\n', Qt::SkipEmptyParts);
  const QPointF at = area_->mapFrom(this, event->position().toPoint());
  const QRectF curves = area_->plotArea();
  const bool onAxis = at.y() > curves.bottom() && at.y() <= area_->height() && state_.mode != PaneMode::Table;
  if (onAxis && names.size() == 1 && !shown_.isEmpty()) setAbscissa(names.front());
  else add(names);
}

/// A part has many: the user chooses.
void PlotView::offerQuantities(const QStringList& parts, const QPoint& globalPosition) {
  auto* menu = new QMenu(this);
  menu->setObjectName("quantitiesOfPart");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addQuantities(*menu, reference(), parts, [this](const QString& channel) { add({channel}); });
  if (menu->isEmpty()) menu->addAction(tr("Run the model first"))->setEnabled(false);
  menu->popup(globalPosition);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
  QWidget::mousePressEvent(event);
  emit activated();
}

}  // namespace holonom
