// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/euler_parameters.h"

/// Rotations by three Cardan angles (α, β, γ): a turn about x, one about the y that it has turned, one about
/// the z that both have turned, A = Q A_x(α) A_y(β) A_z(γ), from axes Q that a chart begins with. Singular
/// where cos β = 0.
namespace holonom {

constexpr int kAngleCount = 3;

/// Of the two charts that cover all rotations, the first begins with the axes of the ground; the second with
/// these in turn, z, x, y, so that its angles are those about z, x and z, with the middle one from a right
/// angle. Where one is singular the other has β = 0, and in one of them |β| is at most 45°.
struct CardanChart {
  bool second = false;
  bool opposite = false;  ///< its Euler parameters are −p instead of p

  Vector4 base() const;  ///< of Q, with this sign
  CardanChart other() const { return {!second, opposite}; }
  /// Of a rotation, and back, with α and γ within half a turn either way.
  Vector4 parameters(const Vector3& angles) const;
  Vector3 angles(const Vector4& p) const;
  /// The angular velocity (ground axes) of rates, and back.
  Vector3 spin(const Vector3& angles, const Vector3& rates) const;
  Vector3 rates(const Vector3& angles, const Vector3& spin) const;
  /// The better one for a rotation, with the sign that gives p from the angles of p.
  static CardanChart at(const Vector4& p);
  bool operator==(const CardanChart&) const = default;
};

/// (α, β, γ) of A_x(α) A_y(β) A_z(γ), with cos β ≥ 0.
Vector3 cardanAngles(const Matrix3& A);

/// S, so that S (α̇, β̇, γ̇) is the angular velocity in the axes Q, and its rate of change.
Matrix3 cardanRates(const Vector3& angles);
Matrix3 cardanRateChange(const Vector3& angles, const Vector3& rates);

/// How the angles of one chart follow from those of the other near a rotation that both describe: without
/// jumps by whole turns, over any number of turns of γ.
class CardanChange {
 public:
  /// At angles of the chart `from`.
  CardanChange(const CardanChart& from, const Vector3& angles);
  const CardanChart& to() const { return to_; }
  /// From the angles of the one chart, their rates and second derivatives to those of the other, in place.
  void operator()(Vector3& angles, Vector3& rates, Vector3& seconds) const;

 private:
  /// The angles but for whole turns of α and γ; of γ its change.
  Vector3 principal(const Vector3& angles) const;

  CardanChart to_;
  Matrix3 R_;         // from the axes Q of the one to those of the other
  Vector3 expected_;  // principal() where the charts are changed
};

}  // namespace holonom
