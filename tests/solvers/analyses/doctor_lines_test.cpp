// SPDX-License-Identifier: GPL-3.0-or-later
// What the Doctor says of forces along lines and of gravity, and how it lists rows of joints in space.
#include <gtest/gtest.h>

#include "core/io/model_reader.h"
#include "tests/solvers/analyses/doctor_checks.h"
#include "tests/solvers/linkages.h"

namespace holonom {
namespace {

using Kind = DoctorFinding::Kind;

/// A bar from its pin at the origin to A, where a force of the ground acts along a line.
Mechanism onALine(const std::string& type, const std::string& at, const std::string& force) {
  return parseMechanism(R"({"holonom": 1, "ground": {"points": {"O": [0, 0], "E": )" + at + R"(}},
    "bodies": [{"name": "bar", "type": ")" +
                            type + R"(", "mass": 1, "inertia": )" + (type == "spatial" ? "[1, 1, 1]" : "1") +
                            R"(, "points": {"P": [0, 0], "A": [1, 0]}}],
    "joints": [{"name": "pin", "type": "spherical", "between": ["ground.O", "bar.P"]}],
    "forces": [{"name": "line", "between": ["ground.E", "bar.A"], )" +
                            force + "}]}",
                        "m");
}

TEST(Doctor, BodiesThatGravityPointsAcrossAreNamed) {
  Mechanism mechanism = linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5);
  EXPECT_EQ(find(diagnosed(mechanism), Kind::Gravity), nullptr) << "it lies in the plane";
  mechanism.gravity = {0, 0, -9.81};
  Body hanging = linkages::bar("hanging", 1, {0, 3}, 0);
  hanging.kind = Body::Kind::Spatial;
  hanging.moments = {0.1, 0.2, 0.25};
  mechanism.bodies.push_back(hanging);
  const Diagnosis diagnosis = diagnosed(mechanism);
  EXPECT_EQ(find(diagnosis, Kind::Gravity)->parts.size(), 3u) << "the planar ones";
  mechanism.bodies.back().normal = {0, 1, 0};
  EXPECT_EQ(find(diagnosed(mechanism), Kind::Gravity)->parts.size(), 3u) << "it falls in its plane";
  mechanism.bodies.back().normal = {0, 0, 2};
  EXPECT_EQ(find(diagnosed(mechanism), Kind::Gravity)->parts.size(), 4u);
  mechanism.gravity = Vector3();
  EXPECT_EQ(find(diagnosed(mechanism), Kind::Gravity), nullptr) << "there is none";
}

/// As a crank whose hinge is driven, and with a block welded to its tip; not as a rod between hinges.
TEST(Doctor, ClampedBeamsWithoutShapesForThatAreNamed) {
  const auto finding = [](const std::string& flexible, const std::string& joint, const std::string& more) {
    const Diagnosis diagnosis = diagnosed(parseMechanism(
        R"({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
            "bodies": [{"name": "rod", "mass": 1, "inertia": 0.1, "points": {"A": [0, 0], "B": [1, 0]},
                        "flexible": {"from": "A", "to": "B", "youngsModulus": 2e11, "area": 1e-4,
                                     "secondMomentOfArea": 1e-9)" +
            flexible + R"(}},
                       {"name": "block", "mass": 1, "inertia": 1, "pose": {"position": [1, 0]},
                        "points": {"C": [0, 0]}}],
            "joints": [{"name": "root", "type": "revolute", "between": ["ground.O", "rod.A"]},
                       {"name": "tip", "type": ")" +
            joint + R"(", "between": ["rod.B", "block.C"]}])" + more + "}",
        "m"));
    const DoctorFinding* found = find(diagnosis, Kind::ClampedBeam);
    return found ? found->explanation : std::string();
  };
  const std::string driver = R"(, "drivers": [{"name": "motor", "joint": "root", "motion": "t"}])";
  EXPECT_EQ(finding("", "revolute", ""), "");
  EXPECT_NE(finding("", "fixed", "").find("by 'tip'"), std::string::npos);
  EXPECT_NE(finding("", "revolute", driver).find("by 'root'"), std::string::npos);
  EXPECT_NE(finding("", "fixed", "").find("76 %"), std::string::npos) << finding("", "fixed", "");
  EXPECT_EQ(finding(R"(, "endShapes": true)", "fixed", driver), "");
}

TEST(Doctor, AForceBetweenPointsThatMeetHasNoDirection) {
  const char* spring = R"("type": "spring-damper", "stiffness": 10, "freeLength": 0.5)";
  for (const char* type : {"rigid", "spatial"}) {
    const auto warns = [&](const char* at, const char* force) {
      const Diagnosis diagnosis = diagnosed(onALine(type, at, force));
      EXPECT_TRUE(diagnosis.ready());
      const DoctorFinding* finding = find(diagnosis, Kind::MeetingEnds);
      if (finding) EXPECT_EQ(finding->severity, Severity::Warns);
      if (finding) EXPECT_EQ(finding->parts, std::vector<PartRef>({{PartRef::Kind::Force, 0}}));
      return finding != nullptr;
    };
    EXPECT_TRUE(warns("[1, 0]", spring)) << type;
    EXPECT_FALSE(warns("[1, 0.001]", spring)) << type;
    EXPECT_TRUE(warns("[1, 0]", R"("type": "spring-damper", "stiffness": 10, "damping": 1)"));
    EXPECT_FALSE(warns("[1, 0]", R"("type": "spring-damper", "stiffness": 10)")) << "it pulls back any way";
    EXPECT_TRUE(warns("[1, 0]", R"("type": "actuator", "value": 3)"));
    EXPECT_FALSE(warns("[1, 0]", R"("type": "stop", "upper": 1, "restitution": 0)")) << "a cord";
  }
}

TEST(Doctor, RowsThatAreTooManyStandByTheirJoint) {
  Mechanism mechanism = onALine("spatial", "[3, 0]", R"("type": "actuator", "value": 3)");
  mechanism.joints.push_back({"weld", makeJoint(2, {kGround, 0}, {0, 0}, {})});
  ASSERT_STREQ(kindOf(mechanism.joints[1]).name, "fixed");
  mechanism.joints.push_back({"again", mechanism.joints[1].kind});
  const Diagnosis diagnosis = diagnosed(mechanism);
  const DoctorFinding* finding = find(diagnosis, Kind::Redundancy);
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->title.find(": x, y, z; joint '"), std::string::npos) << finding->title;
}

}  // namespace
}  // namespace holonom
