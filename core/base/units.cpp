// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"

#include <charconv>
#include <cmath>
#include <map>
#include <numbers>

#include "core/base/error.h"
#include "core/base/text.h"

namespace holonom {
namespace {

constexpr double kPi = std::numbers::pi;
using Powers = std::array<int, 4>;
constexpr Powers kNone{}, kLength{1, 0, 0, 0}, kMass{0, 1, 0, 0}, kTime{0, 0, 1, 0}, kAngle{0, 0, 0, 1},
    kForce{1, 1, -2, 0}, kStress{-1, 1, -2, 0}, kWork{2, 1, -2, 0}, kPower{2, 1, -3, 0};

const std::map<std::string, Unit, std::less<>>& atoms() {
  static const auto all = [] {
    std::map<std::string, Unit, std::less<>> units;
    const auto add = [&](const char* name, double numerator, double denominator, Powers powers) {
      units[name] = Unit{name, numerator, denominator, powers};
    };
    add("m", 1, 1, kLength), add("mm", 1, 1e3, kLength), add("cm", 1, 1e2, kLength),
        add("dm", 1, 10, kLength);
    add("km", 1e3, 1, kLength), add("µm", 1, 1e6, kLength), add("um", 1, 1e6, kLength),
        add("in", 254, 1e4, kLength);
    add("ft", 3048, 1e4, kLength), add("kg", 1, 1, kMass), add("g", 1, 1e3, kMass), add("mg", 1, 1e6, kMass);
    add("t", 1e3, 1, kMass), add("lb", 45359237, 1e8, kMass), add("s", 1, 1, kTime), add("ms", 1, 1e3, kTime);
    add("us", 1, 1e6, kTime), add("µs", 1, 1e6, kTime), add("min", 60, 1, kTime), add("h", 3600, 1, kTime);
    add("rad", 1, 1, kAngle), add("deg", kPi, 180, kAngle), add("°", kPi, 180, kAngle),
        add("rev", 2 * kPi, 1, kAngle);
    add("rpm", kPi, 30, {0, 0, -1, 1}), add("N", 1, 1, kForce), add("mN", 1, 1e3, kForce),
        add("kN", 1e3, 1, kForce);
    add("MN", 1e6, 1, kForce), add("lbf", 4.4482216152605, 1, kForce), add("Pa", 1, 1, kStress),
        add("kPa", 1e3, 1, kStress);
    add("MPa", 1e6, 1, kStress), add("GPa", 1e9, 1, kStress), add("bar", 1e5, 1, kStress);
    add("psi", 6894.757293168361, 1, kStress), add("J", 1, 1, kWork), add("kJ", 1e3, 1, kWork),
        add("W", 1, 1, kPower);
    add("kW", 1e3, 1, kPower), add("1", 1, 1, kNone);
    return units;
  }();
  return all;
}

/// Takes a piece of text away at the front if it is there.
bool take(std::string_view& text, std::string_view piece) {
  if (!text.starts_with(piece)) return false;
  text.remove_prefix(piece.size());
  return true;
}

bool isWordByte(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || (static_cast<unsigned char>(c) & 0x80);
}

/// The word of a unit at the front: letters, µ or °, or a single 1.
std::string_view takeWord(std::string_view& text) {
  std::size_t length = 0;
  constexpr std::string_view kStops[] = {"·", "⋅", "²", "³", "⁴", "⁻", "¹"};
  const auto stops = [&](std::string_view rest) {
    for (const std::string_view stop : kStops)
      if (rest.starts_with(stop)) return true;
    return false;
  };
  if (text.starts_with("1")) length = 1;
  else
    while (length < text.size() && isWordByte(text[length]) && !stops(text.substr(length))) ++length;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

int takePower(std::string_view& text) {
  const bool caret = take(text, "^");
  const bool negative = (caret && take(text, "-")) || take(text, "⁻");
  int power = 1;
  constexpr std::pair<std::string_view, int> kDigits[] = {{"¹", 1}, {"²", 2}, {"³", 3}, {"⁴", 4},
                                                          {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}};
  for (const auto& [digit, value] : kDigits)
    if (take(text, digit)) {
      power = value;
      break;
    }
  return negative ? -power : power;
}

void skipSpaces(std::string_view& text) {
  while (take(text, " ") || take(text, "\t") || take(text, "\u00a0") || take(text, "\u202f")) {}
}

void multiply(Unit& unit, const Unit& factor, int power) {
  for (int i = 0; i < std::abs(power); ++i) {
    unit.numerator *= power > 0 ? factor.numerator : factor.denominator;
    unit.denominator *= power > 0 ? factor.denominator : factor.numerator;
  }
  for (std::size_t i = 0; i < unit.powers.size(); ++i) unit.powers[i] += power * factor.powers[i];
}

}  // namespace

bool Unit::measuresAs(const Unit& other) const {
  for (std::size_t i = 0; i < 3; ++i)
    if (powers[i] != other.powers[i]) return false;
  if (powers[3] == other.powers[3]) return true;
  const bool bare = powers[0] == 0 && powers[1] == 0 && powers[2] == 0;
  return !bare && (powers[3] == 0 || other.powers[3] == 0);
}

Unit parseUnit(std::string_view text) {
  Unit unit;
  skipSpaces(text);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  unit.name = std::string(text);
  int sign = 1;
  while (!text.empty()) {
    const std::string_view word = takeWord(text);
    const auto atom = atoms().find(word);
    if (atom == atoms().end())
      throw InputError("'" + unit.name + "'",
                       word.empty() ? tr("this is no unit") : tr("'{}' is no known unit", word));
    multiply(unit, atom->second, sign * takePower(text));
    skipSpaces(text);
    sign = 1;
    if (take(text, "/")) sign = -1;
    else if (!take(text, "·") && !take(text, "⋅") && !take(text, "*") && !text.empty() &&
             text.data() == word.data() + word.size())
      throw InputError("'" + unit.name + "'", tr("this is no unit"));
    skipSpaces(text);
    if (text.empty() && sign < 0) throw InputError("'" + unit.name + "'", tr("a unit is missing after /"));
  }
  return unit;
}

std::vector<std::string> usualUnits(const std::string& siUnit) {
  static const std::map<std::string, std::vector<std::string>> all{
      {"m", {"m", "mm", "cm", "km", "in", "ft"}},
      {"rad", {"rad", "deg", "°", "rev"}},
      {"kg", {"kg", "g", "t", "lb"}},
      {"s", {"s", "ms", "min", "h"}},
      {"N", {"N", "kN", "MN", "lbf"}},
      {"N·m", {"N·m", "N·mm", "kN·m"}},
      {"m/s", {"m/s", "mm/s", "km/h", "ft/s"}},
      {"rad/s", {"rad/s", "deg/s", "rpm", "rev/s"}},
      {"m/s²", {"m/s²", "mm/s²", "ft/s²"}},
      {"kg·m²", {"kg·m²", "kg·mm²", "g·mm²", "kg·cm²"}},
      {"m²", {"m²", "mm²", "cm²", "in²"}},
      {"m⁴", {"m⁴", "mm⁴", "cm⁴", "in⁴"}},
      {"Pa", {"Pa", "MPa", "GPa", "N/mm²", "psi"}},
      {"N/m", {"N/m", "N/mm", "kN/m", "lbf/in"}},
      {"N·s/m", {"N·s/m", "N·s/mm", "kN·s/m"}},
      {"N·m/rad", {"N·m/rad", "N·m/deg", "N·mm/rad"}},
      {"N·m·s/rad", {"N·m·s/rad", "N·m·s/deg", "N·mm·s/rad"}}};
  const auto found = all.find(siUnit);
  return found == all.end() ? std::vector<std::string>{siUnit} : found->second;
}

std::string numberText(double value, int digits) {
  char buffer[40], *end = buffer + sizeof buffer;
  if (value == 0) value = 0;  // nobody writes −0
  end = digits > 0 ? std::to_chars(buffer, end, value, std::chars_format::general, digits).ptr
                   : std::to_chars(buffer, end, value).ptr;
  std::string text(buffer, end);
  // 1e-4, not 1e-04
  if (const std::size_t e = text.find('e'); e != std::string::npos && text[e + 2] == '0')
    text.erase(e + 2, 1);
  return text;
}

Unit ShownUnits::unitFor(const std::string& siUnit) const {
  static const std::map<std::string, const char*> inMillimetres{
      {"m", "mm"},   {"m/s", "mm/s"}, {"kg·m²", "kg·mm²"}, {"m²", "mm²"},
      {"m⁴", "mm⁴"}, {"Pa", "MPa"},   {"N/m", "N/mm"},     {"N·s/m", "N·s/mm"}};
  static const std::map<std::string, const char*> inDegrees{
      {"rad", "°"}, {"rad/s", "°/s"}, {"N·m/rad", "N·m/°"}, {"N·m·s/rad", "N·m·s/°"}};
  if (millimetres)
    if (const auto found = inMillimetres.find(siUnit); found != inMillimetres.end())
      return parseUnit(found->second);
  if (degrees)
    if (const auto found = inDegrees.find(siUnit); found != inDegrees.end()) return parseUnit(found->second);
  return parseUnit(siUnit);
}

std::string behindNumber(const Unit& unit) {
  return unit.name.empty() || unit.name.starts_with("°") ? unit.name : ' ' + unit.name;
}

std::string withUnit(double siValue, const Unit& unit, int digits) {
  constexpr int kAllThatConversionLeaves = 15;
  const std::string number =
      numberText(unit.fromSi(siValue), digits > 0 || unit.isSi() ? digits : kAllThatConversionLeaves);
  return number + behindNumber(unit);
}

}  // namespace holonom
