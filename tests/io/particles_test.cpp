// SPDX-License-Identifier: GPL-3.0-or-later
// Particles in files, in the property panel and in drawing: what they have, and what is refused.
#include <gtest/gtest.h>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/building.h"
#include "core/model/fields.h"
#include "core/model/particles.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

constexpr PartRef kBob{PartRef::Kind::Body, 1};

/// A bar, a particle with more keys, and one joint, driver or force of these.
std::string particleModel(const std::string& keys, const std::string& rest = "") {
  return R"({"holonom": 1, "ground": {"points": {"O": [0, 0]}}, "bodies": [
    {"name": "bar", "mass": 1, "inertia": 0.1, "points": {"A": [0, 0], "B": [1, 0]}},
    {"name": "bob", "type": "particle", "mass": 2, )" +
         keys + R"("pose": {"position": [1, -1]}, "points": {"P": [0, 0]}}])" + rest + "}";
}

TEST(ParticleFiles, AreReadAndWritten) {
  const Mechanism m = parseMechanism(particleModel(R"("exact": ["x"], )"), "m");
  EXPECT_EQ(m.bodies[1].kind, Body::Kind::Particle);
  EXPECT_TRUE(m.bodies[1].exact.x);
  const std::string text = formatMechanism(m);
  EXPECT_TRUE(parseMechanism(text, "again") == m) << text;
  const std::string bob = text.substr(text.find("bob"));
  EXPECT_NE(bob.find("\"particle\""), std::string::npos) << bob;
  for (const char* key : {"inertia", "centreOfMass", "angle", "angular"})
    EXPECT_EQ(bob.find(key), std::string::npos) << bob;
  EXPECT_EQ(text.substr(0, text.find("bob")).find("\"type\""), std::string::npos) << "rigid is as it was";
}

TEST(ParticleFiles, RefuseWhatAParticleDoesNotHave) {
  expectRefused(particleModel(R"("inertia": 1, )"), "/bodies/1/inertia", "has no inertia");
  expectRefused(particleModel(R"("centreOfMass": [0, 0], )"), "/bodies/1/centreOfMass",
                "has no centreOfMass");
  expectRefused(particleModel(R"("velocity": {"angular": 1}, )"), "/bodies/1/velocity/angular",
                "has no angular");
  expectRefused(particleModel(R"("flexible": {}, )"), "/bodies/1/flexible", "cannot bend");
  expectRefused(particleModel(R"("exact": ["omega"], )"), "/bodies/1/exact/0", "no angle");
  expectRefused(particleModel("", R"(, "outputs": [{"name": "o", "expression": "bob.theta"}])"), "/outputs/0",
                "bob.theta");
  std::string beside = particleModel("");
  beside.replace(beside.find(R"("P": [0, 0])"), 11, R"("P": [0, 1])");
  expectRefused(beside, "/bodies/1", "the point 'P' of a particle lies beside it");
}

TEST(ParticleFiles, RefuseJointsThatNeedItsAxes) {
  for (const char* type : {"prismatic", "fixed", "knife-edge"})
    for (const auto& [a, b] : {std::pair("bar.B", "bob.P"), std::pair("bob.P", "bar.B")})
      expectRefused(particleModel("", joint(type, a, b)), "(joint 'j')", "needs axes of 'bob'");
  expectRefused(particleModel("", joint("rolling", "ground.O", "bob.P", R"(, "radius": 1)")), "(joint 'j')",
                "needs axes of 'bob'");
  expectRefused(particleModel("", joint("slot", "bob.P", "bar.B")), "(joint 'j')", "a slot whose pin it is");
  for (const char* type : {"revolute", "slot", "rod"})
    EXPECT_EQ(complaint(particleModel(
                  "", joint(type, "bar.B", "bob.P", type == std::string("rod") ? R"(, "length": 1)" : ""))),
              "");
}

TEST(ParticleFiles, RefuseAnglesAndTorquesOfOne) {
  const std::string pin = joint("revolute", "bar.B", "bob.P");
  expectRefused(particleModel("", pin + R"(, "drivers": [{"name": "d", "joint": "j", "motion": "t"}])"),
                "/drivers/0/joint", "has no angle, because 'bob' is a particle");
  expectRefused(
      particleModel(
          "",
          pin + R"(, "forces": [{"name": "s", "type": "stop", "joint": "j", "upper": 1, "stiffness": 9}])"),
      "/forces/0/joint", "has no angle");
  expectRefused(
      particleModel(
          "", pin + R"(, "controllers": [{"name": "c", "type": "pid", "joint": "j", "setpoint": "0"}])"),
      "/controllers/0/joint", "has no angle");
  expectRefused(
      particleModel("", R"(, "forces": [{"name": "f", "type": "torque", "on": "bob", "value": 1}])"),
      "(force 'f')", "cannot turn");
  expectRefused(
      particleModel(
          "",
          R"(, "forces": [{"name": "f", "type": "force", "at": "bob.P", "value": [1, 0], "axes": "body"}])"),
      "(force 'f')", "cannot turn");
  expectRefused(particleModel("", pin + R"(, "outputs": [{"name": "o", "expression": "j.position"}])"),
                "/outputs/0", "j.position");
}

TEST(ParticleFields, LeaveOutWhatItDoesNotHave) {
  const Mechanism m = parseMechanism(particleModel(""), "m");
  const auto fields = fieldsOf(m, kBob);
  for (const char* key : {"mass", "type", "pose.position", "velocity.linear", "exact.x", "display.shape"})
    EXPECT_NE(findField(fields, key), nullptr) << key;
  for (const char* key : {"inertia", "centreOfMass", "shape", "pose.angle", "velocity.angular", "exact.angle",
                          "exact.omega", "flexible"})
    EXPECT_EQ(findField(fields, key), nullptr) << key;
}

TEST(ParticleFields, ChangeTheKindWhereAllFits) {
  Mechanism m = parseMechanism(particleModel(""), "m");
  const auto become = [&](int body, const char* kind) {
    const auto fields = fieldsOf(m, {PartRef::Kind::Body, body});
    const Field& type = *findField(fields, "type");
    setField(m, type, parseField(type, m, kind, {}));
  };
  EXPECT_THROW(become(0, "particle"), InputError) << "the bar has an end elsewhere";
  become(1, "rigid body");
  EXPECT_EQ(m.bodies[1].inertia, 2);
  m.bodies[1].angle = 0.5;
  m.bodies[1].angularVelocity = 3;
  m.bodies[1].centreOfMass = m.bodies[1].points[0].position = {0.2, 0};
  const Vector2 centre = groundPosition(m, {1, 0});
  become(1, "particle");
  EXPECT_NEAR((groundPosition(m, {1, 0}) - centre).norm(), 0, 1e-15);
  EXPECT_NEAR((m.bodies[1].velocity - Vector3(-0.6 * std::sin(0.5), 0.6 * std::cos(0.5))).norm(), 0, 1e-15);
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m);
  m.joints = {{"j", RevoluteJoint{{0, 1}, {1, 0}}}};
  const auto fields = fieldsOf(m, {PartRef::Kind::Joint, 0});
  const Field& type = *findField(fields, "type");
  EXPECT_THROW(setField(m, type, parseField(type, m, "rigid (fixed)", {})), InputError);
  EXPECT_EQ(addMotor(m, 0), std::nullopt);
}

/// A ball in space, a particle in space with more keys, and one joint, driver or force of these.
std::string modelInSpace(const std::string& keys, const std::string& rest = "") {
  return R"({"holonom": 1, "ground": {"points": {"O": [0, 0, 1]}}, "bodies": [
    {"name": "ball", "type": "spatial", "mass": 1, "inertia": [1, 1, 1],
     "points": {"A": [0, 0], "B": [1, 0]}},
    {"name": "bob", "type": "spatial-particle", "mass": 2, )" +
         keys + R"("pose": {"position": [1, -1, 3]}, "points": {"P": [0, 0]}}])" + rest + "}";
}

TEST(SpatialParticleFiles, AreReadAndWritten) {
  const std::string keys = R"("exact": ["z", "vx"], "velocity": {"linear": [1, 2, 3]}, "traces": ["P"], )";
  const Mechanism m = parseMechanism(modelInSpace(keys), "m");
  const Body& bob = m.bodies[1];
  EXPECT_EQ(bob.kind, Body::Kind::SpatialParticle);
  EXPECT_EQ(bob.position, Vector3(1, -1, 3));
  EXPECT_EQ(bob.velocity, Vector3(1, 2, 3));
  EXPECT_EQ(bob.exact, (Exact{.vx = true, .z = true}));
  const std::string text = formatMechanism(m);
  EXPECT_TRUE(parseMechanism(text, "again") == m) << text;
  const std::string written = text.substr(text.find("bob"));
  for (const char* key : {"inertia", "products", "centreOfMass", "axis", "angle", "angular"})
    EXPECT_EQ(written.find(key), std::string::npos) << written;
}

TEST(SpatialParticleFiles, RefuseWhatAParticleDoesNotHave) {
  for (const char* key : {"inertia", "products", "centreOfMass"})
    expectRefused(modelInSpace('"' + std::string(key) + R"(": [1, 1, 1], )"), "/bodies/1/" + std::string(key),
                  "has no " + std::string(key));
  expectRefused(modelInSpace(R"("velocity": {"angular": [1, 0, 0]}, )"), "/bodies/1/velocity/angular",
                "has no angular");
  expectRefused(modelInSpace(R"("flexible": {}, )"), "/bodies/1/flexible", "cannot bend");
  expectRefused(modelInSpace(R"("exact": ["omega"], )"), "/bodies/1/exact/0", "no angle");
  const auto replaced = [](const std::string& from, const std::string& to) {
    std::string text = modelInSpace("");
    const auto at = text.find(from);
    return text.replace(at, from.size(), to);
  };
  const std::string place = R"("position": [1, -1, 3])";
  expectRefused(replaced(place, place + R"(, "axis": [0, 0, 1])"), "/bodies/1/pose/axis", "has no axis");
  expectRefused(replaced(place, place + R"(, "eulerParameters": [1, 0, 0, 0])"), "/bodies/1/pose",
                "eulerParameters");
  expectRefused(replaced(R"("P": [0, 0])", R"("P": [0, 0, 1])"), "/bodies/1",
                "the point 'P' of a particle lies beside it");
  expectRefused(replaced("spatial-particle", "particle"), "/bodies/1/pose/position", "two numbers");
}

TEST(SpatialParticleFiles, RefuseJointsAndForcesThatNeedItsAxes) {
  const auto refuses = [](const std::string& type, const std::string& a, const std::string& b,
                          const std::string& more = "") {
    expectRefused(modelInSpace("", joint(type, a, b, more)), "(joint 'j')", "needs axes of 'bob'");
  };
  for (const char* type : {"revolute", "prismatic", "fixed", "universal", "cylindrical", "parallel-axes"})
    for (const auto& [a, b] : {std::pair("ball.B", "bob.P"), std::pair("bob.P", "ball.B")})
      refuses(type, a, b);
  for (const char* type : {"slot", "in-plane"}) refuses(type, "bob.P", "ball.B");
  for (const char* type : {"rolling", "rolling-ball"}) refuses(type, "ground.O", "bob.P", R"(, "radius": 1)");
  refuses("knife-edge", "ground.O", "bob.P");
  for (const char* type : {"spherical", "slot", "in-plane"})
    for (const char* first : {"ground.O", "ball.B"})
      EXPECT_EQ(complaint(modelInSpace("", joint(type, first, "bob.P"))), "") << type;
  expectRefused(modelInSpace("", R"(, "forces": [{"name": "f", "type": "torque", "on": "bob", "value": 1}])"),
                "(force 'f')", "cannot turn");
  EXPECT_EQ(complaint(modelInSpace(
                "", R"(, "forces": [{"name": "f", "type": "force", "at": "bob.P", "value": [1, 0, 2]}])")),
            "");
}

TEST(SpatialParticleFields, ChangeTheKind) {
  Mechanism m = parseMechanism(modelInSpace(R"("velocity": {"linear": [1, 2, 3]}, )"), "m");
  const auto become = [&](const char* kind) {
    const auto fields = fieldsOf(m, kBob);
    const Field& type = *findField(fields, "type");
    setField(m, type, parseField(type, m, kind, {}));
    EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m) << formatMechanism(m);
  };
  const auto fields = fieldsOf(m, kBob);
  for (const char* key : {"mass", "pose.position", "velocity.linear", "exact.z", "exact.vz"})
    EXPECT_NE(findField(fields, key), nullptr) << key;
  for (const char* key :
       {"inertia", "products", "pose.axis", "pose.angle", "velocity.angular", "exact.angle"})
    EXPECT_EQ(findField(fields, key), nullptr) << key;
  const Mechanism before = m;
  become("rigid body in space");
  EXPECT_EQ(m.bodies[1].moments, Vector3(2, 2, 2));
  m.bodies[1].products = {0.1, 0, 0};
  m.bodies[1].axis = {0, 1, 0};
  m.bodies[1].angle = 0.5;
  m.bodies[1].spin = {0, 2, 0};
  m.bodies[1].centreOfMass = m.bodies[1].points[0].position = {0.2, 0, 0};
  m.bodies[1].position -= Vector3(0.2 * std::cos(0.5), 0, -0.2 * std::sin(0.5));
  m.bodies[1].velocity -= Vector3(-0.4 * std::sin(0.5), 0, -0.4 * std::cos(0.5));
  become("particle in space");
  EXPECT_LT((m.bodies[1].position - before.bodies[1].position).norm(), 1e-15);
  EXPECT_LT((m.bodies[1].velocity - before.bodies[1].velocity).norm(), 1e-15);
  m.bodies[1].position = before.bodies[1].position;
  m.bodies[1].velocity = before.bodies[1].velocity;
  EXPECT_TRUE(m == before) << formatMechanism(m);
  become("particle");
  EXPECT_EQ(m.bodies[1].position, Vector3(1, -1, 0));
  become("particle in space");
  EXPECT_EQ(m.bodies[1].moments, before.bodies[1].moments);
  become("rigid body");
  EXPECT_EQ(m.bodies[1].inertia, 2);
}

TEST(ParticleDrawing, MovesThoseInSpace) {
  Mechanism m = parseMechanism(modelInSpace(""), "m");
  EXPECT_EQ(pointAt(m, 1, {1.1, -0.9}), (PointRef{1, 0}));
  EXPECT_TRUE(stretch(m, {1, 0}, {3, 4}));
  EXPECT_EQ(m.bodies[1].position, Vector3(3, 4, 3));
  turnBody(m, 1, {0, 0}, 0.5);
  EXPECT_EQ(m.bodies[1].angle, 0);
  EXPECT_EQ(m.bodies[1].position.z(), 3);
}

TEST(ParticleDrawing, PointsAreItsPlace) {
  Mechanism m = parseMechanism(particleModel(""), "m");
  EXPECT_EQ(pointAt(m, 1, {1.1, -0.9}), (PointRef{1, 0}));
  EXPECT_TRUE(stretch(m, {1, 0}, {3, 4}));
  EXPECT_EQ(m.bodies[1].position, Vector3(3, 4));
  turnBody(m, 1, {0, 0}, 0.5);
  EXPECT_EQ(m.bodies[1].angle, 0);
  ASSERT_TRUE(weld(m, {0, 1}, {1, 0}));
  EXPECT_STREQ(kindOf(m.joints[0]).name, "revolute");
  EXPECT_NO_THROW(requireFits(m));
}

}  // namespace
}  // namespace holonom
