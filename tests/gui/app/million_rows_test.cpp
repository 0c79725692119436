// SPDX-License-Identifier: GPL-3.0-or-later
// A run of a million steps: plots and scrubbing beside a heartbeat that measures how long the window was deaf.
#include <QElapsedTimer>
#include <QTimer>
#include <cmath>
#include <cstdio>

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
    for (std::size_t c = 1; c < row.size(); ++c) row[c] = std::sin(row[0] * (1 + 0.1 * double(c))) * double(c);
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
  const auto recording = longRecording(session().runs()[0]->recording()->channels());
  session().discard();

  PoseReader reader(*recording, {document().mechanism().bodies[0].name});
  std::vector<BodyPose> poses(1);
  QElapsedTimer clock;
  qint64 last = 0, longest = 0;
  int beats = 0;
  QTimer heartbeat;
  heartbeat.setInterval(5);
  QObject::connect(&heartbeat, &QTimer::timeout, &heartbeat, [&] {
    longest = std::max(longest, clock.elapsed() - last);
    last = clock.elapsed();
    ++beats;
  });
  clock.start();
  heartbeat.start();
  window_->plots().setRuns({{recording, "long run", Qt::blue}});
  window_->plots().setTimeRange(0, kRows * kStep);
  QTest::qWait(1500);  // the summary of the curves is built a piece at a time
  const qint64 building = longest;
  longest = 0;
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    QElapsedTimer scrub;
    scrub.start();
    const double t = kRows * kStep * (i * 37 % 100) / 100;
    window_->plots().setCursorTime(t);
    ASSERT_TRUE(reader.posesAt(t, poses));
    EXPECT_NEAR(recording->time(recording->rowAt(t)), t, kStep);
    window_->view().setPoses(poses);
    QTest::qWait(10);
    worst = std::max(worst, double(scrub.nsecsElapsed()) * 1e-6 - 10);
  }
  std::printf("[ measured ] longest gap of the heartbeat: %lld ms while curves are summarised, %lld ms while scrubbing; "
              "slowest scrub %.0f ms\n", static_cast<long long>(building), static_cast<long long>(longest), worst);
  EXPECT_GT(beats, 50) << "the window was not alive";
  EXPECT_LT(std::max(building, longest), 5000) << "the window froze";
}

}  // namespace
}  // namespace holonom
