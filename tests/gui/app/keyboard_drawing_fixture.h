// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <cmath>

#include "drawing_fixture.h"
#include "gui/viewport/tools/snapping.h"

namespace holonom {

/// A user without a mouse: the cross is led by arrow keys, by what a screen reader says of it.
class KeyboardDrawing : public Drawing {
 protected:
  void SetUp() override {
    newOnDemand_ = true;
    Drawing::SetUp();
    if (!window_) return;
    key(Qt::Key_N, Qt::ControlModifier);
    settle();
    ASSERT_TRUE(view().isDrawing());
  }

  Selection& selection() { return window_->workspace().selection; }
  int steps() { return document().history().count(); }
  QString spoken() { return view().accessibleDescription(); }

  double cell() { return gridSpacing(1 / (view().pixelOf({1, 0}) - view().pixelOf({0, 0})).x()); }
  /// Where the cross is said to be.
  Vector2 cross() {
    static const QRegularExpression form(QStringLiteral("x ([−0-9.]+)   y ([−0-9.]+) (mm|m)"));
    const auto match = form.match(spoken());
    EXPECT_TRUE(match.hasMatch()) << spoken().toStdString();
    const auto number = [&](int part) { return match.captured(part).replace(QChar(0x2212), '-').toDouble(); };
    return (match.captured(3) == "mm" ? 1e-3 : 1.) * Vector2(number(1), number(2));
  }
  /// One line of the grid after the other until the cross is there, the rest by tenths of a cell.
  void to(double x, double y) {
    if (!view().hasKeyboardPointer()) key(Qt::Key_Right);
    const Vector2 wanted(x, y);
    for (int i = 0; i < 2; ++i)
      for (int presses = 0; std::abs(cross()[i] - wanted[i]) > 2e-3; ++presses) {
        ASSERT_LT(presses, 80) << spoken().toStdString();
        const double way = wanted[i] - cross()[i];
        const auto stride = std::abs(way) < 0.99 * cell() ? Qt::ControlModifier : Qt::NoModifier;
        key(i == 0 ? (way > 0 ? Qt::Key_Right : Qt::Key_Left) : (way > 0 ? Qt::Key_Up : Qt::Key_Down),
            stride);
      }
  }
  void enter(Qt::KeyboardModifiers modifiers = {}) { key(Qt::Key_Return, modifiers); }
  void clickAt(double x, double y) { to(x, y), enter(); }
  void drawLink(double x, double y, double toX, double toY) {
    key(Qt::Key_L);
    clickAt(x, y), clickAt(toX, toY);
  }
  /// With N, to a point of the mechanism.
  void jumpTo(double x, double y) {
    for (int presses = 0; presses < 40; ++presses) {
      key(Qt::Key_N);
      if ((cross() - Vector2(x, y)).norm() < 2e-3) return;
    }
    FAIL() << "no stop at " << x << " " << y;
  }
  void drawFourBar() {
    key(Qt::Key_L);
    clickAt(-0.2, -0.1), clickAt(-0.15, 0.05);  // crank
    enter(), clickAt(0.2, 0.2);                 // coupler, from where the crank ended
    enter(), clickAt(0.25, -0.1);               // rocker
    key(Qt::Key_G);
    enter(), clickAt(-0.2, -0.1);
    key(Qt::Key_M);
    enter();
    EXPECT_EQ(model().joints.size(), 4u);
  }
  double worstGap(const Mechanism& mechanism) {
    double worst = 0;
    for (const Joint& joint : mechanism.joints) {
      const auto [a, b] = endsOf(joint);
      worst = std::max(worst, (groundPosition(mechanism, a) - groundPosition(mechanism, b)).norm());
    }
    return worst;
  }
  /// Where the picture has the bodies.
  Mechanism shown() {
    Mechanism moved = model();
    const std::vector<BodyPose> poses = view().shownPoses();
    for (std::size_t i = 0; i < poses.size(); ++i) {
      Body& body = moved.bodies[i];
      body.angle = planarAngle(poses[i], body.angle);
      body.position = poses[i].toGround(-body.centreOfMass);
    }
    return moved;
  }
};

}  // namespace holonom
