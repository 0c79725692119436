// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_story.h"

#include <gtest/gtest.h>

#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

constexpr double kStart = 0.1;

StepFacts facts() {
  StepFacts f;
  f.t = 0.1043;
  f.h = 1e-3;
  f.order = f.formerOrder = 3;
  f.newtonIterations = 2;
  f.note.orderReason = Text("kept");
  f.note.rate = 0.05f;
  f.note.error = 0.5f;
  f.note.dominantCoordinate = 1;
  f.coordinates = {test::channel("crank.x", "m", ChannelKind::Position, "crank"),
                   test::channel("crank.y", "m", ChannelKind::Position, "crank"),
                   test::channel("rod.theta", "rad", ChannelKind::Position, "rod"),
                   test::channel("J3.lambda1", "N", ChannelKind::Multiplier, "J3")};
  return f;
}

Rejection rejected(RejectionCause cause, double h = 4e-3, double error = 0, int coordinate = -1) {
  return {kStart, h, 3, cause, error, coordinate};
}

std::string toldOf(const Rejection& rejection) {
  StepFacts f = facts();
  f.rejections = {rejection};
  return tell(f);
}

TEST(StepStory, TellsOfAnOrdinaryStep) {
  EXPECT_EQ(tell(facts()),
            "t = 0.1043 s: accepted with h = 0.001 s, order 3, 2 Newton iterations (each leaves 0.05 of the "
            "error), Jacobian reused, error 0.5 of the tolerance, most in y of crank.");
  StepFacts f = facts();
  f.h = 1.234e-5;
  f.jacobians = f.newtonIterations = 1;
  f.note.rate = 0;
  f.note.dominantCoordinate = -1;
  EXPECT_EQ(tell(f),
            "t = 0.1043 s: accepted with h = 1.23·10⁻⁵ s, order 3, one Newton iteration, one new Jacobian.");
}

TEST(StepStory, TellsOfTheStart) {
  StepFacts f = facts();
  f.t = f.h = 0;
  EXPECT_EQ(tell(f), "t = 0 s: start of the run.");
}

TEST(StepStory, TellsOfAnErrorTestAndWhatFailedIt) {
  EXPECT_TRUE(
      toldOf(rejected(RejectionCause::ErrorTest, 4e-3, 1.04, 1))
          .starts_with(
              "t = 0.1043 s: step cut 4× after an error test: y of crank just exceeded its tolerance; "));
  EXPECT_TRUE(toldOf(rejected(RejectionCause::ErrorTest, 4e-3, 6.2, 1))
                  .starts_with("t = 0.1043 s: step cut 4× after an error test: y of crank exceeded its "
                               "tolerance 6.2 times; "));
  EXPECT_TRUE(toldOf(rejected(RejectionCause::ErrorTest, 2.5e-3, 6.2, 3))
                  .starts_with("t = 0.1043 s: step cut 2.5× after an error test: λ1 of J3 exceeded its "
                               "tolerance 6.2 times; "));
  EXPECT_TRUE(toldOf(rejected(RejectionCause::ErrorTest, 1e-3, 1.2, 2))
                  .starts_with("t = 0.1043 s: step tried again after"));
}

TEST(StepStory, TellsOfTheIteration) {
  EXPECT_TRUE(
      toldOf(rejected(RejectionCause::NewtonDivergence, 4e-3, 0, 2))
          .starts_with(
              "t = 0.1043 s: step cut 4× after a Newton iteration that diverged: it moved θ of rod most; "));
  EXPECT_TRUE(
      toldOf(rejected(RejectionCause::NewtonSlow))
          .starts_with("t = 0.1043 s: step cut 4× after a Newton iteration that converged too slowly; "));
  EXPECT_TRUE(toldOf(rejected(RejectionCause::SingularMatrix, 40e-3))
                  .starts_with("t = 0.1043 s: step cut 40× after a singular matrix; "));
  EXPECT_TRUE(toldOf(rejected(RejectionCause::NotFinite))
                  .starts_with("t = 0.1043 s: step cut 4× after a value that was not a finite number; "));
}

TEST(StepStory, AddsUpSeveralAttempts) {
  StepFacts f = facts();
  f.rejections = {rejected(RejectionCause::NewtonSlow, 64e-3),
                  rejected(RejectionCause::ErrorTest, 16e-3, 30, 0),
                  rejected(RejectionCause::ErrorTest, 4e-3, 5, 2)};
  EXPECT_TRUE(tell(f).starts_with(
      "t = 0.1043 s: step cut 64× after 2 error tests and a Newton iteration that converged too "
      "slowly: x of crank exceeded its tolerance up to 30 times; "));
  EXPECT_EQ(decidingCoordinate(f), 0);
  f.rejections.clear();
  EXPECT_EQ(decidingCoordinate(f), 1);
}

TEST(StepStory, TellsWhyTheOrderChanged) {
  StepFacts f = facts();
  f.formerOrder = 2;
  f.note.orderReason = {OrderReason::Kind::Higher, Text("larger step")};
  EXPECT_NE(tell(f).find("order raised from 2 to 3: larger step; accepted"), std::string::npos) << tell(f);
  f.formerOrder = 4;
  f.note.orderReason = {OrderReason::Kind::Lower, Text("maximal order")};
  EXPECT_NE(tell(f).find("order lowered from 4 to 3: maximal order;"), std::string::npos) << tell(f);
}

TEST(StepStory, TellsOfLostStability) {
  StepFacts f = facts();
  f.formerOrder = 4;
  f.note.loweredForStability = true;
  f.note.orderReason = {OrderReason::Kind::Lower, Text("differences grow (high-order stability)")};
  EXPECT_NE(tell(f).find("order lowered from 4 to 3: a higher order would lose stability"), std::string::npos)
      << tell(f);
}

TEST(StepStory, TellsOfEventsAndTheRestartBehindThem) {
  StepFacts f = facts();
  f.events = {{f.t, "stop 'end'", "hits"}};
  EXPECT_TRUE(tell(f).ends_with("; at its end: stop 'end' hits.")) << tell(f);
  // a discontinuity that nobody declared
  f.events = {{f.t, "crank.theta", "jumps, which nothing in the model declares"}};
  EXPECT_TRUE(tell(f).ends_with("; at its end: crank.theta jumps, which nothing in the model declares."))
      << tell(f);

  f = facts();
  f.order = 1;
  f.note.restarted = true;
  f.note.orderReason = {OrderReason::Kind::Restart, Text("behind an event")};
  EXPECT_NE(tell(f).find("the method starts anew at order 1 behind an event; "), std::string::npos)
      << tell(f);
  f.eventsBefore = {{kStart, "stop 'end'", "hits"}};
  EXPECT_NE(tell(f).find("starts anew at order 1 behind an event (stop 'end' hits); "), std::string::npos)
      << tell(f);
  f.eventsBefore.clear();
  f.note.orderReason = {OrderReason::Kind::Restart, Text("in other coordinates")};
  EXPECT_NE(tell(f).find("starts anew at order 1 in other coordinates; "), std::string::npos) << tell(f);
  f.formerOrder = 0;
  f.note.orderReason = Text("start");
  EXPECT_NE(tell(f).find("first step of the run, order 1; "), std::string::npos) << tell(f);
}

TEST(StepStory, TellsOfSingularConfigurations) {
  StepFacts f = facts();
  f.note.orderReason = {OrderReason::Kind::Passage, Text("passed a singular configuration")};
  EXPECT_NE(tell(f).find("the step passed a singular configuration; "), std::string::npos) << tell(f);
  f.order = 0;
  f.newtonIterations = 0;
  f.note.orderReason = Text("over a singular configuration");
  EXPECT_NE(tell(f).find("a step by other means, over a singular configuration; "), std::string::npos)
      << tell(f);
}

TEST(StepStory, ReadsTheFactsFromTheRecording) {
  Recording recording;
  recording.begin({test::channel("t", "s", ChannelKind::Time),
                   test::channel("crank.x", "m", ChannelKind::Position, "crank", 0),
                   test::channel("crank.vx", "m/s", ChannelKind::Velocity, "crank"),
                   test::channel("crank.y", "m", ChannelKind::Position, "crank", 1),
                   test::channel("step.h", "s", ChannelKind::Step),
                   test::channel("step.order", "", ChannelKind::Step),
                   test::channel("step.newton", "", ChannelKind::Step),
                   test::channel("step.jacobians", "", ChannelKind::Step),
                   test::channel("step.events", "", ChannelKind::Step)});
  const std::vector<Rejection> rejections{rejected(RejectionCause::ErrorTest, 0.4, 6.2, 1)};
  const std::vector<Event> events{{0.07, "hinge", "is passed"}, {0.1, "stop", "hits"}};
  const auto put = [&](double t, double h, int order, bool event, bool cut) {
    const std::vector<double> row{t, 0, 0, 0, h, double(order), 3, 1, double(event)};
    StepRecord record;
    record.t = t;
    record.row = row;
    if (event) record.events = events;
    if (cut) record.rejections = rejections;
    recording.accept(record);
  };
  put(0, 0, 0, false, false);
  put(0.1, 0.1, 2, true, true);
  put(0.2, 0.1, 1, false, false);
  EXPECT_EQ(tell(factsOf(recording, 0)), "t = 0 s: start of the run.");
  const StepFacts cut = factsOf(recording, 1);
  EXPECT_TRUE(tell(cut).starts_with(
      "t = 0.1 s: step cut 4× after an error test: y of crank exceeded its tolerance 6.2 times; "));
  EXPECT_TRUE(tell(cut).ends_with("; within it, at t = 0.07 s: hinge is passed; at its end: stop hits."))
      << tell(cut);
  const StepFacts next = factsOf(recording, 2);
  EXPECT_TRUE(next.rejections.empty());
  EXPECT_TRUE(next.events.empty());
  ASSERT_EQ(next.eventsBefore.size(), 1u);
  EXPECT_TRUE(factsOfAbandonedStep(recording).rejections.empty());
  const std::vector<Rejection> last{rejected(RejectionCause::NewtonDivergence, 1e-3),
                                    rejected(RejectionCause::NewtonDivergence, 5e-4)};
  recording.abandon(last);
  EXPECT_EQ(tell(factsOfAbandonedStep(recording)),
            "t = 0.2 s: the run ended here after 2 Newton iterations that diverged; "
            "the smallest step tried was 0.0005 s.");
}

TEST(StepStory, CountsMultipliersBehindAllCoordinates) {
  Recording recording;
  recording.begin({test::channel("t", "s", ChannelKind::Time),
                   test::channel("crank.x", "m", ChannelKind::Position, "crank", 0),
                   test::channel("J3.lambda1", "N", ChannelKind::Multiplier, "J3", 2),
                   test::channel("ctrl.s", "", ChannelKind::Position, "ctrl", 1),
                   test::channel("step.h", "s", ChannelKind::Step)});
  test::append(recording, {0, 0, 0, 0, 0});
  const Rejection failed = rejected(RejectionCause::NewtonDivergence, 4e-3, 0, 2);
  const std::vector<double> row{1e-3, 0, 0, 0, 1e-3};
  StepRecord record;
  record.t = row[0];
  record.row = row;
  record.rejections = {&failed, 1};
  recording.accept(record);
  EXPECT_NE(tell(factsOf(recording, 1)).find("it moved λ1 of J3 most"), std::string::npos)
      << tell(factsOf(recording, 1));
  std::vector<std::string> names;
  for (const Channel& channel : unknownsOf(recording.channels())) names.push_back(channel.name);
  EXPECT_EQ(names, (std::vector<std::string>{"crank.x", "ctrl.s", "J3.lambda1"}));
}

}  // namespace
}  // namespace holonom
