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

#include "gui/base/channel_words.h"
#include "gui/base/drag_types.h"
#include "gui/plots/channel_selector.h"
#include "gui/plots/pane_setup.h"
#include "gui/plots/part_quantities.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_title.h"
#include "gui/plots/statistics_strip.h"

namespace holonom {

namespace {

constexpr int kLeastAboveStatistics = 150;  // px of the curves, with their legend and axis

bool takes(const QMimeData& data) {
  return data.hasFormat(kChannelMime) || data.hasFormat(kPaneMime) || data.hasFormat(kPartsMime);
}

}  // namespace

PlotView::PlotView(const PlotSpec& spec, const QString& key, QWidget* parent)
    : QWidget(parent), selection_(spec), drawn_(&selection_.runs()), key_(key), title_(new PlotTitle(this)),
      selector_(new ChannelSelector(this)), area_(new ChartArea(spec, this)), pages_(new QStackedWidget) {
  setObjectName(QStringLiteral("plot.") + key);
  setAcceptDrops(true);
  pages_->addWidget(area_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  makeBar();
  layout->addWidget(pages_, 1);
  title_->setTexts(spec.title, spec.hint);
  connect(selector_, &ChannelSelector::choiceChanged, this, &PlotView::choose);
  connect(area_, &ChartArea::activated, this, &PlotView::activated);
  connect(area_, &ChartArea::menuRequested, this, &PlotView::menuRequested);
}

PlotView::~PlotView() = default;

void PlotView::makeBar() {
  title_->setToolTip(spec().help);
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

// --- Pages

FormPage* PlotView::page() {
  const PlotForm& form = this->form();
  if (!form.makePage) return nullptr;
  FormPage*& page = made_[form.key];
  if (page == nullptr) {
    page = form.makePage({[this] { emit activated(); }, [this](double t) { emit cursorRequested(t); },
                          [this](const QPoint& at) { emit menuRequested(at); }});
    pages_->addWidget(page->widget());
  }
  return page;
}

QWidget* PlotView::content() { return page() ? page()->widget() : area_; }

void PlotView::turnPage() { pages_->setCurrentWidget(content()); }

StatisticsStrip* PlotView::statistics() {
  if (strip_) return strip_;
  layout()->addWidget(strip_ = new StatisticsStrip);
  strip_->hide();
  return strip_;
}

void PlotView::fillStrip() {
  if (!state().statistics && !strip_) return;
  std::vector<StatisticsStrip::Row> rows;
  if (state().statistics)
    for (const auto& curve : area_->curves()) {
      const Channel& channel = curve->recording().channels()[static_cast<std::size_t>(curve->channel())];
      const auto run = std::find_if(drawn_->begin(), drawn_->end(),
                                    [&](const PlottedRun& one) { return one.recording == curve->source(); });
      const QString mark =
          run == drawn_->end() || run->mark.isEmpty() ? QString() : run->mark + QStringLiteral("  ");
      rows.push_back({curve->source(), curve->channel(), mark + channelLabel(channel),
                      QString::fromStdString(channel.unit), curve->colour()});
    }
  statistics()->setRows(std::move(rows));
}

// --- What is shown

const std::vector<PlottedRun>& PlotView::drawnRuns() {
  const std::vector<PlottedRun>& runs = selection_.runs();
  if (!state().difference || runs.size() < 2) {
    differences_.clear();
    return runs;
  }
  QStringList names = shown();
  if (const QString against = selection_.drawnAgainst(); !against.isEmpty() && !names.contains(against))
    names << against;
  return differences_.of(runs, names);
}

std::size_t PlotView::readyRuns() const {
  const auto ready = [](const PlottedRun& run) { return run.recording->ready(); };
  const auto count = [&](const auto& runs) { return std::count_if(runs.begin(), runs.end(), ready); };
  return static_cast<std::size_t>(count(selection_.runs()) + count(*drawn_));
}

// Curves that were there before are kept with what they have taken in.
void PlotView::present() {
  drawn_ = &drawnRuns();
  readyRuns_ = readyRuns();
  PaneSetup setup = paneSetup(selection_, *drawn_, area_->content().set());
  area_->present(std::move(setup.chart));
  title_->setTexts(setup.title, setup.hint);
  area_->setAccessibleName(setup.hint.isEmpty() ? setup.title
                                                : QStringLiteral("%1, %2").arg(setup.title, setup.hint));
  offerChannels();
  fillStrip();
  if (page()) page()->present(visibleTable());
}

void PlotView::showAtOnce() {
  present();
  area_->refresh(false, 0);
}

void PlotView::settle(bool running) {
  if (selection_.reference()) selection_.update(running);
  present();
}

void PlotView::setRuns(const std::vector<PlottedRun>& runs) {
  selection_.setRuns(runs);
  settle(true);
}

void PlotView::setRunnable(bool on) {
  if (on == runnable_) return;
  runnable_ = on;
  offerChannels();
  area_->update();
}

bool PlotView::refresh(bool running, std::size_t mostRows) {
  const bool grown = differences_.grow(mostRows);
  if (readyRuns() != readyRuns_ || (readyRuns_ > 0 && selection_.canSettle(running))) settle(running);
  if (state().statistics) statistics()->refresh(area_->window());
  if (page() == nullptr) return area_->refresh(running, mostRows);
  page()->grow();
  return grown;
}

QString PlotView::whyEmpty(bool offers) const {
  const PlotTopic topic = spec().topic;
  if (topic == PlotTopic::Free && shown().isEmpty() && state().channels.isEmpty())
    return tr("Drag quantities here, or press Ctrl+K to search for one.");
  const Recording* recording = selection_.reference();
  if (!recording && !selection_.runs().empty()) return {};
  if (!recording)
    return runnable_ ? tr("Run the mechanism to see curves here.")
                     : tr("Draw a mechanism or open one, then run it to see curves here.");
  if (const QString against = selection_.drawnAgainst(); shown() == QStringList(against))
    return tr("A phase plot needs a second quantity: drag one here.");
  if (topic == PlotTopic::Reactions && !offers)
    return tr("The model has no joints and no drivers: nothing reacts.");
  if (topic != PlotTopic::Outputs) return {};
  return (outputUnits(*recording).isEmpty() ? tr("The model declares no outputs.")
                                            : tr("The outputs of the model have panes of their own.")) +
         ' ' + tr("Drag other quantities here, or remove this pane in its menu (⋮).");
}

void PlotView::offerChannels() {
  std::vector<Channel> offered;
  if (const Recording* recording = selection_.reference())
    std::copy_if(recording->channels().begin(), recording->channels().end(), std::back_inserter(offered),
                 [this](const Channel& channel) {
                   return offers(spec().topic, channel) ||
                          shown().contains(QString::fromStdString(channel.name));
                 });
  area_->setHint(whyEmpty(!offered.empty()));
  selector_->setVisible(offered.size() > 1);
  selector_->setOffered(std::move(offered));
  selector_->setChosen(shown());
}

QString PlotView::title() const { return title_->title(); }

DataTable PlotView::visibleTable() const {
  return holonom::visibleTable(selection_, *drawn_, area_->window());
}

// --- What the user chooses

void PlotView::choose(const QStringList& names) {
  selection_.choose(names);
  if (selection_.reference()) settle(true);
  area_->refresh(false, 0);
}

void PlotView::add(const QStringList& names) {
  QStringList all = shown();
  for (const QString& name : names)
    if (!all.contains(name)) all << name;
  choose(all);
}

void PlotView::remove(const QString& name) {
  QStringList rest = shown();
  rest.removeAll(name);
  selection_.setSide(name, std::nullopt);
  choose(rest);
}

void PlotView::setForm(const QString& key) {
  if (key == form().key) return;
  selection_.setForm(key);
  showAtOnce();
  const bool focused = pages_->currentWidget()->hasFocus();
  turnPage();
  if (focused) content()->setFocus();
  if (page()) page()->setCursorTime(cursor_);
}

void PlotView::setLogarithmic(bool on) {
  if (on == selection_.isLogarithmic() || !selection_.canBeLogarithmic()) return;
  selection_.setLogarithmic(on);
  showAtOnce();
}

void PlotView::setAbscissa(const QString& name) {
  selection_.setAbscissa(name);
  if (form().againstAnother) return showAtOnce();
  const auto& forms = plotForms();
  const auto found =
      std::find_if(forms.begin(), forms.end(), [](const PlotForm& one) { return one.againstAnother; });
  if (found != forms.end()) setForm(found->key);
}

void PlotView::setSide(const QString& name, std::optional<int> side) {
  selection_.setSide(name, side);
  showAtOnce();
}

void PlotView::setDifference(bool on) {
  if (on == state().difference) return;
  selection_.setDifference(on);
  showAtOnce();
}

void PlotView::setStatisticsVisible(bool on) {
  selection_.setStatistics(on);
  fillStrip();
  if (on || strip_) statistics()->setVisible(on);
  area_->setMinimumHeight(on ? kLeastAboveStatistics : 0);
}

void PlotView::restore(const PaneState& state) {
  selection_.restore(state);
  turnPage();
  setStatisticsVisible(state.statistics);
  if (selection_.reference()) settle(true);  // drawn in its turn
}

void PlotView::setCurrent(bool on) { title_->setCurrent(on); }

void PlotView::setCursors(double t, double second) {
  cursor_ = t;
  area_->setCursorTime(t);
  area_->setSecondCursor(second);
  if (page()) page()->setCursorTime(t);
}

// --- Files

QSize PlotView::drawnSize() const {
  return {width(), height() + (form().makePage ? 0 : area_->extraHeightOnPaper())};
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
  const auto whole = [&](QWidget* widget, int lower) {
    at(widget, lower, widget->size(), [&] { widget->render(&painter, QPoint(), {}, DrawChildren); });
  };
  const int titleWidth = width() - title_->x();  // there are no buttons beside it
  at(title_, 0, {titleWidth, title_->height()}, [&] { title_->drawTo(painter, titleWidth); });
  if (page()) whole(page()->widget(), 0);
  else at(area_, 0, area_->size() + QSize(0, extra), [&] { area_->drawTo(painter); });
  if (strip_ && strip_->isVisibleTo(this)) whole(strip_, extra);
}

// --- Events of the widget

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
  const bool onAxis = at.y() > curves.bottom() && at.y() <= area_->height() && page() == nullptr;
  if (onAxis && names.size() == 1 && !shown().isEmpty()) setAbscissa(names.front());
  else add(names);
}

/// A part has many: the user chooses.
void PlotView::offerQuantities(const QStringList& parts, const QPoint& globalPosition) {
  auto* menu = new QMenu(this);
  menu->setObjectName("quantitiesOfPart");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addQuantities(*menu, selection_.reference(), parts, [this](const QString& channel) { add({channel}); });
  if (menu->isEmpty())
    menu->addAction(selection_.reference()
                        ? tr("Nothing of %1 is recorded, an output may read it").arg(parts.join(", "))
                        : tr("Run the model first"))
        ->setEnabled(false);
  menu->popup(globalPosition);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
  QWidget::mousePressEvent(event);
  content()->setFocus(Qt::MouseFocusReason);  // keys, as Delete, mean the pane that is marked
  emit activated();
}

}  // namespace holonom
