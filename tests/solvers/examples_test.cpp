// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped example: against the values of other formulations in its expected.json, method against method, and at
// the settings of its own model file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"

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
  return name == "parallelogram" || name == "n_four_bar" || name == "elliptic_trammel";
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

TEST(Examples, EveryMethodAgreesOnTheMotion) {
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    SimulationOptions options = optionsFor(mechanism);
    options.endTime = std::min(options.endTime, 1.0);
    if (std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(), [](const Body& body) { return body.flexible.has_value(); }))
      options.endTime = std::min(options.endTime, 0.01);  // every method resolves the undamped vibrations at 1e-9
    const char* variants[] = {"bdf:2",    "bdf:3",    "generalized-alpha:3", "generalized-alpha:2", "generalized-alpha:1",
                              "hht:3",    "hht:2",    "dop853:1",            "dopri5:1",            "adams:1",
                              "gbs:1",    "eserk4:1"};
    constexpr int kCount = std::size(variants);
    std::vector<Recording> recordings(kCount);
    for (int i = 0; i < kCount; ++i) {
      SimulationOptions variant = parseVariant(variants[i], options);
      variant.rtol = variant.atol = 1e-9;
      const Summary summary = runToEnd(mechanism, variant, recordings[i], 3);
      ASSERT_EQ(summary.termination, Termination::ReachedEnd) << example.name << ": " << summary.message;
    }
    for (std::size_t c = 0; c < recordings[0].channels().size(); ++c) {
      const Channel& channel = recordings[0].channels()[c];
      if (channel.kind != ChannelKind::Position) continue;
      const double reference = recordings[0].value(2, static_cast<int>(c));
      for (int i = 1; i < kCount; ++i) {
        // The error of HHT goes with tolerance^(2/3); at α = 0.3 and index 3 its steps are the largest of all.
        const double limit = std::string(variants[i]) == "hht:3" ? 3e-4 : 1e-4;
        EXPECT_NEAR(recordings[i].value(2, static_cast<int>(c)), reference, limit * std::max(1.0, std::abs(reference)))
            << example.name << " " << channel.name << " " << variants[i];
      }
    }
  }
}

TEST(Examples, RunWithTheirOwnSettings) {
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    Recording recording;
    const Summary summary = runToEnd(mechanism, optionsFor(mechanism), recording);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << example.name << ": " << summary.message;
    EXPECT_LT(summary.largestDriftPosition, 1e-5 * characteristicLength(mechanism)) << example.name;
    if (!isSpecial(example.name))
      EXPECT_TRUE(summary.warnings.empty()) << example.name << ": " << summary.warnings.front();
  }
}

}  // namespace
}  // namespace holonom
