// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures per second while Andrews' mechanism moves beside six live plots; printed, not judged, because it depends on
// the machine.
#include <QElapsedTimer>
#include <QEvent>
#include <cstdio>

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
    std::printf("%s: %.0f pictures per second, a picture %.1f ms, a plot tick %.1f ms\n", what, frames.count() / seconds,
                1e3 * window_->view().lastFrameSeconds(), 1e3 * window_->plots().lastTickSeconds());
    EXPECT_GT(frames.count(), 3) << "the picture stands still while the run goes on";
  }
  void openAndrews() {
    window_->resize(1600, 950);
    QApplication::processEvents();  // nobody resizes the window and opens a model in the same turn
    ASSERT_TRUE(document().openNamed("andrews"));
    QApplication::processEvents();
    SimulationOptions options = session().options();
    options.endTime = 30;  // long enough that the solver works all the while
    options.rtol = options.atol = 1e-8;
    session().setOptions(options);
  }
};

TEST_F(FrameRate, AndrewsBesideSixPlots) {
  openAndrews();
  session().start();
  measure("Andrews running, six plots live");
  session().stop();
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
