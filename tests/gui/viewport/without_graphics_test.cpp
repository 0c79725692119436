// SPDX-License-Identifier: GPL-3.0-or-later
// The view where there is no OpenGL.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/layout.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

TEST(WithoutGraphics, ShowsANoteAndGoesOn) {
  MechanismView view;
  if (view.hasGraphics()) GTEST_SKIP() << "there is OpenGL here";
  view.resize(500, 300);
  const Mechanism m = samples::fourBar();
  view.setMechanism(m);
  view.show();
  view.setPoses(initialPoses(m));
  view.setGhosts(std::vector<Ghost>{{{200, 80, 60}, initialPoses(m)}});
  view.setSelectedPart({PartRef::Kind::Body, 1});
  view.lookFrom(MechanismView::Direction::Top);
  QSignalSpy picked(&view, &MechanismView::partPicked);
  QTest::mouseClick(&view, Qt::LeftButton, {}, {250, 150});
  EXPECT_EQ(picked.count(), 0);
  QTest::qWait(400);
  const QImage image = view.picture();
  EXPECT_EQ(image.size(), QSize(500, 300));
  int written = 0;  // text on an even ground
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) written += image.pixel(x, y) != image.pixel(0, 0);
  EXPECT_GT(written, 300);
  EXPECT_EQ(image, view.grab().toImage().convertToFormat(image.format()));
}

}  // namespace
}  // namespace holonom
