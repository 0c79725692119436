// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_record.h"

#include <algorithm>

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

std::vector<Channel> unknownsOf(const std::vector<Channel>& channels) {
  std::vector<Channel> unknowns;
  for (const Channel& channel : channels) {
    if (channel.unknown < 0) continue;
    const auto place = static_cast<std::size_t>(channel.unknown);
    if (unknowns.size() <= place) unknowns.resize(place + 1);
    unknowns[place] = channel;
  }
  return unknowns;
}

std::size_t rowSize(const std::vector<Channel>& channels) {
  std::size_t size = channels.size();
  for (const Channel& channel : channels) size = std::max(size, std::size_t(channel.rate + 1));
  return size;
}

}  // namespace holonom
