// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/pair_map.h"

#include <algorithm>

namespace holonom {

PairMap::PairMap(const CoordinateLayout& places, int frameA, int frameB)
    : plain_(!places.isStation(frameA) && !places.isStation(frameB)) {
  for (int side = 0; side < 2; ++side) {
    const int frame = side == 0 ? frameA : frameB;
    std::vector<int> own = places.ofFrame(frame);
    if (plain_) own.resize(kFrameSize, -1);
    ends_[side] = {frame, size(), static_cast<int>(own.size())};
    coordinates_.insert(coordinates_.end(), own.begin(), own.end());
  }
}

bool PairMap::reaches(const Configuration& at, int k, int column) const {
  const End& end = ends_[k / kFrameSize];
  if (column < end.first || column >= end.first + end.count) return false;
  const FrameMap* map = at.map(end.frame);
  const int own = k % kFrameSize;
  return map ? map->reaches(own, column - end.first) : own == column - end.first;
}

std::string PairMap::spread(const Configuration& at, std::string_view structure, bool both) const {
  if (plain_) return std::string(structure);
  const int n = size(), rows = static_cast<int>(structure.size()) / kPairSize;
  const bool any = structure.find('x') != structure.npos;
  std::string out(static_cast<std::size_t>(any ? (both ? n : rows) * n : 0), '.');
  if (!any) return out;
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < kPairSize; ++k) {
      if (structure[row * kPairSize + k] != 'x') continue;
      for (int col = 0; col < n; ++col) {
        if (!reaches(at, k, col)) continue;
        if (!both) out[row * n + col] = 'x';
        for (int r = 0; both && r < n; ++r)
          if (reaches(at, row, r)) out[r * n + col] = 'x';
      }
    }
  for (const End& end : ends_)
    if (const FrameMap* map = both ? at.map(end.frame) : nullptr)
      for (int r = 0; r < end.count; ++r)
        for (int col = 0; col < end.count; ++col)
          if (map->curves(r, col)) out[(end.first + r) * n + end.first + col] = 'x';
  return out;
}

PairVector PairMap::velocity(const Configuration& at) const {
  const auto [a, b] = pair(at);
  return {a.v.x(), a.v.y(), a.omega, b.v.x(), b.v.y(), b.omega};
}

PairVector PairMap::acceleration(const Configuration& at, ConstVectorRef a) const {
  const FrameVector first = at.acceleration(frameA(), a), second = at.acceleration(frameB(), a);
  return {first[0], first[1], first[2], second[0], second[1], second[2]};
}

PairVector PairMap::bias(const Configuration& at) const {
  PairVector bias{};
  for (int side = 0; side < 2; ++side)
    if (const FrameMap* map = at.map(ends_[side].frame))
      std::ranges::copy(map->bias(), bias.begin() + side * kFrameSize);
  return bias;
}

void PairMap::addForce(const Configuration& at, const PairVector& Q, VectorRef all) const {
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
template <class FactorOf>
void PairMap::addProduct(const Configuration& at, const double* local, int rows, double scale,
                         FactorOf factorOf, double* out) const {
  for (int side = 0; side < 2; ++side) {
    const End& end = ends_[side];
    const FrameMap* map = at.map(end.frame);
    if (!map) continue;
    const FrameMap::Rows& factor = factorOf(*map);
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < kFrameSize; ++k) {
        const double entry = scale * local[row * kPairSize + side * kFrameSize + k];
        if (entry == 0) continue;
        for (int j = 0; j < end.count; ++j) out[row * size() + end.first + j] += entry * factor(k, j);
      }
  }
}

void PairMap::addT(const Configuration& at, const double* local, int rows, double* out) const {
  addProduct(
      at, local, rows, 1, [](const FrameMap& map) -> const FrameMap::Rows& { return map.T(); }, out);
  for (int side = 0; side < 2; ++side) {
    if (at.map(ends_[side].frame)) continue;
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < ends_[side].count; ++k)
        out[row * size() + ends_[side].first + k] += local[row * kPairSize + side * kFrameSize + k];
  }
}

void PairMap::addW(const Configuration& at, const double* local, int rows, double scale, double* out) const {
  addProduct(
      at, local, rows, scale, [](const FrameMap& map) -> const FrameMap::Rows& { return map.W(); }, out);
}

void PairMap::addZ(const Configuration& at, ConstVectorRef a, const double* local, int rows,
                   double* out) const {
  addProduct(
      at, local, rows, 1, [&](const FrameMap& map) { return map.Z(a); }, out);
}

void PairMap::addTransposed(const Configuration& at, const double* local, int cols, double* out) const {
  for (int side = 0; side < 2; ++side) {
    const End& end = ends_[side];
    const FrameMap* map = at.map(end.frame);
    for (int j = 0; j < end.count; ++j)
      for (int k = 0; k < kFrameSize; ++k) {
        const double factor = map ? map->T()(k, j) : j == k ? 1 : 0;
        if (factor == 0) continue;
        for (int col = 0; col < cols; ++col)
          out[(end.first + j) * cols + col] += factor * local[(side * kFrameSize + k) * cols + col];
      }
  }
}

void PairMap::addCurvature(const Configuration& at, const PairVector& Q, double* out) const {
  for (int side = 0; side < 2; ++side)
    if (const FrameMap* map = at.map(ends_[side].frame))
      map->addCurvature(Q.data() + side * kFrameSize, out + ends_[side].first * (size() + 1), size());
}

}  // namespace holonom
