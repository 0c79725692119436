// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "gui/plots/plotted_run.h"

namespace holonom {

class DifferenceRecording;

/// What runs differ from the first of them by, on the times of both, as runs of their own that grow.
class RunDifferences {
 public:
  RunDifferences();
  ~RunDifferences();

  /// Of these channels. Differences that were there before are kept with what they have taken in.
  const std::vector<PlottedRun>& of(const std::vector<PlottedRun>& runs, const QStringList& channels);
  void clear();
  /// Takes in about this many more rows of each. Returns whether there were any.
  bool grow(std::size_t mostRows);

 private:
  std::vector<std::unique_ptr<DifferenceRecording>> differences_;
  std::vector<PlottedRun> runs_;
};

}  // namespace holonom
