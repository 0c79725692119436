// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom::samples {

/// A bar hinged at the origin, its centre of mass 0.5 m beside the hinge: horizontal and at rest at the
/// start.
inline Mechanism hingedBar(double mass, double inertia) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  Body bar;
  bar.name = "bar";
  bar.mass = mass;
  bar.inertia = inertia;
  bar.centreOfMass = {0.5, 0};
  bar.points = {{"hinge", {0, 0}}};
  m.bodies = {bar};
  m.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  return m;
}

}  // namespace holonom::samples
