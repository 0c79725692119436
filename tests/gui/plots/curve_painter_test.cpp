// SPDX-License-Identifier: GPL-3.0-or-later
// The screen and files have curves drawn in different ways, which nobody should see.
#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <cmath>
#include <limits>

#include "gui/plots/curve_painter.h"

namespace holonom {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();
const QRectF kArea(10, 10, 380, 180);

std::vector<Curve> waves(int count, bool heavy) {
  std::vector<Curve> curves;
  for (int i = 0; i < count; ++i) {
    Curve curve{{}, QColor::fromHsv(40 * i % 360, 255, 160), heavy};
    for (int k = 0; k <= 200; ++k) curve.points << QPointF(0.005 * k, std::sin(0.07 * k + i));
    curves.push_back(curve);
  }
  return curves;
}

QImage drawn(const std::vector<Curve>& curves, bool smooth, CurveMedium medium = CurveMedium::Screen) {
  QImage image(400, 200, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paintCurves(painter, kArea, {0, 1}, {-0.9, 0.9}, curves, smooth, medium);
  return image;
}

int inkOf(const QImage& image) {
  int sum = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) sum += 255 - qGray(image.pixel(x, y));
  return sum;
}

/// Places that have ink in one picture and none within a pixel in the other.
int strangers(const QImage& a, const QImage& b) {
  int count = 0;
  const auto white = [](QRgb pixel) { return qGray(pixel) > 200; };
  for (int y = 1; y + 1 < a.height(); ++y)
    for (int x = 1; x + 1 < a.width(); ++x) {
      if (white(a.pixel(x, y))) continue;
      bool near = false;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) near = near || !white(b.pixel(x + dx, y + dy));
      count += !near;
    }
  return count;
}

TEST(CurvePainter, ScreenAndFilesLookAlike) {
  for (const bool heavy : {false, true}) {
    const std::vector<Curve> curves = waves(5, heavy);
    const QImage one = drawn(curves, true), other = drawn(curves, true, CurveMedium::File);
    EXPECT_GT(inkOf(one), 100000);
    EXPECT_NEAR(inkOf(other), inkOf(one), (heavy ? 0.5 : 0.12) * inkOf(one));
    EXPECT_LE(strangers(one, other) + strangers(other, one), 3) << heavy;
  }
}

TEST(CurvePainter, HeavyCurvesStandOut) {
  for (const CurveMedium medium : {CurveMedium::Screen, CurveMedium::File})
    EXPECT_GT(inkOf(drawn(waves(3, true), true, medium)), 1.35 * inkOf(drawn(waves(3, false), true, medium)));
}

/// Wherever a constant curve lies, it has its colour.
TEST(CurvePainter, LevelLinesAreCrisp) {
  for (const double level : {0.0, 0.001, 0.25, 0.3, 0.5})
    for (const bool smooth : {false, true}) {
      Curve curve{{}, Qt::black};
      for (int k = 0; k <= 700; ++k) curve.points << QPointF(k / 700.0, level);
      const QImage image = drawn({curve}, smooth);
      int black = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) black += qGray(image.pixel(x, y)) < 40;
      EXPECT_GT(black, 370) << level << smooth;
    }
}

TEST(CurvePainter, WhatIsNotFiniteIsLeftOutAndWhatIsFarAwayHarmsNothing) {
  for (const CurveMedium medium : {CurveMedium::Screen, CurveMedium::File}) {
    const Curve curve{{{0, 0}, {0.25, kNaN}, {0.5, 0}, {0.6, kInfinity}, {0.75, 0}, {0.8, 1e30}, {0.85, 0}},
                      Qt::black};
    const QImage image = drawn({curve}, false, medium);
    const auto isInk = [&](double x, double y) {  // of the area, from below
      const QPoint place(int(kArea.left() + x * kArea.width()), int(kArea.bottom() - y * kArea.height()));
      for (int d = -1; d <= 1; ++d)
        if (qGray(image.pixel(place + QPoint(0, d))) < 128) return true;
      return false;
    };
    for (const double x : {0.1, 0.3, 0.55, 0.7}) {
      EXPECT_TRUE(isInk(x, 0.5)) << static_cast<int>(medium) << " " << x;
      EXPECT_FALSE(isInk(x, 0.9)) << static_cast<int>(medium) << " " << x;
    }
  }
}

TEST(CurvePainter, DrawsNothingBesideItsArea) {
  for (const CurveMedium medium : {CurveMedium::Screen, CurveMedium::File}) {
    const QImage image = drawn(waves(3, true), true, medium);
    EXPECT_EQ(inkOf(image.copy(0, 0, 400, 9)) + inkOf(image.copy(0, 192, 400, 8)), 0);
  }
}

}  // namespace
}  // namespace holonom
