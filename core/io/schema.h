// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace holonom {

/// The JSON Schema of model files: resources/schema/frame.json, with what parts describe of themselves
/// (core/model/joint_kinds.h) put in. Throws InputError where the frame cannot be read.
std::string modelSchema();

}  // namespace holonom
