// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that go on from a row of another one; and what becomes of runs when the model is edited, and when it
// is again as it was.
#include <algorithm>

#include "gui/base/guarded.h"
#include "gui/session/session.h"

namespace holonom {
namespace {

/// Groups order the tree, a title and its sentence tell, and settings are those of the next run.
bool movesAlike(const Mechanism& before, const Mechanism& after) {
  Mechanism other = before;
  other.groups = after.groups;
  other.run = after.run;
  other.name = after.name;
  other.description = after.description;
  return other == after;
}

}  // namespace

bool Session::branchFrom(double t) {
  if (runs_.empty() || !mayStart()) return false;
  return branch(t, [this](const BranchPoint& from) {
    SimulationOptions options = options_;
    options.startTime = from.time;
    auto run = std::make_unique<SessionRun>(from.mechanism, options);
    run->setBranch(true);
    run->run().continueFrom(from.before);
    return run;
  });
}

/// A new main run from the last row at or before a time, or from the beginning of the model.
bool Session::branch(std::optional<double> from, const MakeRun& make) {
  Runs fresh;
  const auto [ok, message] = guarded([&] {
    if (!from || runs_.empty()) return fresh.push_back(make({document_.mechanism(), options_.startTime, {}}));
    // The newest run that has this time: a branch knows nothing of what was before it.
    const auto parent = std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
      const Recording& recording = *run->recording();
      return recording.ready() && recording.size() > 0 && recording.time(0) <= *from;
    });
    if (parent == runs_.end()) return;
    const Recording& recording = *(*parent)->recording();
    std::vector<double> row(recording.channels().size());
    recording.copyRow(recording.rowAt(*from), row);
    fresh.push_back(make(branchAt((*parent)->run().mechanism(), recording.channels(), row)));
  });
  if (!ok) fail(tr("No run can branch off here."), message);
  if (fresh.empty()) return false;
  Runs kept = std::move(runs_);
  runs_.clear();
  for (const auto& run : kept) run->run().stop();
  while (kept.size() >= kMostRuns) {  // the oldest goes
    log_.add(
        MessageLog::Level::Information,
        tr("%1 makes room for the new run: %2 are shown at most.").arg(kept.back()->label()).arg(kMostRuns));
    retire(std::move(kept.back()));
    kept.pop_back();
  }
  fresh.front()->setPlace(freePlace(kept));
  visible_.at(fresh.front()->place()) = true;
  return launch(std::move(fresh), std::move(kept), false);
}

std::size_t Session::freePlace(const Runs& runs) {
  std::size_t place = 0;
  while (std::any_of(runs.begin(), runs.end(), [place](const auto& run) { return run->place() == place; }))
    ++place;
  return place;
}

void Session::documentOpened() {
  retire(shelf_.clear());
  discard();
  takeOptions();
  dropKinematics();
}

// What was computed belongs to the mechanism as it was.
void Session::documentChanged() {
  if (model_ && movesAlike(*model_, document_.mechanism())) {
    model_ = document_.snapshot();
    if (document_.mechanism().run != settings_) takeOptions();
    return;
  }
  const bool some = !runs_.empty();
  shelve();
  if (document_.mechanism().run != settings_) takeOptions();
  const bool back = bringBack();
  if (!some && !back) return;
  if (!back)
    log_.add(MessageLog::Level::Information,
             tr("The model was changed: its runs come back when the change is undone."));
  emit runsChanged();
  if (back && state_ == State::Finished) emit runsReturned();
}

void Session::shelve() {
  if (runs_.empty()) return;
  for (const auto& run : runs_) run->run().stop();
  judging_ = false;
  retire(shelf_.put({std::exchange(model_, nullptr), launched_, std::exchange(runs_, {})}));
  setState(State::Ready);
}

bool Session::bringBack() {
  auto set = shelf_.take(document_.mechanism());
  if (!set) return false;
  runs_ = std::move(set->runs);
  launched_ = set->launched;
  model_ = document_.snapshot();
  const bool ended = std::none_of(runs_.begin(), runs_.end(), [](const auto& run) { return isActive(*run); });
  if (ended) {
    for (const auto& run : runs_)
      if (!run->spikes()) run->startJudging();
    judging_ = true;
  }
  setState(ended ? State::Finished : State::Running);  // those that were told to stop end soon
  return true;
}

}  // namespace holonom
