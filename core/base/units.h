// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace holonom {

/// A unit of measurement: its name and what one of it is in SI units (m, kg, s, rad), numerator /
/// denominator, so that 35 mm are the same number as 0.035 m to the last bit.
struct Unit {
  std::string name;
  double numerator = 1, denominator = 1;
  std::array<int, 4> powers{};  ///< of m, kg, s and rad

  double toSi(double value) const { return value * numerator / denominator; }
  double fromSi(double value) const { return value * denominator / numerator; }
  bool isSi() const { return numerator == denominator; }
  /// Whether both measure the same; a rad more or less counts only where nothing else is there ("N·m" for
  /// "N·m/rad").
  bool measuresAs(const Unit& other) const;
};

/// Products and quotients of m mm cm dm km µm um in ft, g mg kg t lb, s ms us min h, rad deg ° rev, rpm, N mN
/// kN MN lbf, Pa kPa MPa GPa bar psi, J kJ, W kW with powers: "N·s/m", "N*s/m", "kg mm^2", "mm⁴", "deg/s".
/// The empty text is the unit of a pure number. Throws InputError that names what is unknown.
Unit parseUnit(std::string_view text);

/// Units that suggest themselves for a quantity with this SI unit, for messages: "m" → m, mm, cm, km, in, ft.
std::vector<std::string> usualUnits(const std::string& siUnit);

/// The least digits that read back as the same number, or that many significant digits.
std::string numberText(double value, int digits = 0);

/// The units in which lengths and angles are shown and entered, and what is made of them.
struct ShownUnits {
  bool millimetres = false, degrees = false;
  Unit unitFor(const std::string& siUnit) const;
  bool operator==(const ShownUnits&) const = default;
};

/// "25 mm", "30°", "0.5": the SI value in this unit, with that many significant digits (0: all).
/// As it stands behind a number: " mm", "°".
std::string behindNumber(const Unit& unit);
std::string withUnit(double siValue, const Unit& unit, int digits = 0);

}  // namespace holonom
