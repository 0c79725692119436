// SPDX-License-Identifier: GPL-3.0-or-later
// Bushings, moments, hands and stops in the picture.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <numbers>

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/layout.h"
#include "tests/gui/viewport/bar_in_space.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

/// Soft along x: the rubber ring goes round that way.
TEST(ForceMark, ABushingLiesAlongTheDirectionThatIsUnlikeTheOthers) {
  const auto along = [](const Vector3& stiffness) {
    Mechanism m = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
    m.joints.clear();
    m.forces = {{"rubber", Bushing{{kGround, 0}, {0, 0}, stiffness}}};
    return portrait(m);
  };
  Mechanism bare = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
  bare.joints.clear();
  EXPECT_GT(opaque(along({1, 1, 1})), opaque(portrait(bare)) + 100);
  EXPECT_EQ(along({1, 1, 1}), along({5, 5, 2}));
  EXPECT_NE(along({1, 1, 1}), along({2, 5, 5}));
  EXPECT_NE(along({5, 2, 5}), along({2, 5, 5}));
}

TEST(ForceMark, AMomentIsAnArcAboutItsDirection) {
  const auto about = [](Moment moment, double turned = 0) {
    Mechanism m = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
    m.ground.points.push_back({"P", {0, 0, 0}, false, Vector3::UnitZ(), turned});
    moment.body = 0;
    m.forces = {{"moment", moment}};
    return portrait(m);
  };
  const QImage none = about({}), x = about({.x = "1"}), y = about({.y = "1"});
  EXPECT_NE(x, none);
  EXPECT_NE(x, y);
  EXPECT_NE(x, about({.x = "-1"}));
  EXPECT_EQ(x, about({.x = "7"}));
  EXPECT_EQ(x, about({.x = "sin(t)"})) << "which way it goes is not known";
  EXPECT_NE(about({.x = "1", .y = "1"}), about({.x = "t", .y = "1"})) << "one arc, or one for each component";
  EXPECT_EQ(y, about({.x = "1", .axesOf = PointRef{kGround, 1}}, std::numbers::pi / 2));
}

TEST(ForceMark, AMomentOfTheBodyTurnsWithIt) {
  const auto turned = [](bool bodyFixed) {
    Mechanism m = barOn(SphericalJoint{{kGround, 0}, {0, 0}}, {0, 0, 1});
    m.forces = {{"moment", Moment{.body = 0, .x = "1", .bodyFixed = bodyFixed}}};
    m.bodies[0].angle = 1;  // about z, along the bar
    return portrait(m);
  };
  EXPECT_NE(turned(true), turned(false));
}

class HandMarks : public testing::Test {
 protected:
  void SetUp() override {
    if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
    view.resize(640, 480);
  }
  /// Whether something as orange as a hand is at a place at that time.
  bool isHandAt(const Vector3& place, double time) {
    view.setMoment(time, {});
    view.setPoses(initialPoses(mechanism));
    const QImage picture = view.picture();
    const QPoint at = (view.pixelInSpace(place) * picture.devicePixelRatio()).toPoint();
    constexpr int kBeside = 8;  // in the plane it is drawn in front of the bodies
    for (int y = at.y() - kBeside; y <= at.y() + kBeside; ++y)
      for (int x = at.x() - kBeside; x <= at.x() + kBeside; ++x) {
        const QColor pixel = picture.pixelColor(x, y);
        if (pixel.hsvSaturation() > 150 && std::abs(pixel.hsvHue() - 26) < 10) return true;
      }
    return false;
  }
  /// Pulls that place from 1 s to 3 s by `way`.
  void pullAt(const Vector3& place, const Vector3& way) {
    const Hand::Grab grab{0, place, {{0, place, 0}, {1, place, 0}, {2, place + way, 1}, {3, place, 0}}};
    mechanism.forces = {{"hand", Hand{100, 1, {grab}}}};
    view.setMechanism(mechanism);
  }
  MechanismView view;
  Mechanism mechanism;
};

TEST_F(HandMarks, TheCordIsThereWhileTheHandPulls) {
  mechanism = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
  pullAt({1, 0, 0}, {0, 0, 0.6});
  EXPECT_TRUE(isHandAt({1, 0, 0}, 0)) << "where it will take hold";
  EXPECT_FALSE(isHandAt({1, 0, 0.3}, 0.5));
  EXPECT_TRUE(isHandAt({1, 0, 0.3}, 2));
  EXPECT_FALSE(isHandAt({1, 0, 0.3}, 4));
}

TEST_F(HandMarks, InThePlaneAsWell) {
  mechanism = barOn(RevoluteJoint{{kGround, 0}, {0, 0}});
  mechanism.bodies[0].kind = Body::Kind::Rigid;
  mechanism.gravity = {0, -9.81, 0};
  pullAt({1, 0, 0}, {0, 0.6, 0});
  EXPECT_FALSE(isHandAt({1, 0.3, 0}, 0.5));
  EXPECT_TRUE(isHandAt({1, 0.3, 0}, 2));
}

/// The cheeks of a hinge, by their colour.
TEST(StopMarks, OfAHingeInThePlaneAreClicked) {
  Mechanism m = samples::pendulum();
  Stop stop;
  stop.joint = 0;
  stop.lower = -2.2;
  m.forces.push_back({"below", stop});
  MechanismView view;
  if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  view.resize(640, 480);
  view.setMechanism(m);
  view.setGridVisible(false);
  view.lookFrom(MechanismView::Direction::Front);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  const QImage with = view.picture();
  m.forces.clear();
  view.updateMechanism(m);
  const QImage without = view.picture();
  QPointF middle;
  int count = 0;
  for (int y = 0; y < with.height(); ++y)
    for (int x = 0; x < with.width(); ++x)
      if (with.pixel(x, y) != without.pixel(x, y)) middle += QPointF(x, y), ++count;
  ASSERT_GT(count, 30);
  const QPoint at = (middle / count / with.devicePixelRatio()).toPoint();
  m.forces.push_back({"below", stop});
  view.updateMechanism(m);
  QSignalSpy picked(&view, &MechanismView::partPicked);
  QTest::mouseClick(&view, Qt::LeftButton, {}, at);
  ASSERT_EQ(picked.count(), 1);
  EXPECT_EQ(picked[0][0].value<PartRef>(), (PartRef{PartRef::Kind::Force, 0}));
}

}  // namespace
}  // namespace holonom
