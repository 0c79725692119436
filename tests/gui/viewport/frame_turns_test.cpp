// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that are due together are drawn in different turns of the event loop.
#include <gtest/gtest.h>

#include <QTest>
#include <QWidget>
#include <vector>

#include "gui/viewport/frame_turns.h"

namespace holonom {
namespace {

/// Wants frames that take long.
class SlowPicture : public QWidget {
 public:
  SlowPicture(std::vector<int>& order, int number, QWidget* parent) : QWidget(parent), order_(order), number_(number) { setFixedSize(40, 40); }
  void want() {
    wanting_ = true;
    update();
  }
  void paintEvent(QPaintEvent*) override {
    if (!wanting_ || !frameturns::mayRender(*this)) return;
    wanting_ = false;
    order_.push_back(number_);
    frameturns::rendered(*this, 1);
  }

 private:
  std::vector<int>& order_;
  int number_;
  bool wanting_ = false;
};

TEST(FrameTurns, OneSlowPicturePerTurnInTheOrderOfAsking) {
  std::vector<int> order;
  QWidget window;
  std::vector<SlowPicture*> pictures;
  for (int i = 0; i < 4; ++i) {
    pictures.push_back(new SlowPicture(order, i, &window));
    pictures.back()->move(45 * i, 0);
  }
  window.resize(200, 50);
  window.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
  for (SlowPicture* picture : pictures) picture->want();
  window.repaint();
  EXPECT_EQ(order.size(), 1u) << "the others wait";
  pictures[2]->hide();  // nobody waits for what is not seen
  ASSERT_TRUE(QTest::qWaitFor([&] { return order.size() == 3; }));
  EXPECT_EQ(order, (std::vector<int>{0, 1, 3}));
  pictures[2]->show();
  EXPECT_TRUE(QTest::qWaitFor([&] { return order.size() == 4; }));
  for (int round = 0; round < 3; ++round) {  // one that always wants more keeps nobody else from it
    pictures[0]->want();
    pictures[3]->want();
    window.repaint();
    ASSERT_TRUE(QTest::qWaitFor([&] { return order.size() == 6u + 2u * std::size_t(round); }));
  }
}

TEST(FrameTurns, APictureThatIsAloneNeverWaits) {
  std::vector<int> order;
  SlowPicture picture(order, 0, nullptr);
  picture.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&picture));
  QTest::qWait(20);  // whoever drew before has had its turn
  for (int i = 0; i < 5; ++i) {
    picture.want();
    picture.repaint();
  }
  EXPECT_EQ(order.size(), 5u);
}

}  // namespace
}  // namespace holonom
