// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/doctor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <exception>
#include <numbers>
#include <string_view>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/model/editing.h"
#include "solvers/analyses/doctor_parts.h"
#include "solvers/analyses/doctor_units.h"
#include "solvers/analyses/row_selection.h"

namespace holonom {
namespace doctor {

PartRef partOfRow(const Patient& patient, int row) { return patient.equations.layout().rows[row].part; }

PartRef partOfCoordinate(const Patient& patient, int coordinate) {
  const auto& coordinates = patient.equations.layout().coordinates;
  if (coordinate < 0 || !patient.equations.places().frames().has(coordinate)) return {};
  return coordinates[static_cast<std::size_t>(coordinate)].part;
}

std::vector<PartRef> partsOfRows(const Patient& patient, const std::vector<int>& rows) {
  std::vector<PartRef> parts;
  for (const int row : rows) {
    const PartRef part = partOfRow(patient, row);
    if (part.kind != PartRef::Kind::None && std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.push_back(part);
  }
  return parts;
}

namespace {

/// "2.3e+07" as "2.3·10⁷".
std::string withPowerOfTen(std::string_view text) {
  static constexpr std::string_view kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::size_t e = text.find('e');
  std::string raised = text[e + 1] == '-' ? "⁻" : "";
  const std::size_t first = text.find_first_not_of("+-0", e + 1);
  for (const char digit : text.substr(first == std::string_view::npos ? text.size() - 1 : first))
    raised += kRaised[digit - '0'];
  const std::string mantissa(text.substr(0, e));
  return (mantissa == "1" ? "" : mantissa == "-1" ? "−" : mantissa + "·") + "10" + raised;
}

}  // namespace

std::string shortText(double value, int digits) {
  constexpr double kLargest = 1e6;  // that is written out
  const std::string text = numberText(value, digits);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  if (text.find('e') == std::string::npos) return rounded == 0 ? "0" : text;
  if (std::abs(rounded) < kLargest && std::abs(rounded) > 1) return std::to_string(std::lround(rounded));
  return withPowerOfTen(text);
}

std::string lengthText(const Patient& patient, double metres, int digits) {
  return patient.shown.millimetres || metres < 0.1 ? shortText(1000 * metres, digits) + " mm"
                                                   : shortText(metres, digits) + " m";
}

std::string angleText(double radians) { return shortText(radians * 180 / std::numbers::pi) + "°"; }

std::vector<PartRef> allParts(const Mechanism& mechanism, PartRef::Kind kind) {
  std::vector<PartRef> parts;
  for (int i = 0; i < partCount(mechanism, kind); ++i) parts.push_back({kind, i});
  return parts;
}

std::string quoted(const Mechanism& mechanism, const PartRef& part) {
  return "'" + partName(mechanism, part) + "'";
}

std::string listed(const Mechanism& mechanism, const std::vector<PartRef>& parts, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(most, parts.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string name = quoted(mechanism, parts[i]);
    text = i == 0 ? name : i + 1 == parts.size() ? tr("{} and {}", text, name) : text + ", " + name;
  }
  return parts.size() > shown ? tr("{} and {} more", text, parts.size() - shown) : text;
}

namespace {

void examine(const Mechanism& mechanism, const SimulationOptions& options, const std::stop_token& stop,
             const ShownUnits& shown, Diagnosis& diagnosis) {
  findMissing(mechanism, diagnosis);
  if (diagnosis.blocking() > 0) {  // there are no equations of it
    diagnosis.check.bodies = static_cast<int>(mechanism.bodies.size());
    diagnosis.check.joints = static_cast<int>(mechanism.joints.size());
    diagnosis.check.failure = diagnosis.findings.front().title;
    diagnosis.complete = true;
    return;
  }
  findUnconnected(mechanism, diagnosis);
  findWeightless(mechanism, diagnosis);
  findClampedBeams(mechanism, diagnosis);
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  const InitialGuess guess = initialGuess(*equations, options.startTime);
  if (stop.stop_requested()) return;
  const Assembly assembly = assemble(*equations, guess);
  diagnosis.check = checkModel(mechanism, *equations, assembly);
  const Patient patient{mechanism, options, *equations, guess, assembly, stop, shown, diagnosis};
  for (const auto part : {findFailure, findMobility, findGaps, findVelocities, findBehindStops,
                          findMeetingEnds, findRedundancy, findTimeScales, suggestMethod, findHalt}) {
    if (stop.stop_requested()) return;
    part(patient);
  }
  diagnosis.complete = !stop.stop_requested();
}

}  // namespace
}  // namespace doctor

Text wordFor(Severity severity) {
  switch (severity) {
    case Severity::Blocks: return Text("in the way");
    case Severity::Warns: return Text("warning");
    case Severity::Hint: return Text("hint");
    case Severity::Fine: return Text("fine");
  }
  return {};
}

int Diagnosis::blocking() const {
  return static_cast<int>(std::count_if(findings.begin(), findings.end(), [](const DoctorFinding& f) {
    return f.severity == Severity::Blocks;
  }));
}

std::string Diagnosis::summary() const {
  if (const int count = blocking(); count > 1) return tr("{} things stand in the way of a run", count);
  for (const DoctorFinding& finding : findings)
    if (finding.kind == DoctorFinding::Kind::NothingThere)
      return tr("There is nothing to run yet: draw a link first");
  for (const DoctorFinding& finding : findings)
    if (finding.severity == Severity::Blocks) return tr("In the way of a run: {}", finding.title);
  for (const DoctorFinding& finding : findings)
    if (finding.kind == DoctorFinding::Kind::NothingMoves) return tr("Ready to run, but nothing can move");
  for (const DoctorFinding& finding : findings)
    if (finding.kind == DoctorFinding::Kind::Halt || finding.kind == DoctorFinding::Kind::Balance)
      return tr("Ready to run, but {}", withinSentence(finding.title));
  for (const DoctorFinding& finding : findings)
    if (finding.kind == DoctorFinding::Kind::Mobility)
      return tr("Ready to run: {}", withinSentence(finding.title));
  return tr("Ready to run");
}

Diagnosis diagnose(const Mechanism& mechanism, const SimulationOptions& options, std::stop_token stop) {
  return diagnose(mechanism, options, std::move(stop), {});
}

Diagnosis diagnose(const Mechanism& mechanism, const SimulationOptions& options, std::stop_token stop,
                   const ShownUnits& shown) {
  Diagnosis diagnosis;
  const auto failed = [&](const std::string& message) {
    diagnosis.check.failure = message;
    diagnosis.check.consistent = false;
    diagnosis.findings.push_back(
        {Severity::Blocks, DoctorFinding::Kind::Assembly, tr("The equations cannot be set up"), message});
    diagnosis.complete = true;
  };
  try {
    doctor::examine(mechanism, options, stop, shown, diagnosis);
  } catch (const InputError& error) {
    failed(error.full());
  } catch (const std::exception& error) {
    failed(error.what());
  }
  std::stable_sort(diagnosis.findings.begin(), diagnosis.findings.end(),
                   [](const DoctorFinding& a, const DoctorFinding& b) { return a.severity < b.severity; });
  return diagnosis;
}

}  // namespace holonom
