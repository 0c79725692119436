// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/model/described.h"

/// What keeps a mechanism to a motion by formulas, beside joints and drivers. A kind is a plain value and
/// tells all that the program knows of it, besides its rows (core/dynamics/formula_rows.h).
namespace holonom {

/// An expression of constraintSymbols() that is zero at all times: holonomic where it has positions and the
/// time only, else nonholonomic. λ: its force on every coordinate is −λ times the slope by it, of a
/// nonholonomic one by its velocity.
struct FormulaConstraint {
  std::string formula = "0";
  bool operator==(const FormulaConstraint&) const = default;

  static PartKind describe();
  static std::vector<Described<FormulaConstraint>> values();
};

/// A point of a body is moved along a path. λ: one component of the force on it for each that is given.
struct PathConstraint {
  PointRef point;
  std::string x, y, z;  ///< where it is, ground axes, m: expressions of t; empty: free
  bool operator==(const PathConstraint&) const = default;

  static PartKind describe();
  static std::vector<Described<PathConstraint>> values();
  std::optional<Objection> objection() const;
};

using AnyConstraint = std::variant<FormulaConstraint, PathConstraint>;

/// All kinds, in the order of AnyConstraint.
std::span<const PartKind> constraintKinds();

struct Constraint {
  std::string name;
  AnyConstraint kind;
  bool operator==(const Constraint&) const = default;
};

struct Mechanism;

/// One row of a constraint: what is zero.
struct ConstraintFormula {
  const char* name;  ///< in reports
  std::string text;
};
std::vector<ConstraintFormula> formulasOf(const Mechanism& mechanism, const Constraint& constraint);

}  // namespace holonom
