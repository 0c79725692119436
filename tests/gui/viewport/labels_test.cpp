// SPDX-License-Identifier: GPL-3.0-or-later
// Names do not cover each other; arrows keep one scale.
#include <gtest/gtest.h>

#include <random>

#include "gui/viewport/label_placing.h"
#include "gui/viewport/scene/arrow_scale.h"

namespace holonom {
namespace {

std::vector<LabelWish> crowd(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> x(0, 400), y(0, 300);
  std::vector<LabelWish> wishes;
  for (int i = 0; i < count; ++i)
    wishes.push_back({i, {x(random), y(random)}, {46, 15}, double(i % 5), i % 2 == 0});
  return wishes;
}

TEST(Labels, NeverOverlapAndStayInThePicture) {
  LabelPlacing placing;
  const QRectF area(0, 0, 400, 300);
  const auto boxes = placing.place(crowd(80), area);
  int shown = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i]) continue;
    ++shown;
    EXPECT_TRUE(area.contains(*boxes[i]));
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(boxes[j] && boxes[j]->intersects(*boxes[i])) << i << " " << j;
  }
  EXPECT_GT(shown, 20);
  EXPECT_LT(shown, 80) << "there is no room for all";
}

TEST(Labels, TheMostImportantIsNeverDropped) {
  auto wishes = crowd(80);
  wishes[41].importance = 10;
  wishes[41].anchor = {200, 150};
  EXPECT_TRUE(LabelPlacing().place(wishes, {0, 0, 400, 300})[41].has_value());
}

TEST(Labels, KeepTheirSideWhenTheyMoveALittle) {
  LabelPlacing placing;
  std::vector<LabelWish> two{{0, {100, 100}, {40, 14}, 1}, {1, {104, 103}, {40, 14}, 0}};
  const auto first = placing.place(two, {0, 0, 400, 300});
  for (LabelWish& wish : two) wish.anchor += QPointF(1, 1);
  const auto second = placing.place(two, {0, 0, 400, 300});
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(first[i] && second[i]);
    EXPECT_NEAR((second[i]->center() - first[i]->center()).manhattanLength(), 2, 1e-9);
  }
}

TEST(Arrows, HaveAReferenceThatOneSpikeDoesNotSpoil) {
  ArrowScale scale;
  PartLoad load;
  for (int i = 0; i < 2000; ++i) {
    load.force = {i == 700 ? 1e6 : 30.0 + i % 7, 0};
    scale.meet(std::span(&load, 1));
  }
  EXPECT_EQ(scale.newtons(), 50);
  EXPECT_EQ(scale.newtonMetres(), 1) << "no torque was met";
  scale.setFactor(2);
  EXPECT_EQ(scale.newtons(), 25) << "an arrow of the reference length stands for half as much";
  scale.setFactor(1);
  scale.setAutomatic(false);
  for (int i = 0; i < 2000; ++i) {
    load.force = {900, 0};
    scale.meet(std::span(&load, 1));
  }
  EXPECT_EQ(scale.newtons(), 50) << "held";
}

TEST(Arrows, AWholeRunSettlesTheScale) {
  ArrowScale scale;
  PartLoad load;
  const auto with = [&](double force) {
    load.force = {force, 0};
    return std::span<const PartLoad>(&load, 1);
  };
  scale.meet(with(1));
  for (int i = 0; i < 100; ++i) scale.survey(with(150));
  EXPECT_EQ(scale.newtons(), 1) << "not yet";
  scale.settle();
  EXPECT_EQ(scale.newtons(), 200);
  for (int i = 0; i < 100; ++i) scale.meet(with(9000));
  EXPECT_EQ(scale.newtons(), 200) << "what is shown changes nothing";
  scale.forget();
  scale.meet(with(9000));
  EXPECT_EQ(scale.newtons(), 10000);
}

}  // namespace
}  // namespace holonom
