// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/model/mechanism.h"

namespace holonom {

/// The model as JSON text, indented, with shortest exact numbers: reading it gives an equal Mechanism.
std::string formatMechanism(const Mechanism& mechanism);

/// Writes the model's text; a failure leaves the old file as it was. Throws InputError for what has no text,
/// OutputError for a file that cannot be written.
void writeMechanism(const Mechanism& mechanism, const std::filesystem::path& file);

}  // namespace holonom
