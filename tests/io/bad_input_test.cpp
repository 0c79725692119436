// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <fstream>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "tests/io/model_texts.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

void expectContains(const std::string& text, const std::string& piece) {
  EXPECT_NE(text.find(piece), std::string::npos) << "'" << piece << "' is not in: " << text;
}

std::string fileComplaint(const std::filesystem::path& file) {
  try {
    readMechanism(file);
    return {};
  } catch (const InputError& error) {
    return error.full();
  }
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    path = std::filesystem::temp_directory_path() / ("holonom_io_" + std::to_string(::getpid()));
    std::filesystem::create_directories(path);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

/// About completeModel() with this motion of its driver, written into the text.
std::string parseComplaintOf(const std::string& motion) {
  std::string text = completeModel();
  const std::size_t key = text.find("\"motion\""), begin = text.find('"', text.find(':', key)) + 1;
  return complaint(text.replace(begin, text.find('"', begin) - begin, motion));
}

TEST(BadInput, TheCompleteModelIsGood) { EXPECT_EQ(complaint(completeModel()), ""); }

TEST(BadInput, EveryDamageIsReportedWithPlacePartAndHint) {
  for (const Damage& damage : damages()) {
    SCOPED_TRACE(std::string(damage.find) + " → " + damage.replace);
    const std::string message = complaint(damaged(damage));
    ASSERT_NE(message, "");
    const std::string part = damage.part[0] ? std::string(" (") + damage.part + ")" : "";
    expectContains(message, std::string("model.json: ") + damage.where + part + ": ");
    expectContains(message, damage.what);
  }
}

TEST(BadInput, SyntaxErrorsGiveLineAndColumn) {
  expectContains(complaint("{\n  \"holonom\": 1,\n  \"bodies\" [\n}"), "line 3, column 12");
  expectContains(complaint("{ \"holonom\": 1, \"bodies\": [], }"), "line 1, column 31");
  expectContains(complaint("{ \"mass\": NaN }"), "no NaN");
  expectContains(complaint("{ \"mass\": -Infinity }"), "no Infinity");
  expectContains(complaint("{ \"mass\": 1e999 }"), "too large");
  expectContains(complaint(completeModel().substr(0, 700)), "ends too early");
  expectContains(complaint(completeModel() + "}"), "line 81, column 2");
  expectContains(complaint("{ \"name\": \"\xff\" }"), "no valid JSON");
  expectContains(complaint(std::string("\0\1\2", 3)), "no text file");
  expectContains(complaint(""), "empty");
  expectContains(complaint("\n \t"), "empty");
}

TEST(BadInput, DocumentsThatAreNoModels) {
  expectContains(complaint("[1, 2]"), "no Holonom model: the file must be an object { … }, is a list of 2");
  expectContains(complaint("3"), "no Holonom model: the file must be an object");
  expectContains(complaint("{}"), "no Holonom model");
  expectContains(complaint(R"({"holonom": 1})"), "'bodies' is missing");
  expectContains(complaint(R"({"holonom": 1, "bodies": []})"), "no bodies");
}

TEST(BadInput, DeepNestingDoesNotReachTheStack) {
  const int depth = 2'000'000;
  expectContains(complaint(std::string(depth, '[')), "nested deeper");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  expectContains(complaint(objects), "nested deeper");
}

TEST(BadInput, FilesThatCannotBeRead) {
  const TemporaryFolder folder;
  expectContains(fileComplaint(folder.path / "none.json"), "no such file");
  expectContains(fileComplaint(folder.path / "none.json"), "none.json");
  expectContains(fileComplaint(folder.path), "folder");
  std::ofstream(folder.path / "empty.json");
  expectContains(fileComplaint(folder.path / "empty.json"), "empty.json: the file is empty");
  std::ofstream(folder.path / "picture.png") << std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  expectContains(fileComplaint(folder.path / "picture.png"), "picture.png: this is no text file");
  std::ofstream(folder.path / "bad.json") << "{";
  expectContains(fileComplaint(folder.path / "bad.json"), "bad.json: line 1, column");
  std::ofstream(folder.path / "huge.json") << "{";
  std::filesystem::resize_file(folder.path / "huge.json", (256u << 20) + 1);  // sparse, takes no space
  expectContains(fileComplaint(folder.path / "huge.json"), "larger than 256 MB");
}

TEST(BadInput, UnknownExamplesAreNamed) {
  try {
    findModel("slider_crnk");
    FAIL();
  } catch (const InputError& error) {
    expectContains(error.full(), "did you mean 'slider_crank'");
    expectContains(error.full(), "'pendulum'");
  }
  EXPECT_EQ(findModel("andrews").filename(), "model.json");
  EXPECT_EQ(findModel(exampleFiles().front().string()), exampleFiles().front());
}

TEST(BadInput, AMotionThatNamesAPartIsToldWhatItMayUse) {
  const std::string message =
      complaint(completeModel(), {parseAssignment("drivers.motor.motion=crank.theta+t")});
  expectContains(message, "/drivers/0/motion");
  expectContains(message, "t and the parameters only");
}

TEST(BadInput, LongExpressionsAreShortened) {
  std::string sum = "t";
  while (sum.size() < 2000) sum += " + t";
  for (const std::string& motion : {sum + " + nothing + " + sum, "t + " + std::string(3000, 'q')}) {
    const std::string message = parseComplaintOf(motion);
    EXPECT_LT(message.size(), 700u) << message;
    expectContains(message, "…");
  }
  expectContains(parseComplaintOf(sum + " + nothing + " + sum), "nothing");
}

TEST(BadInput, TheFormatVersionIsNamed) {
  expectContains(complaint(R"({"holonom": 2, "bodies": []})"), "format version 2 is not supported");
}

TEST(Assignments, NumbersThatAreNotFiniteAreNamed) {
  for (const char* value : {"nan", "-nan", "inf", "-inf", "NaN", "Infinity", "1e999"})
    EXPECT_THROW(
        {
          try {
            parseMechanism(completeModel(), "m", {parseAssignment(std::string("bodies.rod.mass=") + value)});
          } catch (const InputError& error) {
            expectContains(error.full(), "not a finite number");
            throw;
          }
        },
        InputError)
        << value;
}

TEST(Assignments, ChangeValuesByNameNumberAndPointer) {
  const auto changed = [](const char* text) {
    return parseMechanism(completeModel(), "m", {parseAssignment(text)});
  };
  EXPECT_EQ(changed("bodies.rod.mass=7").bodies[1].mass, 7);
  EXPECT_EQ(changed("bodies.1.mass=7").bodies[1].mass, 7);
  EXPECT_EQ(changed("/gravity/1=-1.62").gravity, Vector3(0, -1.62));
  EXPECT_EQ(changed("gravity=[1,2]").gravity, Vector3(1, 2));
  EXPECT_EQ(changed("parameters.omega=-3").parameters[0].second, -3);
  EXPECT_EQ(changed("drivers.motor.motion=2*omega*t").drivers[0].motion, "2*omega*t");
  EXPECT_EQ(changed("bodies.rod.pose.angle=180 deg").bodies[1].angle, 180 * (M_PI / 180));
  EXPECT_EQ(changed("run.endTime=5").run.endTime, 5);
  EXPECT_EQ(parseMechanism(R"({"holonom":1,"bodies":[{"name":"a","mass":1,"inertia":1}]})", "m",
                           {parseAssignment("run.endTime=5")})
                .run.endTime,
            5);
}

TEST(Assignments, SayWhatIsThereWhenAPathIsUnknown) {
  const auto message = [](const char* text) { return complaint(completeModel(), {parseAssignment(text)}); };
  expectContains(message("bodies.krank.mass=2"), "there is no 'krank' in bodies, did you mean 'crank'?");
  expectContains(message("bodies.krank.mass=2"), "'crank', 'rod', 'slider'");
  expectContains(message("bodies.9.mass=2"), "there is no '9' in bodies");
  expectContains(message("bodeis.crank.mass=2"), "did you mean 'bodies'");
  expectContains(message("parameters.omga=2"), "did you mean 'omega'");
  expectContains(message("bodies.crank.mass.kg=2"), "there is no 'kg'");
  expectContains(message("bodies.crank.mas=2"),
                 "/bodies/0/mas (body 'crank'): unknown key 'mas', did you mean 'mass'");
  expectContains(message("bodies.crank.mass=-2"),
                 "model.json with --set bodies.crank.mass=-2: /bodies/0/mass (body 'crank')");
  expectContains(message("bodies.crank.mass=heavy"), "must be a number");
  expectContains(message("bodies=3"), "must be a list");
  for (const char* bad : {"", "=", "mass", "=3", "bodies..mass=3", "/=2", "bodies.=1"})
    EXPECT_THROW(parseAssignment(bad), InputError) << bad;
}

}  // namespace
}  // namespace holonom
