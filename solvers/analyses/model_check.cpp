// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/model_check.h"

#include <algorithm>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/offers.h"
#include "solvers/analyses/assembly.h"

namespace holonom {

ModelCheck checkModel(const Mechanism& mechanism) {
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  return checkModel(mechanism, *equations, assemble(*equations, initialGuess(*equations, 0)));
}

ModelCheck checkModel(const Mechanism& mechanism, DaeSystem& equations, const Assembly& assembly) {
  ModelCheck check;
  check.bodies = static_cast<int>(mechanism.bodies.size());
  check.joints = static_cast<int>(mechanism.joints.size());
  const SystemLayout& layout = equations.layout();
  check.turnCounts = layout.counts;
  check.controlStates = static_cast<int>(std::ranges::count(
      layout.coordinates, PartRef::Kind::Controller, [](const Coordinate& each) { return each.part.kind; }));
  const int beside = layout.normalisations + check.controlStates + check.turnCounts;
  check.coordinates = equations.coordinateCount() - beside;
  check.constraintRows = equations.constraintCount() - beside;
  const Stops& stops = equations.offers().stops;
  for (int row = 0; row < equations.constraintCount(); ++row) check.constraintRows -= stops.isOpen(row);
  check.mobility = equations.coordinateCount() - static_cast<int>(assembly.independentRows.size());
  if (assembly.immovable) check.mobility = 0;
  for (const int row : assembly.redundantRows) check.redundantRows.push_back(equations.rowName(row));
  for (const int row : assembly.ambiguousRows) check.ambiguousReactions.push_back(equations.rowName(row));
  check.singularStart = assembly.singularStart;
  check.consistent = assembly.consistent;
  check.positionCorrection = assembly.positionCorrection;
  check.velocityCorrection = assembly.velocityCorrection;
  check.initialDriftPosition = assembly.givenDriftPosition;
  check.initialDriftVelocity = assembly.givenDriftVelocity;
  check.warnings = assembly.warnings;
  check.failure = assembly.failure;
  return check;
}

}  // namespace holonom
