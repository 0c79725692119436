// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mechanism.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/model/generators.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

TEST(Mechanism, EndsNamesAndRowsOfJoints) {
  const Mechanism chain = makeChain(2);
  const auto [a, b] = endsOf(chain.joints[1]);
  EXPECT_EQ(nameOf(chain, a), "link1.end");
  EXPECT_EQ(nameOf(chain, b), "link2.start");
  EXPECT_EQ(nameOf(chain, endsOf(chain.joints[0]).first), "ground.origin");
  EXPECT_EQ(localPosition(chain, a), Vector3(1, 0));
  const Joint revolute{"r", RevoluteJoint{}}, prismatic{"p", PrismaticJoint{}}, fixed{"f", FixedJoint{}};
  EXPECT_EQ(rowCount(chain, revolute), 2);
  EXPECT_EQ(rowCount(chain, prismatic), 2);
  EXPECT_EQ(rowCount(chain, fixed), 3);
  const auto rowsOf = [](const Joint& joint) {
    std::string names;
    for (const JointRow& row : kindOf(joint).rows) names += std::string(row.name) + ' ';
    return names;
  };
  EXPECT_EQ(rowsOf(revolute), "x y ");
  EXPECT_EQ(rowsOf(prismatic), "normal angle ");
  EXPECT_EQ(rowsOf(fixed), "x y angle ");
}

TEST(Vectors, OfThePlaneHaveTheThirdComponentZeroAndComeBackWithoutIt) {
  const Vector2 flat(1, 2);
  Point point{"P", flat};
  EXPECT_EQ(point.position, Vector3(1, 2, 0));
  point.position = {3, 4, 5};
  point.position = 2 * flat;
  EXPECT_EQ(point.position, Vector3(2, 4, 0)) << "nothing is left of what was there";
  EXPECT_EQ(inPlane({1, 2, 3}), flat);
  EXPECT_EQ(Vector3(2 * Vector3(1, 2, 3) - Vector3(flat)), Vector3(1, 2, 6));
}

TEST(Mechanism, CharacteristicLengthIsTheLargestDistance) {
  Mechanism model;
  EXPECT_EQ(characteristicLength(model), 1);
  model.bodies.resize(1);
  model.bodies[0].position = {3, 4};
  EXPECT_EQ(characteristicLength(model), 1);  // a single place has no size
  model.ground.points = {{"O", Vector2(0, 0)}};
  model.bodies[0].points = {{"P", Vector2(0, 0)}};
  EXPECT_EQ(characteristicLength(model), 1);  // nothing acts at O
  model.forces = {{"spring", SpringDamper{{kGround, 0}, {0, 0}}}};
  EXPECT_DOUBLE_EQ(characteristicLength(model), 5);
  model.bodies[0].angle = std::numbers::pi / 2;
  model.bodies[0].points = {{"P", Vector2(8, -9)}};  // at (3 + 9, 4 + 8)
  EXPECT_DOUBLE_EQ(characteristicLength(model), std::hypot(12, 12));
}

/// A written file may leave a body by rounding beside the hinge that all its points lie at.
TEST(Mechanism, CharacteristicLengthIsNoneOfRounding) {
  Mechanism model;
  model.ground.points = {{"O", Vector2(0, 0)}};
  model.bodies.resize(1);
  model.bodies[0].mass = 2;
  model.bodies[0].inertia = 0.5;
  model.bodies[0].points = {{"P", Vector2(0, 0)}};
  model.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  for (const double rounding : {0.0, 1e-17, 1e-12, 1e-6}) {
    model.bodies[0].position = {rounding, 0};
    EXPECT_DOUBLE_EQ(characteristicLength(model), 0.5) << rounding;
  }
}

TEST(Mechanism, CharacteristicLengthIgnoresGroundPointsThatNothingUses) {
  Mechanism model;
  model.ground.points = {{"O", Vector2(0, 0)}, {"far", Vector2(1e4, -7)}};
  model.bodies.resize(1);
  model.bodies[0].points = {{"A", Vector2(-0.5, 0)}, {"B", Vector2(0.5, 0)}};
  model.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  EXPECT_DOUBLE_EQ(characteristicLength(model), 1);
  model.bodies[0].position = {3, 0};
  EXPECT_DOUBLE_EQ(characteristicLength(model), 3.5);  // from O, which the hinge uses
  model.forces = {{"rope", SpringDamper{{kGround, 1}, {0, 1}}}};
  EXPECT_GT(characteristicLength(model), 9000);
}

TEST(Mechanism, CharacteristicLengthOfASinglePlaceIsThatOfItsInertia) {
  Mechanism model;
  model.ground.points = {{"far", Vector2(1e4, -7)}};
  model.bodies.resize(1);
  model.bodies[0].mass = 4;
  model.bodies[0].inertia = 1e-6;
  EXPECT_DOUBLE_EQ(characteristicLength(model), 5e-4);
}

TEST(Mechanism, CharacteristicLengthOfACloudAgreesWithAllPairs) {
  Mechanism model;
  unsigned state = 1;
  const auto next = [&state] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 - 0.5; };
  model.bodies.resize(1);
  std::vector<Point>& points = model.bodies[0].points;
  for (int i = 0; i < 300; ++i) points.push_back({"p" + std::to_string(i), Vector2(next(), 3 * next())});
  double largest = 0;
  for (const Point& a : points)
    for (const Point& b : points) largest = std::max(largest, (a.position - b.position).norm());
  EXPECT_DOUBLE_EQ(characteristicLength(model), largest);
}

TEST(Chain, IsClosedAtItsJointsAndStartsHorizontal) {
  const Mechanism chain = makeChain(5);
  ASSERT_EQ(chain.bodies.size(), 5u);
  ASSERT_EQ(chain.joints.size(), 5u);
  for (const Joint& joint : chain.joints) {
    const auto place = [&](PointRef ref) {
      const Vector3 origin = ref.body == kGround ? Vector3(0, 0) : chain.bodies[ref.body].position;
      return Vector3(origin + localPosition(chain, ref));
    };
    EXPECT_EQ(place(endsOf(joint).first), place(endsOf(joint).second));
  }
  for (const Body& body : chain.bodies) {
    EXPECT_EQ(body.mass, 1);
    EXPECT_EQ(body.inertia, 1.0 / 12);
    EXPECT_EQ(body.angle, 0);
    EXPECT_EQ(body.centreOfMass, Vector3(0.5, 0));
  }
  EXPECT_EQ(chain.outputs[0].expression, "link5.end.x");
  EXPECT_DOUBLE_EQ(characteristicLength(chain), 5);
}

TEST(Chain, RefusesImpossibleNumbers) {
  EXPECT_THROW(makeChain(0), InputError);
  EXPECT_THROW(makeChain(-3), InputError);
  EXPECT_THROW(makeChain(2'000'000'000), InputError);
}

TEST(Symbols, ListsWhatOutputsMayUse) {
  Mechanism model = makeChain(1);
  model.drivers = {{"motor", 0, "t"}};
  model.forces = {{"spring", SpringDamper{}},
                  {"push", ConstantForce{}},
                  {"twist", TorqueExpression{}},
                  {"wind", ForceExpression{}},
                  {"jack", Actuator{}}};
  const auto symbols = outputSymbols(model);
  const auto has = [&](const std::string& name) {
    return std::count(symbols.begin(), symbols.end(), name) == 1;
  };
  for (const char* name :
       {"t", "link1.x", "link1.theta", "link1.alpha", "link1.end.vy", "link1.start.ax", "hinge1.lambda1",
        "hinge1.lambda2", "motor.lambda1", "spring.length", "spring.rate", "spring.force", "hinge1.position",
        "hinge1.velocity", "twist.torque", "wind.fx", "wind.fy", "jack.length", "jack.force"})
    EXPECT_TRUE(has(name)) << name;
  for (const char* name : {"hinge1.lambda3", "push.force", "ground.origin.x", "motor.lambda2"})
    EXPECT_FALSE(has(name)) << name;
  EXPECT_EQ(symbols.size(), 1u + 9 + 2 * 6 + 4 + 1 + 3 + 1 + 2 + 3);
  EXPECT_EQ(stateSymbols(model).size(), 1u + 6 + 2 * 4 + 2 + 2 + 2);
}

TEST(ClosestName, FindsTheNearestOrNothing) {
  const std::vector<std::string> names{"crank", "rod", "slider", "centreOfMass"};
  EXPECT_EQ(closestName("krank", names), "crank");
  EXPECT_EQ(closestName("Crank", names), "crank");
  EXPECT_EQ(closestName("centerOfMass", names), "centreOfMass");
  EXPECT_EQ(closestName("sldier", names), "slider");
  EXPECT_EQ(closestName("elephant", names), "");
  EXPECT_EQ(closestName("", names), "");
  EXPECT_EQ(closestName("x", names), "");
  EXPECT_EQ(closestName(std::string(100000, 'a'), names), "");
  EXPECT_EQ(closestName("link3", {"link1", "link2", "lever"}), "") << "another thing of the same kind";
  EXPECT_EQ(closestName("B1", {"A1"}), "") << "half of it is another";
  EXPECT_EQ(closestName("lnik2", {"link1", "link2"}), "link2");
}

}  // namespace
}  // namespace holonom
