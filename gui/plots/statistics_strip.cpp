// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/statistics_strip.h"

#include <QHeaderView>
#include <QPixmap>
#include <algorithm>
#include <cmath>
#include <optional>

#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr qint64 kSummaryPause = 500;              // ms between two that differ only by new rows
constexpr int kRowsInSight = 6;                    // without scrolling
const QString kSwatchRoom = QStringLiteral("mm");  // beside a name

QString number(double value) { return std::isnan(value) ? QString::fromUtf8("–") : readableNumber(value); }

QString nameOf(const StatisticsStrip::Row& row) {
  return row.unit.isEmpty() ? row.name : QStringLiteral("%1 (%2)").arg(row.name, row.unit);
}

QString extreme(double value, double t) {
  return std::isnan(value) ? number(value) : StatisticsStrip::tr("%1 at %2 s").arg(number(value), number(t));
}

}  // namespace

StatisticsStrip::StatisticsStrip(QWidget* parent) : QTableWidget(0, 5, parent) {
  setAccessibleName(tr("Statistics of the visible range"));
  setToolTip(
      tr("Of the visible stretch of time. Mean and root mean square are taken over time, not over steps."));
  setHorizontalHeaderLabels({tr("curve"), tr("min"), tr("max"), tr("mean"), tr("rms")});
  horizontalHeaderItem(4)->setToolTip(tr("root of the mean of the squares"));
  verticalHeader()->hide();
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);  // numbers are read whole
  horizontalHeader()->setSectionResizeMode(0, QHeaderView::Interactive);    // see fitTexts()
  horizontalHeader()->setMinimumSectionSize(30);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  setTabKeyNavigation(false);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setFrameShape(NoFrame);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, &StatisticsStrip::fitTexts);
}

QSize StatisticsStrip::sizeHint() const {
  const int rows = std::clamp(rowCount(), 1, kRowsInSight);
  return {300, horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 2};
}

void StatisticsStrip::setRows(std::vector<Row> rows) {
  if (rows == rows_) return;
  const std::optional<Row> marked = currentRow() >= 0 && currentRow() < std::ssize(rows_)
                                        ? std::optional(rows_[std::size_t(currentRow())])
                                        : std::nullopt;
  rows_ = std::move(rows);
  results_.clear();
  asked_ = false;
  job_.cancel();
  setRowCount(static_cast<int>(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    auto* name = new QTableWidgetItem(nameOf(row));
    name->setToolTip(nameOf(row));
    QPixmap swatch(10, 10);  // pale colours cannot be read as text
    swatch.fill(row.colour);
    name->setIcon(swatch);
    setItem(static_cast<int>(i), 0, name);
    for (int column = 1; column < columnCount(); ++column)
      setItem(static_cast<int>(i), column, new QTableWidgetItem);
  }
  const auto kept = marked ? std::find(rows_.begin(), rows_.end(), *marked) : rows_.end();
  if (kept != rows_.end())
    setCurrentCell(static_cast<int>(kept - rows_.begin()), std::max(0, currentColumn()));
  else setCurrentCell(-1, -1);
  updateGeometry();
}

void StatisticsStrip::refresh(AxisRange window) {
  if (const auto results = job_.take(); results && *results) fill(**results);
  std::vector<std::size_t> sizes;
  for (const Row& row : rows_) sizes.push_back(row.recording->size());
  if (job_.busy() || (asked_ && window == window_ && sizes == sizes_)) return;
  if (asked_ && window == window_ && sinceAsked_.elapsed() < kSummaryPause) return;
  sinceAsked_.start();
  asked_ = true;
  window_ = window;
  sizes_ = std::move(sizes);
  job_.start([rows = rows_, window](const JobContext& context) {
    std::vector<RangeStatistics> results;
    for (const Row& row : rows)
      if (!context.stop.stop_requested())
        results.push_back(statisticsOf(*row.recording, row.channel, window.low, window.high));
    return results;
  });
}

void StatisticsStrip::fill(const std::vector<RangeStatistics>& results) {
  results_.assign(results.begin(), results.begin() + std::min(std::ssize(results), std::ssize(rows_)));
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const RangeStatistics& result = results_[i];
    const QString texts[] = {extreme(result.minimum, result.timeOfMinimum),
                             extreme(result.maximum, result.timeOfMaximum), number(result.mean),
                             number(result.rms)};
    for (int column = 1; column < columnCount(); ++column) {
      QTableWidgetItem& cell = *item(static_cast<int>(i), column);
      cell.setToolTip(texts[column - 1]);
      if (column > 2) cell.setText(texts[column - 1]);
    }
  }
  fitTexts();
}

/// Where there is no room for all extremes with their times, the times are read in the tool tips: a number
/// that has lost its exponent is a wrong one.
void StatisticsStrip::fitTexts() {
  const int margin = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 2);
  int names = 0, briefNames = 0, smallest = 0, largest = 0;
  const auto widen = [&](int& width, const QString& text) {
    width = std::max(width, fontMetrics().horizontalAdvance(text) + margin);
  };
  for (std::size_t i = 0; i < results_.size(); ++i) {
    widen(names, nameOf(rows_[i]) + kSwatchRoom);
    widen(briefNames, rows_[i].name + kSwatchRoom);
    widen(smallest, extreme(results_[i].minimum, results_[i].timeOfMinimum));
    widen(largest, extreme(results_[i].maximum, results_[i].timeOfMaximum));
  }
  const bool fits = names + smallest + largest + columnWidth(3) + columnWidth(4) <= viewport()->width();
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const RangeStatistics& result = results_[i];
    item(static_cast<int>(i), 1)
        ->setText(fits ? extreme(result.minimum, result.timeOfMinimum) : number(result.minimum));
    item(static_cast<int>(i), 2)
        ->setText(fits ? extreme(result.maximum, result.timeOfMaximum) : number(result.maximum));
  }
  int rest = viewport()->width();
  for (int column = 1; column < columnCount(); ++column) rest -= columnWidth(column);
  const bool whole = names <= rest;  // the unit goes before the name does
  for (std::size_t i = 0; i < results_.size(); ++i)
    item(static_cast<int>(i), 0)->setText(whole ? nameOf(rows_[i]) : rows_[i].name);
  setColumnWidth(0, std::max(briefNames, rest));
}

void StatisticsStrip::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  fitTexts();
}

}  // namespace holonom
