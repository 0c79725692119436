// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the methods: facts, region with the eigenvalues of the model while it runs, damping, test
// equations, and the order that the model shows.
#include "gui/panels/method_explorer_panel.h"

#include <QComboBox>
#include <QDockWidget>
#include <QGraphicsView>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextLayout>
#include <QTextTable>
#include <cmath>

#include "gui/panels/math_text.h"
#include "gui/panels/order_figure.h"
#include "gui/plots/xy_chart.h"
#include "solvers/integrators/fraction_text.h"
#include "window_fixture.h"

namespace holonom {
namespace {

TEST(MathText, SetsVariablesIndicesAndPowers) {
  EXPECT_EQ(mathHtml("y_{n+1} = y_n + h f(t)"),
            "<i>y</i><sub><i>n</i>+1</sub> = <i>y</i><sub><i>n</i></sub> + <i>h</i> <i>f</i>(<i>t</i>)");
  EXPECT_EQ(mathHtml("sin h^2"), "sin <i>h</i><sup>2</sup>");
  EXPECT_EQ(mathHtml("a = b,   c = 1"),
            QString::fromUtf8("<i>a</i>\u00a0=\u00a0<i>b</i>,&nbsp;  <i>c</i>\u00a0=\u00a01"))
      << "each equation in one line";
  EXPECT_EQ(mathHtml("x_{n_j−1} < 1"), "<i>x</i><sub><i>n</i><sub><i>j</i></sub>−1</sub> &lt; 1");
}

TEST(MathText, KnowsFractions) {
  EXPECT_EQ(fractionText(0.5), "1/2");
  EXPECT_EQ(fractionText(-25360.0 / 2187), "−25360/2187");
  EXPECT_EQ(fractionText(3), "3");
  EXPECT_EQ(fractionText(std::sqrt(2.0)), "1.41421");
  EXPECT_EQ(fractionText(-17253.0 / 339200), "−17253/339200");
  EXPECT_EQ(fractionText(295097.0 / 987055 * (1 + 4e-14)), "0.298967") << "a fraction by chance";
}

class ExploringMethods : public WindowTest {
 protected:
  void openExplorer() {
    find<QAction>("actionExploreMethods")->trigger();
    panel_ = find<MethodExplorerPanel>("methodExplorer");
    ASSERT_TRUE(panel_);
    ASSERT_TRUE(waitFor([this] { return panel_->isVisible() && !panel_->visibleRegion().isEmpty(); }));
    list_ = panel_->findChild<QListWidget*>("methodList");
    figures_ = panel_->findChild<QTabWidget*>("methodFigures");
    verdict_ = panel_->findChild<QLabel*>("methodVerdict");
  }
  /// By keys: the list goes to what is typed.
  void choose(const char* name) {
    list_->setFocus();
    for (int row = 0; row < list_->count(); ++row)
      if (list_->item(row)->data(Qt::UserRole).toString() == name) {
        QTest::mouseClick(list_->viewport(), Qt::LeftButton, {},
                          list_->visualItemRect(list_->item(row)).center());
        return;
      }
    ADD_FAILURE() << name;
  }
  bool hasFacts() const { return panel_->facts() != nullptr; }
  QString sheet() { return panel_->findChild<QTextBrowser*>("methodSheet")->toPlainText(); }
  XyChart* chart(const char* name) { return panel_->findChild<XyChart*>(name); }
  void keepFigure(const char* name) {
    if (keepsPictures()) QTest::qWait(400);  // charts are laid out
    keepPicture(name, panel_);
  }
  void showFigure(int index) {
    QTest::mouseClick(figures_->tabBar(), Qt::LeftButton, {}, figures_->tabBar()->tabRect(index).center());
    ASSERT_EQ(figures_->currentIndex(), index);
  }
  void type(const char* name, const QString& text) {
    auto* edit = panel_->findChild<QLineEdit*>(name);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }

  MethodExplorerPanel* panel_ = nullptr;
  QListWidget* list_ = nullptr;
  QTabWidget* figures_ = nullptr;
  QLabel* verdict_ = nullptr;
};

TEST_F(ExploringMethods, EveryMethodHasAPage) {
  openExplorer();
  ASSERT_EQ(std::size_t(list_->count()), methods().size());
  for (const MethodDescriptor& method : methods()) {
    choose(method.name.c_str());
    EXPECT_TRUE(sheet().startsWith(QString::fromStdString(method.label))) << method.name;
    EXPECT_TRUE(sheet().contains(QString::fromStdString(method.source).simplified())) << method.name;
    EXPECT_FALSE(sheet().contains(" (00")) << method.name << ": a number of our own";
    EXPECT_EQ(figures_->isTabEnabled(0), method.role == MethodRole::Integrates) << method.name;
    EXPECT_EQ(sheet().contains("its choice"), method.role == MethodRole::Chooses) << method.name;
  }
}

TEST_F(ExploringMethods, FactsAreThoseThatAreMeasured) {
  openExplorer();
  choose("rk4");
  ASSERT_TRUE(waitFor([this] { return hasFacts(); }));
  EXPECT_NEAR(panel_->facts()->stability.order, 4, 0.1);
  EXPECT_NEAR(panel_->facts()->stability.realLimit, 2.785, 1e-3);
  EXPECT_TRUE(sheet().contains("conditionally stable"));
  EXPECT_TRUE(sheet().contains("1/6"));
  choose("radau");
  ASSERT_TRUE(waitFor([this] { return hasFacts(); }));
  EXPECT_TRUE(sheet().contains("L-stable")) << sheet().toStdString();
  // other orders by the keyboard
  auto* order = panel_->findChild<QComboBox*>("methodOrder");
  order->setFocus();
  QTest::keyClick(order, Qt::Key_Down);
  EXPECT_TRUE(waitFor([this] { return hasFacts() && std::abs(panel_->facts()->stability.order - 5) < 0.6; }))
      << panel_->facts()->stability.order;
}

TEST_F(ExploringMethods, TheSixthOrderOfBdfIsExplained) {
  openExplorer();
  choose("bdf");
  EXPECT_TRUE(sheet().contains("variable order 1–5"));
  EXPECT_TRUE(sheet().contains("k = 6 is used only where")) << sheet().toStdString();
}

TEST_F(ExploringMethods, ATableThatIsTooWideIsMadeSmaller) {
  openExplorer();
  auto* browser = panel_->findChild<QTextBrowser*>("methodSheet");
  auto* dock = find<QDockWidget>("methodsDock");
  dock->setFloating(true);
  choose("esdirk");
  dock->resize(2400, 700);
  ASSERT_TRUE(waitFor([&] { return hasFacts() && sheet().contains("82889/524892"); }))
      << sheet().toStdString();
  EXPECT_EQ(browser->horizontalScrollBar()->maximum(), 0);
  dock->resize(1180, 700);
  ASSERT_TRUE(waitFor([&] { return sheet().contains("0.1579"); })) << sheet().toStdString();
  EXPECT_FALSE(sheet().contains("82889/524892"));
  EXPECT_EQ(browser->horizontalScrollBar()->maximum(), 0) << browser->width();
}

/// Numbers are read in one line, and wide tables scroll sideways.
TEST_F(ExploringMethods, NumbersOfTablesDoNotBreak) {
  openExplorer();
  auto* browser = panel_->findChild<QTextBrowser*>("methodSheet");
  for (const char* name : {"dop853", "radau", "esdirk", "l-stable"}) {
    choose(name);
    ASSERT_TRUE(waitFor([&] { return hasFacts(); })) << name;
    int numbers = 0;
    for (QTextBlock block = browser->document()->begin(); block.isValid(); block = block.next()) {
      if (!QTextCursor(block).currentTable() || block.text().contains(' ')) continue;
      EXPECT_LE(block.layout()->lineCount(), 1) << name << ": " << block.text().toStdString();
      ++numbers;
    }
    EXPECT_GT(numbers, 9) << name;
  }
}

TEST_F(ExploringMethods, OrdersBeyondMeasuringHaveNoNumber) {
  openExplorer();
  choose("adams");
  auto* order = panel_->findChild<QComboBox*>("methodOrder");
  order->setFocus();
  QTest::keyClick(order, Qt::Key_End);
  EXPECT_TRUE(waitFor([this] {
    return hasFacts() && sheet().contains("not measurable in double precision");
  })) << sheet().toStdString();
  EXPECT_FALSE(sheet().contains("Error constant"));
}

TEST_F(ExploringMethods, OrdersAreThoseOfTheRule) {
  openExplorer();
  choose("local-equivalence");
  auto* order = panel_->findChild<QComboBox*>("methodOrder");
  EXPECT_EQ(order->count(), 1);
  EXPECT_EQ(order->currentText(), "its own");
  SimulationOptions options = session().options();
  selectMethod(options, "local-equivalence");
  options.localRule = LocalRule::Bdf;
  session().setOptions(options);
  EXPECT_EQ(order->count(), 6) << "the highest, or one of five";
  options.localRule = LocalRule::Midpoint;
  session().setOptions(options);
  EXPECT_EQ(order->count(), 1);
}

TEST_F(ExploringMethods, StabilisedMethodsReachAndVibrationsHaveTheirRadius) {
  openExplorer();
  choose("rkc");
  ASSERT_TRUE(waitFor([this] { return hasFacts(); }));
  EXPECT_TRUE(sheet().contains("with s evaluations")) << sheet().toStdString();
  EXPECT_FALSE(sheet().contains("Angle of stability")) << sheet().toStdString();
  choose("generalized-alpha");
  EXPECT_TRUE(waitFor([this] {
    return hasFacts() && sheet().contains("Spectral radius at infinity") &&
           !sheet().contains("s evaluations");
  })) << sheet().toStdString();
}

TEST_F(ExploringMethods, TheEigenvaluesOfTheModelStandInTheRegion) {
  openExplorer();
  EXPECT_TRUE(verdict_->text().contains("Open a model"));
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  choose("rk4");
  ASSERT_TRUE(waitFor([this] { return panel_->modes().has_value() && hasFacts(); }));
  EXPECT_TRUE(verdict_->text().contains("type a step")) << verdict_->text().toStdString();
  type("methodStep", "0.01");
  ASSERT_TRUE(waitFor([this] { return panel_->modes() && panel_->modes()->h == 0.01; }));
  const ModeAnswer& small = *panel_->modes();
  ASSERT_EQ(small.growths.size(), small.motion.scales.modes.size());
  ASSERT_FALSE(small.growths.empty());
  XyChart* region = chart("methodRegion");
  std::size_t marks = 0;
  for (const auto& series : region->series()) marks += std::size_t(series.points.size());
  EXPECT_EQ(marks, 2 * small.growths.size()) << "each with its conjugate";
  const QPointF first(small.z(0).real(), small.z(0).imag());
  EXPECT_TRUE(region->textAt(region->placeOf(first)).contains("1/s"));
  keepFigure("methods-step.png");
  type("methodStep", "10");
  ASSERT_TRUE(waitFor([this] { return panel_->modes() && panel_->modes()->h == 10; }));
  ASSERT_TRUE(panel_->modes()->stableStep.has_value());
  EXPECT_LT(*panel_->modes()->stableStep, 10);
  EXPECT_TRUE(waitFor([this] { return verdict_->text().contains("are let grow"); }));
  choose("bdf");
  QTest::keyClick(panel_->findChild<QComboBox*>("methodOrder"), Qt::Key_Down);
}

/// About the mouse, into a box, and back; the region is measured anew in what is seen.
TEST_F(ExploringMethods, TheRegionIsZoomedWithTheMouse) {
  openExplorer();
  choose("rk4");
  ASSERT_TRUE(waitFor([this] { return hasFacts(); }));
  XyChart* region = chart("methodRegion");
  QWidget* view = region->findChild<QGraphicsView*>()->viewport();
  const auto placeOf = [&](QPointF z) { return region->placeOf(z) - view->mapTo(region, QPointF()); };
  const StabilityWindow whole = panel_->facts()->whole;
  EXPECT_EQ(panel_->facts()->region.window, whole);
  const QPointF place = placeOf({-1, 1});
  QWheelEvent wheel(place, view->mapToGlobal(place), {}, {0, 360}, Qt::NoButton, {}, Qt::NoScrollPhase,
                    false);
  QApplication::sendEvent(view, &wheel);
  ASSERT_TRUE(region->zoom());
  EXPECT_NEAR(region->zoom()->x.span(), (whole.right - whole.left) / std::pow(1.25, 3), 1e-9);
  EXPECT_LT((placeOf({-1, 1}) - place).manhattanLength(), 1e-6) << "stays under the mouse";
  EXPECT_TRUE(waitFor([&] { return hasFacts() && panel_->facts()->region.window.left > whole.left; }));
  const QPoint from = placeOf({-0.5, 0.5}).toPoint(), to = placeOf({0.5, -0.5}).toPoint();
  QTest::mousePress(view, Qt::LeftButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(view, &move);
  QTest::mouseRelease(view, Qt::LeftButton, {}, to);
  EXPECT_NEAR(region->zoom()->y.span(), 1, 0.1);
  EXPECT_TRUE(waitFor([&] { return hasFacts() && panel_->facts()->region.window.top < 0.6; }));
  keepFigure("methods-zoom.png");
  QTest::mouseDClick(view, Qt::LeftButton, {}, from);
  EXPECT_FALSE(region->zoom());
  EXPECT_TRUE(waitFor([&] { return hasFacts() && panel_->facts()->region.window == whole; }));
}

TEST_F(ExploringMethods, EigenvaluesFollowARunWhileItGoesOn) {
  openExplorer();
  openLongRun();
  choose("bdf");
  session().start();
  ASSERT_TRUE(waitFor([this] { return panel_->modes() && panel_->modes()->h > 0; }));
  const double first = panel_->modes()->time;
  EXPECT_TRUE(waitFor([&] { return panel_->modes() && panel_->modes()->time > first; }))
      << "at a later state";
  EXPECT_EQ(session().state(), Session::State::Running);
  session().stop();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  // at another time by hand
  playback().setTime(0.5 * playback().available());
  const double shown = playback().time();
  EXPECT_TRUE(waitFor([&] { return panel_->modes() && std::abs(panel_->modes()->time - shown) < 0.1; }));
}

TEST_F(ExploringMethods, DampingAndPhaseOfGeneralizedAlphaFollowItsOption) {
  openExplorer();
  choose("generalized-alpha");
  showFigure(1);
  ASSERT_TRUE(waitFor([this] { return hasFacts(); }));
  const double before = panel_->facts()->response.back().amplitude;
  SimulationOptions options = session().options();
  options.rho = 0.2;
  session().setOptions(options);
  ASSERT_TRUE(
      waitFor([&] { return hasFacts() && panel_->facts()->response.back().amplitude < before - 0.1; }));
  const auto& series = chart("methodDamping")->series();
  ASSERT_GE(series.size(), 2u);
  EXPECT_TRUE(series[1].onTheRight);
  EXPECT_LT(series[1].points.back().y(), 0) << "vibrations come out too slow";
  keepFigure("methods-damping.png");
}

TEST_F(ExploringMethods, TestEquationsCompareTwoMethodsStepByStep) {
  openExplorer();
  choose("rk4");
  showFigure(2);
  auto* equation = panel_->findChild<QComboBox*>("equationChoice");
  equation->setFocus();
  QTest::keyClick(equation, Qt::Key_Down);  // the stiff one
  XyChart* shown = chart("equationChart");
  ASSERT_TRUE(waitFor([&] { return shown->series().size() == 3 && shown->series()[1].points.size() == 51; }));
  EXPECT_EQ(shown->series()[2].points.size(), 51);
  EXPECT_NEAR(shown->series()[0].points.front().y(), 2, 1e-12);
  type("equationStep", "0.05");
  const auto* note = panel_->findChild<QLabel*>("equationNote");
  ASSERT_TRUE(waitFor([&] { return shown->series()[2].points.size() == 21; })) << note->text().toStdString();
  EXPECT_LT(shown->series()[1].points.size(), 21) << "the explicit one cannot bear these steps";
  EXPECT_TRUE(note->text().contains("could not go on")) << note->text().toStdString();
  EXPECT_TRUE(note->text().contains("20 steps")) << note->text().toStdString();
  keepFigure("methods-equations.png");
  EXPECT_FALSE(shown->textAt(shown->placeOf(shown->series()[1].points.front())).isEmpty());
  type("equationStep", "1e-9");
  EXPECT_TRUE(waitFor([&] { return note->text().contains("more than"); }));
  EXPECT_TRUE(shown->series().empty()) << "of another step";
  type("equationStep", "0");
  EXPECT_TRUE(waitFor([&] { return note->text().contains("above zero"); })) << note->text().toStdString();
}

TEST_F(ExploringMethods, AMethodThatCannotBearTheStepsSaysWhy) {
  openExplorer();
  choose("dop853");
  showFigure(2);
  auto* equation = panel_->findChild<QComboBox*>("equationChoice");
  equation->setFocus();
  QTest::keyClick(equation, Qt::Key_End);  // λ = −1000, h = 0.1
  const auto* note = panel_->findChild<QLabel*>("equationNote");
  ASSERT_TRUE(waitFor([&] { return note->text().contains("BDF: largest error"); }));
  EXPECT_TRUE(
      note->text().contains("Dormand–Prince 8(5,3) cannot make the first step. Steps of this size are "
                            "outside its stability region"))
      << note->text().toStdString();
  EXPECT_FALSE(note->text().contains("largest error 0 ")) << note->text().toStdString();
  EXPECT_FALSE(note->text().contains("index")) << "without constraints there is none";
}

/// One method beside itself at another order.
TEST_F(ExploringMethods, CurvesOfTheSameMethodAreToldApart) {
  openExplorer();
  choose("bdf");
  showFigure(0);
  auto* order = panel_->findChild<QComboBox*>("methodOrder");
  order->setFocus();
  QTest::keyClick(order, Qt::Key_Home);
  QTest::keyClick(order, Qt::Key_Down);
  showFigure(2);
  auto* other = panel_->findChild<QComboBox*>("equationOther");
  ASSERT_EQ(other->currentData().toString(), "bdf");
  XyChart* shown = chart("equationChart");
  ASSERT_TRUE(waitFor([&] { return shown->series().size() == 3; }));
  EXPECT_EQ(shown->series()[1].name, "BDF, fixed order 1");
  EXPECT_NE(shown->series()[2].name, shown->series()[1].name);
  const QString note = panel_->findChild<QLabel*>("equationNote")->text();
  EXPECT_TRUE(note.contains(shown->series()[2].name + ": largest error")) << note.toStdString();
}

TEST_F(ExploringMethods, TheOrderIsMeasuredOnTheModelAndCanBeStopped) {
  openExplorer();
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  choose("rk4");
  showFigure(3);
  auto* figure = panel_->findChild<OrderFigure*>();
  auto* start = panel_->findChild<QPushButton*>("orderStart");
  type("orderEnd", "0.5");
  click(start);
  EXPECT_TRUE(figure->isMeasuring());
  const auto* status = panel_->findChild<QLabel*>("orderStatus");
  ASSERT_TRUE(waitFor([&] { return status->text().contains("The reference is certain"); }, 60000))
      << status->text().toStdString();
  ASSERT_GE(figure->measured().points.size(), 3u);
  EXPECT_NEAR(figure->measured().slope(), 4, 0.4);
  keepFigure("methods-order.png");
  type("orderEnd", "500");
  click(start);
  ASSERT_TRUE(figure->isMeasuring());
  click(start);
  EXPECT_FALSE(figure->isMeasuring());
  EXPECT_TRUE(panel_->findChild<QLabel*>("orderStatus")->text().contains("Stopped"));
}

/// Of the highest orders a short motion has no errors but rounding.
TEST_F(ExploringMethods, AnOrderThatNobodyHasChosenIsOneThatCanBeMeasured) {
  openExplorer();
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  choose("radau");
  showFigure(3);
  const auto* status = panel_->findChild<QLabel*>("orderStatus");
  EXPECT_TRUE(status->text().contains("page Stability")) << status->text().toStdString();
  type("orderEnd", "0.5");
  click(panel_->findChild<QPushButton*>("orderStart"));
  ASSERT_TRUE(waitFor([&] { return status->text().contains("The reference is certain"); }, 60000))
      << status->text().toStdString();
  EXPECT_EQ(chart("orderChart")->series().front().name, "Radau, index 2, order 5");
  EXPECT_NEAR(panel_->findChild<OrderFigure*>()->measured().slope(), 5, 0.5);
}

/// The order of the run changes while it is played; what was measured at another one is still true.
TEST_F(ExploringMethods, TheMeasuredOrderStaysWhileTheRunIsPlayed) {
  openExplorer();
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().pause();
  choose("bdf");
  showFigure(3);
  auto* order = panel_->findChild<QComboBox*>("methodOrder");
  const QString atStart = "of the run: 1";
  playback().setTime(0.5 * playback().available());
  ASSERT_TRUE(waitFor(
      [&] { return order->currentText().startsWith("of the run") && order->currentText() != atStart; }));
  const QString measuredAt = order->currentText().section(' ', -1);
  type("orderEnd", "0.5");
  auto* figure = panel_->findChild<OrderFigure*>();
  click(panel_->findChild<QPushButton*>("orderStart"));
  const auto* status = panel_->findChild<QLabel*>("orderStatus");
  ASSERT_TRUE(waitFor([&] { return status->text().contains("The reference is certain"); }, 60000))
      << status->text().toStdString();
  const std::size_t points = figure->measured().points.size();
  ASSERT_GE(points, 2u);
  playback().setTime(0);
  ASSERT_TRUE(waitFor([&] { return order->currentText() == atStart; })) << order->currentText().toStdString();
  EXPECT_EQ(figure->measured().points.size(), points);
  const QString label = "BDF, index 2, order " + measuredAt;
  EXPECT_EQ(chart("orderChart")->series().front().name.toStdString(), label.toStdString());
  EXPECT_TRUE(status->text().startsWith(label + ": on this model")) << status->text().toStdString();
  order->setFocus();
  QTest::keyClick(order, Qt::Key_End);
  EXPECT_TRUE(figure->measured().points.empty()) << "of an order that is not chosen any more";
}

TEST_F(ExploringMethods, WhatCanBeMeasuredIsSaidOfEachMethod) {
  openExplorer();
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  const auto* start = panel_->findChild<QPushButton*>("orderStart");
  const auto* status = panel_->findChild<QLabel*>("orderStatus");
  choose("kinematics");
  showFigure(3);
  EXPECT_FALSE(start->isEnabled());
  EXPECT_TRUE(status->text().contains("not measured")) << status->text().toStdString();
  for (const char* name : {"ida", "auto", "bdf"}) {
    choose(name);
    EXPECT_TRUE(start->isEnabled()) << name;
    EXPECT_TRUE(status->text().contains("the slope is the order")) << status->text().toStdString();
  }
}

TEST_F(ExploringMethods, AModelThatCannotBeginSaysSo) {
  openExplorer();
  ASSERT_TRUE(document().openNamed("four_bar"));
  Mechanism broken = document().mechanism();
  broken.bodies[1].points[1].position += Vector3(50, 0, 0);
  document().edit("open the loop", broken);
  choose("rk4");
  EXPECT_TRUE(waitFor([this] { return verdict_->text().contains("no consistent start"); }))
      << verdict_->text().toStdString();
  showFigure(3);
  click(panel_->findChild<QPushButton*>("orderStart"));
  auto* figure = panel_->findChild<OrderFigure*>();
  const auto* status = panel_->findChild<QLabel*>("orderStatus");
  ASSERT_TRUE(waitFor([&] { return !figure->isMeasuring() && !status->text().contains("Finding"); }, 60000));
  EXPECT_TRUE(figure->measured().points.empty());
  EXPECT_FALSE(status->text().isEmpty());
}

}  // namespace
}  // namespace holonom
