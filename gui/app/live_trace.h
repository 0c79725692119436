// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/model/mechanism.h"
#include "core/results/body_pose.h"

namespace holonom {

class MechanismView;
class SessionRun;

/// Hands the places of a run to the traced curves of the picture while the solver still works: some of the
/// accepted steps of each tick, fewer per second the longer the run is, so that neither time nor memory grow
/// with it.
class LiveTrace {
 public:
  /// Whether anything of a mechanism leaves a trace.
  static bool isFor(const Mechanism& mechanism);

  void begin(const Mechanism& mechanism, MechanismView& view);  ///< a new run: the old curves go
  void follow(SessionRun& run, MechanismView& view);

 private:
  bool needed_ = false;
  std::size_t next_ = 0, stride_ = 1, given_ = 0;  // rows
  std::vector<BodyPose> buffer_;
};

}  // namespace holonom
