// SPDX-License-Identifier: GPL-3.0-or-later
// What the hand expects on the drawing board: near is near enough, what is held stays, keys mean what the
// menu says.
#include "core/model/editing.h"
#include "drawing_fixture.h"
#include "gui/panels/message_banner.h"

namespace holonom {
namespace {

class Hands : public Drawing {
 protected:
  int steps() { return document().history().count(); }
};

TEST_F(Hands, ACrossUponAPointMeansThePoint) {
  drawLink(-0.2, 0, 0.2, 0);
  const QPoint end = pixel(0.2, 0);
  for (int away = 0; away <= 36; away += 3) {
    tool(Qt::Key_G);
    const QPoint there = end + QPoint(away, away / 2);
    QTest::mouseMove(&view(), there);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, there);
    const bool pinned = model().joints.size() == 1;
    for (std::size_t i = 0; !pinned && i < model().ground.points.size(); ++i)
      EXPECT_GT((model().ground.points[i].position - Vector3(0.2, 0)).norm(), 1e-6)
          << "a loose pin under the end, " << away << " px away";
    EXPECT_TRUE(pinned || away > 10) << away;
    document().history().setIndex(1);
  }
}

TEST_F(Hands, ADragOfWhatIsHeldSaysSoAndIsNoStep) {
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_G);
  clickAt(-0.2, 0), clickAt(0.2, 0);
  tool(Qt::Key_S);
  const int before = steps();
  const Mechanism pinned = model();
  drag(-0.2, 0, -0.2, 0.15);
  EXPECT_EQ(steps(), before);
  EXPECT_TRUE(model() == pinned);
  EXPECT_TRUE(hint().startsWith("It cannot move")) << hint().toStdString();
}

TEST_F(Hands, ASupportIsDraggedAndTheLinkageFollows) {
  drawLink(-0.3, 0, -0.3, 0.2);
  drawLink(-0.3, 0.2, 0.2, 0.3);
  drawLink(0.2, 0.3, 0.2, 0);
  tool(Qt::Key_G);
  clickAt(-0.3, 0), clickAt(0.2, 0);
  ASSERT_EQ(model().joints.size(), 4u);
  const auto lengths = [this] {
    std::vector<double> all;
    for (int i = 0; i < int(model().bodies.size()); ++i)
      all.push_back((groundPosition(model(), {i, 1}) - groundPosition(model(), {i, 0})).norm());
    return all;
  };
  const std::vector<double> before = lengths();
  const int drawn = steps();
  tool(Qt::Key_S);
  drag(0.2, 0, 0.1, 0);
  EXPECT_EQ(steps(), drawn + 1) << "one drag is one step";
  expectPlace(model().ground.points[1].position, 0.1, 0);
  expectPlace(model().ground.points[0].position, -0.3, 0);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(lengths()[i], before[i], 1e-9) << i;
  for (const Joint& joint : model().joints) {
    const auto [a, b] = endsOf(joint);
    EXPECT_LT((groundPosition(model(), a) - groundPosition(model(), b)).norm(), 1e-7) << joint.name;
  }
  EXPECT_TRUE(document().history().undoText().startsWith("move"))
      << document().history().undoText().toStdString();
  drag(0.1, 0, 1.4, 0);
  EXPECT_LT(model().ground.points[1].position.x(), 1.2) << "as far as the links reach";
}

TEST_F(Hands, AMessageAboveThePictureLeavesNoDragBehind) {
  auto* banner = find<MessageBanner>("messageBanner");
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_S);
  banner->showError("in the way");
  QTest::qWait(50);
  QTest::mousePress(&view(), Qt::LeftButton, {}, pixel(0, 0));
  banner->withdraw();
  QTest::qWait(100);
  EXPECT_TRUE(banner->isVisible()) << "nothing moves under the hand";
  QTest::mouseRelease(&view(), Qt::LeftButton, {}, pixel(0, 0));
  EXPECT_TRUE(waitFor([&] { return !banner->isVisible(); }));
}

TEST_F(Hands, ASliderIsDraggedAlongItsLine) {
  drawLink(-0.2, 0.2, 0.2, 0);
  tool(Qt::Key_P);
  clickAt(0.2, 0), clickAt(0.4, 0);
  ASSERT_EQ(model().bodies.size(), 2u);
  tool(Qt::Key_S);
  const std::vector<Point> guide = model().ground.points;
  drag(0.2, 0, 0.3, 0);
  EXPECT_TRUE(model().ground.points == guide) << "the line of ground stays";
  expectPlace(model().bodies[1].position, 0.3, 0, 1e-6);
}

TEST_F(Hands, OfTwoFreeLinksTheFirstMovesToTheSecond) {
  drawLink(-0.4, 0.2, -0.2, 0.2);
  drawLink(0.1, 0, 0.3, 0);
  const Mechanism apart = model();
  tool(Qt::Key_J);
  clickAt(-0.2, 0.2), clickAt(0.1, 0);
  ASSERT_EQ(model().joints.size(), 1u);
  expectPlace(groundPosition(model(), {0, 1}), 0.1, 0);
  EXPECT_LT((model().bodies[1].position - apart.bodies[1].position).norm(), 1e-9);
}

TEST_F(Hands, CtrlDDuplicatesInThePicture) {
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_S);
  clickAt(0.1, 0);
  view().setFocus();
  QTest::keyClick(&view(), Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(model().bodies.size(), 2u);
  QTest::keyClick(&view(), Qt::Key_Delete);
  EXPECT_EQ(model().bodies.size(), 1u);
}

}  // namespace
}  // namespace holonom
