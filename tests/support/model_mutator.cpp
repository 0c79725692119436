// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_mutator.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace holonom {

int fromEnvironment(const char* name, int otherwise) {
  const char* given = std::getenv(name);
  return given ? std::atoi(given) : otherwise;
}

std::string ModelMutator::damage(const std::string& text, const Document& document) {
  switch (below(7)) {
    case 0: return flipBytes(text);
    case 1: return text.substr(0, below(text.size()));
    case 2: return swapTokens(text);
    case 3: return deleteToken(text);
    case 4: return replaceNumber(text);
    default: return editStructure(document);
  }
}

std::string ModelMutator::flipBytes(std::string text) {
  for (std::size_t n = 1 + below(4); n > 0; --n) text[below(text.size())] = static_cast<char>(below(256));
  return text;
}

/// Begin and length of some word, number or punctuation.
std::pair<std::size_t, std::size_t> ModelMutator::token(const std::string& text) {
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

std::string ModelMutator::swapTokens(std::string text) {
  auto a = token(text), b = token(text);
  if (a > b) std::swap(a, b);
  if (a.first + a.second > b.first) return text;
  const std::string first = text.substr(a.first, a.second), second = text.substr(b.first, b.second);
  text.replace(b.first, b.second, first);
  text.replace(a.first, a.second, second);
  return text;
}

std::string ModelMutator::deleteToken(std::string text) {
  const auto [begin, length] = token(text);
  return text.erase(begin, length);
}

std::string ModelMutator::replaceNumber(std::string text) {
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
ModelMutator::Document& ModelMutator::anywhere(Document& root) {
  Document* at = &root;
  while (at->is_structured() && !at->empty() && below(5) > 0) {
    auto child = at->begin();
    std::advance(child, static_cast<long>(below(at->size())));
    at = &*child;
  }
  return *at;
}

ModelMutator::Document ModelMutator::something(Document& document) {
  switch (below(8)) {
    case 0: return nullptr;
    case 1: return true;
    case 2: return Document::array();
    case 3: return Document::object();
    case 4: return std::string(below(200), static_cast<char>('!' + below(90)));
    case 5: return "ground.O";
    case 6: return std::ldexp(static_cast<double>(random_()), static_cast<int>(below(600)) - 300);
    default: return Document(anywhere(document));  // a part of the document in another place
  }
}

std::string ModelMutator::editStructure(Document document) {
  for (std::size_t n = 1 + below(3); n > 0; --n) {
    Document value = something(document);
    Document& place = anywhere(document);
    if (place.is_array() && !place.empty() && below(2)) place.erase(below(place.size()));
    else if (place.is_array() && below(2)) place.push_back(std::move(value));
    else if (place.is_object() && !place.empty() && below(2))
      place.erase(std::next(place.begin(), static_cast<long>(below(place.size()))));
    else place = std::move(value);
  }
  return document.dump();
}

void ModelMutator::collect(const Document& value, const std::string& key) {
  if (value.is_string()) words_[key].push_back(value.get<std::string>());
  for (const auto& [inner, each] : value.items())
    if (value.is_structured()) collect(each, value.is_object() ? inner : key);
}

/// Some value that holds no other, or a list of numbers, and the key of the object in which it stands.
ModelMutator::Document& ModelMutator::leaf(Document& root, std::string& key) {
  Document* at = &root;
  while (at->is_structured() && !at->empty()) {
    if (at->is_array() && at->front().is_number() && below(2) == 0) break;
    auto child = at->begin();
    std::advance(child, static_cast<long>(below(at->size())));
    if (at->is_object()) key = child.key();
    at = &*child;
  }
  return *at;
}

double ModelMutator::otherNumber(double x) {
  static const double numbers[] = {0, 1, -1, 1e-100, 1e100, 1e-12, 1e12, 1e-30, 1e30, 0.5};
  switch (below(6)) {
    case 0: return -x;
    case 1: return x * 1e9;
    case 2: return x * 1e-9;
    case 3: return x * (1 + 1e-3 * static_cast<double>(below(2000)));
    case 4: return x + 1;
    default: return numbers[below(std::size(numbers))];
  }
}

/// Of numbers to zeros, unequal ones, or fewer; of parts to one fewer, or one twice, with a name of its own.
void ModelMutator::distortList(Document& list) {
  const std::size_t i = below(list.size());
  if (list.front().is_number()) {
    if (below(3) == 0) list.erase(i);
    else
      for (Document& each : list) each = below(2) ? 0 : otherNumber(1);
  } else if (below(3) == 0) {
    list.erase(i);
  } else {
    Document copy = list[i];
    if (copy.is_object() && copy.contains("name")) copy["name"] = "another" + std::to_string(below(1000));
    list.push_back(std::move(copy));
  }
}

std::string ModelMutator::distort(Document document) {
  for (std::size_t n = 1 + below(3); n > 0; --n) {
    std::string key;
    if (below(4) == 0) {
      Document& place = anywhere(document);
      if (place.is_array() && !place.empty()) distortList(place);
      continue;
    }
    Document& value = leaf(document, key);
    if (value.is_array() && !value.empty()) distortList(value);
    else if (value.is_number()) value = otherNumber(value.get<double>());
    else if (const auto& words = words_[key]; value.is_string() && !words.empty())
      value = words[below(words.size())];
  }
  return document.dump();
}

}  // namespace holonom
