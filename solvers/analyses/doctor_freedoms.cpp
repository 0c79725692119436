// SPDX-License-Identifier: GPL-3.0-or-later
// Degrees of freedom, redundant constraints, and which joints of another kind would do.
#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/dynamics/offers.h"
#include "core/math/euler_parameters.h"
#include "core/model/building.h"
#include "core/model/editing.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"
#include "solvers/analyses/doctor_parts.h"
#include "solvers/analyses/row_names.h"
#include "solvers/analyses/scales.h"
#include "solvers/linear/rank_analysis.h"

namespace holonom::doctor {
namespace {

using Kind = DoctorFinding::Kind;

constexpr std::size_t kMostTried = 12;  // parts whose replacement is computed
constexpr std::size_t kMostSuggestions = 4;
constexpr std::size_t kMostRedundant = 8;

struct Freedom {
  int mobility = 0, redundant = 0;
};

/// Of a mechanism at coordinates of one that has the same bodies.
std::optional<Freedom> freedomAt(const Mechanism& mechanism, const State& state) {
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  if (equations->coordinateCount() != state.q.size()) return std::nullopt;
  std::vector<double> values(std::size_t(equations->constraintPattern().nonZeros()));
  equations->moveTo(state.t, state.q, state.v);
  equations->constraintJacobian(values.data());
  const RowRank rank =
      independentRowsAfter(equations->holonomicCount(), equations->constraintPattern(), values,
                           coordinateScales(*equations), kRankTolerance, equations->layout().normalisations);
  const Stops& stops = equations->offers().stops;  // open ones hold nothing
  return Freedom{equations->coordinateCount() - static_cast<int>(rank.independent.size()),
                 static_cast<int>(std::ranges::count_if(rank.dependent,
                                                        [&stops](int row) { return !stops.isOpen(row); }))};
}

/// Whether in the plane a joint of the one kind keeps all but one row of what the other keeps; a line through
/// a point is a part of that point.
bool keepsOneLess(const JointKind& lighter, const JointKind& kind) {
  using Keeps = JointRow::Keeps;
  if (lighter.rows.empty() || lighter.rows.size() + 1 != kind.rows.size() || kind.count(Keeps::Velocity) > 0)
    return false;
  const int places = lighter.count(Keeps::Place), lines = lighter.count(Keeps::Line),
            angles = lighter.count(Keeps::Angle);
  return places + lines + angles == std::ssize(lighter.rows) && places <= kind.count(Keeps::Place) &&
         lines <= kind.count(Keeps::Line) + kind.count(Keeps::Place) && angles <= kind.count(Keeps::Angle);
}

using Replacements = std::vector<std::pair<std::string, Joint>>;

std::string wordsFor(const JointKind& kind) { return tr("a {}", kind.title); }

/// Between bodies in space. An axis that the joint has is kept.
Replacements lighterInSpace(const Mechanism& mechanism, const Joint& joint) {
  Replacements found;
  const auto [a, b] = endsOf(joint);
  const auto add = [&](const AnyJoint& kind) {
    const Joint lighter{joint.name, kind};
    const bool fits = !misfitOf(mechanism, lighter);
    if (fits) found.push_back({wordsFor(kindOf(lighter)), lighter});
    return fits;
  };
  const auto inSecond = [](const Vector3& axis, const Vector3& turn) -> Vector3 {
    return rotationMatrix(eulerParameters(turn)).transpose() * axis;
  };
  if (const auto* hinge = std::get_if<RevoluteJoint>(&joint.kind)) {
    add(CylindricalJoint{a, b, hinge->hinge, hinge->secondHinge});
    add(SphericalJoint{a, b});
  } else if (const auto* slider = std::get_if<PrismaticJoint>(&joint.kind)) {
    add(CylindricalJoint{a, b, slider->axis, inSecond(slider->axis, slider->turn)});
    add(SlotJoint{a, b, slider->axis});
  } else if (const auto* sleeve = std::get_if<CylindricalJoint>(&joint.kind)) {
    add(SlotJoint{a, b, sleeve->axis});
  } else if (std::holds_alternative<UniversalJoint>(joint.kind)) {
    add(SphericalJoint{a, b});
  } else if (const auto* rigid = std::get_if<FixedJoint>(&joint.kind)) {
    add(SphericalJoint{a, b});
    for (const Vector3 axis : {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()}) {
      if (!add(RevoluteJoint{a, b, axis, inSecond(axis, rigid->turn)})) continue;
      std::string& words = found.back().first;
      words = axis.x() > 0   ? tr("{} about x", words)
              : axis.y() > 0 ? tr("{} about y", words)
                             : tr("{} about z", words);
    }
  }
  return found;
}

/// Joints of other kinds that hold a part of what this one holds, with words for them.
Replacements lighterKinds(const Mechanism& mechanism, const Joint& joint) {
  if (actsInSpace(mechanism, joint)) return lighterInSpace(mechanism, joint);
  Replacements found;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
    if (!keepsOneLess(jointKinds()[kind], kindOf(joint))) continue;
    const std::string words = wordsFor(jointKinds()[kind]);
    Joint lighter = converted(mechanism, joint, kind);
    const bool isHinge = std::holds_alternative<SphericalJoint>(lighter.kind);  // in the plane
    if (isHinge || misfitOf(mechanism, lighter)) continue;
    Vector3* axis = axisOf(lighter);
    if (!axis || axisOf(joint)) {
      found.push_back({words, lighter});
      continue;
    }
    *axis = Vector3::UnitX();
    found.push_back({tr("{} along x", words), lighter});
    *axis = Vector3::UnitY();
    found.push_back({tr("{} along y", words), lighter});
  }
  return found;
}

/// Changes that take redundancy away and leave the mobility, found by computing the rank of each.
class Suggestions {
 public:
  explicit Suggestions(const Patient& patient)
      : patient_(patient), present_{patient.diagnosis.check.mobility,
                                    static_cast<int>(patient.assembly.redundantRows.size())} {}

  std::vector<Remedy> find(std::vector<PartRef> parts) {
    // What was added last is the likeliest to be one too many.
    std::reverse(parts.begin(), parts.end());
    if (parts.size() > kMostTried) parts.resize(kMostTried);
    for (const PartRef& part : parts) {
      if (patient_.stop.stop_requested()) return {};
      if (part.kind == PartRef::Kind::Joint) tryKinds(part);
      if (part.kind == PartRef::Kind::Joint || part.kind == PartRef::Kind::Driver ||
          part.kind == PartRef::Kind::Constraint)
        tryWithout(part);
    }
    // Another kind of joint keeps more of the design than none, where both do the same.
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::pair(a.redundant, a.remedy.kind) < std::pair(b.redundant, b.remedy.kind);
    });
    std::vector<Remedy> remedies;
    for (std::size_t i = 0; i < std::min(kMostSuggestions, found_.size()); ++i)
      remedies.push_back(std::move(found_[i].remedy));
    return remedies;
  }

 private:
  struct Found {
    int redundant;
    Remedy remedy;
  };

  void tryKinds(const PartRef& part) {
    for (const auto& [words, joint] :
         lighterKinds(patient_.mechanism, patient_.mechanism.joints[std::size_t(part.index)])) {
      if (!losersBy(patient_.mechanism, part.index, joint).empty()) continue;
      Mechanism changed = patient_.mechanism;
      changed.joints[std::size_t(part.index)] = joint;
      judge(std::move(changed), Remedy::Kind::ChangeJoint,
            tr("Use {} for {}", words, quoted(patient_.mechanism, part)));
    }
  }

  void tryWithout(const PartRef& part) {
    Mechanism changed = patient_.mechanism;
    if (!removeParts(changed, {part}).empty()) return;  // something else hangs on it
    const std::string name = quoted(patient_.mechanism, part);
    judge(std::move(changed), Remedy::Kind::RemovePart,
          part.kind == PartRef::Kind::Joint    ? tr("Remove joint {}", name)
          : part.kind == PartRef::Kind::Driver ? tr("Remove driver {}", name)
                                               : tr("Remove constraint {}", name));
  }

  void judge(Mechanism changed, Remedy::Kind kind, std::string label) {
    const auto freedom = freedomAt(changed, patient_.assembly.state);
    if (!freedom || freedom->mobility != present_.mobility || freedom->redundant >= present_.redundant)
      return;
    if (freedom->redundant > 0) label = tr("{} (leaves {})", label, freedom->redundant);
    found_.push_back({freedom->redundant,
                      {kind, std::move(label), std::make_shared<const Mechanism>(std::move(changed))}});
  }

  const Patient& patient_;
  Freedom present_;
  std::vector<Found> found_;
};

/// Whether a constraint by formula moves with the time.
bool hasMovingConstraint(const Mechanism& mechanism) {
  for (const Constraint& constraint : mechanism.constraints)
    for (const ConstraintFormula& formula : formulasOf(mechanism, constraint))
      if (usesTime(formula.text)) return true;
  return false;
}

}  // namespace

void findMobility(const Patient& patient) {
  const ModelCheck& check = patient.diagnosis.check;
  if (patient.assembly.immovable) return;  // what can be counted moves at first order only
  // what contradicts others prescribes nothing
  if (patient.assembly.cause == Assembly::Failure::Contradiction) return;
  const bool driven = !patient.mechanism.drivers.empty();
  const std::string title = check.mobility == 0
                                ? patient.mechanism.drivers.size() == 1
                                      ? tr("The driver prescribes the whole motion")
                                  : driven ? tr("The drivers prescribe the whole motion")
                                           : tr("The constraints prescribe the whole motion")
                                : trn(check.mobility, "{} degree of freedom", "{} degrees of freedom");
  const std::string count =
      tr("{} less {}.", trn(check.coordinates, "{} coordinate", "{} coordinates"),
         trn(check.coordinates - check.mobility, "{} independent constraint", "{} independent constraints"));
  if (check.mobility == 0 && !driven && !hasMovingConstraint(patient.mechanism)) {
    const std::vector<PartRef> joints = allParts(patient.mechanism, PartRef::Kind::Joint);
    NearlyEqual lengths = findNearlyEqual(patient, joints);
    return patient.add(
        {Severity::Warns, Kind::NothingMoves, tr("Nothing can move"),
         tr("The joints hold every degree of freedom: {} A run shows the reactions of a structure at rest. "
            "To let it move take a joint away, or use one that holds less.{}",
            count, lengths.words),
         joints, std::move(lengths.remedies)});
  }
  patient.add({Severity::Fine, Kind::Mobility, title,
               check.mobility == 0
                   ? tr("No degree of freedom is left: {}", count)
                   : count + (driven ? " " + tr("The drivers are among the constraints.") : ""),
               driven ? allParts(patient.mechanism, PartRef::Kind::Driver) : std::vector<PartRef>()});
}

void findRedundancy(const Patient& patient) {
  const Assembly& assembly = patient.assembly;
  if (!assembly.consistent) return;
  const int count = static_cast<int>(assembly.redundantRows.size());
  if (count == 0) {
    if (patient.equations.constraintCount() > 0)
      patient.add({Severity::Fine, Kind::Reactions, tr("All reactions are unique"),
                   tr("No constraint is redundant.")});
    return;
  }
  const std::vector<PartRef> parts = partsOfRows(patient, assembly.ambiguousRows);
  if (assembly.immovable)
    return patient.add({Severity::Blocks, Kind::NothingMoves, tr("Nothing can move from the start position"),
                        assembly.warnings.empty() ? "" : assembly.warnings.front(), parts});
  if (assembly.singularStart)
    return patient.add({Severity::Warns, Kind::SingularStart, tr("The start is a dead point"),
                        assembly.warnings.empty() ? "" : assembly.warnings.front(), parts});
  std::vector<Remedy> remedies = Suggestions(patient).find(parts);
  std::string explanation = trn(count, "The motion does not need it: the other constraints hold the same.",
                                "The motion does not need them: the other constraints hold the same.");
  explanation +=
      remedies.empty()
          ? " " + tr("No kind of joint with fewer constraints, and no joint less, gives the same mobility; "
                     "where "
                     "the reactions matter, an elastic body or a spring decides how the load is shared.")
          : " " + tr("Each of the changes below keeps the mobility and was found by computing.");
  patient.add({Severity::Hint, Kind::Redundancy,
               trn(count, "{} redundant constraint: {1}", "{} redundant constraints: {1}",
                   namesOf(patient.equations, assembly.redundantRows, kMostRedundant)),
               explanation, partsOfRows(patient, assembly.redundantRows), std::move(remedies)});
  patient.add(
      {Severity::Hint, Kind::Reactions,
       tr("Reactions of {} are not unique", listed(patient.mechanism, parts)),
       tr("How these joints share the load cannot be told from rigid bodies: a run shows the least of many "
          "possible sets of reactions. Not unique are {}. All other "
          "reactions are.",
          namesOf(patient.equations, assembly.ambiguousRows, 12)),
       parts});
}

}  // namespace holonom::doctor
