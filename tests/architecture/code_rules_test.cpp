// SPDX-License-Identifier: GPL-3.0-or-later
// Methods are named by their descriptors only, no logic reads words (facts, kinds and indices travel), and
// only CoordinateLayout counts coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "tests/architecture/include_rules.h"

namespace holonom::architecture {
namespace {

using Texts = std::vector<std::string>;

/// Lines without what stands behind "//".
std::vector<std::string> codeLines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line.substr(0, line.find("//")));
  return lines;
}

bool isAllowed(const std::string& path, const std::string& line,
               const std::vector<std::pair<std::string, std::string>>& places) {
  return std::any_of(places.begin(), places.end(), [&](const auto& place) {
    return path.starts_with(place.first) && line.find(place.second) != std::string::npos;
  });
}

/// The names that descriptors in a source give, with or without a constant for them.
Texts namesIn(const std::string& text) {
  static const std::regex name(R"re((?:\.name = |constexpr const char\* k\w+Name = )"([^"]+)")re");
  Texts names;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at)
    names.push_back((*at)[1]);
  return names;
}

bool hasDescriptors(const std::string& path) {
  return path.starts_with("solvers/integrators/") || path.starts_with("solvers/reference/");
}

/// Where names stand besides: runs that a paper made and pairs that are proposed for a comparison.
const std::vector<std::pair<std::string, std::string>> kNamingPlaces{
    {"solvers/integrators/methods.cpp", "{\""},  // what methods are called elsewhere
    {"gui/cli/paper_evaluation.cpp", ""},
    {"gui/cli/paper_tolerances.cpp", ""},
    {"gui/cli/l_stable_evaluation.cpp", ""},
    {"gui/cli/local_equivalence_evaluation.cpp", ""},
    {"gui/cli/classic_evaluation.cpp", ""},
    {"gui/cli/long_run.cpp", ""},
    {"gui/cli/reproduce_command.cpp", "&ReproduceCommand::"},  // what is repeated is called as its method
    {"solvers/integrators/local_equivalence/local_rule.h",
     "LocalRule::"},  // a rule as the method of that rule
    {"gui/cli/compare_command.cpp", ""},
    {"gui/app/compare_actions.cpp", ""},
    {"gui/panels/compare_panel.cpp", ""},
    {"core/io/orientation_reader.cpp", "eulerAngles"},  // angles and parameters are Euler's, too
    {"core/model/mechanism.h", "Rotations::EulerParameters"},
    {"solvers/options/option_fields.cpp", "stepCorrection"},  // "auto" is a value of it, too
    {"solvers/options/option_fields.cpp", R"({"auto", "on", "off"})"},
    {"solvers/options/option_fields.cpp", R"(text == "auto")"}};

/// Lines with a method in quotes, alone or at the head of a variant ("bdf:2").
Texts namedMethods(const SourceText& source, const std::set<std::string>& names) {
  static const std::regex literal(R"re("([a-z0-9-]+)(:[^"]*)?")re");
  const Texts own = hasDescriptors(source.path) ? namesIn(source.text) : Texts();
  Texts found;
  for (const std::string& line : codeLines(source.text))
    for (std::sregex_iterator at(line.begin(), line.end(), literal), end; at != end; ++at)
      if (names.count((*at)[1]) && !std::count(own.begin(), own.end(), (*at)[1]) &&
          !isAllowed(source.path, line, kNamingPlaces))
        found.push_back(source.path + ": names a method: " + line);
  return found;
}

/// Where texts are taken apart because they are input, or words are put together.
const std::vector<std::pair<std::string, std::string>> kReadingPlaces{
    {"solvers/options/", ""},                     // values and variants as they are written
    {"core/dynamics/state_quantity.cpp", ""},     // symbols of formulas
    {"core/dynamics/output_symbols.cpp", ""},     // likewise
    {"solvers/analyses/doctor.cpp", "mantissa"},  // of a number on its way to words
};

/// Lines that decide by what a text says.
Texts readWords(const SourceText& source) {
  static const std::regex reading(
      R"re((starts_with|ends_with|\.compare)\(|[=!]= *(std::string(_view)?\()?"|"\)? *[=!]= |\.r?find\(")re");
  Texts found;
  for (const std::string& line : codeLines(source.text))
    if (std::regex_search(line, reading) && !isAllowed(source.path, line, kReadingPlaces))
      found.push_back(source.path + ": reads words: " + line);
  return found;
}

/// Lines that know how many coordinates a body has.
Texts countedCoordinates(const SourceText& source) {
  static const std::regex counting(
      R"(\b3 \* (static_cast<int>\(|int\()?(\w+(\.|->))*(body|bodies|bodyCount|i)\b)"
      R"(|\b(i|n|body|coordinate|col|row) [/%] 3\b|segment<3>\()");
  Texts found;
  for (const std::string& line : codeLines(source.text))
    if (std::regex_search(line, counting)) found.push_back(source.path + ": counts coordinates: " + line);
  return found;
}

std::set<std::string> methodNames() {
  std::set<std::string> names;
  for (const SourceText& source : readSources(HOLONOM_SOURCE_DIR, {"solvers"}))
    if (hasDescriptors(source.path))
      for (const std::string& name : namesIn(source.text)) names.insert(name);
  return names;
}

TEST(CodeRules, DescriptorsAloneNameMethods) {
  const std::set<std::string> names = methodNames();
  EXPECT_GE(names.size(), 15u);
  for (const SourceText& source : readSources(HOLONOM_SOURCE_DIR, {"core", "solvers", "gui"}))
    for (const std::string& found : namedMethods(source, names)) ADD_FAILURE() << found;
}

TEST(CodeRules, NoLogicReadsWords) {
  for (const SourceText& source : readSources(HOLONOM_SOURCE_DIR, {"core/dynamics", "solvers"}))
    for (const std::string& found : readWords(source)) ADD_FAILURE() << found;
}

TEST(CodeRules, NobodyAsksWhichMethodAnIntegratorIs) {
  static const std::regex cast(R"(dynamic_cast<(?!const InputError))");
  for (const SourceText& source : readSources(HOLONOM_SOURCE_DIR, {"solvers"}))
    for (const std::string& line : codeLines(source.text))
      EXPECT_FALSE(std::regex_search(line, cast)) << source.path << ": " << line;
}

/// Problems of the literature that are written by hand know their own coordinates.
TEST(CodeRules, OnlyTheLayoutCountsCoordinates) {
  for (const SourceText& source :
       readSources(HOLONOM_SOURCE_DIR, {"core/dynamics", "core/model", "core/results", "core/io",
                                        "solvers/analyses", "solvers/simulation", "gui/session", "gui/app"}))
    if (!source.path.starts_with("core/dynamics/reference_problems/"))
      for (const std::string& found : countedCoordinates(source)) ADD_FAILURE() << found;
}

TEST(CodeRules, FindsMethodsThatAreNamed) {
  const std::set<std::string> names{"bdf", "generalized-alpha", "ida"};
  const auto found = [&](const char* path, const char* text) {
    return namedMethods({path, text}, names).size();
  };
  EXPECT_EQ(found("solvers/simulation/loop/pace.cpp", R"(if (options.method == "bdf") return;)"), 1u);
  EXPECT_EQ(found("gui/session/session.cpp", R"(set("generalized-alpha:3:rho=0.5");)"), 1u);
  EXPECT_EQ(found("solvers/integrators/bdf/bdf.cpp", R"(.name = "bdf", .other = "ida")"), 1u);
  EXPECT_EQ(found("solvers/integrators/bdf/bdf.cpp", R"(.name = "bdf")"), 0u);
  EXPECT_EQ(found("solvers/reference/ida.h", R"(constexpr const char* kIdaName = "ida";)"), 0u);
  EXPECT_EQ(found("solvers/simulation/run.cpp", R"(run.method = "bdfs";  // "bdf" is another one)"), 0u);
  EXPECT_EQ(found("gui/cli/paper_tolerances.cpp", R"(variant("bdf", 3))"), 0u);
}

TEST(CodeRules, FindsWordsThatAreRead) {
  for (const char* line :
       {R"(return name.ends_with(".theta");)", R"(if (name.starts_with("driver")) return 1;)",
        R"(if (run.reason == "restart") return;)", R"(if (event.what == std::string_view("is hit")))",
        R"(if ("is hit" == event.what))", R"(while (name != "") return;)",
        R"(const auto colon = name.find("': ");)", R"(if (name.compare(other) == 0))"})
    EXPECT_EQ(readWords({"solvers/simulation/loop/endings.cpp", line}).size(), 1u) << line;
  for (const char* line :
       {R"(// name.starts_with("driver"))", R"(return Ending{Termination::ReachedEnd, "The end."};)",
        R"(text += order == 2 ? "second order" : "first order";)", R"(const char* kHit = "is hit";)"})
    EXPECT_TRUE(readWords({"solvers/simulation/loop/endings.cpp", line}).empty()) << line;
}

TEST(CodeRules, FindsCoordinatesThatAreCounted) {
  for (const char* line :
       {"q.segment<2>(3 * i) = r;", "return state.a[3 * body + k];", "return bodies[i / 3].name;",
        "int n = 3 * static_cast<int>(mechanism.bodies.size());", "Q[3 * hold.body + 2] += torque;",
        "weight.segment<3>(first) << mass, mass, inertia;"})
    EXPECT_EQ(countedCoordinates({"core/dynamics/observer.cpp", line}).size(), 1u) << line;
  for (const char* line : {"values[slots[k]] += K(k / 3, k % 3);", "const double p1 = a + 3 * p2;",
                           "q[places.place(i)] = 0;  // 3 * i"})
    EXPECT_TRUE(countedCoordinates({"core/dynamics/observer.cpp", line}).empty()) << line;
}

}  // namespace
}  // namespace holonom::architecture
