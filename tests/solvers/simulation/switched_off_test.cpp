// SPDX-License-Identifier: GPL-3.0-or-later
// A run that cannot go on because an option switches a safeguard off says so, instead of a story about the
// model.
#include <gtest/gtest.h>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/run.h"

namespace holonom {
namespace {

struct Case {
  const char *model, *form, *options, *named;
};
void PrintTo(const Case& item, std::ostream* out) { *out << item.model << ", " << item.form << item.options; }

constexpr const char* kDrifting = "dop853:1:rtol=1e-3:atol=1e-3:t-end=30";

constexpr Case kCases[] = {
    {"andrews", "bdf:3", ":projection-filter=off", "projection-filter off"},
    {"parallelogram", kDrifting, ":stabilisation=none", "stabilisation none"},
    {"parallelogram", kDrifting, ":stabilisation=baumgarte:baumgarte-alpha=1e-6", "baumgarte-alpha 1e-6"},
    {"door", "dopri5:1", ":stabilisation=baumgarte:baumgarte-alpha=1e6", "baumgarte-alpha 1e+6"},
    {"door", "dopri5:1", ":stabilisation=baumgarte:baumgarte-alpha=1:baumgarte-beta=1e5",
     "baumgarte-beta 1e+5"},
    {"door", "rkc:1", ":penalty=1e9", "penalty 1e+9"},
    {"parallelogram", "bdf:2", ":newton-tolerance=1e-12", "newton-tolerance 1e-12"},
    {"slider_crank", "generalized-alpha:2", ":newton-tolerance=1e-12", "newton-tolerance 1e-12"},
    {"double_pendulum", "bdf:3", ":initial-step=1e-9", "initial-step 1e-9"},
    {"flexible_slider_crank", "newmark:3:rtol=1e-3", ":gamma=0.5", "gamma 0.5"},
    {"slider_crank", "dop853:1", ":fixed-step=1", "fixed-step 1"},
    {"andrews", "dopri5:1", ":fixed-step=0.01", "fixed-step 0.01"},
    {"parallelogram", "rkc:1", ":fixed-step=0.5", "fixed-step 0.5"},
    {"slider_crank", "bdf:2", ":fixed-order=5:fixed-step=0.01", "fixed-order 5"},
    {"double_pendulum", "dopri5:1:t-end=30", ":rtol=1:atol=1", "rtol 1, atol 1"},
};

class SwitchedOff : public testing::TestWithParam<Case> {
 protected:
  static Summary outcomeOf(const std::string& variant) {
    const Mechanism mechanism = readMechanism(findModel(GetParam().model));
    Recording recording;
    return runToEnd(mechanism, parseVariant(variant, optionsFor(mechanism)), recording);
  }
};

TEST_P(SwitchedOff, TheOptionIsNamedAsTheCause) {
  const Summary summary = outcomeOf(std::string(GetParam().form) + GetParam().options);
  const bool fixed = summary.used.fixedStep > 0;
  EXPECT_TRUE(summary.termination == (fixed ? Termination::StepFailed : Termination::StepTooSmall) ||
              summary.termination == Termination::Exploded)
      << toString(summary.termination);
  EXPECT_NE(summary.message.find(GetParam().named), std::string::npos) << summary.message;
  std::string said = summary.message;
  for (const Warning& warning : summary.warnings) said += '\n' + warning.text;
  for (const char* story : {"lock", "driver", "jumps", "jump was found", "contradict", "hoose bdf"})
    EXPECT_EQ(said.find(story), std::string::npos) << said;
}

TEST_P(SwitchedOff, WithoutItTheRunReachesItsEnd) {
  const Summary summary = outcomeOf(GetParam().form);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
}

INSTANTIATE_TEST_SUITE_P(Options, SwitchedOff, testing::ValuesIn(kCases));

}  // namespace
}  // namespace holonom
