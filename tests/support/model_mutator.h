// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace holonom {

/// How many, or from which seed, as the environment says it.
int fromEnvironment(const char* name, int otherwise);

/// Makes other files of model files, the same ones from the same seed.
class ModelMutator {
 public:
  using Document = nlohmann::ordered_json;

  explicit ModelMutator(unsigned seed) : random_(seed) {}

  /// Its words are given to others: kinds of joints, names of methods, formulas.
  void learn(const Document& document) { collect(document, ""); }

  /// Damage of any sort: to bytes, to tokens, to the structure. Most of it leaves no model.
  std::string damage(const std::string& text, const Document& document);

  /// Other values, kinds, references and parts where such stand: much of it still is a model, but none that
  /// anybody would build.
  std::string distort(Document document);

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }
  std::string flipBytes(std::string text);
  std::pair<std::size_t, std::size_t> token(const std::string& text);
  std::string swapTokens(std::string text);
  std::string deleteToken(std::string text);
  std::string replaceNumber(std::string text);
  Document& anywhere(Document& root);
  Document something(Document& document);
  std::string editStructure(Document document);

  void collect(const Document& value, const std::string& key);
  Document& leaf(Document& root, std::string& key);
  double otherNumber(double x);
  void distortList(Document& list);

  std::mt19937 random_;
  std::map<std::string, std::vector<std::string>> words_;  ///< by the key under which they stand
};

}  // namespace holonom
