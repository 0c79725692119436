// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <exception>
#include <utility>

#include "core/base/error.h"

namespace holonom {

/// Calls something that may throw and returns {true, ""} or {false, the whole message for the user}.
template <typename Action>
std::pair<bool, QString> guarded(Action&& action) {
  try {
    std::forward<Action>(action)();
    return {true, {}};
  } catch (const InputError& error) {
    return {false, QString::fromStdString(error.full())};
  } catch (const std::exception& error) {
    return {false, QString::fromUtf8(error.what())};
  }
}

}  // namespace holonom
