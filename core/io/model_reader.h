// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/mechanism.h"

namespace holonom {

/// One change of a value before reading: "bodies.crank.mass=2", "/gravity/1=-1.62", "run.endTime=5". Array
/// elements are addressed by their "name" or by number. The value is JSON, or else taken as a string.
struct Assignment {
  std::string path;
  std::string value;
};

/// Splits "PATH=VALUE". Throws InputError.
Assignment parseAssignment(std::string_view text);

/// Reads a model file (format: modelSchema()). Throws InputError that names the file,
/// the JSON path and the part, of all that is wrong at once. All references are resolved and all values
/// checked (finite, mass > 0, unique names …).
/// `remarks`: what was taken otherwise than it stands there, with its JSON path and part.
Mechanism readMechanism(const std::filesystem::path& file, const std::vector<Assignment>& changes = {},
                        std::vector<std::string>* remarks = nullptr);

/// The same from text; `where` stands for the file name in messages.
Mechanism parseMechanism(std::string_view json, const std::string& where,
                         const std::vector<Assignment>& changes = {},
                         std::vector<std::string>* remarks = nullptr);

/// A model in the making, or a piece of one: it may have no bodies yet.
Mechanism parseUnfinished(std::string_view json, const std::string& where);
Mechanism readUnfinished(const std::filesystem::path& file);

/// What a model file holds, before it is understood. Throws InputError.
std::string readModelText(const std::filesystem::path& file);

}  // namespace holonom
