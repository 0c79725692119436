// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace holonom {

/// Copies an expression and replaces symbols on the way: `replace` is called with each name in it, dots
/// included ("crank.theta", also names of functions), and returns what stands in its place.
std::string replaceSymbols(std::string_view text,
                           const std::function<std::string(std::string_view)>& replace);

/// Whether `symbol` is something of the part or point `name`: "crank.B.x" is of "crank" and of "crank.B". A
/// symbol without a dot is a parameter, which may have the name of a part.
bool isOf(std::string_view symbol, std::string_view name);

}  // namespace holonom
