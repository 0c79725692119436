// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/base/guarded.h"
#include "gui/session/branching.h"
#include "gui/session/compare_settings.h"
#include "gui/session/option_words.h"
#include "gui/session/playback.h"
#include "gui/session/run_names.h"
#include "gui/session/run_report.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/convoy.h"

namespace holonom {

Session::Session(Document& document, MessageLog& log, QObject* parent) : RunChoices(document, log, parent) {
  connect(&document_, &Document::opened, this, &Session::documentOpened);
  connect(&document_, &Document::changed, this, &Session::documentChanged);
}

Session::~Session() {
  // All threads are told first, so that they end at the same time and not one after the other.
  for (const Runs* list : {&runs_, &retired_})
    for (const auto& run : *list) run->run().stop();
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

double Session::recordedUntil() const {
  double t = startTime();
  for (const auto& run : runs_) t = std::max(t, run->recordedUntil());
  return t;
}

double Session::newestTime() const {
  double t = startTime();
  bool active = false;
  for (const auto& run : runs_) {
    if (!isActive(*run)) continue;
    active = true;
    t = std::max(t, run->recordedUntil());
  }
  if (active) return std::min(t, shownUntil());
  return !runs_.empty() && runs_.front()->isLive() ? runs_.front()->recordedUntil() : recordedUntil();
}

double Session::shownUntil() const {
  const double all = recordedUntil();
  if (!keepsTogether() || (state_ != State::Running && state_ != State::Paused)) return all;
  double reached = all;
  for (const auto& run : runs_)
    if (isActive(*run)) reached = std::min(reached, run->recordedUntil());
  // A branch goes on where its parent has been already.
  for (const auto& run : runs_)
    if (!isActive(*run)) reached = std::max(reached, run->recordedUntil());
  return reached;
}

double Session::startTime() const {
  double t = runs_.empty() ? options().startTime : runs_.front()->options().startTime;
  for (const auto& run : runs_) t = std::min(t, run->options().startTime);
  return t;
}

/// A live run goes on until it is stopped: the time line grows with it, in steps.
double Session::liveEnd(const SessionRun& run) const {
  const double usual = options().endTime - options().startTime, start = run.options().startTime;
  const double passed = std::ceil((run.recordedUntil() - start) / usual * 1.0001);
  return start + std::max(1.0, passed) * usual;
}

double Session::expectedEnd() const {
  if (runs_.empty()) return options().endTime;
  double t = startTime();
  for (const auto& run : runs_)
    t = std::max(t, run->run().finished() ? run->recordedUntil()
                    : run->isLive()       ? liveEnd(*run)
                                          : run->options().endTime);
  return t;
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
  const auto [ok, message] = guarded([&] {
    const auto add = [&](const SimulationOptions& options) {
      fresh.push_back(std::make_unique<SessionRun>(document_.mechanism(), options));
      fresh.back()->setPlace(fresh.size() - 1);
    };
    add(options());
    for (const QString& variant : comparisons()) add(parseVariant(variant.toStdString(), options()));
    if (!keepsTogether() || fresh.size() < 2) return;
    // What one picture shows at the speed at which the run will be watched.
    constexpr double kPicturesPerSecond = 30;
    const double duration = options().endTime - options().startTime;
    const auto convoy = std::make_shared<Convoy>(Playback::speedFor(duration) / kPicturesPerSecond);
    for (const auto& run : fresh) run->run().travelWith(convoy);
  });
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
    run->setBranch(true);
    run->run().continueFrom(from.before);
    return run;
  });
}

/// A new main run from the last row at or before a time, or from the beginning of the model.
bool Session::branch(std::optional<double> from, const MakeRun& make) {
  Runs fresh;
  const auto [ok, message] = guarded([&] {
    const bool anew = !from || runs_.empty();
    auto point = anew ? std::optional(BranchPoint{document_.mechanism(), options().startTime, {}})
                      : branchPoint(runs_, *from);
    if (point) fresh.push_back(make(std::move(*point)));
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
    follow();
    return;
  }
  const bool some = !runs_.empty();
  shelve();
  follow();
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

bool Session::isLive() const { return !runs_.empty() && runs_.front()->isLive() && isActive(*runs_.front()); }

bool Session::startLive(const Hand& hand, double speed, std::optional<double> from) {
  if (!document_.isOpen() || document_.mechanism().bodies.empty() || !mayStart()) return false;
  return branch(from, [&](BranchPoint point) {
    const SimulationOptions live = liveOptions(options(), point.time, speed);
    auto run = std::make_unique<SessionRun>(withHand(std::move(point.mechanism), hand), live, true);
    run->setBranch(from.has_value());
    run->run().continueFrom(point.before);
    pacemaker_ = Pacemaker(run->run(), point.time, speed);
    return run;
  });
}

bool Session::continueWithOptions() {
  if (state_ != State::Running && state_ != State::Paused) return false;
  const double t = runs_.front()->recordedUntil();
  if (!isLive()) return branchFrom(t);
  const Hand* hand = freeHand(runs_.front()->run().mechanism());
  return hand && startLive(Hand(*hand), pacemaker_.speed(), t);
}

bool Session::runsWithOptions() const { return launched_ == options(); }

void Session::keepPace(double seconds, double speed) {
  if (isLive() && state_ == State::Running)
    pacemaker_.advance(seconds, speed, runs_.front()->recordedUntil());
}

void Session::moveHand(const HandMove& move) {
  if (isLive()) runs_.front()->run().moveHand(move);
}

void Session::pause() {
  if (state_ != State::Running) return;
  for (const auto& run : runs_)
    if (isActive(*run)) run->run().pause();
  setState(State::Paused);
}

void Session::resume() {
  if (state_ != State::Paused) return;
  for (const auto& run : runs_)
    if (isActive(*run)) run->run().resume();
  setState(State::Running);
}

void Session::stepOnce() {
  if (state_ == State::Ready || state_ == State::Finished) {
    if (!start(true)) return;
  }
  if (state_ != State::Running && state_ != State::Paused) return;
  for (const auto& run : runs_)
    if (isActive(*run)) run->run().stepOnce();
  setState(State::Paused);
}

void Session::stop() {
  for (const auto& run : runs_)
    if (isActive(*run)) run->run().stop();
}

void Session::discard() {
  replaceRuns({});
  setState(document_.isOpen() ? State::Ready : State::NoModel);
  emit runsChanged();
}

void Session::replaceRuns(Runs runs) { retire(std::exchange(runs_, std::move(runs))); }

void Session::retire(Runs runs) {
  for (auto& run : runs) retire(std::move(run));
}

void Session::retire(std::unique_ptr<SessionRun> run) {
  if (!run) return;
  run->run().stop();
  if (isActive(*run)) retired_.push_back(std::move(run));
}

bool Session::isActive(const SessionRun& run) { return !run.run().finished(); }

void Session::poll() {
  std::erase_if(retired_, [](const auto& run) { return !isActive(*run); });
  if (judging_ && std::all_of(runs_.begin(), runs_.end(), [](const auto& run) { return run->isJudged(); })) {
    judging_ = false;
    emit runsJudged();
  }
  if (state_ != State::Running && state_ != State::Paused) return;
  if (std::any_of(runs_.begin(), runs_.end(), [](const auto& run) { return !run->run().finished(); })) return;
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
