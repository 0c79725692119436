// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/reference_problems/andrews_relative.h"

#include <cmath>
#include <limits>

#include "core/dynamics/reference_problems/andrews_parameters.h"

namespace holonom {
namespace {

using namespace andrews;

// Products that couple the two angles of a block, kg·m².
constexpr double kCrank = m2 * da * rr;        // (β, Θ)
constexpr double kUpper = m4 * zt * (e - ea);  // (Φ, δ)
constexpr double kLower = m6 * u * (zf - fa);  // (Ω, ε)

enum { kBeta, kTheta, kGamma, kPhi, kDelta, kOmega, kEpsilon };
constexpr const char* kNames[] = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};

double square(double x) { return x * x; }

template <int size>
Vector copyOf(const double (&values)[size]) {
  return Eigen::Map<const Vector>(values, size);
}

SparsePattern blockPattern() {
  return SparsePattern::fromEntries(7, 7,
                                    {{0, 0},
                                     {1, 0},
                                     {0, 1},
                                     {1, 1},
                                     {2, 2},
                                     {3, 3},
                                     {4, 3},
                                     {3, 4},
                                     {4, 4},
                                     {5, 5},
                                     {6, 5},
                                     {5, 6},
                                     {6, 6}});
}

SparsePattern loopPattern() {
  std::vector<std::pair<int, int>> entries{{0, kGamma}, {1, kGamma}};
  for (int row = 0; row < 6; ++row)
    for (int col : {kBeta, kTheta}) entries.emplace_back(row, col);
  for (int row : {2, 3})
    for (int col : {kPhi, kDelta}) entries.emplace_back(row, col);
  for (int row : {4, 5})
    for (int col : {kOmega, kEpsilon}) entries.emplace_back(row, col);
  return SparsePattern::fromEntries(6, 7, entries);
}

/// Writes a matrix with the structure of C_q: the same pair of columns (β, Θ) for every loop, then the
/// others.
void writeLoopColumns(const Vector2& beta, const Vector2& theta, const Vector2& gamma, const Vector2& phi,
                      const Vector2& delta, const Vector2& omega, const Vector2& epsilon, double* values) {
  for (const Vector2* column :
       {&beta, &beta, &beta, &theta, &theta, &theta, &gamma, &phi, &delta, &omega, &epsilon}) {
    *values++ = column->x();
    *values++ = column->y();
  }
}

}  // namespace

AndrewsRelative::AndrewsRelative() {
  q_.setConstant(std::numeric_limits<double>::quiet_NaN());
  layout_.coordinates.resize(kCoordinates);
  layout_.rows.resize(kConstraints);
  layout_.holonomic = kConstraints;
  layout_.mass = layout_.stiffness = blockPattern();  // (β,Θ), (γ), (Φ,δ), (Ω,ε)
  layout_.constraint = loopPattern();
  layout_.damping = SparsePattern::fromEntries(
      7, 7, {{0, 0}, {1, 0}, {0, 1}, {4, 3}, {3, 4}, {4, 4}, {6, 5}, {5, 6}, {6, 6}});
  moveTo(0, initialCoordinates(), initialVelocities());
}

void AndrewsRelative::moveTo(double, ConstVectorRef q, ConstVectorRef v) {
  v_ = v;
  if (q == q_) return;  // as when velocities are projected
  q_ = q;
  const double sinBeta = std::sin(q[kBeta]), cosBeta = std::cos(q[kBeta]);
  const double sinGamma = std::sin(q[kGamma]), cosGamma = std::cos(q[kGamma]);
  const double sinDelta = std::sin(q[kDelta]), cosDelta = std::cos(q[kDelta]);
  const double sinEpsilon = std::sin(q[kEpsilon]), cosEpsilon = std::cos(q[kEpsilon]);
  // by values, which nothing that is written here can change: a sine and its cosine are one call then
  const double theta = q[kTheta], phi = q[kPhi], omega = q[kOmega];
  sinTheta_ = std::sin(theta), cosTheta_ = std::cos(theta);
  sinPhi_ = std::sin(phi), cosPhi_ = std::cos(phi);
  sinOmega_ = std::sin(omega), cosOmega_ = std::cos(omega);

  r1_ = rr * Vector2(cosBeta, sinBeta);
  r2_ = -d * Vector2(cosBeta * cosTheta_ - sinBeta * sinTheta_, sinBeta * cosTheta_ + cosBeta * sinTheta_);
  g_ = ss * Vector2(-sinGamma, cosGamma);
  e_ = e * Vector2(-(sinPhi_ * cosDelta + cosPhi_ * sinDelta), cosPhi_ * cosDelta - sinPhi_ * sinDelta);
  z_ = -zt * Vector2(cosDelta, sinDelta);
  f_ = -zf * Vector2(cosOmega_ * cosEpsilon - sinOmega_ * sinEpsilon,
                     sinOmega_ * cosEpsilon + cosOmega_ * sinEpsilon);
  u_ = u * Vector2(-sinEpsilon, cosEpsilon);

  // The spring runs from C to the point D = B + s(γ) of the third body; s turns with γ, so s″ = −s.
  const Vector2 s(sd * cosGamma + sc * sinGamma, sd * sinGamma - sc * cosGamma);
  const Vector2 reach = s + Vector2(xb - xc, yb - yc), turned = perpendicular(s);
  spring_.length = reach.norm();
  spring_.slope = reach.dot(turned) / spring_.length;
  spring_.curvature = (turned.squaredNorm() - reach.dot(s) - square(spring_.slope)) / spring_.length;
}

void AndrewsRelative::mass(double* values) const {
  constexpr double kRodEnd = e - ea, kForkEnd = zf - fa;
  const double m01 = m2 * da * da - kCrank * cosTheta_ + I2;
  const double m34 = m4 * kRodEnd * kRodEnd + kUpper * sinPhi_ + I4;
  const double m56 = m6 * kForkEnd * kForkEnd - kLower * sinOmega_ + I6;
  values[0] = m1 * ra * ra + m2 * (rr * rr + da * da) - 2 * kCrank * cosTheta_ + I1 + I2;
  values[1] = values[2] = m01;
  values[3] = m2 * da * da + I2;
  values[4] = m3 * (sa * sa + sb * sb) + I3;
  values[5] = m4 * kRodEnd * kRodEnd + I4;
  values[6] = values[7] = m34;
  values[8] = m4 * (zt * zt + kRodEnd * kRodEnd) + 2 * kUpper * sinPhi_ + m5 * (ta * ta + tb * tb) + I4 + I5;
  values[9] = m6 * kForkEnd * kForkEnd + I6;
  values[10] = values[11] = m56;
  values[12] =
      m6 * (kForkEnd * kForkEnd + u * u) - 2 * kLower * sinOmega_ + m7 * (ua * ua + ub * ub) + I6 + I7;
}

void AndrewsRelative::forces(VectorRef Q) const {
  Q[kBeta] = kTorque - kCrank * v_[kTheta] * (v_[kTheta] + 2 * v_[kBeta]) * sinTheta_;
  Q[kTheta] = kCrank * square(v_[kBeta]) * sinTheta_;
  Q[kGamma] = -kSpringStiffness * (spring_.length - kSpringLength) * spring_.slope;
  Q[kPhi] = kUpper * square(v_[kDelta]) * cosPhi_;
  Q[kDelta] = -kUpper * v_[kPhi] * (v_[kPhi] + 2 * v_[kDelta]) * cosPhi_;
  Q[kOmega] = -kLower * square(v_[kEpsilon]) * cosOmega_;
  Q[kEpsilon] = kLower * v_[kOmega] * (v_[kOmega] + 2 * v_[kEpsilon]) * cosOmega_;
}

void AndrewsRelative::constraints(VectorRef c) const {
  const Vector2 crank = r1_ + r2_;
  c.segment<2>(0) = crank + g_ - Vector2(xb, yb);
  c.segment<2>(2) = crank + e_ + z_ - Vector2(xa, ya);
  c.segment<2>(4) = crank + f_ + u_ - Vector2(xa, ya);
}

void AndrewsRelative::constraintJacobian(double* values) const {
  const Vector2 theta = perpendicular(r2_), phi = perpendicular(e_), omega = perpendicular(f_);
  writeLoopColumns(perpendicular(r1_) + theta, theta, perpendicular(g_), phi, phi + perpendicular(z_), omega,
                   omega + perpendicular(u_), values);
}

void AndrewsRelative::constraintTimeDerivative(VectorRef ct) const { ct.setZero(); }

/// The second derivative of a turning vector by its angle is minus the vector: γ = Σ vector · (rate of its
/// angle)².
void AndrewsRelative::gamma(VectorRef g) const {
  const Vector2 crank = square(v_[kBeta]) * r1_ + square(v_[kBeta] + v_[kTheta]) * r2_;
  g.segment<2>(0) = crank + square(v_[kGamma]) * g_;
  g.segment<2>(2) = crank + square(v_[kPhi] + v_[kDelta]) * e_ + square(v_[kDelta]) * z_;
  g.segment<2>(4) = crank + square(v_[kOmega] + v_[kEpsilon]) * f_ + square(v_[kEpsilon]) * u_;
}

void AndrewsRelative::velocityJacobian(double* values) const {
  const Vector2 theta = -(v_[kBeta] + v_[kTheta]) * r2_;
  const Vector2 phi = -(v_[kPhi] + v_[kDelta]) * e_;
  const Vector2 omega = -(v_[kOmega] + v_[kEpsilon]) * f_;
  writeLoopColumns(theta - v_[kBeta] * r1_, theta, -v_[kGamma] * g_, phi, phi - v_[kDelta] * z_, omega,
                   omega - v_[kEpsilon] * u_, values);
}

/// A turning vector w has the second derivative ä w⊥ − ȧ² w, by its angle −ä w − ȧ² w⊥.
void AndrewsRelative::accelerationJacobian(ConstVectorRef a, double* values) const {
  const auto byAngle = [](const Vector2& w, double rate, double acceleration) -> Vector2 {
    return -acceleration * w - square(rate) * perpendicular(w);
  };
  const Vector2 theta = byAngle(r2_, v_[kBeta] + v_[kTheta], a[kBeta] + a[kTheta]);
  const Vector2 phi = byAngle(e_, v_[kPhi] + v_[kDelta], a[kPhi] + a[kDelta]);
  const Vector2 omega = byAngle(f_, v_[kOmega] + v_[kEpsilon], a[kOmega] + a[kEpsilon]);
  writeLoopColumns(theta + byAngle(r1_, v_[kBeta], a[kBeta]), theta, byAngle(g_, v_[kGamma], a[kGamma]), phi,
                   phi + byAngle(z_, v_[kDelta], a[kDelta]), omega,
                   omega + byAngle(u_, v_[kEpsilon], a[kEpsilon]), values);
}

void AndrewsRelative::constraintHessian(ConstVectorRef lambda, double* values) const {
  const Vector2 l1 = lambda.segment<2>(0), l2 = lambda.segment<2>(2), l3 = lambda.segment<2>(4);
  const Vector2 sum = l1 + l2 + l3;
  values[1] = values[2] = values[3] = -sum.dot(r2_);
  values[0] = values[3] - sum.dot(r1_);
  values[4] = -l1.dot(g_);
  values[5] = values[6] = values[7] = -l2.dot(e_);
  values[8] = values[5] - l2.dot(z_);
  values[9] = values[10] = values[11] = -l3.dot(f_);
  values[12] = values[9] - l3.dot(u_);
}

/// Besides the constraints only Θ, γ, Φ and Ω enter M a − Q: one column for each.
void AndrewsRelative::stiffness(ConstVectorRef a, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);
  values[2] += kCrank * (sinTheta_ * (2 * a[kBeta] + a[kTheta]) +
                         cosTheta_ * v_[kTheta] * (v_[kTheta] + 2 * v_[kBeta]));
  values[3] += kCrank * (sinTheta_ * a[kBeta] - cosTheta_ * square(v_[kBeta]));
  values[4] +=
      kSpringStiffness * (square(spring_.slope) + (spring_.length - kSpringLength) * spring_.curvature);
  values[5] += kUpper * (cosPhi_ * a[kDelta] + sinPhi_ * square(v_[kDelta]));
  values[6] +=
      kUpper * (cosPhi_ * (a[kPhi] + 2 * a[kDelta]) - sinPhi_ * v_[kPhi] * (v_[kPhi] + 2 * v_[kDelta]));
  values[9] -= kLower * (cosOmega_ * a[kEpsilon] + sinOmega_ * square(v_[kEpsilon]));
  values[10] -= kLower * (cosOmega_ * (a[kOmega] + 2 * a[kEpsilon]) -
                          sinOmega_ * v_[kOmega] * (v_[kOmega] + 2 * v_[kEpsilon]));
}

void AndrewsRelative::damping(double* values) const {
  const double crank = 2 * kCrank * sinTheta_, upper = 2 * kUpper * cosPhi_, lower = 2 * kLower * cosOmega_;
  values[0] = crank * v_[kTheta];                    // β, β
  values[1] = -crank * v_[kBeta];                    // Θ, β
  values[2] = crank * (v_[kTheta] + v_[kBeta]);      // β, Θ
  values[3] = upper * (v_[kPhi] + v_[kDelta]);       // δ, Φ
  values[4] = -upper * v_[kDelta];                   // Φ, δ
  values[5] = upper * v_[kPhi];                      // δ, δ
  values[6] = -lower * (v_[kOmega] + v_[kEpsilon]);  // ε, Ω
  values[7] = lower * v_[kEpsilon];                  // Ω, ε
  values[8] = -lower * v_[kOmega];                   // ε, ε
}

double AndrewsRelative::kineticEnergy() const {
  double M[13];
  mass(M);
  const auto block = [&](const double* values, int i) {
    return 0.5 * (values[0] * square(v_[i]) + values[3] * square(v_[i + 1])) + values[1] * v_[i] * v_[i + 1];
  };
  return block(M, kBeta) + 0.5 * M[4] * square(v_[kGamma]) + block(M + 5, kPhi) + block(M + 9, kOmega);
}

double AndrewsRelative::potentialEnergy() const {
  return 0.5 * kSpringStiffness * square(spring_.length - kSpringLength);
}

double AndrewsRelative::work() const { return kTorque * q_[kBeta]; }

std::string AndrewsRelative::coordinateName(int i) const { return kNames[i]; }

RowName AndrewsRelative::rowName(int row) const {
  return {"loop " + std::to_string(row / 2 + 1), row % 2 == 0 ? "x" : "y"};
}

Vector AndrewsRelative::initialCoordinates() {
  constexpr double kBeta0 = -0.0617138900142764496358948458001, kGamma0 = 0.455279819163070380255912382449;
  constexpr double kPhi0 = 0.222668390165885884674473185609, kDelta0 = 0.487364979543842550225598953530;
  constexpr double kEpsilon0 = 1.23054744454982119249735015568;
  return copyOf({kBeta0, 0.0, kGamma0, kPhi0, kDelta0, -kPhi0, kEpsilon0});
}

Vector AndrewsRelative::initialVelocities() { return Vector::Zero(kCoordinates); }

Vector AndrewsRelative::initialAccelerations() {
  return copyOf({14222.4439199541138705911625887, -10666.8329399655854029433719415, 0.0, 0.0, 0.0, 0.0, 0.0});
}

Vector AndrewsRelative::initialMultipliers() {
  return copyOf({98.5668703962410896057654982170, -6.12268834425566265503114393122, 0.0, 0.0, 0.0, 0.0});
}

Vector AndrewsRelative::referenceCoordinates() {
  return copyOf({1.58107711951537070971e1, -1.57563710584118394697e1, 4.08222401196458048583e-2,
                 -5.34730116342079593770e-1, 5.24409965879954069372e-1, 5.34730116342079593770e-1,
                 1.04808074104193787307e0});
}

Vector AndrewsRelative::referenceVelocities() {
  return copyOf({1.13992030225910606420e3, -1.42437929517754007320e3, 1.10329119106185937453e1,
                 1.92933741050320408316e1, 5.73569914829502453818e-1, -1.92933741050320408316e1,
                 3.23179149249130874991e-1});
}

Vector AndrewsRelative::referenceAccelerations() {
  return copyOf({-2.46317631228746344701e4, 5.18503196364642315338e4, 3.24102600707578605812e5,
                 5.66749422000995326493e5, 1.67436354183454446096e4, -5.66749422000995326493e5,
                 9.82650780154416268849e3});
}

Vector AndrewsRelative::referenceMultipliers() {
  return copyOf({1.99175348104538628186e2, -2.97553099749717633244e1, 2.30665436116221511286e1,
                 3.14527252757711370754e1, 2.26424947863943785777e1, 1.16173923526112559068e1});
}

}  // namespace holonom
