// SPDX-License-Identifier: GPL-3.0-or-later
// Mutated mechanisms in space: whatever the reader takes is examined, starts and runs, or ends with a status
// and words. No exception, no hang, no row that is no number. HOLONOM_FUZZ_MODELS=1000 makes so many of each
// example, HOLONOM_FUZZ_SEED others, and HOLONOM_FUZZ_ALOUD=1 tells each on standard error before it runs.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/doctor.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/model_mutator.h"

namespace holonom {
namespace {

double secondsOfProcessor() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Looks at coordinates and velocities only: an output may divide by nothing.
class FiniteRows : public StepSink {
 public:
  void begin(const std::vector<Channel>& channels) override { channels_ = channels; }
  bool accept(const StepRecord& record) override {
    for (std::size_t i = 0; i < record.row.size(); ++i) {
      const ChannelKind kind = channels_[i].kind;
      const bool isMotion = kind == ChannelKind::Position || kind == ChannelKind::Velocity;
      if (isMotion && !std::isfinite(record.row[i])) notFinite = channels_[i].name;
    }
    return true;
  }
  std::string notFinite;

 private:
  std::vector<Channel> channels_;
};

/// What is wrong with how the model is met; empty: nothing.
std::string complaintAbout(const Mechanism& mechanism, const TestedMethod& variant) {
  constexpr double kSlow = 20;  // s, also under sanitizers
  SimulationOptions options = optionsOf(variant, 1e-3, 0.1);
  options.maxSteps = 8;
  options.rotations = optionsFor(mechanism).rotations;
  FiniteRows rows;
  const double begin = secondsOfProcessor();
  const Summary summary = runToEnd(mechanism, options, rows);
  const Diagnosis diagnosis = diagnose(mechanism, options);  // as whoever opens it is shown
  const double taken = secondsOfProcessor() - begin;
  if (summary.termination == Termination::NotRun) return "was not run";
  if (diagnosis.summary().empty()) return "was not examined";
  if (diagnosis.check.mobility < 0) return "moves in " + std::to_string(diagnosis.check.mobility) + " ways";
  if (summary.message.empty()) return "ended without words";
  if (!rows.notFinite.empty()) return rows.notFinite + " is no number";
  return taken > kSlow ? "took " + std::to_string(taken) + " s" : "";
}

/// The shipped models with bodies in space.
std::vector<ModelMutator::Document> spatialExamples() {
  std::vector<ModelMutator::Document> documents;
  for (const Example& example : listExamples())
    if (isSpatial(readMechanism(example.modelFile)))
      documents.push_back(ModelMutator::Document::parse(readModelText(example.modelFile)));
  return documents;
}

TEST(MutatedModels, RunOrSayWhyNot) {
  const int mutations = fromEnvironment("HOLONOM_FUZZ_MODELS", 40);
  const auto seed = static_cast<unsigned>(fromEnvironment("HOLONOM_FUZZ_SEED", 1));
  const bool aloud = std::getenv("HOLONOM_FUZZ_ALOUD") != nullptr;
  const std::vector<ModelMutator::Document> documents = spatialExamples();
  ASSERT_GE(documents.size(), 14u);
  ModelMutator mutator(seed);
  for (const auto& document : documents) mutator.learn(document);
  int made = 0, accepted = 0;
  for (int i = 0; i < mutations; ++i)
    for (const auto& document : documents) {
      const std::string text = mutator.distort(document);
      const TestedMethod& variant = kVariants[static_cast<std::size_t>(made++) % std::size(kVariants)];
      if (aloud) std::cerr << variant.name << ' ' << text << std::endl;
      try {
        const Mechanism mechanism = parseMechanism(text, "fuzz");
        ++accepted;
        EXPECT_EQ(complaintAbout(mechanism, variant), "") << variant.name << '\n' << text;
      } catch (const InputError& error) {
        EXPECT_TRUE(error.where().starts_with("fuzz")) << error.full() << '\n' << text;
      } catch (const std::exception& error) {
        FAIL() << error.what() << '\n' << variant.name << '\n' << text;
      }
    }
  EXPECT_GT(accepted, made / 5);
  EXPECT_LT(accepted, made * 4 / 5);
}

}  // namespace
}  // namespace holonom
