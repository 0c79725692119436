// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/include_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace holonom::architecture {
namespace {

const std::string kSpdx = "// SPDX-License-Identifier: GPL-3.0-or-later\n";

std::vector<std::string> violationsOf(const std::string& path, const std::string& lines) {
  return violations({path, kSpdx + "#pragma once\n" + lines});
}

TEST(Architecture, EverySourceKeepsTheRules) {
  const auto sources = readSources(HOLONOM_SOURCE_DIR, {"core", "solvers", "gui", "tests", "examples"});
  std::set<std::string> topFolders;
  for (const SourceText& source : sources) {
    topFolders.insert(source.path.substr(0, source.path.find('/')));
    for (const std::string& violation : violations(source)) ADD_FAILURE() << violation;
  }
  for (const char* folder : {"core", "solvers", "gui", "tests"})
    EXPECT_TRUE(topFolders.count(folder)) << "no source was read from " << folder;
}

TEST(Architecture, TheTopLevelHoldsOnlyItsFolders) {
  const std::set<std::string> allowed{"core",     "solvers", "gui",       "resources",
                                      "examples", "tests",   "packaging", "build"};
  for (const auto& entry : std::filesystem::directory_iterator(HOLONOM_SOURCE_DIR)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && name[0] != '.')
      EXPECT_TRUE(allowed.count(name)) << name << " is no folder of the top level";
  }
}

// Files stay short enough to be read at one sitting.
TEST(Architecture, NoSourceIsTooLong) {
  for (const SourceText& source : readSources(HOLONOM_SOURCE_DIR, {"core", "solvers", "gui", "tests"}))
    EXPECT_LE(std::count(source.text.begin(), source.text.end(), '\n'), 500) << source.path;
}

struct BadSample {
  const char* path;
  const char* include;
  const char* sentence;
};

class BadSamples : public testing::TestWithParam<BadSample> {};

TEST_P(BadSamples, AreFound) {
  const auto found = violationsOf(GetParam().path, GetParam().include);
  ASSERT_EQ(found.size(), 1u) << GetParam().path << ' ' << GetParam().include;
  EXPECT_NE(found.front().find(GetParam().sentence), std::string::npos) << found.front();
}

INSTANTIATE_TEST_SUITE_P(
    EachRule, BadSamples,
    testing::Values(
        BadSample{"core/io/reader.cpp", "#include \"solvers/simulation/run.h\"", "core knows neither"},
        BadSample{"core/model/body.h", "#include \"gui/app/window.h\"", "core knows neither"},
        BadSample{"solvers/simulation/run.cpp", "#include \"gui/cli/command.h\"", "solvers know no gui"},
        BadSample{"core/base/text.h", "#include <QString>", "no Qt"},
        BadSample{"solvers/simulation/run.h", "#  include <QtCore/QObject>", "no Qt"},
        BadSample{"gui/cli/command.cpp", "#include <QApplication>", "no Qt"},
        BadSample{"gui/panels/model_tree.cpp", "#include <vtkActor.h>", "VTK only"},
        BadSample{"solvers/linear/sparse_solver.h", "#include <klu.h>", "SuiteSparse only"},
        BadSample{"solvers/integrators/bdf/bdf.cpp", "#include <suitesparse/klu.h>", "SuiteSparse only"},
        BadSample{"solvers/integrators/bdf/bdf.cpp", "#include <Eigen/KLUSupport>", "SuiteSparse only"},
        BadSample{"solvers/reference/ida.h", "#include <ida/ida.h>", "SUNDIALS only"},
        BadSample{"solvers/linear/klu_solver.cpp", "#include <sunlinsol/sunlinsol_klu.h>", "SUNDIALS only"},
        BadSample{"solvers/reference/implicit_form.h", "#include \"core/model/mechanism.h\"",
                  "know no mechanism"},
        BadSample{"core/io/json_document.h", "#include <nlohmann/json.hpp>", "JSON headers"},
        BadSample{"gui/cli/summary.cpp", "#include <nlohmann/json_fwd.hpp>", "JSON headers"},
        BadSample{"core/expressions/expression.h", "#include <ginac/ginac.h>", "GiNaC only"},
        BadSample{"core/dynamics/observer.cpp", "#include \"core/expressions/symbolic_form.h\"",
                  "GiNaC only"},
        BadSample{"gui/cli/command.cpp", "#include \"gui/session/session.h\"", "knows no window"},
        BadSample{"core/model/mechanism.h", "#include \"core/dynamics/state.h\"", "core/model knows"},
        BadSample{"core/results/recording.h", "#include \"core/model/mechanism.h\"", "core/results knows"},
        BadSample{"core/math/types.h", "#include \"core/model/mechanism.h\"", "stand alone"},
        BadSample{"solvers/nonlinear/newton.cpp", "#include \"core/model/mechanism.h\"", "know no mechanism"},
        BadSample{"solvers/integrators/bdf/bdf.h", "#include \"solvers/options/options.h\"",
                  "neither options nor runs"},
        BadSample{"solvers/options/options.cpp", "#include \"solvers/simulation/run.h\"", "know no runs"},
        BadSample{"gui/base/channel_words.cpp", "#include \"core/results/recording.h\"",
                  "gui/base knows nothing"},
        BadSample{"gui/models/channel_tree.cpp", "#include \"gui/plots/plot_spec.h\"",
                  "models do not know how"},
        BadSample{"gui/plots/plot_view.cpp", "#include \"gui/session/session.h\"", "plots know nothing"},
        BadSample{"gui/panels/properties_panel.cpp", "#include \"gui/panels/model_panel.h\"",
                  "panels do not"},
        BadSample{"solvers/integrators/bdf/bdf.cpp", "#include \"core/dynamics/equations_of_motion.h\"",
                  "know no mechanism"},
        BadSample{"gui/app/main_window.cpp", "#include \"../panels/model_tree.h\"", "shows its folder"}));

struct GoodSample {
  const char* path;
  const char* include;
};

class GoodSamples : public testing::TestWithParam<GoodSample> {};

TEST_P(GoodSamples, AreAccepted) {
  EXPECT_EQ(violationsOf(GetParam().path, GetParam().include), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(
    EachRule, GoodSamples,
    testing::Values(GoodSample{"gui/viewport/scene.cpp", "#include <vtkActor.h>"},
                    GoodSample{"gui/app/main_window.cpp", "#include <QMainWindow>"},
                    GoodSample{"gui/base/channel_words.h", "#include \"core/results/step_record.h\""},
                    GoodSample{"solvers/linear/sparse_solver.cpp", "#include <klu.h>"},
                    GoodSample{"solvers/reference/ida.cpp", "#include <ida/ida.h>"},
                    GoodSample{"core/io/json_document.cpp", "#include <nlohmann/json.hpp>"},
                    GoodSample{"core/expressions/expression.cpp", "#include <ginac/ginac.h>"},
                    GoodSample{"gui/panels/model_panel.cpp", "#include \"gui/panels/model_panel.h\""},
                    GoodSample{"gui/panels/model_panel.cpp", "#include \"gui/panels/icons.h\""},
                    GoodSample{"core/dynamics/equations.cpp", "#include \"core/model/mechanism.h\""},
                    GoodSample{"core/model/body.cpp", "// #include \"solvers/simulation/run.h\""}));

TEST(Architecture, AMissingLicenceLineOrGuardIsFound) {
  EXPECT_EQ(violations({"core/base/a.cpp", "#include <vector>\n"}).size(), 1u);
  EXPECT_EQ(violations({"core/base/a.h", kSpdx + "#include <vector>\n"}).size(), 1u);
  EXPECT_TRUE(violations({"core/base/a.cpp", kSpdx + "#include <vector>\n"}).empty());
}

TEST(Architecture, IncludesAreReadInEverySpelling) {
  const auto headers =
      includesOf("#include <a.h>\n  #  include \"b/c.h\"  // why\n#define X <d.h>\n// #include <e.h>\n");
  EXPECT_EQ(headers, (std::vector<std::string>{"a.h", "b/c.h"}));
}

}  // namespace
}  // namespace holonom::architecture
