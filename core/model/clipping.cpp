// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/clipping.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/symbol_text.h"
#include "core/base/text.h"
#include "core/model/editing.h"
#include "core/model/part_references.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;
using Parts = std::set<std::pair<Kind, int>>;

/// Calls visit(kind, list) for every list of parts.
template <typename AnyMechanism, typename Visit>
void forEachList(AnyMechanism& m, Visit&& visit) {
  visit(Kind::Body, m.bodies), visit(Kind::Joint, m.joints), visit(Kind::Driver, m.drivers),
      visit(Kind::Constraint, m.constraints), visit(Kind::Controller, m.controllers);
  visit(Kind::Force, m.forces), visit(Kind::Event, m.events), visit(Kind::Output, m.outputs);
}

template <typename Part>
PartReferences referencesIn(Part& part) {
  if constexpr (requires { referencesOf(part); }) return referencesOf(part);
  else return {};
}

/// Names that an expression uses, without what follows a dot.
void addNames(const std::string& expression, std::set<std::string>& names) {
  replaceSymbols(expression, [&](std::string_view symbol) {
    names.emplace(symbol.substr(0, symbol.find('.')));
    return std::string();
  });
}

/// What the parts need, joint by joint and name by name, until nothing is missing.
class Closure {
 public:
  Closure(Mechanism& m, Parts parts) : m_(m), parts_(std::move(parts)) {
    forEachList(m_, [this](Kind kind, auto& list) {
      for (std::size_t i = 0; i < list.size(); ++i) byName_.try_emplace(list[i].name, kind, int(i));
    });
    addBetween();
    for (std::size_t before = 0; before != parts_.size();) {
      before = parts_.size();
      for (const auto& part : Parts(parts_)) addNeeds(part);
    }
  }
  const Parts& parts() const { return parts_; }
  const Parts& between() const { return between_; }
  const std::set<PointRef, bool (*)(const PointRef&, const PointRef&)>& groundPoints() const {
    return groundPoints_;
  }
  const std::set<std::string>& names() const { return names_; }

 private:
  bool hasBody(int body) const { return parts_.contains({Kind::Body, body}); }

  void addBetween() {
    const auto add = [this](Kind kind, auto& list) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        std::set<int> bodies;
        const PartReferences references = referencesOf(list[i]);
        for (const PointRef* point : references.points) bodies.insert(point->body);
        for (const int* body : references.bodies) bodies.insert(*body);
        if (bodies.size() > 1 &&
            std::all_of(bodies.begin(), bodies.end(), [this](int body) { return hasBody(body); }))
          between_.insert({kind, int(i)});
      }
    };
    add(Kind::Joint, m_.joints);
    add(Kind::Force, m_.forces);
    parts_.insert(between_.begin(), between_.end());
  }

  void addNeeds(const std::pair<Kind, int>& part) {
    forEachList(m_, [&](Kind kind, auto& list) {
      if (kind != part.first) return;
      const PartReferences references = referencesIn(list[std::size_t(part.second)]);
      for (const PointRef* point : references.points)
        if (point->body == kGround) groundPoints_.insert(*point);
        else parts_.insert({Kind::Body, point->body});
      for (const int* body : references.bodies)
        if (*body != kGround) parts_.insert({Kind::Body, *body});
      for (const int* joint : references.joints) parts_.insert({Kind::Joint, *joint});
      for (const std::string* text : references.expressions) addNames(*text, names_);
    });
    for (const std::string& name : names_)
      if (const auto found = byName_.find(name); found != byName_.end()) parts_.insert(found->second);
  }

  Mechanism& m_;
  Parts parts_, between_;
  std::map<std::string, std::pair<Kind, int>> byName_;
  std::set<PointRef, bool (*)(const PointRef&, const PointRef&)> groundPoints_{
      [](const PointRef& a, const PointRef& b) { return a.point < b.point; }};
  std::set<std::string> names_;
};

/// Where indices lead after parts have moved from one mechanism to another.
struct Moved {
  std::map<int, int> bodies, joints, groundPoints;

  void apply(const PartReferences& references) const {
    for (PointRef* point : references.points) {
      if (point->body == kGround) point->point = groundPoints.at(point->point);
      else point->body = bodies.at(point->body);
    }
    for (int* body : references.bodies)
      if (*body != kGround) *body = bodies.at(*body);
    for (int* joint : references.joints) *joint = joints.at(*joint);
  }
};

/// Adds the parts of a clipping to a mechanism.
class Pasting {
 public:
  Pasting(Mechanism& m, const Clipping& clipping, const Vector2& offset)
      : m_(m), clipping_(clipping), offset_(offset) {
    for (const PartRef& part : clipping.wanted) wanted_.insert({part.kind, part.index});
  }

  std::vector<PartRef> run() {
    addParameters();
    Mechanism source = clipping_.parts;
    forEachList(source, [this](Kind kind, auto& list) {
      for (std::size_t i = 0; i < list.size(); ++i) add(kind, int(i), list[i]);
    });
    renameInExpressions();
    std::vector<PartRef> result;
    for (const PartRef& part : clipping_.wanted)
      result.push_back({part.kind, places_.at({part.kind, part.index})});
    return result;
  }

 private:
  void addParameters() {
    for (const auto& [name, value] : clipping_.parts.parameters) {
      const auto same = std::find(m_.parameters.begin(), m_.parameters.end(), std::pair(name, value));
      if (same != m_.parameters.end()) continue;
      const std::string free = uniqueName(m_, name);
      m_.parameters.emplace_back(free, value);
      if (free != name) renamedParameters_[name] = free;
    }
  }

  int groundPoint(int place, bool moved) {
    const Point& point = clipping_.parts.ground.points[std::size_t(place)];
    const Vector3 position = moved ? Vector3(point.position + offset_) : point.position;
    auto& points = m_.ground.points;
    const auto same = std::find_if(points.begin(), points.end(), [&](const Point& there) {
      return there.position == position && there.axis == point.axis && there.angle == point.angle;
    });
    if (same != points.end()) return int(same - points.begin());
    points.push_back({uniquePointName(m_, kGround, point.name), position, false, point.axis, point.angle});
    return int(points.size()) - 1;
  }

  /// A part beside others that were added moves with them; one that hangs on what was there stays.
  Moved placesFor(const PartReferences& references) {
    bool beside = false;
    for (const PointRef* point : references.points)
      beside = beside || added_.contains({Kind::Body, point->body});
    Moved moved = moved_;
    for (const PointRef* point : references.points)
      if (point->body == kGround) moved.groundPoints[point->point] = groundPoint(point->point, beside);
    return moved;
  }

  template <typename Part>
  void add(Kind kind, int index, Part& part) {
    const std::string old = part.name;
    placesFor(referencesIn(part)).apply(referencesIn(part));
    auto& list = listOf<Part>();
    const auto twin = std::find(list.begin(), list.end(), part);
    const bool isNew = wanted_.contains({kind, index}) || twin == list.end();
    int place = int(twin - list.begin());
    if (isNew) {
      part.name = uniqueName(m_, old);
      if constexpr (std::is_same_v<Part, Body>) part.position += offset_;
      if constexpr (std::is_same_v<Part, Driver>) requireNotDriven(part);
      list.push_back(part);
      place = int(list.size()) - 1;
      if (part.name != old) renamed_[old] = part.name;
      fresh_.insert({kind, place});
    }
    places_[{kind, index}] = place;
    if (kind == Kind::Body) moved_.bodies[index] = place;
    if (kind == Kind::Body && isNew) added_.insert({kind, index});
    if (kind == Kind::Joint) moved_.joints[index] = place;
  }

  void requireNotDriven(const Driver& added) const {
    for (const Driver& driver : m_.drivers)
      if (driver.joint == added.joint && driver.coordinate == added.coordinate)
        throw InputError(m_.joints[std::size_t(added.joint)].name,
                         tr("the joint is driven by '{}' already", driver.name),
                         tr("a joint can have one driver; copy the joint as well"));
  }

  template <typename Part>
  std::vector<Part>& listOf() {
    std::vector<Part>* found = nullptr;
    forEachList(m_, [&](Kind, auto& list) {
      if constexpr (std::is_same_v<std::decay_t<decltype(list)>, std::vector<Part>>) found = &list;
    });
    return *found;
  }

  void renameInExpressions() {
    if (renamed_.empty() && renamedParameters_.empty()) return;
    forEachList(m_, [this](Kind kind, auto& list) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (!fresh_.contains({kind, int(i)})) continue;
        for (std::string* text : referencesIn(list[i]).expressions)
          *text = replaceSymbols(*text, [this](std::string_view symbol) {
            const auto dot = std::min(symbol.find('.'), symbol.size());
            const auto& names = dot < symbol.size() ? renamed_ : renamedParameters_;
            const auto found = names.find(std::string(symbol.substr(0, dot)));
            return found == names.end() ? std::string(symbol)
                                        : found->second + std::string(symbol.substr(dot));
          });
      }
    });
  }

  Mechanism& m_;
  const Clipping& clipping_;
  Vector3 offset_;
  Parts wanted_;
  Parts added_;  // bodies of the clipping that were added, by their index there
  Parts fresh_;  // parts that are new, by their index in the mechanism
  std::map<std::pair<Kind, int>, int> places_;
  std::map<std::string, std::string> renamed_, renamedParameters_;
  Moved moved_;
};

}  // namespace

Clipping clip(const Mechanism& mechanism, const std::vector<PartRef>& parts) {
  Mechanism source = mechanism;
  Parts wanted;
  for (const PartRef& part : parts)
    if (exists(mechanism, part) && part.point < 0 && part.kind != Kind::Ground)
      wanted.insert({part.kind, part.index});
  const Closure closure(source, wanted);
  Clipping clipping;
  Mechanism& target = clipping.parts;
  target.gravity = mechanism.gravity;
  for (const auto& [name, value] : mechanism.parameters)
    if (closure.names().contains(name)) target.parameters.emplace_back(name, value);
  Moved moved;
  for (const PointRef& point : closure.groundPoints()) {
    moved.groundPoints[point.point] = int(target.ground.points.size());
    target.ground.points.push_back(mechanism.ground.points[std::size_t(point.point)]);
  }
  forEachList(target, [&](Kind kind, auto& into) {
    forEachList(source, [&](Kind sourceKind, auto& list) {
      if constexpr (std::is_same_v<decltype(into), decltype(list)>) {
        if (kind != sourceKind) return;
        for (std::size_t i = 0; i < list.size(); ++i) {
          const std::pair<Kind, int> part{kind, int(i)};
          if (!closure.parts().contains(part)) continue;
          const int place = int(into.size());
          if (kind == Kind::Body) moved.bodies[int(i)] = place;
          if (kind == Kind::Joint) moved.joints[int(i)] = place;
          moved.apply(referencesIn(list[i]));
          into.push_back(list[i]);
          if (wanted.contains(part) || closure.between().contains(part))
            clipping.wanted.push_back({kind, place});
        }
      }
    });
  });
  return clipping;
}

std::vector<PartRef> paste(Mechanism& mechanism, const Clipping& clipping, const Vector2& offset) {
  return Pasting(mechanism, clipping, offset).run();
}

}  // namespace holonom
