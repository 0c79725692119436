// SPDX-License-Identifier: GPL-3.0-or-later
// Every joint, driver and force of the planar equations: analytic blocks against differences, at states that
// satisfy nothing in particular.
#include <gtest/gtest.h>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/offers.h"
#include "tests/core/dynamics/derivative_checks.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

struct Ends {
  const char* name;
  PointRef a, b;
};

constexpr int kLeft = 0, kRight = 1;
const Ends kEnds[] = {{"left–right", {kLeft, 1}, {kRight, 0}},
                      {"right–left", {kRight, 1}, {kLeft, 0}},
                      {"ground–right", {kGround, 1}, {kRight, 1}},
                      {"left–ground", {kLeft, 0}, {kGround, 0}}};

void expectRightWithStops(const Mechanism& mechanism) {
  EquationsOfMotion system(mechanism);
  const Offers offers = system.offers();
  offers.stops.close(std::vector<char>(static_cast<std::size_t>(offers.switches.count()), 1));
  samples::expectRightDerivatives(system, 5);
}

template <class Kind>
void expectRightJoint(Kind kind, bool driven) {
  for (const Ends& ends : kEnds) {
    SCOPED_TRACE(ends.name);
    Mechanism mechanism = samples::twoBodies();
    kind.a = ends.a;
    kind.b = ends.b;
    mechanism.joints = {{"J", kind}};
    if (driven) mechanism.drivers = {{"D", 0, "0.3*sin(5*t)+t^2"}};
    expectRightWithStops(mechanism);
  }
}

/// Each kind that there is, with a direction, an angle and lengths that are nothing in particular.
TEST(JointDerivatives, EveryKind) {
  const JointStart start{{1.2, -0.5}, 0.3, {}, 0.4, 3};
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
    if (jointKinds()[kind].rows.empty()) continue;  // one in space: spatial_mechanism_test.cpp
    SCOPED_TRACE(jointKinds()[kind].name);
    std::visit(
        [](const auto& joint) {
          expectRightJoint(joint, isDrivable(samples::twoBodies(), {"", joint}));
        },
        makeJoint(kind, {}, {}, start));
  }
}

/// What a kind says of its rows is what its law has.
TEST(JointLaws, HaveTheRowsOfTheirKind) {
  using Keeps = JointRow::Keeps;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
    const JointKind& words = jointKinds()[kind];
    if (words.rows.empty()) continue;
    SCOPED_TRACE(words.name);
    const Joint joint{"J", makeJoint(kind, kEnds[0].a, kEnds[0].b, {})};
    const auto law = makeJointConstraint(samples::twoBodies(), joint);
    ASSERT_EQ(law->rowCount(), std::ssize(words.rows));
    EXPECT_EQ(law->rowCount() - law->holonomicRowCount(), words.count(Keeps::Velocity));
    for (int row = 0; row < law->rowCount(); ++row) {
      EXPECT_EQ(law->rowName(row), words.rows[std::size_t(row)].name);
      EXPECT_EQ(words.rows[std::size_t(row)].keeps == Keeps::Velocity, row >= law->holonomicRowCount());
      const bool angleOnly =
          law->jacobianStructure().substr(std::size_t(row) * kPairSize, kPairSize) == "..x..x";
      EXPECT_EQ(isAngleRow(samples::twoBodies(), joint, row), angleOnly);
    }
  }
}

TEST(JointDerivatives, Revolute) { expectRightJoint(RevoluteJoint{}, false); }
TEST(JointDerivatives, Fixed) { expectRightJoint(FixedJoint{{}, {}, 0.4}, false); }
TEST(JointDerivatives, Prismatic) { expectRightJoint(PrismaticJoint{{}, {}, {1.2, -0.5}, 0.3}, false); }
TEST(JointDerivatives, Rolling) { expectRightJoint(RollingJoint{{}, {}, {0.8, 0.7}, 0.35}, false); }
TEST(JointDerivatives, KnifeEdge) { expectRightJoint(KnifeEdgeJoint{{}, {}, {-0.6, 1.1}}, false); }
TEST(JointDerivatives, Slot) { expectRightJoint(SlotJoint{{}, {}, {0.7, -1.1}}, false); }
TEST(DriverDerivatives, Revolute) { expectRightJoint(RevoluteJoint{}, true); }
TEST(DriverDerivatives, Prismatic) { expectRightJoint(PrismaticJoint{{}, {}, {-0.4, 0.9}, -0.2}, true); }

TEST(DriverDerivatives, Slot) { expectRightJoint(SlotJoint{{}, {}, {-0.5, 0.3}}, true); }

TEST(StopDerivatives, RowsOfClosedStops) {
  for (const Ends& ends : kEnds) {
    SCOPED_TRACE(ends.name);
    Mechanism mechanism = samples::twoBodies();
    mechanism.joints = {{"turn", RevoluteJoint{ends.a, ends.b}},
                        {"slide", PrismaticJoint{ends.a, ends.b, {1.2, -0.5}, 0.3}}};
    mechanism.forces = {{"angle", Stop{0, {}, {}, -0.4, 0.3, 0, 0, 0.5}},
                        {"way", Stop{1, {}, {}, -0.1, 0.2, 0, 0, 0.0}},
                        {"rope", Stop{-1, ends.a, ends.b, 0.1, 0.7, 0, 0, 1.0}}};
    expectRightWithStops(mechanism);
    EquationsOfMotion system(mechanism);
    EXPECT_TRUE(system.offers().stops.isOpen(system.rowOfStop(2, 1)));
    EXPECT_EQ(system.constraintName(system.rowOfStop(2, 1)), "stop 'rope': upper limit");
  }
}

TEST(ForceDerivatives, SpringDamper) {
  for (const Ends& ends : kEnds) {
    SCOPED_TRACE(ends.name);
    Mechanism mechanism = samples::twoBodies();
    mechanism.forces = {{"S", SpringDamper{ends.a, ends.b, 31, 4.2, 0.45}}};
    expectRightWithStops(mechanism);
  }
}

TEST(ForceDerivatives, DamperAlone) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.forces = {{"S", SpringDamper{kEnds[0].a, kEnds[0].b, 0, 4.2, 0}}};
  expectRightWithStops(mechanism);
}

TEST(ForceDerivatives, SpringAloneHasNoDamping) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.forces = {{"S", SpringDamper{kEnds[0].a, kEnds[0].b, 31, 0, 0.3}}};
  expectRightWithStops(mechanism);
  EXPECT_EQ(EquationsOfMotion(mechanism).dampingPattern().nonZeros(), 0);
}

TEST(ForceDerivatives, ConstantForce) {
  for (const bool bodyFixed : {false, true}) {
    Mechanism mechanism = samples::twoBodies();
    mechanism.forces = {{"F", ConstantForce{{kRight, 1}, {2.5, -1.5}, bodyFixed}}};
    expectRightWithStops(mechanism);
  }
}

TEST(ForceDerivatives, Torque) {
  for (const int reaction : {kGround, kLeft}) {
    Mechanism mechanism = samples::twoBodies();
    mechanism.forces = {{"T", ConstantTorque{kRight, reaction, 1.7}}};
    expectRightWithStops(mechanism);
  }
}

/// Sizes that depend on everything a force may read, of the bodies it acts on and of others.
TEST(ForceDerivatives, ForcesWithExpressions) {
  for (const Ends& ends : kEnds) {
    SCOPED_TRACE(ends.name);
    Mechanism mechanism = samples::twoBodies();
    const Body& right = mechanism.bodies[kRight];
    const std::string body = right.name, point = body + "." + right.points[1].name,
                      left = mechanism.bodies[kLeft].name;
    mechanism.parameters = {{"k", 1.3}};
    mechanism.joints = {{"hinge", RevoluteJoint{ends.a, ends.b}},
                        {"guide", PrismaticJoint{{kLeft, 1}, {kRight, 1}, {0.6, -0.8}, 0}},
                        {"rail", PrismaticJoint{{kGround, 0}, {kLeft, 1}, {1, 0.5}, 0}}};
    const std::string size =
        "k*guide.position*guide.velocity + sin(" + point + ".x)*" + point + ".vy + " + body + ".omega^2*" +
        left + ".x - jack.length*jack.rate + hinge.position^2*cos(t) - exp(hinge.velocity/4) + " +
        "rail.position*rail.velocity*" + left + ".vy";
    mechanism.forces = {{"jack", Actuator{ends.a, ends.b, size}},
                        {"twist", TorqueExpression{kLeft, kRight, size}},
                        {"motor", TorqueExpression{kRight, kGround, size + "+ t"}},
                        {"wind", ForceExpression{{kRight, 1}, size, left + ".theta*t", "0", false}},
                        {"jet", ForceExpression{{kLeft, 1}, "2 + " + body + ".y", size, "0", true}}};
    expectRightWithStops(mechanism);
  }
}

/// Inside and outside of the limits, with the branches as the state has them.
TEST(ForceDerivatives, Stops) {
  for (const Ends& ends : kEnds) {
    SCOPED_TRACE(ends.name);
    Mechanism mechanism = samples::twoBodies();
    mechanism.joints = {{"hinge", RevoluteJoint{ends.a, ends.b}},
                        {"guide", PrismaticJoint{ends.a, ends.b, {0.6, -0.8}, 0}}};
    mechanism.forces = {{"turn", Stop{0, {}, {}, -0.2, 0.3, 40, 2, {}}},
                        {"slide", Stop{1, {}, {}, -0.1, 0.2, 50, 3, {}}},
                        {"rope", Stop{-1, ends.a, ends.b, 0.5, 0.9, 60, 1.5, {}}}};
    expectRightWithStops(mechanism);
  }
}

TEST(ForceDerivatives, ForcesAndSpringsAtJoints) {
  for (const Ends& ends : kEnds) {
    SCOPED_TRACE(ends.name);
    Mechanism mechanism = samples::twoBodies();
    mechanism.joints = {{"hinge", RevoluteJoint{ends.a, ends.b}},
                        {"guide", PrismaticJoint{ends.a, ends.b, {0.6, -0.8}, 0}}};
    mechanism.forces = {{"coil", JointSpring{0, 12, 0.5, -0.25}},
                        {"spring", JointSpring{1, 40, 0, 0.3}},
                        {"drive", JointForce{0, "3*guide.position*guide.velocity + t"}},
                        {"press", JointForce{1, "sin(hinge.position) - hinge.velocity"}}};
    expectRightWithStops(mechanism);
  }
}

/// Before, at and between knots, while it closes, holds and opens, on either body.
TEST(ForceDerivatives, Hand) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.forces = {{"hand", Hand{31,
                                    4.2,
                                    {{kLeft, {0.2, -0.3}, {{0.2, {0.1, 0.2}, 0}, {0.4, {0.5, -0.6}, 1.3}}},
                                     {kRight, {-0.4, 0.1}, {{0.5, {1, 0}, 0.7}, {0.9, {0.2, 0.3}, 0.4}}}}}}};
  expectRightWithStops(mechanism);
  EquationsOfMotion system(mechanism);
  samples::RandomVectors random;
  const Vector q = random(6), v = random(6);
  const auto pulls = [&](double t, int body) {
    system.moveTo(t, q, v);
    const Vector Q = forcesOf(system);
    return (Q.segment<2>(3 * body) - mechanism.bodies[body].mass * inPlane(mechanism.gravity)).norm() > 1e-9;
  };
  EXPECT_FALSE(pulls(0.1, kLeft) || pulls(0.1, kRight));
  EXPECT_TRUE(pulls(0.45, kLeft) && !pulls(0.45, kRight));
  EXPECT_TRUE(pulls(2, kRight) && !pulls(2, kLeft));
}

/// The size of a force that depends on time only leaves no entry in D.
TEST(ForceDerivatives, ForcesOfTimeHaveNoDamping) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.forces = {{"F", ForceExpression{{kRight, 1}, "sin(t)", "2", "0", false}}};
  expectRightWithStops(mechanism);
  EXPECT_EQ(EquationsOfMotion(mechanism).dampingPattern().nonZeros(), 0);
}

TEST(Derivatives, OfEverythingTogether) { expectRightWithStops(samples::workshop()); }

/// Elements keep intermediate results (a driver its motion): going back to a state must give the same
/// numbers.
TEST(Derivatives, EvaluationsFollowTheStateAndRepeatExactly) {
  EquationsOfMotion system(samples::workshop());
  samples::RandomVectors random;
  const Vector q1 = random(15), v1 = random(15), q2 = random(15), v2 = random(15), a = random(15),
               l = random(13);
  const auto snapshot = [&](double t, const Vector& q, const Vector& v) {
    system.moveTo(t, q, v);
    return std::tuple(denseConstraintJacobian(system), denseStiffness(system, a, l), denseDamping(system),
                      denseVelocityJacobian(system), gammaOf(system), forcesOf(system),
                      constraintsOf(system));
  };
  const auto first = snapshot(0.2, q1, v1), second = snapshot(0.5, q2, v2);
  EXPECT_NE(first, second);
  EXPECT_EQ(first, snapshot(0.2, q1, v1));
}

}  // namespace
}  // namespace holonom
