// SPDX-License-Identifier: GPL-3.0-or-later
// The part 'flexible' of a body: read, written, and refused with the reason.
#include <gtest/gtest.h>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/symbols.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

std::string beamModel(const std::string& flexible, const std::string& centre = "") {
  return R"({"holonom": 1, "bodies": [{"name": "rod", "mass": 1, "inertia": 0.1, )" + centre +
         R"("points": {"A": [0, 0], "M": [0.2, 0], "B": [0.5, 0]}, "flexible": )" + flexible + "}]}";
}
const std::string kNeeded =
    R"("from": "A", "to": "B", "youngsModulus": 2e11, "area": 1e-4, "secondMomentOfArea": 1e-9)";

TEST(FlexibleBody, TakesEveryFieldAndWritesItBack) {
  const Mechanism m = parseMechanism(
      beamModel("{" + kNeeded + R"(, "lateralModes": 3, "endShapes": true, "longitudinal": false,
      "stiffness": "full", "dampingRatio": 0.01, "displacements": [1e-3, 0, 2e-3], "rates": [0.5]})"),
      "m");
  const FlexibleBeam expected{.from = 0,
                              .to = 2,
                              .youngsModulus = 2e11,
                              .area = 1e-4,
                              .secondMoment = 1e-9,
                              .lateralModes = 3,
                              .endShapes = true,
                              .longitudinal = false,
                              .stiffness = FlexibleBeam::Stiffness::Full,
                              .dampingRatio = 0.01,
                              .displacements = {1e-3, 0, 2e-3},
                              .rates = {0.5}};
  EXPECT_EQ(m.bodies[0].flexible, expected);
  EXPECT_EQ(m.bodies[0].flexible->coordinateCount(), 5);
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m);
}

TEST(FlexibleBody, HasItsCentreOfMassInTheMiddleAndUsefulDefaults) {
  const Mechanism m = parseMechanism(beamModel("{" + kNeeded + "}"), "m");
  EXPECT_EQ(m.bodies[0].centreOfMass, Vector3(0.25, 0));
  EXPECT_EQ(m.bodies[0].flexible->lateralModes, 2);
  EXPECT_TRUE(m.bodies[0].flexible->longitudinal);
  EXPECT_EQ(m.bodies[0].flexible->stiffness, FlexibleBeam::Stiffness::Linear);
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m);
  EXPECT_TRUE(parseMechanism(beamModel("{" + kNeeded + "}", R"("centreOfMass": [0.25, 0], )"), "m") == m);
}

TEST(FlexibleBody, OffersItsQuantitiesToOutputs) {
  const std::vector<std::string> names = outputSymbols(parseMechanism(beamModel("{" + kNeeded + "}"), "m"));
  for (const char* name : {"rod.q1", "rod.vq4", "rod.aq2", "rod.M.deflection", "rod.B.theta", "rod.B.x"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST(FlexibleBody, IsRefusedWithTheReason) {
  const struct {
    std::string flexible, centre, path, reason;
  } cases[] = {
      {"{}", "", "/bodies/0/flexible", "'from' is missing"},
      {R"({"from": "X", "to": "B", "youngsModulus": 1, "area": 1, "secondMomentOfArea": 1})", "",
       "/bodies/0/flexible/from", "no point 'X'"},
      {R"({"from": "A", "to": "A", "youngsModulus": 1, "area": 1, "secondMomentOfArea": 1})", "",
       "/bodies/0/flexible/to", "where 'from' lies"},
      {R"({"from": "A", "to": "B", "youngsModulus": -1, "area": 1, "secondMomentOfArea": 1})", "",
       "youngsModulus", "greater than 0"},
      {"{" + kNeeded + R"(, "lateralModes": 13})", "", "lateralModes", "12"},
      {"{" + kNeeded + R"(, "endShapes": 1})", "", "endShapes", "true or false"},
      {"{" + kNeeded + R"(, "stiffness": "soft"})", "", "stiffness", "linear"},
      {"{" + kNeeded + R"(, "dampingRatio": -0.1})", "", "dampingRatio", "-0.1"},
      {"{" + kNeeded + R"(, "displacements": [0, 0, 0, 0, 0]})", "", "displacements",
       "4 elastic coordinates"},
      {"{" + kNeeded + R"(, "density": 7850})", "", "density", "unknown key"},
      {"{" + kNeeded + "}", R"("centreOfMass": [0.2, 0], )", "/bodies/0/centreOfMass", "in the middle"},
  };
  for (const auto& [flexible, centre, path, reason] : cases) {
    const std::string text = complaint(beamModel(flexible, centre));
    EXPECT_NE(text.find(path), std::string::npos) << text;
    EXPECT_NE(text.find(reason), std::string::npos) << text;
    EXPECT_NE(text.find("rod"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace holonom
