// SPDX-License-Identifier: GPL-3.0-or-later
// A machine without OpenGL: the window opens, says what is missing where the picture would be, and plots and
// solver work.
#include <QDockWidget>

#include "gui/plots/plot_board.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class WithoutOpenGl : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (window_ && window_->view().hasGraphics())
      GTEST_SKIP() << "there is OpenGL here; see window_without_opengl";
  }
};

TEST_F(WithoutOpenGl, PlotsAndSolverWorkAndThePictureSaysWhatIsMissing) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  const QImage plotsBefore = window_->plots().grab().toImage();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GT(rows(), 10u);
  EXPECT_TRUE(waitFor([&] { return window_->plots().grab().toImage() != plotsBefore; }))
      << "nothing is plotted";

  EXPECT_TRUE(window_->view().isVisible());
  const QImage note = window_->view().grab().toImage();
  EXPECT_NE(note, QImage(note).scaled(1, 1).scaled(note.size()))
      << "nothing is said in the place of the picture";
  EXPECT_TRUE(window_->view().accessibleDescription().contains("OpenGL"))
      << "not to be heard: “" << window_->view().accessibleDescription().toStdString() << "”";
}

TEST_F(WithoutOpenGl, WhatNeedsThePictureIsNotOffered) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  for (const char* name : {"actionDraw", "tool_link", "actionPull", "actionFit", "actionMeasure",
                           "actionKeyboardPointer", "actionNextPoint"})
    EXPECT_FALSE(find<QAction>(name)->isEnabled()) << name;
  for (const char* name : {"actionRun", "actionUndo"}) EXPECT_NE(find<QAction>(name), nullptr);
  EXPECT_TRUE(find<QAction>("actionRun")->isEnabled());
  document().setMechanism({});
  EXPECT_FALSE(find<QAction>("actionDraw")->isChecked())
      << "a new mechanism begins with the drawing board where there is one";
}

TEST_F(WithoutOpenGl, HandsOnThePictureDoNoHarm) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  MechanismView& view = window_->view();
  for (const QPoint place : {QPoint(40, 40), view.rect().center()}) {
    QTest::mousePress(&view, Qt::LeftButton, {}, place);
    QTest::mouseMove(&view, place + QPoint(30, 20));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, place + QPoint(30, 20));
  }
  key(Qt::Key_F);
  for (const char* name : {"actionSideBySide", "actionMeasure", "actionDraw"}) find<QAction>(name)->trigger();
  QTest::mouseClick(&view, Qt::LeftButton, {}, view.rect().center());
  QTest::qWait(50);
  EXPECT_TRUE(window_->isVisible());
  EXPECT_GT(document().mechanism().bodies.size(), 1u);
}

}  // namespace
}  // namespace holonom
