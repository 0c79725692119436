// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/centre_motion.h"

#include <cmath>

#include "core/math/pose.h"

namespace holonom {
namespace {

Vector2 turned(double angle, const Vector2& s) {
  const double cosine = std::cos(angle), sine = std::sin(angle);
  return {cosine * s.x() - sine * s.y(), sine * s.x() + cosine * s.y()};
}

}  // namespace

Vector4 initialTurn(const Body& body) { return eulerParameters(body.axis, body.angle); }

Pose initialPose(const Body& body) {
  if (!body.isSpatial()) return planarPose(body.position.x(), body.position.y(), body.angle);
  return {body.position, rotationMatrix(initialTurn(body))};
}

Matrix3 inertiaTensor(const Vector3& moments, const Vector3& products) {
  Matrix3 J = moments.asDiagonal();
  J(0, 1) = J(1, 0) = products.x();
  J(0, 2) = J(2, 0) = products.y();
  J(1, 2) = J(2, 1) = products.z();
  return J;
}

Matrix3 inertiaTensor(const Body& body) { return inertiaTensor(body.moments, body.products); }

CentreMotion centreMotion(const Body& body) {
  if (body.isSpatial()) {
    const Vector3 arm = initialPose(body).rotation * body.centreOfMass;
    return {.place = body.position + arm,
            .velocity = body.velocity + body.spin.cross(arm),
            .p = initialTurn(body),
            .spin = body.spin};
  }
  const Vector2 arm = turned(body.angle, inPlane(body.centreOfMass));
  return {.place = inPlane(body.position) + arm,
          .angle = body.angle,
          .velocity = inPlane(body.velocity) + body.angularVelocity * perpendicular(arm),
          .angularVelocity = body.angularVelocity};
}

void setCentreMotion(Body& body, const CentreMotion& motion) {
  if (body.isSpatial()) {
    const Vector4 p = motion.p.normalized();
    const Vector3 arm = rotationMatrix(p) * body.centreOfMass;
    const AxisAngle turn = axisAngle(p);
    body.position = motion.place - arm;
    body.axis = turn.axis;
    body.angle = turn.angle;
    body.velocity = motion.velocity - motion.spin.cross(arm);
    body.spin = motion.spin;
    return;
  }
  const Vector2 arm = turned(motion.angle, inPlane(body.centreOfMass));
  body.position = inPlane(motion.place) - arm;
  body.angle = motion.angle;
  body.velocity = inPlane(motion.velocity) - motion.angularVelocity * perpendicular(arm);
  body.angularVelocity = motion.angularVelocity;
}

}  // namespace holonom
