// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/options.h"

#include "core/base/text.h"

namespace holonom {
namespace {

/// Those that another method does not look at or has other values of.
void forgetOptionsOfStudies(SimulationOptions& options, const MethodDescriptor& method) {
  if (!method.reads(MethodOption::FixedStep)) options.fixedStep = 0;
  if (!method.reads(MethodOption::NewtonTolerance)) options.newtonTolerance = 0;
  options.fixedOrder = 0;
}

}  // namespace

const MethodDescriptor& methodOf(const SimulationOptions& options) { return methodNamed(options.method); }

void selectMethod(SimulationOptions& options, const std::string& name) {
  const MethodDescriptor& method = methodNamed(name);
  const bool another = options.method != name;
  options.method = name;
  if (another) forgetOptionsOfStudies(options, method);
  if (another || !method.offers(options.index)) options.index = method.indices.front();
}

double usedRtol(const SimulationOptions& options) {
  return options.rtol.value_or(methodOf(options).defaultRtol);
}
double usedAtol(const SimulationOptions& options) { return options.atol.value_or(usedRtol(options)); }

SimulationOptions optionsFor(const Mechanism& mechanism) {
  SimulationOptions options;
  const RunSettings& run = mechanism.run;
  if (run.method) selectMethod(options, *run.method);
  if (run.index) options.index = *run.index;
  options.rtol = run.rtol;
  options.atol = run.atol;
  if (run.maxOrder) options.maxOrder = *run.maxOrder;
  if (run.endTime) options.endTime = *run.endTime;
  options.rotations = run.rotations;
  return options;
}

RunSettings runSettingsOf(const SimulationOptions& options) {
  RunSettings run{.method = options.method,
                  .index = options.index,
                  .rtol = options.rtol,
                  .atol = options.atol,
                  .maxOrder = {},
                  .endTime = options.endTime,
                  .rotations = options.rotations};
  if (options.maxOrder != SimulationOptions{}.maxOrder) run.maxOrder = options.maxOrder;
  return run;
}

/// The index says nothing where there is only one form or the method chooses it.
std::string shortLabel(const SimulationOptions& options) {
  const MethodDescriptor& method = methodOf(options);
  if (method.role == MethodRole::Prescribed || method.role == MethodRole::Chooses) return method.shortName;
  return tr("{}, index {}", method.shortName, options.index);
}

}  // namespace holonom
