// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_record.h"

namespace holonom {

Text inWords(RejectionCause cause) {
  switch (cause) {
    case RejectionCause::ErrorTest: return Text("error test");
    case RejectionCause::NewtonDivergence: return Text("Newton diverged");
    case RejectionCause::NewtonSlow: return Text("Newton too slow");
    case RejectionCause::SingularMatrix: return Text("singular matrix");
    case RejectionCause::NotFinite: return Text("not a finite number");
    case RejectionCause::NotClosed: return Text("joints not closed");
  }
  return Text("unknown");
}

const char* toString(RejectionCause cause) { return inWords(cause).english(); }

std::vector<std::string> coordinateNames(const std::vector<Channel>& channels) {
  std::vector<std::string> names;
  for (const auto kind : {ChannelKind::Position, ChannelKind::Multiplier})
    for (const Channel& channel : channels)
      if (channel.kind == kind) names.push_back(channel.name);
  return names;
}

}  // namespace holonom
