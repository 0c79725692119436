// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a million steps: plots and scrubbing, judged by the watchdog of the event loop.
#include <cmath>
#include <cstdio>

#include "core/base/thread_clock.h"
#include "core/results/recording.h"
#include "gui/plots/plot_board.h"
#include "window_fixture.h"

namespace holonom {
namespace {

constexpr std::size_t kRows = 1'000'000;
constexpr double kStep = 1e-3;

/// Feeds the recording of a started and paused run with what a long run of a pendulum would have left.
std::shared_ptr<Recording> longRecording(const std::vector<Channel>& channels) {
  auto recording = std::make_shared<Recording>();
  recording->begin(channels);
  std::vector<double> row(channels.size());
  StepRecord record;
  record.row = row;
  for (std::size_t i = 0; i < kRows; ++i) {
    record.t = row[0] = double(i) * kStep;
    for (std::size_t c = 1; c < row.size(); ++c)
      row[c] = std::sin(row[0] * (1 + 0.1 * double(c))) * double(c);
    if (i == kRows / 2) row[1] = 1e3;
    EXPECT_TRUE(recording->accept(record));
  }
  return recording;
}

class MillionRows : public WindowTest {};

TEST_F(MillionRows, AreScrubbedWithoutAFrozenWindow) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  session().start(true);
  ASSERT_TRUE(waitFor([this] { return rows() >= 1; }));
  const auto recording = [&] {
    const auto pause = notCounted();
    return longRecording(session().runs()[0]->recording()->channels());
  }();
  session().discard();
  watchdog_->reset();

  PoseReader reader(*recording, {document().mechanism().bodies[0].name});
  std::vector<BodyPose> poses(1);
  window_->plots().setRuns({{recording, "long run", Qt::blue}});
  window_->plots().setTimeRange(0, kRows * kStep);
  QTest::qWait(1500);  // the summary of the curves is built a piece at a time
  const double building = watchdog_->longest().processor;
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    const ThreadClock scrub;
    const double t = kRows * kStep * (i * 37 % 100) / 100;
    window_->plots().setCursorTime(t);
    ASSERT_TRUE(reader.posesAt(t, poses));
    EXPECT_NEAR(recording->time(recording->rowAt(t)), t, kStep);
    window_->view().setPoses(poses);
    QTest::qWait(10);
    worst = std::max(worst, scrub.seconds());
  }
  std::printf(
      "[ measured ] longest turn of the event loop: %.0f ms of processor time while curves are summarised; "
      "slowest scrub %.0f ms\n",
      1e3 * building, 1e3 * worst);
  EXPECT_LT(worst, EventLoopWatchdog::kLimit);
}

}  // namespace
}  // namespace holonom
