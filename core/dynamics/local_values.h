// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/dynamics/pair_map.h"

namespace holonom {

/// The values that one element adds to a matrix, over the coordinates of its map, put together from what its
/// law says over (x_a, y_a, θ_a, x_b, y_b, θ_b). Where the map is plain the law writes into them at once.
class LocalRows {
 public:
  LocalRows(const PairMap& map, const Configuration& at, int rows) : map_(map), at_(at), rows_(rows) {
    std::fill_n(values_, rows * map.size(), 0.0);  // zeroing all of it would take longer than the rest
  }
  const double* values() const { return values_; }

  /// `law` writes rows × 6 values into an array that arrives zeroed; they are added times T …
  template <class Law>
  void timesT(Law law) {
    if (map_.isPlain()) return law(values_);
    map_.addT(at_, said(law), rows_, values_);
  }
  /// … times W, or times Z for accelerations of all coordinates: nothing where the map is plain.
  template <class Law>
  void timesW(double scale, Law law) {
    if (!map_.isPlain()) map_.addW(at_, said(law), rows_, scale, values_);
  }
  template <class Law>
  void timesZ(ConstVectorRef a, Law law) {
    if (!map_.isPlain()) map_.addZ(at_, a, said(law), rows_, values_);
  }

 private:
  template <class Law>
  const double* said(Law law) {
    std::fill_n(said_, rows_ * kPairSize, 0.0);
    law(said_);
    return said_;
  }

  const PairMap& map_;
  const Configuration& at_;
  int rows_;
  double values_[kPairSize * PairMap::kMost], said_[kPairSize * kPairSize];
};

/// The generalised forces Tᵀ Q_u of an element; `law` writes the six of Q_u into zeros.
class LocalForce {
 public:
  template <class Law>
  LocalForce(const PairMap& map, const Configuration& at, Law law) {
    std::fill_n(values_, map.size(), 0.0);
    if (map.isPlain()) {
      law(values_);
    } else {
      PairVector said{};
      law(said.data());
      map.addTransposed(at, said.data(), 1, values_);
    }
  }
  const double* values() const { return values_; }

 private:
  double values_[PairMap::kMost];
};

/// Square matrices, those of forces and of λ.
class LocalBlock {
 public:
  LocalBlock(const PairMap& map, const Configuration& at) : map_(map), at_(at) {
    std::fill_n(values_, map.size() * map.size(), 0.0);
  }
  const double* values() const { return values_; }

  /// `law` writes 6 × 6 values K_u into an array that arrives zeroed; Tᵀ K_u T is added.
  template <class Law>
  void timesT(Law law) {
    if (map_.isPlain()) return law(values_);
    LocalRows right(map_, at_, kPairSize);
    right.timesT(law);
    map_.addTransposed(at_, right.values(), map_.size(), values_);
  }
  /// Tᵀ K_u W is added.
  template <class Law>
  void timesW(Law law) {
    if (map_.isPlain()) return;
    LocalRows right(map_, at_, kPairSize);
    right.timesW(1, law);
    map_.addTransposed(at_, right.values(), map_.size(), values_);
  }
  /// `law` writes six forces Q; Q · u_qq is added.
  template <class Law>
  void curve(Law law) {
    if (map_.isPlain()) return;
    PairVector Q{};
    law(Q.data());
    map_.addCurvature(at_, Q, values_);
  }

 private:
  const PairMap& map_;
  const Configuration& at_;
  double values_[PairMap::kMost * PairMap::kMost];
};

}  // namespace holonom
