// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/dynamics/pair_map.h"

namespace holonom {

/// The values that one element adds to a matrix, over the coordinates of its map, put together from what its
/// law says over the coordinates u of the pair. Where the map is plain the law writes into them at once.
template <class S>
class LocalRows {
 public:
  LocalRows(const PairMapIn<S>& map, const Configuration& at, int rows) : map_(map), at_(at), rows_(rows) {
    std::fill_n(values_, rows * map.size(), 0.0);  // zeroing all of it would take longer than the rest
  }
  const double* values() const { return values_; }

  /// `law` writes rows × S::kPair values into an array that arrives zeroed; they are added times T …
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
    std::fill_n(said_, rows_ * S::kPair, 0.0);
    law(said_);
    return said_;
  }

  const PairMapIn<S>& map_;
  const Configuration& at_;
  int rows_;
  double values_[S::kPair * PairMapIn<S>::kMost], said_[S::kPair * S::kPair];
};

/// The generalised forces Tᵀ Q_u of an element; `law` writes those of Q_u into zeros.
template <class S>
class LocalForce {
 public:
  template <class Law>
  LocalForce(const PairMapIn<S>& map, const Configuration& at, Law law) {
    std::fill_n(values_, map.size(), 0.0);
    if (map.isPlain()) {
      law(values_);
    } else {
      PairValues<S> said{};
      law(said.data());
      map.addTransposed(at, said.data(), 1, values_);
    }
  }
  const double* values() const { return values_; }

 private:
  double values_[PairMapIn<S>::kMost];
};

/// Square matrices, those of forces and of λ.
template <class S>
class LocalBlock {
 public:
  LocalBlock(const PairMapIn<S>& map, const Configuration& at) : map_(map), at_(at) {
    std::fill_n(values_, map.size() * map.size(), 0.0);
  }
  const double* values() const { return values_; }

  /// `law` writes a square matrix K_u into an array that arrives zeroed; Tᵀ K_u T is added.
  template <class Law>
  void timesT(Law law) {
    if (map_.isPlain()) return law(values_);
    LocalRows<S> right(map_, at_, S::kPair);
    right.timesT(law);
    map_.addTransposed(at_, right.values(), map_.size(), values_);
  }
  /// Tᵀ K_u W is added.
  template <class Law>
  void timesW(Law law) {
    if (map_.isPlain()) return;
    LocalRows<S> right(map_, at_, S::kPair);
    right.timesW(1, law);
    map_.addTransposed(at_, right.values(), map_.size(), values_);
  }
  /// `law` writes forces Q; Q · u_qq is added.
  template <class Law>
  void curve(Law law) {
    if (map_.isPlain()) return;
    PairValues<S> Q{};
    law(Q.data());
    map_.addCurvature(at_, Q, values_);
  }

 private:
  const PairMapIn<S>& map_;
  const Configuration& at_;
  double values_[PairMapIn<S>::kMost * PairMapIn<S>::kMost];
};

}  // namespace holonom
