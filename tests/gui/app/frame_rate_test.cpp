// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures per second while Andrews' mechanism moves beside six live plots; printed, not judged, because it depends on
// the machine.
#include <QElapsedTimer>
#include <QEvent>
#include <cstdio>

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

class FrameRate : public WindowTest {};

TEST_F(FrameRate, AndrewsBesideSixPlots) {
  window_->resize(1600, 950);
  ASSERT_TRUE(document().openNamed("andrews"));
  SimulationOptions options = session().options();
  options.endTime = 30;  // long enough that the solver works all the while
  options.rtol = options.atol = 1e-8;
  session().setOptions(options);
  session().start();
  ASSERT_TRUE(waitFor([this] { return session().runs()[0]->recording()->size() > 200; }));
  PaintCounter frames(window_->view());
  QElapsedTimer clock;
  clock.start();
  QTest::qWait(3000);
  const double seconds = 1e-3 * double(clock.elapsed());
  std::printf("Andrews running, six plots live: %.0f pictures per second, a picture %.1f ms, a plot tick %.1f ms\n",
              frames.count() / seconds, 1e3 * window_->view().lastFrameSeconds(), 1e3 * window_->plots().lastTickSeconds());
  EXPECT_GT(frames.count(), 3) << "the picture stands still while the run goes on";
  session().stop();
}

}  // namespace
}  // namespace holonom
