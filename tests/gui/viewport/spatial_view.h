// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QLineF>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/model/mechanism.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/view_camera.h"

/// Views of mechanisms in space for tests, and a mouse in them.
namespace holonom {

/// A rod of 1 m along y that hangs by a ball joint 0.5 m above the origin of ground; z is up.
inline Mechanism rodInSpace() {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.ground.points = {{"O", {0, 0, 0.5}}};
  Body rod;
  rod.name = "rod";
  rod.kind = Body::Kind::Spatial;
  rod.centreOfMass = {0.5, 0, 0};
  rod.position = {0, 0, 0.5};
  rod.angle = std::numbers::pi / 2;
  rod.moments = {0.001, 1. / 12, 1. / 12};
  rod.points = {{"A", {0, 0}}, {"B", {1, 0}}};
  rod.display.colour = "#e600c8";
  m.bodies = {rod};
  m.joints = {{"ball", SphericalJoint{{kGround, 0}, {0, 0}}}};
  return m;
}

class SpatialView : public testing::Test {
 protected:
  void SetUp() override {
    if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
    view.resize(640, 480);
  }
  MechanismView view;
};

class SpatialPull : public SpatialView {
 protected:
  void open(const Mechanism& mechanism) {
    view.setMechanism(mechanism);
    view.picture();
    view.setPulling(true);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  }
  Vector3 towardsViewer() {
    const CameraView camera = view.cameraView();
    const double a = camera.azimuth, e = camera.elevation;
    return camera.axes * Vector3(std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e));
  }
  void press(const Vector3& place) {
    at = view.pixelInSpace(place).toPoint();
    QTest::mousePress(&view, Qt::LeftButton, {}, at);
  }
  void moveBy(const QPoint& way) {
    at += way;
    QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&view, &move);
  }
  void takeHold() { moveBy({4, 0}), moveBy({-4, 0}); }
  void release() { QTest::mouseRelease(&view, Qt::LeftButton, {}, at); }
  Vector3 begunAt() const { return began[0][1].value<Vector3>(); }
  Vector3 begunTo() const { return began[0][2].value<Vector3>(); }
  Vector3 movedTo() const { return moved.back()[0].value<Vector3>(); }
  double pixelsFromMouse(const Vector3& place) {
    return QLineF(view.pixelInSpace(place), QPointF(at)).length();
  }

  QPoint at;
  QSignalSpy began{&view, &MechanismView::pullBegan}, moved{&view, &MechanismView::pullMoved},
      ended{&view, &MechanismView::pullEnded};
};

}  // namespace holonom
