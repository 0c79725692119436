// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/fields.h"
#include "core/model/points_of.h"

namespace holonom {

/// Builds fields from members of one owner: Section<Body> body(group, at); body.number("mass", …,
/// &Body::mass). `at` finds the owner in a mechanism; `after` puts right what depends on a changed member.
template <typename Owner>
class Section {
 public:
  using At = std::function<Owner&(Mechanism&)>;
  Section(FieldGroup& group, At at, std::function<void(Mechanism&)> after = {})
      : group_(group), at_(std::move(at)), after_(std::move(after)) {}

  template <typename Value>
  Field& number(std::string key, std::string label, std::string unit, FieldRange range, Value Owner::*member,
                std::string help) {
    Field& field =
        add(std::move(key), std::move(label),
            std::is_same_v<Value, int> || std::is_same_v<Value, std::optional<int>> ? Field::Kind::Integer
                                                                                    : Field::Kind::Number,
            member, std::move(help));
    field.unit = std::move(unit);
    field.range = range;
    return field;
  }
  Field& vector(std::string key, std::string label, std::string unit, Vector3 Owner::*member,
                std::string help) {
    Field& field = add(std::move(key), std::move(label), Field::Kind::Vector, member, std::move(help));
    field.unit = std::move(unit);
    return field;
  }
  template <typename Value>
  Field& text(std::string key, std::string label, Value Owner::*member, std::string help) {
    return add(std::move(key), std::move(label), Field::Kind::Text, member, std::move(help));
  }
  Field& expression(std::string key, std::string label, std::string unit, std::string Owner::*member,
                    std::string help, Field::Symbols symbols = Field::Symbols::State) {
    Field& field = add(std::move(key), std::move(label), Field::Kind::Expression, member, std::move(help));
    field.unit = std::move(unit);
    field.symbols = symbols;
    return field;
  }
  Field& flag(std::string key, std::string label, bool Owner::*member, std::string help) {
    return add(std::move(key), std::move(label), Field::Kind::Flag, member, std::move(help));
  }
  /// Of an enumeration (or a flag with two names), in its order.
  template <typename Value>
  Field& choice(std::string key, std::string label, std::vector<std::string> choices, Value Owner::*member,
                std::string help) {
    Field field = begin(std::move(key), std::move(label), Field::Kind::Choice, std::move(help));
    field.choices = std::move(choices);
    field.get = [at = at_, member](const Mechanism& m) {
      return FieldValue(int(at(const_cast<Mechanism&>(m)).*member));
    };
    field.set = [at = at_, member, after = after_](Mechanism& m, const FieldValue& value) {
      at(m).*member = static_cast<Value>(std::get<int>(value));
      if (after) after(m);
    };
    return keep(std::move(field));
  }
  Field& point(std::string key, std::string label, PointRef Owner::*member, std::string help) {
    return add(std::move(key), std::move(label), Field::Kind::Point, member, std::move(help));
  }
  Field& index(std::string key, std::string label, Field::Kind kind, int Owner::*member, std::string help) {
    return add(std::move(key), std::move(label), kind, member, std::move(help));
  }

 private:
  static Field begin(std::string key, std::string label, Field::Kind kind, std::string help) {
    Field field;
    field.key = std::move(key);
    field.label = std::move(label);
    field.kind = kind;
    field.help = std::move(help);
    return field;
  }
  Field& keep(Field field) { return group_.fields.emplace_back(std::move(field)); }

  template <typename Value>
  Field& add(std::string key, std::string label, Field::Kind kind, Value Owner::*member, std::string help) {
    Field field = begin(std::move(key), std::move(label), kind, std::move(help));
    constexpr bool isOptional = requires(Value v) { v.has_value(); };
    field.optional = isOptional;
    field.get = [at = at_, member](const Mechanism& m) -> FieldValue {  // reads only
      const Value& value = at(const_cast<Mechanism&>(m)).*member;
      if constexpr (isOptional) return value ? FieldValue(*value) : FieldValue();
      else return value;
    };
    field.set = [at = at_, member, after = after_](Mechanism& m, const FieldValue& value) {
      Value& target = at(m).*member;
      if constexpr (isOptional) {
        if (std::holds_alternative<std::monostate>(value)) target.reset();
        else target = std::get<typename Value::value_type>(value);
      } else {
        target = std::get<Value>(value);
      }
      if (after) after(m);
    };
    return keep(std::move(field));
  }

  FieldGroup& group_;
  At at_;
  std::function<void(Mechanism&)> after_;
};

/// Refuses two ends on one body.
void requireTwoBodies(const Mechanism& mechanism, const PointRef& a, const PointRef& b);

/// Makes the field, or the fields, of a value that a kind of part describes. `at` finds the part.
template <typename Part>
class DescribedField {
 public:
  using At = typename Section<Part>::At;
  DescribedField(FieldGroup& group, const At& at, const Described<Part>& value, const std::string& prefix,
                 bool turns, bool inSpace, const Mechanism* mechanism)
      : group_(group), at_(at), section_(group, at, [at](Mechanism& m) { requireWhole(at(m)); }),
        value_(value), key_(prefix + value.key), unit_(turns && *value.turning ? value.turning : value.unit),
        inSpace_(inSpace), mechanism_(mechanism) {}

  void operator()(double Part::*member) { number(member); }
  void operator()(std::optional<double> Part::*member) {
    number(member).optional = value_.presence != Presence::Required;
  }
  void operator()(Vector3 Part::*member) {
    Field& field = section_.vector(key_, value_.label, unit_, member, value_.help);
    field.range = value_.range;
    field.inSpace = inSpace_;
    if (!value_.isDirection) return;
    field.set = [at = at_, member, label = value_.label, inSpace = inSpace_](Mechanism& m,
                                                                             const FieldValue& given) {
      const auto unit = unitDirection(std::get<Vector3>(given));
      if (!unit)
        throw InputError(label, tr("its length is 0"),
                         tr("give a direction such as {}", inSpace ? "0, 0, 1" : "1, 0"));
      at(m).*member = *unit;
    };
  }
  void operator()(PointRef Part::*member) { section_.point(key_, value_.label, member, value_.help); }
  void operator()(const EndPoints<Part>& ends) {
    Section<Part> section(
        group_, at_, [at = at_, ends](Mechanism& m) { requireTwoBodies(m, at(m).*ends.a, at(m).*ends.b); });
    section.point(key_ + ".0", value_.label, ends.a, value_.help);
    section.point(key_ + ".1", ends.second, ends.b, value_.help);
  }
  void operator()(const BodyIndex<Part>& body) {
    section_.index(key_, value_.label, Field::Kind::Body, body.index, value_.help);
  }
  void operator()(const JointIndex<Part>& joint) {
    section_.index(key_, value_.label, Field::Kind::Joint, joint.index, value_.help).structural = true;
  }
  void operator()(const Formulas<Part>& formulas) {
    const auto texts = formulas.where(inSpace_);
    const bool single = texts.size() == 1;
    for (std::size_t i = 0; i < texts.size(); ++i)
      section_.expression(single ? key_ : key_ + "." + std::to_string(i),
                          single ? value_.label.str() : value_.label.str() + " " + "xyz"[i], unit_, texts[i],
                          value_.help);
  }
  void operator()(const Words<Part>& words) {
    section_.choice(key_, value_.label, {words.shown[0], words.shown[1]}, words.flag, value_.help);
  }
  void operator()(const GivenAxes<Part>& axes) {
    Field& field = section_.choice(key_, value_.label, {tr("fixed in space"), tr("turns with the body")},
                                   axes.bodyFixed, value_.help);
    if (!inSpace_ || !mechanism_) return;
    const std::vector<PointRef> points = allPoints(*mechanism_);
    for (const PointRef& point : points)
      field.choices.push_back(tr("along the axes of {}", nameOf(*mechanism_, point)));
    field.get = [at = at_, axes, points, words = field.get](const Mechanism& m) -> FieldValue {
      const auto& point = at(const_cast<Mechanism&>(m)).*axes.point;
      if (!point) return words(m);
      return int(2 + (std::find(points.begin(), points.end(), *point) - points.begin()));
    };
    field.set = [at = at_, axes, points](Mechanism& m, const FieldValue& value) {
      const int choice = std::get<int>(value);
      Part& part = at(m);
      part.*axes.bodyFixed = choice == 1;
      part.*axes.point =
          choice < 2 ? std::nullopt : std::optional(points.at(static_cast<std::size_t>(choice - 2)));
      requireWhole(part);
    };
  }

 private:
  static void requireWhole(const Part& part) {
    if constexpr (requires { part.objection(); })
      if (const auto why = part.objection()) throw InputError("", why->what, why->inWindow);
  }
  template <typename Value>
  Field& number(Value Part::*member) {
    return section_.number(key_, value_.label, unit_, value_.range, member, value_.help);
  }

  FieldGroup& group_;
  const At& at_;
  Section<Part> section_;
  const Described<Part>& value_;
  std::string key_, unit_;
  bool inSpace_;
  const Mechanism* mechanism_;
};

/// What a kind of part says of its values. `prefix`: of their keys. `turns`: it acts at a joint that turns.
/// `inSpace`: the part is there. `mechanism`: for values that choose among its points.
template <typename Part>
void addDescribed(FieldGroup& group, const typename Section<Part>::At& at,
                  const std::vector<Described<Part>>& values, const std::string& prefix = {},
                  bool turns = false, bool inSpace = false, const Mechanism* mechanism = nullptr) {
  for (const Described<Part>& value : values)
    std::visit(DescribedField<Part>(group, at, value, prefix, turns, inSpace, mechanism), value.member);
}

/// Parts of fieldsOf().
using FieldGroups = std::vector<FieldGroup>;
FieldGroups bodyFields(const Mechanism& mechanism, int index);
FieldGroups jointFields(const Mechanism& mechanism, int index);
FieldGroups driverFields(const Mechanism& mechanism, int index);
FieldGroups constraintFields(const Mechanism& mechanism, int index);
FieldGroups controllerFields(const Mechanism& mechanism, int index);
FieldGroups forceFields(const Mechanism& mechanism, int index);
FieldGroups pointFields(const Mechanism& mechanism, const PartRef& point);
FieldGroups mechanismFields(const Mechanism& mechanism);
/// The list of points of a body or of the ground.
FieldGroup pointList(const Mechanism& mechanism, const PartRef& owner);
/// "name", which expressions follow.
void addName(FieldGroup& group, const PartRef& part, const std::string& help);
/// A field that has no single member behind it.
Field& addField(FieldGroup& group, std::string key, std::string label, Field::Kind kind, std::string help,
                std::function<FieldValue(const Mechanism&)> get,
                std::function<void(Mechanism&, const FieldValue&)> set);

}  // namespace holonom
