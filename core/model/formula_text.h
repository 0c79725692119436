// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace holonom {

/// A formula as a person would write it: numbers with more digits than that are rounded, or written with π
/// where they stand alone. For reading only: it is no longer the same number.
std::string formulaForReading(const std::string& formula, int digits);

}  // namespace holonom
