// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QStringList>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gui/session/live_run.h"
#include "gui/session/retired_runs.h"
#include "gui/session/run_choices.h"
#include "gui/session/run_shelf.h"
#include "gui/session/run_times.h"
#include "gui/session/session_run.h"
#include "solvers/simulation/branch.h"

namespace holonom {

/// The runs of the open document: the main run first and, when comparing or after branching, up to three
/// others. Starts, pauses, steps and stops them together; learns what they did by poll(), never by waiting.
/// Runs go when the model is edited, and come back when the edit is undone.
class Session : public RunChoices {
  Q_OBJECT
 public:
  enum class State { NoModel, Ready, Running, Paused, Finished };

  Session(Document& document, MessageLog& log, QObject* parent = nullptr);
  ~Session() override;

  State state() const { return state_; }

  const std::vector<std::unique_ptr<SessionRun>>& runs() const { return runs_; }
  static QColor colour(std::size_t place);  ///< fit for colour-blind readers; place: see SessionRun::place()
  /// Whether the run with that colour is shown in picture and plots. The choice outlives the runs.
  bool isVisible(std::size_t place) const { return visible_.at(place); }
  void setVisible(std::size_t place, bool on);
  // Of all runs, s: see RunTimes.
  double recordedUntil() const { return times().recorded(); }
  double newestTime() const { return times().newest(runsTogether()); }
  double shownUntil() const { return times().shown(runsTogether()); }
  double startTime() const { return times().start(); }
  double expectedEnd() const { return times().expectedEnd(); }
  RunProgress progress() const;  ///< of the main run
  /// Time of the accepted step of the main run that lies `count` steps after (or before) the one at time t,
  /// s.
  double timeOfSample(double t, int count) const;

  bool start(bool paused = false);  ///< new runs with the present options; false after failed()
  void pause();
  void resume();
  /// one accepted step of each run; starts paused when there is no run
  void stepOnce();
  void stop();
  bool restart() { return start(); }
  /// a new main run from the last row at or before t; what was computed stays beside it
  bool branchFrom(double t);
  /// Which run goes when another one branches off: the oldest branch, or else the last of the runs. Null
  /// while there is room.
  const SessionRun* makesRoom() const;
  /// The main run that is under way ends here and another one goes on from its last step with the present
  /// options.
  bool continueWithOptions();
  bool runsWithOptions() const;  ///< whether the main run was started with the present options
  /// A run that keeps pace with the clock (keepPace()) and whose bodies a hand can pull; from the start of
  /// the model, or from the last row at or before a time. What was computed stays beside it. `speed`: model
  /// seconds per second; in real time that of the options.
  bool startLive(const Hand& hand, double speed, std::optional<double> from = {});
  bool isLive() const;                          ///< such a run is the main run, and has not ended
  void keepPace(double seconds, double speed);  ///< that many seconds have gone by the clock
  void moveHand(const HandMove& move);
  void discard();  ///< forgets all runs

  void poll();  ///< takes over what the threads published

 signals:
  void stateChanged();
  void runsChanged();
  /// after runsChanged(): they have ended long ago, the model is again theirs
  void runsReturned();
  /// after runsChanged(): by a change of the model
  void runInterrupted(const QString& message);
  /// whoever holds an entry that is not finished yet finishes it now
  void starting();
  /// after failed(): no run was tried, for a reason that the user can remove
  void refused(const QString& message);
  /// after refused(): because of obstacle(), which stands in its entries
  void obstructed(const QObject* holder);
  void visibilityChanged();
  void runFinished();  ///< all runs have ended
  void runsJudged();   ///< spikes() of all runs are known

 private:
  using Runs = std::vector<std::unique_ptr<SessionRun>>;
  void documentOpened();
  void documentChanged();
  void shelve();
  bool bringBack();
  using MakeRun = std::function<std::unique_ptr<SessionRun>(BranchPoint from)>;
  bool branch(std::optional<double> from, const MakeRun& make);
  bool launch(Runs fresh, Runs kept, bool paused);
  void fail(const QString& title, const QString& message);
  bool mayStart();
  void refuse(const QString& message);
  void replaceRuns(Runs runs);
  void tellActive(void (Run::*what)());
  bool isUnderWay() const { return state_ == State::Running || state_ == State::Paused; }
  bool runsTogether() const { return keepsTogether() && isUnderWay(); }
  RunTimes times() const { return {runs_, options()}; }
  void setState(State state);

  SimulationOptions launched_;  // with which the main run was started
  std::array<bool, kMostRuns> visible_{true, true, true, true};
  Pacemaker pacemaker_;  // of the live run
  State state_ = State::NoModel;
  std::shared_ptr<const Mechanism> model_;  // of the runs
  RunShelf shelf_;
  bool judging_ = false;
  Runs runs_;
  RetiredRuns retired_;
};

}  // namespace holonom
