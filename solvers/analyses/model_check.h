// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/row_name.h"
#include "core/model/mechanism.h"
#include "solvers/analyses/start_changes.h"

namespace holonom {

class DaeSystem;
struct Assembly;

/// What `holonom check` and the log panel say about a model.
struct ModelCheck {
  int bodies = 0, joints = 0;
  /// of the mechanism, without the normalisations of Euler parameters: a body in space counts with six
  int coordinates = 0, constraintRows = 0;
  int controlStates = 0;               ///< and variables of controllers, each with a row that determines it
  int turnCounts = 0;                  ///< of joints whose turns are counted, each with a row, too
  int mobility = 0;                    ///< coordinates − independent rows: the degrees of freedom
  std::vector<RowName> redundantRows;  ///< left out
  std::vector<RowName> ambiguousReactions;  ///< rows whose reactions are not unique
  bool singularStart = false;
  bool consistent = false;                                    ///< assembly succeeded
  LargestChange positionCorrection, velocityCorrection;       ///< by assembly
  double initialDriftPosition = 0, initialDriftVelocity = 0;  ///< of the values as given
  std::vector<std::string> warnings;
  std::string failure;  ///< cause when not consistent; names the joints
};

ModelCheck checkModel(const Mechanism& mechanism);
/// The same from an assembly that was made.
ModelCheck checkModel(const Mechanism& mechanism, DaeSystem& equations, const Assembly& assembly);

}  // namespace holonom
