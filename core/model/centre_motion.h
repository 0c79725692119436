// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/euler_parameters.h"
#include "core/model/mechanism.h"

namespace holonom {

struct Pose;

/// Where a body is and how it moves by its centre of mass, as equations and results have it; the model has
/// the origin of the body's frame.
struct CentreMotion {
  Vector3 place;     ///< m
  double angle = 0;  ///< rad; of bodies in the plane
  Vector3 velocity;
  double angularVelocity = 0;      ///< of bodies in the plane
  Vector4 p = Vector4::Unit(0);    ///< Euler parameters of bodies in space
  Vector3 spin = Vector3::Zero();  ///< angular velocity of bodies in space, ground axes
};

/// Of the initial values of the body.
CentreMotion centreMotion(const Body& body);
/// Makes them the initial values of the body.
void setCentreMotion(Body& body, const CentreMotion& motion);

/// Where the frame of a body is at the start; not the centre of mass.
Pose initialPose(const Body& body);  ///< core/math/pose.h
/// The Euler parameters of its axes then.
Vector4 initialTurn(const Body& body);
/// About the centre of mass in the axes of a body in space, kg·m².
Matrix3 inertiaTensor(const Vector3& moments, const Vector3& products);
Matrix3 inertiaTensor(const Body& body);

}  // namespace holonom
