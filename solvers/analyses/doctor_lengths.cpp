// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths that differ so little that they are meant to be equal, as in a parallelogram drawn by hand: where
// they contradict each other they are made equal on a copy, and that is offered where it can be assembled.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/model/building.h"
#include "core/model/points_of.h"
#include "core/model/uniform_shape.h"
#include "solvers/analyses/doctor_parts.h"

namespace holonom::doctor {
namespace {

constexpr double kNear = 0.02;   // of a length
constexpr double kEqual = 1e-9;  // likewise: rounding
constexpr int kMostRows = 400;   // of mechanisms for which it is computed
constexpr std::size_t kMostTold = 3;

/// The points of each body, and of the ground, at which the joints between these bodies are.
using Hinges = std::map<int, std::set<int>>;

/// Between two hinges of a body.
struct Length {
  int body;
  double value;
};

/// A hinge that is moved along the line from the first one of its body.
struct Change {
  PointRef base, point;
  double from, to;
};

Hinges hingesOf(const Mechanism& mechanism, const std::vector<PartRef>& parts) {
  std::set<int> bodies{kGround};
  const auto take = [&](const Joint& joint) {
    const auto [a, b] = endsOf(joint);
    bodies.insert({a.body, b.body});
  };
  for (const PartRef& part : parts) {
    if (part.kind == PartRef::Kind::Joint) take(mechanism.joints[std::size_t(part.index)]);
    if (part.kind == PartRef::Kind::Driver)
      take(mechanism.joints[std::size_t(mechanism.drivers[std::size_t(part.index)].joint)]);
  }
  Hinges hinges;
  for (const Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    if (!bodies.contains(a.body) || !bodies.contains(b.body)) continue;
    hinges[a.body].insert(a.point);
    hinges[b.body].insert(b.point);
  }
  return hinges;
}

double distance(const Mechanism& mechanism, const PointRef& a, const PointRef& b) {
  return (localPosition(mechanism, a) - localPosition(mechanism, b)).norm();
}

std::vector<Length> lengthsOf(const Mechanism& mechanism, const Hinges& hinges) {
  std::vector<Length> lengths;
  for (const auto& [body, points] : hinges)
    for (const int a : points)
      for (const int b : points)
        if (a < b) lengths.push_back({body, distance(mechanism, {body, a}, {body, b})});
  return lengths;
}

bool same(double a, double b) { return std::abs(a - b) <= kEqual * std::max(a, b); }

/// The length nearby that most others have, where this one is outvoted; of two the one drawn first counts.
std::optional<double> meant(const Length& length, const std::vector<Length>& all) {
  const auto votes = [&](double value) {
    return std::count_if(all.begin(), all.end(),
                         [&](const Length& other) { return same(other.value, value); });
  };
  auto most = votes(length.value);
  int first = length.body;
  std::optional<double> found;
  for (const Length& other : all) {
    if (same(other.value, length.value) || std::abs(other.value - length.value) > kNear * length.value)
      continue;
    const auto count = votes(other.value);
    if (count < most || (count == most && other.body >= first)) continue;
    most = count;
    first = other.body;
    found = other.value;
  }
  return found;
}

std::vector<Change> changesOf(const Mechanism& mechanism, const Hinges& hinges) {
  const std::vector<Length> all = lengthsOf(mechanism, hinges);
  std::vector<Change> changes;
  for (const auto& [body, points] : hinges) {
    const PointRef base{body, *points.begin()};
    for (auto point = std::next(points.begin()); point != points.end(); ++point) {
      const PointRef here{body, *point};
      const double length = distance(mechanism, base, here);
      if (const auto to = meant({body, length}, all)) changes.push_back({base, here, length, *to});
    }
  }
  return changes;
}

void apply(Mechanism& mechanism, const Change& change) {
  const Vector2 base = localPosition(mechanism, change.base),
                way = localPosition(mechanism, change.point) - base;
  const Vector2 place = base + change.to / change.from * way;
  const auto move = [&](auto& owner) { owner.points[std::size_t(change.point.point)].position = place; };
  if (change.point.body == kGround) move(mechanism.ground);
  else changePoints(mechanism.bodies[std::size_t(change.point.body)], move);
}

/// The place of the other side of a joint at this point; none where there is none.
std::optional<Vector2> metAt(const Mechanism& mechanism, const PointRef& point) {
  for (const Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    if (a == point) return groundPosition(mechanism, b);
    if (b == point) return groundPosition(mechanism, a);
  }
  return {};
}

/// Bodies between two hinges turn to where these are now: bars that are to be parallel are, to the last bit.
void turnBars(Mechanism& mechanism, const Hinges& hinges) {
  for (const auto& [body, points] : hinges) {
    if (body == kGround || points.size() != 2) continue;
    const PointRef a{body, *points.begin()}, b{body, *points.rbegin()};
    const auto from = metAt(mechanism, a), to = metAt(mechanism, b);
    if (!from || !to) continue;
    const Vector2 now = groundPosition(mechanism, b) - groundPosition(mechanism, a), wanted = *to - *from;
    moveBody(mechanism, body, *from - groundPosition(mechanism, a));
    turnBody(mechanism, body, *from,
             std::atan2(now.x() * wanted.y() - now.y() * wanted.x(), now.dot(wanted)));
  }
}

/// Those that can be told apart in six digits, the largest first.
std::string wordsOf(const Patient& patient, const std::vector<Change>& changes) {
  std::string words;
  std::size_t told = 0;
  for (const Change& change : changes) {
    const std::string from = lengthText(patient, change.from, 6), to = lengthText(patient, change.to, 6);
    if (from == to || ++told > kMostTold) continue;
    words += (words.empty() ? " " : "; ") + from + " between " + nameOf(patient.mechanism, change.base) +
             " and " + nameOf(patient.mechanism, change.point) + " would be " + to;
  }
  if (told > kMostTold) words += "; and " + std::to_string(told - kMostTold) + " more";
  return " Some lengths are nearly those of other parts. If they are meant to be equal:" + words + ".";
}

}  // namespace

NearlyEqual findNearlyEqual(const Patient& patient, const std::vector<PartRef>& parts) {
  if (patient.equations.constraintCount() > kMostRows) return {};
  const Hinges hinges = hingesOf(patient.mechanism, parts);
  std::vector<Change> changes = changesOf(patient.mechanism, hinges);
  if (changes.empty()) return {};
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::abs(a.to - a.from) > std::abs(b.to - b.from);
  });
  Mechanism changed = patient.mechanism;
  for (const Change& change : changes) apply(changed, change);
  turnBars(changed, hinges);
  const auto equations = makeEquations(changed);
  const InitialGuess guess = initialGuess(*equations, patient.options.startTime);
  const Assembly assembly = assemble(*equations, guess);
  const int mobility = equations->coordinateCount() - int(assembly.independentRows.size());
  // of what can be assembled already the change must set something free
  if (!assembly.consistent || (patient.assembly.consistent && mobility <= patient.diagnosis.check.mobility))
    return {};
  const std::string size = lengthText(patient, std::abs(changes.front().to - changes.front().from));
  auto equal = std::make_shared<const Mechanism>(equations->startingAt(assembly.state.q, guess.v));
  return {wordsOf(patient, changes),
          {{Remedy::Kind::Assemble, "Make equal what differs by " + size, std::move(equal)}}};
}

}  // namespace holonom::doctor
