// SPDX-License-Identifier: GPL-3.0-or-later
// Charts of few points: on logarithmic axes nothing is lost, each point can be named, and the pane of a
// spectrum is one of them.
#include "gui/plots/point_chart.h"

#include <QGraphicsTextItem>

#include "gui/plots/error_cost_chart.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

const QColor kInk(200, 0, 0);

int inkIn(const QImage& image, const QRect& place) {
  int count = 0;
  for (int y = place.top(); y <= place.bottom(); ++y)
    for (int x = place.left(); x <= place.right(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      count += pixel.red() > 150 && pixel.green() < 120 && pixel.blue() < 120;
    }
  return count;
}

class PointCharts : public testing::Test {
 protected:
  PointCharts() {
    if (!qApp) return;
    chart = std::make_unique<PointChart>();
    chart->resize(500, 320);
    chart->setAxis(PointChart::Bottom, {{0, 2}, PlotScale::Logarithmic, "cost", "ms"});
    chart->setAxis(PointChart::Left, {{-4, 0}, PlotScale::Logarithmic, "error", {}});
    chart->show();
  }
  void SetUp() override {
    if (!qApp) GTEST_SKIP() << "needs a display";
  }
  PointChart::Series line() const {
    PointChart::Series series;
    series.name = "a method";
    series.colour = kInk;
    series.points = {{0.5, -1}, {1, -2.5}, {1.8, -3.5}};
    series.textOf = [](qsizetype i) { return QStringLiteral("point %1").arg(i); };
    return series;
  }
  QImage drawn() {
    QApplication::processEvents();
    return chart->grab().toImage();
  }
  std::unique_ptr<PointChart> chart;
};

/// Qt Charts writes dots where an axis gets too little height.
TEST_F(PointCharts, NumbersAreReadInALowPane) {
  chart->setAxis(PointChart::Bottom, {{0, 12}, PlotScale::Linear, "frequency", "Hz"});
  chart->setAxis(PointChart::Left, {{0, 1}, PlotScale::Linear, {}, {}});
  const int below = PointChart::bottomRoom(QFontMetrics(chart->font()));
  chart->resize(300, 40 + below);
  chart->setPlotArea({60, 10, 230, 30});
  drawn();
  int numbers = 0;
  for (const QGraphicsItem* item : chart->scene()->items())
    if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item); text && text->isVisible()) {
      EXPECT_FALSE(text->toPlainText().contains("...")) << text->toPlainText().toStdString();
      numbers += text->toPlainText() == "5" || text->toPlainText() == "10";
    }
  EXPECT_EQ(numbers, 2);
}

TEST_F(PointCharts, DrawsPointsWhereTheirPlacesAre) {
  chart->setSeries({line()});
  const QImage image = drawn();
  for (const QPointF& point : line().points) {
    const QPoint place = chart->placeOf(point).toPoint();
    EXPECT_TRUE(chart->plotArea().toRect().contains(place));
    EXPECT_GT(inkIn(image, QRect(place - QPoint(3, 3), QSize(7, 7))), 1) << point.x();
  }
  if (qEnvironmentVariableIsSet("HOLONOM_PICTURES"))
    image.save(qEnvironmentVariable("HOLONOM_PICTURES") + "/point-chart.png");
}

/// Labels of the axes and where they stand; those of Qt Charts that are empty left out.
std::vector<QRectF> labelsOf(const PointChart& chart) {
  std::vector<QRectF> places;
  for (const QGraphicsItem* item : chart.scene()->items())
    if (const auto* text = dynamic_cast<const QGraphicsTextItem*>(item);
        text && text->isVisible() && !text->toPlainText().isEmpty())
      places.push_back(text->sceneBoundingRect());
  return places;
}

/// As happens where a text below the chart grows and takes its room.
TEST_F(PointCharts, TakeTheirAxesAlongWhenTheyBecomeSmaller) {
  chart->setSeries({line()});
  for (const int height : {320, 260, 200}) {
    chart->resize(500, height);
    drawn();
    const QRectF area = chart->plotArea();
    int below = 0;
    for (const QRectF& label : labelsOf(*chart)) {
      EXPECT_LE(label.bottom(), height) << height;
      below += label.top() >= area.bottom() && label.center().x() > area.left();
    }
    EXPECT_GE(below, 3) << "numbers at height " << height;
  }
}

/// How much of a widget has been painted at a time.
class PaintedRegions : public QObject {
 public:
  explicit PaintedRegions(QWidget* widget) : QObject(widget) { widget->installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::Paint) regions.push_back(static_cast<QPaintEvent*>(event)->region());
    return false;
  }
  std::vector<QRegion> regions;
};

/// What lies below and above moves with the axes; a part of it alone would stay behind.
TEST_F(PointCharts, DrawAllOfWhatLiesBelowAnew) {
  ErrorCostChart errors;
  errors.resize(500, 320);
  errors.show();
  QApplication::processEvents();
  QWidget* view = errors.findChild<PointChart*>()->viewport();
  PaintedRegions painted(view);
  for (const double error : {1e-2, 1e-5, 1e-8}) {
    painted.regions.clear();
    errors.setFloor(1e-3);
    QApplication::processEvents();
    errors.setSeries({{"a", {SeriesMark::Shape::Square, kInk}, {{1, 1, "large"}, {error, 5, "small"}}}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return painted.regions.size() > 1; })) << error;
    for (const QRegion& region : painted.regions) EXPECT_EQ(region, QRegion(view->rect())) << error;
  }
}

TEST_F(PointCharts, NameThePointUnderTheMouse) {
  chart->setSeries({line()});
  EXPECT_EQ(chart->textAt(chart->placeOf({1, -2.5}) + QPointF(3, 2)), "point 1");
  EXPECT_TRUE(chart->textAt(chart->placeOf({1, -2.5}) + QPointF(12, 0)).isEmpty());
}

TEST_F(PointCharts, ForgetSeriesThatAreGone) {
  chart->setSeries({line(), line()});
  chart->setSeries({});
  EXPECT_EQ(inkIn(drawn(), chart->rect()), 0);
  EXPECT_TRUE(chart->textAt(chart->placeOf({1, -2.5})).isEmpty());
}

/// Qt's own logarithmic axis draws nothing where one value is zero.
TEST_F(PointCharts, WhatIsNotFiniteTakesNothingElseAlong) {
  PointChart::Series series = line();
  series.points.insert(1, QPointF(0.7, -INFINITY));
  series.points << QPointF(NAN, 0);
  chart->setSeries({series});
  EXPECT_GT(inkIn(drawn(), chart->rect()), 100);
}

TEST_F(PointCharts, AnErrorOfZeroIsDrawn) {
  ErrorCostChart errors;
  errors.resize(500, 320);
  errors.setSeries({{"exact", {SeriesMark::Shape::Square, kInk}, {{0, 1, "none"}, {1e-3, 5, "some"}}}});
  errors.show();
  QApplication::processEvents();
  EXPECT_EQ(errors.textAt(errors.placeOf(0, 1)), "none");
  EXPECT_TRUE(errors.rect().contains(errors.placeOf(0, 1).toPoint()));
}

class SpectrumView : public test::PaneTest {};

TEST_F(SpectrumView, NamesItsPeaks) {
  PlotView* free = board.addPane("free");
  free->add({"slider.x"});  // 0.1 cos(4 t): 0.6366 Hz
  free->setForm(kSpectrumForm);
  ChartArea* plot = free->area();
  ASSERT_TRUE(eventually([&] { return spectrumOf(free).amplitudeNear(0, 0.6366) > 0.05; }));
  settle();
  ASSERT_NE(plot->findChild<PointChart*>(), nullptr);
  const AxisRange x = plot->horizontalRange(), y = plot->valueRange();
  const QRectF area = plot->plotArea();
  QString tip;
  for (double up = 0.08; up < 0.12 && tip.isEmpty(); up += 0.002)
    tip = plot->tipAt({area.left() + 0.6366 / x.span() * area.width(),
                       area.bottom() - (up - y.low) / y.span() * area.height()});
  EXPECT_TRUE(tip.startsWith("slider x: ")) << tip.toStdString();
  EXPECT_TRUE(tip.contains(" m at 0.")) << tip.toStdString();
  const QColor colour = plot->curves().front()->colour();
  const QImage image = plot->grab(area.toRect()).toImage();
  int drawn = 0;
  for (int row = 0; row < image.height(); ++row)
    for (int column = 0; column < image.width(); ++column) {
      const QColor pixel = image.pixelColor(column, row);
      drawn += std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                   std::abs(pixel.blue() - colour.blue()) <
               90;
    }
  EXPECT_GT(drawn, 100);
  keepPicture("spectrum-view.png");
  free->setForm(kTimeForm);
  EXPECT_EQ(plot->findChild<PointChart*>(), nullptr);
}

TEST_F(SpectrumView, IsLinesInFiles) {
  PlotView* free = board.addPane("free");
  free->add({"slider.x", "rod.alpha"});
  free->setForm(kSpectrumForm);
  ASSERT_TRUE(eventually([&] { return spectrumOf(free).amplitudeNear(1, 0.5) > 0; }));
  settle();
  const QImage paper = pictureOf(
      {board.drawnSize(*free), "spectrum", [&](QPainter& painter) { board.drawTo(painter, *free); }}, 1);
  int dark = 0;
  for (int y = 0; y < paper.height(); ++y)
    for (int x = 0; x < paper.width(); ++x) dark += qGray(paper.pixel(x, y)) < 160;
  EXPECT_GT(dark, 400) << "curves, numbers and names";
  if (qEnvironmentVariableIsSet("HOLONOM_PICTURES"))
    paper.save(qEnvironmentVariable("HOLONOM_PICTURES") + "/spectrum-paper.png");
}

}  // namespace
}  // namespace holonom
