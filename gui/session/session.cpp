// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/base/guarded.h"
#include "gui/session/compare_settings.h"
#include "gui/session/option_words.h"
#include "gui/session/playback.h"
#include "gui/session/run_names.h"
#include "gui/session/run_report.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/convoy.h"

namespace holonom {

Session::Session(Document& document, MessageLog& log, QObject* parent)
    : QObject(parent), document_(document), log_(log) {
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

void Session::setOptions(const SimulationOptions& options) {
  if (options == options_) return;
  options_ = options;
  emit optionsChanged();
}

void Session::setObstacle(const QObject& holder, const QString& message) {
  const QString before = obstacle();
  const auto own = std::find_if(obstacles_.begin(), obstacles_.end(),
                                [&](const auto& obstacle) { return obstacle.first == &holder; });
  if (message.isEmpty()) {
    if (own != obstacles_.end()) obstacles_.erase(own);
  } else if (own != obstacles_.end()) {
    own->second = message;
  } else {
    obstacles_.emplace_back(&holder, message);
  }
  if (obstacle() != before) emit obstacleChanged();
}

void Session::setComparisons(const QStringList& variants) {
  const QStringList taken = variants.mid(0, int(kMostRuns) - 1);
  if (taken == comparisons_) return;
  comparisons_ = taken;
  emit optionsChanged();
}

void Session::setKeepsTogether(bool on) {
  if (on == together_) return;
  together_ = on;
  emit optionsChanged();
}

void Session::setVisible(std::size_t place, bool on) {
  if (visible_.at(place) == on) return;
  visible_.at(place) = on;
  emit visibilityChanged();
}

/// That drivers prescribe the whole motion is said of one model only; other methods may well be compared on
/// the next.
void Session::dropKinematics() {
  QStringList kept = comparisons_;
  kept.removeIf([](const QString& variant) {
    const MethodDescriptor* method = findMethod(variant.section(':', 0, 0).toStdString());
    return method && method->role == MethodRole::Prescribed;
  });
  if (kept.size() < comparisons_.size())
    log_.add(MessageLog::Level::Information,
             tr("Kinematic analysis is no longer compared: another model was opened. Add it again where "
                "drivers prescribe the whole motion."));
  setComparisons(kept);
}

void Session::takeOptions() {
  settings_ = document_.mechanism().run;
  options_ = optionsFor(document_.mechanism());
  const auto [valid, message] = guarded([this] { validate(options_); });
  if (!valid) {
    // An index that the method has not, say: the method stays where it can, at its own index.
    const auto [known, reason] = guarded([this] { selectMethod(options_, options_.method); });
    if (!known) options_ = SimulationOptions{};
  }
  modelOptions_ = options_;
  emit optionsChanged();
  if (!valid) fail(tr("A run setting of the model cannot be used."), message);
}

bool Session::canKeepOptions() const {
  return document_.isOpen() && runSettingsOf(options_) != runSettingsOf(optionsFor(document_.mechanism()));
}

void Session::keepOptions() {
  if (!canKeepOptions()) return;
  Mechanism changed = document_.mechanism();
  settings_ = changed.run = runSettingsOf(options_);
  modelOptions_ = options_;
  document_.edit(tr("keep the solver settings"), std::move(changed));
  emit optionsChanged();
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
  if (!together_ || (state_ != State::Running && state_ != State::Paused)) return all;
  double reached = all;
  for (const auto& run : runs_)
    if (isActive(*run)) reached = std::min(reached, run->recordedUntil());
  // A branch goes on where its parent has been already.
  for (const auto& run : runs_)
    if (!isActive(*run)) reached = std::max(reached, run->recordedUntil());
  return reached;
}

double Session::startTime() const {
  double t = runs_.empty() ? options_.startTime : runs_.front()->options().startTime;
  for (const auto& run : runs_) t = std::min(t, run->options().startTime);
  return t;
}

/// A live run goes on until it is stopped: the time line grows with it, in steps.
double Session::liveEnd(const SessionRun& run) const {
  const double usual = options_.endTime - options_.startTime, start = run.options().startTime;
  const double passed = std::ceil((run.recordedUntil() - start) / usual * 1.0001);
  return start + std::max(1.0, passed) * usual;
}

double Session::expectedEnd() const {
  if (runs_.empty()) return options_.endTime;
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
  if (runs_.empty()) return t;
  const Recording& recording = *runs_.front()->recording();
  if (!recording.ready() || recording.size() == 0) return t;
  // Between two steps, the first step back leads to the one just before.
  auto row = std::ptrdiff_t(recording.rowAt(t));
  if (count < 0 && recording.time(std::size_t(row)) < t) ++row;
  const auto last = std::ptrdiff_t(recording.size()) - 1;
  // The two rows of a jump are one place on the way.
  for (; count > 0 && row < last; count -= !recording.isBehindJump(std::size_t(row))) ++row;
  for (; count < 0 && row > 0; count += row == last || !recording.isBehindJump(std::size_t(row) + 1)) --row;
  return recording.time(std::size_t(row));
}

/// A run with other settings than those that can be read in the panel would be a lie.
bool Session::mayStart() {
  emit starting();
  if (obstacles_.empty()) return true;
  refuse(tr("The run was not started.") + "\n" + obstacle());
  emit obstructed(obstacles_.front().first);
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
    add(options_);
    for (const QString& variant : comparisons_) add(parseVariant(variant.toStdString(), options_));
    if (!together_ || fresh.size() < 2) return;
    // What one picture shows at the speed at which the run will be watched.
    constexpr double kPicturesPerSecond = 30;
    const double duration = options_.endTime - options_.startTime;
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
  launched_ = options_;
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
  reportFinished();
  for (const auto& run : runs_) run->startJudging();
  judging_ = true;
  emit runFinished();
}

void Session::reportFinished() {
  for (const auto& run : runs_) {
    if (!run->takeReport()) continue;  // one from which another branched off
    const auto& warnings = run->run().summary().warnings;
    for (const std::string& warning : warnings)
      log_.add(MessageLog::Level::Warning, run->label() + ": " + QString::fromStdString(warning));
    constexpr std::size_t kMostEvents = 20;  // the summary has them all
    const auto& events = run->run().summary().events;
    for (std::size_t i = 0; i < std::min(kMostEvents, events.size()); ++i)
      log_.add(MessageLog::Level::Information,
               tr("%1: t = %2 s: %3 %4")
                   .arg(run->label())
                   .arg(events[i].t)
                   .arg(QString::fromStdString(events[i].name), QString::fromStdString(events[i].what)));
    log_.add(report::level(run->run().summary()), report::finished(*run));
  }
}

void Session::setState(State state) {
  if (state == state_) return;
  state_ = state;
  emit stateChanged();
}

}  // namespace holonom
