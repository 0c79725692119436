// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/units.h"
#include "core/model/described.h"
#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

/// What can be said about a part, one by one: the list from which panels, tables and tests are made. A new
/// member of the model becomes visible and editable by a line in one of the *_fields.cpp.
namespace holonom {

/// Nothing (an optional value that is absent), a flag, a whole number or a place in a list (choice, body,
/// joint), a number in SI units, a vector, a text or expression, a point.
using FieldValue = std::variant<std::monostate, bool, int, double, Vector3, std::string, PointRef>;

/// One value of a part. It knows how to find it in any mechanism that has the part; it must be dropped when
/// parts come or go.
struct Field {
  enum class Kind { Number, Integer, Vector, Text, Name, Expression, Choice, Flag, Point, Body, Joint };
  /// What an expression may use besides the parameters: t; stateSymbols(); constraintSymbols(); those before
  /// a signal; outputSymbols().
  enum class Symbols { Time, State, Constraint, BeforeSignal, Output };

  std::string key;    ///< its place in the object of the model file: "pose.position", "between.0"
  std::string label;  ///< in engineers' words
  Kind kind = Kind::Number;
  std::string unit;  ///< SI; empty for a pure number
  std::string help;  ///< one sentence
  FieldRange range;
  bool inSpace = false;              ///< a vector has three components, else two
  bool optional = false;             ///< may be absent
  bool structural = false;           ///< others depend on it: after a change the whole model must be checked
  std::vector<std::string> choices;  ///< of a choice, in the order of its values
  Symbols symbols = Symbols::State;
  std::string signal;  ///< of BeforeSignal

  std::function<FieldValue(const Mechanism&)> get;
  /// throws InputError where the parts do not allow the value
  std::function<void(Mechanism&, const FieldValue&)> set;
  /// of an entry of a list; may throw InputError
  std::function<void(Mechanism&)> remove;
  std::function<void(Mechanism&, const std::string&)> rename;  ///< of an entry with a name
};

/// Fields that belong together. A list can be extended; its entries are fields or groups that can be removed
/// and renamed.
struct FieldGroup {
  std::string title;
  std::vector<Field> fields = {};
  std::string addLabel = {};  ///< "Add a point"; empty when this is no list
  std::function<void(Mechanism&)> add = {};
  std::function<void(Mechanism&)> remove = {};
  bool seldomWanted = false;  ///< closed until the user opens it
};

/// All fields of a part, of a point, of the ground, or (None) of the mechanism itself.
std::vector<FieldGroup> fieldsOf(const Mechanism& mechanism, const PartRef& part);

/// The field of that key, null when there is none.
const Field* findField(const std::vector<FieldGroup>& groups, const std::string& key);

/// Names that an expression of the field may use, the parameters included.
std::vector<std::string> symbolsFor(const Field& field, const Mechanism& mechanism);

/// Throws InputError where the value cannot be: out of range, no expression, an unknown name, an empty text.
void checkField(const Field& field, const Mechanism& mechanism, const FieldValue& value);

/// The value as a user reads it: "25 mm", "(0, 0.1) m", "crank.B", "yes"; `digits` significant ones (0: all
/// that there are).
std::string fieldText(const Field& field, const Mechanism& mechanism, const FieldValue& value,
                      const ShownUnits& shown, int digits = 0);

/// The value that a text stands for, checked; numbers with units, formulas of the parameters. Throws
/// InputError.
FieldValue parseField(const Field& field, const Mechanism& mechanism, const std::string& text,
                      const ShownUnits& shown);

/// Texts among which points, bodies, joints and choices are chosen, with their values.
std::vector<std::pair<std::string, FieldValue>> fieldOptions(const Field& field, const Mechanism& mechanism);

/// Checks and sets. Throws InputError and leaves the mechanism as it was.
void setField(Mechanism& mechanism, const Field& field, const FieldValue& value);

/// A number in SI units from a text: a number or arithmetic in the shown unit, with a unit of its own ("25
/// mm", "k*2 mm"), or a formula with pi or parameters, which is in SI units ("2*pi/3", "k*2"). Throws
/// InputError that says which units there are.
double parseQuantity(const std::string& text, const std::string& siUnit, const Unit& shown,
                     const std::vector<std::pair<std::string, double>>& parameters);

}  // namespace holonom
