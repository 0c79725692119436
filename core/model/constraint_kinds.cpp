// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/constraint_kinds.h"

#include "core/model/mechanism.h"

namespace holonom {

PartKind FormulaConstraint::describe() {
  return {"formula", Text("constraint by formula"), Text("A formula of the motion is zero at all times.")};
}
std::vector<Described<FormulaConstraint>> FormulaConstraint::values() {
  return {{"formula", Text("Is zero"), "",
           Text("A formula of the time, the parameters, positions and velocities, for example bead.y - "
                "bead.x^2; with velocities it is a constraint on these."),
           Formulas<FormulaConstraint>{{&FormulaConstraint::formula}}, kAnyNumber, Presence::Required}};
}

PartKind PathConstraint::describe() {
  return {"path", Text("path of a point"), Text("A point of a body is moved along a path in time.")};
}
std::vector<Described<PathConstraint>> PathConstraint::values() {
  const auto component = [](const char* key, const Text& label, std::string PathConstraint::*text,
                            bool (*given)(const PathConstraint&)) {
    Described<PathConstraint> value{
        key, label, "m", Text("Where the point is, a formula of the time t and the parameters; empty: free."),
        Formulas<PathConstraint>{{text}}};
    value.when = given;
    return value;
  };
  return {
      {"point", Text("Point"), "", Text("The point of a body that is moved."), &PathConstraint::point,
       kAnyNumber, Presence::Required},
      component("x", Text("Path x"), &PathConstraint::x, [](const auto& path) { return !path.x.empty(); }),
      component("y", Text("Path y"), &PathConstraint::y, [](const auto& path) { return !path.y.empty(); }),
      component("z", Text("Path z"), &PathConstraint::z, [](const auto& path) { return !path.z.empty(); })};
}
std::optional<Objection> PathConstraint::objection() const {
  if (point.body == kGround)
    return Objection{"point", Text("a point of the ground does not move"), Text("give a point of a body"),
                     Text("choose a point of a body")};
  if (x.empty() && y.empty() && z.empty())
    return Objection{"", Text("the path prescribes nothing"),
                     Text("give \"x\", \"y\" or \"z\" as a formula of t"),
                     Text("give x, y or z as a formula of t")};
  return {};
}

std::span<const PartKind> constraintKinds() {
  static const std::vector<PartKind> kinds{FormulaConstraint::describe(), PathConstraint::describe()};
  return kinds;
}

std::vector<ConstraintFormula> formulasOf(const Mechanism& mechanism, const Constraint& constraint) {
  if (const auto* own = std::get_if<FormulaConstraint>(&constraint.kind)) return {{"formula", own->formula}};
  const auto& path = std::get<PathConstraint>(constraint.kind);
  std::vector<ConstraintFormula> formulas;
  const auto add = [&](const char* axis, const std::string& place) {
    if (!place.empty())
      formulas.push_back({axis, "(" + place + ") - " + nameOf(mechanism, path.point) + "." + axis});
  };
  add("x", path.x), add("y", path.y), add("z", path.z);
  return formulas;
}

}  // namespace holonom
