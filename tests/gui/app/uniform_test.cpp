// SPDX-License-Identifier: GPL-3.0-or-later
// Mass, centre of mass and inertia of what is drawn follow its points, typed or dragged, until own values are
// given; the properties say which it is.
#include <QComboBox>

#include "core/io/model_reader.h"
#include "core/model/building.h"
#include "editing_fixture.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

class UniformBodies : public EditingTest {
 protected:
  void SetUp() override {
    EditingTest::SetUp();
    if (!window_) return;
    key(Qt::Key_N, Qt::ControlModifier);
    view().picture();  // the camera is fitted
    key(Qt::Key_L);
    clickAt(0, 0), clickAt(0.4, 0);
    ASSERT_EQ(model().bodies.size(), 1u);
    key(Qt::Key_Escape);
    selection().select({Kind::Body, 0});
  }
  MechanismView& view() { return window_->view(); }
  void clickAt(double x, double y) {
    const QPoint pixel = view().pixelOf({x, y}).toPoint();
    QTest::mouseMove(&view(), pixel);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, pixel);
  }
  const Body& body() { return model().bodies[0]; }
};

TEST_F(UniformBodies, FollowAPointThatIsTyped) {
  EXPECT_EQ(shown("mass"), "1 kg (from the shape)");
  type("points.B", "0.8, 0");
  EXPECT_DOUBLE_EQ(body().mass, 0.8 * kLinkMassPerLength);
  EXPECT_DOUBLE_EQ(body().inertia, 0.8 * kLinkMassPerLength * 0.64 / 12);
  EXPECT_EQ(body().centreOfMass, Vector3(0.4, 0));
  EXPECT_EQ(shown("mass"), "2 kg (from the shape)");
  EXPECT_EQ(shown("centreOfMass"), "(0.4, 0) m (from the shape)");
  keepPicture("uniform.png", &properties());
  document().history().undo();
  EXPECT_EQ(shown("mass"), "1 kg (from the shape)");
}

TEST_F(UniformBodies, KeepTheValuesThatAreGiven) {
  type("mass", "3");
  EXPECT_EQ(shown("mass"), "3 kg");
  EXPECT_EQ(shown("shape"), "own values");
  type("points.B", "0.8, 0");
  EXPECT_EQ(body().mass, 3);
  document().history().undo();
  document().history().undo();
  EXPECT_EQ(shown("mass"), "1 kg (from the shape)") << "undone";
}

TEST_F(UniformBodies, AreSavedAndReadAsSuch) {
  QTemporaryDir folder;
  const QString file = folder.filePath("drawn.json");
  ASSERT_TRUE(document().saveCopy(file));
  EXPECT_TRUE(readMechanism(file.toStdString()) == model());
  ASSERT_TRUE(document().open(file));
  selection().select({Kind::Body, 0});
  EXPECT_EQ(shown("mass"), "1 kg (from the shape)");
}

TEST_F(UniformBodies, BecomeSoAgainByChoice) {
  type("inertia", "0.5");
  auto* combo = edit<QComboBox>("shape");
  ASSERT_NE(combo, nullptr);
  QTest::keyClick(combo, Qt::Key_Down);
  QApplication::processEvents();
  EXPECT_EQ(shown("inertia"), "0.0133333 kg·m² (from the shape)");
}

}  // namespace
}  // namespace holonom
