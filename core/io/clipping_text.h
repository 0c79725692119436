// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/model/clipping.h"

namespace holonom {

/// A clipping as JSON: {"holonomParts": 1, "wanted": [["bodies", "crank"], …], "model": {…}}.
std::string formatClipping(const Clipping& clipping);

/// Reads it, or a whole model, of which everything is wanted. Throws InputError.
Clipping parseClipping(std::string_view text);

/// A model that was not saved when the program ended: where it belongs, when it was changed.
struct RecoveryRecord {
  Mechanism mechanism;
  std::string file;  ///< empty: it came from no file
  std::string time;  ///< of the last change, ISO 8601
};
std::string formatRecovery(const RecoveryRecord& record);
/// Throws InputError for what is no such record, or only a part of one.
RecoveryRecord parseRecovery(std::string_view text, const std::string& where);

}  // namespace holonom
