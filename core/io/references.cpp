// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/io/reader_parts.h"
#include "core/model/part_words.h"

namespace holonom {
namespace {

template <typename Parts>
std::vector<std::string> namesOf(const Parts& parts) {
  std::vector<std::string> names;
  for (const auto& part : parts) names.push_back(part.name);
  return names;
}

}  // namespace

std::string References::newName(const JsonCursor& cursor, PartRef::Kind kind) {
  const bool others = std::exchange(hasNameless_, true);  // until it has its name
  const std::string& name = cursor.name();
  if (name == "ground")
    cursor.fail(tr("the name 'ground' is reserved for the fixed ground"), tr("choose another name"));
  const auto [entry, isNew] = owners_.try_emplace(name, tr("{} at {}", partWords(kind, name), cursor.path()));
  if (!isNew) {
    setAside_.insert(name);  // it may mean this part
    cursor.fail(
        tr("the name '{}' is taken by {}", name, entry->second),
        tr("names must differ among bodies, joints, drivers, controllers, forces and events together"));
  }
  hasNameless_ = others;
  return name;
}

void References::addBody(int index) {
  const std::string name =
      index == kGround ? "ground" : mechanism_.bodies[static_cast<std::size_t>(index)].name;
  const auto& points =
      index == kGround ? mechanism_.ground.points : mechanism_.bodies[static_cast<std::size_t>(index)].points;
  bodies_[name] = index;
  for (std::size_t i = 0; i < points.size(); ++i)
    points_[name + "." + points[i].name] = {index, static_cast<int>(i)};
}

void References::addJoint(int index) {
  joints_[mechanism_.joints[static_cast<std::size_t>(index)].name] = index;
}

void References::setAside(const JsonCursor& part) {
  const JsonValue* name = part.value().object() ? part.value().find("name") : nullptr;
  if (!name || !name->text()) hasNameless_ = true;
  else if (!bodies_.contains(*name->text())) setAside_.insert(*name->text());
}

void References::setGroundAside() { setAside_.insert("ground"); }

void References::requireSound(const JsonCursor& cursor, const std::string& name) const {
  if (hasNameless_ || setAside_.contains(name))
    throw Consequence(cursor.path(), tr("'{}' is not whole", name));
}

int References::bodyNamed(const JsonCursor& cursor, const std::string& name) const {
  if (const auto found = bodies_.find(name); found != bodies_.end()) return found->second;
  requireSound(cursor, name);
  std::vector<std::string> names = namesOf(mechanism_.bodies);
  names.push_back("ground");
  cursor.fail(tr("there is no body '{}'{}", name, didYouMean(name, names)),
              tr("there are {}", quotedList(names)));
}

int References::body(const JsonCursor& cursor) const { return bodyNamed(cursor, cursor.text()); }

PointRef References::point(const JsonCursor& cursor) const {
  const std::string& text = cursor.text();
  if (const auto found = points_.find(text); found != points_.end()) return found->second;
  const auto dot = text.find('.');
  if (dot == std::string::npos)
    cursor.fail(tr("'{}' is no point", text),
                tr("write body.point, for example \"crank.B\" or \"ground.O\""));
  const std::string bodyName = text.substr(0, dot), pointName = text.substr(dot + 1);
  // of a body that is known all points are
  if (!bodies_.contains(bodyName) || setAside_.contains(bodyName)) requireSound(cursor, bodyName);
  const int index = bodyNamed(cursor, bodyName);
  const auto& points =
      index == kGround ? mechanism_.ground.points : mechanism_.bodies[static_cast<std::size_t>(index)].points;
  const std::vector<std::string> names = namesOf(points);
  const auto kind = index == kGround ? PartRef::Kind::Ground : PartRef::Kind::Body;
  cursor.fail(
      tr("{} has no point '{}'{}", partWords(kind, bodyName), pointName, didYouMean(pointName, names)),
      names.empty() ? tr("it has no points yet; add them under its \"points\"")
                    : tr("its points are {}", quotedList(names)));
}

bool References::namesBodyInSpace(const JsonCursor& cursor) const {
  if (cursor.value().array())
    for (std::size_t i = 0; i < cursor.size(); ++i)
      if (namesBodyInSpace(cursor.element(i))) return true;
  const std::string* text = cursor.value().text();
  const auto found = text ? bodies_.find(text->substr(0, text->find('.'))) : bodies_.end();
  return found != bodies_.end() && isSpatial(mechanism_, found->second);
}

std::pair<PointRef, PointRef> References::between(const JsonCursor& cursor) const {
  if (cursor.size() != 2)
    cursor.fail(tr("must be a list of two points, is {}", describeJson(cursor.value())));
  PointRef a, b;
  cursor.readEach(2, [&](std::size_t i) { (i == 0 ? a : b) = point(cursor.element(i)); });
  if (a.body == b.body)
    cursor.fail(a.body == kGround ? tr("connects ground to itself")
                                  : tr("connects body '{}' to itself",
                                       mechanism_.bodies[static_cast<std::size_t>(a.body)].name),
                tr("give points of two different bodies"));
  return {a, b};
}

int References::joint(const JsonCursor& cursor) const {
  const std::string& name = cursor.text();
  if (const auto found = joints_.find(name); found != joints_.end()) return found->second;
  requireSound(cursor, name);
  const std::vector<std::string> names = namesOf(mechanism_.joints);
  cursor.fail(tr("there is no joint '{}'{}", name, didYouMean(name, names)),
              !names.empty()      ? tr("there are {}", quotedList(names))
              : setAside_.empty() ? tr("the model has no joints")
                                  : tr("mend the others first"));
}

}  // namespace holonom
