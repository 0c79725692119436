// SPDX-License-Identifier: GPL-3.0-or-later
// The view as a user meets it, on a virtual screen: what is painted, and what mouse and wheel do to it.
#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/reach.h"
#include "gui/viewport/scene/view_camera.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

/// Pixels of one hue: how many, where, and in which rectangle, in the widget's coordinates.
struct Spot {
  int count = 0;
  QPointF centre;
  QRect box;
};

Spot spotOf(const QImage& image, const QColor& colour) {
  Spot spot;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor pixel = image.pixelColor(x, y);
      const int off = std::abs((pixel.hsvHue() - colour.hsvHue() + 540) % 360 - 180);
      if (pixel.hsvSaturation() < 110 || off > 8) continue;
      ++spot.count;
      spot.centre += QPointF(x, y);
      spot.box |= QRect(x, y, 1, 1);
    }
  const double ratio = image.devicePixelRatio();
  if (spot.count > 0) spot.centre /= spot.count * ratio;
  spot.count = static_cast<int>(spot.count / (ratio * ratio));
  spot.box = QRectF(spot.box.topLeft() / ratio, QSizeF(spot.box.size()) / ratio).toRect();
  return spot;
}

int differences(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return -1;
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y);
  return count;
}

const QColor kMagenta(230, 0, 200), kGreen(0, 170, 40);

Mechanism colouredSliderCrank() {
  Mechanism m = samples::sliderCrank();
  m.bodies[0].display.colour = "#e600c8";
  m.bodies[1].display.colour = "#00aa28";
  return m;
}

class View : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(view.hasGraphics()) << "software OpenGL is expected here";
    view.resize(640, 480);
    view.setMechanism(mechanism);
    view.lookFrom(MechanismView::Direction::Front);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  }

  void drag(Qt::MouseButton button, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&view, button, modifiers, from);
    for (int i = 1; i <= 5; ++i) {
      const QPointF at = from + (to - from) * (i / 5.0);
      QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, button, modifiers);
      QApplication::sendEvent(&view, &move);
    }
    QTest::mouseRelease(&view, button, modifiers, to);
  }

  void wheel(QPoint at, int delta) {
    QWheelEvent event(at, view.mapToGlobal(QPointF(at)), QPoint(), QPoint(0, delta), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
  }

  Mechanism mechanism = colouredSliderCrank();
  MechanismView view;
};

TEST_F(View, ShowsTheBodiesInTheirColours) {
  const QImage image = view.picture();
  EXPECT_EQ(image.size(), QSize(640, 480));
  EXPECT_GT(spotOf(image, kMagenta).count, 300);
  EXPECT_GT(spotOf(image, kGreen).count, 1000);
  EXPECT_LT(image.pixelColor(320, 475).saturation(), 30);  // neutral background
  EXPECT_NE(image.pixel(630, 5), image.pixel(630, 475));   // with a gradient
}

TEST_F(View, GrabShowsWhatPictureShows) {
  const Spot grabbed = spotOf(view.grab().toImage(), kGreen), pictured = spotOf(view.picture(), kGreen);
  EXPECT_NEAR(grabbed.centre.x(), pictured.centre.x(), 1);
  EXPECT_NEAR(grabbed.centre.y(), pictured.centre.y(), 1);
}

TEST_F(View, MovingABodyMovesItsPixels) {
  drag(Qt::MiddleButton, {320, 240}, {325, 240});  // the view is the user's now and does not widen
  const Spot before = spotOf(view.picture(), kGreen), crank = spotOf(view.picture(), kMagenta);
  auto poses = initialPoses(mechanism);
  poses[1].position.y() += 0.1;
  view.setPoses(poses);
  const Spot after = spotOf(view.picture(), kGreen);
  EXPECT_NEAR(after.centre.x(), before.centre.x(), 2);
  EXPECT_LT(after.centre.y(), before.centre.y() - 30);
  EXPECT_EQ(spotOf(view.picture(), kMagenta).box.bottomLeft(), crank.box.bottomLeft());  // the crank stays
  view.setPoses(std::span(poses).first(2));  // a wrong number is ignored
  EXPECT_NEAR(spotOf(view.picture(), kGreen).centre.y(), after.centre.y(), 0.1);
}

TEST_F(View, OrbitPanZoomAndDoubleClick) {
  const QImage start = view.picture();
  const Spot before = spotOf(start, kGreen);
  drag(Qt::LeftButton, {100, 100}, {180, 130});
  EXPECT_GT(differences(start, view.picture()), 5000);
  view.lookFrom(MechanismView::Direction::Front);
  EXPECT_EQ(differences(start, view.picture()), 0);

  drag(Qt::LeftButton, {100, 100}, {140, 75}, Qt::ShiftModifier);
  EXPECT_NEAR(spotOf(view.picture(), kGreen).centre.x(), before.centre.x() + 40, 2);
  drag(Qt::MiddleButton, {140, 75}, {100, 100});
  EXPECT_NEAR(spotOf(view.picture(), kGreen).centre.y(), before.centre.y(), 2);

  wheel({320, 240}, 240);
  EXPECT_GT(spotOf(view.picture(), kGreen).count, 1.4 * before.count);
  wheel({320, 240}, -480);
  EXPECT_LT(spotOf(view.picture(), kGreen).count, 0.8 * before.count);
  drag(Qt::RightButton, {100, 100}, {100, 20});
  EXPECT_NE(differences(start, view.picture()), 0);
  QTest::mouseDClick(&view, Qt::LeftButton, {}, {300, 200});
  EXPECT_EQ(differences(start, view.picture()), 0);
}

TEST_F(View, FitBringsEverythingIntoView) {
  drag(Qt::MiddleButton, {320, 240}, {322, 250});  // the view is the user's now and does not follow
  auto poses = initialPoses(mechanism);
  poses[0].position.x() = -1;  // out of the reach of the joints
  poses[1].position.x() = 1.5;
  view.setPoses(poses);
  EXPECT_LT(spotOf(view.picture(), kGreen).count, 10);
  view.fit();
  for (const QColor& colour : {kMagenta, kGreen}) {
    const Spot spot = spotOf(view.picture(), colour);
    EXPECT_GT(spot.count, 50);
    EXPECT_TRUE(QRect(10, 10, 620, 460).contains(spot.box));
  }
}

TEST_F(View, FitHoldsTheWholeMotion) {
  view.lookFrom(MechanismView::Direction::Oblique);
  auto poses = initialPoses(mechanism);
  for (double angle = 0; angle < 6.3; angle += 0.7) {
    const Vector2 pin = 0.15 * Vector2(std::cos(angle), std::sin(angle));
    poses[0] = planarPose(0.5 * pin.x(), 0.5 * pin.y(), angle);
    view.setPoses(poses);
    EXPECT_TRUE(QRect(5, 5, 630, 470).contains(spotOf(view.picture(), kMagenta).box)) << angle;
  }
}

TEST_F(View, WidensWhereABodyLeavesItUntilTheUserMovesIt) {
  Mechanism m = samples::pendulum();
  m.joints.clear();  // nothing bounds it now
  m.bodies[0].display.colour = "#e600c8";
  view.setMechanism(m);
  view.lookFrom(MechanismView::Direction::Front);
  auto poses = initialPoses(m);
  const int size = spotOf(view.picture(), kMagenta).count;
  const QRect inside(5, 5, 630, 470);
  for (int i = 1; i <= 20; ++i) {
    poses[0].position.x() += 0.4;
    poses[0].position.y() -= 0.3;
    view.setPoses(poses);
    const Spot spot = spotOf(view.picture(), kMagenta);
    EXPECT_GT(spot.count, 0) << i;
    EXPECT_TRUE(inside.contains(spot.box)) << i;
  }
  EXPECT_LT(spotOf(view.picture(), kMagenta).count, size / 2);
  wheel({320, 240}, 120);
  poses[0].position.x() += 100;
  view.setPoses(poses);
  EXPECT_EQ(spotOf(view.picture(), kMagenta).count, 0);
}

TEST_F(View, HoldsTheWholeWayOfARun) {
  Mechanism m = samples::pendulum();
  m.joints.clear();
  m.bodies[0].display.colour = "#e600c8";
  view.setMechanism(m);
  view.picture();
  std::vector<std::vector<BodyPose>> way;
  for (int i = 0; i <= 10; ++i) {
    way.push_back(initialPoses(m));
    way.back()[0].position.x() -= 0.5 * i;
  }
  view.setTravel(way);
  for (const auto& poses : way) {
    view.setPoses(poses);
    const Spot spot = spotOf(view.picture(), kMagenta);
    EXPECT_GT(spot.count, 0);
    EXPECT_TRUE(QRect(5, 5, 630, 470).contains(spot.box));
  }
}

TEST_F(View, SmallBendingIsDrawnLargerAndSaysSo) {
  const Mechanism m = readMechanism(findModel("flexible_slider_crank"));
  const auto rod = std::find_if(m.bodies.begin(), m.bodies.end(),
                                [](const Body& body) { return body.flexible.has_value(); });
  ASSERT_NE(rod, m.bodies.end());
  view.setMechanism(m);
  EXPECT_EQ(view.bendingFactor(), 1) << "it is straight yet";
  auto poses = initialPoses(m);
  poses[size_t(rod - m.bodies.begin())].elastic[0] = 0.001;  // first sine mode, m
  view.setBendingExaggerated(false);
  view.setPoses(poses);
  const QImage asItIs = view.picture();
  view.setBendingExaggerated(true);
  EXPECT_GE(view.bendingFactor(), 10);
  EXPECT_GT(differences(asItIs, view.picture()), 1000);
  poses[size_t(rod - m.bodies.begin())].elastic[0] = 0.1;
  view.setPoses(poses);
  EXPECT_EQ(view.bendingFactor(), 1) << "large enough to be seen as it is";
}

TEST_F(View, StopsAreDrawnWhereTheBlockTouchesThem) {
  Mechanism m = samples::springDamper();
  const auto slide = std::find_if(m.joints.begin(), m.joints.end(), [](const Joint& joint) {
    return std::holds_alternative<PrismaticJoint>(joint.kind);
  });
  ASSERT_NE(slide, m.joints.end());
  view.setMechanism(m);
  const QImage without = view.picture();
  Stop stop;
  stop.joint = int(slide - m.joints.begin());
  stop.lower = -0.05;
  stop.upper = 0.4;
  stop.restitution = 1;
  m.forces.push_back({"ends", stop});
  view.setMechanism(m);
  EXPECT_GT(differences(without, view.picture()), 500);
  const JointLimits limits = limitsOf(m, stop.joint);
  EXPECT_EQ(limits.lower, -0.05);
  EXPECT_EQ(limits.upper, 0.4);
}

TEST_F(View, AClickPicksTheBodyUnderIt) {
  QSignalSpy picked(&view, &MechanismView::partPicked);
  const QImage image = view.picture();
  for (const auto& [colour, body] : {std::pair(kMagenta, 0), std::pair(kGreen, 1)}) {
    QTest::mouseClick(&view, Qt::LeftButton, {}, spotOf(image, colour).centre.toPoint());
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked.takeFirst().at(0).value<PartRef>(), (PartRef{PartRef::Kind::Body, body}));
  }
  QTest::mouseClick(&view, Qt::LeftButton, {}, {600, 440});
  ASSERT_EQ(picked.count(), 1);
  EXPECT_EQ(picked.takeFirst().at(0).value<PartRef>().kind, PartRef::Kind::None);
  drag(Qt::LeftButton, {320, 240}, {360, 240});
  EXPECT_EQ(picked.count(), 0);  // a drag is not a click
}

TEST_F(View, SelectionIsSeenAndUndone) {
  const QImage plain = view.picture();
  view.setSelectedPart({PartRef::Kind::Body, 1});
  const QImage selected = view.picture();
  EXPECT_GT(differences(plain, selected), spotOf(plain, kGreen).count / 2);
  EXPECT_NEAR(spotOf(selected, kMagenta).count, spotOf(plain, kMagenta).count, 40);
  view.setSelectedPart({});
  EXPECT_EQ(differences(plain, view.picture()), 0);
}

TEST_F(View, GhostIsSeenThroughAndHidden) {
  const QImage plain = view.picture();
  auto poses = initialPoses(mechanism);
  for (BodyPose& pose : poses) pose.position.y() += 0.08;
  view.setGhosts(std::vector<Ghost>{{{0, 170, 40}, poses}});
  const QImage ghosted = view.picture();
  EXPECT_GT(differences(plain, ghosted), 2000);
  const QPoint at = spotOf(plain, kGreen).centre.toPoint();
  EXPECT_EQ(plain.pixel(at), ghosted.pixel(at));  // the main run stays as it was where the ghost is not
  const QPoint inGhost = at - QPoint(0, static_cast<int>(0.08 / 0.7 * 0.88 * 640));
  const QColor tone = ghosted.pixelColor(inGhost);
  EXPECT_GT(tone.saturation(), plain.pixelColor(inGhost).saturation() + 20);
  EXPECT_LT(tone.saturation(), 150);  // translucent, on a light background
  view.setGhosts({});
  EXPECT_EQ(differences(plain, view.picture()), 0);
}

TEST_F(View, GhostsHaveTheColoursOfTheirRunsAndHideBehindTheMainRun) {
  const QImage plain = view.picture();
  const auto here = initialPoses(mechanism);
  auto above = here;
  for (BodyPose& pose : above) pose.position.y() += 0.08;
  const std::vector<Ghost> apart{{{213, 94, 0}, above}};
  view.setGhosts(apart);
  const QImage orange = view.picture();
  EXPECT_GT(differences(plain, orange), 2000);
  const QPoint at =
      spotOf(plain, kGreen).centre.toPoint() - QPoint(0, static_cast<int>(0.08 / 0.7 * 0.88 * 640));
  EXPECT_GT(orange.pixelColor(at).red(), orange.pixelColor(at).blue() + 40);
  const std::vector<Ghost> two{{{213, 94, 0}, here}, {{0, 80, 200}, above}};
  view.setGhosts(two);
  const QImage both = view.picture();
  EXPECT_LT(both.pixelColor(at).red() + 20, both.pixelColor(at).blue());
  const QPoint centre = spotOf(plain, kGreen).centre.toPoint();
  EXPECT_EQ(plain.pixel(centre), both.pixel(centre)) << "what is at the same place is not mixed in";
  view.setGhosts({});
  EXPECT_EQ(differences(plain, view.picture()), 0);
}

/// From behind and askance, where the sides of the bodies are seen, too.
TEST_F(View, GhostsAtTheSamePlaceAreHiddenFromEverywhere) {
  CameraView camera = view.cameraView();
  for (const double azimuth : {0.6, 2.6, -2.2})
    for (const double elevation : {0.5, -0.4}) {
      camera.azimuth = azimuth;
      camera.elevation = elevation;
      view.setCameraView(camera);
      view.setGhosts({});
      const QImage plain = view.picture();
      const auto here = initialPoses(mechanism);
      view.setGhosts(std::vector<Ghost>{{{213, 94, 0}, here}, {{0, 80, 200}, here}});
      EXPECT_EQ(differences(plain, view.picture()), 0) << azimuth << ", " << elevation;
    }
}

TEST_F(View, TheCameraAndTheLookAreTakenOver) {
  MechanismView other;
  other.resize(view.size());
  other.setMechanism(mechanism);
  view.setGridVisible(false);
  view.lookFrom(MechanismView::Direction::Oblique);
  const QImage wanted = view.picture();
  EXPECT_GT(differences(wanted, other.picture()), 2000);
  other.copyLook(view);
  other.setCameraView(view.cameraView());
  EXPECT_EQ(differences(wanted, other.picture()), 0);
}

TEST_F(View, ResizeKeepsThePictureWhole) {
  for (const QSize size : {QSize(300, 500), QSize(900, 300), QSize(120, 90)}) {
    view.resize(size);
    view.fit();
    const QImage image = view.picture();
    EXPECT_EQ(image.size(), size);
    const Spot spot = spotOf(image, kGreen);
    EXPECT_GT(spot.count, 0);
    EXPECT_TRUE(image.rect().contains(spot.box));
    EXPECT_EQ(view.grab().toImage().size(), size);
  }
}

TEST_F(View, GridAndLabelsSwitch) {
  const QImage plain = view.picture();
  view.setGridVisible(false);
  EXPECT_GT(differences(plain, view.picture()), 3000);
  view.setGridVisible(true);
  view.setLabelsVisible(true);
  EXPECT_GT(differences(plain, view.picture()), 100);
  view.setLabelsVisible(false);
  EXPECT_EQ(differences(plain, view.picture()), 0);
}

class PaintCounter : public QObject {
 public:
  int count = 0;
  bool eventFilter(QObject*, QEvent* event) override {
    count += event->type() == QEvent::Paint;
    return false;
  }
};

TEST_F(View, RequestsAreCoalesced) {
  QTest::qWait(500);  // the smooth frame is done
  PaintCounter counter;
  view.installEventFilter(&counter);
  auto poses = initialPoses(mechanism);
  QElapsedTimer clock;
  clock.start();
  int requests = 0;
  while (clock.elapsed() < 200 || counter.count < 2) {
    // between two looks at the events, so that slow machines make no difference
    for (int i = 0; i < 10; ++i, ++requests) {
      poses[0].rotation *= planarPose(0, 0, 0.001).rotation;
      view.setPoses(poses);
    }
    QCoreApplication::processEvents();
  }
  EXPECT_LE(counter.count, clock.elapsed() / 10 + 3);
  EXPECT_GT(requests, 3 * counter.count);
  EXPECT_GT(view.lastFrameSeconds(), 0);
  view.removeEventFilter(&counter);
}

int tonesOf(const QImage& image) {
  QSet<QRgb> tones;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) tones.insert(image.pixel(x, y));
  return static_cast<int>(tones.size());
}

TEST_F(View, ASmoothFrameFollowsWhenAtRest) {
  view.setPoses(initialPoses(mechanism));
  const QImage moving = view.grab().toImage();
  QTRY_VERIFY_WITH_TIMEOUT(tonesOf(view.grab().toImage()) > 1.2 * tonesOf(moving), 3000);
  EXPECT_GT(tonesOf(view.grab().toImage()), 1.2 * tonesOf(moving));
}

TEST_F(View, AThousandLinksAreDrawnAndPicked) {
  const Mechanism chain = samples::chain(1000);
  view.setGridVisible(false);
  view.setMechanism(Mechanism{});
  const QImage empty = view.picture();
  view.setMechanism(chain);
  const QImage full = view.picture();
  EXPECT_GT(differences(empty, full), 400);
  QSignalSpy picked(&view, &MechanismView::partPicked);
  int hits = 0;
  for (int x = 20; x < 620; x += 8)
    for (int y = 20; y < 460; y += 8)
      if (full.pixelColor(x, y).saturation() > 60 && x > 100) {
        QTest::mouseClick(&view, Qt::LeftButton, {}, {x, y});
        hits += picked.takeFirst().at(0).value<PartRef>().kind != PartRef::Kind::None;
      }
  EXPECT_GT(hits, 3);
  auto poses = initialPoses(chain);
  for (BodyPose& pose : poses) pose.position.x() = -pose.position.x();
  view.setPoses(poses);
  EXPECT_GT(differences(full, view.picture()), 400);
  view.setGhosts(std::vector<Ghost>{{{0, 170, 40}, initialPoses(chain)}});
  view.setSelectedPart({PartRef::Kind::Body, 500});
  EXPECT_FALSE(view.picture().isNull());
}

TEST_F(View, EverySampleFitsItsPicture) {
  for (const Mechanism& m :
       {samples::pendulum(), samples::fourBar(), samples::springDamper(), samples::andrews()}) {
    view.setMechanism(m);
    view.setGridVisible(false);
    const QImage image = view.picture();
    view.setMechanism(Mechanism{});
    const QImage background = view.picture();
    QRect drawn;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixel(x, y) != background.pixel(x, y)) drawn |= QRect(x, y, 1, 1);
    EXPECT_GT(drawn.width() + drawn.height(), 250) << m.name;
    EXPECT_TRUE(QRect(3, 3, 634, 474).contains(drawn)) << m.name;
  }
}

TEST_F(View, SpringsFollowTheirEnds) {
  const Mechanism m = samples::springDamper();
  view.setMechanism(m);
  view.lookFrom(MechanismView::Direction::Front);
  const QImage before = view.picture();
  auto poses = initialPoses(m);
  poses[0].position.x() -= 0.15;
  view.setPoses(poses);
  EXPECT_GT(differences(before, view.picture()), 1500);
  for (BodyPose& pose : poses) pose = planarPose(0, 0, 0);  // springs of length zero must not harm
  view.setPoses(poses);
  EXPECT_FALSE(view.picture().isNull());
  poses[1].position.x() = std::nan("");
  view.setPoses(poses);
  view.fit();
  EXPECT_FALSE(view.picture().isNull());
}

TEST_F(View, ViewsShareAContextAndNothingElse) {
  const QImage alone = view.picture();
  auto other = std::make_unique<MechanismView>();
  other->resize(256, 128);  // powers of two, which the samples of a smooth picture avoid
  Mechanism pendulum = samples::pendulum();
  pendulum.bodies[0].display.colour = "#2040ff";
  other->setMechanism(pendulum);
  const QImage small = other->picture();
  EXPECT_EQ(small.size(), QSize(256, 128));
  EXPECT_GT(spotOf(small, QColor(0x20, 0x40, 0xff)).count, 50 + spotOf(small, kGreen).count);
  other.reset();
  EXPECT_EQ(differences(alone, view.picture()), 0) << "what one view lets go of is not that of another";
}

}  // namespace
}  // namespace holonom
