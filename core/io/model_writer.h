// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/model/mechanism.h"

namespace holonom {

/// The model as JSON text, indented, with shortest exact numbers: reading it gives an equal Mechanism.
std::string formatMechanism(const Mechanism& mechanism);

/// Writes through a temporary file and a rename, so that a failure leaves the old file as it was. Throws
/// InputError.
void writeMechanism(const Mechanism& mechanism, const std::filesystem::path& file);

}  // namespace holonom
