// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spelling.h"

#include <algorithm>
#include <cctype>

#include "core/base/text.h"

namespace holonom {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Edits (insert, delete, replace, swap of neighbours) that turn a into b, in half units: a change of case
/// alone costs one half, everything else a whole. Gives up with `limit` + 1 as soon as a row exceeds `limit`.
int editDistance(const std::string& a, const std::string& b, int limit) {
  const std::size_t n = b.size();
  std::vector<int> beforeLast(n + 1), last(n + 1), row(n + 1);
  for (std::size_t j = 0; j <= n; ++j) last[j] = 2 * static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = 2 * static_cast<int>(i);
    for (std::size_t j = 1; j <= n; ++j) {
      const int replace = a[i - 1] == b[j - 1] ? 0 : lower(a[i - 1]) == lower(b[j - 1]) ? 1 : 2;
      row[j] = std::min({last[j] + 2, row[j - 1] + 2, last[j - 1] + replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], beforeLast[j - 2] + 2);
    }
    if (*std::min_element(row.begin(), row.end()) > limit) return limit + 1;
    beforeLast.swap(last);
    last.swap(row);
  }
  return last[n];
}

/// Whether two names are the same but for the numbers in them, as names of different things are.
bool areNumbered(const std::string& a, const std::string& b) {
  const auto letters = [](std::string name) {
    std::erase_if(name, [](unsigned char c) { return std::isdigit(c); });
    return name;
  };
  return a != b && letters(a) == letters(b);
}

}  // namespace

std::string closestName(const std::string& name, const std::vector<std::string>& candidates) {
  // nobody mistypes more, and the distance costs the product of lengths
  constexpr std::size_t kLongestName = 200;
  if (name.empty() || name.size() > kLongestName) return {};
  int limit = 2 * std::max<int>(1, static_cast<int>(name.size() + 1) / 3);
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    const auto longer = std::max(candidate.size(), name.size()),
               shorter = std::min(candidate.size(), name.size());
    if (2 * (longer - shorter) > static_cast<std::size_t>(limit)) continue;
    const int distance = editDistance(name, candidate, limit);
    if (distance > limit || distance >= std::max(2, static_cast<int>(longer)) || areNumbered(name, candidate))
      continue;
    best = &candidate;
    limit = distance - 1;  // only a better one replaces it
    if (limit < 0) break;
  }
  return best ? *best : std::string();
}

std::string didYouMean(const std::string& name, const std::vector<std::string>& candidates,
                       const NamesElsewhere& elsewhere) {
  std::string plain;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c))) plain += lower(c);
  const auto known = elsewhere.find(plain);
  const bool isOffered =
      known != elsewhere.end() && std::count(candidates.begin(), candidates.end(), known->second);
  const std::string nearest = isOffered ? known->second : closestName(name, candidates);
  return nearest.empty() ? std::string() : tr(", did you mean '{}'?", nearest);
}

std::string quotedList(const std::vector<std::string>& names, std::size_t limit) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < limit; ++i) text += (i ? ", '" : "'") + names[i] + "'";
  return names.size() > limit ? tr("{} and {} more", text, names.size() - limit) : text;
}

std::string withinSentence(std::string title) {
  if (isEnglish() && title.size() > 1 && std::islower(static_cast<unsigned char>(title[1])))
    title[0] = lower(title[0]);
  return title;
}

}  // namespace holonom
