// SPDX-License-Identifier: GPL-3.0-or-later
// The strip of statistics below a pane.
#include <cmath>
#include <numbers>

#include "gui/plots/statistics_strip.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

using std::numbers::pi;
using test::recordingOf;

TEST(Statistics, TheMarkedRowFollowsItsCurve) {
  const auto recording = recordingOf([](double t) { return t; }, 1, 10);
  const StatisticsStrip::Row first{recording, 0, "time", "s", Qt::red},
      second{recording, 1, "rod.x", "m", Qt::blue}, third{recording, 1, "crank.x", "m", Qt::green};
  StatisticsStrip strip;
  strip.setRows({first, second});
  strip.selectRow(1);
  strip.setRows({first, third, second});
  EXPECT_EQ(strip.currentRow(), 2);
  EXPECT_EQ(strip.selectedItems().size(), strip.columnCount());
  strip.setRows({first, third});
  EXPECT_EQ(strip.currentRow(), -1);
  EXPECT_TRUE(strip.selectedItems().empty()) << "its curve has gone";
}

TEST(Statistics, ANumberIsNotCut) {
  const auto recording = recordingOf([](double t) { return std::cos(2 * pi * t / 1e-3) - 7119; }, 1e-3, 100);
  StatisticsStrip strip;
  strip.setRows({{recording, 1, "rod.ax", "m/s²", QColor(0x1f, 0x5f, 0xa8)}});
  strip.resize(800, 80);
  strip.show();
  ASSERT_TRUE(QTest::qWaitFor([&] {
    strip.refresh({0, 1});
    return strip.item(0, 1)->text().contains(QString::fromUtf8("10⁻⁶ s"));
  })) << strip.item(0, 1)->text().toStdString();
  strip.resize(400, 80);
  QApplication::processEvents();
  for (const int column : {1, 2}) {
    const QTableWidgetItem& cell = *strip.item(0, column);
    EXPECT_FALSE(cell.text().contains(" at ")) << cell.text().toStdString();
    EXPECT_LT(strip.fontMetrics().horizontalAdvance(cell.text()), strip.columnWidth(column))
        << cell.text().toStdString();
    EXPECT_TRUE(cell.toolTip().contains(" at "));
  }
  strip.resize(800, 80);
  QApplication::processEvents();
  EXPECT_TRUE(strip.item(0, 1)->text().contains(" at "));
}

}  // namespace
}  // namespace holonom
