// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/reference_problems/flexible_slider_crank.h"

#include <cmath>
#include <numbers>

#include "core/base/text.h"

namespace holonom {
namespace {

// Data in the letters of the problem (SI units): 1 crank, 2 rod, 3 slider.
constexpr double M2 = 0.151104, M3 = 0.075552, L1 = 0.15, L2 = 0.30, J1 = 0.002727, J2 = 0.0045339259;
constexpr double kYoung = 0.20e12, kSide = 0.0080, kDensity = 7870, kSpeed = 150;
constexpr double kArea = kSide * kSide, kStretch = kYoung * kArea / L2, kRodMass = kDensity * kArea * L2;
constexpr double kCrankInertia = J1 + M2 * L1 * L1;

double piOf(FlexibleSliderCrank::Data data) {
  return data == FlexibleSliderCrank::Data::Published ? 3.1415927 : std::numbers::pi;
}

/// k and b of the energy ½ EA ∫ u′ w′² dx = k (½ q1² q4 + 2 q2² q4 − b q1 q2 (2 q4 − 4 q3)).
struct Coupling {
  double k, b;
};
Coupling couplingOf(FlexibleSliderCrank::Data data) {
  const double pi = piOf(data);
  return {0.5 * kYoung * kArea * pi * pi / (L2 * L2), 80 / (9 * pi * pi)};
}

Vector numbersOf(std::initializer_list<double> values) {
  return Eigen::Map<const Vector>(values.begin(), static_cast<Eigen::Index>(values.size()));
}

using Rows = Eigen::Matrix<double, 3, 7>;
enum { kPhi1, kPhi2, kX3, kQ1, kQ2, kQ3, kQ4 };

}  // namespace

FlexibleSliderCrank::FlexibleSliderCrank(Options options)
    : DenseSystem({"phi1", "phi2", "x3", "q1", "q2", "q3", "q4"},
                  {Text("closure y"), Text("closure x"), Text("crank angle")}),
      options_(options) {
  layout_.timeScale = 1 / kSpeed;  // of the crank
  const double pi = piOf(options.data), pi4 = std::pow(pi, 4), slenderness = kSide * kSide / (L2 * L2);
  const double axial = options.data == Data::Published ? kRodMass : kRodMass / 15;
  modalMass_ << 0.5 * kRodMass, 0, 0, 0,  //
      0, 0.5 * kRodMass, 0, 0,            //
      0, 0, 8 * axial, axial,             //
      0, 0, axial, 2 * axial;
  modalStiffness_ << kStretch * pi4 / 24 * slenderness, 0, 0, 0,  //
      0, kStretch * pi4 * 2 / 3 * slenderness, 0, 0,              //
      0, 0, 16.0 / 3 * kStretch, -8.0 / 3 * kStretch,             //
      0, 0, -8.0 / 3 * kStretch, 7.0 / 3 * kStretch;
  modalDamping_.setZero();
  if (options.damped)
    modalDamping_ << 5, 0, 0, 0,                                     //
        0, 25, 0, 0,                                                 //
        0, 0, 0.5 * 2.308375455264791e2, -0.5 * 2.62688487992052e2,  //
        0, 0, -0.5 * 2.626884879920526e2, 0.5 * 4.217421837156818e2;
  const double b13 = -16 / (pi * pi * pi), b14 = 8 / (pi * pi * pi) - 1 / pi, b24 = 0.5 / pi;
  gyroscopic_ << 0, 0, b13, b14,  //
      0, 0, 0, b24,               //
      -b13, 0, 0, 0,              //
      -b14, -b24, 0, 0;
  gyroscopic_ *= kRodMass;
  firstMoment_ << 0, 0, 2.0 / 3, 1.0 / 6,  //
      2 / pi, 0, 0, 0;
  firstMoment_ *= kRodMass;
  alongMoment_ = kRodMass * L2 * Vector4(0, 0, 1.0 / 3, 1.0 / 6);
  acrossMoment_ = kRodMass * L2 * Vector4(1 / pi, -0.5 / pi, 0, 0);
  moveTo(0, initialCoordinates(), initialVelocities());
}

Vector FlexibleSliderCrank::initialCoordinates(Start start) {
  if (start == Start::Rigid) return numbersOf({0, 0, L1 + L2, 0, 0, 0, 0});
  return numbersOf({0, 0, 0.450016933, 0, 0, 1.03339863e-5, 1.69327969e-5});
}

Vector FlexibleSliderCrank::initialVelocities(Start start) {
  if (start == Start::Rigid) return numbersOf({kSpeed, -kSpeed * L1 / L2, 0, 0, 0, 0, 0});
  return numbersOf({kSpeed, -7.499576703969453e1, -2.689386719979040e-6, 4.448961125815990e-1,
                    4.634339319238670e-3, -1.785910760000550e-6, -2.689386719979040e-6});
}

Vector FlexibleSliderCrank::referenceCoordinates() {
  return numbersOf({15, -3.31173498825629929e-1, 1.69737332843072137e-1, 1.89319289970092487e-4,
                    2.37575124998665685e-5, -5.32389677074861015e-6, -8.36331327880777768e-6});
}

Vector FlexibleSliderCrank::referenceVelocities() {
  return numbersOf({150, 6.02534675513183493e1, -8.75311632670416255, -3.00554139985249415e-2,
                    -5.50043180133255038e-3, 4.97411179464642999e-4, 1.10555999360312033e-3});
}

Vector FlexibleSliderCrank::referenceAccelerations() {
  return numbersOf({0, 6.48873754112497829e3, 2.16793862933773713e3, 3.39113706212191936e1,
                    1.71513434297447481e-1, -1.42244932617521542, 1.00394626518515750});
}

Vector FlexibleSliderCrank::referenceMultipliers() {
  return numbersOf({-6.23293583277370180e1, -1.63792099323724716e2, 2.52985794700030719e1});
}

void FlexibleSliderCrank::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  t_ = t;
  phi1_ = q[kPhi1];
  x3_ = q[kX3];
  rate_ = v.head<3>();
  q_ = q.tail<4>();
  w_ = v.tail<4>();
  sin1_ = std::sin(q[kPhi1]), cos1_ = std::cos(q[kPhi1]);
  sin2_ = std::sin(q[kPhi2]), cos2_ = std::cos(q[kPhi2]);
  sine_ = sin1_ * cos2_ - cos1_ * sin2_;
  cosine_ = cos1_ * cos2_ + sin1_ * sin2_;
  length_ = L2 + q[kQ4];
  S_ = firstMoment_ * q_;
  S_.x() += 0.5 * L2 * M2;
  Sdot_ = firstMoment_ * w_;
  inertiaRate_ = alongMoment_ + modalMass_ * q_;
  along_ = cosine_ * firstMoment_.row(0).transpose() + sine_ * firstMoment_.row(1).transpose();
  across_ = -sine_ * firstMoment_.row(0).transpose() + cosine_ * firstMoment_.row(1).transpose();
}

FlexibleSliderCrank::Matrix7 FlexibleSliderCrank::massMatrix() const {
  Matrix7 M = Matrix7::Zero();
  M(0, 0) = kCrankInertia;
  M(0, 1) = M(1, 0) = L1 * (cosine_ * S_.x() + sine_ * S_.y());
  M(1, 1) = J2 + q_.dot(alongMoment_ + inertiaRate_);
  M(2, 2) = M3;
  M.block<1, 4>(0, 3) = L1 * across_.transpose();
  M.block<1, 4>(1, 3) = acrossMoment_.transpose() + q_.transpose() * gyroscopic_;
  M.block<4, 2>(3, 0) = M.block<2, 4>(0, 3).transpose();
  M.block<4, 4>(3, 3) = modalMass_;
  return M;
}

void FlexibleSliderCrank::mass(double* values) const { Eigen::Map<Matrix7>{values} = massMatrix(); }

FlexibleSliderCrank::Vector4 FlexibleSliderCrank::elasticForce() const {
  Vector4 force = modalStiffness_ * q_;
  if (!options_.nonlinear) return force;
  const auto [k, b] = couplingOf(options_.data);
  const double stretch = -4 * q_[2] + 2 * q_[3];
  force +=
      k * Vector4(q_[0] * q_[3] - b * q_[1] * stretch, 4 * q_[1] * q_[3] - b * q_[0] * stretch,
                  4 * b * q_[0] * q_[1], 0.5 * q_[0] * q_[0] + 2 * q_[1] * q_[1] - 2 * b * q_[0] * q_[1]);
  return force;
}

FlexibleSliderCrank::Matrix4 FlexibleSliderCrank::elasticStiffness() const {
  Matrix4 stiffness = modalStiffness_;
  if (!options_.nonlinear) return stiffness;
  const auto [k, b] = couplingOf(options_.data);
  const double stretch = -4 * q_[2] + 2 * q_[3];
  Matrix4 more;
  more << q_[3], -b * stretch, 4 * b * q_[1], q_[0] - 2 * b * q_[1],      //
      -b * stretch, 4 * q_[3], 4 * b * q_[0], 4 * q_[1] - 2 * b * q_[0],  //
      4 * b * q_[1], 4 * b * q_[0], 0, 0,                                 //
      q_[0] - 2 * b * q_[1], 4 * q_[1] - 2 * b * q_[0], 0, 0;
  return stiffness + k * more;
}

double FlexibleSliderCrank::kineticEnergy() const {
  Eigen::Matrix<double, 7, 1> v;
  v << rate_, w_;
  return 0.5 * v.dot(massMatrix() * v);
}

double FlexibleSliderCrank::potentialEnergy() const {
  double energy = 0.5 * q_.dot(modalStiffness_ * q_);
  if (options_.nonlinear) {
    const auto [k, b] = couplingOf(options_.data);
    energy += k * (0.5 * q_[0] * q_[0] * q_[3] + 2 * q_[1] * q_[1] * q_[3] -
                   b * q_[0] * q_[1] * (2 * q_[3] - 4 * q_[2]));
  }
  return energy;
}

void FlexibleSliderCrank::forces(VectorRef Q) const {
  const double v1 = rate_[0], v2 = rate_[1], crank = L1 * v1 * v1;
  const double lever = sine_ * S_.x() - cosine_ * S_.y();
  Q[0] = -L1 * (v2 * v2 * lever + 2 * v2 * (cosine_ * Sdot_.x() + sine_ * Sdot_.y()));
  Q[1] = crank * lever - 2 * v2 * inertiaRate_.dot(w_);
  Q[2] = 0;
  Q.tail<4>() = v2 * v2 * inertiaRate_ + crank * along_ + 2 * v2 * (gyroscopic_ * w_) - elasticForce() -
                modalDamping_.transpose() * w_;
}

/// −∂Q/∂v.
void FlexibleSliderCrank::damping(double* values) const {
  Eigen::Map<Matrix7> D(values);
  D.setZero();
  const double v1 = rate_[0], v2 = rate_[1], lever = sine_ * S_.x() - cosine_ * S_.y();
  D(0, 1) = 2 * L1 * (v2 * lever + cosine_ * Sdot_.x() + sine_ * Sdot_.y());
  D.block<1, 4>(0, 3) = 2 * L1 * v2 * along_.transpose();
  D(1, 0) = -2 * L1 * v1 * lever;
  D(1, 1) = 2 * inertiaRate_.dot(w_);
  D.block<1, 4>(1, 3) = 2 * v2 * inertiaRate_.transpose();
  D.block<4, 1>(3, 0) = -2 * L1 * v1 * along_;
  D.block<4, 1>(3, 1) = -2 * v2 * inertiaRate_ - 2 * gyroscopic_ * w_;
  D.block<4, 4>(3, 3) = modalDamping_.transpose() - 2 * v2 * gyroscopic_;
}

/// K. The inertia terms depend on the angles by their difference only; d… are derivatives by φ1 − φ2.
void FlexibleSliderCrank::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  Eigen::Map<Matrix7> K(values);
  const double v1 = rate_[0], v2 = rate_[1];
  const Vector4 p = a.tail<4>();
  const Vector2 Sddot = firstMoment_ * p;
  const double reach = cosine_ * S_.x() + sine_ * S_.y(), lever = sine_ * S_.x() - cosine_ * S_.y();
  const double dCrank = L1 * (-lever * a[1] - cosine_ * Sddot.x() - sine_ * Sddot.y() + v2 * v2 * reach +
                              2 * v2 * (cosine_ * Sdot_.y() - sine_ * Sdot_.x()));
  const double dRod = L1 * (-lever * a[0] - v1 * v1 * reach);
  const Vector4 dElastic = L1 * (-a[0] * along_ - v1 * v1 * across_);
  K.col(0).head<2>() += Vector2(dCrank, dRod);
  K.col(1).head<2>() -= Vector2(dCrank, dRod);
  K.block<4, 1>(3, 0) += dElastic;
  K.block<4, 1>(3, 1) -= dElastic;
  K.block<1, 4>(0, 3) += L1 * (a[1] * along_ - v2 * v2 * across_).transpose();
  K.block<1, 4>(1, 3) += (L1 * (a[0] * along_ + v1 * v1 * across_) + 2 * a[1] * inertiaRate_ +
                          gyroscopic_ * p + 2 * v2 * (modalMass_ * w_))
                             .transpose();
  K.block<4, 4>(3, 3) += a[1] * gyroscopic_.transpose() - v2 * v2 * modalMass_ + elasticStiffness();
}

void FlexibleSliderCrank::constraints(VectorRef c) const {
  c << L1 * sin1_ + length_ * sin2_, x3_ - L1 * cos1_ - length_ * cos2_, phi1_ - kSpeed * t_;
}

void FlexibleSliderCrank::constraintJacobian(double* values) const {
  Eigen::Map<Rows> J(values);
  J.setZero();
  J(0, kPhi1) = L1 * cos1_;
  J(0, kPhi2) = length_ * cos2_;
  J(0, kQ4) = sin2_;
  J(1, kPhi1) = L1 * sin1_;
  J(1, kPhi2) = length_ * sin2_;
  J(1, kX3) = 1;
  J(1, kQ4) = -cos2_;
  J(2, kPhi1) = 1;
}

void FlexibleSliderCrank::constraintTimeDerivative(VectorRef ct) const { ct << 0, 0, -kSpeed; }

void FlexibleSliderCrank::gamma(VectorRef g) const {
  const double crank = L1 * rate_[0] * rate_[0], rod = length_ * rate_[1] * rate_[1],
               coriolis = 2 * rate_[1] * w_[3];
  g << crank * sin1_ + rod * sin2_ - coriolis * cos2_, -crank * cos1_ - rod * cos2_ - coriolis * sin2_, 0;
}

void FlexibleSliderCrank::velocityJacobian(double* values) const {
  Eigen::Map<Rows> P(values);
  P.setZero();
  const double v1 = rate_[0], v2 = rate_[1], stretch = w_[3];
  P(0, kPhi1) = -L1 * sin1_ * v1;
  P(0, kPhi2) = -length_ * sin2_ * v2 + cos2_ * stretch;
  P(0, kQ4) = cos2_ * v2;
  P(1, kPhi1) = L1 * cos1_ * v1;
  P(1, kPhi2) = length_ * cos2_ * v2 + sin2_ * stretch;
  P(1, kQ4) = sin2_ * v2;
}

void FlexibleSliderCrank::accelerationJacobian(ConstVectorRef a, double* values) const {
  Eigen::Map<Rows> A(values);
  A.setZero();
  const double v1 = rate_[0], v2 = rate_[1], coriolis = 2 * v2 * w_[3];
  A(0, kPhi1) = L1 * (-sin1_ * a[0] - cos1_ * v1 * v1);
  A(0, kPhi2) = length_ * (-sin2_ * a[1] - cos2_ * v2 * v2) + cos2_ * a[6] - coriolis * sin2_;
  A(0, kQ4) = cos2_ * a[1] - sin2_ * v2 * v2;
  A(1, kPhi1) = L1 * (cos1_ * a[0] - sin1_ * v1 * v1);
  A(1, kPhi2) = length_ * (cos2_ * a[1] - sin2_ * v2 * v2) + sin2_ * a[6] + coriolis * cos2_;
  A(1, kQ4) = sin2_ * a[1] + cos2_ * v2 * v2;
}

void FlexibleSliderCrank::constraintHessian(ConstVectorRef lambda, double* values) const {
  Eigen::Map<Matrix7> H(values);
  H.setZero();
  H(kPhi1, kPhi1) = L1 * (lambda[1] * cos1_ - lambda[0] * sin1_);
  H(kPhi2, kPhi2) = length_ * (lambda[1] * cos2_ - lambda[0] * sin2_);
  H(kPhi2, kQ4) = H(kQ4, kPhi2) = lambda[0] * cos2_ + lambda[1] * sin2_;
}

}  // namespace holonom
