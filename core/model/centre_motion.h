// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom {

/// Where a body is and how it moves by its centre of mass, as equations and results have it; the model has
/// the origin of the body's frame.
struct CentreMotion {
  Vector2 place = Vector2::Zero();  ///< m
  double angle = 0;                 ///< rad
  Vector2 velocity = Vector2::Zero();
  double angularVelocity = 0;
};

/// Of the initial values of the body.
CentreMotion centreMotion(const Body& body);
/// Makes them the initial values of the body.
void setCentreMotion(Body& body, const CentreMotion& motion);

}  // namespace holonom
