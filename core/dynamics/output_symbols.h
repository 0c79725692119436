// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/state.h"

namespace holonom {

/// Reads the value of one symbol of core/model/symbols.h from the equations (moved to the state) and the
/// state.
using SymbolReader = std::function<double(const EquationsOfMotion&, const State&)>;

/// The reader of a symbol that outputSymbols() of its mechanism lists.
SymbolReader symbolReader(const std::string& symbol, const EquationsOfMotion& equations);

}  // namespace holonom
