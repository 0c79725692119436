// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths that differ so little that they are meant to be equal, as in a parallelogram drawn by hand: where
// they contradict each other they are made equal on a copy, and that is offered where it can be assembled.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/base/text.h"
#include "core/model/building.h"
#include "core/model/points_of.h"
#include "core/model/uniform_shape.h"
#include "solvers/analyses/doctor_parts.h"

namespace holonom::doctor {
namespace {

constexpr double kAlike = 0.02;  // of a length
constexpr double kEqual = 1e-9;  // likewise: rounding
constexpr std::size_t kMostTold = 3;
constexpr int kMostNext = 60;  // hinges of a body to which its lengths from one are counted

/// The points of each body, and of the ground, at which the joints between these bodies are.
using Hinges = std::map<int, std::set<int>>;

/// Lengths between two hinges of a body that are equal.
struct Length {
  double value;
  long votes;
  int body;  ///< the one drawn first of those that have it
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

bool same(double a, double b) { return std::abs(a - b) <= kEqual * std::max(a, b); }

/// By size.
std::vector<Length> lengthsOf(const Mechanism& mechanism, const Hinges& hinges) {
  std::vector<Length> all, lengths;
  for (const auto& [body, points] : hinges)
    for (auto a = points.begin(); a != points.end(); ++a) {
      int left = a == points.begin() ? std::numeric_limits<int>::max() : kMostNext;
      for (auto b = std::next(a); b != points.end() && left-- > 0; ++b)
        all.push_back({distance(mechanism, {body, *a}, {body, *b}), 1, body});
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const Length& a, const Length& b) { return a.value < b.value; });
  for (const Length& length : all) {
    if (lengths.empty() || !same(lengths.back().value, length.value)) {
      lengths.push_back(length);
      continue;
    }
    if (length.body < lengths.back().body) lengths.back().body = length.body;
    ++lengths.back().votes;
  }
  return lengths;
}

/// The length nearby that most others have, where this one of a body is outvoted; of two the one drawn first
/// counts.
std::optional<double> meant(double value, int body, const std::vector<Length>& all) {
  const auto from = std::lower_bound(all.begin(), all.end(), (1 - kAlike) * value,
                                     [](const Length& length, double least) { return length.value < least; });
  const auto to = std::find_if(from, all.end(),
                               [&](const Length& length) { return length.value > (1 + kAlike) * value; });
  long most = 0;
  std::for_each(from, to, [&](const Length& own) { most += same(own.value, value) ? own.votes : 0; });
  std::optional<double> found;
  for (auto other = from; other != to; ++other) {
    if (same(other->value, value) || other->votes < most || (other->votes == most && other->body >= body))
      continue;
    most = other->votes;
    body = other->body;
    found = other->value;
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
      if (const auto to = meant(length, body, all)) changes.push_back({base, here, length, *to});
    }
  }
  return changes;
}

void apply(Mechanism& mechanism, const Change& change) {
  const Vector3 base = localPosition(mechanism, change.base),
                way = localPosition(mechanism, change.point) - base;
  const Vector3 place = base + change.to / change.from * way;
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
    words += (words.empty() ? "" : "; ") + tr("{} between {} and {} would be {}", from,
                                              nameOf(patient.mechanism, change.base),
                                              nameOf(patient.mechanism, change.point), to);
  }
  if (told > kMostTold) words += "; " + tr("and {} more", told - kMostTold);
  return " " + tr("Some lengths are nearly those of other parts. If they are meant to be equal: {}.", words);
}

}  // namespace

NearlyEqual findNearlyEqual(const Patient& patient, const std::vector<PartRef>& parts) {
  if (isSpatial(patient.mechanism)) return {};  // bars are turned in the plane only
  const Hinges hinges = hingesOf(patient.mechanism, parts);
  std::vector<Change> changes = changesOf(patient.mechanism, hinges);
  if (changes.empty()) return {};
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::abs(a.to - a.from) > std::abs(b.to - b.from);
  });
  Mechanism changed = patient.mechanism;
  for (const Change& change : changes) apply(changed, change);
  turnBars(changed, hinges);
  const auto equations = std::make_unique<EquationsOfMotion>(changed);
  const InitialGuess guess = initialGuess(*equations, patient.options.startTime);
  const Assembly assembly = assemble(*equations, guess);
  const int mobility = equations->coordinateCount() - int(assembly.independentRows.size());
  // of what can be assembled already the change must set something free
  if (!assembly.consistent || (patient.assembly.consistent && mobility <= patient.diagnosis.check.mobility))
    return {};
  const std::string size = lengthText(patient, std::abs(changes.front().to - changes.front().from));
  auto equal = std::make_shared<const Mechanism>(equations->startingAt(assembly.state.q, guess.v));
  return {wordsOf(patient, changes),
          {{Remedy::Kind::Assemble, tr("Make equal what differs by {}", size), std::move(equal)}}};
}

}  // namespace holonom::doctor
