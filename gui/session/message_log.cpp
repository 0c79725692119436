// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/message_log.h"

namespace holonom {

void MessageLog::add(Level level, const QString& text) {
  messages_.push_back({level, QTime::currentTime(), text});
  emit added(messages_.back());
}

}  // namespace holonom
