// SPDX-License-Identifier: GPL-3.0-or-later
// Values that a model gives and that assembly had to change.
#include "solvers/analyses/start_changes.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/math/euler_parameters.h"

namespace holonom {
namespace {

constexpr double kNoticeable = 1e-3;  // of the size of a given velocity
constexpr double kRounding = 1e-9;    // of the largest velocity: no change

/// A quantity as the user gives it: the coordinates of one group, such as the x and y of a body.
struct Group {
  std::vector<int> members;
  double given = 0, change = 0, scale = 1;  // sizes of the vectors

  double size() const { return change / scale; }
};

std::vector<Group> groupsOf(const DaeSystem& system, const Vector& given, const Vector& found) {
  std::vector<Group> groups(given.size());
  for (int i = 0; i < given.size(); ++i) {
    Group& group = groups[system.coordinateGroup(i)];
    group.members.push_back(i);
    group.given = std::hypot(group.given, given[i]);
    group.change = std::hypot(group.change, found[i] - given[i]);
    group.scale = system.coordinateScale(i);
  }
  return groups;
}

/// Of the coordinates of bodies: (x, y) in m, angles in rad, Euler parameters without one; elastic ones have
/// a unit of their own shape.
std::string unitOf(const DaeSystem& system, const Group& group) {
  const Coordinate& first = system.layout().coordinates[group.members[0]];
  if (first.isRotation) return "";
  if (first.isAngle) return "rad";
  return group.members.size() > 1 ? "m" : "";
}

/// Numbers of a group in the unit that is shown, of positions or (`rate`) velocities.
class ChangeWords {
 public:
  ChangeWords(const DaeSystem& system, const Group& group, const ShownUnits& shown, bool rate) {
    const std::string unit = unitOf(system, group);
    if (!unit.empty()) unit_ = shown.unitFor(rate ? unit + "/s" : unit);
  }
  std::string number(double value) const { return numberText(unit_.fromSi(value), 4); }
  std::string unit() const { return behindNumber(unit_); }
  std::string listed(const Group& group, const Vector& values) const {
    double size = group.change;
    for (const int i : group.members) size = std::hypot(size, values[i]);
    std::string text;
    for (const int i : group.members)
      // not what rounding left
      text += (text.empty() ? "" : ", ") + number(std::abs(values[i]) > kRounding * size ? values[i] : 0);
    return group.members.size() > 1 ? "(" + text + ")" : text;
  }

 private:
  Unit unit_;
};

std::string namesOf(const DaeSystem& system, const Group& group) {
  std::string text;
  for (const int i : group.members) text += (text.empty() ? "" : ", ") + system.coordinateName(i);
  return text;
}

/// "bar.vx, bar.vy", "crank.omega".
std::string velocityNamesOf(const DaeSystem& system, const Group& group) {
  std::string text;
  for (const int i : group.members) {
    const std::string name = system.coordinateName(i);
    const std::size_t last = name.rfind('.') + 1;
    text += (text.empty() ? "" : ", ") + name.substr(0, last) +
            (system.layout().coordinates[i].isAngle ? "omega" : "v" + name.substr(last));
  }
  return text;
}

bool isRotation(const DaeSystem& system, const Group& group) {
  return system.layout().coordinates[group.members[0]].isRotation;
}

bool isByCardanAngles(const DaeSystem& system, const Group& group) {
  return group.members.size() > 1 && system.layout().coordinates[group.members[0]].isAngle;
}

/// Of a body in space.
bool turnsInSpace(const DaeSystem& system, const Group& group) {
  return isRotation(system, group) || isByCardanAngles(system, group);
}

Vector4 partOf(const Group& group, const Vector& values) { return values.segment<4>(group.members[0]); }

/// "lower" of "lower.e0".
std::string bodyOf(const DaeSystem& system, const Group& group) {
  const std::string name = system.coordinateName(group.members[0]);
  return name.substr(0, name.rfind('.'));
}

/// Of the angular velocities, in ground axes, instead of the rates of Euler parameters.
std::string turningText(const Group& group, const Vector& q, const Vector& v, const ShownUnits& shown) {
  const Unit unit = shown.unitFor("rad/s");
  const Vector3 spin = angularVelocity(partOf(group, q).normalized(), partOf(group, v));
  std::string text;
  for (const double value : spin)
    text += (text.empty() ? "" : ", ") +
            numberText(unit.fromSi(std::abs(value) > kRounding * spin.norm() ? value : 0), 4);
  return "(" + text + ")" + behindNumber(unit);
}

/// Angle between two orientations: exact for small ones, too.
double turnBetween(const Vector4& p, const Vector4& other) {
  return 4 * std::asin(std::min(1.0, std::min((p - other).norm(), (p + other).norm()) / 2));
}

/// The largest of the changes, `turned` of Euler parameters.
template <typename Turned>
LargestChange largestChange(const DaeSystem& system, const Vector& given, const Vector& found,
                            Turned turned) {
  LargestChange largest;
  for (const Group& group : groupsOf(system, given, found)) {
    if (group.members.empty()) continue;
    const Coordinate& first = system.layout().coordinates[group.members[0]];
    if (first.role != Coordinate::Role::Motion) continue;
    if (first.isRotation) largest.turn = std::max(largest.turn, turned(group));
    else if (first.isAngle) largest.turn = std::max(largest.turn, group.change);
    else largest.way = std::max(largest.way, group.change);
  }
  return largest;
}

/// Of values that are marked exact, those that were changed, as `name` calls them.
template <typename Name>
std::string notKept(const DaeSystem& system, const Vector& exact, const Vector& given, const Vector& found,
                    double least, Name name) {
  constexpr double kKept = 1e-3;  // of the largest change: what weights leave is far less
  std::string names;
  if (exact.size() != given.size()) return names;
  const std::vector<Group> groups = groupsOf(system, given, found);
  double largest = least;
  for (const Group& group : groups) largest = std::max(largest, group.size());
  for (const Group& group : groups)
    for (const int i : group.members)
      if (exact[i] > 0 && std::abs(found[i] - given[i]) > kKept * largest * group.scale) {
        names += (names.empty() ? "" : ", ") + name(group, i);
        if (turnsInSpace(system, group)) break;
      }
  return names;
}

std::string positionsNotKept(const DaeSystem& system, const InitialGuess& guess, const Vector& q) {
  return notKept(system, guess.exactQ, guess.q, q, kNoticeable, [&](const Group& group, int i) {
    return turnsInSpace(system, group) ? bodyOf(system, group) + ".angle" : namesOf(system, Group{{i}});
  });
}

std::string velocitiesNotKept(const DaeSystem& system, const InitialGuess& guess, const Vector& v) {
  const double least = kNoticeable / system.timeScale();
  return notKept(system, guess.exactV, guess.v, v, least, [&](const Group& group, int i) {
    return turnsInSpace(system, group) ? bodyOf(system, group) + ".omega"
                                       : velocityNamesOf(system, Group{{i}});
  });
}

}  // namespace

InitialGuess carriedTo(const DaeSystem& system, const InitialGuess& guess, const Vector& q) {
  InitialGuess carried = guess;
  carried.q = q;
  system.carryVelocities(guess.q, q, carried.v);
  return carried;
}

LargestChange largestMove(const DaeSystem& system, const InitialGuess& guess, const Vector& q) {
  return largestChange(system, guess.q, q, [&](const Group& group) {
    return turnBetween(partOf(group, guess.q).normalized(), partOf(group, q).normalized());
  });
}

LargestChange largestVelocityChange(const DaeSystem& system, const InitialGuess& given, const State& found) {
  const InitialGuess guess = carriedTo(system, given, found.q);
  return largestChange(system, guess.v, found.v, [&](const Group& group) {
    const auto spin = [&](const Vector& q, const Vector& v) {
      return angularVelocity(partOf(group, q).normalized(), partOf(group, v));
    };
    return (spin(found.q, found.v) - spin(guess.q, guess.v)).norm();
  });
}

std::string movedPositions(const DaeSystem& system, const InitialGuess& guess, const Vector& q,
                           const ShownUnits& shown) {
  const Group* most = nullptr;
  const std::vector<Group> groups = groupsOf(system, guess.q, q);
  for (const Group& group : groups)
    if (!group.members.empty() && (!most || group.size() > most->size())) most = &group;
  if (!most) return {};
  const std::string remedy = positionsNotKept(system, guess, q).empty()
                                 ? tr("Mark values that must stay as exact, or give assembled positions.")
                                 : tr("Give assembled positions.");
  if (turnsInSpace(system, *most)) {
    const double turn = isRotation(system, *most)
                            ? turnBetween(partOf(*most, guess.q).normalized(), partOf(*most, q).normalized())
                            : most->change;  // of small angles about the same
    const Unit unit = shown.unitFor("rad");
    return tr("The given positions were not assembled; '{}' was turned most, by {}{}.", bodyOf(system, *most),
              numberText(unit.fromSi(turn), 4), behindNumber(unit)) +
           " " + remedy;
  }
  const ChangeWords words(system, *most, shown, false);
  return tr("The given positions were not assembled; they were moved by up to {}{}, most at {}, from {} to "
            "{}.",
            words.number(most->change), words.unit(), namesOf(system, *most), words.listed(*most, guess.q),
            words.listed(*most, q)) +
         " " + remedy;
}

std::string exactNotKept(const DaeSystem& system, const InitialGuess& guess, const State& found) {
  std::string names = positionsNotKept(system, guess, found.q);
  const std::string rates = velocitiesNotKept(system, carriedTo(system, guess, found.q), found.v);
  if (!names.empty() && !rates.empty()) names += ", ";
  names += rates;
  if (names.empty()) return {};
  return tr(
      "The joints and drivers contradict what is marked exact: {} could not be kept. Give values that fit, "
      "or take the mark away.",
      names);
}

std::string changedVelocities(const DaeSystem& system, const InitialGuess& given, const Vector& q,
                              const Vector& v, const ShownUnits& shown) {
  const InitialGuess guess = carriedTo(system, given, q);
  const std::vector<Group> groups = groupsOf(system, guess.v, v);
  double fastest = 0;
  for (const Group& group : groups) fastest = std::max({fastest, group.given / group.scale, group.size()});
  const Group* most = nullptr;
  int others = -1;
  for (const Group& group : groups) {
    if (group.members.empty() || system.massPattern().slot(group.members[0], group.members[0]) < 0) continue;
    if (!(group.change > kNoticeable * group.given) || group.given == 0 ||
        !(group.size() > kRounding * fastest))
      continue;
    ++others;
    if (!most || group.size() > most->size()) most = &group;
  }
  if (!most) return {};
  const ChangeWords words(system, *most, shown, true);
  const bool turns = isRotation(system, *most);
  std::string name =
      turnsInSpace(system, *most) ? bodyOf(system, *most) + ".omega" : velocityNamesOf(system, *most);
  // the system does not say in which of its charts the angles are, and so not what angular velocity they mean
  if (isByCardanAngles(system, *most)) name = tr("{} (rates of its Cardan angles)", name);
  return tr("The given velocities do not fit the joints and drivers: that of {} was changed from {} to {}{}.",
            name, turns ? turningText(*most, guess.q, guess.v, shown) : words.listed(*most, guess.v),
            turns ? turningText(*most, q, v, shown) : words.listed(*most, v) + words.unit(),
            others > 0 ? "; " + trn(others, "{} other was changed by less", "{} others were changed by less")
                       : "") +
         " " +
         (velocitiesNotKept(system, guess, v).empty()
              ? tr("Mark the value that must stay as exact, or give consistent velocities.")
              : tr("Give consistent velocities."));
}

std::string heightsKept(const DaeSystem& system, const std::vector<int>& rows) {
  const SystemLayout& layout = system.layout();
  std::vector<std::string> bodies;
  int last = -1;
  for (int i = 0; i < system.coordinateCount(); ++i) {
    const Coordinate& coordinate = layout.coordinates[std::size_t(i)];
    const auto moves = [&](int row) { return layout.constraint.slot(row, i) >= 0; };
    if (!coordinate.inPlane || coordinate.part.index == last || std::ranges::none_of(rows, moves)) continue;
    last = coordinate.part.index;
    const std::string name = system.coordinateName(i);  // "plate.turn"
    bodies.push_back(name.substr(0, name.rfind('.')));
  }
  if (bodies.empty()) return {};
  return " " + trn(static_cast<long>(bodies.size()),
                   "The 'normal' of {1} keeps it at the height at which it starts, which no joint changes: "
                   "start it where these joints ask for it, or leave its 'normal' out.",
                   "The 'normal' of {1} keeps each at the height at which it starts, which no joint changes: "
                   "start them where these joints ask for it, or leave their 'normal' out.",
                   quotedList(bodies));
}

std::string remedyOfSlightMisfit() {
  return tr(
      "Points and axes that shall coincide must do so to nine digits: give them with more digits, or take "
      "for one of these joints a kind that holds less, such as a pin in a slot or, in space, a ball joint "
      "for a hinge.");
}

std::string contradiction(int level, const std::string& rows, const std::string& size) {
  if (level == 0)
    return tr(
        "Contradictory constraints on positions: {} cannot hold together: they are off by {} (m or rad).",
        rows, size);
  if (level == 1)
    return tr(
        "Contradictory constraints on velocities: {} cannot hold together: they are off by {} (m/s or "
        "rad/s).",
        rows, size);
  return tr(
      "Contradictory constraints on accelerations: {} cannot hold together: they are off by {} (m/s² or "
      "rad/s²).",
      rows, size);
}

}  // namespace holonom
