// SPDX-License-Identifier: GPL-3.0-or-later
// What a file may say of a body in space in several ways: its orientation, its angular velocity, and the
// solids that it is made of.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "core/io/model_writer.h"
#include "core/math/pose.h"
#include "core/model/centre_motion.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

/// A body in space whose mass, or what stands for it, and whose other keys are these.
std::string valueModel(const std::string& mass, const std::string& keys) {
  return R"({"holonom": 1, "bodies": [{"name": "top", "type": "spatial")" + mass + keys + "}]}";
}
constexpr const char* kOwn = R"(, "mass": 2, "inertia": [0.1, 0.2, 0.25])";

std::string posed(const std::string& pose) { return valueModel(kOwn, ", \"pose\": {" + pose + "}"); }

/// The body as it is read; it is written so that it is read again.
Body bodyOf(const std::string& text) {
  const Mechanism m = parseMechanism(text, "m");
  const Body& body = m.bodies[0];
  const Body again = parseMechanism(formatMechanism(m), "again").bodies[0];
  EXPECT_TRUE(again == body) << formatMechanism(m);
  return body;
}
Matrix3 axesOf(const std::string& pose) { return initialPose(bodyOf(posed(pose))).rotation; }

/// Of three turns, each about an axis of the body as the others have left it.
TEST(OrientationFiles, AnglesOfEverySequence) {
  int sequences = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        if (i == j || j == k) continue;
        const std::string sequence{char('x' + i), char('x' + j), char('x' + k)};
        const Matrix3 A = axesOf(R"("angles": [0.3, "-50 deg", 1.1], "sequence": ")" + sequence + "\"");
        const auto turn = [](int axis, double angle) {
          return Eigen::AngleAxisd(angle, Eigen::Vector3d::Unit(axis)).toRotationMatrix();
        };
        const Matrix3 expected = turn(i, 0.3) * turn(j, -50 * std::numbers::pi / 180) * turn(k, 1.1);
        EXPECT_LT((A - expected).norm(), 1e-14) << sequence;
        ++sequences;
      }
  EXPECT_EQ(sequences, 12);
  const Matrix3 lying = axesOf(R"("angles": ["90 deg", "90 deg", 0], "sequence": "zxz")");
  EXPECT_LT((Vector3(lying.col(2)) - Vector3(1, 0, 0)).norm(), 1e-15);
  EXPECT_LT((axesOf(R"("angles": [0, 0, 0], "sequence": "xyz")") - Matrix3::Identity()).norm(), 1e-15);
}

TEST(OrientationFiles, TwoOrThreeDirections) {
  const auto columns = [](const Vector3& x, const Vector3& y, const Vector3& z) {
    Matrix3 axes;
    axes << x, y, z;
    return axes;
  };
  const Vector3 ex(1, 0, 0), ey(0, 1, 0), ez(0, 0, 1);
  const auto expectAxes = [](const std::string& directions, const Matrix3& expected) {
    EXPECT_LT((axesOf("\"directions\": {" + directions + "}") - expected).norm(), 1e-14) << directions;
  };
  expectAxes(R"("x": [0, 0, 2], "z": [1, 0, 5])", columns(ez, -ey, ex));
  expectAxes(R"("z": [0, 0, 2], "x": [1, 0, 5])", columns(ex, ey, ez));
  expectAxes(R"("x": [0, 3, 0], "y": [-1, 7, 0])", columns(ey, -ex, ez));
  expectAxes(R"("y": [0, 3, 0], "x": [1, 7, 0])", columns(ex, ey, ez));
  expectAxes(R"("y": [0, 0, 1], "z": [1, 0, 0])", columns(ey, ez, ex));
  expectAxes(R"("z": [1, 0, 0], "y": [0, 0, 4])", columns(ey, ez, ex));
  expectAxes(R"("x": [0, 2, 0], "y": [0, 0, 1], "z": [3, 0, 0])", columns(ey, ez, ex));
}

TEST(OrientationFiles, RefuseWhatIsNoOrientation) {
  const auto refuses = [](const std::string& pose, const std::string& path, const std::string& words) {
    expectRefused(posed(pose), "/bodies/0/pose" + path, words);
  };
  refuses(R"("angles": [0, 0, 1])", "", "'sequence' is missing");
  refuses(R"("sequence": "xyz")", "/sequence", "no meaning here");
  refuses(R"("angles": [0, 0, 1], "sequence": "xxz")", "/sequence", "'xyz'");
  refuses(R"("angles": [0, 1], "sequence": "xyz")", "/angles", "three angles");
  refuses(R"("angles": [0, 0, "1 m"], "sequence": "xyz")", "/angles/2", "angle");
  refuses(R"("angles": [0, 0, 1], "sequence": "xyz", "axis": [0, 0, 1])", "/axis", "given twice");
  refuses(R"("angles": [0, 0, 1], "sequence": "xyz", "eulerParameters": [1, 0, 0, 0])", "/angles",
          "given twice: by 'eulerParameters' and by 'angles'");
  refuses(R"("directions": {"x": [1, 0, 0], "y": [0, 1, 0]}, "angle": 1)", "/angle", "given twice");
  refuses(R"("directions": {"x": [1, 0, 0]})", "/directions", "two of the directions");
  refuses(R"("directions": {"x": [1, 0, 0], "u": [0, 1, 0]})", "/directions/u", "unknown key");
  refuses(R"("directions": {"x": [1, 0, 0], "y": [1]})", "/directions/y", "two or three numbers");
  refuses(R"("directions": {"x": [1, 0, 0], "y": [0, 0, 0]})", "/directions/y", "length is 0");
  refuses(R"("directions": {"x": [1, 0, 0], "y": [-2, 0, 0]})", "/directions/y", "'y' lies along 'x'");
  refuses(R"("directions": {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, -1]})", "/directions", "left-handed");
  refuses(R"("directions": {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0.1, 1]})", "/directions/z",
          "'y' and 'z' are not at right angles");
}

/// Names that orientations have in other programs.
TEST(OrientationFiles, TellTheNameOfAnOrientation) {
  for (const char* key : {"cardan", "eulerAngles"})
    expectRefused(posed(std::string("\"") + key + R"(": [0, 0, 1])"), std::string("/bodies/0/pose/") + key,
                  "\"sequence\": \"xyz\"");
  expectRefused(posed(R"("quaternion": [1, 0, 0, 0])"), "/bodies/0/pose/quaternion", "\"eulerParameters\"");
  expectRefused(posed(R"("matrix": [[1, 0, 0]])"), "/bodies/0/pose/matrix", "\"directions\"");
  expectRefused(
      valueModel("", R"(, "solids": [{"shape": "sphere", "radius": 1, "mass": 1, "pose": {"cardan": 1}}])"),
      "/bodies/0/solids/0/pose/cardan", "\"angles\"");
}

TEST(OrientationFiles, EulerParametersThatAreNearlyNormalisedAreTakenWithARemark) {
  const auto remarksOn = [](const std::string& pose) {
    std::vector<std::string> remarks;
    parseMechanism(posed(pose), "m", {}, &remarks);
    return remarks;
  };
  const auto remarks = remarksOn(R"("eulerParameters": [0.6001, 0, 0.8, 0])");
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].rfind("/bodies/0/pose/eulerParameters (body 'top'): ", 0), 0u) << remarks[0];
  EXPECT_NE(remarks[0].find("1.0001"), std::string::npos) << remarks[0];
  EXPECT_TRUE(remarksOn(R"("eulerParameters": [0.7071068, 0, 0.7071068, 0])").empty()) << "rounding";
}

TEST(ValuesInSpace, TellWhatTheirNumbersAre) {
  const std::string own = R"(, "mass": 2, "inertia": )";
  expectRefused(valueModel(own + "1", ""), "/bodies/0/inertia", "Jxx, Jyy and Jzz");
  expectRefused(valueModel(kOwn, R"(, "products": [1, 2])"), "/bodies/0/products", "Jxy, Jxz and Jyz");
  expectRefused(valueModel(kOwn, R"(, "velocity": {"angular": 5})"), "/bodies/0/velocity/angular",
                "three numbers, is the number 5");
  const auto loaded = [](const std::string& load) {
    return R"({"holonom": 1, "bodies": [{"name": "top", "type": "spatial", "points": {"P": [1, 0]})" +
           std::string(kOwn) + "}], \"forces\": [{\"name\": \"f\", " + load + "}]}";
  };
  expectRefused(loaded(R"("type": "force", "at": "top.P", "value": 10)"), "/forces/0/value",
                "two or three numbers [x, y, z], is the number 10");
  expectRefused(loaded(R"("type": "moment", "on": "top", "value": "10*t")"), "/forces/0/value",
                "3 formulas, is the string");
}

TEST(ValuesInSpace, TheTurnOfAJointTakesAnglesWithTheirUnit) {
  const auto turned = [](const std::string& turn) {
    return R"({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
      "bodies": [{"name": "top", "type": "spatial", "points": {"P": [1, 0]})" +
           std::string(kOwn) + R"(}], "joints": [{"name": "j", "type": "fixed",
      "between": ["ground.O", "top.P"], "turn": )" +
           turn + "}]}";
  };
  const Mechanism m = parseMechanism(turned(R"(["30 deg", 0, "-0.5 rad"])"), "m");
  const Vector3 turn = std::get<FixedJoint>(m.joints[0].kind).turn;
  EXPECT_LT((turn - Vector3(std::numbers::pi / 6, 0, -0.5)).norm(), 1e-15);
  expectRefused(turned(R"(["30 mm", 0, 0])"), "/joints/0/turn/0", "is no angle");
  expectRefused(turned(R"("30 deg")"), "/joints/0/turn", "three numbers, is the string");
}

TEST(OrientationFiles, AngularVelocityInTheAxesOfTheBody) {
  const std::string pose = R"(, "pose": {"axis": [0, 0, 1], "angle": "90 deg"})";
  const Body body = bodyOf(valueModel(kOwn, pose + R"(, "velocity": {"angularInBodyAxes": [1, 2, 3]})"));
  EXPECT_LT((body.spin - Vector3(-2, 1, 3)).norm(), 1e-15);
  expectRefused(valueModel(kOwn, R"(, "velocity": {"angular": [1, 0, 0], "angularInBodyAxes": [1, 2, 3]})"),
                "/bodies/0/velocity/angularInBodyAxes", "given twice");
  expectRefused(valueModel(kOwn, R"(, "velocity": {"angularInBodyAxes": [1, 2]})"),
                "/bodies/0/velocity/angularInBodyAxes", "three numbers");
}

Body ofSolids(const std::string& solids, const std::string& own = "") {
  return bodyOf(valueModel(own, ", \"solids\": [" + solids + "]"));
}

TEST(SolidFiles, HaveTheMassOfTheirShape) {
  struct Case {
    const char* text;
    double mass;
    Vector3 moments;
  };
  const double pi = std::numbers::pi;
  const Case cases[] = {
      {R"("shape": "box", "size": [3, 4, 5], "mass": 12)", 12, {41, 34, 25}},
      {R"("shape": "box", "size": [1, 2, 3], "density": 2)", 12, {13, 10, 5}},
      {R"("shape": "plate", "size": [3, 4], "mass": 12)", 12, {16, 9, 25}},
      {R"("shape": "plate", "size": [2, 4], "thickness": 1, "density": 1.5)", 12, {17, 5, 20}},
      {R"("shape": "bar", "length": 2, "radius": 1, "mass": 12)", 12, {6, 7, 7}},
      {R"("shape": "cylinder", "radius": 1, "length": 2, "mass": 12)", 12, {7, 7, 6}},
      {R"("shape": "tube", "radius": 2, "innerRadius": 1, "length": 2, "density": 2)",
       12 * pi,
       {19 * pi, 19 * pi, 30 * pi}},
      {R"("shape": "sphere", "radius": 3, "density": 1)", 36 * pi, Vector3::Constant(129.6 * pi)},
      {R"("shape": "cone", "radius": 2, "length": 4, "mass": 10)", 10, {12, 12, 12}}};
  for (const Case& each : cases) {
    const Body body = ofSolids(std::string("{") + each.text + "}");
    EXPECT_NEAR(body.mass, each.mass, 1e-12 * each.mass) << each.text;
    EXPECT_LT((body.moments - each.moments).norm(), 1e-12 * each.moments.norm()) << each.text;
    EXPECT_EQ(body.products, Vector3()) << each.text;
    EXPECT_EQ(body.centreOfMass, Vector3()) << each.text;
  }
}

/// Two equal bars, one along x and one from its end along y, and a mass where they meet.
TEST(SolidFiles, AreAddedWhereTheyLie) {
  const Body corner = ofSolids(
      R"({"shape": "bar", "length": 2, "mass": 3, "pose": {"position": [1, 0]}},
         {"shape": "bar", "length": 2, "mass": 3, "pose": {"position": [0, 1], "angle": "90 deg"}},
         {"shape": "point", "mass": 6})");
  EXPECT_NEAR(corner.mass, 12, 1e-14);
  EXPECT_LT((corner.centreOfMass - Vector3(0.25, 0.25)).norm(), 1e-15);
  // about the corner m l²/3 of the bar across an axis, minus 12 kg of what is a centre of mass away
  EXPECT_LT((corner.moments - Vector3(4 - 0.75, 4 - 0.75, 8 - 1.5)).norm(), 1e-14);
  EXPECT_LT((corner.products - Vector3(12 * 0.0625, 0, 0)).norm(), 1e-14);
}

TEST(SolidFiles, AreAddedToWhatTheBodyHas) {
  const Body body = ofSolids(R"({"shape": "point", "mass": 2, "pose": {"position": [0, 0, 1]}})", kOwn);
  EXPECT_EQ(body.mass, 4);
  EXPECT_EQ(body.centreOfMass, Vector3(0, 0, 0.5));
  EXPECT_LT((body.moments - Vector3(0.1 + 1, 0.2 + 1, 0.25)).norm(), 1e-15);
  // a solid turned by directions: its z along the x of the body
  const Body turned = ofSolids(R"({"shape": "cylinder", "radius": 1, "length": 2, "mass": 12,
                                   "pose": {"directions": {"z": [1, 0, 0], "x": [0, 1, 0]}}})");
  EXPECT_LT((turned.moments - Vector3(6, 7, 7)).norm(), 1e-14);
}

TEST(SolidFiles, AreWrittenAsTheyAre) {
  const std::string solids =
      R"({"shape": "box", "size": [1, 2, 3], "density": 2, "pose": {"position": [0.5, 0, 1]}},
         {"shape": "plate", "size": [2, 4], "mass": 1.5},
         {"shape": "plate", "size": [2, 4], "thickness": 0.1, "density": 7850},
         {"shape": "bar", "length": 2, "mass": 3, "pose": {"axis": [0, 1, 0], "angle": 0.5}},
         {"shape": "tube", "radius": 2, "innerRadius": 1, "length": 2, "density": 2},
         {"shape": "sphere", "radius": 0.3, "mass": 1},
         {"shape": "cone", "radius": 2, "length": 4, "mass": 10},
         {"shape": "cylinder", "radius": 1, "length": 2, "mass": 12}, {"shape": "point", "mass": 6})";
  for (const std::string& own : {std::string(), std::string(kOwn)}) {
    const Mechanism read = parseMechanism(valueModel(own, ", \"solids\": [" + solids + "]"), "a");
    ASSERT_EQ(read.bodies[0].solids.size(), own.empty() ? 9u : 10u);
    const std::string text = formatMechanism(read);
    EXPECT_NE(text.find("\"tube\""), std::string::npos) << text;
    EXPECT_EQ(text.find("\"inertia\"") == std::string::npos, own.empty()) << "only what is its own";
    EXPECT_EQ(parseMechanism(text, "b"), read);
  }
}

TEST(SolidFiles, RefuseWhatIsNone) {
  const auto refuses = [](const std::string& solid, const std::string& path, const std::string& words,
                          const std::string& own = "") {
    expectRefused(valueModel(own, ", \"solids\": [" + solid + "]"), "/bodies/0" + path, words);
  };
  refuses(R"({"size": [1, 1, 1], "mass": 1})", "/solids/0", "'shape' is missing");
  refuses(R"({"shape": "torus", "mass": 1})", "/solids/0/shape", "'tube'");
  refuses(R"({"shape": "box", "mass": 1})", "/solids/0", "'size' is missing");
  refuses(R"({"shape": "box", "size": [1, 1], "mass": 1})", "/solids/0/size", "three numbers");
  refuses(R"({"shape": "box", "size": [1, 1, 0], "mass": 1})", "/solids/0/size/2", "greater than 0");
  refuses(R"({"shape": "sphere", "radius": -1, "mass": 1})", "/solids/0/radius", "greater than 0");
  refuses(R"({"shape": "sphere", "radius": 1, "length": 1, "mass": 1})", "/solids/0/length", "unknown key");
  refuses(R"({"shape": "sphere", "radius": 1})", "/solids/0", "'mass' is missing");
  refuses(R"({"shape": "sphere", "radius": 1, "mass": 1, "density": 1})", "/solids/0/density", "given twice");
  refuses(R"({"shape": "point", "density": 1})", "/solids/0/density", "unknown key");
  refuses(R"({"shape": "plate", "size": [1, 1], "density": 1})", "/solids/0/density", "no volume");
  refuses(R"({"shape": "bar", "length": 1, "density": 1})", "/solids/0/density", "no volume");
  refuses(R"({"shape": "tube", "radius": 1, "innerRadius": 1, "length": 1, "mass": 1})",
          "/solids/0/innerRadius", "less than 'radius'");
  refuses(
      R"({"shape": "sphere", "radius": 1, "mass": 1, "pose": {"angle": 1, "eulerParameters": [1, 0, 0, 0]}})",
      "/solids/0/pose/angle", "given twice");
  refuses("", "/solids", "empty list");
  // one bar, and all on one line
  refuses(R"({"shape": "bar", "length": 1, "mass": 1, "pose": {"axis": [1, 2, 3], "angle": 1}})", "/solids",
          "no moment of inertia about one axis");
  refuses(R"({"shape": "point", "mass": 1, "pose": {"position": [1, 2, 3]}},
             {"shape": "point", "mass": 1, "pose": {"position": [-1, 1, 1]}})",
          "/solids", "no moment of inertia about one axis");
  const std::string ball = R"({"shape": "sphere", "radius": 1, "mass": 1})";
  refuses(ball, "", "'inertia' is missing", R"(, "mass": 1)");
  refuses(ball, "", "'mass' is missing", R"(, "centreOfMass": [1, 0, 0])");
  refuses(ball, "/inertia", "more than the other two together", R"(, "mass": 1, "inertia": [1, 1, 3])");
  expectRefused(R"({"holonom": 1, "bodies": [{"name": "b", "mass": 1, "inertia": 1, "solids": []}]})",
                "/bodies/0/solids", "unknown key");
}

}  // namespace
}  // namespace holonom
