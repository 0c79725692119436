// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_record.h"

namespace holonom {

const char* toString(RejectionCause cause) {
  switch (cause) {
    case RejectionCause::ErrorTest: return "error test";
    case RejectionCause::NewtonDivergence: return "Newton diverged";
    case RejectionCause::NewtonSlow: return "Newton too slow";
    case RejectionCause::SingularMatrix: return "singular matrix";
    case RejectionCause::NotFinite: return "not a finite number";
  }
  return "unknown";
}

std::vector<std::string> coordinateNames(const std::vector<Channel>& channels) {
  std::vector<std::string> names;
  for (const auto kind : {ChannelKind::Position, ChannelKind::Multiplier})
    for (const Channel& channel : channels)
      if (channel.kind == kind) names.push_back(channel.name);
  return names;
}

}  // namespace holonom
