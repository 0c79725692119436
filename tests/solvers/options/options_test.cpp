// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/options.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "core/base/error.h"

namespace holonom {
namespace {

const OptionField& field(const std::string& name) {
  for (const OptionField& candidate : optionFields())
    if (candidate.name == name) return candidate;
  throw std::logic_error("no field " + name);
}

/// Values within the limits of a field, different from each other.
std::vector<std::string> samples(const OptionField& field) {
  switch (field.kind) {
    case OptionField::Kind::Choice: return field.choices;
    case OptionField::Kind::Switch: return {"off", "on"};
    case OptionField::Kind::Integer: return {"2", "3"};
    case OptionField::Kind::Number: return {"0.25", "0.001", "1e-7"};
  }
  return {};
}

TEST(OptionFields, ReadBackWhatWasSet) {
  for (const OptionField& option : optionFields())
    for (const std::string& value : samples(option)) {
      SimulationOptions options;
      option.set(options, value);
      EXPECT_EQ(option.get(options), value) << option.name;
    }
}

TEST(OptionFields, ChangeTheirOwnValueOnly) {
  for (const OptionField& option : optionFields()) {
    SimulationOptions options, back;
    for (const std::string& value : samples(option)) option.set(options, value);
    for (const OptionField& other : optionFields())
      if (other.name != option.name && option.name != "method") {
        EXPECT_EQ(other.get(options), other.get(back)) << option.name << " changed " << other.name;
      }
  }
}

/// Together the fields describe the options completely.
TEST(OptionFields, CarryAllOptions) {
  SimulationOptions options;
  options.method = "generalized-alpha";
  options.index = 3;
  options.rtol = 1.0 / 3e5;
  options.atol = 1e-9;
  options.maxOrder = 4;
  options.rho = 0.7;
  options.alpha = 0.2;
  options.gamma = 0.6;
  options.stepCorrection = true;
  options.startTime = 0.125;
  options.endTime = 17.1;
  options.initialStep = 1e-7;
  options.maxStep = 0.3;
  options.maxSteps = 123456789012;
  options.fixedStep = 0.01;
  options.fixedOrder = 4;
  options.newtonTolerance = 1e-7;
  options.projectionFilter = false;
  options.reuseJacobian = false;
  options.orderStrategy = OrderStrategy::Stewart;
  options.bdfForm = BdfForm::QuasiConstant;
  options.stabilisation = Stabilisation::Baumgarte;
  options.baumgarteAlpha = 3;
  options.baumgarteBeta = 4;
  options.penalty = 500;
  SimulationOptions copy;
  for (const OptionField& option : optionFields()) option.set(copy, option.get(options));
  EXPECT_EQ(copy, options);
}

TEST(OptionFields, AreDescribed) {
  std::set<std::string> names;
  for (const OptionField& option : optionFields()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name << " twice";
    EXPECT_FALSE(option.label.empty());
    EXPECT_FALSE(option.help.empty());
    EXPECT_EQ(option.choices.empty(), option.kind != OptionField::Kind::Choice);
    const bool hasWords = !option.choices.empty() && option.name != "method" && option.name != "index";
    EXPECT_EQ(option.words.size(), hasWords ? option.choices.size() : 0) << option.name;
    for (const std::string& method : option.methods) {
      SimulationOptions options;
      EXPECT_NO_THROW(selectMethod(options, method));
    }
  }
}

TEST(OptionFields, RefuseWhatIsNotAValue) {
  SimulationOptions options;
  for (const char* bad : {"x", "1e", "1 2", "nan", "inf", "--3", "0x10", ""}) {
    EXPECT_THROW(field("t-end").set(options, bad), InputError) << bad;
    EXPECT_THROW(field("max-order").set(options, bad), InputError) << bad;
  }
  EXPECT_THROW(field("max-order").set(options, "2.5"), InputError);
  EXPECT_THROW(field("reuse-jacobian").set(options, "maybe"), InputError);
  EXPECT_THROW(field("method").set(options, "milne"), InputError);
  EXPECT_THROW(field("order-strategy").set(options, "boldest"), InputError);
  EXPECT_EQ(options, SimulationOptions());
}

TEST(OptionFields, EmptyToleranceMeansTheDefault) {
  SimulationOptions options;
  field("rtol").set(options, "1e-7");
  field("rtol").set(options, "");
  EXPECT_FALSE(options.rtol.has_value());
}

TEST(Validate, RefusesEveryValueOutOfRange) {
  const auto refuses = [](const char* name, auto change) {
    SimulationOptions options;
    change(options);
    try {
      validate(options);
      ADD_FAILURE() << name << " was accepted";
    } catch (const InputError& error) {
      EXPECT_NE(error.full().find(name), std::string::npos) << error.full();
    }
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refuses("method", [](auto& o) { o.method = "milne"; });
  refuses("index", [](auto& o) { o.index = 4; });
  refuses("index", [](auto& o) { o.method = "dopri5", o.index = 2; });
  refuses("rtol", [](auto& o) { o.rtol = 0; });
  refuses("rtol", [](auto& o) { o.rtol = -1e-3; });
  refuses("rtol", [=](auto& o) { o.rtol = nan; });
  refuses("atol", [](auto& o) { o.atol = 2; });
  refuses("max-order", [](auto& o) { o.maxOrder = 0; });
  refuses("max-order", [](auto& o) { o.maxOrder = 6; });
  refuses("rho", [](auto& o) { o.rho = 1.1; });
  refuses("rho", [=](auto& o) { o.rho = nan; });
  refuses("alpha", [](auto& o) { o.alpha = 0.34; });
  refuses("alpha", [](auto& o) { o.alpha = -0.1; });
  refuses("gamma", [](auto& o) { o.gamma = 0.49; });
  refuses("gamma", [=](auto& o) { o.gamma = nan; });
  refuses("t-end", [](auto& o) { o.endTime = 0; });
  refuses("t-end", [](auto& o) { o.startTime = 2; });
  refuses("t-end", [=](auto& o) { o.endTime = nan; });
  refuses("t-start", [=](auto& o) { o.startTime = nan; });
  refuses("initial-step", [](auto& o) { o.initialStep = -1; });
  refuses("max-step", [=](auto& o) { o.maxStep = nan; });
  refuses("max-steps", [](auto& o) { o.maxSteps = -1; });
  refuses("fixed-step", [](auto& o) { o.fixedStep = -1; });
  refuses("fixed-step", [=](auto& o) { o.fixedStep = nan; });
  refuses("fixed-step", [](auto& o) { o.method = "auto", o.fixedStep = 0.1; });
  refuses("real-time", [](auto& o) { o.realTime = true; });
  refuses("real-time", [](auto& o) { o.method = "auto", o.realTime = true; });
  refuses("speed", [](auto& o) { o.speed = 0; });
  refuses("speed", [=](auto& o) { o.speed = nan; });
  refuses("fixed-order", [](auto& o) { o.fixedOrder = 7; });
  refuses("fixed-order", [](auto& o) { o.fixedOrder = -1; });
  refuses("fixed-order", [](auto& o) { o.method = "gbs", o.index = 1, o.fixedOrder = 5; });
  refuses("fixed-order", [](auto& o) { o.method = "dopri5", o.index = 1, o.fixedOrder = 5; });
  refuses("newton-tolerance", [](auto& o) { o.newtonTolerance = 2; });
  refuses("newton-tolerance", [](auto& o) { o.method = "rk4", o.index = 1, o.newtonTolerance = 1e-3; });
  refuses("baumgarte-alpha", [](auto& o) { o.baumgarteAlpha = -1; });
  refuses("baumgarte-beta", [=](auto& o) { o.baumgarteBeta = nan; });
  refuses("penalty", [](auto& o) { o.penalty = -1; });
  EXPECT_NO_THROW(validate(SimulationOptions()));
  SimulationOptions paced;
  paced.realTime = true;
  paced.fixedStep = 0.001;
  EXPECT_NO_THROW(validate(paced));
}

TEST(Options, ToleranceDefaultsFollowTheMethod) {
  SimulationOptions options;
  EXPECT_EQ(usedRtol(options), 1e-4);
  selectMethod(options, "generalized-alpha");
  EXPECT_EQ(options.index, 3);
  EXPECT_EQ(usedRtol(options), 1e-6);
  EXPECT_EQ(usedAtol(options), 1e-6);
  options.rtol = 1e-5;
  EXPECT_EQ(usedAtol(options), 1e-5);
}

TEST(Options, AnotherMethodComesWithItsPreferredIndexAndTheSameKeepsTheGiven) {
  SimulationOptions options;
  selectMethod(options, "hht");
  EXPECT_EQ(options.index, 3);
  options.index = 2;
  selectMethod(options, "hht");
  EXPECT_EQ(options.index, 2);
  selectMethod(options, "generalized-alpha");
  EXPECT_EQ(options.index, 3);
  selectMethod(options, "bdf");
  EXPECT_EQ(options.index, 2);
}

TEST(Options, ModelSettingsOverlayTheDefaults) {
  Mechanism mechanism;
  mechanism.run.method = "generalized-alpha";
  mechanism.run.rtol = 1e-5;
  mechanism.run.endTime = 7;
  const SimulationOptions options = optionsFor(mechanism);
  EXPECT_EQ(options.method, "generalized-alpha");
  EXPECT_EQ(options.index, 3);
  EXPECT_EQ(options.rtol, 1e-5);
  EXPECT_EQ(options.endTime, 7);
  EXPECT_EQ(optionsFor(Mechanism()), SimulationOptions());
}

}  // namespace
}  // namespace holonom
