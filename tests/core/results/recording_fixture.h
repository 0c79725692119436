// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/results/recording.h"

namespace holonom::test {

inline Channel channel(const char* name, const char* unit, ChannelKind kind, const char* part = "",
                       int unknown = -1) {
  return {name, unit, kind, part, {}, unknown};
}

inline void append(Recording& recording, const std::vector<double>& row) {
  StepRecord record;
  record.t = row[0];
  record.row = row;
  recording.accept(record);
}

}  // namespace holonom::test
