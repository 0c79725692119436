// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/offers.h"
#include "core/model/particles.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/finite_differences.h"

namespace holonom::samples {

/// Every block against differences (checkDerivatives()), at that many random states.
inline void expectRightDerivatives(EquationsOfMotion& system, int states = 3) {
  RandomVectors random;
  const int n = system.coordinateCount(), m = system.constraintCount();
  for (int i = 0; i < states; ++i) {
    Vector lambda = random(m);
    lambda.tail(system.places().controls().count)
        .setZero();  // their shares in K and D are left out (ControlRows)
    const Vector a = random(n), v = random(n);
    Vector q = random(n);
    for (int body = 0; body < system.places().bodyCount(); ++body)
      if (system.places().hasParameters(body)) {  // shorter than 1, so that no product of axes exceeds 1
        auto p = q.segment<4>(system.places().parameters(body));
        p *= 0.85 / p.norm();
      }
    EXPECT_EQ(checkDerivatives(system, 0.1 + 0.23 * i, q, v, a, lambda), "");
  }
}
/// Of bodies in space by Euler parameters, in both charts of Cardan angles, and of the same bodies each in a
/// plane of its own, as far as the joints bear that.
inline void expectRightDerivatives(const Mechanism& mechanism, int states = 3) {
  EquationsOfMotion system(mechanism);
  expectRightDerivatives(system, states);
  if (system.layout().normalisations == 0) return;
  Mechanism byAngles = mechanism;
  byAngles.run.rotations = Rotations::CardanAngles;
  EquationsOfMotion turning(byAngles);
  EXPECT_EQ(turning.layout().normalisations, 0);
  expectRightDerivatives(turning, 1);
  turning.moveTo(0, Vector::Constant(turning.coordinateCount(), 1.3),
                 Vector::Zero(turning.coordinateCount()));
  EXPECT_NE(turning.offers().charts.change(), "");
  expectRightDerivatives(turning, 2);
  Mechanism inPlanes = mechanism;
  Vector3 normal(0.4, -0.7, 0.9);
  for (Body& body : inPlanes.bodies)
    if (body.frame() == FrameKind::Space) normal = body.normal = Vector3(normal.y(), normal.z(), normal.x());
  for (const Joint& joint : inPlanes.joints)
    if (misfitOf(inPlanes, joint))
      for (const int body : {endsOf(joint).first.body, endsOf(joint).second.body})
        if (body != kGround) inPlanes.bodies[std::size_t(body)].normal = {0, 0, 0};
  EquationsOfMotion keeping(inPlanes);
  EXPECT_EQ(keeping.coordinateCount(),
            system.coordinateCount() - 4 * std::ranges::count_if(inPlanes.bodies, &Body::keepsPlane));
  expectRightDerivatives(keeping, 2);
}

/// Of the mechanism with each of the forces alone.
inline void expectRightForces(Mechanism mechanism, std::span<const Force> forces) {
  for (const Force& force : forces) {
    SCOPED_TRACE(force.kind.index());
    mechanism.forces = {force};
    expectRightDerivatives(mechanism);
  }
}

}  // namespace holonom::samples
