// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/model/building.h"
#include "core/model/field_section.h"

namespace holonom {
namespace {

using Component = std::string PathConstraint::*;
constexpr Component kComponents[] = {&PathConstraint::x, &PathConstraint::y, &PathConstraint::z};

/// The directions that are prescribed can be taken away and added, but for the last one.
void addPath(FieldGroup& group, const Mechanism& mechanism, int index) {
  const auto at = [index](Mechanism& m) -> PathConstraint& {
    return std::get<PathConstraint>(m.constraints[std::size_t(index)].kind);
  };
  const auto& path = std::get<PathConstraint>(mechanism.constraints[std::size_t(index)].kind);
  for (Field& field : group.fields) {
    if (field.kind != Field::Kind::Expression) continue;
    field.symbols = Field::Symbols::Time;
    field.remove = [at, component = kComponents[field.key[0] - 'x']](Mechanism& m) {
      PathConstraint fewer = at(m);
      (fewer.*component).clear();
      if (const auto why = fewer.objection()) throw InputError("", why->what, why->inWindow);
      at(m) = fewer;
    };
  }
  const bool inSpace = isSpatial(mechanism, path.point.body);
  for (int k = 0; k < (inSpace ? 3 : 2); ++k) {
    if (!(path.*kComponents[k]).empty()) continue;
    group.addLabel = tr("Prescribe {}", "xyz"[k]);
    group.add = [at, k](Mechanism& m) { at(m).*kComponents[k] = startText(m, at(m).point, k); };
    return;
  }
}

/// The same as one of the other kind: what the path prescribes first as a formula, or the first point that
/// there is, held where it stands.
AnyConstraint ofOtherKind(const Mechanism& m, const Constraint& constraint) {
  if (std::holds_alternative<PathConstraint>(constraint.kind))
    return FormulaConstraint{formulasOf(m, constraint).front().text};
  for (std::size_t body = 0; body < m.bodies.size(); ++body) {
    if (m.bodies[body].points.empty()) continue;
    const PointRef point{int(body), 0};
    return PathConstraint{point, startText(m, point, 0), "", ""};
  }
  throw InputError("", tr("no body has a point"), tr("add a point to the body that is to be moved"));
}

}  // namespace

FieldGroups constraintFields(const Mechanism& mechanism, int index) {
  const Constraint& constraint = mechanism.constraints[std::size_t(index)];
  FieldGroups groups{{Text("Constraint")}};
  addName(groups[0], {PartRef::Kind::Constraint, index},
          tr("Name of the constraint; expressions that use it follow."));
  Field& type = addField(
      groups[0], "type", Text("Kind"), Field::Kind::Choice, Text("What the constraint keeps."),
      [index](const Mechanism& m) -> FieldValue {
        return int(m.constraints[std::size_t(index)].kind.index());
      },
      [index](Mechanism& m, const FieldValue& value) {
        Constraint& changed = m.constraints[std::size_t(index)];
        if (std::get<int>(value) != int(changed.kind.index())) changed.kind = ofOtherKind(m, changed);
      });
  for (const PartKind& kind : constraintKinds()) type.choices.push_back(kind.title);
  type.structural = true;
  addDescribed(groups[0], mechanism,
               [index](Mechanism& m) { return viewOf(m.constraints[std::size_t(index)]); });
  if (std::holds_alternative<PathConstraint>(constraint.kind)) {
    addPath(groups[0], mechanism, index);
    return groups;
  }
  groups[0].fields.back().symbols = Field::Symbols::Constraint;
  groups[0].fields.back().structural = true;
  return groups;
}

}  // namespace holonom
