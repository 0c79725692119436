// SPDX-License-Identifier: GPL-3.0-or-later
// With HOLONOM_LANGUAGE=pseudo every text of the program stands between marks. What stands outside of them is
// a name that a user gave, a number, a unit, or a word of files and of the command line; else it has escaped
// translation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>
#include <set>

#include "core/base/body_quantities.h"
#include "core/io/examples.h"
#include "core/model/force_kinds.h"
#include "core/model/joint_kinds.h"
#include "solvers/benchmark/problems.h"
#include "solvers/options/options.h"
#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

using Words = std::set<std::string>;

class Translation : public testing::Test {
 protected:
  void SetUp() override { setenv("HOLONOM_LANGUAGE", "pseudo", 1); }
  void TearDown() override { unsetenv("HOLONOM_LANGUAGE"); }
};

Words wordsOf(const std::string& text) {
  static const std::regex word("[A-Za-z][A-Za-z0-9]*");
  Words words;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) words.insert(at->str());
  return words;
}

std::string withoutMarked(const std::string& text) {
  const std::string open = "⟦", close = "⟧";
  std::string rest;
  std::size_t begin = 0;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, begin)) {
    rest += text.substr(begin, at - begin) + ' ';
    const std::size_t end = text.find(close, at);
    if (end == std::string::npos) return rest + "(a mark without end)";
    begin = end + close.size();
  }
  return rest + text.substr(begin);
}

void collectNames(const nlohmann::json& value, Words& names) {
  if (value.is_string()) names.merge(wordsOf(value.get<std::string>()));
  if (value.is_structured())
    for (const auto& [key, member] : value.items()) {
      names.merge(wordsOf(key));
      collectNames(member, names);
    }
}

/// Of the command line, of options and methods, and of tables that are files as well.
Words wordsOfFiles() {
  Words words = wordsOf(
      "holonom run compare check assemble methods examples generate benchmark reproduce schema chain spatial "
      "lattice rows columns "
      "four "
      "bars json "
      "csv png md paper set with help version output summary time points rejections links loops budget "
      "long periods classic markdown repetitions tightest example autorun screenshot after size h "
      "ended reached end steps rejected newton iterations residuals jacobians factorizations cpu seconds "
      "drift energy "
      "error "
      "spike metric position velocity acceleration");
  // keys and kinds of models, and what rows of joints are called in files and reports
  words.merge(
      wordsOf("parameters gravity ground bodies joints drivers constraints controllers forces events outputs "
              "groups run "
              "distance spring damper force torque actuator stop hand x y z normal angle blade across tilt "
              "turn thread rolling sideways normalisation"));
  for (const std::string& kind : jointKindNames()) words.merge(wordsOf(kind));
  for (const PartKind& kind : forceKinds()) words.merge(wordsOf(kind.name));
  words.merge(wordsOf("m rad s ms kg N J mm e inf nan deg kHz Hz t lambda q cpu ida drift sigma condition"));
  for (const OptionField& field : optionFields()) {
    words.merge(wordsOf(field.name + ' ' + field.unit));
    for (const std::string& choice : field.choices) words.merge(wordsOf(choice));
  }
  words.merge(wordsOf("on off"));
  for (const MethodDescriptor& method : methods()) words.merge(wordsOf(method.name));
  for (const auto& level : kBodyQuantities)
    for (const BodyQuantity& quantity : level) words.insert(quantity.name);
  return words;
}

/// "FILE", "METHOD", "N": what the user puts in place.
bool isPlaceholder(const std::string& word) { return std::regex_match(word, std::regex("[A-Z]+|WxH")); }

/// Numbers behind a word count with it: "lambda1", "e05".
bool isKnown(const std::string& word, const Words& known) {
  return known.count(word) || isPlaceholder(word) ||
         known.count(word.substr(0, word.find_first_of("0123456789")));
}

void expectAllMarked(const std::string& output, const Words& names, const std::string& what) {
  static const Words files = wordsOfFiles();
  for (const std::string& word : wordsOf(withoutMarked(output)))
    EXPECT_TRUE(isKnown(word, files) || isKnown(word, names))
        << "'" << word << "' is not marked in what '" << what << "' says:\n"
        << output;
}

void expectAllMarked(const std::vector<std::string>& arguments, Words names = {}) {
  std::string what;
  for (const std::string& argument : arguments) what += argument + ' ';
  names.merge(wordsOf(what));
  const Outcome outcome = holonom(arguments);
  EXPECT_NE((outcome.out + outcome.err).find("⟦"), std::string::npos) << what;
  expectAllMarked(outcome.out, names, what);
  expectAllMarked(outcome.err, names, what);
}

Words namesIn(const std::string& example) {
  Words names;
  collectNames(readJson(findModel(example)), names);
  return names;
}

TEST_F(Translation, OfHelp) {
  Words problems;
  for (const BenchmarkProblem& problem : literatureProblems()) problems.merge(wordsOf(problem.name));
  expectAllMarked({"--help"});
  for (const char* command : {"run", "compare", "check", "methods", "examples", "generate", "assemble",
                              "benchmark", "reproduce", "schema"})
    expectAllMarked({command, "--help"}, problems);
}

TEST_F(Translation, OfMethods) { expectAllMarked({"methods"}); }

TEST_F(Translation, OfExamples) {
  Words names;
  for (const Example& example : listExamples())
    names.merge(wordsOf(example.name + ' ' + example.title + ' ' + example.description));
  expectAllMarked({"examples"}, names);
}

TEST_F(Translation, OfErrors) {
  Words names = wordsOf("rk4 bdf");
  for (const Example& example : listExamples()) names.merge(wordsOf(example.name));
  names.merge(wordsOf(findModel("slider_crank").string()));
  names.merge(namesIn("slider_crank"));
  const std::vector<std::vector<std::string>> wrong = {
      {"runn"},
      {"run"},
      {"run", "nobody"},
      {"check", "slider_crank", "--set", "x"},
      {"check", "slider_crank", "--set", "bodies.crankk.mass=2"},

      {"run", "slider_crank", "--rtolerance", "1"},
      {"run", "slider_crank", "--rtol", "x"},
      {"run", "slider_crank", "--rtol", "7"},
      {"run", "slider_crank", "--method", "bdff"},
      {"run", "slider_crank", "--rtol"},
      {"run", "slider_crank", "--rtol", ""},
      {"run", "slider_crank", "more"},
      {"run", "slider_crank", "--t-end", "1", "--t-end", "2"},
      {"run", "slider_crank", "--t-end", "-1"},
      {"run", "slider_crank", "--method", "rk4", "--index", "3"},
      {"run", "slider_crank", "--points", "1"},
      {"run", "slider_crank", "--t-end", "0.1", "--output", "/nowhere/file.csv"},
      {"compare", "slider_crank", "--with", "bdf"},
      {"compare", "slider_crank", "--with", "bdf:3:rho=1"},
      {"compare", "slider_crank", "--with", "bdf:3", "--with", "bdf:3"},
      {"generate"},
      {"generate", "chain"},
      {"reproduce"},
      {"benchmark", "slider_crank", "--budget", "0"}};
  for (const auto& arguments : wrong) expectAllMarked(arguments, names);
}

/// What readers of files say: each value makes a whole model a wrong one.
TEST_F(Translation, OfBadModels) {
  const std::pair<const char*, const char*> wrong[] = {
      {"slider_crank", "holonom=2"},
      {"slider_crank", "nothing=1"},
      {"slider_crank", "bodies.crank.mass=-1"},
      {"slider_crank", "bodies.crank.mass=heavy"},
      {"slider_crank", "bodies.crank.mass=1e300"},
      {"slider_crank", "bodies.crank.inertia=null"},
      {"slider_crank", "bodies.crank.name=2nd"},
      {"slider_crank", "bodies.crank.name=rod"},
      {"slider_crank", "bodies.crank.name=ground"},
      {"slider_crank", "bodies.crank.points.A=[1]"},
      {"slider_crank", "bodies.crank.exact=[\"x\", \"x\"]"},
      {"slider_crank", "bodies.crank.exact=[\"z\"]"},
      {"slider_crank", "bodies.crank.display.colour=red"},
      {"slider_crank", "bodies.crank.traces=[\"Z\"]"},
      {"slider_crank", "joints.A.type=hinge"},
      {"slider_crank", "joints.A.between=[\"crank.A\"]"},
      {"slider_crank", "joints.A.between=[\"crank.A\", \"crank.O\"]"},
      {"slider_crank", "joints.A.between=[\"crank.A\", \"rod.Z\"]"},
      {"slider_crank", "joints.A.between=[\"crank.A\", \"A\"]"},
      {"slider_crank", "joints.guide.axis=[0, 0]"},
      {"slider_crank", "drivers.motor.joint=Z"},
      {"slider_crank", "drivers.motor.motion=crank.theta"},
      {"slider_crank", "drivers.motor.motion=2*"},
      {"slider_crank", "outputs.rod_angle.expression=rod.weight"},
      {"slider_crank", "outputs.rod_angle.name=t"},
      {"slider_crank", "gravity=9.81"},
      {"slider_crank", "run.endTime=0"},
      {"slider_crank", "run.index=4"},
      {"pid_arm", "controllers.pid.joint=Z"},
      {"pid_arm", "controllers.pid.setpoint=sin("},
      {"pid_arm", "controllers.pid.offset=1"},
      {"sampled_arm", "controllers.pid.period=0"},
      {"bouncing_slider", "forces.floor.restitution=2"},
      {"bouncing_slider", "forces.floor.stiffness=2"},
      {"bouncing_slider", "forces.floor.upper=-1"},
      {"bouncing_slider", "forces.floor.type=spring"},
      {"flexible_slider_crank", "bodies.rod.flexible.to=Z"}};
  for (const auto& [example, change] : wrong) {
    Words names = namesIn(example);
    names.merge(wordsOf(findModel(example).string()));
    expectAllMarked({"check", example, "--set", change}, names);
  }
}

TEST_F(Translation, OfFilesThatAreNoModels) {
  const Scratch scratch;
  for (const char* text : {"[]", "{\"holonom\": 1}", "{\"a\": 1, \"a\": 2}", "{\"a\": 1e999}"}) {
    writeText(scratch.file("model.json"), text);
    Words names = wordsOf(scratch.file("model.json"));
    names.merge(wordsOf(text));
    names.merge(wordsOf("bodies"));
    expectAllMarked({"check", scratch.file("model.json")}, names);
  }
}

TEST_F(Translation, OfChecksAndAssemblies) {
  for (const Example& example : listExamples()) {
    expectAllMarked({"check", example.name}, namesIn(example.name));
    expectAllMarked({"assemble", example.name}, namesIn(example.name));
  }
  const std::string rod = "bodies.rod.points.B=[0.1, 0]";  // too short to reach
  expectAllMarked({"check", "slider_crank", "--set", rod}, namesIn("slider_crank"));
  expectAllMarked({"assemble", "slider_crank", "--set", rod}, namesIn("slider_crank"));
  expectAllMarked({"run", "slider_crank", "--set", rod}, namesIn("slider_crank"));
}

TEST_F(Translation, OfRuns) {
  for (const char* example :
       {"slider_crank", "bouncing_slider", "door", "andrews", "pid_arm", "sampled_arm", "parallelogram"})
    expectAllMarked({"run", example, "--t-end", "0.2"}, namesIn(example));
  expectAllMarked({"run", "slider_crank", "--t-end", "0.05", "--method", "auto"}, namesIn("slider_crank"));
  expectAllMarked({"run", "slider_crank", "--t-end", "0.05", "--method", "kinematics"},
                  namesIn("slider_crank"));
  expectAllMarked({"compare", "slider_crank", "--t-end", "0.05"}, namesIn("slider_crank"));
}

TEST_F(Translation, FindsWhatIsNotMarked) {
  EXPECT_EQ(wordsOf(withoutMarked("⟦joint '⟧crank⟦' is open by ⟧3 mm")), (Words{"crank", "mm"}));
  EXPECT_TRUE(wordsOf(withoutMarked("joint ⟦is open")).count("joint"));
  EXPECT_FALSE(isKnown("open", wordsOfFiles()));
}

}  // namespace
}  // namespace holonom::cli_test
