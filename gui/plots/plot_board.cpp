// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_board.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/thread_clock.h"
#include "gui/base/drag_types.h"
#include "gui/plots/board_head.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/pane_grid.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_view.h"
#include "gui/plots/zoom_history.h"

namespace holonom {

namespace {

// taken in per tick, so that a long run opens without a freeze
constexpr std::size_t kRowsPerCurve = 100000;
// s per tick; panes that are left over come first in the next tick
constexpr double kLiveBudget = 0.010;
constexpr double kRestBudget = 0.004;  // and one pane more: together below what a hand feels
constexpr qsizetype kMostOutputPanes = 4;

}  // namespace

PlotBoard::PlotBoard(QWidget* parent)
    : QWidget(parent), head_(new BoardHead), grid_(new PaneGrid([this](PlotView& pane) { welcome(pane); })),
      scroll_(new QScrollArea), history_(std::make_unique<ZoomHistory>([this](const BoardZoom& zoom) {
        applyZoom(zoom);
        tick(false);
      })) {
  setAcceptDrops(true);
  scroll_->setWidget(grid_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head_);
  layout->addWidget(scroll_, 1);
  connect(head_, &BoardHead::addPaneRequested, this, &PlotBoard::addPaneMenuRequested);
  connect(head_, &BoardHead::wholeRunRequested, this, &PlotBoard::resetZoom);
  connect(grid_, &PaneGrid::currentChanged, this, &PlotBoard::currentPaneChanged);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    justRemoved_ = justRemoved_ && (now == nullptr || isAncestorOf(now));
  });
  restoreDefaultPanes();
}

PlotBoard::~PlotBoard() = default;

/// A new pane is connected and told what it has to know.
void PlotBoard::welcome(PlotView& pane) {
  const auto moveCursor = [this](double t) {
    setCursorTime(t);
    emit cursorMoved(t);
  };
  ChartArea* area = pane.area();
  connect(&pane, &PlotView::cursorRequested, this, moveCursor);
  connect(area, &ChartArea::cursorRequested, this, moveCursor);
  connect(area, &ChartArea::secondCursorRequested, this, &PlotBoard::setSecondCursor);
  connect(area, &ChartArea::channelPicked, this, &PlotBoard::channelPicked);
  connect(area, &ChartArea::windowRequested, this, &PlotBoard::setTimeWindow);
  connect(area, &ChartArea::zoomed, this, &PlotBoard::noteZoom);
  connect(area, &ChartArea::resetRequested, this, &PlotBoard::resetZoom);
  connect(&pane, &PlotView::activated, this, [this, &pane] { setCurrentPane(&pane); });
  connect(&pane, &PlotView::menuRequested, this, [this, &pane](const QPoint& at) {
    setCurrentPane(&pane);
    emit menuRequested(at);
  });
  connect(&pane, &PlotView::paneDropped, this, [this, &pane](const QString& key) {
    if (PlotView* other = grid_->named(key); other && other != &pane) movePaneTo(other, &pane);
  });
  area->setEmphasis(emphasis_);
  pane.setRunnable(runnable_);
  pane.setRuns(runs_);
  area->setWindow(time_.shown());
  area->setEvents(eventMarks());
  pane.setCursors(cursor_, second_);
}

void PlotBoard::setRuns(std::vector<PlottedRun> runs) {
  runs_ = std::move(runs);
  outputsDue_ = true;
  for (PlotView* pane : panes()) pane->setRuns(runs_);
  head_->setRuns(runs_);
  markEvents(true);
}

void PlotBoard::setRunnable(bool on) {
  runnable_ = on;
  for (PlotView* pane : panes()) pane->setRunnable(on);
}

void PlotBoard::meetOtherModel() {
  setSecondCursor(std::numeric_limits<double>::quiet_NaN());
  applyZoom({});
  noteZoom({});
  for (PlotView* pane : panes()) pane->meetOtherModel();
}

void PlotBoard::tick(bool running) {
  const ThreadClock clock;
  showOutputs();
  if (time_.follow(runs_, running) && !time_.zoomed()) applyWindow();
  markEvents(false);
  alignRightAxes();
  const std::size_t count = panes().size();
  const double budget = running ? kLiveBudget : kRestBudget;
  for (std::size_t i = 0; i < count && (i == 0 || clock.seconds() < budget); ++i) {
    PlotView* pane = panes()[next_ % count];
    next_ = (next_ + 1) % count;
    if (pane->isVisible() && !pane->visibleRegion().isEmpty()) pane->refresh(running, kRowsPerCurve);
  }
  cost_ = clock.seconds();
}

/// One pane in each tick, since to make one takes a while.
void PlotBoard::showOutputs() {
  if (!outputsDue_) return;
  const auto known = std::find_if(runs_.begin(), runs_.end(), [](const PlottedRun& run) {
    return run.recording && run.recording->ready();
  });
  if (known == runs_.end()) return;
  const qsizetype units = outputUnits(*known->recording).size();
  outputsDue_ = grid_->leadWithOutputs(static_cast<int>(std::min(units, kMostOutputPanes)));
  if (outputsDue_) history_->rebase(zoom());
}

// --- Events, emphasis, cursors

EventMarks PlotBoard::eventMarks() const {
  EventMarks marks;
  for (const auto& run : runs_) {
    if (!run.recording) continue;
    const QColor colour = run.colour.isValid() ? run.colour : distinctColour(0);
    marks.add(run.recording->events(), runs_.size() > 1 ? run.label : QString(),
              mixed(palette().color(QPalette::Base), colour, 0.7));
  }
  marks.sort();
  return marks;
}

void PlotBoard::markEvents(bool anew) {
  std::size_t count = 0;
  for (const auto& run : runs_)
    if (run.recording) count += run.recording->eventCount();
  if (!anew && count == markedEvents_) return;
  markedEvents_ = count;
  const EventMarks marks = eventMarks();
  for (PlotView* pane : panes()) pane->area()->setEvents(marks);
}

void PlotBoard::setEmphasis(std::function<bool(const Channel&)> belongs) {
  emphasis_ = std::move(belongs);
  for (PlotView* pane : panes()) pane->area()->setEmphasis(emphasis_);
}

void PlotBoard::setCursorTime(double t) {
  cursor_ = t;
  showCursors();
}

void PlotBoard::setSecondCursor(double t) {
  second_ = t;
  showCursors();
}

void PlotBoard::showCursors() {
  for (PlotView* pane : panes()) pane->setCursors(cursor_, second_);
  head_->setCursors(cursor_, second_);
}

// --- What is seen

void PlotBoard::applyWindow() {
  for (PlotView* pane : panes()) pane->area()->setWindow(time_.shown());
  head_->setZoomed(zoom() != BoardZoom{});
}

BoardZoom PlotBoard::zoom() const {
  BoardZoom zoom{time_.zoomed(), {}};
  for (const PlotView* pane : panes())
    if (const AreaZoom own = pane->area()->zoom(); !own.isEmpty()) zoom.panes[pane->key()] = own;
  return zoom;
}

void PlotBoard::applyZoom(const BoardZoom& zoom) {
  time_.setZoomed(zoom.time);
  for (PlotView* pane : panes()) {
    const auto found = zoom.panes.find(pane->key());
    pane->area()->setZoom(found == zoom.panes.end() ? AreaZoom{} : found->second);
  }
  applyWindow();
}

void PlotBoard::noteZoom(const QString& gesture) {
  history_->note(zoom(), gesture);
  applyWindow();
}

void PlotBoard::setTimeRange(double t0, double t1) {
  if (!std::isfinite(t0) || !std::isfinite(t1)) return;
  time_.expect({t0, t1});
  if (time_.follow(runs_, false) && !time_.zoomed()) applyWindow();
}

void PlotBoard::setTimeWindow(double t0, double t1, const QString& gesture) {
  if (!time_.zoomTo({t0, t1})) return;
  noteZoom(gesture);
  tick(false);
}

void PlotBoard::resetZoom() {
  applyZoom({});
  noteZoom({});
  tick(false);
}

const QUndoStack& PlotBoard::zoomSteps() const { return history_->stack(); }
void PlotBoard::undoZoom() { history_->undo(); }
void PlotBoard::redoZoom() { history_->redo(); }

// Panes over time that stand above each other have their time axes in line: they all leave the room that the
// widest right axis among them needs. Other columns, and panes that are not over time, leave none for it.
void PlotBoard::alignRightAxes() {
  std::vector<int> rooms(static_cast<std::size_t>(grid_->columns()), 0);
  const auto stands = [](const PlotView* pane) { return pane->form().overTime && !pane->form().makePage; };
  for (std::size_t i = 0; i < panes().size(); ++i)
    if (int& room = rooms[i % rooms.size()]; stands(panes()[i]))
      room = std::max(room, panes()[i]->area()->neededRightRoom());
  for (std::size_t i = 0; i < panes().size(); ++i) {
    ChartArea* area = panes()[i]->area();
    area->setRightRoom(stands(panes()[i]) ? rooms[i % rooms.size()] : area->neededRightRoom());
  }
}

std::optional<AxisRange> PlotBoard::timeAxisSpan() const {
  for (const PlotView* pane : panes()) {
    if (!pane->form().overTime || !pane->area()->isVisible()) continue;
    const QRectF area = pane->area()->plotArea();
    const double left = pane->area()->mapToGlobal(QPoint(0, 0)).x() + area.left();
    return AxisRange{left, left + area.width()};
  }
  return std::nullopt;
}

// --- Panes

const std::vector<PlotView*>& PlotBoard::panes() const { return grid_->panes(); }
PlotView* PlotBoard::currentPane() const { return grid_->current(); }
void PlotBoard::setCurrentPane(PlotView* pane) { grid_->setCurrent(pane); }
void PlotBoard::movePane(PlotView* pane, int by) { grid_->move(pane, by); }
void PlotBoard::movePaneTo(PlotView* pane, PlotView* place) { grid_->moveTo(pane, place); }
void PlotBoard::splitPane(PlotView* pane) { grid_->split(pane); }

PlotView* PlotBoard::addPane(const QString& topic) {
  const PlotSpec* spec = findSpec(topic);
  if (spec == nullptr) return nullptr;
  PlotView* pane = grid_->add(*spec);
  scroll_->ensureWidgetVisible(pane);
  return pane;
}

void PlotBoard::removePane(PlotView* pane) {
  const QString title = pane->title();
  grid_->remove(pane);
  justRemoved_ = isAncestorOf(QApplication::focusWidget());
  history_->rebase(zoom());
  emit paneRemoved(justRemoved_
                       ? tr("The pane “%1” was removed. Ctrl+Z brings it back.").arg(title)
                       : tr("The pane “%1” was removed. The menu of the plots brings it back.").arg(title));
}

void PlotBoard::bringBackPane() {
  if (grid_->bringBack()) history_->rebase(zoom());
}

/// Undo right after a pane was removed means the pane, and no change of the model.
bool PlotBoard::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && justRemoved_ &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo)) {
    event->accept();
    return true;
  }
  return QWidget::event(event);
}

void PlotBoard::keyPressEvent(QKeyEvent* event) {
  if (!justRemoved_ || !event->matches(QKeySequence::Undo)) return QWidget::keyPressEvent(event);
  justRemoved_ = false;
  bringBackPane();
}

void PlotBoard::restoreDefaultPanes() {
  grid_->rebuildAsAtStart();
  outputsDue_ = true;
  next_ = 0;
  history_->rebase(zoom());
}

void PlotBoard::addToCurrent(const QStringList& channels) {
  if (currentPane() == nullptr) addPane(freeSpec().key);
  currentPane()->add(channels);
}

QByteArray PlotBoard::saveState() const { return grid_->saveState(); }

void PlotBoard::restoreState(const QByteArray& state) {
  if (!grid_->restoreState(state)) return;
  outputsDue_ = true;
  next_ = 0;
  history_->rebase(zoom());
}

void PlotBoard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  head_->fit(event->size().width());
  grid_->fit(event->size().width());
}

void PlotBoard::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasFormat(kChannelMime)) event->acceptProposedAction();
}

// Beside the panes: a new one.
void PlotBoard::dropEvent(QDropEvent* event) {
  if (!event->mimeData()->hasFormat(kChannelMime)) return;
  event->acceptProposedAction();
  addPane(freeSpec().key)
      ->add(QString::fromUtf8(event->mimeData()->data(kChannelMime)).split('\n', Qt::SkipEmptyParts));
}

// --- Files

void PlotBoard::drawHeadTo(QPainter& painter, const QSize& size) {
  painter.fillRect(QRect(QPoint(), size), paperColour(palette()));
  head_->drawTo(painter, size.width());
}

QSize PlotBoard::drawnSize() const {
  const int width = grid_->width();
  return {width, head_->heightOnPaper(width) + grid_->height() + grid_->loweredOnPaper().back()};
}

void PlotBoard::drawTo(QPainter& painter) {
  drawHeadTo(painter, drawnSize());
  const std::vector<int> shifts = grid_->loweredOnPaper();
  for (std::size_t i = 0; i < panes().size(); ++i) {
    painter.save();
    painter.translate(panes()[i]->x(), panes()[i]->y() + shifts[i]);
    panes()[i]->drawTo(painter);
    painter.restore();
  }
}

QSize PlotBoard::drawnSize(const PlotView& pane) const {
  return {pane.width(), head_->heightOnPaper(pane.width()) + pane.drawnSize().height()};
}

void PlotBoard::drawTo(QPainter& painter, PlotView& pane) {
  drawHeadTo(painter, drawnSize(pane));
  pane.drawTo(painter);
}

}  // namespace holonom
