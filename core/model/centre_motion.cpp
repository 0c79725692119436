// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/centre_motion.h"

#include <cmath>

namespace holonom {
namespace {

Vector2 turned(double angle, const Vector2& s) {
  const double cosine = std::cos(angle), sine = std::sin(angle);
  return {cosine * s.x() - sine * s.y(), sine * s.x() + cosine * s.y()};
}

}  // namespace

CentreMotion centreMotion(const Body& body) {
  const Vector2 arm = turned(body.angle, inPlane(body.centreOfMass));
  return {inPlane(body.position) + arm, body.angle,
          inPlane(body.velocity) + body.angularVelocity * perpendicular(arm), body.angularVelocity};
}

void setCentreMotion(Body& body, const CentreMotion& motion) {
  const Vector2 arm = turned(motion.angle, inPlane(body.centreOfMass));
  body.position = motion.place - arm;
  body.angle = motion.angle;
  body.velocity = motion.velocity - motion.angularVelocity * perpendicular(arm);
  body.angularVelocity = motion.angularVelocity;
}

}  // namespace holonom
