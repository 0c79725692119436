// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures per second while mechanisms move beside six live plots, and what they leave to the solver;
// printed, not judged, because it depends on the machine.
#include <QElapsedTimer>
#include <QEvent>
#include <QThread>
#include <cstdio>

#include "core/model/generators.h"
#include "gui/app/central_area.h"
#include "gui/app/picture_grid.h"
#include "gui/plots/plot_board.h"
#include "window_fixture.h"

namespace holonom {
namespace {

/// Counts the pictures that a widget really painted.
class PaintCounter : public QObject {
 public:
  explicit PaintCounter(QWidget& widget) { widget.installEventFilter(this); }
  int count() const { return count_; }
  bool eventFilter(QObject*, QEvent* event) override {
    count_ += event->type() == QEvent::Paint;
    return false;
  }

 private:
  int count_ = 0;
};

class FrameRate : public WindowTest {
 protected:
  void measure(const char* what) {
    ASSERT_TRUE(waitFor([this] { return rows() > 200; }));
    PaintCounter frames(window_->view());
    QElapsedTimer clock;
    clock.start();
    QTest::qWait(3000);
    const double seconds = 1e-3 * double(clock.elapsed());
    std::printf("%s: %.0f pictures per second, a picture %.1f ms, a plot tick %.1f ms\n", what,
                frames.count() / seconds, 1e3 * window_->view().lastFrameSeconds(),
                1e3 * window_->plots().lastTickSeconds());
    EXPECT_GT(frames.count(), 3) << "the picture stands still while the run goes on";
  }
  /// Steps per second of the runs of a session that has started, while `pass` lets the time go by.
  static double stepsPerSecond(const Session& session, const std::function<void()>& pass) {
    const auto steps = [&session] {
      std::size_t sum = 0;
      for (const auto& run : session.runs()) sum += run->recording()->ready() ? run->recording()->size() : 0;
      return double(sum);
    };
    QElapsedTimer clock;
    clock.start();
    const double before = steps();
    pass();
    return (steps() - before) / (1e-3 * double(clock.elapsed()));
  }
  static bool openAndrews(Document& document, Session& session) {
    if (!document.openNamed("andrews")) return false;
    QApplication::processEvents();
    SimulationOptions options = session.options();
    options.endTime = 30;  // long enough that the solver works all the while
    options.rtol = options.atol = 1e-8;
    session.setOptions(options);
    return true;
  }
  void openAndrews() {
    window_->resize(1600, 950);
    QApplication::processEvents();  // nobody resizes the window and opens a model in the same turn
    ASSERT_TRUE(openAndrews(document(), session()));
  }
};

TEST_F(FrameRate, AndrewsBesideSixPlots) {
  openAndrews();
  session().start();
  measure("Andrews running, six plots live");
  session().stop();
}

TEST_F(FrameRate, AHundredBodiesInSpaceBesideSixPlots) {
  window_->resize(1600, 950);
  QApplication::processEvents();
  document().setMechanism(makeSpatialChain(100));
  SimulationOptions options = session().options();
  options.endTime = 30;
  session().setOptions(options);
  session().start();
  measure("A chain of 100 bodies in space running, six plots live");
  session().stop();
}

TEST_F(FrameRate, TheSolverBesideTheWindow) {
  openAndrews();
  session().start();
  ASSERT_TRUE(waitFor([this] { return rows() > 200; }));
  const double beside = stepsPerSecond(session(), [] { QTest::qWait(3000); });
  session().stop();

  const auto pause = notCounted();  // the window stands still: nothing is drawn while the thread sleeps
  Document document;
  MessageLog log;
  Session alone(document, log);
  ASSERT_TRUE(openAndrews(document, alone));
  alone.start();
  const double free = stepsPerSecond(alone, [] { QThread::msleep(3000); });
  alone.stop();
  std::printf("The solver beside picture and plots: %.0f steps per second, %.2f of those without a window\n",
              beside, beside / free);
  EXPECT_GT(beside, 0);
}

TEST_F(FrameRate, FourRunsOfAndrewsBesideSixPlots) {
  openAndrews();
  session().setComparisons({"bdf:3", "generalized-alpha:3", "bdf:2:rtol=1e-6:atol=1e-6"});
  session().start();
  ASSERT_EQ(session().runs().size(), 4u);
  measure("Four runs of Andrews in one picture, six plots live");
  find<QAction>("actionSideBySide")->trigger();
  ASSERT_TRUE(waitFor([this] { return window_->findChild<CentralArea*>()->pictures().views().size() == 4; }));
  measure("Four runs of Andrews side by side, six plots live");
  session().stop();
}

}  // namespace
}  // namespace holonom
