// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/part_ref.h"

namespace holonom {

/// "joint 'B'": how messages call a part.
std::string partWords(PartRef::Kind kind, const std::string& name);

}  // namespace holonom
