// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/editing.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/symbol_text.h"
#include "core/base/text.h"
#include "core/expressions/syntax.h"
#include "core/model/part_references.h"
#include "core/model/points_of.h"
#include "core/model/uniform_shape.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

/// Calls visit(list) with the list that holds the parts of this kind.
template <typename AnyMechanism, typename Visit>
void withList(AnyMechanism& mechanism, Kind kind, Visit&& visit) {
  switch (kind) {
    case Kind::Body: return visit(mechanism.bodies);
    case Kind::Joint: return visit(mechanism.joints);
    case Kind::Driver: return visit(mechanism.drivers);
    case Kind::Constraint: return visit(mechanism.constraints);
    case Kind::Controller: return visit(mechanism.controllers);
    case Kind::Force: return visit(mechanism.forces);
    case Kind::Event: return visit(mechanism.events);
    case Kind::Output: return visit(mechanism.outputs);
    case Kind::Ground:
    case Kind::None: return;
  }
}

std::set<std::string> takenNames(const Mechanism& mechanism) {
  std::set<std::string> names{"ground", "t", "pi"};
  for (const Kind kind : {Kind::Body, Kind::Joint, Kind::Driver, Kind::Constraint, Kind::Controller,
                          Kind::Force, Kind::Event, Kind::Output})
    withList(mechanism, kind, [&](const auto& list) {
      for (const auto& part : list) names.insert(part.name);
    });
  for (const auto& [name, value] : mechanism.parameters) names.insert(name);
  return names;
}

std::string nextFree(const std::set<std::string>& taken, const std::string& wanted) {
  if (!taken.contains(wanted)) return wanted;
  const std::size_t digits = wanted.find_last_not_of("0123456789") + 1;
  const std::string stem = wanted.substr(0, digits);
  const bool counts = digits < wanted.size() && wanted.size() - digits < 9;
  for (long number = counts ? std::stol(wanted.substr(digits)) + 1 : 2;; ++number)
    if (const std::string name = stem + std::to_string(number); !taken.contains(name)) return name;
}

std::set<std::string> pointNames(const Mechanism& mechanism, int body) {
  std::set<std::string> names;
  for (const Point& point : pointsOf(mechanism, body)) names.insert(point.name);
  return names;
}

/// Puts `after` in the place of the part or point `before` in the expressions of a part.
void replaceName(const PartReferences& references, const std::string& before, const std::string& after) {
  for (std::string* text : references.expressions)
    *text = replaceSymbols(*text, [&](std::string_view symbol) {
      return isOf(symbol, before) ? after + std::string(symbol.substr(before.size())) : std::string(symbol);
    });
}

/// Outputs may have dots in their names.
void requireNameOf(const PartRef& part, const std::string& name) {
  if (part.kind != Kind::Output || !isName(name, true)) requirePartName(name);
}

/// What has to go, as it grows: parts by kind and index, points, and the names that expressions must not
/// mention.
class Removal {
 public:
  Removal(Mechanism& mechanism, const PartRef& part) : mechanism_(mechanism), start_(part) {
    if (part.point >= 0) {
      names_ = {(part.kind == Kind::Ground ? "ground" : partName(mechanism, {part.kind, part.index})) + "." +
                partName(mechanism, part)};
    } else {
      parts_.insert({part.kind, part.index});
      names_ = {partName(mechanism, part)};
    }
  }

  std::vector<std::string> run() {
    while (spread()) {}
    std::vector<std::string> also(names_.begin() + 1, names_.end());
    erase();
    return also;
  }

 private:
  bool gone(const PointRef& ref) const {
    if (start_.point >= 0 && ref == PointRef{bodyOf(start_), start_.point}) return true;
    return goneBody(ref.body);
  }
  bool goneBody(int body) const { return body != kGround && parts_.contains({Kind::Body, body}); }

  bool falls(const PartReferences& references) const {
    return std::any_of(references.points.begin(), references.points.end(),
                       [&](const PointRef* ref) { return gone(*ref); }) ||
           std::any_of(references.bodies.begin(), references.bodies.end(),
                       [&](const int* body) { return goneBody(*body); }) ||
           std::any_of(references.joints.begin(), references.joints.end(),
                       [&](const int* joint) {
                         return parts_.contains({Kind::Joint, *joint});
                       }) ||
           std::any_of(references.expressions.begin(), references.expressions.end(),
                       [&](const std::string* text) { return mentions(*text, names_); });
  }

  bool spread() {
    bool grew = false;
    for (const Kind kind : {Kind::Joint, Kind::Driver, Kind::Constraint, Kind::Controller, Kind::Force,
                            Kind::Event, Kind::Output})
      withList(mechanism_, kind, [&](auto& list) {
        if constexpr (requires { referencesOf(list[0]); })
          for (std::size_t i = 0; i < list.size(); ++i) {
            if (parts_.contains({kind, int(i)}) || !falls(referencesOf(list[i]))) continue;
            parts_.insert({kind, int(i)});
            names_.push_back(list[i].name);
            grew = true;
          }
      });
    return grew;
  }

  /// From how many parts of that kind before it an index must be counted down.
  int shift(Kind kind, int index) const {
    return int(std::count_if(parts_.begin(), parts_.end(),
                             [&](const auto& part) { return part.first == kind && part.second < index; }));
  }

  void erase() {
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part)
      withList(mechanism_, part->first, [&](auto& list) { list.erase(list.begin() + part->second); });
    if (start_.point >= 0) erasePoint();
    forEachReferring(mechanism_, [this](auto& part) { renumber(referencesOf(part)); });
  }

  void erasePoint() {
    const int body = bodyOf(start_);
    const auto erase = [this](auto& owner) { owner.points.erase(owner.points.begin() + start_.point); };
    if (body == kGround) return erase(mechanism_.ground);
    changePoints(mechanism_.bodies[std::size_t(body)], [&](Body& owner) {
      erase(owner);
      if (owner.flexible) renumberEnds(owner.flexible);
    });
  }

  void renumberEnds(std::optional<FlexibleBeam>& beam) {
    if (beam->from == start_.point || beam->to == start_.point) return beam.reset();
    for (int* end : {&beam->from, &beam->to}) *end -= *end > start_.point;
  }

  void renumber(const PartReferences& references) {
    for (PointRef* ref : references.points) {
      if (start_.point >= 0 && ref->body == bodyOf(start_)) ref->point -= ref->point > start_.point;
      if (ref->body != kGround) ref->body -= shift(Kind::Body, ref->body);
    }
    for (int* body : references.bodies)
      if (*body != kGround) *body -= shift(Kind::Body, *body);
    for (int* joint : references.joints) *joint -= shift(Kind::Joint, *joint);
  }

  Mechanism& mechanism_;
  PartRef start_;
  std::set<std::pair<Kind, int>> parts_;
  std::vector<std::string> names_;  // the first is what was asked for
};

bool isMentioned(const Mechanism& mechanism, const std::string& name) {
  bool found = false;
  forEachReferring(const_cast<Mechanism&>(mechanism), [&](auto& part) {  // reads only
    for (const std::string* text : referencesOf(part).expressions) found = found || mentions(*text, {name});
  });
  return found;
}

/// Names of the points of the ground at which something is.
std::set<std::string> usedGroundPoints(const Mechanism& mechanism) {
  std::set<std::string> used;
  forEachReferring(const_cast<Mechanism&>(mechanism), [&](auto& part) {  // reads only
    for (const PointRef* ref : referencesOf(part).points)
      if (ref->body == kGround) used.insert(mechanism.ground.points[std::size_t(ref->point)].name);
  });
  return used;
}

}  // namespace

int partCount(const Mechanism& mechanism, Kind kind) {
  if (kind == Kind::Ground) return 1;
  std::size_t count = 0;
  withList(mechanism, kind, [&](const auto& list) { count = list.size(); });
  return int(count);
}

bool exists(const Mechanism& mechanism, const PartRef& part) {
  if (part.kind != Kind::Ground && (part.index < 0 || part.index >= partCount(mechanism, part.kind)))
    return false;
  if (part.point < 0) return part.kind != Kind::None;
  if (part.kind != Kind::Ground && part.kind != Kind::Body) return false;
  return part.point < int(pointsOf(mechanism, bodyOf(part)).size());
}

std::string partName(const Mechanism& mechanism, const PartRef& part) {
  if (!exists(mechanism, part)) return {};
  if (part.point >= 0) return pointsOf(mechanism, bodyOf(part))[std::size_t(part.point)].name;
  if (part.kind == Kind::Ground) return "ground";
  std::string name;
  withList(mechanism, part.kind, [&](const auto& list) { name = list[std::size_t(part.index)].name; });
  return name;
}

std::string uniqueName(const Mechanism& mechanism, const std::string& wanted) {
  return nextFree(takenNames(mechanism), wanted);
}

std::string uniquePointName(const Mechanism& mechanism, int body, const std::string& wanted) {
  return nextFree(pointNames(mechanism, body), wanted);
}

bool mentions(std::string_view expression, const std::vector<std::string>& names) {
  bool found = false;
  replaceSymbols(expression, [&](std::string_view symbol) {
    found = found || std::any_of(names.begin(), names.end(),
                                 [&](const std::string& name) { return isOf(symbol, name); });
    return std::string();
  });
  return found;
}

void requirePartName(const std::string& name) {
  if (!isName(name)) throw InputError("'" + name + "'", tr("cannot be a name"), kNameRule);
}

void renameSymbol(Mechanism& mechanism, const std::string& before, const std::string& after) {
  forEachReferring(mechanism, [&](auto& referring) {
    for (std::string* text : referencesOf(referring).expressions)
      *text = replaceSymbols(
          *text, [&](std::string_view symbol) { return symbol == before ? after : std::string(symbol); });
  });
}

std::vector<std::string> mentioning(const Mechanism& mechanism, const std::string& symbol) {
  std::vector<std::string> users;
  forEachReferring(const_cast<Mechanism&>(mechanism), [&](auto& part) {  // reads only
    const PartReferences references = referencesOf(part);
    if (std::any_of(references.expressions.begin(), references.expressions.end(),
                    [&](const std::string* text) {
                      bool found = false;
                      replaceSymbols(*text, [&](std::string_view used) {
                        return found = found || used == symbol, std::string();
                      });
                      return found;
                    }))
      users.push_back(part.name);
  });
  return users;
}

namespace {

/// The coordinate of `other` in the place of one of `now`: of the same sort, and as many of that sort before
/// it; −1: there is none.
int counterpart(const Joint& now, int coordinate, const Joint& other) {
  const auto sort = coordinateOf(now, coordinate);
  if (!sort) return -1;
  int before = 0;
  for (int k = 0; k < coordinate; ++k) before += coordinateOf(now, k) == sort;
  for (int k = 0; k < coordinateCount(other); ++k)
    if (coordinateOf(other, k) == sort && before-- == 0) return k;
  return -1;
}

/// Which coordinate of a joint a driver or a force is about; null of other parts.
template <typename Part>
int* coordinateNamedBy(Part& part) {
  if constexpr (std::is_same_v<Part, Force>)
    return std::visit([](auto& kind) { return coordinateNamedBy(kind); }, part.kind);
  else if constexpr (requires { part.coordinate; }) return &part.coordinate;
  else return nullptr;
}

template <typename Part>
bool isAbout(Part& part, int joint) {
  return std::ranges::any_of(referencesOf(part).joints, [&](const int* named) { return *named == joint; });
}

}  // namespace

void putJoint(Mechanism& mechanism, int joint, const Joint& other) {
  const Joint now = std::exchange(mechanism.joints[std::size_t(joint)], other);
  std::array<int, kMostJointCoordinates> places;
  std::map<std::string, std::string> renamed;
  for (int k = 0; k < kMostJointCoordinates; ++k) {
    places[std::size_t(k)] = counterpart(now, k, other);
    if (places[std::size_t(k)] < 0) continue;
    for (std::size_t level = 0; level < 2; ++level)
      renamed[now.name + coordinateSymbols(k)[level]] =
          other.name + coordinateSymbols(places[std::size_t(k)])[level];
  }
  forEachReferring(mechanism, [&](auto& part) {
    if (int* coordinate = coordinateNamedBy(part); coordinate && isAbout(part, joint))
      *coordinate = places.at(std::size_t(*coordinate));
    for (std::string* text : referencesOf(part).expressions)
      *text = replaceSymbols(*text, [&](std::string_view symbol) {
        const auto found = renamed.find(std::string(symbol));
        return found == renamed.end() ? std::string(symbol) : found->second;
      });
  });
}

std::vector<std::string> losersBy(const Mechanism& mechanism, int joint, const Joint& other) {
  const Joint& now = mechanism.joints[std::size_t(joint)];
  std::vector<std::string> losers;
  const auto add = [&losers](const std::string& name) {
    if (std::ranges::find(losers, name) == losers.end()) losers.push_back(name);
  };
  const auto addMentioning = [&](const std::string& symbol) {
    for (const std::string& name : mentioning(mechanism, now.name + symbol)) add(name);
  };
  for (int coordinate = 0; coordinate < kMostJointCoordinates; ++coordinate) {
    if (counterpart(now, coordinate, other) >= 0) continue;
    forEachReferring(const_cast<Mechanism&>(mechanism), [&](auto& part) {  // reads only
      const int* named = coordinateNamedBy(part);
      if ((named ? *named : 0) == coordinate && isAbout(part, joint)) add(part.name);
    });
    for (const char* symbol : coordinateSymbols(coordinate)) addMentioning(symbol);
  }
  for (int row = rowCount(mechanism, other); row < rowCount(mechanism, now); ++row)
    addMentioning(".lambda" + std::to_string(row + 1));
  return losers;
}

void renamePart(Mechanism& mechanism, const PartRef& part, const std::string& name) {
  const std::string old = partName(mechanism, part);
  if (name == old || !exists(mechanism, part)) return;
  requireNameOf(part, name);
  const bool isPoint = part.point >= 0;
  const std::set<std::string> taken = isPoint ? pointNames(mechanism, bodyOf(part)) : takenNames(mechanism);
  if (taken.contains(name))
    throw InputError("'" + name + "'", tr("this name is taken"), tr("choose another one"));
  const std::string prefix = isPoint ? partName(mechanism, {part.kind, part.index}) + "." : std::string();
  if (isPoint) pointsOf(mechanism, bodyOf(part))[std::size_t(part.point)].name = name;
  else withList(mechanism, part.kind, [&](auto& list) { list[std::size_t(part.index)].name = name; });
  const std::string before = prefix + old, after = prefix + name;
  forEachReferring(mechanism, [&](auto& referring) { replaceName(referencesOf(referring), before, after); });
  if (!isPoint)
    for (PartGroup& group : mechanism.groups) std::replace(group.parts.begin(), group.parts.end(), old, name);
}

std::vector<std::string> removePart(Mechanism& mechanism, const PartRef& part) {
  if (!exists(mechanism, part) || (part.kind == Kind::Ground && part.point < 0)) return {};
  std::vector<std::string> also = Removal(mechanism, part).run();
  for (PartGroup& group : mechanism.groups)
    std::erase_if(group.parts,
                  [&](const std::string& name) { return findPart(mechanism, name).kind == Kind::None; });
  std::erase_if(mechanism.groups, [](const PartGroup& group) { return group.parts.empty(); });
  return also;
}

std::vector<std::string> removeParts(Mechanism& mechanism, const std::vector<PartRef>& parts) {
  std::set<std::string> wanted;
  // names stay where indices do not
  std::vector<std::pair<PartRef, std::pair<std::string, std::string>>> targets;
  for (const PartRef& part : parts) {
    const std::string owner = partName(mechanism, {part.kind, part.index});
    targets.push_back({part, {owner, part.point >= 0 ? partName(mechanism, part) : std::string()}});
    wanted.insert(owner);
  }
  const std::set<std::string> used = usedGroundPoints(mechanism);
  std::vector<std::string> also;
  for (const auto& [part, names] : targets)
    for (PartRef now{part.kind, 0}; now.index < partCount(mechanism, part.kind); ++now.index) {
      if (partName(mechanism, now) != names.first) continue;
      if (!names.second.empty())
        for (now.point = 0; exists(mechanism, now) && partName(mechanism, now) != names.second;) ++now.point;
      for (const std::string& name : removePart(mechanism, now))
        if (!wanted.contains(name)) also.push_back(name);
      break;
    }
  const std::set<std::string> left = usedGroundPoints(mechanism);
  for (int i = int(mechanism.ground.points.size()) - 1; i >= 0; --i) {
    const std::string name = mechanism.ground.points[std::size_t(i)].name;
    if (used.contains(name) && !left.contains(name) && !isMentioned(mechanism, "ground." + name))
      removePart(mechanism, {Kind::Ground, 0, i});
  }
  return also;
}

PartRef findPart(const Mechanism& mechanism, const std::string& name) {
  for (const Kind kind : {Kind::Body, Kind::Joint, Kind::Driver, Kind::Constraint, Kind::Controller,
                          Kind::Force, Kind::Event, Kind::Output})
    for (PartRef part{kind, 0}; part.index < partCount(mechanism, kind); ++part.index) {
      bool same = false;
      withList(mechanism, kind, [&](const auto& list) { same = list[std::size_t(part.index)].name == name; });
      if (same) return part;
    }
  return {};
}

void groupParts(Mechanism& mechanism, const std::vector<PartRef>& parts, const std::string& name) {
  std::vector<std::string> names;
  for (const PartRef& part : parts)
    if (part.point < 0 && part.kind != Kind::Ground && exists(mechanism, part))
      names.push_back(partName(mechanism, part));
  for (PartGroup& group : mechanism.groups)
    std::erase_if(group.parts, [&](const std::string& member) {
      return std::find(names.begin(), names.end(), member) != names.end();
    });
  if (!name.empty() && !names.empty()) {
    const auto found = std::find_if(mechanism.groups.begin(), mechanism.groups.end(),
                                    [&](const PartGroup& group) { return group.name == name; });
    PartGroup& group =
        found == mechanism.groups.end() ? mechanism.groups.emplace_back(PartGroup{name, {}}) : *found;
    group.parts.insert(group.parts.end(), names.begin(), names.end());
  }
  std::erase_if(mechanism.groups, [](const PartGroup& group) { return group.parts.empty(); });
}

void renameGroup(Mechanism& mechanism, std::size_t place, const std::string& name) {
  if (name.empty()) throw InputError("", tr("a group needs a name"));
  for (std::size_t i = 0; i < mechanism.groups.size(); ++i)
    if (i != place && mechanism.groups[i].name == name)
      throw InputError("'" + name + "'", tr("another group has this name"), tr("choose another one"));
  mechanism.groups.at(place).name = name;
}

PartRef duplicatePart(Mechanism& mechanism, const PartRef& part) {
  PartRef copy{part.kind, 0};
  const std::string old = partName(mechanism, part), name = uniqueName(mechanism, old);
  withList(mechanism, part.kind, [&](auto& list) {
    auto twin = list[std::size_t(part.index)];
    twin.name = name;
    // what it says of itself
    if constexpr (requires { referencesOf(twin); }) replaceName(referencesOf(twin), old, name);
    list.push_back(std::move(twin));
    copy.index = int(list.size()) - 1;
  });
  return copy;
}

}  // namespace holonom
