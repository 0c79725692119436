// SPDX-License-Identifier: GPL-3.0-or-later
// Mutated models: reading returns a mechanism or throws InputError; any other exception, crash or hang is a
// bug.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "tests/io/model_texts.h"

namespace holonom {
namespace {

using nlohmann::ordered_json;

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutate(const std::string& text, const ordered_json& document) {
    switch (below(7)) {
      case 0: return flipBytes(text);
      case 1: return text.substr(0, below(text.size()));
      case 2: return swapTokens(text);
      case 3: return deleteToken(text);
      case 4: return replaceNumber(text);
      default: return editStructure(document);
    }
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  std::string flipBytes(std::string text) {
    for (std::size_t n = 1 + below(4); n > 0; --n) text[below(text.size())] = static_cast<char>(below(256));
    return text;
  }

  /// Begin and length of some word, number or punctuation.
  std::pair<std::size_t, std::size_t> token(const std::string& text) {
    std::size_t begin = text.find_first_not_of(" \n", below(text.size()));
    if (begin == std::string::npos) begin = 0;
    const auto isWord = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
    };
    std::size_t end = begin + 1;
    if (isWord(text[begin])) {
      while (begin > 0 && isWord(text[begin - 1])) --begin;
      while (end < text.size() && isWord(text[end])) ++end;
    }
    return {begin, end - begin};
  }

  std::string swapTokens(std::string text) {
    auto a = token(text), b = token(text);
    if (a > b) std::swap(a, b);
    if (a.first + a.second > b.first) return text;
    const std::string first = text.substr(a.first, a.second), second = text.substr(b.first, b.second);
    text.replace(b.first, b.second, first);
    text.replace(a.first, a.second, second);
    return text;
  }

  std::string deleteToken(std::string text) {
    const auto [begin, length] = token(text);
    return text.erase(begin, length);
  }

  std::string replaceNumber(std::string text) {
    static const std::vector<std::string> numbers = {
        "0",     "-1",   "1e300",    "-1e300", "1e-320",
        "1e999", "NaN",  "Infinity", "-0.0",   "99999999999999999999",
        "1e100", "null", "\"1\"",    "[]",     "0x10",
        "1.",    "--1"};
    for (int attempt = 0; attempt < 50; ++attempt) {
      const auto [begin, length] = token(text);
      if (!std::isdigit(static_cast<unsigned char>(text[begin])) && text[begin] != '-') continue;
      return text.replace(begin, length, numbers[below(numbers.size())]);
    }
    return text;
  }

  /// Some value inside the document.
  ordered_json& anywhere(ordered_json& root) {
    ordered_json* at = &root;
    while (at->is_structured() && !at->empty() && below(5) > 0) {
      auto child = at->begin();
      std::advance(child, static_cast<long>(below(at->size())));
      at = &*child;
    }
    return *at;
  }

  ordered_json something(ordered_json& document) {
    switch (below(8)) {
      case 0: return nullptr;
      case 1: return true;
      case 2: return ordered_json::array();
      case 3: return ordered_json::object();
      case 4: return std::string(below(200), static_cast<char>('!' + below(90)));
      case 5: return "ground.O";
      case 6: return std::ldexp(static_cast<double>(random_()), static_cast<int>(below(600)) - 300);
      default: return ordered_json(anywhere(document));  // a part of the document in another place
    }
  }

  std::string editStructure(ordered_json document) {
    for (std::size_t n = 1 + below(3); n > 0; --n) {
      ordered_json value = something(document);
      ordered_json& place = anywhere(document);
      if (place.is_array() && !place.empty() && below(2)) place.erase(below(place.size()));
      else if (place.is_array() && below(2)) place.push_back(std::move(value));
      else if (place.is_object() && !place.empty() && below(2))
        place.erase(std::next(place.begin(), static_cast<long>(below(place.size()))));
      else place = std::move(value);
    }
    return document.dump();
  }

  std::mt19937 random_;
};

TEST(Fuzz, ReadingReturnsOrThrowsInputError) {
  constexpr int kMutations = 2000;
  std::vector<std::string> texts{completeModel(), spatialModel()};
  for (const auto& file : exampleFiles()) texts.push_back(readText(file));
  unsigned seed = 1;
  for (const std::string& text : texts) {
    Mutator mutator(seed++);
    const auto document = ordered_json::parse(text);
    int accepted = 0, refused = 0;
    for (int i = 0; i < kMutations; ++i) {
      const std::string mutated = mutator.mutate(text, document);
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
    EXPECT_GT(accepted, kMutations / 50);  // some mutations only change values …
    EXPECT_GT(refused, kMutations / 2);    // … most do damage
  }
}

}  // namespace
}  // namespace holonom
