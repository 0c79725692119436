// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/part_load.h"

namespace holonom {

class MechanismView;
class SessionRun;

/// Looks through finished runs, a little at a time, for the loads that the arrows of a view are to be scaled
/// by.
class ArrowSurvey {
 public:
  void begin();  ///< there are other runs
  /// True when the scale of the view has just been settled by the whole of these runs.
  bool advance(const std::vector<SessionRun*>& runs, MechanismView& view);

 private:
  std::vector<SessionRun*> runs_;
  bool reactions_ = false, loads_ = false, done_ = false;
  int next_ = 0;
  std::vector<PartLoad> buffer_;
};

}  // namespace holonom
