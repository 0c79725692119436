// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/units.h"
#include "core/io/model_reader.h"
#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

TEST(Generate, AChainCanBeCheckedAndRun) {
  const Scratch scratch;
  const std::string model = scratch.file("chain.json");
  ASSERT_EQ(holonom({"generate", "chain", "--links", "7", "--output", model}).code, 0);
  EXPECT_EQ(readJson(model)["bodies"].size(), 7u);
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("7 degrees of freedom"), std::string::npos) << check.out;
  const Outcome run = holonom({"run", model, "--t-end", "0.1", "--output", scratch.file("a.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(readTable(scratch.file("a.csv")).columns.count("tip.x"));
}

TEST(Generate, AChainInSpaceCanBeCheckedAndRun) {
  const Scratch scratch;
  const std::string model = scratch.file("chain.json");
  ASSERT_EQ(holonom({"generate", "chain", "--links", "4", "--spatial", "--output", model}).code, 0);
  for (const auto& body : readJson(model)["bodies"]) EXPECT_EQ(body["type"], "spatial");
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("24 coordinates"), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("redundant constraints: none"), std::string::npos) << check.out;
  const Outcome run = holonom({"run", model, "--t-end", "0.1", "--output", scratch.file("a.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(readTable(scratch.file("a.csv")).columns.count("tip.x"));
}

TEST(Generate, WithoutAFileTheModelGoesToStandardOutput) {
  const Outcome generate = holonom({"generate", "chain", "--links", "2"});
  EXPECT_EQ(generate.code, 0) << generate.err;
  EXPECT_EQ(nlohmann::json::parse(generate.out)["bodies"].size(), 2u);
}

TEST(Generate, FourBarsHaveOneDegreeOfFreedom) {
  const Scratch scratch;
  const std::string model = scratch.file("n.json");
  ASSERT_EQ(holonom({"generate", "four-bars", "--loops", "3", "--output", model}).code, 0);
  EXPECT_EQ(readJson(model)["bodies"].size(), 7u);
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("1 degree of freedom"), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("redundant constraints: none"), std::string::npos) << check.out;
}

TEST(Generate, APendulumIsMadeOfParticlesAndRods) {
  const Scratch scratch;
  const std::string model = scratch.file("n.json");
  ASSERT_EQ(holonom({"generate", "pendulum", "--links", "5", "--output", model}).code, 0);
  for (const auto& body : readJson(model)["bodies"]) EXPECT_EQ(body["type"], "particle");
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("5 degrees of freedom"), std::string::npos) << check.out;
}

TEST(Generate, ALatticeHangsFromItsEdge) {
  const Scratch scratch;
  const std::string model = scratch.file("net.json"), table = scratch.file("net.csv");
  ASSERT_EQ(holonom({"generate", "lattice", "--rows", "3", "--columns", "4", "--output", model}).code, 0);
  EXPECT_EQ(readJson(model)["bodies"].size(), 12u);
  EXPECT_EQ(readJson(model)["forces"].size(), 3u * 4 + 3 * 3 + 2 * 3 * 3);  // up, beside, along diagonals
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("24 degrees of freedom"), std::string::npos) << check.out;
  EXPECT_EQ(holonom({"run", model, "--t-end", "0.2", "--output", table}).code, 0);
}

std::string checkOf(const std::string& model, const std::vector<std::string>& changes = {}) {
  std::vector<std::string> arguments{"check", model};
  for (const std::string& change : changes) arguments.insert(arguments.end(), {"--set", change});
  const Outcome check = holonom(arguments);
  EXPECT_EQ(check.code, 0) << check.err;
  return check.out;
}

TEST(Check, CountsWhatBelongsToControllersApart) {
  const std::string platform = checkOf("stewart_platform"), bicycle = checkOf("bicycle");
  for (const char* piece :
       {"1 body, 0 joints, 6 coordinates, 0 constraint rows",
        "beside them 6 states and variables of the controllers", "6 coordinates less 0 indep"})
    EXPECT_NE(platform.find(piece), std::string::npos) << piece << platform;
  for (const char* piece :
       {"24 coordinates, 21 constraint rows", "beside them the count of turns of 1 angle"})
    EXPECT_NE(bicycle.find(piece), std::string::npos) << piece << bicycle;
  EXPECT_EQ(checkOf("four_bar").find("beside them"), std::string::npos);
}

TEST(Check, TellsWhatBodiesMadeOfSolidsAreInAll) {
  const std::string said = checkOf("t_handle");
  const Mechanism model = readMechanism(std::string(HOLONOM_SOURCE_DIR) + "/examples/t_handle/model.json");
  const Body& body = model.bodies[0];
  ASSERT_FALSE(body.solids.empty());
  const std::size_t line =
      said.find(body.name + ": mass " + numberText(body.mass, 6) + " kg, centre of mass [");
  ASSERT_NE(line, std::string::npos) << said;
  for (const double moment : body.moments)
    EXPECT_NE(said.find(numberText(moment, 6), line), std::string::npos) << moment << said;
  EXPECT_EQ(checkOf("four_bar").find("centre of mass"), std::string::npos);
}

/// What leaves an unstable position does not fade where nothing is damped, though one of two such motions has
/// a negative eigenvalue.
TEST(Check, NothingFadesWithoutDampers) {
  const Scratch scratch;
  for (const char* links : {"2", "5", "10", "17"}) {
    const std::string model = scratch.file("chain.json");
    ASSERT_EQ(holonom({"generate", "chain", "--links", links, "--spatial", "--output", model}).code, 0);
    const std::string said = checkOf(model);
    EXPECT_EQ(said.find("fading"), std::string::npos) << links << said;
    EXPECT_NE(said.find("diverging"), std::string::npos) << links << said;
  }
  EXPECT_NE(checkOf("pid_arm").find("fading"), std::string::npos);
}

/// Gravity acts on a pendulum that hangs at rest.
TEST(Check, AtRestForcesBalance) {
  const std::string said = checkOf("pendulum", {"bodies.pendulum.pose.angle=-1.5707963267948966"});
  EXPECT_NE(said.find("All forces balance at the start"), std::string::npos) << said;
}

TEST(Assemble, ClosesTheJointsAndWritesTheModel) {
  const Scratch scratch;
  const std::string file = scratch.file("closed.json");
  const Outcome open =
      holonom({"assemble", "four_bar", "--set", "bodies.rocker.pose.angle=1.8", "--output", file});
  EXPECT_EQ(open.code, 0) << open.err;
  EXPECT_NE(open.out.find("largest gap of the positions as given: 0.06568 (m or rad) at joint 'B'"),
            std::string::npos)
      << open.out;
  for (const char* word : {"crank.theta", "acceleration", "lambda", "joint 'C': y"})
    EXPECT_NE(open.out.find(word), std::string::npos) << word;
  // The crank is exact and stays; the rocker returns to where the example has it.
  const auto bodies = readJson(file)["bodies"];
  EXPECT_NEAR(bodies[0]["pose"]["angle"].get<double>(), 1.0471975511965976, 1e-6);
  EXPECT_NEAR(bodies[2]["pose"]["angle"].get<double>(), 1.6888115062777256, 1e-6);
  const Outcome again = holonom({"check", file});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out.find("were moved"), std::string::npos) << again.out;
}

TEST(Assemble, SaysWhichReactionsAreNotUnique) {
  const Outcome outcome = holonom({"assemble", "parallelogram"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("no, left out"), std::string::npos) << outcome.out;
  const Outcome unique = holonom({"assemble", "four_bar"});
  EXPECT_EQ(unique.out.find("  no"), std::string::npos) << unique.out;
}

TEST(Assemble, ShowsNeitherCountsOfTurnsNorNegativeZeros) {
  const std::string bicycle = holonom({"assemble", "bicycle"}).out;
  EXPECT_NE(bicycle.find("lambda (N, N m)"), std::string::npos) << bicycle;
  for (const char* piece : {"count of turns", "controller ''", " -0 "})
    EXPECT_EQ(bicycle.find(piece), std::string::npos) << piece << bicycle;
}

TEST(Assemble, SaysWhenRunsOfItsFileBegin) {
  const Scratch scratch;
  const std::string file = scratch.file("later.json");
  const Outcome later = holonom({"assemble", "slider_crank", "--time", "0.01", "--output", file});
  EXPECT_NE(later.out.find("--t-start 0.01"), std::string::npos) << later.out;
  const Outcome run = holonom({"run", file, "--t-start", "0.01", "--t-end", "0.02"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.find("not assembled"), std::string::npos) << run.out;
}

TEST(Assemble, ContradictionsAreNamedAndNothingIsWritten) {
  const Scratch scratch;
  const std::string file = scratch.file("closed.json");
  const Outcome outcome =
      holonom({"assemble", "four_bar", "--set", "ground.points.C=[9, 0]", "--output", file});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("joint '"), std::string::npos) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(holonom({"assemble", "four_bar", "--time", "soon"}).code, 2);
}

TEST(Assemble, RefusesToReplaceItsModel) {
  const Scratch scratch;
  const std::string model = scratch.file("n.json");
  ASSERT_EQ(holonom({"generate", "four-bars", "--loops", "1", "--output", model}).code, 0);
  EXPECT_EQ(holonom({"assemble", model, "--output", model}).code, 1);
}

TEST(Run, KinematicsNeedsAPrescribedMotion) {
  const Outcome outcome = holonom({"run", "four_bar", "--method", "kinematics"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_NE(outcome.err.find("mobility 1"), std::string::npos) << outcome.err;
  const Scratch scratch;
  EXPECT_EQ(
      holonom({"run", "slider_crank", "--method", "kinematics", "--output", scratch.file("k.csv")}).code, 0);
}

// A bar of 1 m from O at the origin; `more` goes into the list of joints.
std::string barModel(const std::string& more) {
  return R"({"holonom": 1, "name": "bar",
    "ground": {"points": {"O": [0, 0], "far": [5, 0]}},
    "bodies": [{"name": "bar", "mass": 1, "inertia": 0.1, "pose": {"position": [0.5, 0]},
                "points": {"A": [-0.5, 0], "B": [0.5, 0]}}],
    "joints": [{"name": "pin", "type": "revolute", "between": ["ground.O", "bar.A"]})" +
         more + "]}";
}

std::string writeBar(const Scratch& scratch, const std::string& more) {
  const std::string file = scratch.file("bar.json");
  writeText(file, barModel(more));
  return file;
}

TEST(Check, CountsTheDegreesOfFreedom) {
  const Scratch scratch;
  const Outcome check = holonom({"check", writeBar(scratch, "")});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("1 degree of freedom"), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("redundant constraints: none"), std::string::npos) << check.out;
}

TEST(Check, NamesRedundantConstraints) {
  const Scratch scratch;
  const Outcome check = holonom(
      {"check",
       writeBar(scratch, R"(,{"name": "twin", "type": "revolute", "between": ["ground.O", "bar.A"]})")});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("1 degree of freedom"), std::string::npos) << check.out;
  const std::string redundant = check.out.substr(std::min(check.out.find("redundant"), check.out.size()));
  EXPECT_TRUE(redundant.find("twin") != std::string::npos || redundant.find("pin") != std::string::npos)
      << check.out;
}

TEST(Check, NamesJointsThatCannotBeClosed) {
  const Scratch scratch;
  const std::string model = writeBar(
      scratch, R"(,{"name": "unreachable", "type": "revolute", "between": ["ground.far", "bar.B"]})");
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 3);
  EXPECT_NE(check.err.find("unreachable"), std::string::npos) << check.err;
  EXPECT_NE(check.out.find("in the file: /joints/"), std::string::npos) << check.out;
  const Outcome run = holonom({"run", model});
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("'holonom check "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("unreachable"), std::string::npos) << run.err;
}

TEST(Check, ATruncatedFileIsNamedWithItsPlace) {
  const Scratch scratch;
  const std::string file = scratch.file("broken.json");
  writeText(file, barModel("").substr(0, 100));
  const Outcome check = holonom({"check", file});
  EXPECT_EQ(check.code, 2);
  EXPECT_NE(check.err.find("broken.json"), std::string::npos) << check.err;
}

TEST(Check, AnUnknownKeyIsNamed) {
  const Scratch scratch;
  const Outcome check = holonom(
      {"check", writeBar(scratch, R"(,{"name": "b", "type": "revolute", "betwen": ["ground.O", "bar.A"]})")});
  EXPECT_EQ(check.code, 2);
  EXPECT_NE(check.err.find("betwen"), std::string::npos) << check.err;
  EXPECT_NE(check.err.find("/joints/1"), std::string::npos) << check.err;
}

TEST(Check, TellsOfEulerParametersThatItHasNormalised) {
  const Scratch scratch;
  writeText(scratch.file("top.json"),
            R"({"holonom": 1, "bodies": [{"name": "top", "type": "spatial", "mass": 1,
    "inertia": [1, 1, 1], "pose": {"eulerParameters": [1.0003, 0, 0, 0]}}], "run": {"endTime": 0.1}})");
  for (const char* command : {"check", "run"}) {
    const Outcome outcome = holonom({command, scratch.file("top.json")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("warning"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("/bodies/0/pose/eulerParameters (body 'top'): "), std::string::npos)
        << outcome.out;
  }
}

}  // namespace
}  // namespace holonom::cli_test
