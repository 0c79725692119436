// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "core/base/symbol_text.h"
#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/model/fields.h"

namespace holonom {
namespace {

using Parameters = std::vector<std::pair<std::string, double>>;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

std::string allowed(const std::string& siUnit) {
  if (siUnit.empty()) return tr("give a number without unit");
  std::string list;
  for (const std::string& unit : usualUnits(siUnit)) list += (list.empty() ? "" : ", ") + unit;
  return tr("give a number, with one of the units {} if you like", list);
}

/// `complaint`: why it cannot be read.
std::optional<double> evaluate(const std::string& text, const Parameters& parameters,
                               std::string& complaint) {
  try {
    const Tape tape = Expression::parse(text, std::span<const std::string>(), parameters).compile();
    std::vector<double> scratch(std::size_t(tape.scratchSize()) + 1);
    double value = 0;
    tape.evaluate(nullptr, &value, scratch.data());
    return value;
  } catch (const ExpressionError& error) {
    complaint = error.what();
    return std::nullopt;
  }
}

/// Whether a formula says more than arithmetic with numbers: pi, deg, a parameter.
bool hasNames(const std::string& text) {
  bool found = false;
  replaceSymbols(text, [&](std::string_view) {
    found = true;
    return std::string();
  });
  return found;
}

/// Whether it can be read with the time t.
bool changesWithTime(const std::string& text, const Parameters& parameters) {
  try {
    const std::vector<std::string> time{"t"};
    Expression::parse(text, time, parameters);
    return true;
  } catch (const ExpressionError&) {
    return false;
  }
}

struct Split {
  std::string number;
  Unit unit;
};

/// The text as a formula and the unit behind it; the longest unit that there is.
std::optional<Split> split(const std::string& text, const Unit& wanted, std::string& complaint) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char before = text[i - 1];
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool starts = std::isalpha(byte) || byte == 0xc2 || text.compare(i, 2, "1/") == 0;  // 0xc2: ° and µ
    if (!starts || std::isalpha(static_cast<unsigned char>(before)) || before == '_' || before == '*' ||
        before == '/')
      continue;
    try {
      Unit unit = parseUnit(text.substr(i));
      if (unit.measuresAs(wanted)) return Split{text.substr(0, i), std::move(unit)};
      complaint = tr("'{}' is a unit of something else", unit.name);
    } catch (const InputError& error) {
      if (complaint.empty()) complaint = error.what();
    }
  }
  return std::nullopt;
}

double finite(double value, const std::string& text) {
  if (!std::isfinite(value)) throw InputError("'" + text + "'", tr("has no value"));
  return value;
}

}  // namespace

double parseQuantity(const std::string& entered, const std::string& siUnit, const Unit& shown,
                     const Parameters& parameters) {
  const std::string text = trimmed(entered);
  if (text.empty()) throw InputError("", tr("a number is missing"), allowed(siUnit));
  double number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status == std::errc() && end == text.data() + text.size()) return finite(shown.toSi(number), text);
  if (status == std::errc::result_out_of_range)
    throw InputError("'" + text + "'", tr("the number is too large or too small to be computed with"));
  std::string complaint, ofFormula;
  if (!siUnit.empty())
    if (const auto parts = split(text, parseUnit(siUnit), complaint))
      if (const auto value = evaluate(parts->number, parameters, ofFormula))
        return finite(parts->unit.toSi(*value), text);
  if (const auto value = evaluate(text, parameters, ofFormula))
    return finite(hasNames(text) ? *value : shown.toSi(*value), text);
  if (changesWithTime(text, parameters))
    throw InputError(
        "", tr("this value is the same all the time"),
        tr("what changes with t goes into a force of the kind 'force by formulas', or into a driver"));
  if (complaint.empty())
    complaint = text.find(',') != std::string::npos ? tr("write a decimal point, not a comma") : ofFormula;
  throw InputError("", complaint, tr("{}, or a formula of the parameters", allowed(siUnit)));
}

}  // namespace holonom
