// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// A model that uses every kind of part, so that a test can damage any of them.
std::string completeModel();

/// That model with all that a file can say: a uniform and a flexible body, a rod, traces, all values of
/// quantities.
Mechanism everything();

/// A model with bodies in space and in the plane, with every kind of joint that acts in space, and all that a
/// file can say of them.
std::string spatialModel();

/// A damaged document, made from completeModel() by replacing `find` (which must occur) by `replace`.
struct Damage {
  const char* find;
  const char* replace;
  const char* where;       ///< JSON path or place that the message names
  const char* part;        ///< part that the message names; "" for none
  const char* what;        ///< piece of the message or hint
  bool schemaSees = true;  ///< whether the schema can see it too
};

/// Every kind of mistake that the reader must report.
const std::vector<Damage>& damages();

/// completeModel() with the damage done.
std::string damaged(const Damage& damage);

std::string readText(const std::filesystem::path& file);

/// Model files of all shipped examples; at least five.
std::vector<std::filesystem::path> exampleFiles();

}  // namespace holonom
