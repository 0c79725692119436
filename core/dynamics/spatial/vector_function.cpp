// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/vector_function.h"

namespace holonom {

VectorFunction VectorFunction::operator-(const VectorFunction& other) const {
  VectorFunction difference = *this;
  for (Term term : other.terms_) {
    term.sign = -term.sign;
    difference.terms_.push_back(term);
  }
  return difference;
}

Vector3 VectorFunction::value(const SpatialPair& pair) const {
  Vector3 sum = Vector3::Zero();
  for (const auto& [frame, sign, s, hasPlace] : terms_) {
    const SpatialPlace& at = pair.at[frame];
    if (hasPlace) sum += sign * at.r;
    sum += sign * (rotationMatrix(at.p) * s);
  }
  return sum;
}

Vector3 VectorFunction::rate(const SpatialPair& pair) const {
  Vector3 sum = Vector3::Zero();
  for (const auto& [frame, sign, s, hasPlace] : terms_) {
    if (hasPlace) sum += sign * pair.rate[frame].r;
    sum += sign * (rotatedBy(pair.at[frame].p, s) * pair.rate[frame].p);
  }
  return sum;
}

Vector3 VectorFunction::bias(const SpatialPair& pair) const {
  Vector3 sum = Vector3::Zero();
  for (const Term& term : terms_)  // B(ṗ, s) ṗ = 2 A(ṗ) s
    sum += 2 * term.sign * (rotationMatrix(pair.rate[term.frame].p) * term.s);
  return sum;
}

Vector3 VectorFunction::second(const SpatialPair& pair, const SpatialPairVector& acceleration) const {
  Vector3 sum = bias(pair);
  for (const auto& [frame, sign, s, hasPlace] : terms_) {
    const SpatialPlace second =
        SpatialPlace::of(acceleration.segment<kSpatialFrameSize>(frame * kSpatialFrameSize));
    if (hasPlace) sum += sign * second.r;
    sum += sign * (rotatedBy(pair.at[frame].p, s) * second.p);
  }
  return sum;
}

VectorFunction::Matrix VectorFunction::derivative(const SpatialPair& pair) const {
  Matrix X = Matrix::Zero();
  for (const auto& [frame, sign, s, hasPlace] : terms_) {
    const int first = frame * kSpatialFrameSize;
    if (hasPlace) X.block<3, 3>(0, first).diagonal().array() += sign;
    X.block<3, 4>(0, first + 3) += sign * rotatedBy(pair.at[frame].p, s);
  }
  return X;
}

VectorFunction::Matrix VectorFunction::rateDerivative(const SpatialPair& pair) const {
  Matrix X = Matrix::Zero();
  for (const Term& term : terms_)
    X.block<3, 4>(0, term.frame * kSpatialFrameSize + 3) +=
        term.sign * rotatedBy(pair.rate[term.frame].p, term.s);
  return X;
}

VectorFunction::Matrix VectorFunction::secondDerivative(const SpatialPairVector& second) const {
  Matrix X = Matrix::Zero();
  for (const Term& term : terms_) {
    const int turn = term.frame * kSpatialFrameSize + 3;
    X.block<3, 4>(0, turn) += term.sign * rotatedBy(second.segment<4>(turn), term.s);
  }
  return X;
}

void VectorFunction::addCurvature(const Vector3& w, double* H) const {
  Eigen::Map<Eigen::Matrix<double, kSpatialPairSize, kSpatialPairSize, Eigen::RowMajor>> all(H);
  for (const Term& term : terms_) {
    const int turn = term.frame * kSpatialFrameSize + 3;
    all.block<4, 4>(turn, turn) += 2 * term.sign * rotationCurvature(w, term.s);
  }
}

}  // namespace holonom
