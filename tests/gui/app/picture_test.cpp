// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture shows beside the mechanism: arrows with their scale, traced curves, marks, names.
#include <QSlider>
#include <utility>

#include "core/dynamics/load_reader.h"
#include "gui/viewport/ink.h"
#include "gui/viewport/scene/colours.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Picture : public WindowTest {
 protected:
  void run(const char* example, double end) {
    ASSERT_TRUE(document().openNamed(example));
    SimulationOptions options = session().options();
    options.endTime = end;
    session().setOptions(options);
    QTest::keyClick(window_.get(), Qt::Key_Space);
    ASSERT_TRUE(waitFor([&] { return finished(); }));
    playback().pause();
  }
  void showAt(double t) {
    playback().setTime(t);
    QTest::qWait(80);  // a picture at the pace of the window
  }
  int pixelsOf(const char* role) {
    const auto pause = notCounted();  // the test's own work
    const Colour wanted = colourOf(std::string(role) == "reaction" ? Role::Reaction
                                   : std::string(role) == "trace"  ? Role::Trace
                                                                   : Role::Force,
                                   {}, false);
    const QColor colour(wanted[0], wanted[1], wanted[2]);
    const QImage image = window_->view().picture();
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        const int off = std::abs((pixel.hsvHue() - colour.hsvHue() + 540) % 360 - 180);
        count += pixel.hsvSaturation() > 150 && off < 5;
      }
    return count;
  }
};

// Newton and Euler for every body, from recorded accelerations: the loads that arrows show are all that acts
// beside gravity.
TEST_F(Picture, LoadsOfAllPartsMoveTheBodies) {
  run("four_bar", 0.5);
  SessionRun& shown = *session().runs().front();
  const Recording& recording = *shown.recording();
  const Mechanism& mechanism = shown.run().mechanism();
  std::vector<PartLoad> loads;
  for (const std::size_t row : {recording.size() / 3, recording.size() - 1}) {
    ASSERT_TRUE(waitFor([&] { return shown.loadsAt(recording.time(row), loads); }));
    const auto value = [&](const std::string& name) {
      return recording.value(row, recording.channelIndex(name));
    };
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
      const Body& body = mechanism.bodies[i];
      const Vector2 centre(value(body.name + ".x"), value(body.name + ".y"));
      Vector2 force = body.mass * inPlane(mechanism.gravity);
      double moment = 0;
      for (const PartLoad& load : loads) {
        double sign = 0;
        if (load.part.kind == PartRef::Kind::Joint) {
          const auto [a, b] = endsOf(mechanism.joints[load.part.index]);
          sign = b.body == int(i) ? 1 : a.body == int(i) ? -1 : 0;
        } else if (load.part.kind == PartRef::Kind::Force) {
          const auto* torque = std::get_if<ConstantTorque>(&mechanism.forces[load.part.index].kind);
          ASSERT_TRUE(torque) << "of this example";
          sign = torque->body == int(i) ? 1 : 0;
        }
        const Vector2 arm = inPlane(load.place) - centre;
        force += sign * inPlane(load.force);
        moment += sign * (load.torque.z() + arm.x() * load.force.y() - arm.y() * load.force.x());
      }
      const double scale = body.mass * 100;
      EXPECT_NEAR(force.x(), body.mass * value(body.name + ".ax"), 1e-4 * scale) << body.name;
      EXPECT_NEAR(force.y(), body.mass * value(body.name + ".ay"), 1e-4 * scale) << body.name;
      EXPECT_NEAR(moment, body.inertia * value(body.name + ".alpha"), 1e-4 * scale) << body.name;
    }
  }
}

TEST_F(Picture, ArrowsOfReactionsComeWithTheirActionAndGrowWithTheSlider) {
  run("four_bar", 0.5);
  showAt(0.25);
  EXPECT_LT(pixelsOf("reaction"), 20);
  find<QAction>("actionReactions")->trigger();
  showAt(0.26);
  EXPECT_TRUE(waitFor([this] { return pixelsOf("reaction") > 150; }));
  const int ordinary = pixelsOf("reaction");
  keepPicture("arrows.png");
  auto* slider = find<QSlider>("arrowScale");
  QTest::keyClick(slider, Qt::Key_PageDown);
  QTest::keyClick(slider, Qt::Key_PageDown);
  showAt(0.26);
  EXPECT_TRUE(waitFor([&] { return pixelsOf("reaction") < ordinary; })) << "a quarter of the length";
  find<QAction>("actionReactions")->trigger();
  showAt(0.27);
  EXPECT_TRUE(waitFor([this] { return pixelsOf("reaction") < 20; }));
}

TEST_F(Picture, MotorsAreMarkedAtTheirJoints) {
  const auto marked = [this] {
    const auto pause = notCounted();
    QTest::qWait(80);
    const QImage image = window_->view().grab().toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor pixel = image.pixelColor(x, y), wanted = ink().motor;
        count += std::abs(pixel.red() - wanted.red()) + std::abs(pixel.green() - wanted.green()) +
                     std::abs(pixel.blue() - wanted.blue()) <
                 12;
      }
    return count;
  };
  ASSERT_TRUE(document().openNamed("four_bar"));
  const int without = marked();
  ASSERT_TRUE(document().openNamed("slider_crank"));
  EXPECT_GT(marked(), without + 60);
}

TEST_F(Picture, ArrowsOfAFinishedRunHaveTheScaleOfAllOfIt) {
  run("four_bar", 1.5);
  showAt(0.05);  // where reactions are small
  find<QAction>("actionReactions")->trigger();
  QImage before;
  ASSERT_TRUE(waitFor([&] {
    const QImage last = std::exchange(before, window_->view().picture());
    QTest::qWait(80);
    return before == last;
  }));
  for (const double t : {1.45, 1.0, 1.3, 1.4}) showAt(t);  // and where they are large
  showAt(0.05);
  // The same text is blended with roundings that depend on where the picture lies in memory.
  constexpr int kRounding = 8;
  const QImage now = window_->view().picture();
  ASSERT_EQ(now.size(), before.size());
  int others = 0;
  for (int y = 0; y < now.height(); ++y)
    for (int x = 0; x < now.width(); ++x)
      others += std::abs(qGray(now.pixel(x, y)) - qGray(before.pixel(x, y))) > kRounding;
  EXPECT_EQ(others, 0) << "whatever was looked at meanwhile";
}

TEST_F(Picture, TracedCurvesGrowWhileTheSolverWorksAndStayWhenScrubbing) {
  openLongRun();
  Mechanism mechanism = document().mechanism();
  mechanism.bodies.back().points.back().traced = true;
  document().edit("trace", mechanism);
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return rows() > 3000; }));
  QTest::qWait(100);
  EXPECT_GT(pixelsOf("trace"), 200) << "while it runs";
  session().stop();
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  find<QAction>("actionTraces")->trigger();
  EXPECT_LT(pixelsOf("trace"), 30);
}

TEST_F(Picture, TracedCurvesComeBackWithTheRunsOfAChangeThatIsUndone) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  Mechanism traced = document().mechanism();
  traced.bodies.back().points.back().traced = true;
  document().edit("trace", traced);
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  ASSERT_TRUE(waitFor([&] { return pixelsOf("trace") > 200; }));
  Mechanism heavier = traced;
  heavier.bodies[0].mass *= 2;
  document().edit("heavier", heavier);
  QTest::qWait(60);
  EXPECT_LT(pixelsOf("trace"), 30) << "it is another model's";
  document().history().undo();
  ASSERT_TRUE(finished());
  playback().setTime(session().recordedUntil());
  EXPECT_TRUE(waitFor([&] { return pixelsOf("trace") > 200; }, 3000));
  keepPicture("trace-undone.png");
  Mechanism renamed = traced;
  renamed.name = "Another title";
  document().edit("title", renamed);
  EXPECT_TRUE(waitFor([&] { return pixelsOf("trace") > 200; }, 3000)) << "the run stays, and its curve";
}

TEST_F(Picture, MarksAndNamesAreShownOnRequest) {
  run("andrews", 0.01);
  showAt(0.005);
  const QImage plain = window_->view().picture();
  for (const char* action : {"actionCentres", "actionFrames", "actionLabels"}) {
    const QImage before = window_->view().picture();
    find<QAction>(action)->trigger();
    EXPECT_NE(window_->view().picture(), before) << action;
  }
  keepPicture("marks.png");
  for (const char* action : {"actionCentres", "actionFrames", "actionLabels"})
    find<QAction>(action)->trigger();
  EXPECT_EQ(window_->view().picture(), plain);
}

}  // namespace
}  // namespace holonom
