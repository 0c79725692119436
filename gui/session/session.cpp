// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/session.h"

#include <algorithm>
#include <utility>

#include "gui/base/guarded.h"
#include "gui/session/branching.h"
#include "gui/session/compare_settings.h"
#include "gui/session/option_words.h"
#include "gui/session/run_names.h"
#include "gui/session/run_report.h"
#include "gui/session/run_start.h"

namespace holonom {

Session::Session(Document& document, MessageLog& log, QObject* parent) : RunChoices(document, log, parent) {
  connect(&document_, &Document::opened, this, &Session::documentOpened);
  connect(&document_, &Document::changed, this, &Session::documentChanged);
}

Session::~Session() {
  // All threads are told first, so that they end at the same time and not one after the other.
  for (const auto& run : runs_) run->run().stop();
}

QColor Session::colour(std::size_t place) {
  static const QColor colours[] = {QColor(0x1f, 0x5f, 0xa8), QColor(0xd5, 0x5e, 0x00),
                                   QColor(0x00, 0x8f, 0x6b), QColor(0xaa, 0x5a, 0x96)};
  return colours[place % std::size(colours)];
}

void Session::setVisible(std::size_t place, bool on) {
  if (visible_.at(place) == on) return;
  visible_.at(place) = on;
  emit visibilityChanged();
}

RunProgress Session::progress() const {
  return runs_.empty() ? RunProgress{} : runs_.front()->run().progress();
}

double Session::timeOfSample(double t, int count) const {
  return runs_.empty() ? t : runs_.front()->timeOfSample(t, count);
}

/// A run with other settings than those that can be read in the panel would be a lie.
bool Session::mayStart() {
  emit starting();
  if (!obstructor()) return true;
  refuse(tr("The run was not started.") + "\n" + obstacle());
  emit obstructed(obstructor());
  return false;
}

void Session::refuse(const QString& message) {
  emit failed(message);
  emit refused(message);
}

bool Session::start(bool paused) {
  if (!document_.isOpen() || !mayStart()) return false;
  if (document_.mechanism().bodies.empty()) {
    refuse(tr("There is nothing to run yet.") + "\n" +
           tr("Draw a link first: choose the tool Link, then click where it begins and where it ends."));
    return false;
  }
  Runs fresh;
  const auto [ok, message] = guarded([&] { fresh = makeRuns(document_.mechanism(), *this); });
  if (!ok) fail(tr("The run could not be started."), message);
  if (ok)
    for (const QString& marks : twins(*this))
      log_.add(MessageLog::Level::Warning,
               tr("%1 have the same settings: their curves are the same.").arg(marks));
  return ok && launch(std::move(fresh), {}, paused);
}

bool Session::launch(Runs fresh, Runs kept, bool paused) {
  const std::size_t count = fresh.size();
  for (auto& run : kept) fresh.push_back(std::move(run));
  replaceRuns(std::move(fresh));
  nameRuns(runs_);
  model_ = document_.snapshot();
  launched_ = options();
  // Of what was hidden in another comparison nothing is known any more when there is only that.
  if (std::none_of(runs_.begin(), runs_.end(), [this](const auto& run) { return isVisible(run->place()); }))
    visible_.fill(true);
  for (std::size_t i = 0; i < count; ++i) {
    log_.add(MessageLog::Level::Information, report::started(*runs_[i]));
    runs_[i]->run().start(paused);
  }
  setState(paused ? State::Paused : State::Running);
  emit runsChanged();
  return true;
}

void Session::fail(const QString& title, const QString& message) {
  emit failed(title + "\n" + inWindowWords(message));
}

bool Session::branchFrom(double t) {
  if (runs_.empty() || !mayStart()) return false;
  return branch(t, [this](const BranchPoint& from) {
    SimulationOptions chosen = options();
    chosen.startTime = from.time;
    auto run = std::make_unique<SessionRun>(from.mechanism, chosen);
    run->run().continueFrom(from.before);
    return run;
  });
}

const SessionRun* Session::makesRoom() const {
  if (runs_.size() < kMostRuns) return nullptr;
  const auto branch =
      std::find_if(runs_.rbegin(), runs_.rend(), [](const auto& run) { return run->isBranch(); });
  return (branch == runs_.rend() ? runs_.back() : *branch).get();
}

/// A new main run from the last row at or before a time, or from the beginning of the model.
bool Session::branch(std::optional<double> from, const MakeRun& make) {
  Runs fresh;
  const auto [ok, message] = guarded([&] {
    const bool anew = !from || runs_.empty();
    const SessionRun* parent = anew ? nullptr : parentAt(runs_, *from);
    if (!anew && !parent) return;
    fresh.push_back(make(parent ? branchPoint(*parent, *from)
                                : BranchPoint{document_.mechanism(), options().startTime, {}}));
    if (parent) fresh.front()->setParent(*parent);
  });
  if (!ok) fail(tr("No run can branch off here."), message);
  if (fresh.empty()) return false;
  const SessionRun* leaving = makesRoom();
  Runs kept = std::move(runs_);
  runs_.clear();
  for (const auto& run : kept) run->run().stop();
  if (leaving) {
    log_.add(MessageLog::Level::Information,
             tr("%1 makes room for the new run: %2 are shown at most.").arg(leaving->label()).arg(kMostRuns));
    const auto place =
        std::find_if(kept.begin(), kept.end(), [=](const auto& run) { return run.get() == leaving; });
    retired_.take(std::move(*place));
    kept.erase(place);
  }
  fresh.front()->setPlace(freePlace(kept));
  visible_.at(fresh.front()->place()) = true;
  return launch(std::move(fresh), std::move(kept), false);
}

void Session::documentOpened() {
  retired_.take(shelf_.clear());
  discard();
  takeOptions();
  dropKinematics();
}

// What was computed belongs to the mechanism as it was.
void Session::documentChanged() {
  if (model_ && movesAlike(*model_, document_.mechanism())) {
    model_ = document_.snapshot();
    follow();
    return;
  }
  const bool some = !runs_.empty();
  const bool interrupted = state_ == State::Running || state_ == State::Paused;
  shelve();
  follow();
  const bool back = bringBack();
  if (!some && !back) return;
  if (!back)
    log_.add(MessageLog::Level::Information,
             tr("The model was changed: its runs come back when the change is undone."));
  emit runsChanged();
  if (back && state_ == State::Finished) emit runsReturned();
  if (interrupted && !back)
    emit runInterrupted(
        tr("The model was changed, which ended the run. Run again, or undo the change: its "
           "curves come back then."));
}

void Session::shelve() {
  if (runs_.empty()) return;
  for (const auto& run : runs_) run->run().stop();
  judging_ = false;
  retired_.take(shelf_.put({std::exchange(model_, nullptr), launched_, std::exchange(runs_, {})}));
  setState(State::Ready);
}

bool Session::bringBack() {
  auto set = shelf_.take(document_.mechanism());
  if (!set) return false;
  runs_ = std::move(set->runs);
  launched_ = set->launched;
  model_ = document_.snapshot();
  const bool ended =
      std::none_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->isActive(); });
  if (ended) {
    for (const auto& run : runs_)
      if (!run->spikes()) run->startJudging();
    judging_ = true;
  }
  setState(ended ? State::Finished : State::Running);  // those that were told to stop end soon
  return true;
}

bool Session::isLive() const {
  return !runs_.empty() && runs_.front()->isLive() && runs_.front()->isActive();
}

bool Session::startLive(const Hand& hand, double speed, std::optional<double> from) {
  if (!document_.isOpen() || document_.mechanism().bodies.empty() || !mayStart()) return false;
  return branch(from, [&](BranchPoint point) {
    const SimulationOptions live = liveOptions(options(), point.time, speed);
    auto run = std::make_unique<SessionRun>(withHand(std::move(point.mechanism), hand), live, true);
    run->run().continueFrom(point.before);
    pacemaker_ = live.realTime ? Pacemaker() : Pacemaker(run->run(), point.time, speed);
    return run;
  });
}

bool Session::continueWithOptions() {
  if (!isUnderWay()) return false;
  const double t = runs_.front()->recordedUntil();
  if (!isLive()) return branchFrom(t);
  const Hand* hand = freeHand(runs_.front()->run().mechanism());
  const SimulationOptions& present = runs_.front()->options();
  return hand && startLive(Hand(*hand), present.realTime ? present.speed : pacemaker_.speed(), t);
}

bool Session::runsWithOptions() const { return launched_ == options(); }

void Session::keepPace(double seconds, double speed) {
  if (isLive() && state_ == State::Running)
    pacemaker_.advance(seconds, speed, runs_.front()->recordedUntil());
}

void Session::moveHand(const HandMove& move) {
  if (isLive()) runs_.front()->run().moveHand(move);
}

void Session::tellActive(void (Run::*what)()) {
  for (const auto& run : runs_)
    if (run->isActive()) (run->run().*what)();
}

void Session::pause() {
  if (state_ != State::Running) return;
  tellActive(&Run::pause);
  setState(State::Paused);
}

void Session::resume() {
  if (state_ != State::Paused) return;
  tellActive(&Run::resume);
  setState(State::Running);
}

void Session::stepOnce() {
  if (!isUnderWay() && (state_ == State::NoModel || !start(true))) return;
  tellActive(&Run::stepOnce);
  setState(State::Paused);
}

void Session::stop() { tellActive(&Run::stop); }

void Session::discard() {
  replaceRuns({});
  setState(document_.isOpen() ? State::Ready : State::NoModel);
  emit runsChanged();
}

void Session::replaceRuns(Runs runs) { retired_.take(std::exchange(runs_, std::move(runs))); }

void Session::poll() {
  retired_.sweep();
  if (judging_ && std::all_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->isJudged(); })) {
    judging_ = false;
    emit runsJudged();
  }
  if (!isUnderWay() ||
      std::any_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->isActive(); }))
    return;
  setState(State::Finished);
  for (const auto& run : runs_) {
    report::tell(*run, log_);
    run->startJudging();
  }
  judging_ = true;
  emit runFinished();
}

void Session::setState(State state) {
  if (state == state_) return;
  state_ = state;
  emit stateChanged();
}

}  // namespace holonom
