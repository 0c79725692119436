// SPDX-License-Identifier: GPL-3.0-or-later
// What a run leaves about its steps beside its columns, and the sentences made of it.
#include <gtest/gtest.h>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/step_story.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/simulation/event_models.h"
#include "tests/support/recorded.h"

namespace holonom {
namespace {

SimulationOptions optionsUntil(double end, double tolerance, const char* method) {
  SimulationOptions options;
  options.endTime = end;
  options.rtol = options.atol = tolerance;
  selectMethod(options, method);
  return options;
}

class StepNotes : public testing::TestWithParam<const char*> {};

TEST_P(StepNotes, AgreeWithTheColumnsAndTheCountsOfTheRun) {
  Recording recording;
  const Summary summary =
      runToEnd(readMechanism(findModel("slider_crank")), optionsUntil(0.1, 1e-4, GetParam()), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  std::size_t rejections = 0;
  long reuses = 0, rates = 0;
  for (std::size_t row = 1; row < recording.size(); ++row) {
    const StepNote& note = recording.note(row);
    EXPECT_EQ(note.firstRejection, rejections);
    EXPECT_EQ(note.rejections, valueAt(recording, row, "step.rejected"));
    for (const Rejection& rejection : recording.rejections(rejections, note.rejections))
      EXPECT_NEAR(rejection.t, recording.time(row - 1), 1e-12)
          << "attempts begin where the step before ended";
    rejections += note.rejections;
    EXPECT_EQ(note.restarted, row == 1);
    EXPECT_GE(note.error, 0);
    EXPECT_LE(note.error, 1);
    EXPECT_GE(note.rate, 0);
    EXPECT_LT(note.rate, 1) << "an iteration that does not contract does not converge";
    rates += note.rate > 0;
    reuses += valueAt(recording, row, "step.jacobians") == 0;
    EXPECT_GE(note.dominantCoordinate, 0);
    EXPECT_FALSE(tell(factsOf(recording, row)).empty());
  }
  EXPECT_EQ(static_cast<long>(rejections), summary.counts.rejected);
  EXPECT_EQ(recording.rejectionCount(), rejections);
  EXPECT_GT(rates, summary.counts.steps / 4);
  EXPECT_GT(reuses, 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, StepNotes, testing::Values("bdf", "generalized-alpha"));

TEST(StepNotesOfEvents, SayThatTheMethodStartsAnewBehindThem) {
  Recording recording;
  const Summary summary =
      runToEnd(samples::pushedBlock(0, 0, "if(t > 0.5, 200, 0)"), optionsUntil(1, 1e-6, "bdf"), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  ASSERT_EQ(summary.events.size(), 1u);
  std::vector<std::size_t> starts;
  for (std::size_t row = 1; row < recording.size(); ++row)
    if (recording.note(row).restarted) starts.push_back(row);
  ASSERT_EQ(starts.size(), 2u);
  EXPECT_EQ(starts[0], 1u);
  EXPECT_NEAR(recording.time(starts[1] - 1), 0.5, 1e-9);
  EXPECT_NE(tell(factsOf(recording, starts[1]))
                .find("starts anew at order 4 behind an event (" + summary.events[0].name),
            std::string::npos)
      << tell(factsOf(recording, starts[1]));
  EXPECT_NE(tell(factsOf(recording, starts[1] - 1)).find("; at its end: " + summary.events[0].name),
            std::string::npos);
}

TEST(StepNotesOfStability, MarkTheStepsWhoseOrderFell) {
  Recording recording;
  SimulationOptions options = optionsUntil(0.1, 1e-4, "bdf");
  const Summary summary = runToEnd(readMechanism(findModel("andrews")), options, recording);
  ASSERT_GT(summary.counts.loweredForStability, 0);
  long lowered = 0;
  for (std::size_t row = 2; row < recording.size(); ++row) {
    if (!recording.note(row).loweredForStability) continue;
    ++lowered;
    EXPECT_NE(tell(factsOf(recording, row)).find("a higher order would lose stability"), std::string::npos);
    EXPECT_LE(valueAt(recording, row, "step.order"), valueAt(recording, row - 1, "step.order"));
  }
  EXPECT_GT(lowered, 0);
  EXPECT_LE(lowered, summary.counts.loweredForStability);
}

TEST(StepNotesOfFailures, KeepTheAttemptsOfAStepThatWasNeverAccepted) {
  Recording recording;
  const Summary summary =
      runToEnd(samples::pushedBlock(0, 0, "1/sqrt(0.5 - t)"), optionsUntil(1, 1e-6, "bdf"), recording);
  ASSERT_NE(summary.termination, Termination::ReachedEnd);
  const StepFacts facts = factsOfAbandonedStep(recording);
  ASSERT_FALSE(facts.rejections.empty()) << summary.message;
  EXPECT_EQ(static_cast<long>(recording.rejectionCount()), summary.counts.rejected);
  EXPECT_NE(tell(facts).find("the run ended here after "), std::string::npos) << tell(facts);
}

}  // namespace
}  // namespace holonom
