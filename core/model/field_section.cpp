// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/field_section.h"

#include <algorithm>

namespace holonom {
namespace {

constexpr auto valueAt = []<typename Value>(const Value* value) -> FieldValue {
  if constexpr (kIsOptional<Value>) return *value ? FieldValue(**value) : FieldValue();
  else return *value;
};

template <typename Value>
void take(Value& target, const FieldValue& value) {
  target = std::get<Value>(value);
}
template <typename Value>
void take(std::optional<Value>& target, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) target.reset();
  else target = std::get<Value>(value);
}

void requireWhole(const PartView& part) {
  if (const auto& why = part.objection) throw InputError("", why->what, why->inWindow);
}

/// Refuses two ends on one body.
void requireTwoBodies(const Mechanism& mechanism, const EndPoints<void>& ends) {
  if (ends.a->body != ends.b->body) return;
  const int body = ends.a->body;
  const std::string name = body == kGround ? tr("ground") : mechanism.bodies[std::size_t(body)].name;
  throw InputError("", tr("this connects {} to itself", name), tr("choose points of two different bodies"));
}

/// Makes the field, or the fields, of a value of a part, the i-th. `at` sees the part in a mechanism.
struct ValueField {
  FieldGroup& group;
  const Mechanism& mechanism;
  const std::function<PartView(Mechanism&)>& at;
  const PartValue& value;
  std::size_t i;
  std::string key, unit;
  bool inSpace;

  void operator()(double*) const { number<double>(); }
  void operator()(std::optional<double>*) const {
    number<std::optional<double>>().optional = value.presence != Presence::Required;
  }
  void operator()(Vector3*) const {
    const auto place = memberOf<Vector3*>();
    Field& field = add(Field::Kind::Vector, place);
    field.unit = unit;
    field.range = value.range;
    field.inSpace = inSpace;
    if (!value.isDirection) return;
    field.set = [place, label = value.label, inSpace = inSpace](Mechanism& m, const FieldValue& given) {
      const auto unit = unitDirection(std::get<Vector3>(given));
      if (!unit)
        throw InputError(label, tr("its length is 0"),
                         tr("give a direction such as {}", inSpace ? "0, 0, 1" : "1, 0"));
      *place(m) = *unit;
    };
  }
  void operator()(PointRef*) const { add(Field::Kind::Point, memberOf<PointRef*>()); }
  void operator()(const EndPoints<void>& ends) const {
    const auto there = memberOf<EndPoints<void>>();
    const auto after = [there](Mechanism& m) { requireTwoBodies(m, there(m)); };
    addPlaced(
        group, key + ".0", value.label, Field::Kind::Point, value.help,
        [there](Mechanism& m) { return there(m).a; }, after);
    addPlaced(
        group, key + ".1", ends.second, Field::Kind::Point, value.help,
        [there](Mechanism& m) { return there(m).b; }, after);
  }
  void operator()(const BodyIndex<void>&) const {
    add(Field::Kind::Body, [there = memberOf<BodyIndex<void>>()](Mechanism& m) { return there(m).index; });
  }
  void operator()(const JointIndex<void>&) const {
    const auto there = memberOf<JointIndex<void>>();
    Field& field = add(Field::Kind::Joint, [there](Mechanism& m) { return there(m).index; });
    field.structural = true;
    field.set = [set = field.set, part = at](Mechanism& m, const FieldValue& given) {
      set(m, given);
      for (const PartValue& other : part(m).values)  // another joint may have one coordinate only
        if (const auto* coordinate = std::get_if<CoordinateNumber<void>>(&other.member))
          if (!isDrivable(m, m.joints[std::size_t(*coordinate->joint)], *coordinate->number))
            *coordinate->number = 0;
    };
  }
  /// Only where there is a choice.
  void operator()(const CoordinateNumber<void>& coordinate) const {
    if (*coordinate.joint < 0) return;
    const Joint& joint = mechanism.joints[std::size_t(*coordinate.joint)];
    if (!isDrivable(mechanism, joint, 1)) return;
    const auto there = memberOf<CoordinateNumber<void>>();
    Field& field = add(Field::Kind::Choice, [there](Mechanism& m) { return there(m).number; });
    field.choices = coordinateWords(joint);
    field.structural = true;
  }
  void operator()(const Formulas<void>& formulas) const {
    const std::size_t count = formulas.where(inSpace).size();
    const auto there = memberOf<Formulas<void>>();
    for (std::size_t k = 0; k < count; ++k) {
      Field& field =
          add(Field::Kind::Expression, [there, k](Mechanism& m) { return there(m).where(true)[k]; });
      field.unit = unit;
      if (count == 1) continue;
      field.key.append(".").append(std::to_string(k));
      field.label.append(" ").push_back("xyz"[k]);
    }
  }
  void operator()(const GivenAxes<void>&) const {
    const auto there = memberOf<GivenAxes<void>>();
    const std::vector<PointRef> points = inSpace ? allPoints(mechanism) : std::vector<PointRef>();
    Field& field = addField(
        group, key, value.label, Field::Kind::Choice, value.help,
        [there, points, inSpace = inSpace](const Mechanism& m) -> FieldValue {
          const GivenAxes<void> axes = there(const_cast<Mechanism&>(m));
          if (!inSpace || !*axes.point) return int(*axes.bodyFixed);
          return int(2 + (std::find(points.begin(), points.end(), **axes.point) - points.begin()));
        },
        [there, points, inSpace = inSpace, after = after()](Mechanism& m, const FieldValue& given) {
          const int choice = std::get<int>(given);
          const GivenAxes<void> axes = there(m);
          *axes.bodyFixed = choice == 1;
          if (inSpace)
            *axes.point = choice < 2 ? std::nullopt : std::optional(points.at(std::size_t(choice - 2)));
          after(m);
        });
    field.choices = {tr("fixed in space"), tr("turns with the body")};
    for (const PointRef& point : points)
      field.choices.push_back(tr("along the axes of {}", nameOf(mechanism, point)));
  }

 private:
  /// Where the value is in a mechanism.
  template <typename Value>
  std::function<Value(Mechanism&)> memberOf() const {
    return [at = at, i = i](Mechanism& m) { return std::get<Value>(at(m).values.at(i).member); };
  }
  std::function<void(Mechanism&)> after() const {
    return [at = at](Mechanism& m) { requireWhole(at(m)); };
  }
  Field& add(Field::Kind kind, std::function<ValuePlace(Mechanism&)> place) const {
    return addPlaced(group, key, value.label, kind, value.help, std::move(place), after());
  }
  template <typename Value>
  Field& number() const {
    Field& field = add(Field::Kind::Number, memberOf<Value*>());
    field.unit = unit;
    field.range = value.range;
    return field;
  }
};

}  // namespace

Field& addPlaced(FieldGroup& group, std::string key, std::string label, Field::Kind kind, std::string help,
                 std::function<ValuePlace(Mechanism&)> place, std::function<void(Mechanism&)> after) {
  return addField(
      group, std::move(key), std::move(label), kind, std::move(help),
      [place](const Mechanism& m) { return std::visit(valueAt, place(const_cast<Mechanism&>(m))); },
      [place, after = std::move(after)](Mechanism& m, const FieldValue& value) {
        std::visit([&](auto* target) { take(*target, value); }, place(m));
        if (after) after(m);
      });
}

void addDescribed(FieldGroup& group, const Mechanism& mechanism,
                  const std::function<PartView(Mechanism&)>& at, const std::string& prefix, bool turns) {
  const PartView part = at(const_cast<Mechanism&>(mechanism));  // reads only
  const bool inSpace = part.isInSpace(mechanism);
  for (std::size_t i = 0; i < part.values.size(); ++i) {
    const PartValue& value = part.values[i];
    if (value.applies(inSpace))
      std::visit(ValueField{group, mechanism, at, value, i, prefix + value.key,
                            turns && *value.turning ? value.turning : value.unit, inSpace},
                 value.member);
  }
}

}  // namespace holonom
