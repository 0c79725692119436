// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <memory>
#include <vector>

#include "gui/session/document.h"
#include "gui/session/message_log.h"
#include "gui/session/session_run.h"

namespace holonom {

/// The runs of the open document: the main run first and, when comparing or after branching, a second one. Starts,
/// pauses, steps and stops them together; learns what they did by poll(), never by waiting.
class Session : public QObject {
  Q_OBJECT
 public:
  enum class State { NoModel, Ready, Running, Paused, Finished };

  Session(Document& document, MessageLog& log, QObject* parent = nullptr);
  ~Session() override;

  State state() const { return state_; }
  const SimulationOptions& options() const { return options_; }
  void setOptions(const SimulationOptions& options);
  /// A second run to start beside the main one, as its difference from the options: "bdf:3"; empty: a single run.
  const QString& comparison() const { return comparison_; }
  void setComparison(const QString& variant);

  const std::vector<std::unique_ptr<SessionRun>>& runs() const { return runs_; }
  static QColor colour(std::size_t place);  ///< of the run at that place, fit for colour-blind readers
  double recordedUntil() const;             ///< of all runs, s
  double startTime() const;                 ///< earliest start, s
  double expectedEnd() const;               ///< latest end that is still expected or was reached, s
  RunProgress progress() const;             ///< of the main run
  /// Time of the accepted step of the main run that lies `count` steps after (or before) the one at time t, s.
  double timeOfSample(double t, int count) const;

  bool start(bool paused = false);          ///< new runs with the present options; false after failed()
  void pause();
  void resume();
  void stepOnce();                          ///< one accepted step of each run; starts paused when there is no run
  void stop();
  bool restart() { return start(); }
  bool branchFrom(double t);                ///< a new main run from the last row at or before t; the old one stays beside it
  void discard();                           ///< forgets all runs

  void poll();                              ///< takes over what the threads published

 signals:
  void stateChanged();
  void runsChanged();
  void optionsChanged();
  void runFinished();                       ///< all runs have ended
  void runsJudged();                        ///< spikes() of all runs are known
  void failed(const QString& message);

 private:
  using Runs = std::vector<std::unique_ptr<SessionRun>>;
  void documentOpened();
  void documentChanged();
  void takeOptions();
  bool launch(Runs fresh, Runs kept, bool paused);
  void fail(const QString& title, const QString& message);
  void replaceRuns(Runs runs);
  void retire(std::unique_ptr<SessionRun> run);
  void setState(State state);
  void reportFinished();
  static bool isActive(const SessionRun& run);

  Document& document_;
  MessageLog& log_;
  SimulationOptions options_;
  RunSettings settings_;  // of the mechanism, from which the options came
  QString comparison_;
  State state_ = State::NoModel;
  bool judging_ = false;
  Runs runs_;
  Runs retired_;  // asked to stop; destroyed once their threads have ended
};

}  // namespace holonom
