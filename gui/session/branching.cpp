// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/branching.h"

#include <algorithm>

namespace holonom {

const SessionRun* parentAt(const std::vector<std::unique_ptr<SessionRun>>& runs, double t) {
  const auto parent = std::find_if(runs.begin(), runs.end(), [t](const auto& run) {
    const Recording& recording = *run->recording();
    return recording.ready() && recording.size() > 0 && recording.time(0) <= t;
  });
  return parent == runs.end() ? nullptr : parent->get();
}

BranchPoint branchPoint(const SessionRun& parent, double t) {
  const Recording& recording = *parent.recording();
  std::vector<double> row(recording.channels().size());
  recording.copyRow(recording.rowAt(t), row);
  return branchAt(parent.run().mechanism(), recording.channels(), row);
}

}  // namespace holonom
