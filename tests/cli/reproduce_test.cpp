// SPDX-License-Identifier: GPL-3.0-or-later
// holonom reproduce paper: what it writes, and that it shows what the paper reports.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

class Reproduce : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = new Scratch;
    outcome_ = new Outcome(holonom({"reproduce", "paper", "--output", scratch_->file("paper")}));
  }
  static void TearDownTestSuite() {
    delete outcome_;
    delete scratch_;
  }
  static std::string file(const std::string& name) { return scratch_->file("paper/" + name); }
  static nlohmann::json run(int problem, int index) {
    return readJson(file("summary.json"))["problems"][problem]["runs"][index];
  }

  static Scratch* scratch_;
  static Outcome* outcome_;
};
Scratch* Reproduce::scratch_ = nullptr;
Outcome* Reproduce::outcome_ = nullptr;

TEST_F(Reproduce, WritesTablesCurvesAndFigures) {
  ASSERT_EQ(outcome_->code, 0) << outcome_->err;
  for (const char* text : {"Table 5", "Table 6", "3148", "946", "568", "494", "436", "444"})
    EXPECT_NE(outcome_->out.find(text), std::string::npos) << text;
  for (const char* picture : {"figure3.png", "figure4.png", "figure6.png", "figure7.png"})
    EXPECT_EQ(readText(file(picture)).substr(1, 3), "PNG") << picture;
  EXPECT_NE(readText(file("tables.md")).find("| BDF, index 3 | 0.0001 |"), std::string::npos);
  EXPECT_NE(readText(file("table5.csv")).find("paper_steps"), std::string::npos);
  for (int problem : {0, 1})
    for (int i : {0, 1, 2}) {
      const auto summary = run(problem, i);
      EXPECT_EQ(summary["termination"], "reached end") << summary["integrator"];
      const Table curves = readTable(file(summary["curves"].get<std::string>()));
      EXPECT_EQ(curves.rows, summary["steps"].get<std::size_t>() + 1);
      EXPECT_EQ(curves.columns.at("order").size(), curves.rows);
    }
}

TEST_F(Reproduce, SolvesTheProblemsWithinTheirTolerances) {
  for (int i : {0, 1, 2}) {
    EXPECT_LT(run(0, i)["error"].get<double>(), 0.05);
    EXPECT_LT(run(1, i)["error"].get<double>(), 1e-3);
  }
}

/// §8.1: BDF and the explicit method need fewer steps than generalized-α; order above 2.
TEST_F(Reproduce, FindsGeneralizedAlphaSlowestOnTheSevenBodyMechanism) {
  const auto alpha = run(0, 0), rungeKutta = run(0, 1), bdf = run(0, 2);
  EXPECT_LT(3 * bdf["steps"].get<int>(), alpha["steps"].get<int>());
  EXPECT_LT(3 * rungeKutta["steps"].get<int>(), alpha["steps"].get<int>());
  EXPECT_GT(bdf["above_order_2_share"].get<double>(), 0.65);
}

/// §8.2: accelerations of index 3 are error-amplified, those of index 2 are not; order 2 by itself.
TEST_F(Reproduce, ShowsTheSpikesOfIndex3AndOrderTwoOnTheSliderCrank) {
  const auto index3 = run(1, 1), index2 = run(1, 2);
  EXPECT_GT(index3["acceleration_misfit"].get<double>(), 10 * index2["acceleration_misfit"].get<double>());
  EXPECT_LT(index2["acceleration_misfit"].get<double>(), 0.01);
  EXPECT_GT(index3["order_2_share"].get<double>(), 0.5);
  EXPECT_GT(index2["order_2_share"].get<double>(), 0.5);
  EXPECT_GT(index3["order_lowered_for_stability"], 10);
}

TEST_F(Reproduce, PutsOurStabilisedMethodsBesideTheExplicitOneOfThePaper) {
  const auto eserk = run(0, 3), rock = run(0, 4);
  EXPECT_EQ(eserk["method"], "eserk4");
  ASSERT_EQ(rock["method"], "rock4");
  EXPECT_EQ(rock["termination"], "reached end");
  EXPECT_LT(rock["error"].get<double>(), 1e-3);
}

TEST_F(Reproduce, RepeatsItselfButForTimes) {
  const Scratch again;
  ASSERT_EQ(holonom({"reproduce", "paper", "--output", again.file("paper")}).code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(file(""))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".png") || name.starts_with("se") || name.starts_with("sl"))
      EXPECT_EQ(readText(entry.path()), readText(again.file("paper/" + name))) << name;
  }
  const std::regex seconds("\"cpu_seconds\": [^,]*,");
  EXPECT_EQ(std::regex_replace(readText(file("summary.json")), seconds, ""),
            std::regex_replace(readText(again.file("paper/summary.json")), seconds, ""));
}

/// What 001 prints is reached, and no run has stopped on its way.
/// The last `count` numbers of each row of a table: names of runs have commas.
std::vector<std::vector<double>> numbersOf(const std::string& csv, std::size_t count) {
  std::istringstream lines(csv);
  std::vector<std::vector<double>> rows;
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    if (line.back() == ',') fields.emplace_back();
    std::vector<double>& numbers = rows.emplace_back();
    for (std::size_t i = fields.size() - count; i < fields.size(); ++i)
      numbers.push_back(fields[i].empty() ? NAN : std::stod(fields[i]));
  }
  return rows;
}

TEST(ReproduceBlocks, MeetsThePrintedEnergyErrors) {
  const Scratch scratch;
  const Outcome outcome = holonom({"reproduce", "l-stable", "--output", scratch.file("blocks")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.err.empty()) << outcome.err;
  for (int figure = 2; figure <= 13; ++figure)
    EXPECT_EQ(readText(scratch.file("blocks/figure" + std::to_string(figure) + ".png")).substr(1, 3), "PNG");
  const auto energy = [&](const char* table) {
    std::vector<double> values;
    for (const auto& row : numbersOf(readText(scratch.file(std::string("blocks/") + table)), 8))
      values.push_back(row.front());
    return values;
  };
  const std::vector<double> steps = energy("table1.csv"), index = energy("table4.csv"),
                            nodes = energy("table5.csv");
  EXPECT_LT(steps[0], 7.0e-5);
  EXPECT_LT(steps[1], 8.8e-7);
  EXPECT_LT(steps[2], 5.5e-11);
  // the equations of the paper, which let the ends drift
  EXPECT_NEAR(steps[3] / 7.0007e-5, 1, 2e-4);
  EXPECT_NEAR(steps[4] / 8.8078e-7, 1, 2e-4);
  EXPECT_NEAR(energy("table3.csv")[1], 0.2628, 1e-4);
  EXPECT_NEAR(index[1] / 3.2163e-5, 1, 0.02);
  EXPECT_NEAR(index[2] / 0.0011, 1, 0.05);
  EXPECT_NEAR(nodes[1] / 4.3245e-5, 1, 0.05);
  EXPECT_NEAR(nodes[2] / 2.5327e-4, 1, 0.05);
  // below each table how far it is from the printed one
  EXPECT_NE(outcome.out.find("Measured over printed, farthest from 1: energy_error 0.98"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("energy_error 1.293 (3 stages, Padé (2, 3))"), std::string::npos) << outcome.out;
  const auto orders = numbersOf(readText(scratch.file("blocks/orders.csv")), 5);
  ASSERT_EQ(orders.size(), 2u);
  EXPECT_NEAR(orders[0].back(), 4.9, 0.2);
  EXPECT_NEAR(orders[1].back(), 2.7, 0.2);
}

/// The paper's step keeps the constraints to rounding with either basis, and half the step has a quarter of
/// the error.
TEST(ReproduceLocalEquivalence, KeepsTheConstraintsToRounding) {
  const Scratch scratch;
  const Outcome outcome = holonom({"reproduce", "local-equivalence", "--output", scratch.file("local")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.err.empty()) << outcome.err;
  for (const char* figure : {"figure2.png", "figure3.png"})
    EXPECT_EQ(readText(scratch.file(std::string("local/") + figure)).substr(1, 3), "PNG");
  const auto rows = numbersOf(readText(scratch.file("local/errors.csv")), 5);
  ASSERT_EQ(rows.size(), 6u) << "all rules";
  for (const auto& row : rows) {
    EXPECT_LT(row[3], 1e-12) << "position level";
    EXPECT_LT(row[4], 1e-12) << "velocity level";
  }
  EXPECT_NE(outcome.out.find("The paper prints figures"), std::string::npos);
  EXPECT_LT(rows[0][0], 1e-4);
  EXPECT_NEAR(rows[1][0] / rows[0][0], 1, 0.01) << "the basis changes nothing";
  EXPECT_NEAR(rows[2][0] / rows[0][0], 4, 0.3);
  EXPECT_LT(rows[5][0], 0.01 * rows[4][0]) << "BDF of order 5 against order 2";
}

/// Just below the step that a method allows, what is fast has faded; just above it has grown. Where nothing
/// limits the step, a hundred long ones leave the slow motion alone.
TEST(ReproduceClassic, TheStiffExampleTurnsAtTheLimitOfStability) {
  const Scratch scratch;
  const Outcome outcome = holonom({"reproduce", "classic", "--output", scratch.file("classic")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* figure : {"stiff.png", "euler.png", "adams-bashforth-3.png", "bdf-5.png"})
    EXPECT_EQ(readText(scratch.file(std::string("classic/") + figure)).substr(1, 3), "PNG") << figure;
  std::istringstream lines(readText(scratch.file("classic/stiff.csv")));
  std::string line;
  int limited = 0, free = 0;
  for (std::getline(lines, line); std::getline(lines, line);) {
    const std::size_t error = line.rfind(',') + 1, size = line.rfind(',', error - 2) + 1;
    const double h = std::stod(line.substr(size));
    const bool bounded = line.find("beyond all bounds") == std::string::npos;
    if (line.starts_with("Leap-frog")) {
      EXPECT_NEAR(h, 0.9, 1e-3);
      EXPECT_FALSE(bounded) << "whatever fades grows: " << line;
      continue;
    }
    const double last = bounded ? std::stod(line.substr(error)) : HUGE_VAL;
    if (std::abs(h - 12) < 1e-6) {
      ++free;
      EXPECT_LT(last, 0.05) << line;
    } else if (limited++ % 2 == 0) {
      EXPECT_LT(last, 0.1) << line;
    } else {
      EXPECT_GT(last, 1) << line;
    }
  }
  EXPECT_EQ(limited, 2 * 12);
  EXPECT_EQ(free, 8);
  const auto rows = readText(scratch.file("classic/stability.csv"));
  EXPECT_NE(rows.find("Euler,"), std::string::npos);
  EXPECT_NE(outcome.out.find("farthest from 1: real_axis 1.002 (Runge–Kutta 4)"), std::string::npos)
      << outcome.out;
}

/// Over few periods what RATTLE and the midpoint rule leave of the energy goes up and down, and what others
/// leave of it goes one way.
TEST(ReproduceLongRun, TellsDriftFromSwinging) {
  const Scratch scratch;
  const Outcome outcome =
      holonom({"reproduce", "long-run", "--periods", "300", "--output", scratch.file("long")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(readText(scratch.file("long/long-run.png")).substr(1, 3), "PNG");
  EXPECT_NE(readText(scratch.file("long/tables.md")).find("| RATTLE, index 3 | 0.04 | 300 |"),
            std::string::npos);
  struct Row {
    double periods, first, last, drift;
  };
  std::vector<Row> rows;
  std::istringstream lines(readText(scratch.file("long/long-run.csv")));
  std::string line;
  for (std::getline(lines, line); std::getline(lines, line);) {
    std::vector<std::string> fields;  // names of runs have commas
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    const auto number = [&](int fromEnd) { return std::stod(fields.at(fields.size() - fromEnd)); };
    rows.push_back({number(7), number(4), number(3), number(2)});
  }
  ASSERT_EQ(rows.size(), 6u);
  for (std::size_t i : {0, 1}) {
    EXPECT_EQ(rows[i].periods, 300);
    EXPECT_LT(rows[i].last, 1.5 * rows[i].first);
    EXPECT_LT(std::abs(rows[i].drift), 0.2 * rows[i].first);
  }
  for (std::size_t i : {2, 4, 5}) EXPECT_GT(std::abs(rows[i].drift), 0.2 * rows[i].first) << i;
  const Outcome misplaced = holonom({"reproduce", "paper", "--periods", "300"});
  EXPECT_EQ(misplaced.code, 1);
  EXPECT_NE(misplaced.err.find("--periods"), std::string::npos) << misplaced.err;
  const Outcome none = holonom({"reproduce", "long-run", "--periods", "0"});
  EXPECT_NE(none.code, 0);
  EXPECT_NE(none.err.find("'0' is no whole number from 10 to"), std::string::npos) << none.err;
}

TEST(MethodPage, TakesTheOptionsThatShapeSteps) {
  const Outcome two = holonom({"method", "l-stable", "--block-stages", "2"}),
                usual = holonom({"method", "l-stable"});
  EXPECT_EQ(two.code, 0) << two.err;
  EXPECT_NE(two.out, usual.out);
  EXPECT_EQ(two.out.find("no influence"), std::string::npos) << two.out;
  const Outcome foreign = holonom({"method", "rk4", "--block-stages", "2"});
  EXPECT_NE(foreign.out.find("--block-stages has no influence"), std::string::npos) << foreign.out;
  EXPECT_NE(holonom({"method", "l-stable", "--block-stages", "9"}).code, 0);
}

TEST(MethodPage, SaysWhatCannotBeAskedOfAMethod) {
  const Scratch scratch;
  for (const char* method : {"auto", "kinematics"}) {
    const Outcome page = holonom(
        {"method", method, "--model", "pendulum", "--step", "0.1", "--output", scratch.file("nothing")});
    EXPECT_EQ(page.code, 0) << page.err;
    for (const char* option : {"--model", "--step", "--output"})
      EXPECT_NE(page.out.find(std::string(option) + " has no influence"), std::string::npos) << page.out;
  }
  EXPECT_FALSE(std::filesystem::exists(scratch.file("nothing")));
}

TEST(MethodPage, SaysWhereAnOrderIsBeyondMeasuring) {
  const Outcome high = holonom({"method", "adams", "--fixed-order", "12"}),
                medium = holonom({"method", "adams", "--fixed-order", "6"});
  EXPECT_NE(high.out.find("not measurable in double precision"), std::string::npos) << high.out;
  EXPECT_EQ(medium.out.find("not measurable"), std::string::npos) << medium.out;
}

TEST(MethodPage, ShowsTheTableOfAFewStages) {
  const Outcome classic = holonom({"method", "rk4"}), blocks = holonom({"method", "l-stable"}),
                many = holonom({"method", "dop853"});
  for (const char* line : {"\n    0 |\n", "\n  1/2 | 1/2\n", "\n  1/2 |      1/2\n",
                           "\n    1 |             1\n", "\n    b | 1/6  1/3  1/3   1/6\n"})
    EXPECT_NE(classic.out.find(std::string(line).insert(1, "  ")), std::string::npos) << line << classic.out;
  EXPECT_NE(blocks.out.find("1/4 | "), std::string::npos) << blocks.out;
  EXPECT_NE(many.out.find(" stages: see the window)"), std::string::npos) << many.out;
}

TEST(MethodPage, LinearisesAModelAtATimeOfItsMotion) {
  const Outcome start = holonom({"method", "rk4", "--model", "pendulum", "--step", "0.01"}),
                later = holonom({"method", "rk4", "--model", "pendulum", "--step", "0.01", "--time", "0.8"}),
                prescribed = holonom({"method", "rk4", "--model", "slider_crank", "--step", "0.01"}),
                alone = holonom({"method", "rk4", "--time", "0.5"});
  EXPECT_NE(start.out.find("--time takes another time"), std::string::npos) << start.out;
  EXPECT_NE(later.out.find("what fades or vibrates is not let grow"), std::string::npos) << later.out;
  EXPECT_NE(prescribed.out.find("leave no freedom"), std::string::npos) << prescribed.out;
  EXPECT_EQ(alone.code, 1) << "a model is missing";
}

/// m = 1, k = 100, at first with c = 1: the second factor of leap-frog grows by half a step, however short it
/// is, and Heun lets undamped vibrations grow by (ωh)⁴/8.
TEST(MethodPage, TellsOfGrowthThatRoundingsHide) {
  const Scratch scratch;
  const auto model = [&](const char* name, int damping) {
    writeText(scratch.file(name), R"({"holonom": 1, "gravity": [0, 0], "ground": {"points": {"O": [0, 0]}},
      "bodies": [{"name": "b", "mass": 1, "inertia": 1, "points": {"P": [0, 0]}}],
      "joints": [{"name": "guide", "type": "prismatic", "between": ["ground.O", "b.P"], "axis": [1, 0]}],
      "forces": [{"name": "spring", "type": "force", "at": "b.P", "value": ["-100*b.x - )" +
                                      std::to_string(damping) + R"(*b.vx", 0]}]})");
    return scratch.file(name);
  };
  const std::string damped = model("damped.json", 1), free = model("free.json", 0);
  for (const auto& [step, size] : {std::pair("0.001", "1 + 0.0005"), {"1e-6", "1 + 5e-07"}}) {
    const Outcome page = holonom({"method", "leap-frog", "--model", damped, "--step", step});
    EXPECT_NE(page.out.find(std::string("unstable, |R| = ") + size), std::string::npos)
        << page.out << page.err;
  }
  const Outcome kept = holonom({"method", "leap-frog", "--model", free, "--step", "0.001"}),
                heun = holonom({"method", "heun", "--model", free, "--step", "0.001"});
  EXPECT_NE(kept.out.find("is not let grow"), std::string::npos) << kept.out;
  EXPECT_NE(heun.out.find("unstable, |R| = 1 + 1.2"), std::string::npos) << heun.out;
}

TEST(MethodPage, PrintsTheNumbersOfItsFormula) {
  const Outcome alpha = holonom({"method", "generalized-alpha", "--rho", "0.6"}),
                radau = holonom({"method", "radau", "--fixed-order", "9"}),
                bdf2 = holonom({"method", "local-equivalence", "--local-rule", "bdf2"}),
                bdf = holonom({"method", "bdf"});
  EXPECT_NE(alpha.out.find("\n    1/8  3/8"), std::string::npos) << alpha.out;  // α_m = (2ρ − 1)/(ρ + 1)
  EXPECT_NE(bdf.out.find("11/6"), std::string::npos) << bdf.out;
  EXPECT_EQ(radau.out.find("/987055"), std::string::npos) << radau.out;
  EXPECT_NE(bdf2.out.find("(1 + ω)/(1 + 2ω)"), std::string::npos) << bdf2.out;
}

TEST(MethodPage, ARuleOfOneOrderHasOneRow) {
  const Scratch scratch;
  for (const char* rule : {"trapezoidal", "midpoint", "bdf2", "bdf"}) {
    const Outcome page =
        holonom({"method", "local-equivalence", "--local-rule", rule, "--output", scratch.file(rule)});
    ASSERT_EQ(page.code, 0) << page.err;
    const bool several = std::string(rule) == "bdf";
    EXPECT_EQ(page.out.find("order 5") != std::string::npos, several) << page.out;
    EXPECT_EQ(page.out.find("\nits own         2 ") == std::string::npos, several) << page.out;
    const auto files = std::filesystem::directory_iterator(scratch.file(rule));
    EXPECT_EQ(std::distance(begin(files), end(files)), several ? 5 : 1);
  }
}

TEST(MethodPage, FormsOfTheAutomaticChoiceAreItsChoice) {
  EXPECT_NE(holonom({"method", "auto"}).out.find("forms (index): its choice"), std::string::npos);
}

TEST(MethodPage, ExplainsRegions) {
  for (const char* method : {"treanor", "rkc", "eserk4"})
    EXPECT_NE(holonom({"method", method}).out.find("Speckles"), std::string::npos) << method;
  EXPECT_NE(holonom({"method", "leap-frog"}).out.find("stable on a segment"), std::string::npos);
}

TEST(MethodPage, TellsOrderStabilityAndWhatBecomesOfAModel) {
  const Scratch scratch;
  const Outcome page = holonom({"method", "radau", "--output", scratch.file("pages")});
  ASSERT_EQ(page.code, 0) << page.err;
  for (const char* text : {"(index): 2, 3, 1", "fixed-order", "L-stable", "order 13"})
    EXPECT_NE(page.out.find(text), std::string::npos) << text;
  for (const char* order : {"5", "9", "13"})
    EXPECT_EQ(readText(scratch.file(std::string("pages/radau-") + order + ".png")).substr(1, 3), "PNG");
  const Outcome large = holonom({"method", "dop853", "--model", "flexible_slider_crank", "--step", "0.1"});
  EXPECT_NE(large.out.find("unstable"), std::string::npos) << large.out;
  const Outcome half = holonom({"method", "bdf", "--step", "0.1"});
  EXPECT_EQ(half.code, 1);
  EXPECT_NE(half.err.find("--model"), std::string::npos) << half.err;
}

}  // namespace
}  // namespace holonom::cli_test
