// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPushButton>

#include "core/model/building.h"
#include "gui/app/draw_actions.h"
#include "window_fixture.h"

namespace holonom {

/// A new mechanism in the real window, drawn at places of the drawing plane.
class Drawing : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (window_ && !newOnDemand_) fresh();
  }

  void fresh() {
    click(find<QPushButton>("newFromStartPage"));
    settle();
  }

  MechanismView& view() { return window_->view(); }
  const Mechanism& model() { return document().mechanism(); }
  /// The camera is fitted when a frame is drawn.
  void settle() { view().picture(); }
  QPoint pixel(double x, double y) { return view().pixelOf({x, y}).toPoint(); }

  /// What a tool builds may be assembled beside the window.
  void clickAt(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
    clickHastily(x, y, modifiers);
    waitForAssembly();
  }
  void clickHastily(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseMove(&view(), pixel(x, y));
    QTest::mouseClick(&view(), Qt::LeftButton, modifiers, pixel(x, y));
  }
  void drag(double x, double y, double toX, double toY, Qt::KeyboardModifiers modifiers = {}) {
    dragHastily(x, y, toX, toY, modifiers);
    waitForAssembly();
  }
  void dragHastily(double x, double y, double toX, double toY, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&view(), Qt::LeftButton, modifiers, pixel(x, y));
    for (int i = 1; i <= 8; ++i) {
      const QPoint there = view().pixelOf(Vector2(x, y) + i / 8. * Vector2(toX - x, toY - y)).toPoint();
      QMouseEvent event(QEvent::MouseMove, there, view().mapToGlobal(there), Qt::NoButton, Qt::LeftButton,
                        modifiers);
      QApplication::sendEvent(&view(), &event);
    }
    QTest::mouseRelease(&view(), Qt::LeftButton, modifiers, pixel(toX, toY));
  }
  QString hint() { return find<QLabel>("drawHint")->text(); }
  bool isAssembling() { return window_->findChild<DrawActions*>()->isAssembling(); }
  void waitForAssembly() {
    ASSERT_TRUE(waitFor([this] { return !isAssembling(); }));
  }
  void key(Qt::Key letter, Qt::KeyboardModifiers modifiers = {}) {
    WindowTest::key(letter, modifiers);
    waitForAssembly();
  }
  void tool(Qt::Key letter) { key(letter); }
  static void expectPlace(const Vector3& place, double x, double y, double tolerance = 1e-9) {
    EXPECT_NEAR(place.x(), x, tolerance);
    EXPECT_NEAR(place.y(), y, tolerance);
  }
  void drawLink(double x, double y, double toX, double toY) {
    tool(Qt::Key_L);
    clickAt(x, y);
    clickAt(toX, toY);
  }

  /// When the drawing has come to rest.
  void keepDrawing(const char* name, QWidget* widget = nullptr) {
    if (!keepsPictures()) return;
    view().picture();
    QTest::qWait(400);
    keepPicture(name, widget);
  }

  bool newOnDemand_ = false;
};

}  // namespace holonom
