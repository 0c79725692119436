// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_start.h"

#include <algorithm>

#include "gui/session/playback.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/convoy.h"

namespace holonom {

std::vector<std::unique_ptr<SessionRun>> makeRuns(const Mechanism& mechanism, const RunChoices& choices) {
  const SimulationOptions& main = choices.options();
  std::vector<std::unique_ptr<SessionRun>> runs;
  const auto add = [&](const SimulationOptions& options) {
    runs.push_back(std::make_unique<SessionRun>(mechanism, options));
    runs.back()->setPlace(runs.size() - 1);
  };
  add(main);
  for (const QString& variant : choices.comparisons()) add(parseVariant(variant.toStdString(), main));
  if (!choices.keepsTogether() || runs.size() < 2) return runs;
  // What one picture shows at the speed at which the run will be watched.
  constexpr double kPicturesPerSecond = 30;
  const double duration = main.endTime - main.startTime;
  const auto convoy = std::make_shared<Convoy>(Playback::speedFor(duration) / kPicturesPerSecond);
  for (const auto& run : runs) run->run().travelWith(convoy);
  return runs;
}

std::size_t freePlace(const std::vector<std::unique_ptr<SessionRun>>& runs) {
  std::size_t place = 0;
  while (std::any_of(runs.begin(), runs.end(), [place](const auto& run) { return run->place() == place; }))
    ++place;
  return place;
}

}  // namespace holonom
