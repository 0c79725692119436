// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_board.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/thread_clock.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_view.h"

namespace holonom {

namespace {

constexpr int kTwoColumnsFrom = 700;            // px
constexpr std::size_t kRowsPerCurve = 100000;   // taken in per tick, so that a long run opens without a freeze
constexpr double kLiveBudget = 0.016;           // s per tick; plots that are left over come first in the next tick
constexpr double kRestBudget = 0.060;
constexpr double kAhead = 0.25;                 // the time axis grows by this part beyond what is recorded
constexpr double kSmallestWindow = 1e-12;       // of the largest time seen

}  // namespace

struct PlotBoard::Impl {
  PlotBoard* board;
  std::vector<PlottedRun> runs;
  std::vector<PlotView*> views;
  QLabel* runLabels = nullptr;
  QLabel* timeLabel = nullptr;
  QToolButton* wholeRun = nullptr;
  QGridLayout* grid = nullptr;
  int columns = 0;
  std::size_t next = 0;                      // plot to refresh first in the next tick
  AxisRange expected{0, 0}, automatic{0, 1};
  std::optional<AxisRange> zoomed;
  double cost = 0;
  std::size_t markedEvents = 0;

  void build();
  QWidget* header();
  void arrange(int width);
  void followRun(bool running);
  AxisRange window() const { return zoomed.value_or(automatic); }
  void applyWindow();
  void showRunLabels();
  void moveCursor(double t);
  void markEvents(bool anew);
};

void PlotBoard::Impl::build() {
  auto* content = new QWidget;
  grid = new QGridLayout(content);
  grid->setContentsMargins(2, 2, 2, 2);
  grid->setSpacing(4);
  for (const PlotSpec& spec : plotSpecs()) {
    auto* view = new PlotView(spec, content);
    views.push_back(view);
    QObject::connect(view->area(), &ChartArea::cursorRequested, board, [this](double t) {
      moveCursor(t);
      emit board->cursorMoved(t);
    });
    QObject::connect(view->area(), &ChartArea::windowRequested, board,
                     [this](double t0, double t1) { board->setTimeWindow(t0, t1); });
    QObject::connect(view->area(), &ChartArea::resetRequested, board, [this] { board->resetZoom(); });
  }
  auto* scroll = new QScrollArea;
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(board);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(header());
  layout->addWidget(scroll, 1);
  arrange(kTwoColumnsFrom);
}

QWidget* PlotBoard::Impl::header() {
  auto* header = new QWidget;
  auto* layout = new QHBoxLayout(header);
  layout->setContentsMargins(8, 2, 4, 0);
  runLabels = new QLabel;
  runLabels->setObjectName(QStringLiteral("runLabels"));
  runLabels->setTextFormat(Qt::RichText);
  runLabels->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  timeLabel = new QLabel;
  timeLabel->setObjectName(QStringLiteral("cursorTime"));
  wholeRun = new QToolButton;
  wholeRun->setText(PlotBoard::tr("Whole run"));
  wholeRun->setToolTip(PlotBoard::tr("Undo all zooming (double click in a plot)"));
  wholeRun->setAutoRaise(true);
  wholeRun->setEnabled(false);
  QObject::connect(wholeRun, &QToolButton::clicked, board, &PlotBoard::resetZoom);
  layout->addWidget(runLabels, 1);
  layout->addWidget(timeLabel);
  layout->addWidget(wholeRun);
  return header;
}

void PlotBoard::Impl::arrange(int width) {
  const int wanted = width >= kTwoColumnsFrom ? 2 : 1;
  if (wanted == columns) return;
  columns = wanted;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const int k = static_cast<int>(i);
    grid->addWidget(views[i], k / columns, k % columns);
  }
  for (int row = 0; row < static_cast<int>(views.size()); ++row)
    grid->setRowStretch(row, row * columns < static_cast<int>(views.size()) ? 1 : 0);
  for (int column = 0; column < 2; ++column) grid->setColumnStretch(column, column < columns ? 1 : 0);
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
  wholeRun->setEnabled(zoomed.has_value());
}

void PlotBoard::Impl::showRunLabels() {
  QStringList parts;
  for (const auto& run : runs)
    parts << QStringLiteral("<span style='color:%1'>&#9632;</span>&nbsp;%2")
                 .arg(run.colour.isValid() ? run.colour.name() : distinctColour(0).name(),
                      run.label.toHtmlEscaped().replace(' ', QStringLiteral("&nbsp;")));
  runLabels->setText(parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp; ")));
}

void PlotBoard::Impl::moveCursor(double t) {
  for (PlotView* view : views) view->area()->setCursorTime(t);
  timeLabel->setText(std::isfinite(t) ? PlotBoard::tr("t = %1 s").arg(readableNumber(t)) : QString());
}

void PlotBoard::Impl::markEvents(bool anew) {
  std::size_t count = 0;
  for (const auto& run : runs)
    if (run.recording) count += run.recording->eventCount();
  if (!anew && count == markedEvents) return;
  markedEvents = count;
  EventMarks marks;
  for (const auto& run : runs) {
    if (!run.recording) continue;
    const QColor colour = run.colour.isValid() ? run.colour : distinctColour(0);
    marks.add(run.recording->events(), runs.size() > 1 ? run.label : QString(),
              mixed(board->palette().color(QPalette::Base), colour, 0.7));
  }
  marks.sort();
  for (PlotView* view : views) view->area()->setEvents(marks);
}

PlotBoard::PlotBoard(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {
  impl_->board = this;
  impl_->build();
}

PlotBoard::~PlotBoard() = default;

void PlotBoard::setRuns(std::vector<PlottedRun> runs) {
  impl_->runs = std::move(runs);
  for (PlotView* view : impl_->views) view->setRuns(impl_->runs);
  impl_->showRunLabels();
  impl_->markEvents(true);
}

void PlotBoard::tick(bool running) {
  const ThreadClock clock;
  impl_->followRun(running);
  impl_->markEvents(false);
  const std::size_t count = impl_->views.size();
  const double budget = running ? kLiveBudget : kRestBudget;
  for (std::size_t i = 0; i < count && (i == 0 || clock.seconds() < budget); ++i) {
    PlotView* view = impl_->views[impl_->next];
    impl_->next = (impl_->next + 1) % count;
    if (view->isVisible() && !view->area()->visibleRegion().isEmpty()) view->refresh(running, kRowsPerCurve);
  }
  impl_->cost = clock.seconds();
}

void PlotBoard::setCursorTime(double t) { impl_->moveCursor(t); }

void PlotBoard::setTimeRange(double t0, double t1) {
  if (!std::isfinite(t0) || !std::isfinite(t1)) return;
  impl_->expected = {t0, t1};
  impl_->followRun(false);
}

void PlotBoard::setTimeWindow(double t0, double t1) {
  const AxisRange whole = impl_->automatic;
  t0 = std::max(t0, whole.low);
  t1 = std::min(t1, whole.high);
  const double smallest = kSmallestWindow * std::max(std::abs(whole.low), std::abs(whole.high));
  if (!(t1 - t0 > smallest)) return;
  if (t0 <= whole.low && t1 >= whole.high) impl_->zoomed.reset();
  else impl_->zoomed = AxisRange{t0, t1};
  impl_->applyWindow();
  tick(false);
}

void PlotBoard::resetZoom() {
  impl_->zoomed.reset();
  for (PlotView* view : impl_->views) view->area()->resetValueAxis();
  impl_->applyWindow();
  tick(false);
}

double PlotBoard::lastTickSeconds() const { return impl_->cost; }

QByteArray PlotBoard::saveState() const {
  QJsonObject plots;
  for (const PlotView* view : impl_->views)
    plots[view->spec().key] = QJsonObject{{"channels", QJsonArray::fromStringList(view->shown())},
                                          {"chosen", view->chosenByUser()}};
  return QJsonDocument(QJsonObject{{"version", 1}, {"plots", plots}}).toJson(QJsonDocument::Compact);
}

void PlotBoard::restoreState(const QByteArray& state) {
  const QJsonObject root = QJsonDocument::fromJson(state).object();
  if (root["version"].toInt() != 1) return;
  const QJsonObject plots = root["plots"].toObject();
  for (PlotView* view : impl_->views) {
    const QJsonObject plot = plots[view->spec().key].toObject();
    QStringList names;
    if (plot["chosen"].toBool())
      for (const auto& name : plot["channels"].toArray()) names << name.toString();
    if (!plot.isEmpty()) view->choose(names);
  }
}

void PlotBoard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  impl_->arrange(event->size().width());
}

}  // namespace holonom
