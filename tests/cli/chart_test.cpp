// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/output_file.h"
#include "gui/cli/axis_ticks.h"
#include "gui/cli/png_chart.h"
#include "gui/cli/text_table.h"
#include "tests/cli/program.h"

namespace holonom::cli {
namespace {

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
  std::vector<std::string> out;
  for (const Tick& tick : ticks) out.push_back(tick.label);
  return out;
}

TEST(AxisTicks, StandAtRoundNumbers) {
  std::string factor;
  EXPECT_EQ(labels(linearTicks(0, 1, 5, factor)),
            (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(factor, "");
  EXPECT_EQ(labels(linearTicks(-7, 12, 4, factor)), (std::vector<std::string>{"−5", "0", "5", "10"}));
}

TEST(AxisTicks, TakeOutAPowerOfTen) {
  std::string factor;
  EXPECT_EQ(labels(linearTicks(0, 2.1e6, 4, factor)), (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_EQ(factor, "×10⁶");
  EXPECT_EQ(labels(linearTicks(0, 3e-9, 3, factor)), (std::vector<std::string>{"0", "1", "2", "3"}));
  EXPECT_EQ(factor, "×10⁻⁹");
}

// Whatever the range: some marks, not too many, all inside.
TEST(AxisTicks, SuitEveryRange) {
  for (double size : {1e-300, 1e-12, 3e-5, 0.7, 1.0, 99.0, 5e4, 1e15, 1e300})
    for (double middle : {0.0, size, -1000 * size}) {
      std::string factor;
      const auto ticks = linearTicks(middle - size, middle + size, 5, factor);
      EXPECT_GE(ticks.size(), 2u) << middle << " ± " << size;
      EXPECT_LE(ticks.size(), 8u) << middle << " ± " << size;
      for (const Tick& tick : ticks) EXPECT_LE(std::abs(tick.value - middle), size * (1 + 1e-6));
    }
}

TEST(AxisTicks, OfALogarithmicAxisAreFew) {
  EXPECT_EQ(labels(logarithmicTicks(1e-3, 10, 7)),
            (std::vector<std::string>{"10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹"}));
  EXPECT_LE(logarithmicTicks(1e-16, 1e4, 7).size(), 7u);
}

// Constant, empty, not finite, zero on a logarithmic axis: the picture is drawn all the same.
TEST(Chart, DrawsAwkwardData) {
  const cli_test::Scratch scratch;
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               infinity = std::numeric_limits<double>::infinity();
  Chart chart;
  chart.title = "awkward";
  chart.legend.push_back({"a", {0, 0, 0}});
  const std::vector<std::vector<double>> data{
      {}, {3, 3, 3}, {0, 0, 0}, {nan, 1, nan}, {infinity, -infinity, nan}, {0, 1e-20, 5}};
  for (const auto& values : data) {
    for (bool logarithmic : {false, true}) {
      ChartPanel panel;
      panel.title = "panel";
      panel.logarithmic = logarithmic;
      ChartCurve curve{{0, 0, 1}, {}, false};
      for (std::size_t i = 0; i < values.size(); ++i)
        curve.points.push_back({0.5 * static_cast<double>(i), values[i]});
      panel.curves.push_back(curve);
      chart.panels.push_back(panel);
    }
  }
  chart.panels.push_back(chart.panels.front());
  chart.panels.back().wholeNumbers = true;
  writeChart(chart, scratch.file("a.png"));
  EXPECT_GT(cli_test::readText(scratch.file("a.png")).size(), 1000u);
  EXPECT_THROW(writeChart(chart, "/no/such/folder/a.png"), OutputError);
}

TEST(TextTable, AlignsUtf8AndQuotesCsv) {
  TextTable table({"name", "n"});
  table.addRow({"α", "5"});
  table.addRow({"a,b", "10"});
  EXPECT_EQ(table.text(), "name   n\nα      5\na,b   10\n");
  EXPECT_EQ(table.csv(), "name,n\nα,5\n\"a,b\",10\n");
}

}  // namespace
}  // namespace holonom::cli
