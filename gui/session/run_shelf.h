// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gui/session/session_run.h"

namespace holonom {

/// Whether both have the same runs: groups order the tree, a title and its sentence tell, and settings are
/// those of the next run.
bool movesAlike(const Mechanism& before, const Mechanism& after);

/// Runs of the model as it was before it was edited. They come back when the model is again what they were
/// computed with.
class RunShelf {
 public:
  using Runs = std::vector<std::unique_ptr<SessionRun>>;
  struct Set {
    std::shared_ptr<const Mechanism> model;
    SimulationOptions launched;  ///< with which the main run was started
    Runs runs;
  };

  /// Keeps a set in the place of one of the same model. Returns runs that there is no room for any more.
  [[nodiscard]] Runs put(Set set);
  /// The set of that model, which leaves the shelf.
  std::optional<Set> take(const Mechanism& model);
  /// Empties the shelf.
  [[nodiscard]] Runs clear();

 private:
  std::vector<Set> sets_;  // the oldest first
};

}  // namespace holonom
