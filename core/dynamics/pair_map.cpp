// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/pair_map.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

template <class S>
using FrameRows = typename FrameMapIn<S>::Rows;

template <class S>
PairValues<S> joined(const FrameValues<S>& a, const FrameValues<S>& b) {
  PairValues<S> all;
  std::ranges::copy(b, std::ranges::copy(a, all.begin()).out);
  return all;
}

}  // namespace

template <class S>
PairMapIn<S>::PairMapIn(const CoordinateLayout& places, int frameA, int frameB)
    : plain_(places.isPlain(frameA, S()) && places.isPlain(frameB, S())) {
  for (int side = 0; side < 2; ++side) {
    const int frame = side == 0 ? frameA : frameB;
    std::vector<int> own = places.ofFrame(frame);
    if (plain_) own.resize(S::kFrame, -1);
    ends_[side] = {frame, size(), static_cast<int>(own.size())};
    coordinates_.insert(coordinates_.end(), own.begin(), own.end());
  }
}

template <class S>
bool PairMapIn<S>::reaches(const Configuration& at, int k, int column) const {
  const End& end = ends_[k / S::kFrame];
  if (column < end.first || column >= end.first + end.count) return false;
  const FrameMapIn<S>* map = at.map(end.frame, S());
  const int own = k % S::kFrame;
  return map ? map->reaches(own, column - end.first) : own == column - end.first;
}

template <class S>
std::string PairMapIn<S>::spread(const Configuration& at, std::string_view structure, bool both) const {
  if (plain_) return std::string(structure);
  const int n = size(), rows = static_cast<int>(structure.size()) / S::kPair;
  const bool any = structure.find('x') != structure.npos;
  std::string out(static_cast<std::size_t>(any ? (both ? n : rows) * n : 0), '.');
  if (!any) return out;
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < S::kPair; ++k) {
      if (structure[row * S::kPair + k] != 'x') continue;
      for (int col = 0; col < n; ++col) {
        if (!reaches(at, k, col)) continue;
        if (!both) out[row * n + col] = 'x';
        for (int r = 0; both && r < n; ++r)
          if (reaches(at, row, r)) out[r * n + col] = 'x';
      }
    }
  for (const End& end : ends_)
    if (const FrameMapIn<S>* map = both ? at.map(end.frame, S()) : nullptr)
      for (int r = 0; r < end.count; ++r)
        for (int col = 0; col < end.count; ++col)
          if (map->curves(r, col)) out[(end.first + r) * n + end.first + col] = 'x';
  return out;
}

template <class S>
PairValues<S> PairMapIn<S>::velocity(const Configuration& at) const {
  return joined<S>(S::velocity(at.motion(frameA(), S())), S::velocity(at.motion(frameB(), S())));
}

template <class S>
PairValues<S> PairMapIn<S>::acceleration(const Configuration& at, ConstVectorRef a) const {
  return joined<S>(at.acceleration(frameA(), a, S()), at.acceleration(frameB(), a, S()));
}

template <class S>
PairValues<S> PairMapIn<S>::bias(const Configuration& at) const {
  PairValues<S> bias{};
  for (int side = 0; side < 2; ++side)
    if (const FrameMapIn<S>* map = at.map(ends_[side].frame, S()))
      std::ranges::copy(map->bias(), bias.begin() + side * S::kFrame);
  return bias;
}

template <class S>
void PairMapIn<S>::addForce(const Configuration& at, const PairValues<S>& Q, VectorRef all) const {
  double pulled[kMost];
  const double* values = Q.data();
  if (!plain_) {
    std::fill_n(pulled, size(), 0.0);
    addTransposed(at, Q.data(), 1, pulled);
    values = pulled;
  }
  for (int k = 0; k < size(); ++k)
    if (coordinates_[k] >= 0) all[coordinates_[k]] += values[k];
}

/// `factorOf` a map, T, W or Z; for frames of bodies T = 1, of particles its first two rows, and the others
/// are 0.
template <class S>
template <class FactorOf>
void PairMapIn<S>::addProduct(const Configuration& at, const double* local, int rows, double scale,
                              FactorOf factorOf, double* out) const {
  for (int side = 0; side < 2; ++side) {
    const End& end = ends_[side];
    const FrameMapIn<S>* map = at.map(end.frame, S());
    if (!map) continue;
    const FrameRows<S>& factor = factorOf(*map);
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < S::kFrame; ++k) {
        const double entry = scale * local[row * S::kPair + side * S::kFrame + k];
        if (entry == 0) continue;
        for (int j = 0; j < end.count; ++j) out[row * size() + end.first + j] += entry * factor(k, j);
      }
  }
}

/// What only rounding leaves of a row that a body fulfils in its plane would seem a row like others to who
/// measures it by itself.
template <class S>
void PairMapIn<S>::addT(const Configuration& at, const double* local, int rows, double* out) const {
  constexpr double kRounding = 1e-14;
  addProduct(
      at, local, rows, 1, [](const FrameMapIn<S>& map) -> const FrameRows<S>& { return map.T(); }, out);
  for (int side = 0; side < 2; ++side) {
    if (const FrameMapIn<S>* map = at.map(ends_[side].frame, S())) {
      if (!map->cancels()) continue;
      for (int row = 0; row < rows; ++row) {
        const Eigen::Map<const Eigen::Matrix<double, S::kFrame, 1>> entries(local + row * S::kPair +
                                                                            side * S::kFrame);
        for (int j = 0; j < ends_[side].count; ++j) {
          double& sum = out[row * size() + ends_[side].first + j];
          if (std::abs(sum) < kRounding * entries.cwiseAbs().dot(map->T().col(j).cwiseAbs())) sum = 0;
        }
      }
      continue;
    }
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < ends_[side].count; ++k)
        out[row * size() + ends_[side].first + k] += local[row * S::kPair + side * S::kFrame + k];
  }
}

template <class S>
void PairMapIn<S>::addW(const Configuration& at, const double* local, int rows, double scale,
                        double* out) const {
  addProduct(
      at, local, rows, scale, [](const FrameMapIn<S>& map) -> const FrameRows<S>& { return map.W(); }, out);
}

template <class S>
void PairMapIn<S>::addZ(const Configuration& at, ConstVectorRef a, const double* local, int rows,
                        double* out) const {
  addProduct(
      at, local, rows, 1, [&](const FrameMapIn<S>& map) { return map.Z(a); }, out);
}

template <class S>
void PairMapIn<S>::addTransposed(const Configuration& at, const double* local, int cols, double* out) const {
  for (int side = 0; side < 2; ++side) {
    const End& end = ends_[side];
    const FrameMapIn<S>* map = at.map(end.frame, S());
    for (int j = 0; j < end.count; ++j)
      for (int k = 0; k < S::kFrame; ++k) {
        const double factor = map ? map->T()(k, j) : j == k ? 1 : 0;
        if (factor == 0) continue;
        for (int col = 0; col < cols; ++col)
          out[(end.first + j) * cols + col] += factor * local[(side * S::kFrame + k) * cols + col];
      }
  }
}

template <class S>
void PairMapIn<S>::addCurvature(const Configuration& at, const PairValues<S>& Q, double* out) const {
  for (int side = 0; side < 2; ++side)
    if (const FrameMapIn<S>* map = at.map(ends_[side].frame, S()))
      map->addCurvature(Q.data() + side * S::kFrame, out + ends_[side].first * (size() + 1), size());
}

template class PairMapIn<Plane>;
template class PairMapIn<Space>;

}  // namespace holonom
