// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/fields.h"
#include "core/model/part_view.h"
#include "core/model/points_of.h"

namespace holonom {

template <typename Value>
constexpr bool kIsOptional = requires(Value value) {
  value.has_value();
};

/// Where a value that can be edited is.
using ValuePlace = std::variant<bool*, int*, double*, Vector3*, std::string*, PointRef*, std::optional<int>*,
                                std::optional<double>*, std::optional<std::string>*>;
/// A field of what is at a place in a mechanism. `after` puts right what depends on it.
Field& addPlaced(FieldGroup& group, std::string key, std::string label, Field::Kind kind, std::string help,
                 std::function<ValuePlace(Mechanism&)> place, std::function<void(Mechanism&)> after);

/// A field that has no single member behind it.
Field& addField(FieldGroup& group, std::string key, std::string label, Field::Kind kind, std::string help,
                std::function<FieldValue(const Mechanism&)> get,
                std::function<void(Mechanism&, const FieldValue&)> set);

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
    Field& field = addField(
        group_, std::move(key), std::move(label), Field::Kind::Choice, std::move(help),
        [at = at_, member](const Mechanism& m) -> FieldValue {
          return int(at(const_cast<Mechanism&>(m)).*member);
        },
        [at = at_, member, after = after_](Mechanism& m, const FieldValue& value) {
          at(m).*member = static_cast<Value>(std::get<int>(value));
          if (after) after(m);
        });
    field.choices = std::move(choices);
    return field;
  }
  Field& point(std::string key, std::string label, PointRef Owner::*member, std::string help) {
    return add(std::move(key), std::move(label), Field::Kind::Point, member, std::move(help));
  }
  Field& index(std::string key, std::string label, Field::Kind kind, int Owner::*member, std::string help) {
    return add(std::move(key), std::move(label), kind, member, std::move(help));
  }

 private:
  template <typename Value>
  Field& add(std::string key, std::string label, Field::Kind kind, Value Owner::*member, std::string help) {
    Field& field = addPlaced(
        group_, std::move(key), std::move(label), kind, std::move(help),
        [at = at_, member](Mechanism& m) { return &(at(m).*member); }, after_);
    field.optional = kIsOptional<Value>;
    return field;
  }

  FieldGroup& group_;
  At at_;
  std::function<void(Mechanism&)> after_;
};

/// Fields of all values that the part has and that have a meaning where it acts. `at` sees it in a mechanism.
/// `prefix`: of their keys. `turns`: it acts at a joint that turns.
void addDescribed(FieldGroup& group, const Mechanism& mechanism,
                  const std::function<PartView(Mechanism&)>& at, const std::string& prefix = {},
                  bool turns = false);

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
/// The solids that a body in space is made of.
FieldGroups solidFields(const Mechanism& mechanism, int index);
/// Makes a field of a body show what follows from its solids, and refuse other values.
void followSolids(Field& field);
/// "name", which expressions follow.
void addName(FieldGroup& group, const PartRef& part, const std::string& help);

}  // namespace holonom
