// SPDX-License-Identifier: GPL-3.0-or-later
// Mutated models: reading returns a mechanism or throws InputError; any other exception, crash or hang is a
// bug. HOLONOM_FUZZ_FILES=10000 makes so many of each.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "tests/io/model_texts.h"
#include "tests/support/model_mutator.h"

namespace holonom {
namespace {

TEST(Fuzz, ReadingReturnsOrThrowsInputError) {
  const int mutations = fromEnvironment("HOLONOM_FUZZ_FILES", 2000);
  std::vector<std::string> texts{completeModel(), spatialModel()};
  for (const auto& file : exampleFiles()) texts.push_back(readText(file));
  ModelMutator mutator(static_cast<unsigned>(fromEnvironment("HOLONOM_FUZZ_SEED", 1)));
  for (const std::string& text : texts) mutator.learn(ModelMutator::Document::parse(text));
  for (const std::string& text : texts) {
    const auto document = ModelMutator::Document::parse(text);
    int accepted = 0, refused = 0;
    for (int i = 0; i < mutations; ++i) {
      const std::string mutated = i % 4 ? mutator.damage(text, document) : mutator.distort(document);
      try {
        const Mechanism mechanism = parseMechanism(mutated, "fuzz");
        ++accepted;
        ASSERT_TRUE(parseMechanism(formatMechanism(mechanism), "again") == mechanism) << mutated;
      } catch (const InputError& error) {
        ++refused;
        ASSERT_EQ(error.where().rfind("fuzz", 0), 0u) << error.full() << "\n" << mutated;
      } catch (const std::exception& error) {
        FAIL() << error.what() << "\n" << mutated;
      }
    }
    EXPECT_GT(accepted, mutations / 50);  // some mutations only change values …
    EXPECT_GT(refused, mutations / 2);    // … most do damage
  }
}

}  // namespace
}  // namespace holonom
