// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTableWidget>
#include <vector>

#include "gui/base/job.h"
#include "gui/plots/plot_curve.h"
#include "gui/plots/range_statistics.h"

namespace holonom {

/// Minimum, maximum (and when), mean and root mean square of each curve in the visible stretch of time, as a
/// small table below the curves. Computed beside the window.
class StatisticsStrip : public QTableWidget {
  Q_OBJECT
 public:
  explicit StatisticsStrip(QWidget* parent = nullptr);

  struct Row {
    std::shared_ptr<const Recording> recording;
    int channel = 0;
    QString name, unit;
    QColor colour;
    bool operator==(const Row&) const = default;
  };
  void setRows(std::vector<Row> rows);
  /// Takes over what was computed and asks for more where the window or the rows have changed.
  void refresh(AxisRange window);
  bool isComputing() const { return job_.busy(); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitTexts();
  void fill(const std::vector<RangeStatistics>& results);
  std::vector<Row> rows_;
  std::vector<RangeStatistics> results_;
  AxisRange window_{0, 0};
  std::vector<std::size_t> sizes_;  // of the recordings, as asked for
  QElapsedTimer sinceAsked_;
  bool asked_ = false;
  Job<std::vector<RangeStatistics>> job_;
};

}  // namespace holonom
