// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/two_link_arm.h"

#include <cmath>

#include "core/base/text.h"

namespace holonom::cli {
namespace {

Body rod(const char* name, const ArmLink& link, const Vector2& from) {
  Body body;
  body.name = name;
  body.mass = link.mass;
  body.inertia = link.mass * link.length * link.length / 12;
  body.centreOfMass = {link.length / 2, 0};
  body.position = from;
  body.angle = link.angle;
  body.points = {{"start", {0, 0}}, {"end", {link.length, 0}}};
  return body;
}

}  // namespace

Mechanism twoLinkArm(const ArmLink& upper, const ArmLink& lower) {
  const Vector2 elbow = upper.length * Vector2(std::cos(upper.angle), std::sin(upper.angle));
  Mechanism m;
  m.name = tr("Two-link arm");
  m.gravity = Vector3(0, -9.81, 0);
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {rod("upper", upper, {0, 0}), rod("lower", lower, elbow)};
  m.joints = {{"shoulder", RevoluteJoint{{kGround, 0}, {0, 0}}}, {"elbow", RevoluteJoint{{0, 1}, {1, 0}}}};
  m.outputs = {{"tip_x", "lower.end.x", "m"}, {"tip_y", "lower.end.y", "m"}};
  return m;
}

}  // namespace holonom::cli
