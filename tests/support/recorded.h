// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/recording.h"

namespace holonom {

inline double valueAt(const Recording& recording, std::size_t row, const char* channel) {
  return recording.value(row, recording.channelIndex(channel));
}

}  // namespace holonom
