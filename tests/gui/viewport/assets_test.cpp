// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of the mechanism makes anew in the picture, and what stays.
#include <gtest/gtest.h>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/view_camera.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

/// How many bodies have a shape that those before had, too.
std::size_t kept(const BodyShapes& before, const BodyShapes& after) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < after.size(); ++i)
    for (std::size_t k = 0; k < before.size(); ++k) count += after[i] == before[k];
  return count;
}

TEST(BodyShapes, OnlyThoseOfBodiesThatLookOtherwiseAreMadeAnew) {
  Mechanism m = samples::chain(20);
  const SceneSizes sizes = layoutOf(m).sizes;
  BodyShapes shapes;
  shapes.update(m, layoutOf(m, &sizes));
  const BodyShapes before = shapes;
  m.bodies[5].position.x() += 0.1;
  m.bodies[5].mass *= 2;
  shapes.update(m, layoutOf(m, &sizes));
  EXPECT_EQ(kept(before, shapes), 20u) << "nothing of it is in a shape";
  m.bodies[5].display.width = 2 * sizes.halfWidth * 1.3;
  shapes.update(m, layoutOf(m, &sizes));
  EXPECT_EQ(kept(before, shapes), 19u);
  EXPECT_NE(shapes[5], before[5]);
  m.bodies.pop_back();
  m.joints.pop_back();
  shapes.update(m, layoutOf(m, &sizes));
  EXPECT_GE(kept(before, shapes), 17u) << "but for what had a pin in common with it";
}

TEST(BodyShapes, ABeamHasItsShapesWithIt) {
  const Mechanism m = readMechanism(findModel("flexible_slider_crank"));
  BodyShapes shapes;
  shapes.update(m, layoutOf(m));
  for (std::size_t i = 0; i < m.bodies.size(); ++i)
    EXPECT_EQ(shapes[i]->bending.has_value(), m.bodies[i].flexible.has_value());
}

class ChangedPicture : public testing::TestWithParam<int> {};

/// Whatever stays in the picture after a change, it is the picture of the changed mechanism.
TEST_P(ChangedPicture, IsThatOfTheMechanismAsItIsNow) {
  MechanismView view;
  if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  view.resize(480, 360);
  Mechanism m = std::vector{samples::andrews(), samples::springDamper(), samples::sliderCrank(),
                            samples::chain(200)}[std::size_t(GetParam())];
  view.setMechanism(m);
  view.picture();
  const auto look = [&](const char* change) {
    view.updateMechanism(m);
    view.fit();
    const QImage changed = view.picture();
    MechanismView fresh;
    fresh.resize(view.size());
    fresh.setMechanism(m);
    EXPECT_EQ(changed, fresh.picture()) << m.name << ": " << change;
  };
  view.setSelectedPart({PartRef::Kind::Body, 0});
  view.picture();
  view.setSelectedPart({});
  look("nothing");
  m.bodies[1].points[0].position *= 1.05;
  look("a point");
  m.bodies[0].display.colour = "#e600c8";
  look("a colour");
  m.bodies.back().display.shape = Shape::Disc;
  look("a shape");
  if (!m.forces.empty()) m.forces.pop_back();
  m.joints.pop_back();
  look("a joint less");
  m.bodies.push_back(samples::pendulum().bodies[0]);
  look("a body more");
}

INSTANTIATE_TEST_SUITE_P(Samples, ChangedPicture, testing::Range(0, 4));

}  // namespace
}  // namespace holonom
