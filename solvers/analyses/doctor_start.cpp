// SPDX-License-Identifier: GPL-3.0-or-later
// What assembly tells: whether the joints close, how far they are open as given, and how the velocities fit.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/offers.h"
#include "core/math/pose.h"
#include "core/model/centre_motion.h"
#include "core/model/editing.h"
#include "core/model/turn_axes.h"
#include "solvers/analyses/doctor_parts.h"
#include "solvers/analyses/scales.h"
#include "solvers/analyses/start_changes.h"

namespace holonom::doctor {
namespace {

using Kind = DoctorFinding::Kind;

// residual of a row in parts of its size that counts as a gap, as in assembly's warnings
constexpr double kOpen = 1e-6;
// likewise: what rounding of a length or an angle to some digits leaves, too small to be seen
constexpr double kSlight = 1e-4;
constexpr std::size_t kMostGaps = 8;  // findings

/// The mechanism at other initial values. What they leave where it was keeps its numbers to the last bit.
std::shared_ptr<const Mechanism> startingAt(const Patient& patient, const Vector& q, const Vector& v) {
  Mechanism moved = patient.equations.startingAt(q, v);
  for (std::size_t i = 0; i < moved.bodies.size(); ++i) {
    const auto [first, count] = patient.equations.places().frame(static_cast<int>(i));
    Body& body = moved.bodies[i];
    const Body& given = patient.mechanism.bodies[i];
    if (given.flexible) continue;
    const bool stays = q.segment(first, count) == patient.guess.q.segment(first, count);
    if (stays) {
      body.position = given.position;
      body.angle = given.angle;
      body.axis = given.axis;
    }
    if (stays && v.segment(first, count) == patient.guess.v.segment(first, count)) {
      body.velocity = given.velocity;
      body.angularVelocity = given.angularVelocity;
      body.spin = given.spin;
    }
  }
  return std::make_shared<const Mechanism>(std::move(moved));
}

std::string titleOf(Assembly::Failure cause) {
  switch (cause) {
    case Assembly::Failure::OpenJoints: return tr("The joints cannot be closed");
    case Assembly::Failure::Contradiction: return tr("Constraints contradict each other");
    case Assembly::Failure::NotFinite: return tr("A value at the start is not a number");
    case Assembly::Failure::Velocities: return tr("The velocities cannot be made consistent");
    case Assembly::Failure::Accelerations: return tr("The accelerations at the start cannot be computed");
    case Assembly::Failure::None: break;
  }
  return tr("The mechanism cannot be assembled");
}

/// Of a joint or of its driver.
bool isAngle(const Patient& patient, int row) {
  const PartRef part = partOfRow(patient, row);
  if (part.kind == PartRef::Kind::Driver) {
    const Driver& driver = patient.mechanism.drivers[std::size_t(part.index)];
    return !slideAxis(patient.mechanism.joints[std::size_t(driver.joint)], driver.coordinate);
  }
  return part.kind == PartRef::Kind::Joint &&
         isAngleRow(patient.mechanism, patient.mechanism.joints[std::size_t(part.index)],
                    patient.equations.layout().rows[row].number);
}

/// Whose size has a unit that nobody knows.
bool isFormula(const Patient& patient, const PartRef& part) {
  return part.kind == PartRef::Kind::Constraint &&
         std::holds_alternative<FormulaConstraint>(
             patient.mechanism.constraints[std::size_t(part.index)].kind);
}

/// The angle of which rows of a joint in space tell that they are so far off: they keep directions at right
/// angles by the cosine, a whole turn by twice the sine of its half.
double angleOff(const Mechanism& mechanism, const Joint& joint, double residual) {
  const bool whole = JointKind::count(holonom::rowsOf(mechanism, joint), JointRow::Keeps::Angle) == 3;
  return whole ? 2 * std::asin(std::min(1.0, residual / 2)) : std::asin(std::min(1.0, residual));
}

/// The same of a row of the system, which tells an angle.
double angleOff(const Patient& patient, int row, double residual) {
  const PartRef part = partOfRow(patient, row);
  if (part.kind != PartRef::Kind::Joint) return residual;
  const Joint& joint = patient.mechanism.joints[std::size_t(part.index)];
  return actsInSpace(patient.mechanism, joint) ? angleOff(patient.mechanism, joint, residual) : residual;
}

/// The row that is farthest off among some, in parts of their sizes; −1 where none is.
int worstOf(const std::vector<int>& rows, const Vector& residual, const Vector& sizes, double tolerance) {
  int worst = -1;
  for (const int row : rows) {
    const double size = std::abs(residual[row]) / sizes[row];
    if (size > tolerance && (worst < 0 || size > std::abs(residual[worst]) / sizes[worst])) worst = row;
  }
  return worst;
}

/// "1.84 mm/s": how far constraints that contradict each other are off, in positions or else velocities.
std::string mismatchText(const Patient& patient) {
  constexpr double kRounding = 1e-9;
  const State& state = patient.assembly.state;
  EquationsOfMotion& equations = patient.equations;
  Vector residual(equations.constraintCount());
  equations.moveTo(state.t, state.q, state.v);
  equations.constraints(residual);
  const Vector sizes = rowSizes(equations);
  for (const char* rate : {"", "/s"}) {
    if (const int row = worstOf(patient.assembly.failedRows, residual, sizes, kRounding); row >= 0) {
      if (isFormula(patient, partOfRow(patient, row))) return {};
      const double size = std::abs(residual[row]);
      return (isAngle(patient, row) ? angleText(angleOff(patient, row, size)) : lengthText(patient, size)) +
             rate;
    }
    residual = velocityResidual(equations, state.t, state.q, state.v);
  }
  return {};
}

/// Whether the positions that assembly found are good, whatever came after them.
bool positionsClose(const Assembly& assembly) {
  using Failure = Assembly::Failure;
  return assembly.consistent || assembly.cause == Failure::Velocities ||
         assembly.cause == Failure::Accelerations;
}

Vector3 inGround(const Mechanism& mechanism, int body, const Vector3& local) {
  return body == kGround ? local : initialPose(mechanism.bodies[std::size_t(body)]).toGround(local);
}

Vector3 inGround(const Mechanism& mechanism, PointRef point) {
  return inGround(mechanism, point.body, localPosition(mechanism, point));
}

/// A direction in the axes of a body, or of the ground.
Vector3 turned(const Mechanism& mechanism, int body, const Vector3& direction) {
  return body == kGround ? direction
                         : Vector3(initialPose(mechanism.bodies[std::size_t(body)]).rotation * direction);
}

/// The two sides of a joint in space at the given positions.
JointGap gapInSpace(const Mechanism& mechanism, int index, const std::vector<double>& rows) {
  using Keeps = JointRow::Keeps;
  const Joint& joint = mechanism.joints[std::size_t(index)];
  const std::vector<JointRow>& kept = holonom::rowsOf(mechanism, joint);
  const auto [a, b] = endsOf(joint);
  const Vector3 pa = inGround(mechanism, a), pb = inGround(mechanism, b), way = pb - pa;
  JointGap gap{index, pa, pa};
  double angles = 0;  // squared
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (kept[row].keeps == Keeps::Angle) angles += rows[row] * rows[row];
  gap.turn = angleOff(mechanism, joint, std::sqrt(angles));
  if (JointKind::count(kept, Keeps::Place) > 0) gap.to = pb;
  if (const Vector3* normal = groundNormal(joint)) {
    gap.from = pb;
    gap.to = pb + rows[0] * normal->normalized();  // the row is what the height lacks
  } else if (const int lines = JointKind::count(kept, Keeps::Line); lines > 0) {
    const Vector3 axis = turned(mechanism, a.body, *axisOf(joint)).normalized();
    const Vector3 along = axis.dot(way) * axis;
    gap.from = pb;
    gap.to = lines == 1 ? Vector3(pb - along) : Vector3(pa + along);  // a plane, a line
  }
  if (const double* length = rodLength(joint)) {
    const Vector3 rod = JointKind::count(kept, Keeps::Line) > 0 ? Vector3(gap.to - pa) : way;
    gap.from = pb;
    gap.to = pa + *length * rod.normalized();
  }
  return gap;
}

/// The two sides of a joint at the given positions. `rows`: its rows in the order of its kind.
JointGap gapOf(const Mechanism& mechanism, int index, const std::vector<double>& rows) {
  const Joint& joint = mechanism.joints[std::size_t(index)];
  if (actsInSpace(mechanism, joint)) return gapInSpace(mechanism, index, rows);
  const auto [a, b] = endsOf(joint);
  const Vector3 pa = inGround(mechanism, a), pb = inGround(mechanism, b);
  JointGap gap{index, pa, pa};
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (isAngleRow(mechanism, joint, int(row))) gap.turn = rows[row];
  if (kindOf(joint).pointsCoincide()) {
    gap.to = pa - Vector3(rows[0], rows[1]);  // the rows are a − b
    return gap;
  }
  if (kindOf(joint).count(JointRow::Keeps::Distance) > 0) {
    gap.from = pb;
    gap.to = pb + rows[0] * (pb - pa).normalized();  // the row is what b lacks
  }
  if (kindOf(joint).count(JointRow::Keeps::Line) == 0) return gap;
  const double* radius = discRadius(joint);
  const Vector3 normal = turned(mechanism, a.body, perpendicular(directionInPlane(*axisOf(joint))));
  gap.from = pb - (radius ? *radius : 0) * normal;
  gap.to = pb - normal.dot(pb - pa) * normal;
  return gap;
}

/// The place of a body that shows best how it is turned about `centre`: the farthest of its points.
Vector3 farthestFrom(const Mechanism& mechanism, int body, const Vector3& centre) {
  Vector3 tip = centre;
  const auto look = [&](const Vector3& place) {
    if ((place - centre).norm() > (tip - centre).norm()) tip = place;
  };
  const Body& turned = mechanism.bodies[std::size_t(body)];
  look(inGround(mechanism, body, turned.centreOfMass));
  for (const Point& point : turned.points) look(inGround(mechanism, body, point.position));
  const double least = 0.05 * characteristicLength(mechanism);
  return (tip - centre).norm() > least ? tip : Vector3(centre + 4 * least * Vector3::UnitX());
}

/// Where the joint stands and where its driver begins. `missing`: by how much the coordinate of
/// the joint is too small.
JointGap driverGap(const Mechanism& mechanism, int driver, double missing) {
  const int index = mechanism.drivers[std::size_t(driver)].joint;
  const int coordinate = mechanism.drivers[std::size_t(driver)].coordinate;
  const Joint& joint = mechanism.joints[std::size_t(index)];
  const auto [a, b] = endsOf(joint);
  const Vector3 place = inGround(mechanism, b);
  JointGap gap{index, place, place, 0, driver};
  if (const auto axis = slideAxis(joint, coordinate)) {
    const bool inSpace = actsInSpace(mechanism, joint);
    gap.to = place + missing * turned(mechanism, a.body,
                                      inSpace ? axis->normalized() : Vector3(directionInPlane(*axis)));
    return gap;
  }
  Vector3 centre = place;
  if (actsInSpace(mechanism, joint)) {
    if (const auto tilt = tiltOf(mechanism, joint, coordinate))
      gap.axis =
          turned(mechanism, b.body, tilt->second).cross(turned(mechanism, a.body, tilt->first)).normalized();
    else if (const auto turn = turnOf(mechanism, joint, coordinate)) {
      gap.axis = turned(mechanism, turn->aboutSecond ? b.body : a.body, turn->axis);
      if (turn->ofLine) centre = inGround(mechanism, a);
    }
  }
  gap.turn = b.body == kGround ? -missing : missing;
  gap.centre = centre;
  gap.from = farthestFrom(mechanism, b.body == kGround ? a.body : b.body, centre);
  gap.to = centre + rotationMatrix(eulerParameters(gap.axis, gap.turn)) * (gap.from - centre);
  return gap;
}

struct OpenPart {
  PartRef part;
  double size = 0;           ///< largest residual in parts of its row
  std::vector<double> rows;  ///< residuals of all its rows, 0 where they hold
};

/// Room for a number in each row of a part.
std::vector<double> rowsOf(const Patient& patient, const PartRef& part) {
  const auto& rows = patient.equations.layout().rows;
  return std::vector<double>(
      std::size_t(std::ranges::count_if(rows, [&](const ConstraintRow& row) { return row.part == part; })));
}

/// The parts with open rows, the widest first.
std::vector<OpenPart> openParts(const Patient& patient) {
  const Vector& gaps = patient.assembly.givenGaps;
  patient.equations.moveTo(patient.guess.t, patient.guess.q, patient.guess.v);
  const Vector sizes = rowSizes(patient.equations);
  std::vector<OpenPart> open;
  for (int row = patient.equations.layout().normalisations; row < patient.equations.holonomicCount(); ++row) {
    const double size = std::abs(gaps[row]) / sizes[row];
    if (!(size > kOpen)) continue;
    const PartRef part = partOfRow(patient, row);
    auto known =
        std::find_if(open.begin(), open.end(), [&](const OpenPart& other) { return other.part == part; });
    if (known == open.end()) known = open.insert(open.end(), {part, 0, rowsOf(patient, part)});
    known->size = std::max(known->size, size);
    known->rows[std::size_t(patient.equations.layout().rows[row].number)] = gaps[row];
  }
  std::stable_sort(open.begin(), open.end(),
                   [](const OpenPart& a, const OpenPart& b) { return a.size > b.size; });
  return open;
}

/// "(160, 120) mm", with the third component where there is one
std::string wayText(const Patient& patient, const Vector3& way) {
  const Unit unit = patient.shown.unitFor("m");
  const std::string third = way.z() != 0 ? ", " + shortText(unit.fromSi(way.z())) : "";
  return "(" + shortText(unit.fromSi(way.x())) + ", " + shortText(unit.fromSi(way.y())) + third + ") " +
         unit.name;
}

std::string gapTitle(const Patient& patient, const OpenPart& open, const JointGap& gap) {
  const std::string name = quoted(patient.mechanism, open.part);
  if (gap.driver >= 0)
    return tr("Driver {} begins {} from where its joint stands", name,
              (gap.centre ? angleText(std::abs(gap.turn)) : lengthText(patient, gap.length())));
  const std::string length = gap.length() > 0 ? lengthText(patient, gap.length()) : "";
  if (!(std::abs(gap.turn) > kOpen))
    return length.empty() ? tr("Joint {} does not hold at the start", name)
                          : tr("Joint {} is open by {}", name, length);
  const std::string angle = angleText(std::abs(gap.turn));
  return length.empty() ? tr("Joint {} is open by {}", name, angle)
                        : tr("Joint {} is open by {} and {}", name, length, angle);
}

std::string constraintTitle(const Patient& patient, const OpenPart& open) {
  const std::string name = quoted(patient.mechanism, open.part);
  if (isFormula(patient, open.part)) return tr("Constraint {} does not hold at the start", name);
  double way = 0;
  for (const double row : open.rows) way = std::hypot(way, row);
  return tr("Path {} begins {} from where its point stands", name, lengthText(patient, way));
}

/// Whether the force is not zero where its points meet, or depends on how they part.
bool needsDirection(const Force& force) {
  if (const auto* spring = std::get_if<SpringDamper>(&force.kind))
    return (spring->stiffness != 0 && spring->freeLength != 0) || spring->damping != 0;
  if (const auto* stop = std::get_if<Stop>(&force.kind)) return stop->lower.value_or(0) > 0;
  return std::holds_alternative<Actuator>(force.kind);
}

}  // namespace

void findFailure(const Patient& patient) {
  const Assembly& assembly = patient.assembly;
  if (assembly.consistent) return;
  const std::vector<PartRef> parts = partsOfRows(patient, assembly.failedRows);
  DoctorFinding finding{Severity::Blocks, Kind::Assembly, titleOf(assembly.cause), assembly.failure, parts};
  if (assembly.cause == Assembly::Failure::Contradiction || assembly.cause == Assembly::Failure::OpenJoints) {
    if (assembly.cause == Assembly::Failure::Contradiction)
      if (const std::string size = mismatchText(patient); !size.empty())
        finding.title = tr("Constraints contradict each other by {}", size);
    NearlyEqual lengths = findNearlyEqual(patient, parts);
    finding.explanation += lengths.words;
    finding.remedies = std::move(lengths.remedies);
  }
  patient.add(std::move(finding));
}

void findGaps(const Patient& patient) {
  if (patient.assembly.cause == Assembly::Failure::NotFinite) return;
  const std::vector<OpenPart> open = openParts(patient);
  const bool closes = positionsClose(patient.assembly);
  std::vector<Remedy> remedies;
  const std::string moved =
      closes ? tr("A run begins with the parts moved as little as possible until every joint closes.") + " " +
                   movedPositions(patient.equations, patient.guess, patient.assembly.state.q, patient.shown)
             : "";
  if (closes && !open.empty())
    remedies.push_back({Remedy::Kind::Assemble, tr("Assemble now"),
                        startingAt(patient, patient.assembly.state.q, patient.guess.v)});
  for (std::size_t i = 0; i < open.size(); ++i) {
    const std::string otherwise = tr("No positions nearby close it together with the other joints.");
    if (open[i].part.kind == PartRef::Kind::Constraint) {  // it has no two sides
      if (i < kMostGaps)
        patient.add({open[i].size < kSlight && closes ? Severity::Hint : Severity::Warns,
                     Kind::Gap,
                     constraintTitle(patient, open[i]),
                     closes ? moved : otherwise,
                     {open[i].part},
                     remedies});
      continue;
    }
    const bool joint = open[i].part.kind == PartRef::Kind::Joint;
    const int index = open[i].part.index;
    const JointGap gap = joint ? gapOf(patient.mechanism, index, open[i].rows)
                               : driverGap(patient.mechanism, index, open[i].rows[0]);
    if (open[i].size >= kSlight) patient.diagnosis.gaps.push_back(gap);
    if (i >= kMostGaps) continue;
    std::string explanation;
    if (joint && gap.length() > 0)
      explanation =
          tr("At the given positions its two sides are {} apart.", wayText(patient, gap.to - gap.from)) + " ";
    explanation += closes ? moved : otherwise;
    patient.add({open[i].size < kSlight && closes ? Severity::Hint : Severity::Warns,
                 Kind::Gap,
                 gapTitle(patient, open[i], gap),
                 explanation,
                 {open[i].part},
                 remedies});
  }
  auto& gaps = patient.diagnosis.gaps;
  std::stable_sort(gaps.begin(), gaps.end(),
                   [](const JointGap& a, const JointGap& b) { return a.length() > b.length(); });
  if (open.size() > kMostGaps)
    patient.add({Severity::Warns,
                 Kind::Gap,
                 trn(long(open.size() - kMostGaps), "and {} more open joint", "and {} more open joints"),
                 closes ? tr("All of them close when the mechanism is assembled.") : "",
                 {},
                 remedies});
}

void findVelocities(const Patient& patient) {
  const Assembly& assembly = patient.assembly;
  if (!positionsClose(assembly) || assembly.cause == Assembly::Failure::Velocities) return;
  const Vector scale = coordinateScales(patient.equations);
  const Vector& given = patient.guess.v;
  const Vector& found = assembly.state.v;
  const double fastest =
      std::max({scaledSize(given, scale), scaledSize(found, scale), 1e-9 / patient.equations.timeScale()});
  std::vector<PartRef> parts;
  for (int i = 0; i < patient.equations.places().frames().end(); ++i) {
    const PartRef part = partOfCoordinate(patient, i);
    if (std::abs(found[i] - given[i]) > kOpen * fastest * scale[i] &&
        (parts.empty() || !(parts.back() == part)))
      parts.push_back(part);
  }
  if (parts.empty()) return;
  const bool moved = !patient.diagnosis.gaps.empty();
  const Remedy remedy{
      Remedy::Kind::MakeVelocitiesConsistent,
      moved ? tr("Assemble and make velocities consistent") : tr("Make velocities consistent"),
      startingAt(patient, assembly.state.q, found)};
  const std::string text =
      changedVelocities(patient.equations, patient.guess, assembly.state.q, found, patient.shown);
  if (!text.empty())
    return patient.add({Severity::Warns,
                        Kind::Velocities,
                        tr("The initial velocities do not fit the joints"),
                        text,
                        parts,
                        {remedy}});
  patient.add({Severity::Fine,
               Kind::Velocities,
               tr("The drivers and joints set velocities that are not given"),
               tr("A run begins with those of {} as the joints and drivers demand.",
                  listed(patient.mechanism, parts)),
               parts,
               {remedy}});
}

/// As EventWatch::begin() has it.
void findBehindStops(const Patient& patient) {
  constexpr double kBehind = 1e-6;  // of how far a coordinate's scale leads
  if (!patient.assembly.consistent) return;
  const State& state = patient.assembly.state;
  const Offers offers = patient.equations.offers();
  patient.equations.moveTo(state.t, state.q, state.v);
  offers.switches.setModes({});
  Vector distances(offers.switches.count()), normal(state.q.size());
  offers.switches.values(distances);
  const Vector scale = coordinateScales(patient.equations);
  for (int i = 0; i < distances.size(); ++i) {
    double restitution = 0;
    if (!offers.stops.hits(i, normal, restitution) ||
        distances[i] >= -kBehind * normal.cwiseProduct(scale).lpNorm<Eigen::Infinity>())
      continue;
    const PartRef part = partOfRow(patient, offers.stops.row(i));
    const auto& stop = std::get<Stop>(patient.mechanism.forces[std::size_t(part.index)].kind);
    const bool turns =
        stop.joint >= 0 && !slideAxis(patient.mechanism.joints[std::size_t(stop.joint)], stop.coordinate);
    patient.add(
        {Severity::Blocks,
         Kind::BehindStop,
         tr("It begins behind the stop {}", quoted(patient.mechanism, part)),
         tr("With its joints closed it is {} behind. An ideal stop lets nothing through, so that no run can "
            "begin there. Move the stop or the start, or give the stop a stiffness.",
            turns ? angleText(-distances[i]) : lengthText(patient, -distances[i])),
         {part}});
  }
}

void findMeetingEnds(const Patient& patient) {
  constexpr double kMeet = 1e-9;  // of the size of the model
  if (!patient.assembly.consistent) return;
  const Mechanism& mechanism = patient.mechanism;
  const State& state = patient.assembly.state;
  patient.equations.moveTo(state.t, state.q, state.v);
  const auto place = [&](PointRef end) {
    return patient.equations.configuration().place(frameOf(mechanism, end), inSpatialFrame(mechanism, end));
  };
  const double size = characteristicLength(mechanism);
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i) {
    const Force& force = mechanism.forces[i];
    const auto line = needsDirection(force) ? lineOf(force) : std::nullopt;
    if (!line || (place(line->first) - place(line->second)).norm() > kMeet * size) continue;
    patient.add({Severity::Warns,
                 Kind::MeetingEnds,
                 tr("'{}' begins where its two points lie on each other", force.name),
                 tr("Its line has no direction there: no force acts until the points part, and then along "
                    "whatever way they take. Move one of them, or turn to a spring with the free length 0 "
                    "and without damping, which needs no direction."),
                 {{PartRef::Kind::Force, int(i)}}});
  }
}

}  // namespace holonom::doctor
