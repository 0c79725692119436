// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_shelf.h"

#include <algorithm>
#include <iterator>

namespace holonom {
namespace {

constexpr std::size_t kMostSets = 8;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of all values on the shelf

std::size_t bytesOf(const RunShelf::Set& set) {
  std::size_t bytes = 0;
  for (const auto& run : set.runs) {
    const Recording& recording = *run->recording();
    if (recording.ready()) bytes += recording.size() * rowSize(recording.channels()) * sizeof(double);
  }
  return bytes;
}

void move(RunShelf::Runs& from, RunShelf::Runs& to) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
  from.clear();
}

}  // namespace

bool movesAlike(const Mechanism& before, const Mechanism& after) {
  Mechanism other = before;
  other.groups = after.groups;
  other.run = after.run;
  other.name = after.name;
  other.description = after.description;
  return other == after;
}

RunShelf::Runs RunShelf::put(Set set) {
  Runs gone;
  if (auto former = take(*set.model)) move(former->runs, gone);
  sets_.push_back(std::move(set));
  std::size_t bytes = 0;
  for (const Set& kept : sets_) bytes += bytesOf(kept);
  while (!sets_.empty() && (sets_.size() > kMostSets || bytes > kMostBytes)) {
    bytes -= bytesOf(sets_.front());
    move(sets_.front().runs, gone);
    sets_.erase(sets_.begin());
  }
  return gone;
}

std::optional<RunShelf::Set> RunShelf::take(const Mechanism& model) {
  // The history hands out the very values it kept; comparing them one by one is left for edits that lead back
  // by another way.
  auto found =
      std::find_if(sets_.begin(), sets_.end(), [&](const Set& set) { return set.model.get() == &model; });
  if (found == sets_.end())
    found = std::find_if(sets_.begin(), sets_.end(), [&](const Set& set) { return *set.model == model; });
  if (found == sets_.end()) return std::nullopt;
  Set set = std::move(*found);
  sets_.erase(found);
  return set;
}

RunShelf::Runs RunShelf::clear() {
  Runs gone;
  for (Set& set : sets_) move(set.runs, gone);
  sets_.clear();
  return gone;
}

}  // namespace holonom
