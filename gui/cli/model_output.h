// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"

namespace holonom::cli {

/// Writes a model file that the user asked for. Throws OutputError.
void writeModelFile(const Mechanism& mechanism, const std::string& file);

}  // namespace holonom::cli
