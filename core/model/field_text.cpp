// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/model/fields.h"
#include "core/model/formula_text.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

using Kind = Field::Kind;

std::string bodyName(const Mechanism& mechanism, int body) {
  return body == kGround ? "ground" : mechanism.bodies[std::size_t(body)].name;
}

void checkNumber(const Field& field, double value) {
  const auto bound = [&](double limit) {
    return numberText(limit, 6) + (field.unit.empty() ? "" : " " + field.unit);
  };
  if (!std::isfinite(value)) throw InputError(field.label, tr("is no finite number"));
  if (value >= field.range.lowest && value <= field.range.highest) return;
  if (value < field.range.lowest && field.range.lowest == kPositive.lowest)
    throw InputError(field.label, tr("must be greater than 0"));
  if (value < field.range.lowest && field.range.lowest == 0)
    throw InputError(field.label, tr("must not be negative"));
  throw InputError(field.label,
                   field.range.highest >= 1e100 || field.range.lowest <= -1e100
                       ? tr("must not be larger in size than 1e100")
                       : tr("must be from {} to {}", bound(field.range.lowest), bound(field.range.highest)));
}

std::vector<std::string> variablesOf(const Field& field, const Mechanism& mechanism) {
  switch (field.symbols) {
    case Field::Symbols::Time: return {"t"};
    case Field::Symbols::State: return stateSymbols(mechanism);
    case Field::Symbols::Constraint: return constraintSymbols(mechanism);
    case Field::Symbols::BeforeSignal: return stateSymbolsBefore(mechanism, field.signal);
    case Field::Symbols::Output: return outputSymbols(mechanism);
  }
  return {};
}

void checkExpression(const Field& field, const Mechanism& mechanism, const std::string& text) {
  const std::vector<std::string> variables = variablesOf(field, mechanism);
  try {
    const Expression expression = Expression::parse(text, variables, mechanism.parameters);
    if (field.symbols == Field::Symbols::Time) expression.compileWithDerivatives(0);
    else if (field.symbols != Field::Symbols::Output)
      expression.compileWithGradient(expression.compile().usedVariables());
  } catch (const ExpressionError& error) {
    throw InputError(tr("column {}", error.position() + 1), error.what());
  }
}

/// Pieces between commas or semicolons that stand in no parentheses.
std::vector<std::string> components(std::string text) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  if (first != std::string::npos && text[first] == '(' && text[last] == ')' && text.find(')') == last)
    text = text.substr(first + 1, last - first - 1);
  std::vector<std::string> pieces(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth == 0 && (c == ',' || c == ';')) pieces.emplace_back();
    else pieces.back() += c;
  }
  return pieces;
}

Vector3 parseVector(const Field& field, const Mechanism& mechanism, const std::string& entered,
                    const Unit& shown) {
  std::string text = entered;
  Unit unit = shown;
  // "(25, 30) mm": the unit behind the parentheses is that of both.
  if (const auto close = text.rfind(')'); close != std::string::npos &&
                                          text.find_first_not_of(' ') == text.find('(') &&
                                          close + 1 < text.size()) {
    try {
      const Unit given = parseUnit(text.substr(close + 1));
      if (given.measuresAs(parseUnit(field.unit)) && !given.name.empty())
        unit = given, text = text.substr(0, close + 1);
    } catch (const InputError&) {}
  }
  const std::vector<std::string> pieces = components(text);
  if (pieces.size() != 2 && !(field.inSpace && pieces.size() == 3))
    throw field.inSpace
        ? InputError(field.label, tr("needs three numbers"), tr("write x, y, z – for example 0.1, 0.2, 0.3"))
        : InputError(field.label, tr("needs two numbers"), tr("write x, y – for example 0.1, 0.2"));
  Vector3 vector;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    vector[Eigen::Index(i)] = parseQuantity(pieces[i], field.unit, unit, mechanism.parameters);
  return vector;
}

bool drivable(const Field& field, const Mechanism& mechanism, const Joint& joint) {
  return field.key != "joint" || isDrivable(mechanism, joint);
}

FieldValue parseOption(const Field& field, const Mechanism& mechanism, const std::string& text) {
  std::vector<std::string> names;
  for (const auto& [name, value] : fieldOptions(field, mechanism)) {
    if (name == text) return value;
    names.push_back(name);
  }
  throw InputError(field.label, tr("there is no '{}'{}", text, didYouMean(text, names)),
                   tr("choose one of {}", quotedList(names)));
}

}  // namespace

std::vector<std::string> symbolsFor(const Field& field, const Mechanism& mechanism) {
  std::vector<std::string> names = variablesOf(field, mechanism);
  for (const auto& [name, value] : mechanism.parameters) names.push_back(name);
  return names;
}

std::vector<std::pair<std::string, FieldValue>> fieldOptions(const Field& field, const Mechanism& mechanism) {
  std::vector<std::pair<std::string, FieldValue>> options;
  const auto addPoints = [&](int body, const std::vector<Point>& points) {
    for (std::size_t i = 0; i < points.size(); ++i)
      options.emplace_back(bodyName(mechanism, body) + "." + points[i].name, PointRef{body, int(i)});
  };
  switch (field.kind) {
    case Kind::Choice:
      for (std::size_t i = 0; i < field.choices.size(); ++i) options.emplace_back(field.choices[i], int(i));
      break;
    case Kind::Flag: return {{Text("no"), false}, {Text("yes"), true}};
    case Kind::Point:
      addPoints(kGround, mechanism.ground.points);
      for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) addPoints(int(i), mechanism.bodies[i].points);
      break;
    case Kind::Body:
      for (int i = kGround; i < std::ssize(mechanism.bodies); ++i)
        options.emplace_back(bodyName(mechanism, i), i);
      break;
    case Kind::Joint:
      for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
        if (drivable(field, mechanism, mechanism.joints[i]))
          options.emplace_back(mechanism.joints[i].name, int(i));
      break;
    default: break;
  }
  return options;
}

void checkField(const Field& field, const Mechanism& mechanism, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    if (!field.optional) throw InputError(field.label, tr("a value is missing"));
    return;
  }
  if (const auto* number = std::get_if<double>(&value)) checkNumber(field, *number);
  if (const auto* vector = std::get_if<Vector3>(&value))
    for (int i = 0; i < (field.inSpace ? 3 : 2); ++i) checkNumber(field, (*vector)[i]);
  if (field.kind == Kind::Integer) checkNumber(field, std::get<int>(value));
  if (field.kind == Kind::Expression) checkExpression(field, mechanism, std::get<std::string>(value));
}

namespace {

/// All digits of an angle, or degrees where they are few and mean the same number.
std::string exactText(double value, const Unit& unit) {
  constexpr std::size_t kFew = 9;
  std::string text = withUnit(value, unit);
  if (!unit.isSi() || unit.powers[3] != 1 || text.size() - unit.name.size() <= kFew) return text;
  const Unit degrees = parseUnit(unit.name == "rad" ? "deg" : unit.name == "rad/s" ? "deg/s" : unit.name);
  const std::string count = numberText(degrees.fromSi(value), 6);
  double read = 0;
  std::from_chars(count.data(), count.data() + count.size(), read);
  const bool same = !degrees.isSi() && degrees.toSi(read) == value;
  return same ? count + " " + degrees.name : text;
}

/// Without what rounding left of a component: 0.15 for 0.14999999999999994.
Vector3 cleaned(Vector3 vector) {
  constexpr double kRounding = 1e-15, kNothing = 1e-13;
  constexpr int kDigits = 12;
  const double size = vector.norm();
  for (double& component : vector) {
    const std::string text = numberText(component, kDigits);
    double brief = component;
    std::from_chars(text.data(), text.data() + text.size(), brief);
    if (std::abs(brief - component) <= 0.5 * kRounding * size) component = brief;
    if (std::abs(component) <= kNothing * size) component = 0;
  }
  return vector;
}

}  // namespace

std::string fieldText(const Field& field, const Mechanism& mechanism, const FieldValue& value,
                      const ShownUnits& shown, int digits) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  const Unit unit = shown.unitFor(field.unit);
  if (const auto* number = std::get_if<double>(&value))
    return digits > 0 ? withUnit(*number, unit, digits) : exactText(*number, unit);
  if (const auto* stored = std::get_if<Vector3>(&value)) {
    const Vector3 vector = cleaned(*stored);
    const Unit bare{"", unit.numerator, unit.denominator};
    std::string list = withUnit(vector.x(), bare, digits) + ", " + withUnit(vector.y(), bare, digits);
    if (field.inSpace) list += ", " + withUnit(vector.z(), bare, digits);
    return unit.name.empty() ? list : "(" + list + ") " + unit.name;
  }
  if (const auto* text = std::get_if<std::string>(&value))
    return field.kind == Kind::Expression && digits > 0 ? formulaForReading(*text, digits) : *text;
  if (field.kind == Kind::Integer) return std::to_string(std::get<int>(value));
  if (const auto* point = std::get_if<PointRef>(&value)) return nameOf(mechanism, *point);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? Text("yes") : Text("no");
  const int place = std::get<int>(value);
  if (field.kind == Kind::Body) return bodyName(mechanism, place);
  if (field.kind == Kind::Joint) return mechanism.joints[std::size_t(place)].name;
  return place >= 0 && place < std::ssize(field.choices) ? field.choices[std::size_t(place)] : std::string();
}

FieldValue parseField(const Field& field, const Mechanism& mechanism, const std::string& text,
                      const ShownUnits& shown) {
  FieldValue value;
  const bool blank = text.find_first_not_of(" \t") == std::string::npos;
  if (blank && field.optional) return value;
  const Unit unit = shown.unitFor(field.unit);
  switch (field.kind) {
    case Kind::Number: value = parseQuantity(text, field.unit, unit, mechanism.parameters); break;
    case Kind::Vector: value = parseVector(field, mechanism, text, unit); break;
    case Kind::Integer: {
      const double number = parseQuantity(text, "", {}, {});
      checkNumber(field, number);
      if (number != std::floor(number)) throw InputError(field.label, tr("must be a whole number"));
      value = int(number);
      break;
    }
    case Kind::Text:
    case Kind::Name:
    case Kind::Expression: value = text; break;
    default: value = parseOption(field, mechanism, text);
  }
  checkField(field, mechanism, value);
  return value;
}

}  // namespace holonom
