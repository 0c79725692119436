// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped example: against the values of other formulations in its expected.json, method against
// method, and at the settings of its own model file.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/building.h"
#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

/// Runs to the end time of the options and returns the output there.
double outputAt(const Mechanism& mechanism, const SimulationOptions& options, const std::string& output) {
  Recording recording;
  const Summary summary = runToEnd(mechanism, options, recording);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const int channel = recording.channelIndex(output);
  EXPECT_GE(channel, 0) << "no output " << output;
  return channel < 0 ? NAN : recording.value(recording.size() - 1, channel);
}

/// Shows redundant constraints or singular configurations, which a run mentions.
bool isSpecial(const std::string& name) {
  return name == "parallelogram" || name == "n_four_bar" || name == "elliptic_trammel" || name == "bricard";
}

/// With index 2, whose reactions are smooth: expected.json holds reactions too.
TEST(Examples, AgreeWithTheirExpectedValues) {
  int compared = 0;
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    std::ifstream file(example.modelFile.parent_path() / "expected.json");
    ASSERT_TRUE(file) << example.name;
    for (const auto& expected : nlohmann::json::parse(file)) {
      const double time = expected.at("time");
      if (time <= 0) continue;
      SimulationOptions options = parseVariant("bdf:2:rtol=1e-9:atol=1e-9", optionsFor(mechanism));
      options.endTime = time;
      const std::string output = expected.at("output");
      EXPECT_NEAR(outputAt(mechanism, options, output), expected.at("value"), expected.at("tolerance"))
          << example.name << " " << output << " at t = " << time;
      ++compared;
    }
  }
  EXPECT_GE(compared, 15);
}

/// A method in one of its forms.
struct Form {
  std::string variant;
  int order;  ///< 1, 2, or more as 3
};

/// All but those for a purpose of their own, and BDF with either kind of history.
std::vector<Form> allForms() {
  std::vector<Form> forms;
  for (const MethodDescriptor& info : methods()) {
    if (info.role == MethodRole::Prescribed) continue;  // it has a test of its own
    const bool suits = std::any_of(std::begin(kVariants), std::end(kVariants),
                                   [&](const TestedMethod& variant) { return info.name == variant.method; });
    if (!suits && info.name != "newmark") continue;
    const int order = info.order == 1 || info.order == 2 ? info.order : 3;
    for (const int index : info.indices) {
      forms.push_back({info.name + ":" + std::to_string(index), order});
      if (info.name == "bdf") forms.push_back({forms.back().variant + ":bdf-form=quasi-constant", 3});
    }
  }
  return forms;
}

bool isFlexible(const Mechanism& mechanism) {
  return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(),
                     [](const Body& body) { return body.flexible.has_value(); });
}

/// Tolerances for methods of first, second and any higher order, and what factor is allowed on their errors.
struct Comparison {
  double first, second, higher, factor = 1;

  double tolerance(int order) const { return order == 1 ? first : order == 2 ? second : higher; }
  /// The error of the method goes with this power of the tolerance.
  double limit(int order) const {
    return factor * (order == 1   ? 20 * std::sqrt(first)
                     : order == 2 ? 65 * std::pow(second, 2.0 / 3)
                                  : 3000 * higher);
  }
};

/// The methods that integrate against BDF of index 2, on every coordinate and elastic displacement.
void compareMethods(const std::string& name, const Mechanism& mechanism, double endTime,
                    const Comparison& comparison) {
  SimulationOptions options = parseVariant("bdf:2:rtol=1e-9:atol=1e-9", optionsFor(mechanism));
  options.endTime = endTime;
  Recording reference;
  ASSERT_EQ(runToEnd(mechanism, options, reference, 3).termination, Termination::ReachedEnd) << name;
  for (const Form& form : allForms()) {
    SCOPED_TRACE(name + " " + form.variant);
    SimulationOptions variant = parseVariant(form.variant, options);
    variant.rtol = variant.atol = comparison.tolerance(form.order);
    Recording recording;
    const Summary summary = runToEnd(mechanism, variant, recording, 3);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    double largest = 0;
    for (int c = 0; c < static_cast<int>(reference.channels().size()); ++c) {
      if (reference.channels()[c].kind != ChannelKind::Position) continue;
      const double expected = reference.value(2, c);
      largest =
          std::max(largest, std::abs(recording.value(2, c) - expected) / std::max(1.0, std::abs(expected)));
    }
    std::printf("%s %s: %ld steps, difference %.1e\n", name.c_str(), form.variant.c_str(),
                summary.counts.steps, largest);
    EXPECT_LT(largest, comparison.limit(form.order));
  }
}

TEST(Examples, EveryMethodAgreesOnTheMotion) {
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    double endTime = std::min(optionsFor(mechanism).endTime, 0.5);
    Comparison comparison{1e-7, 1e-8, 1e-9};
    if (isFlexible(mechanism)) {
      // Every method resolves the undamped vibrations, and BDF of index 1 controls their accelerations, which
      // stiffness makes out of the rounding of positions.
      endTime = 0.001;
      comparison = {1e-7, 1e-7, 1e-7, 1e-2};
    }
    // Stiff: every method resolves how dampers and controllers settle.
    if (example.name == "flyball_governor") endTime = 0.004;
    if (example.name == "stewart_platform") endTime = 0.1;
    // Errors of a phase grow with the turns.
    static const std::set<std::string> spinning = {"heavy_top", "gyroscope_gimbal", "rolling_ball"};
    if (spinning.count(example.name)) endTime = 0.1;
    // Flat at 0.107 s and later; what comes after is that of PassSingularConfigurationsAlike.
    if (example.name == "parallelogram") endTime = 0.1;
    if (example.name == "n_four_bar") endTime = 0.7;
    compareMethods(example.name, mechanism, endTime, comparison);
  }
}

/// Near the flat positions the constraints tell less than the tolerance, and below 1e-8 rounding decides
/// there.
TEST(Examples, EveryMethodPassesSingularConfigurationsAlike) {
  for (const char* name : {"parallelogram", "n_four_bar", "elliptic_trammel"})
    compareMethods(name, readMechanism(findModel(name)), 1, {1e-7, 1e-7, 1e-6});
}

TEST(Examples, KinematicAnalysisAgreesOrSaysWhyItDoesNotApply) {
  const std::map<std::string, std::string> causes = {{"knife_edge", "constrains velocities only"},
                                                     {"pid_arm", "constrains velocities only"},
                                                     {"rolling_disc", "constrains velocities only"},
                                                     {"double_pendulum", "2 degrees of freedom"},
                                                     {"n_pendulum", "8 degrees of freedom"},
                                                     {"n_pendulum_planar", "10 degrees of freedom"},
                                                     {"flexible_slider_crank", "4 degrees of freedom"},
                                                     {"spatial_pendulum", "3 degrees of freedom"},
                                                     {"spatial_double_pendulum", "5 degrees of freedom"},
                                                     {"heavy_top", "3 degrees of freedom"},
                                                     {"t_handle", "6 degrees of freedom"},
                                                     {"gyroscope_gimbal", "3 degrees of freedom"},
                                                     {"flyball_governor", "4 degrees of freedom"},
                                                     {"spatial_four_bar", "2 degrees of freedom"},
                                                     {"stewart_platform", "constrains velocities only"},
                                                     {"rolling_disk", "constrains velocities only"},
                                                     {"rolling_ball", "constrains velocities only"},
                                                     {"bicycle", "constrains velocities only"},
                                                     {"car_axis", "2 degrees of freedom"}};
  const std::set<std::string> driven = {"slider_crank", "scotch_yoke", "mixed", "two_link_path"};
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    SimulationOptions options = parseVariant("kinematics:1", optionsFor(mechanism));
    options.endTime = std::min(options.endTime, 0.5);
    Recording recording;
    const Summary summary = runToEnd(mechanism, options, recording, 3);
    if (driven.count(example.name)) {
      ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
      SimulationOptions other = parseVariant("bdf:2:rtol=1e-9:atol=1e-9", options);
      Recording reference;
      ASSERT_EQ(runToEnd(mechanism, other, reference, 3).termination, Termination::ReachedEnd);
      for (int c = 0; c < static_cast<int>(reference.channels().size()); ++c)
        if (reference.channels()[c].kind == ChannelKind::Position)
          EXPECT_NEAR(recording.value(2, c), reference.value(2, c),
                      1e-9 * std::max(1.0, std::abs(reference.value(2, c))));
      continue;
    }
    EXPECT_NE(summary.termination, Termination::ReachedEnd) << example.name;
    EXPECT_EQ(summary.counts.steps, 0) << example.name;
    const auto cause = causes.find(example.name);
    EXPECT_NE(summary.message.find(cause == causes.end() ? "1 degree of freedom" : cause->second),
              std::string::npos)
        << example.name << ": " << summary.message;
    EXPECT_NE(summary.message.find("hoose another method"), std::string::npos) << summary.message;
  }
}

/// To its end, and, when it is to be quiet, with nothing to warn of.
Summary runWithOwnSettings(const Example& example, const Mechanism& mechanism, bool quiet,
                           Recording& recording) {
  const Summary summary = runToEnd(mechanism, optionsFor(mechanism), recording);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << example.name << ": " << summary.message;
  if (quiet) EXPECT_TRUE(summary.warnings.empty()) << example.name << ": " << summary.warnings.front().text;
  return summary;
}

TEST(Examples, RunWithTheirOwnSettings) {
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    Recording recording;
    const Summary summary = runWithOwnSettings(example, mechanism, !isSpecial(example.name), recording);
    EXPECT_LT(summary.largestDriftPosition, 1e-5 * characteristicLength(mechanism)) << example.name;
  }
}

/// They stand on their joints as they are, have no surprises for a newcomer, and two formulations agree on
/// what they do.
TEST(Templates, RunAsTheyAre) {
  for (const Example& found : listTemplates()) {
    const Mechanism mechanism = readMechanism(found.modelFile);
    Recording recording;
    runWithOwnSettings(found, mechanism, true, recording);
    const int x = recording.channelIndex(mechanism.bodies[0].name + ".x");
    ASSERT_GE(x, 0);
    EXPECT_NEAR(recording.value(0, x), groundPosition(mechanism, 0, mechanism.bodies[0].centreOfMass).x(),
                1e-9)
        << found.name << " is assembled elsewhere";
    for (const Output& output : mechanism.outputs) {
      const auto at = [&](const char* variant) {
        SimulationOptions options = parseVariant(variant, optionsFor(mechanism));
        options.endTime = 0.8;
        return outputAt(mechanism, options, output.name);
      };
      const double value = at("bdf:2:rtol=1e-9:atol=1e-9");
      EXPECT_NEAR(at("dop853:1:rtol=1e-9:atol=1e-9"), value, 1e-5 * std::max(1.0, std::abs(value)))
          << found.name << " " << output.name;
    }
  }
}

}  // namespace
}  // namespace holonom
