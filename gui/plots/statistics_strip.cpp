// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/statistics_strip.h"

#include <QHeaderView>
#include <QPixmap>
#include <algorithm>
#include <cmath>
#include <utility>

namespace holonom {

namespace {

constexpr qint64 kPause = 500;  // ms between two that differ only by new rows
constexpr int kMostRows = 6;  // without scrolling

QString number(double value) { return std::isnan(value) ? QString::fromUtf8("–") : readableNumber(value); }

QString extreme(double value, double t) {
  return std::isnan(value) ? number(value) : StatisticsStrip::tr("%1 at %2 s").arg(number(value), number(t));
}

}  // namespace

StatisticsStrip::StatisticsStrip(QWidget* parent) : QTableWidget(0, 5, parent) {
  setAccessibleName(tr("Statistics of the visible range"));
  setToolTip(tr("Of the visible stretch of time. Mean and root mean square are taken over time, not over steps."));
  setHorizontalHeaderLabels({tr("curve"), tr("minimum"), tr("maximum"), tr("mean"), tr("rms")});
  horizontalHeaderItem(4)->setToolTip(tr("root of the mean of the squares"));
  verticalHeader()->hide();
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  for (const int wide : {1, 2}) horizontalHeader()->setSectionResizeMode(wide, QHeaderView::Stretch);  // with their times
  horizontalHeader()->setMinimumSectionSize(30);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  setTabKeyNavigation(false);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setFrameShape(NoFrame);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setTabKeyNavigation(false);
}

QSize StatisticsStrip::sizeHint() const {
  const int rows = std::clamp(rowCount(), 1, kMostRows);
  return {300, horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() + 2};
}

void StatisticsStrip::setRows(std::vector<Row> rows) {
  if (rows == rows_) return;
  rows_ = std::move(rows);
  asked_ = false;
  outdated_ = job_.pending();
  setRowCount(static_cast<int>(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    auto* name = new QTableWidgetItem(row.unit.isEmpty() ? row.name : QStringLiteral("%1 (%2)").arg(row.name, row.unit));
    QPixmap swatch(10, 10);
    swatch.fill(row.colour);
    name->setIcon(swatch);  // pale colours cannot be read as text
    setItem(static_cast<int>(i), 0, name);
    for (int column = 1; column < columnCount(); ++column) setItem(static_cast<int>(i), column, new QTableWidgetItem);
  }
  updateGeometry();
}

void StatisticsStrip::refresh(AxisRange window) {
  if (auto results = job_.take()) {
    if (std::exchange(outdated_, false)) asked_ = false;
    else fill(*results);
  }
  std::vector<std::size_t> sizes;
  for (const Row& row : rows_) sizes.push_back(row.recording->size());
  if (job_.busy() || (asked_ && window == window_ && sizes == sizes_)) return;
  if (asked_ && window == window_ && sinceAsked_.elapsed() < kPause) return;
  sinceAsked_.start();
  asked_ = true;
  window_ = window;
  sizes_ = std::move(sizes);
  job_.start([rows = rows_, window] {
    std::vector<RangeStatistics> results;
    for (const Row& row : rows) results.push_back(statisticsOf(*row.recording, row.channel, window.low, window.high));
    return results;
  });
}

void StatisticsStrip::fill(const std::vector<RangeStatistics>& results) {
  for (int i = 0; i < std::min(rowCount(), static_cast<int>(results.size())); ++i) {
    const RangeStatistics& result = results[static_cast<std::size_t>(i)];
    const QString texts[] = {extreme(result.minimum, result.timeOfMinimum), extreme(result.maximum, result.timeOfMaximum),
                             number(result.mean), number(result.rms)};
    for (int column = 0; column < 4; ++column) {
      item(i, column + 1)->setText(texts[column]);
      item(i, column + 1)->setToolTip(texts[column]);
    }
  }
}

}  // namespace holonom
