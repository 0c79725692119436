// SPDX-License-Identifier: GPL-3.0-or-later
// What the model alone tells: whether there is something to run, and whether its parts hang together.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/base/error.h"
#include "core/base/lookup.h"
#include "core/base/symbol_text.h"
#include "core/base/text.h"
#include "core/dynamics/flexible/beam_shapes.h"
#include "core/model/body_plane.h"
#include "core/model/centre_motion.h"
#include "core/model/editing.h"
#include "core/model/fields.h"
#include "solvers/analyses/doctor_parts.h"

namespace holonom::doctor {
namespace {

using Kind = DoctorFinding::Kind;

/// A positive number that arithmetic can use.
bool usable(double x) { return std::isfinite(x) && x > 0; }

/// Whether it takes a moment to turn the body about any axis that it can turn about.
bool hasInertia(const Body& body) {
  if (!body.turns() || body.flexible) return true;
  if (!body.isSpatial()) return usable(body.inertia);
  const Matrix3 tensor = inertiaTensor(body);
  return tensor.allFinite() && tensor.llt().info() == Eigen::Success;
}

void findMasses(const Mechanism& mechanism, Diagnosis& diagnosis) {
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    if (usable(body.mass) && hasInertia(body)) continue;
    const bool hasMass = usable(body.mass);
    diagnosis.findings.push_back(
        {Severity::Blocks,
         Kind::Mass,
         hasMass ? tr("Body '{}' has no moment of inertia", body.name)
                 : tr("Body '{}' has no mass", body.name),
         hasMass && body.isSpatial() ? tr("It must have a positive one about every axis: the products of "
                                          "inertia may not be so large beside the moments that one is "
                                          "left without.")
         : hasMass                   ? tr("Its moment of inertia must be a positive number: without one "
                                                            "no force determines how the body accelerates.")
                                     : tr("Its mass must be a positive number: without one no force "
                                                            "determines how the body accelerates."),
         {{PartRef::Kind::Body, static_cast<int>(i)}}});
  }
}

void findExpressions(const Mechanism& mechanism, const PartRef& part, Diagnosis& diagnosis) {
  for (const FieldGroup& group : fieldsOf(mechanism, part))
    for (const Field& field : group.fields) {
      if (field.kind != Field::Kind::Expression) continue;
      const FieldValue value = field.get(mechanism);
      if (!std::holds_alternative<std::string>(value)) continue;
      try {
        checkField(field, mechanism, value);
      } catch (const std::exception& error) {
        const auto* input = dynamic_cast<const InputError*>(&error);
        diagnosis.findings.push_back({Severity::Blocks,
                                      Kind::Expression,
                                      tr("An expression of {} cannot be read", quoted(mechanism, part)),
                                      field.label + ": " + (input ? input->full() : error.what()),
                                      {part}});
      }
    }
}

/// Sets of bodies, and the ground, that parts hold together.
class Islands {
 public:
  explicit Islands(const Mechanism& mechanism)
      : parent_(mechanism.bodies.size() + 1), touched_(parent_.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    const auto connect = [this](const std::pair<PointRef, PointRef>& ends) {
      touched_[std::size_t(ends.first.body + 1)] = touched_[std::size_t(ends.second.body + 1)] = true;
      parent_[std::size_t(root(ends.first.body + 1))] = root(ends.second.body + 1);
    };
    for (const Joint& joint : mechanism.joints) connect(endsOf(joint));
    for (const Force& force : mechanism.forces)
      if (const auto line = lineOf(force)) connect(*line);
    const auto hold = [&](std::string_view symbol) {  // by a formula, as the ground does
      const int body = indexOf(mechanism.bodies, symbol.substr(0, symbol.find('.')));
      if (body >= 0) connect({{kGround, 0}, {body, 0}});
      return std::string();
    };
    for (const Constraint& constraint : mechanism.constraints)
      for (const ConstraintFormula& formula : formulasOf(mechanism, constraint))
        replaceSymbols(formula.text, hold);
  }

  int of(int body) { return root(body + 1); }
  bool touched(int body) const { return touched_[std::size_t(body + 1)]; }

 private:
  int root(int place) {
    while (parent_[std::size_t(place)] != place)
      place = parent_[std::size_t(place)] = parent_[std::size_t(parent_[std::size_t(place)])];
    return place;
  }
  std::vector<int> parent_;
  std::vector<bool> touched_;
};

/// Whether a joint can keep the bodies at its points from turning against each other, by its rows, a driver,
/// or a force on its angle.
bool carriesMoment(const Mechanism& mechanism, int number) {
  const Joint& joint = mechanism.joints[std::size_t(number)];
  if (keptAngle(joint)) return true;
  const bool hinge = isDrivable(mechanism, joint, 0) && !slideAxis(joint);
  const auto acts = [&](const auto& part) { return part.joint == number; };
  return hinge && (std::ranges::any_of(mechanism.drivers, acts) ||
                   std::ranges::any_of(mechanism.forces,
                                       [&](const Force& force) { return jointOf(force) == number; }));
}

/// By how much N sine modes bend under a load at the tip of a clamped beam, of what beam theory says.
double clampedCompliance(int modes) {
  double sum = 0;
  for (int n = 1; n <= modes; ++n) sum += 1.0 / (n * n);
  return 6 / (std::numbers::pi * std::numbers::pi) * sum;
}

bool isAtEnd(const Body& beam, int point) {
  constexpr double kAtEnd = 1e-6;  // of the length
  const BeamAxis axis = beamAxis(beam);
  const Vector2 way = inPlane(beam.points[std::size_t(point)].position) - axis.start;
  const double along = way.dot(axis.direction) / axis.length;
  return along < kAtEnd || along > 1 - kAtEnd;
}

}  // namespace

void findMissing(const Mechanism& mechanism, Diagnosis& diagnosis) {
  if (mechanism.bodies.empty()) {
    diagnosis.findings.push_back(
        {Severity::Blocks, Kind::NothingThere, tr("There is nothing to run yet"),
         tr("Draw a link first: choose the tool Link, then click where it begins and where it ends.")});
    return;
  }
  findMasses(mechanism, diagnosis);
  using Part = PartRef::Kind;
  for (const Part kind :
       {Part::Driver, Part::Constraint, Part::Controller, Part::Force, Part::Event, Part::Output})
    for (int i = 0; i < partCount(mechanism, kind); ++i) findExpressions(mechanism, {kind, i}, diagnosis);
}

void findUnconnected(const Mechanism& mechanism, Diagnosis& diagnosis) {
  Islands islands(mechanism);
  const int ground = islands.of(kGround);
  std::vector<PartRef> alone, adrift;
  bool grounded = false;
  for (int i = 0; i < static_cast<int>(mechanism.bodies.size()); ++i) {
    if (islands.of(i) == ground) grounded = true;
    else (islands.touched(i) ? adrift : alone).push_back({PartRef::Kind::Body, i});
  }
  if (!alone.empty())
    diagnosis.findings.push_back(
        {grounded ? Severity::Warns : Severity::Hint, Kind::Unconnected,
         trn(long(alone.size()), "Body {1} is not connected to anything",
             "Bodies {1} are not connected to anything", listed(mechanism, alone, 4)),
         trn(long(alone.size()),
             "No joint, spring or force holds it: the motion is that of a free flight. Where a "
             "point lies on that of another part, join the two.",
             "No joint, spring or force holds them: the motion is that of a free flight. Where a "
             "point lies on that of another part, join the two."),
         alone});
  if (!adrift.empty())
    diagnosis.findings.push_back(
        {grounded ? Severity::Warns : Severity::Hint, Kind::Unconnected,
         trn(long(adrift.size()), "Body {1} is not connected to ground",
             "Bodies {1} are not connected to ground", listed(mechanism, adrift, 4)),
         tr("No joint or spring leads from there to the ground: that part of the mechanism falls or flies "
            "freely. Pin a point to ground if it should stay."),
         adrift});
}

void findWeightless(const Mechanism& mechanism, Diagnosis& diagnosis) {
  constexpr double kAcross = 1e-9;  // of gravity
  const Vector3& g = mechanism.gravity;
  std::vector<PartRef> weightless;
  for (int i = 0; g.norm() > 0 && i < std::ssize(mechanism.bodies); ++i) {
    const Body& body = mechanism.bodies[std::size_t(i)];
    if (body.isSpatial() && !body.keepsPlane()) continue;
    const Vector3 normal = body.isSpatial() ? planeOf(body).normal : Vector3::UnitZ();
    if ((g - g.dot(normal) * normal).norm() <= kAcross * g.norm())
      weightless.push_back({PartRef::Kind::Body, i});
  }
  if (weightless.empty()) return;
  diagnosis.findings.push_back(
      {Severity::Fine, Kind::Gravity, tr("Gravity does not move {}", listed(mechanism, weightless, 4)),
       trn(long(weightless.size()),
           "It moves in a plane that gravity points across. Where it should fall, make it a body in space "
           "without a normal.",
           "They move in planes that gravity points across. Where they should fall, make them bodies in "
           "space "
           "without a normal."),
       weightless});
}

void findClampedBeams(const Mechanism& mechanism, Diagnosis& diagnosis) {
  for (int i = 0; i < std::ssize(mechanism.bodies); ++i) {
    const Body& body = mechanism.bodies[std::size_t(i)];
    if (!body.flexible || body.flexible->endShapes) continue;
    std::vector<PartRef> clamps;
    for (int k = 0; k < std::ssize(mechanism.joints); ++k) {
      const Joint& joint = mechanism.joints[std::size_t(k)];
      if (actsInSpace(mechanism, joint) || !carriesMoment(mechanism, k)) continue;
      const auto [a, b] = endsOf(joint);
      if ((a.body == i && isAtEnd(body, a.point)) || (b.body == i && isAtEnd(body, b.point)))
        clamps.push_back({PartRef::Kind::Joint, k});
    }
    if (clamps.empty()) continue;
    const int modes = body.flexible->lateralModes;
    DoctorFinding finding{
        Severity::Warns, Kind::ClampedBeam, tr("The flexible body '{}' is too stiff", body.name),
        trn(modes,
            "It is clamped by {1}, and sine modes carry no moment at an end: with one a load at its tip "
            "bends it by {2} % of what it should. Give it shapes for clamped ends (endShapes: true).",
            "It is clamped by {1}, and sine modes carry no moment at an end: with {0} a load at its tip "
            "bends it by {2} % of what it should. Give it shapes for clamped ends (endShapes: true).",
            listed(mechanism, clamps, 4), shortText(100 * clampedCompliance(modes), 2)),
        clamps};
    finding.parts.insert(finding.parts.begin(), {PartRef::Kind::Body, i});
    diagnosis.findings.push_back(std::move(finding));
  }
}

}  // namespace holonom::doctor
