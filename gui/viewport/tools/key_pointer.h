// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// The cross that keys move, in place of the mouse: from line to line of the
/// grid, by tenths of a cell, or straight to a place. Places in the plane that is drawn in, m.
class KeyPointer {
 public:
  enum class Stride { Tenth, Cell, Cells };  ///< a tenth of a cell, one, ten of them

  bool isOut() const { return out_; }
  void setOut(bool out) { out_ = out; }
  const Vector2& place() const { return place_; }
  /// Stands where it was put: neither the grid nor what is merely near takes it along.
  bool isExact() const { return exact_; }
  void put(const Vector2& place, bool exact) { place_ = place, exact_ = exact; }
  /// `right` and `up` are −1, 0 or 1; with `snaps` whole cells end on lines of the grid.
  void step(int right, int up, Stride stride, double cell, bool snaps);

 private:
  Vector2 place_ = Vector2::Zero();
  bool out_ = false, exact_ = false;
};

/// The place (in that plane, m) of a point given in the frame of a body or of ground.
using PlaceOf = std::function<Vector2(int body, const Vector3& local)>;

/// What is worth going to, body by body: its points, then its middle; those of ground last. Places nearer to
/// each other than `near` are one. Bodies that `wanted` refuses are left out.
std::vector<Vector2> stopsOf(const Mechanism& mechanism, const PlaceOf& placeOf,
                             const std::function<bool(int body)>& wanted, double near);

/// The stop after (or before) the one at `from`, in their order and round; from elsewhere the nearest one.
std::optional<Vector2> stopAfter(std::span<const Vector2> stops, const Vector2& from, bool forward,
                                 double near);

}  // namespace holonom
