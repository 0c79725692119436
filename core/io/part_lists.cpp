// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/part_lists.h"

namespace holonom {

std::string jsonPath(const PartRef& part) {
  if (part.kind == PartRef::Kind::Ground) return "/ground";
  for (const auto& [kind, key] : kPartLists)
    if (kind == part.kind) return std::string("/") + key + "/" + std::to_string(part.index);
  return {};
}

}  // namespace holonom
