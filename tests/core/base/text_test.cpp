// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/language.h"
#include "core/base/plural_rule.h"

namespace holonom {
namespace {

constexpr Text kDamping("Damping");

class Texts : public testing::Test {
 protected:
  void TearDown() override { setLanguage(nullptr); }

  /// Russian rule for plurals, words of German: the form of the file matters here, not its sense.
  static void speak() {
    std::istringstream po(
        "# a comment\n"
        "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        "\"Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2;\\n\"\n\n"
        "#: core/base/text.cpp\n"
        "msgid \"joint '{}' has no {}\"\nmsgstr \"{1} fehlt dem Gelenk \"\n\"'{0}'\"\n\n"
        "msgid \"one step of {1}\"\nmsgid_plural \"{} steps of {1}\"\n"
        "msgstr[0] \"{} Schritt von {1}\"\nmsgstr[1] \"{} Schritte von {1}\"\nmsgstr[2] \"{1}: {0}\"\n\n"
        "msgid \"Damping\"\nmsgstr \"Dämpfung\"\n\n"
        "msgid \"not yet\"\nmsgstr \"\"\n");
    setLanguage(languageOf(po));
  }
};

TEST_F(Texts, StandInEnglishAsInTheSource) {
  EXPECT_EQ(tr("joint '{}' has no {}", "pin", std::string("axis")), "joint 'pin' has no axis");
  EXPECT_EQ(tr("write { \"holonom\": {} }", 1), "write { \"holonom\": 1 }");
  EXPECT_EQ(tr("{1} before {0}", "b", "a"), "a before b");
  EXPECT_EQ(trn(1, "one step of {1}", "{} steps of {1}", "pin"), "one step of pin");
  EXPECT_EQ(trn(22, "one step of {1}", "{} steps of {1}", "pin"), "22 steps of pin");
  EXPECT_EQ(std::string(kDamping), "Damping");
  EXPECT_EQ(tr("{} and {}", kDamping, 'x'), "Damping and x");
  EXPECT_EQ(significant(0.000012345, 3), "1.23e-05");
}

TEST_F(Texts, KeepBracesThatArgumentsBring) { EXPECT_EQ(tr("'{}' or '{}'", "{}", "b"), "'{}' or 'b'"); }

TEST_F(Texts, AreTranslatedWithTheirPartsInAnotherOrder) {
  speak();
  EXPECT_EQ(tr("joint '{}' has no {}", "pin", kDamping), "Dämpfung fehlt dem Gelenk 'pin'");
  EXPECT_EQ(std::string(kDamping), "Dämpfung");
  EXPECT_EQ(tr("not yet"), "not yet");
  EXPECT_EQ(tr("unknown {}", 3), "unknown 3");
}

TEST_F(Texts, HaveThePluralFormsOfTheirLanguage) {
  speak();
  const auto steps = [](long n) { return trn(n, "one step of {1}", "{} steps of {1}", "pin"); };
  EXPECT_EQ(steps(21), "21 Schritt von pin");
  EXPECT_EQ(steps(3), "3 Schritte von pin");
  EXPECT_EQ(steps(11), "pin: 11");
}

TEST_F(Texts, AreMarkedInThePseudoLanguageWhereTheyAreWords) {
  setLanguage(pseudoLanguage());
  EXPECT_EQ(tr("joint '{}' has no {}", "pin", kDamping), "⟦joint '⟧pin⟦' has no ⟧⟦Damping⟧");
  EXPECT_EQ(trn(2, "one step", "{} steps"), "2⟦ steps⟧");
}

TEST(PluralRules, AreExpressionsOfC) {
  EXPECT_EQ(PluralRule("0")(5), 0);
  EXPECT_EQ(PluralRule("n>1")(1), 0);
  EXPECT_EQ(PluralRule()(0), 1);
  const PluralRule arabic("(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)");
  for (const auto& [n, form] : {std::pair(0, 0), {1, 1}, {2, 2}, {103, 3}, {111, 4}, {100, 5}})
    EXPECT_EQ(arabic(n), form) << n;
}

}  // namespace
}  // namespace holonom
