// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/cardan_body.h"

namespace holonom {

void CardanBody::mass(LocalMatrix& M) const {
  const CardanFrame::Turning T = frame_.turning();
  M.setZero(size(), size());
  M.topLeftCorner<3, 3>().diagonal().setConstant(mass_);
  M.block<3, 3>(kAngles, kAngles) = T.transpose() * inertia_.mass(frame_.p()) * T;
}

void CardanBody::forces(Local& Q) const {
  const Vector4 p = frame_.p();
  Q.setZero(size());
  Q.segment<kAngleCount>(kAngles) = frame_.turning().transpose() * (inertia_.forces(p, frame_.rate()) -
                                                                    inertia_.mass(p) * frame_.turningBias());
}

void CardanBody::stiffness(const Local& a, LocalMatrix& K) const {
  const Vector4 p = frame_.p(), rate = frame_.rate();
  const CardanFrame::Turning T = frame_.turning();
  const Vector3 seconds = a.segment<kAngleCount>(kAngles);
  const Vector4 second = T * seconds + frame_.turningBias();
  const Matrix4 M = inertia_.mass(p);
  K.setZero(size(), size());
  K.block<3, 3>(kAngles, kAngles) =
      T.transpose() * (inertia_.stiffness(p, rate, second) * T +
                       inertia_.damping(p, rate) * frame_.turningChange() + M * frame_.turningZ(seconds)) +
      frame_.turningCurvature(M * second - inertia_.forces(p, rate));
}

void CardanBody::damping(LocalMatrix& D) const {
  const Vector4 p = frame_.p();
  const CardanFrame::Turning T = frame_.turning();
  D.setZero(size(), size());
  D.block<3, 3>(kAngles, kAngles) = T.transpose() * (inertia_.damping(p, frame_.rate()) * T +
                                                     2 * inertia_.mass(p) * frame_.turningChange());
}

}  // namespace holonom
