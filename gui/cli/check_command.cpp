// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <numbers>
#include <utility>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/io/part_lists.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"
#include "solvers/analyses/doctor.h"

namespace holonom::cli {
namespace {

void printRows(const std::vector<RowName>& rows) {
  for (const std::string& part : byPart(rows)) std::cout << "    " << part << '\n';
}

void printStructure(const ModelCheck& check) {
  std::cout << "  " << trn(check.bodies, "{} body", "{} bodies") << ", "
            << trn(check.joints, "{} joint", "{} joints") << ", "
            << trn(check.coordinates, "{} coordinate", "{} coordinates") << ", "
            << trn(check.constraintRows, "{} constraint row", "{} constraint rows") << '\n';
  if (check.controlStates > 0)
    std::cout << "  "
              << trn(check.controlStates, "beside them {} state or variable of the controllers",
                     "beside them {} states and variables of the controllers")
              << '\n';
  if (check.turnCounts > 0)
    std::cout << "  "
              << trn(check.turnCounts, "beside them the count of turns of {} angle",
                     "beside them the counts of turns of {} angles")
              << '\n';
  std::cout << "  "
            << trn(check.mobility, "mobility: {} degree of freedom", "mobility: {} degrees of freedom")
            << '\n';
  if (check.redundantRows.empty()) {
    std::cout << "  " << tr("redundant constraints: none") << '\n';
  } else {
    std::cout
        << "  "
        << tr("redundant constraints (left out; a run shows how they would share the load by least squares):")
        << '\n';
    printRows(check.redundantRows);
  }
  if (!check.ambiguousReactions.empty()) {
    std::cout << "  " << tr("reactions that are not unique (all others are):") << '\n';
    printRows(check.ambiguousReactions);
  }
  if (check.singularStart && check.mobility > 0)
    std::cout << "  " << tr("the start is a singular position: the mechanism may go on in more than one way")
              << '\n';
}

void printInitialConditions(const ModelCheck& check) {
  const LargestChange &moved = check.positionCorrection, &changed = check.velocityCorrection;
  constexpr double kRounding = 1e-13;
  const bool asGiven = std::max({moved.way, moved.turn, changed.way, changed.turn}) <= kRounding;
  std::cout << "  "
            << tr("constraint error of the values as given: position {}, velocity {}",
                  shortNumber(check.initialDriftPosition), shortNumber(check.initialDriftVelocity))
            << '\n';
  if (check.consistent && asGiven) std::cout << "  " << tr("initial conditions: consistent as given") << '\n';
  if (check.consistent && !asGiven)
    std::cout
        << "  "
        << tr("initial conditions: consistent after moves of at most {} m and turns of at most {} rad ({}°), "
              "and changes of velocities of at most {} m/s and {} rad/s",
              shortNumber(moved.way), shortNumber(moved.turn),
              shortNumber(moved.turn * 180 / std::numbers::pi), shortNumber(changed.way),
              shortNumber(changed.turn))
        << '\n';
}

/// Of bodies that are made of solids: what they are in all, as CAD programs tell it of an assembly.
void printComposedBodies(const Mechanism& mechanism) {
  constexpr double kRounding = 1e-14;
  const auto listed = [](const Vector3& values, double size) {
    std::string text;
    for (const double value : values)
      text += (text.empty() ? "" : ", ") + numberText(std::abs(value) > kRounding * size ? value : 0, 6);
    return '[' + text + ']';
  };
  bool isFirst = true;
  for (const Body& body : mechanism.bodies) {
    if (body.solids.empty()) continue;
    if (std::exchange(isFirst, false))
      std::cout << "  "
                << tr("bodies made of solids, in all (axes of the body; inertia about its centre of mass):")
                << '\n';
    std::cout << "    "
              << tr("{}: mass {} kg, centre of mass {} m, inertia {} kg·m², products {} kg·m²", body.name,
                    numberText(body.mass, 6), listed(body.centreOfMass, body.centreOfMass.norm()),
                    listed(body.moments, 0), listed(body.products, body.moments.norm()))
              << '\n';
  }
}

/// Where the first few parts stand that somebody has to mend.
std::string pathsOf(const DoctorFinding& finding) {
  constexpr std::size_t kMost = 6;
  if (finding.severity != Severity::Blocks && finding.severity != Severity::Warns) return {};
  std::string paths;
  for (std::size_t i = 0; i < std::min(kMost, finding.parts.size()); ++i)
    if (const std::string path = jsonPath(finding.parts[i]); !path.empty())
      paths += (paths.empty() ? "" : ", ") + path;
  return paths + (!paths.empty() && finding.parts.size() > kMost ? ", …" : "");
}

/// What the Doctor of the window says, the gravest first. Redundant constraints and reactions stand above
/// already.
void printFindings(const Diagnosis& diagnosis) {
  std::cout << "  " << diagnosis.summary() << '\n';
  for (const DoctorFinding& finding : diagnosis.findings) {
    std::cout << "  " << wordFor(finding.severity) << ": " << finding.title << '\n';
    if (!finding.explanation.empty()) std::cout << "    " << finding.explanation << '\n';
    if (const std::string paths = pathsOf(finding); !paths.empty())
      std::cout << "    " << tr("in the file: {}", paths) << '\n';
    for (const Remedy& remedy : finding.remedies)
      std::cout << "    " << tr("can be done: {}", remedy.label) << '\n';
  }
}

bool isStuck(const Diagnosis& diagnosis) {
  return std::ranges::any_of(diagnosis.findings, [](const DoctorFinding& finding) {
    return finding.kind == DoctorFinding::Kind::NothingMoves && finding.severity == Severity::Blocks;
  });
}

class CheckCommand : public Command {
 public:
  const char* name() const override { return "check"; }
  const char* synopsis() const override { return "MODEL [--set PATH=VALUE]"; }
  Text purpose() const override {
    return Text(
        "Reads a model, counts its degrees of freedom, assembles it, names redundant constraints and open "
        "joints, and tells how fast it can move and which method suits it. Exit code: 0 it can be simulated, "
        "2 it cannot be read, 3 it cannot be assembled, begins behind a stop, or a driver cannot move it.");
  }
  void addArguments(CLI::App& app) override { model_.addTo(app); }

  int execute() override {
    std::vector<std::string> remarks;
    const Mechanism mechanism = model_.read(&remarks);
    // what 'run' would refuse
    const SimulationOptions options = RunArguments().choose(mechanism, model_.place()).options;
    const Diagnosis diagnosis = diagnose(mechanism, options);
    const ModelCheck& check = diagnosis.check;
    std::cout << model_.model() << '\n';
    printStructure(check);
    printComposedBodies(mechanism);
    printInitialConditions(check);
    printFindings(diagnosis);
    for (const std::string& remark : remarks)
      std::cout << "  " << wordFor(Severity::Warns) << ": " << remark << '\n';
    std::cout.flush();
    if (check.consistent && isStuck(diagnosis)) {
      std::cerr << "holonom: " << model_.model() << ": "
                << tr("cannot be simulated: nothing can move from the start position") << '\n';
      return kRunFailed;
    }
    if (check.consistent && diagnosis.blocking() > 0) {
      std::cerr << "holonom: " << model_.model() << ": " << diagnosis.summary() << '\n';
      return kRunFailed;
    }
    if (check.consistent) return kSuccess;
    std::cerr << "holonom: " << model_.model() << ": " << tr("cannot be assembled") << ": " << check.failure
              << '\n';
    return kRunFailed;
  }

 private:
  ModelArguments model_;
};

}  // namespace

std::unique_ptr<Command> makeCheckCommand() { return std::make_unique<CheckCommand>(); }

}  // namespace holonom::cli
