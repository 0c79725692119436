// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "core/io/schema.h"

namespace holonom {

inline const nlohmann::json& schemaDocument() {
  static const nlohmann::json document = nlohmann::json::parse(modelSchema());
  return document;
}

}  // namespace holonom
