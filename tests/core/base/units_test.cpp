// SPDX-License-Identifier: GPL-3.0-or-later
// Units are read, converted without loss and refused with a message.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/model/fields.h"

namespace holonom {
namespace {

double read(const std::string& text, const std::string& si, const ShownUnits& shown = {}) {
  return parseQuantity(text, si, shown.unitFor(si), {{"k", 4.0}, {"m", 7.0}});
}

std::string complaint(const std::string& text, const std::string& si) {
  try {
    read(text, si);
  } catch (const InputError& error) {
    return error.full();
  }
  return {};
}

TEST(Units, AreReadInManyWays) {
  const double pi = std::numbers::pi;
  EXPECT_EQ(read("25 mm", "m"), 0.025);
  EXPECT_EQ(read("35mm", "m"), 0.035) << "to the last bit";
  EXPECT_EQ(read("1 in", "m"), 0.0254);
  EXPECT_DOUBLE_EQ(read("30 deg", "rad"), pi / 6);
  EXPECT_DOUBLE_EQ(read("30°", "rad"), pi / 6);
  EXPECT_DOUBLE_EQ(read("1200 rpm", "rad/s"), 40 * pi);
  EXPECT_DOUBLE_EQ(read("2 rev/s", "rad/s"), 4 * pi);
  EXPECT_EQ(read("3 N/mm", "N/m"), 3000);
  EXPECT_EQ(read("210 GPa", "Pa"), 210e9);
  EXPECT_EQ(read("210000 N/mm²", "Pa"), 210e9);
  EXPECT_DOUBLE_EQ(read("5 mm^4", "m⁴"), 5e-12);
  EXPECT_DOUBLE_EQ(read("5 mm⁴", "m⁴"), 5e-12);
  EXPECT_DOUBLE_EQ(read("7 kg*mm^2", "kg·m²"), 7e-6);
  EXPECT_DOUBLE_EQ(read("7 kg mm²", "kg·m²"), 7e-6);
  EXPECT_EQ(read("2 N·m", "N·m/rad"), 2);
  EXPECT_DOUBLE_EQ(read("1 lbf", "N"), 0.45359237 * 9.80665);
  EXPECT_DOUBLE_EQ(read("3.6 km/h", "m/s"), 1);
  EXPECT_EQ(read("-1e-3", "m"), -1e-3);
}

TEST(Units, FormulasAreInSiUnitsAndArithmeticIsNot) {
  const ShownUnits shown{.millimetres = true, .degrees = true};
  EXPECT_EQ(read("25", "m", shown), 0.025);
  EXPECT_EQ(read("20+5", "m", shown), 0.025);
  EXPECT_EQ(read("k*2", "m", shown), 8);
  EXPECT_EQ(read("k*2 mm", "m", shown), 0.008);
  EXPECT_EQ(read("2*m", "m"), 14) << "a parameter, not metres";
  EXPECT_DOUBLE_EQ(read("2*pi/3", "rad", shown), 2 * std::numbers::pi / 3);
  EXPECT_DOUBLE_EQ(read("90", "rad", shown), std::numbers::pi / 2);
}

TEST(Units, MistakesAreExplained) {
  EXPECT_NE(complaint("25 foo", "m").find("'foo' is no known unit"), std::string::npos)
      << complaint("25 foo", "m");
  EXPECT_NE(complaint("25 foo", "m").find("mm, cm, km, in, ft"), std::string::npos);
  EXPECT_NE(complaint("25 kg", "m").find("a unit of something else"), std::string::npos);
  EXPECT_NE(complaint("2,5", "m").find("decimal point"), std::string::npos);
  EXPECT_NE(complaint("", "m").find("missing"), std::string::npos);
  EXPECT_NE(complaint("1/0", "m"), "");
  EXPECT_NE(complaint("3 mm", ""), "") << "a pure number";
  EXPECT_NE(complaint("3 mm", "rad"), "");
  EXPECT_NE(complaint("hello", "m").find("'hello'"), std::string::npos) << complaint("hello", "m");
  EXPECT_NE(complaint("2*foo", "m").find("'foo'"), std::string::npos) << complaint("2*foo", "m");
  EXPECT_NE(complaint("1e400", "m").find("too large"), std::string::npos) << complaint("1e400", "m");
  EXPECT_NE(complaint("1e400 mm", "m").find("too large"), std::string::npos) << complaint("1e400 mm", "m");
  EXPECT_NE(complaint("25 mm/", "m"), "");
}

TEST(Units, AFormulaOfTimeIsSentToWhereItBelongs) {
  const auto complaint = [](const std::string& text, const std::string& unit) -> std::string {
    try {
      parseQuantity(text, unit, parseUnit(unit), {{"amplitude", 2}});
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  for (const char* text : {"if(t>1, 50*sin(20*t), 0)", "amplitude*t", "2*t"})
    EXPECT_NE(complaint(text, "N").find("the same all the time"), std::string::npos)
        << text << ": " << complaint(text, "N");
  EXPECT_EQ(complaint("3 t", "m").find("the same all the time"), std::string::npos)
      << "tonnes: " << complaint("3 t", "m");
  EXPECT_EQ(complaint("3 t", "kg"), "");
  EXPECT_EQ(complaint("1+v", "N").find("the same all the time"), std::string::npos);
}

TEST(Units, WhatIsShownIsReadAsTheSame) {
  for (const ShownUnits& shown : {ShownUnits{}, ShownUnits{true, true}, ShownUnits{true, false}})
    for (const char* si : {"m", "rad", "rad/s", "kg·m²", "Pa", "m⁴", "N/m", "N·m/rad", "s", "m/s²", ""})
      for (const double value : {0.025, 1.0, -3.7, 2e11, 0.1 + 0.2}) {
        const Unit unit = shown.unitFor(si);
        EXPECT_NEAR(parseQuantity(withUnit(value, unit), si, unit, {}), value, 4e-15 * std::abs(value))
            << withUnit(value, unit);
      }
  EXPECT_EQ(withUnit(0.025, parseUnit("mm")), "25 mm");
  EXPECT_EQ(withUnit(std::numbers::pi / 6, parseUnit("°")), "30°");
  EXPECT_EQ(withUnit(0.3, parseUnit("")), "0.3");
}

TEST(Units, EveryUsualUnitMeasuresItsQuantity) {
  for (const char* si : {"m", "rad", "kg", "s", "N", "N·m", "m/s", "rad/s", "m/s²", "kg·m²", "m²", "m⁴", "Pa",
                         "N/m", "N·s/m", "N·m/rad", "N·m·s/rad"})
    for (const std::string& unit : usualUnits(si))
      EXPECT_TRUE(parseUnit(unit).measuresAs(parseUnit(si))) << unit << " of " << si;
}

}  // namespace
}  // namespace holonom
