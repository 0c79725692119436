// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a pane: all values of all runs are to be read, with one cursor and with two.
#include <QLabel>
#include <limits>
#include <set>

#include "gui/plots/legend_painter.h"
#include "gui/plots/run_legend.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

class Legends : public test::PaneTest {
 protected:
  Legends() {
    std::vector<PlottedRun> runs;
    const QColor colours[] = {QColor(0, 114, 178), QColor(213, 94, 0), QColor(0, 158, 115),
                              QColor(204, 121, 167)};
    for (int i = 0; i < 4; ++i)
      runs.push_back({test::syntheticRecording(2000, 0.1 * i), QStringLiteral("run %1").arg(i), colours[i]});
    board.setRuns(std::move(runs));
    board.resize(620, 1100);
    board.setTimeRange(0, 2);
    board.setCursorTime(1.5);
    settle();
  }
};

TEST_F(Legends, OfFourRunsWithTwoCursorsNothingIsCut) {
  ChartArea* chart = area("energy");
  const std::size_t curves = chart->curves().size();
  ASSERT_GE(curves, 12u);
  const double one = chart->plotArea().top();
  board.setSecondCursor(0.5);
  settle();
  EXPECT_GT(chart->plotArea().top(), one) << "there is more to be read";
  EXPECT_GE(chart->plotArea().height(), 40);
  for (std::size_t i = 0; i < curves / 4; ++i) {
    const QRect place = chart->legendPlace(i);
    EXPECT_TRUE(place.isValid()) << i;
    EXPECT_LE(place.bottom(), chart->plotArea().top()) << i;
    EXPECT_LE(place.right(), chart->width()) << i;
  }
  const auto* runs = board.findChild<QWidget*>("runLabels");
  const auto* times = board.findChild<QLabel*>("cursorTime");
  EXPECT_GE(runs->height(), runs->heightForWidth(runs->width())) << "the names of the runs have room";
  EXPECT_FALSE(runs->geometry().intersects(times->geometry()));
  EXPECT_GE(times->width(), times->sizeHint().width());
  keepPicture("legend.png");
  board.setSecondCursor(std::numeric_limits<double>::quiet_NaN());
  settle();
  EXPECT_EQ(chart->plotArea().top(), one);
  EXPECT_EQ(times->y(), runs->y() + (runs->height() - times->height()) / 2) << "in one line again";
}

/// As narrow as the dock of the plots can be made.
TEST_F(Legends, NamesOfRunsAreReadWholeInANarrowBoard) {
  std::vector<PlottedRun> runs;
  for (const char* name : {"BDF, index 2", "Generalized-α, index 3, tolerance 1e-6"})
    runs.push_back({test::syntheticRecording(200), QString::fromUtf8(name), QColor(0, 114, 178),
                    QString("AB")[int(runs.size())]});
  board.setRuns(runs);
  board.resize(300, 800);
  settle();
  settle();  // the scroll bar has come
  const auto* names = board.findChild<RunLegend*>("runLabels");
  const QFontMetrics metrics(names->font());
  EXPECT_GE(names->width(), metrics.horizontalAdvance(runs[1].mark + "  " + runs[1].label) + 14)
      << "in one line, and not cut";
  EXPECT_GE(names->height(), names->heightForWidth(names->width()));
  EXPECT_GE(names->height(), 2 * metrics.height());
  for (const char* name : {"addPane", "wholeRun", "cursorTime"}) {
    const auto* widget = board.findChild<QWidget*>(name);
    EXPECT_GE(widget->width(), widget->minimumSizeHint().width()) << name;
    EXPECT_FALSE(widget->geometry().intersects(names->geometry())) << name;
  }
  keepPicture("narrow-board.png");
}

TEST_F(Legends, EntriesStayWhileTheNumbersChange) {
  ChartArea* chart = area("acceleration");
  const auto places = [&] {
    std::vector<QRect> all;
    for (std::size_t i = 0; i < chart->curves().size() / 4; ++i) all.push_back(chart->legendPlace(i));
    return all;
  };
  const auto first = places();
  const QRectF plot = chart->plotArea();
  for (double t = 0; t < 2; t += 0.01) {
    board.setCursorTime(t);
    ASSERT_EQ(places(), first) << t;
    ASSERT_EQ(chart->plotArea(), plot) << t;
  }
}

TEST_F(Legends, TheNameOfWhatStandsOutIsInSight) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x", "crank.y", "rod.x", "rod.y", "slider.x", "slider.y"});
  settle();
  ChartArea* chart = free->area();
  const std::size_t entries = chart->curves().size() / 4;
  ASSERT_FALSE(chart->legendPlace(entries - 1).isValid()) << "not all have room";
  const auto nameOf = [](const PlotCurve& curve) {
    return curve.recording().channels()[static_cast<std::size_t>(curve.channel())].name;
  };
  const std::string last = nameOf(*chart->curves().back());
  std::string picked;
  QObject::connect(&board, &PlotBoard::channelPicked, [&](const Channel& channel) { picked = channel.name; });
  board.setEmphasis([&](const Channel& channel) { return channel.name == last; });
  QTest::mouseClick(chart, Qt::LeftButton, {}, chart->legendPlace(0).topLeft() + QPoint(8, 6));
  EXPECT_EQ(picked, last) << "it has come first";
  board.setEmphasis({});
  QTest::mouseClick(chart, Qt::LeftButton, {}, chart->legendPlace(0).topLeft() + QPoint(8, 6));
  EXPECT_EQ(picked, nameOf(*chart->curves().front()));
}

TEST(LegendLayout, AnEntryThatIsWiderThanTheLegendGoesOnBelow) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  LegendPainter legend;
  const QFontMetrics metrics{QFont()};
  const QStringList values(4, QStringLiteral("−0.12345  Δ −0.54321"));
  LegendEntry entry{"total energy", {{Qt::red, 0}, {Qt::blue, 1}, {Qt::green, 2}, {Qt::cyan, 3}}};
  legend.setEntries({entry});
  const int wide = legend.lines(metrics, 5000, 8, values), narrow = legend.lines(metrics, 300, 8, values);
  EXPECT_EQ(wide, 1);
  EXPECT_GE(narrow, 3);
  const auto places = legend.places(metrics, {0, 0, 300, narrow * metrics.height()}, values);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].height(), narrow * metrics.height());
  EXPECT_LE(places[0].right(), 300);
  EXPECT_EQ(legend.lines(metrics, 300, 2, values), 2) << "never more than there is room for";
}

/// Wherever the last entry ends, the number of those left out stands apart from it.
TEST(LegendLayout, TheNumberOfEntriesLeftOutKeepsAGap) {
  if (!qApp) GTEST_SKIP() << "needs a display";
  LegendPainter legend;
  const QFontMetrics metrics{QFont()};
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < 6; ++i) entries.push_back({"O λ", {{Qt::red, i}}});
  legend.setEntries(entries);
  const int count = metrics.horizontalAdvance("+1");
  std::set<std::size_t> shown;
  for (int width = 150; width < 400; ++width) {
    const auto places = legend.places(metrics, {0, 0, width, 2 * metrics.height()}, {});
    shown.insert(places.size());
    if (places.size() == entries.size() || places.back().top() < metrics.height()) continue;
    EXPECT_GE(width - count - places.back().right(), 4) << width;
  }
  EXPECT_GT(shown.size(), 2u);
}

}  // namespace
}  // namespace holonom
