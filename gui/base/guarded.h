// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <exception>
#include <utility>

#include "core/base/error.h"

namespace holonom {

/// What is wrong and, on a line of its own, what to do.
inline QString messageOf(const InputError& error) {
  QString hint = QString::fromStdString(error.hint());
  if (!hint.isEmpty()) hint.front() = hint.front().toUpper();
  return QString::fromUtf8(error.what()) + (hint.isEmpty() ? hint : '\n' + hint);
}

/// Calls something that may throw and returns {true, ""} or {false, the whole message for the user}.
template <typename Action>
std::pair<bool, QString> guarded(Action&& action) {
  try {
    std::forward<Action>(action)();
    return {true, {}};
  } catch (const InputError& error) {
    return {false, messageOf(error)};
  } catch (const std::exception& error) {
    return {false, QString::fromUtf8(error.what())};
  }
}

}  // namespace holonom
