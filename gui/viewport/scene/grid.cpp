// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/grid.h"

#include <cmath>

namespace holonom {

double niceSpacing(double wish) {
  const double power = std::pow(10.0, std::floor(std::log10(wish)));
  const double digit = wish / power * (1 + 1e-12);
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

Mesh gridMesh(const Vector2& low, const Vector2& high, double spacing, double z, int major) {
  Mesh mesh;
  const auto roleOf = [major](long k) {
    return k == 0 ? Role::GridAxis : k % major == 0 ? Role::GridMajor : Role::GridMinor;
  };
  const auto first = [spacing](double from) { return std::lround(std::floor(from / spacing)); };
  const auto last = [spacing](double to) { return std::lround(std::ceil(to / spacing)); };
  const long i0 = first(low.x()), i1 = last(high.x()), j0 = first(low.y()), j1 = last(high.y());
  for (long i = i0; i <= i1; ++i)
    mesh.addLine({i * spacing, j0 * spacing, z}, {i * spacing, j1 * spacing, z}, roleOf(i));
  for (long j = j0; j <= j1; ++j)
    mesh.addLine({i0 * spacing, j * spacing, z}, {i1 * spacing, j * spacing, z}, roleOf(j));
  return mesh;
}

}  // namespace holonom
