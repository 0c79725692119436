// SPDX-License-Identifier: GPL-3.0-or-later
// Springs and dampers in the picture.
#include <gtest/gtest.h>

#include <QImage>

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/supports.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

/// Pushed together to a third of its length.
TEST(Springs, ADamperStaysBetweenItsPins) {
  MechanismView view;
  if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  view.resize(640, 480);
  Mechanism m = samples::springDamper();
  m.forces = {{"d", SpringDamper{{kGround, 0}, {1, 0}, 0, 5, 0}}};
  auto poses = initialPoses(m);
  poses[1].position.x() = 0.3;
  const auto shot = [&] {
    view.setMechanism(m);
    view.lookFrom(MechanismView::Direction::Front);
    view.setPoses(poses);
    return view.picture();
  };
  const QImage with = shot();
  const double scale = with.devicePixelRatio(), left = scale * view.pixelOf({0, 0}).x(),
               right = scale * view.pixelOf({0.3, 0}).x();
  // a spring between the same pins
  std::get<SpringDamper>(m.forces[0].kind) = {{kGround, 0}, {1, 0}, 100, 0, 0};
  const QImage without = shot();
  int between = 0, beyond = 0;
  for (int y = 0; y < with.height(); ++y)
    for (int x = 0; x < with.width(); ++x)
      if (with.pixel(x, y) != without.pixel(x, y)) ++(x > left - 2 && x < right + 2 ? between : beyond);
  EXPECT_GT(between, 100);
  EXPECT_EQ(beyond, 0);
}

/// As springs do: a support where it ends on ground, a pin where on a body.
TEST(Springs, ARodHangsOnPins) {
  Mechanism m = samples::springDamper();
  m.forces.clear();
  m.joints.clear();
  EXPECT_EQ(supportsOf(m, layoutOf(m)).vertexCount(), 0);
  m.joints = {{"rod", RodJoint{{kGround, 0}, {1, 0}, 1}}};
  EXPECT_GT(supportsOf(m, layoutOf(m)).vertexCount(), 0);
  const std::vector<PointRef> ends{{kGround, 0}, {1, 0}};
  EXPECT_EQ(pinnedEnds(m), ends);
}

}  // namespace
}  // namespace holonom
