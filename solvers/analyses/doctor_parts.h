// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/dynamics/mechanism_equations.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/doctor.h"

/// The parts of a diagnosis. Each adds its findings.
namespace holonom::doctor {

/// What is examined, and what is known of it.
struct Patient {
  const Mechanism& mechanism;
  const SimulationOptions& options;
  MechanismEquations& equations;
  const InitialGuess& guess;
  const Assembly& assembly;
  std::stop_token stop;
  Diagnosis& diagnosis;

  void add(DoctorFinding finding) const { diagnosis.findings.push_back(std::move(finding)); }
};

// Readiness: what the model alone tells.
void findMissing(const Mechanism& mechanism, Diagnosis& diagnosis);  ///< no bodies, masses, expressions
void findUnconnected(const Mechanism& mechanism, Diagnosis& diagnosis);
// What assembly tells.
void findFailure(const Patient& patient);
void findMobility(const Patient& patient);
void findGaps(const Patient& patient);
void findVelocities(const Patient& patient);
void findRedundancy(const Patient& patient);
// How it moves.
void findTimeScales(const Patient& patient);
void suggestMethod(const Patient& patient);
void findHalt(const Patient& patient);  ///< drivers that links hold up on their way

/// The part that a constraint row belongs to ("joint 'B': x"), or that a coordinate moves; kind None for what
/// is no part.
PartRef partOfRow(const Patient& patient, int row);
PartRef partOfCoordinate(const Mechanism& mechanism, int coordinate);
std::vector<PartRef> allParts(const Mechanism& mechanism, PartRef::Kind kind);
std::vector<PartRef> partsOfRows(const Patient& patient, const std::vector<int>& rows);  ///< each once

std::string shortText(double value, int digits = 3);  ///< "0.0123"
std::string lengthText(double metres);                ///< "12.3 mm"
std::string angleText(double radians);                ///< "74.3°"
std::string counted(int number, const std::string& one, const std::string& many);
std::string quoted(const Mechanism& mechanism, const PartRef& part);  ///< "'B'"
/// "'A', 'B' and 3 more"
std::string listed(const Mechanism& mechanism, const std::vector<PartRef>& parts, std::size_t most = 6);

}  // namespace holonom::doctor
