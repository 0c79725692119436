// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/generators.h"
#include "tests/io/model_texts.h"

namespace holonom {
namespace {

namespace fs = std::filesystem;

void expectRoundTrip(const Mechanism& mechanism) {
  const std::string text = formatMechanism(mechanism);
  const Mechanism again = parseMechanism(text, "again");
  EXPECT_TRUE(again == mechanism) << text;
  EXPECT_EQ(formatMechanism(again), text);
}

TEST(ReadModel, TakesEveryFieldFromTheFile) {
  const Mechanism m = parseMechanism(completeModel(), "complete");
  EXPECT_EQ(m.name, "Everything");
  EXPECT_EQ(m.gravity, Vector3(0, -9.81));
  EXPECT_EQ(m.parameters, (std::vector<std::pair<std::string, double>>{{"omega", 150.0}, {"k_1", 2.5}}));
  EXPECT_EQ(m.ground.points, (std::vector<Point>{{"O", Vector2(0, 0)}, {"C", Vector2(1, 2)}}));
  ASSERT_EQ(m.bodies.size(), 5u);
  const Body& crank = m.bodies[0];
  EXPECT_EQ(crank.mass, 1.5);
  EXPECT_EQ(crank.inertia, 0.01);
  EXPECT_EQ(crank.centreOfMass, Vector3(0.1, 0));
  EXPECT_DOUBLE_EQ(crank.angle, std::numbers::pi / 6);
  EXPECT_EQ(crank.angularVelocity, 3);
  EXPECT_EQ(crank.exact, (Exact{.angle = true, .omega = true}));
  EXPECT_EQ(crank.points[1], (Point{"B", Vector2(0.2, 0)}));
  EXPECT_EQ(crank.display, (Display{Shape::Bar, "#4c78a8", 0.02}));
  const Body& bob = m.bodies[4];
  EXPECT_EQ(bob.kind, Body::Kind::Particle);
  EXPECT_EQ(bob.mass, 0.5);
  EXPECT_EQ(bob.position, Vector3(1, 2.5));
  EXPECT_EQ(bob.velocity, Vector3(0.5, 0));
  EXPECT_EQ(bob.exact, (Exact{.vx = true}));
  EXPECT_EQ(m.joints[0], (Joint{"pin", RevoluteJoint{{kGround, 0}, {0, 0}}}));
  EXPECT_EQ(m.joints[1], (Joint{"weld", FixedJoint{{0, 1}, {1, 0}, 0.5}}));
  EXPECT_EQ(m.joints[2], (Joint{"guide", PrismaticJoint{{kGround, 0}, {2, 0}, Vector2(0.6, 0.8), 0.25}}));
  EXPECT_EQ(m.joints[3], (Joint{"contact", RollingJoint{{kGround, 1}, {3, 0}, Vector2(0.6, -0.8), 0.3}}));
  EXPECT_EQ(m.joints[4], (Joint{"blade", KnifeEdgeJoint{{2, 0}, {1, 1}, Vector2(-1, 0)}}));
  EXPECT_EQ(m.joints[5], (Joint{"groove", SlotJoint{{2, 0}, {1, 1}, Vector2(0, 1)}}));
  EXPECT_EQ(m.joints[6], (Joint{"cord", RodJoint{{kGround, 1}, {4, 0}, 0.5}}));
  EXPECT_EQ(m.controllers[0], (Controller{"pid", PidController{2, "0.1*t", 60, -4, 1.5}}));
  EXPECT_EQ(m.controllers[1],
            (Controller{"valve", ControlLaw{{{"filtered", 0.5, "(pid.u-valve.filtered)/0.01", 2}},
                                            {{"flow", 0, "valve.flow^3+valve.flow-valve.filtered", 1}},
                                            {{"double", "2*valve.flow"}, {"sum", "valve.double+pid.u"}}}}));
  EXPECT_EQ(m.controllers[2], (Controller{"slow", PidController{2, "0.2", 5, 0, 0, Sampling{0.01, 0.002}}}));
  EXPECT_EQ(m.controllers[3],
            (Controller{"clock", SampledLaw{{0.005, 0},
                                            {{"u", 0.25, "-clock.z+0.5*clock.u"}},
                                            {{"z", 0, "clock.z+guide.position+clock.u"}}}}));
  EXPECT_EQ(m.events[0], (NamedEvent{"top", "crank.theta - pi", NamedEvent::Direction::Rising,
                                     NamedEvent::Action::Record}));
  EXPECT_EQ(m.events[1],
            (NamedEvent{"end", "slider.vx", NamedEvent::Direction::Both, NamedEvent::Action::Stop}));
  EXPECT_EQ(m.drivers[0], (Driver{"motor", 0, "omega*t"}));
  EXPECT_EQ(m.constraints[0], (Constraint{"wire", FormulaConstraint{"bob.P.x - k_1*bob.P.y^2"}}));
  EXPECT_EQ(m.constraints[1], (Constraint{"lead", PathConstraint{{3, 0}, "1 + 0.1*omega*t", "", ""}}));
  EXPECT_EQ(m.forces[0], (Force{"spring", SpringDamper{{kGround, 1}, {1, 1}, 4530, 7, 0.08}}));
  EXPECT_EQ(m.forces[1], (Force{"push", ConstantForce{{2, 0}, Vector2(10, 0), true}}));
  EXPECT_EQ(m.forces[2], (Force{"drive", ConstantTorque{0, 1, 0.033}}));
  EXPECT_EQ(m.forces[3], (Force{"brake", TorqueExpression{1, kGround, "-k_1*pin.velocity"}}));
  EXPECT_EQ(m.forces[4], (Force{"gust", ForceExpression{{1, 1}, "3*k_1*t", "0", "0", false}}));
  EXPECT_EQ(m.forces[5], (Force{"jack", Actuator{{kGround, 1}, {2, 0}, "20 - 20*jack.length"}}));
  EXPECT_EQ(m.forces[6], (Force{"buffer", Stop{2, {}, {}, -0.5, 0.75, 1000, 3, {}}}));
  EXPECT_EQ(m.forces[7], (Force{"rope", Stop{-1, {kGround, 1}, {1, 1}, {}, 9, 0, 0, 0.6}}));
  EXPECT_EQ(m.forces[8],
            (Force{"hand", Hand{250,
                                4,
                                {{1, {0.1, 0.2}, {{0.5, {1, 2}, 0}, {0.75, {1.5, 2.5}, 1}}},
                                 {0, {0, 0}, {{1.5, {0.125, -3}, 0}, {1.625, {0.125, -3}, 0.5}}}}}}));
  EXPECT_EQ(m.forces[9], (Force{"servo", TorqueExpression{2, kGround, "valve.sum"}}));
  EXPECT_EQ(m.forces[10], (Force{"press", JointForce{2, "2*pid.u"}}));
  EXPECT_EQ(m.forces[11], (Force{"coil", JointSpring{0, 12, 0.5, -0.25}}));
  EXPECT_EQ(m.outputs[0], (Output{"beta", "crank.theta", "rad"}));
  EXPECT_EQ(m.run, (RunSettings{"bdf", 2, 1e-4, 1e-5, 4, 0.03, Rotations::CardanAngles}));
}

TEST(RoundTrip, CompleteModelChainsAndExamples) {
  expectRoundTrip(parseMechanism(completeModel(), "complete"));
  expectRoundTrip(parseMechanism(spatialModel(), "spatial"));
  for (int links : {1, 2, 50}) {
    expectRoundTrip(makeChain(links));
    expectRoundTrip(makeSpatialChain(links));
  }
  for (const fs::path& file : exampleFiles()) {
    SCOPED_TRACE(file.string());
    expectRoundTrip(readMechanism(file));
  }
}

TEST(RoundTrip, AwkwardNumbersAndTextsKeepEveryBit) {
  Mechanism m = makeChain(1);
  m.name = "quote \" backslash \\ newline \n tab \t bell \a ümläut 日本 €";
  m.bodies[0].mass = 0.1 + 0.2;
  m.bodies[0].inertia = 4.9e-99;
  m.bodies[0].angle = -1.0 / 3;
  m.bodies[0].position = {1e22, -123456789.123456789};
  m.bodies[0].velocity = {5e-324, std::nextafter(1.0, 2.0)};
  m.bodies[0].points[1].position = {9007199254740993.0, 1e100};
  m.parameters = {{"b", 2.0}, {"a", -0.0}};
  const Mechanism again = parseMechanism(formatMechanism(m), "again");
  EXPECT_TRUE(again == m);
  EXPECT_TRUE(std::signbit(again.parameters[1].second));
  for (int i = 1; i < 200; ++i) {  // directions normalised once stay as they are
    const std::string axis = "[" + std::to_string(i) + ", " + std::to_string(37 - i * i) + "]";
    std::string text = completeModel();
    text.replace(text.find("[3, 4]"), 6, axis);
    expectRoundTrip(parseMechanism(text, "axis"));
  }
}

TEST(RoundTrip, WhatJsonCannotHoldIsRefused) {
  Mechanism m = makeChain(1);
  m.bodies[0].mass = std::nan("");
  EXPECT_THROW(formatMechanism(m), InputError);
  m = makeChain(1);
  m.name = "\xff";
  EXPECT_THROW(formatMechanism(m), InputError);
}

class WriteModel : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("holonom_write_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string complaint(const Mechanism& mechanism, const fs::path& file) {
    try {
      writeMechanism(mechanism, file);
      return {};
    } catch (const InputError& error) {
      return error.full();
    }
  }

  fs::path folder_;
};

TEST_F(WriteModel, ReplacesTheFileAndLeavesNothingElse) {
  const fs::path file = folder_ / "chain.json";
  writeMechanism(makeChain(2), file);
  writeMechanism(makeChain(3), file);
  EXPECT_TRUE(readMechanism(file) == makeChain(3));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(WriteModel, AFailureKeepsTheOldFile) {
  const fs::path file = folder_ / "chain.json";
  writeMechanism(makeChain(2), file);
  Mechanism broken = makeChain(3);
  broken.gravity.x() = std::numeric_limits<double>::infinity();
  EXPECT_NE(complaint(broken, file), "");
  EXPECT_TRUE(readMechanism(file) == makeChain(2));
}

TEST_F(WriteModel, SaysWhyItCannotWrite) {
  const fs::path file = folder_ / "chain.json";
  writeMechanism(makeChain(2), file);
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_NE(complaint(makeChain(3), file).find("read-only"), std::string::npos);
  EXPECT_TRUE(readMechanism(file) == makeChain(2));
  EXPECT_NE(complaint(makeChain(3), folder_).find("this is a folder"), std::string::npos);
  EXPECT_NE(complaint(makeChain(3), folder_ / "none" / "x.json").find("there is no folder"),
            std::string::npos);
}

TEST_F(WriteModel, FollowsALink) {
  writeMechanism(makeChain(2), folder_ / "real.json");
  fs::create_symlink(folder_ / "real.json", folder_ / "link.json");
  writeMechanism(makeChain(3), folder_ / "link.json");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.json"));
  EXPECT_TRUE(readMechanism(folder_ / "real.json") == makeChain(3));
}

TEST(Examples, AreListedWithTitleAndDescription) {
  std::vector<std::string> names;
  for (const Example& example : listExamples()) {
    names.push_back(example.name);
    EXPECT_FALSE(example.title.empty());
    EXPECT_NE(example.title, example.name);
    EXPECT_FALSE(example.description.empty()) << example.name;
    EXPECT_TRUE(fs::exists(example.modelFile));
  }
  for (const char* name : {"pendulum", "double_pendulum", "four_bar", "slider_crank", "andrews",
                           "rolling_disc", "knife_edge", "pid_arm", "sampled_arm", "scotch_yoke"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
}

TEST(Templates, AreListedWithTitleAndDescription) {
  const std::vector<Example> templates = listTemplates();
  EXPECT_GE(templates.size(), 10u);
  for (const Example& found : templates) {
    EXPECT_EQ(found.modelFile.stem(), found.name);
    const Mechanism mechanism = readMechanism(found.modelFile);
    EXPECT_EQ(mechanism.name, found.title);
    EXPECT_EQ(mechanism.description, found.description);
    EXPECT_FALSE(found.description.empty()) << found.name;
    EXPECT_FALSE(mechanism.outputs.empty()) << found.name << " plots nothing of interest";
  }
}

}  // namespace
}  // namespace holonom
