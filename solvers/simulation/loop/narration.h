// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/results/step_record.h"
#include "solvers/integrators/integrator.h"
#include "solvers/options/overruling.h"

/// What a run has to say, as sentences made of facts: where it stands (t in s), names, numbers. Nothing is
/// remembered or looked up here.
namespace holonom::narration {

// Why a run ends.
std::string stiff();
std::string exploding(double t, const std::string& control);
std::string creeping(double t, double h, const std::string& notFinite);
std::string creepingControl(double t, double h, const std::string& control);
std::string infinite(double t, const std::string& pole);
std::string notFinite(const std::string& part);
/// `nearMiss`: of a singular configuration, as ConfigurationGuard::nearMiss() says it; empty: none.
std::string locked(double t, const std::string& rows, const std::string& nearMiss);
std::string controllerEnds(double t, const std::string& rows);
std::string contradiction(double t, const std::string& row, const std::string& others);
std::string energyJumps(double t, double energy);
std::string runTooLong(double interval);
/// Where options overrule the method: they come before all that may be wrong with the model.
std::string overruled(double t, const std::vector<Overruling>& by, const SimulationOptions& options);

/// An attempt that no smaller step would mend.
struct Failure {
  double t = 0, h = 0;  ///< s, h: the size that would be next
  AttemptStatus status = AttemptStatus::ErrorTooLarge;
  std::string coordinate;     ///< in which the error is; may be empty
  bool ofController = false;  ///< it is
  bool farFromSingular = false;
  std::string notFinite;           ///< the part that is not a finite number; may be empty
  double roundedAcceleration = 0;  ///< by how much rounding moves it, where that is too much
};
std::string failed(const Failure& failure);

// What a run says beside.
std::string startsNearSingular(const std::string& rows);
std::string rowsSelectedAnew(const std::string& leftOut, const std::string& insteadOf);
std::string jumpFound(const Event& event);
/// Where options overrule the method: in place of jumpFound() and stiffSince(), before singular
/// configurations.
std::string doubtful(const std::vector<Overruling>& by, const SimulationOptions& options);
std::string stiffSince(double t);
std::string strainedSince(double t);
std::string errorsAddUp(long steps, double tolerances);
std::string errorsNotJudged(double tolerances);
std::string untestedVelocities(double part);

}  // namespace holonom::narration
