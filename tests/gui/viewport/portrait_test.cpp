// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of mechanisms, drawn without OpenGL.
#include <gtest/gtest.h>

#include <QColor>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/viewport/portrait.h"
#include "gui/viewport/scene/colours.h"
#include "gui/viewport/soft_canvas.h"

namespace holonom {
namespace {

QRect drawnPart(const QImage& image) {
  QRect box;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (qAlpha(image.pixel(x, y)) > 0) box |= QRect(x, y, 1, 1);
  return box;
}

SoftCanvas::Vertex at(float x, float y, float z, const Eigen::Vector3f& colour) {
  return {{x, y, z}, colour};
}

TEST(SoftCanvas, WhatIsNearerHidesWhatIsBehind) {
  const Eigen::Vector3f red(200, 0, 0), blue(0, 0, 200);
  for (const bool blueFirst : {false, true}) {
    SoftCanvas canvas(20, 20);
    const auto draw = [&](bool first) {
      if (first) canvas.drawTriangle(at(0, 0, 1, blue), at(20, 0, 1, blue), at(0, 20, 1, blue));
      // turned the other way
      else canvas.drawTriangle(at(0, 0, 2, red), at(0, 10, 2, red), at(10, 0, 2, red));
    };
    draw(blueFirst);
    draw(!blueFirst);
    const QImage image = canvas.reduced(1);
    EXPECT_EQ(image.pixelColor(2, 2), QColor(200, 0, 0));
    EXPECT_EQ(image.pixelColor(12, 2), QColor(0, 0, 200));
    EXPECT_EQ(qAlpha(image.pixel(18, 18)), 0);
  }
}

TEST(SoftCanvas, EdgesAndColoursAreBlended) {
  SoftCanvas canvas(40, 40);
  canvas.drawTriangle(at(-40, 2, 0, {0, 0, 0}), at(80, 2, 0, {240, 240, 240}),
                      at(20, 90, 0, {120, 120, 120}));
  canvas.drawLine(at(0, 0.5f, 1, {9, 9, 9}), at(40, 0.5f, 1, {9, 9, 9}), 1);
  const QImage image = canvas.reduced(4);
  ASSERT_EQ(image.size(), QSize(10, 10));
  EXPECT_EQ(qAlpha(image.pixel(5, 0)), 255 * 3 / 4);  // the line, nothing, and two rows of the triangle
  EXPECT_EQ(qAlpha(image.pixel(5, 5)), 255);
  for (int x = 1; x < 10; ++x) EXPECT_GT(qRed(image.pixel(x, 2)), qRed(image.pixel(x - 1, 2)));
}

TEST(Portrait, FillsThePictureWithEveryShippedModel) {
  std::vector<Example> models = listExamples();
  for (const Example& model : listTemplates()) models.push_back(model);
  ASSERT_GT(models.size(), 20u);
  const QSize size(150, 90);
  for (const Example& model : models) {
    SCOPED_TRACE(model.modelFile.string());
    const QImage picture = portraitOf(readMechanism(model.modelFile), size, 2, false);
    EXPECT_EQ(picture.size(), 2 * size);
    EXPECT_EQ(picture.devicePixelRatio(), 2);
    const QRect drawn = drawnPart(picture);
    EXPECT_TRUE(drawn.width() > 0.85 * picture.width() || drawn.height() > 0.85 * picture.height())
        << drawn.width() << "×" << drawn.height();
    EXPECT_TRUE(QRect(2, 2, picture.width() - 4, picture.height() - 4).contains(drawn))
        << "something is cut off";
  }
}

TEST(Portrait, HasTheColoursOfThePartsAndOfTheTheme) {
  Mechanism disc;
  disc.bodies.resize(1);
  disc.bodies[0].display = {Shape::Disc, "#ff0000", 1};
  const QImage light = portraitOf(disc, {60, 60}, 1, false), dark = portraitOf(disc, {60, 60}, 1, true);
  const QColor middle = light.pixelColor(22, 30);
  EXPECT_GT(middle.red(), 200);
  EXPECT_LT(middle.green(), 20);
  EXPECT_NE(light, dark);
  EXPECT_FALSE(darkColours()) << "the theme of the window is left as it was";
}

TEST(Portrait, OfNothingIsEmpty) { EXPECT_TRUE(drawnPart(portraitOf({}, {40, 30}, 1, false)).isEmpty()); }

}  // namespace
}  // namespace holonom
