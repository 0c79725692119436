// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/dynamics/configuration.h"

namespace holonom {

/// How what an element says over the coordinates u of its frames a and b, 6 or 14, becomes something over the
/// coordinates q that these frames follow: with T = ∂u/∂q, W and Z of both (core/dynamics/frame_map.h)
///     C_q = C_u T,  γ = γ_u − C_u W v,  P = P_u T + C_u W,
///     ∂(C_q a − γ)/∂q = A_u T + V_u W + C_u Z,
///     ∂(C_q a − γ)/∂v = V_u T + 2 C_u W  with V_u = ∂(C_u ü − γ_u)/∂u̇,
///     Q = Tᵀ Q_u,  −∂Q/∂q = Tᵀ (K_u T + D_u W) − Q_u · u_qq,  −∂Q/∂v = Tᵀ D_u T.
/// Nonholonomic rows follow the same rules with G_u̇ for C_u, since W v is quadratic in v. Where u of both
/// frames are coordinates themselves, or constants (all of the ground, θ of a particle), the map is plain,
/// and nothing is done.
template <class S>
class PairMapIn {
 public:
  static constexpr int kMost = 2 * kMostOfBody;

  PairMapIn(const CoordinateLayout& places, int frameA, int frameB);

  int frameA() const { return ends_[0].frame; }
  int frameB() const { return ends_[1].frame; }
  bool isPlain() const { return plain_; }
  /// Those that the frames follow: of a, then of b. Of a plain map those of u, −1 for constants.
  const std::vector<int>& coordinates() const { return coordinates_; }
  int size() const { return static_cast<int>(coordinates_.size()); }

  /// A structure of 'x' and '.' over u, rows × 2 kFrame, as one over coordinates(), rows × size(); `both`: of
  /// a square matrix the rows as well, with the entries that Q_u · u_qq may have.
  std::string spread(const Configuration& at, std::string_view structure, bool both) const;

  typename S::Pair pair(const Configuration& at) const {
    return S::pair(at.motion(frameA(), S()), at.motion(frameB(), S()));
  }
  using Values = PairValues<S>;
  Values velocity(const Configuration& at) const;                                ///< u̇
  Values acceleration(const Configuration& at, ConstVectorRef a) const;          ///< ü
  Values bias(const Configuration& at) const;                                    ///< W v
  void addForce(const Configuration& at, const Values& Q, VectorRef all) const;  ///< Tᵀ Q to those of all

  // For maps that are not plain; matrices are row-major, `local` has 2 kFrame columns.
  /// out += local · T, scale · local · W or local · Z for accelerations of all; rows × size().
  void addT(const Configuration& at, const double* local, int rows, double* out) const;
  void addW(const Configuration& at, const double* local, int rows, double scale, double* out) const;
  void addZ(const Configuration& at, ConstVectorRef a, const double* local, int rows, double* out) const;
  /// out += Tᵀ · local; local 2 kFrame × cols, out size() × cols.
  void addTransposed(const Configuration& at, const double* local, int cols, double* out) const;
  /// out += Q · u_qq, size() × size().
  void addCurvature(const Configuration& at, const Values& Q, double* out) const;

 private:
  struct End {
    int frame, first, count;  // its coordinates among those of the pair
  };
  template <class FactorOf>
  void addProduct(const Configuration& at, const double* local, int rows, double scale, FactorOf factorOf,
                  double* out) const;
  bool reaches(const Configuration& at, int k, int column) const;

  End ends_[2];
  bool plain_;
  std::vector<int> coordinates_;
};

using PairMap = PairMapIn<Plane>;

}  // namespace holonom
