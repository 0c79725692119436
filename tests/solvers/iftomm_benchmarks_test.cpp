// SPDX-License-Identifier: GPL-3.0-or-later
// The problems A01 to A05 of the IFToMM library of multibody benchmarks with methods of every family: what
// the library measures stays within 1e-3 (its high precision) at every time for which a reference is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/run.h"

namespace holonom {
namespace {

struct Benchmark {
  const char* title;
  const char* example;
  std::set<std::string> measured;
  double between;  ///< s: references stand at multiples of it
  int references;
  bool stiff = false;
};

const Benchmark kBenchmarks[] = {{"A01", "pendulum", {"bob_x", "bob_y"}, 1, 6},
                                 {"A02", "n_four_bar", {"tip.x", "tip.y"}, 1, 6},
                                 {"A03", "andrews", {"beta"}, 0.03, 1},
                                 {"A04", "bricard", {"P3.x", "P3.y", "P3.z"}, 1, 18},
                                 {"A05", "flyball_governor", {"s"}, 0.5, 3, true}};

class IftommBenchmark : public testing::TestWithParam<const char*> {};

TEST_P(IftommBenchmark, StaysWithinHighPrecision) {
  for (const Benchmark& benchmark : kBenchmarks) {
    SCOPED_TRACE(benchmark.title);
    const std::filesystem::path model = findModel(benchmark.example);
    std::ifstream file(model.parent_path() / "expected.json");
    ASSERT_TRUE(file);
    const nlohmann::json references = nlohmann::json::parse(file);
    double endTime = 0;
    for (const auto& reference : references) endTime = std::max(endTime, double(reference.at("time")));

    const Mechanism mechanism = readMechanism(model);
    SimulationOptions options = parseVariant(GetParam(), optionsFor(mechanism));
    options.endTime = endTime;
    Recording recording;
    const Summary summary =
        runToEnd(mechanism, options, recording, 1 + int(std::lround(endTime / benchmark.between)));
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    double largest = 0;
    int compared = 0;
    for (const auto& reference : references) {
      const std::string output = reference.at("output");
      const double time = reference.at("time");
      if (benchmark.measured.count(output) == 0 || time <= 0) continue;
      const double value =
          recording.value(std::lround(time / benchmark.between), recording.channelIndex(output));
      largest = std::max(largest, std::abs(value - double(reference.at("value"))));
      ++compared;
    }
    std::printf("%s %s: %ld steps, error %.1e\n", benchmark.title, GetParam(), summary.counts.steps, largest);
    EXPECT_EQ(compared, benchmark.references);
    EXPECT_LT(largest, 1e-3);
    if (summary.remarks.empty()) continue;  // it is not `auto`
    const bool implicit = summary.remarks.back().find("BDF") != std::string::npos ||
                          summary.remarks.back().find("generalized-α") != std::string::npos;
    EXPECT_EQ(implicit, benchmark.stiff) << summary.remarks.back();
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, IftommBenchmark,
                         testing::Values("bdf:2:rtol=1e-7:atol=1e-7", "bdf:3:rtol=1e-7:atol=1e-7",
                                         "generalized-alpha:2:rtol=1e-8:atol=1e-8",
                                         "dop853:1:rtol=1e-7:atol=1e-7", "radau:2:rtol=1e-7:atol=1e-7",
                                         "auto:2:rtol=1e-7:atol=1e-7"));

}  // namespace
}  // namespace holonom
