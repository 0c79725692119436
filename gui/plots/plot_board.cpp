// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_board.h"

#include <QGridLayout>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "core/base/thread_clock.h"
#include "gui/plots/plot_board_impl.h"
#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

// taken in per tick, so that a long run opens without a freeze
constexpr std::size_t kRowsPerCurve = 100000;
// s per tick; panes that are left over come first in the next tick
constexpr double kLiveBudget = 0.010;
constexpr double kRestBudget = 0.004;      // and one pane more: together below what a hand feels
constexpr double kAhead = 0.25;            // the time axis grows by this part beyond what is recorded
constexpr double kSmallestWindow = 1e-12;  // of the largest time seen

}  // namespace

void PlotBoard::Impl::build() {
  content = new QWidget;
  grid = new QGridLayout(content);
  grid->setContentsMargins(2, 2, 2, 2);
  grid->setSpacing(4);
  emptyLabel = new QLabel(PlotBoard::tr("No panes. Add one with “Add pane” above, or drop a quantity here."));
  emptyLabel->setAlignment(Qt::AlignCenter);
  emptyLabel->setWordWrap(true);
  grid->addWidget(emptyLabel, 0, 0);
  scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(board);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(header());
  layout->addWidget(scroll, 1);
  rebuild(defaultStates());
}

// The automatic window: the expected range of the run, or what is recorded where that is longer.
void PlotBoard::Impl::followRun(bool running) {
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const auto& run : runs) {
    const std::size_t size = run.recording ? run.recording->size() : 0;
    if (size == 0) continue;
    first = std::min(first, run.recording->time(0));
    last = std::max(last, run.recording->time(size - 1));
  }
  AxisRange wanted = expected;
  if (last >= first) {
    if (expected.span() <= 0) wanted = {first, last};
    else wanted = {std::min(first, expected.low), std::max(last, expected.high)};
  }
  const bool beyond = wanted.high > expected.high || expected.span() <= 0;
  if (running && beyond) {  // room ahead, so that the axis moves now and then and not with every step
    const bool fits = automatic.low == wanted.low && automatic.high >= wanted.high &&
                      automatic.span() <= (1 + 2 * kAhead) * wanted.span();
    wanted = fits ? automatic : AxisRange{wanted.low, wanted.high + kAhead * wanted.span()};
  }
  if (!(wanted.span() > kSmallestWindow * std::abs(wanted.high))) wanted.high = wanted.low + 1;
  if (wanted == automatic) return;
  automatic = wanted;
  if (!zoomed) applyWindow();
}

void PlotBoard::Impl::applyWindow() {
  for (PlotView* view : views) view->area()->setWindow(window());
  wholeRun->setEnabled(zoom() != BoardZoom{});
}

BoardZoom PlotBoard::Impl::zoom() const {
  BoardZoom zoom{zoomed, {}};
  for (const PlotView* view : views)
    if (const AreaZoom own = view->area()->zoom(); !own.isEmpty()) zoom.panes[view->key()] = own;
  return zoom;
}

void PlotBoard::Impl::applyZoom(const BoardZoom& zoom) {
  zoomed = zoom.time;
  for (PlotView* view : views) {
    const auto found = zoom.panes.find(view->key());
    view->area()->setZoom(found == zoom.panes.end() ? AreaZoom{} : found->second);
  }
  applyWindow();
}

void PlotBoard::Impl::noteZoom(const QString& gesture) {
  history.note(zoom(), gesture);
  applyWindow();
}

EventMarks PlotBoard::Impl::eventMarks() const {
  EventMarks marks;
  for (const auto& run : runs) {
    if (!run.recording) continue;
    const QColor colour = run.colour.isValid() ? run.colour : distinctColour(0);
    marks.add(run.recording->events(), runs.size() > 1 ? run.label : QString(),
              mixed(board->palette().color(QPalette::Base), colour, 0.7));
  }
  marks.sort();
  return marks;
}

void PlotBoard::Impl::markEvents(bool anew) {
  std::size_t count = 0;
  for (const auto& run : runs)
    if (run.recording) count += run.recording->eventCount();
  if (!anew && count == markedEvents) return;
  markedEvents = count;
  const EventMarks marks = eventMarks();
  for (PlotView* view : views) view->area()->setEvents(marks);
}

// Panes over time that stand above each other have their time axes in line: they all leave the room that the
// widest right axis among them needs. Other columns, and panes that are not over time, leave none for it.
void PlotBoard::Impl::alignRightAxes() {
  std::vector<int> rooms(static_cast<std::size_t>(std::max(columns, 1)), 0);
  const auto columnOf = [&](std::size_t i) { return i % rooms.size(); };
  const auto isOverTime = [](const PlotView* view) { return view->mode() == PaneMode::Time; };
  for (std::size_t i = 0; i < views.size(); ++i)
    if (isOverTime(views[i]))
      rooms[columnOf(i)] = std::max(rooms[columnOf(i)], views[i]->area()->neededRightRoom());
  for (std::size_t i = 0; i < views.size(); ++i)
    views[i]->area()->setRightRoom(isOverTime(views[i]) ? rooms[columnOf(i)]
                                                        : views[i]->area()->neededRightRoom());
}

PlotBoard::PlotBoard(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {
  impl_->board = this;
  setAcceptDrops(true);
  impl_->build();
}

PlotBoard::~PlotBoard() = default;

void PlotBoard::setRuns(std::vector<PlottedRun> runs) {
  impl_->runs = std::move(runs);
  for (PlotView* view : impl_->views) view->setRuns(impl_->runs);
  impl_->runLabels->setRuns(impl_->runs);
  impl_->arrangeHead();
  impl_->markEvents(true);
}

void PlotBoard::tick(bool running) {
  const ThreadClock clock;
  impl_->followRun(running);
  impl_->markEvents(false);
  impl_->alignRightAxes();
  const std::size_t count = impl_->views.size();
  const double budget = running ? kLiveBudget : kRestBudget;
  for (std::size_t i = 0; i < count && (i == 0 || clock.seconds() < budget); ++i) {
    PlotView* view = impl_->views[impl_->next % count];
    impl_->next = (impl_->next + 1) % count;
    if (view->isVisible() && !view->visibleRegion().isEmpty()) view->refresh(running, kRowsPerCurve);
  }
  impl_->cost = clock.seconds();
}

double PlotBoard::lastTickSeconds() const { return impl_->cost; }

void PlotBoard::setCursorTime(double t) {
  impl_->cursor = t;
  impl_->showCursors();
}

void PlotBoard::setEmphasis(std::function<bool(const Channel&)> belongs) {
  impl_->emphasis = std::move(belongs);
  for (PlotView* view : impl_->views) view->area()->setEmphasis(impl_->emphasis);
}

AxisRange PlotBoard::timeWindow() const { return impl_->window(); }

std::optional<AxisRange> PlotBoard::timeAxisSpan() const {
  for (const PlotView* view : impl_->views) {
    if (view->mode() != PaneMode::Time || !view->area()->isVisible()) continue;
    const QRectF area = view->area()->plotArea();
    const double left = view->area()->mapToGlobal(QPoint(0, 0)).x() + area.left();
    return AxisRange{left, left + area.width()};
  }
  return std::nullopt;
}

double PlotBoard::cursorTime() const { return impl_->cursor; }

double PlotBoard::secondCursor() const { return impl_->second; }

void PlotBoard::setSecondCursor(double t) {
  impl_->second = t;
  impl_->showCursors();
}

void PlotBoard::setTimeRange(double t0, double t1) {
  if (!std::isfinite(t0) || !std::isfinite(t1)) return;
  impl_->expected = {t0, t1};
  impl_->followRun(false);
}

void PlotBoard::setTimeWindow(double t0, double t1, const QString& gesture) {
  const AxisRange whole = impl_->automatic;
  t0 = std::max(t0, whole.low);
  t1 = std::min(t1, whole.high);
  const double smallest = kSmallestWindow * std::max(std::abs(whole.low), std::abs(whole.high));
  if (!(t1 - t0 > smallest)) return;
  if (t0 <= whole.low && t1 >= whole.high) impl_->zoomed.reset();
  else impl_->zoomed = AxisRange{t0, t1};
  impl_->noteZoom(gesture);
  tick(false);
}

void PlotBoard::resetZoom() {
  impl_->applyZoom({});
  impl_->noteZoom({});
  tick(false);
}

const QUndoStack& PlotBoard::zoomSteps() const { return impl_->history.stack(); }
void PlotBoard::undoZoom() { impl_->history.undo(); }
void PlotBoard::redoZoom() { impl_->history.redo(); }

namespace {

/// By how much panes stand lower in a file than in the window, where those above need more height.
std::vector<int> lowered(const std::vector<PlotView*>& views, int* below) {
  std::vector<int> shifts(views.size(), 0);
  std::vector<std::size_t> order(views.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return views[a]->y() < views[b]->y(); });
  *below = 0;
  for (const std::size_t i : order) {
    for (const std::size_t above : order)
      if (views[above]->geometry().bottom() <= views[i]->y())
        shifts[i] =
            std::max(shifts[i], shifts[above] + views[above]->drawnSize().height() - views[above]->height());
    *below = std::max(*below, shifts[i] + views[i]->drawnSize().height() - views[i]->height());
  }
  return shifts;
}

}  // namespace

QSize PlotBoard::drawnSize() const {
  const int width = impl_->content->width();
  int below = 0;
  lowered(impl_->views, &below);
  return {width, impl_->headHeight(width) + impl_->content->height() + below};
}

void PlotBoard::drawTo(QPainter& painter) {
  painter.fillRect(QRect(QPoint(), drawnSize()), paperColour(palette()));
  impl_->drawHead(painter, impl_->content->width());
  int below = 0;
  const std::vector<int> shifts = lowered(impl_->views, &below);
  for (std::size_t i = 0; i < impl_->views.size(); ++i) {
    PlotView* view = impl_->views[i];
    painter.save();
    painter.translate(view->x(), view->y() + shifts[i]);
    view->drawTo(painter);
    painter.restore();
  }
}

QSize PlotBoard::drawnSize(const PlotView& pane) const {
  return {pane.width(), impl_->headHeight(pane.width()) + pane.drawnSize().height()};
}

void PlotBoard::drawTo(QPainter& painter, PlotView& pane) {
  painter.fillRect(QRect(QPoint(), drawnSize(pane)), paperColour(palette()));
  impl_->drawHead(painter, pane.width());
  pane.drawTo(painter);
}

}  // namespace holonom
