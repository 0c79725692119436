// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/base/units.h"
#include "core/dynamics/equations_of_motion.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/doctor.h"

/// The parts of a diagnosis. Each adds its findings.
namespace holonom::doctor {

/// What is examined, and what is known of it.
struct Patient {
  const Mechanism& mechanism;
  const SimulationOptions& options;
  EquationsOfMotion& equations;
  const InitialGuess& guess;
  const Assembly& assembly;
  std::stop_token stop;
  const ShownUnits& shown;
  Diagnosis& diagnosis;

  void add(DoctorFinding finding) const { diagnosis.findings.push_back(std::move(finding)); }
};

// Readiness: what the model alone tells.
void findMissing(const Mechanism& mechanism, Diagnosis& diagnosis);  ///< no bodies, masses, expressions
void findUnconnected(const Mechanism& mechanism, Diagnosis& diagnosis);
/// Bodies in whose plane gravity has no part.
void findWeightless(const Mechanism& mechanism, Diagnosis& diagnosis);
/// Flexible beams whose ends carry moments that their shapes have not.
void findClampedBeams(const Mechanism& mechanism, Diagnosis& diagnosis);
// What assembly tells.
void findFailure(const Patient& patient);
void findMobility(const Patient& patient);
void findGaps(const Patient& patient);
/// Lengths of some parts that differ so little that they are meant to be equal, and a mechanism that can be
/// assembled where they are.
struct NearlyEqual {
  std::string words;  ///< "599.7 mm from 'P0' to 'P3' of 'coupler' seem meant to be 600 mm"
  std::vector<Remedy> remedies;
};
NearlyEqual findNearlyEqual(const Patient& patient, const std::vector<PartRef>& parts);
void findVelocities(const Patient& patient);
void findBehindStops(const Patient& patient);  ///< where a run would refuse to begin
void findMeetingEnds(const Patient& patient);  ///< of forces along lines that have no direction
void findRedundancy(const Patient& patient);
// How it moves.
void findTimeScales(const Patient& patient);
void suggestMethod(const Patient& patient);
void findHalt(const Patient& patient);  ///< drivers that links hold up on their way

/// The part that a constraint row belongs to ("joint 'B': x"), or that a coordinate moves; kind None for what
/// is no part.
PartRef partOfRow(const Patient& patient, int row);
PartRef partOfCoordinate(const Patient& patient, int coordinate);
std::vector<PartRef> allParts(const Mechanism& mechanism, PartRef::Kind kind);
std::vector<PartRef> partsOfRows(const Patient& patient, const std::vector<int>& rows);  ///< each once

std::string shortText(double value, int digits = 3);  ///< "0.0123"
/// "12.3 mm", "1.23 m"; short ones always in mm
std::string lengthText(const Patient& patient, double metres, int digits = 3);
std::string angleText(double radians);                                ///< "74.3°"
std::string quoted(const Mechanism& mechanism, const PartRef& part);  ///< "'B'"
/// "'A', 'B' and 3 more"
std::string listed(const Mechanism& mechanism, const std::vector<PartRef>& parts, std::size_t most = 6);

}  // namespace holonom::doctor
