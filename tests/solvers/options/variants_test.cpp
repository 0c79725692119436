// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/variants.h"

#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"
#include "solvers/options/influence.h"

namespace holonom {
namespace {

TEST(ParseVariant, ReadsMethodIndexAndOptions) {
  SimulationOptions base;
  base.endTime = 3;
  base.rtol = 1e-6;
  const SimulationOptions plain = parseVariant("bdf:3", base);
  EXPECT_EQ(plain.index, 3);
  EXPECT_EQ(plain.rtol, base.rtol) << "the same method keeps the tolerance given";
  EXPECT_EQ(plain.endTime, 3);
  const SimulationOptions alpha = parseVariant("generalized-alpha:3:rtol=1e-8:rho=0.5", base);
  EXPECT_EQ(alpha.method, "generalized-alpha");
  EXPECT_EQ(alpha.rtol, 1e-8);
  EXPECT_EQ(alpha.rho, 0.5);
  EXPECT_EQ(usedRtol(parseVariant("generalized-alpha:3", base)), 1e-6)
      << "another method takes its own default";
  EXPECT_FALSE(parseVariant("bdf:3:projection-filter=off", base).projectionFilter);
}

TEST(ParseVariant, RefusesWhatItCannotUse) {
  for (const char* bad : {"", ":3", "rk4:3", "bdf:0", "bdf:x", "generalized-alpha:0", "bdf:2:rtol",
                          "bdf:2:haste=9", "bdf:2:rtol=fast", "bdf:2:rtol=7", "bdf:2:"})
    EXPECT_THROW(parseVariant(bad, {}), InputError) << bad;
}

/// Another value than the present one that the options may have; empty where the field leaves none.
std::string anotherValue(const OptionField& field, const SimulationOptions& options) {
  std::vector<std::string> candidates = field.choices;
  if (field.kind == OptionField::Kind::Switch) candidates = {"on", "off"};
  if (candidates.empty()) candidates = {"2", "4", "5", "0.9", "0.1", "0.25", "1e-3"};
  for (const std::string& value : candidates) {
    SimulationOptions changed = options;
    try {
      field.set(changed, value);
      validate(changed);
    } catch (const InputError&) {
      continue;
    }
    if (changed != options) return value;
  }
  return {};
}

// Every option that there is, and any that will be added, for every method that looks at it; not where it has
// no influence.
TEST(Names, RunsThatDifferInAnyOptionAreToldApartByIt) {
  for (const MethodDescriptor& method : methods())
    for (const OptionField& field : optionFields()) {
      if (field.name == "method" || field.name == "index" || !isReadBy(field, method.name)) continue;
      Variant variant{method.name, std::to_string(method.indices.front()), {}};
      SimulationOptions base;
      if (field.name == "real-time") base.fixedStep = 1e-3;  // which it needs
      const SimulationOptions plain = optionsOf(variant, base);
      const std::string value = anotherValue(field, plain);
      ASSERT_FALSE(value.empty()) << field.name;
      variant.set(field.name, value);
      const SimulationOptions other = parseVariant(variant.text(), base);
      const bool idle = !whyIdle(field, plain).empty() && !whyIdle(field, other).empty();
      EXPECT_EQ(amountToTheSame(plain, other), idle) << variant.text();
      const auto names = distinguishingNames({plain, other});
      EXPECT_EQ(names[0] == names[1], idle) << variant.text();
      EXPECT_EQ(names[0].rfind(shortLabel(plain), 0), 0u) << names[0];
    }
}

TEST(Names, TellAllThatDiffersAndNothingElse) {
  const auto run = [](const char* text) { return parseVariant(text, {}); };
  EXPECT_EQ(distinguishingNames({run("bdf:2:max-order=3")}), std::vector<std::string>{"BDF, index 2"})
      << "a single run is told from no other one";
  EXPECT_EQ(distinguishingNames({run("bdf:2"), run("bdf:2:order-strategy=dassl:max-step=0.01:max-order=3")}),
            (std::vector<std::string>{
                "BDF, index 2, highest order 5, largest step unlimited, order strategy combined",
                "BDF, index 2, highest order 3, largest step 0.01 s, order strategy dassl"}));
  EXPECT_EQ(distinguishingNames({run("dopri5:1:stabilisation=none"), run("dopri5:1"), run("bdf:3")}),
            (std::vector<std::string>{"Dormand–Prince 5(4), index 1, drift none",
                                      "Dormand–Prince 5(4), index 1, drift projection", "BDF, index 3"}));
  EXPECT_EQ(distinguishingNames({run("bdf:2:rho=0.1"), run("bdf:2:rho=0.2")}),
            (std::vector<std::string>{"BDF, index 2", "BDF, index 2"}))
      << "BDF does not look at ρ: the runs are the same";
  EXPECT_EQ(distinguishingNames({run("local-equivalence:1:local-rule=bdf:fixed-order=3:max-order=4"),
                                 run("local-equivalence"), run("local-equivalence:1:max-order=3")}),
            (std::vector<std::string>{"Local equivalence, index 1, fixed order 3, rule bdf",
                                      "Local equivalence, index 1, rule trapezoidal",
                                      "Local equivalence, index 1, rule trapezoidal"}))
      << "that rule has one order";
}

TEST(Names, TolerancesAreToldOfAllWhereOneWasChosen) {
  const auto run = [](const char* text) { return parseVariant(text, {}); };
  EXPECT_EQ(distinguishingNames({run("bdf:2"), run("generalized-alpha:3")}),
            (std::vector<std::string>{"BDF, index 2", "Generalized-α, index 3"}));
  EXPECT_EQ(
      distinguishingNames({run("bdf:2"), run("generalized-alpha:3:rtol=1e-8")}),
      (std::vector<std::string>{"BDF, index 2, tolerance 1e-4", "Generalized-α, index 3, tolerance 1e-8"}));
  EXPECT_EQ(distinguishingNames({run("bdf:2:rtol=1e-6:atol=1e-3"), run("bdf:2")}),
            (std::vector<std::string>{"BDF, index 2, tolerance 1e-6 (absolute 0.001)",
                                      "BDF, index 2, tolerance 1e-4"}));
  EXPECT_EQ(distinguishingNames({run("bdf:2:atol=0.01"), run("bdf:2")}),
            (std::vector<std::string>{"BDF, index 2, absolute tolerance 0.01",
                                      "BDF, index 2, absolute tolerance 1e-4"}));
}

TEST(Variants, AreTakenApartAndWrittenAgain) {
  Variant variant = splitVariant("bdf:2:order-strategy=dassl:rtol=1e-7");
  EXPECT_EQ(variant.method, "bdf");
  EXPECT_EQ(*variant.setting("order-strategy"), "dassl");
  EXPECT_EQ(variant.setting("max-order"), nullptr);
  variant.set("rtol", "1e-5");
  variant.set("max-order", "3");
  EXPECT_EQ(variant.text(), "bdf:2:rtol=1e-5:max-order=3:order-strategy=dassl");
  variant.reset("rtol");
  EXPECT_EQ(variant.text(), "bdf:2:max-order=3:order-strategy=dassl");
  EXPECT_EQ(variantOf(optionsOf(variant, {})).text(), variant.text());
}

TEST(Variants, WithoutAnIndexHaveTheFirstOfTheirMethod) {
  EXPECT_EQ(splitVariant("bdf").text(), "bdf:2");
  EXPECT_EQ(splitVariant("dop853:rtol=1e-9").text(), "dop853:1:rtol=1e-9");
  for (const char* text : {"auto", "kinematics", "dop853"}) EXPECT_EQ(parseVariant(text, {}).method, text);
  for (const char* text : {"", ":2", ":rtol=1e-3"}) EXPECT_THROW(splitVariant(text), InputError) << text;
}

TEST(Variants, AnUnknownOptionNamesThoseThatThereAre) {
  try {
    splitVariant("bdf:2:order-stratgy=dassl");
    FAIL() << "it must be refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'order-strategy'"), std::string::npos)
        << error.what();
    for (const OptionField& field : optionFields())
      if (field.name != "method" && field.name != "index")
        EXPECT_EQ(error.hint().find("'" + field.name + "'") != std::string::npos, isReadBy(field, "bdf"))
            << field.name << " in " << error.hint();
  }
}

TEST(Variants, OptionsOfOtherMethodsAreIdle) {
  const auto idle = idleSettings(splitVariant("bdf:2:rho=0.5:max-order=3"));
  ASSERT_EQ(idle.size(), 1u);
  EXPECT_EQ(idle.front()->name, "rho");
}

}  // namespace
}  // namespace holonom
