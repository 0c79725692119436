// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/mechanism_time_scales.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/dynamics/equations_of_motion.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/row_selection.h"

namespace holonom {

MechanismTimeScales timeScalesAt(const Mechanism& mechanism, double t) {
  EquationsOfMotion equations(mechanism);
  const Assembly assembly = assemble(equations, initialGuess(equations, t));
  if (!assembly.consistent) throw InputError(mechanism.name, tr("has no consistent start"), assembly.failure);
  RowSelection kept(equations, assembly.independentRows);
  State state = assembly.state;
  state.lambda = assembly.state.lambda(assembly.independentRows);
  MechanismTimeScales found{timeScales(kept, state), {}};
  for (const Mode& mode : found.scales.modes)
    found.coordinates.push_back(mode.coordinate < 0 ? std::string() : kept.coordinateName(mode.coordinate));
  return found;
}

}  // namespace holonom
