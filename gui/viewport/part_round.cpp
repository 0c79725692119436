// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/part_round.h"

#include <algorithm>
#include <vector>

#include "core/model/mechanism.h"

namespace holonom {
namespace {

std::vector<PartRef> partsOf(const Mechanism& mechanism) {
  using Kind = PartRef::Kind;
  std::vector<PartRef> parts;
  const auto add = [&](Kind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) parts.push_back({kind, int(i)});
  };
  add(Kind::Body, mechanism.bodies.size());
  add(Kind::Joint, mechanism.joints.size());
  add(Kind::Driver, mechanism.drivers.size());
  add(Kind::Force, mechanism.forces.size());
  return parts;
}

}  // namespace

PartRef partBeside(const Mechanism& mechanism, PartRef part, bool forward) {
  const std::vector<PartRef> parts = partsOf(mechanism);
  if (parts.empty()) return {};
  if (part.kind == PartRef::Kind::Body) part.point = -1;
  const auto found = std::find(parts.begin(), parts.end(), part);
  const std::size_t count = parts.size(), at = std::size_t(found - parts.begin());
  if (found == parts.end()) return forward ? parts.front() : parts.back();
  return parts[(at + (forward ? 1 : count - 1)) % count];
}

}  // namespace holonom
