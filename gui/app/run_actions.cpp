// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/run_actions.h"

#include <QMenu>
#include <QToolBar>

#include "gui/panels/icons.h"

namespace holonom {

RunActions::RunActions(Workspace& workspace, QObject* parent)
    : QObject(parent),
      run(makeIcon(Icon::Run), tr("&Run")),
      pause(makeIcon(Icon::Pause), tr("&Pause")),
      step(makeIcon(Icon::Step), tr("S&tep")),
      stop(makeIcon(Icon::Stop), tr("&Stop")),
      restart(makeIcon(Icon::Restart), tr("R&estart")),
      branch(makeIcon(Icon::Branch), tr("&Branch from here")),
      pull(makeIcon(Icon::Pull), tr("P&ull with the mouse")),
      keepPull(tr("&Keep the pull in the model")),
      togglePlayback(tr("Pla&y or pause\tSpace")),
      compareMethods(tr("Compare &methods…")),
      workspace_(workspace) {
  prepare(run, "actionRun", tr("Start the simulation, or go on after a pause"), Qt::Key_F5);
  prepare(pause, "actionPause", tr("Hold the simulation after the present time step"), Qt::Key_F6);
  prepare(step, "actionStep", tr("Compute exactly one time step, then pause"), Qt::Key_F10);
  prepare(stop, "actionStop", tr("End the simulation and keep what was computed"), Qt::SHIFT | Qt::Key_F5);
  prepare(restart, "actionRestart", tr("Start again from the beginning with the present settings"),
          Qt::CTRL | Qt::Key_R);
  prepare(branch, "actionBranch", tr("Start a new run with the present settings from the time shown, or the last step before it"),
          Qt::CTRL | Qt::Key_B);
  prepare(pull, "actionPull",
          tr("Drag a body in the picture to pull it while the mechanism moves; without this, hold Ctrl and drag"), Qt::CTRL | Qt::Key_H);
  pull.setCheckable(true);
  pull.setToolTip(tr("%1 (%2 or H)").arg(pull.statusTip(), pull.shortcut().toString(QKeySequence::NativeText)));
  prepare(keepPull, "actionKeepPull",
          tr("Put what the hand did in the last live run into the model as a force that every run repeats"), {});
  connect(&keepPull, &QAction::triggered, &workspace_.pulling, &Pulling::keep);
  connect(&workspace_.pulling, &Pulling::changed, this, &RunActions::enable);
  prepare(compareMethods, "actionCompareMethods",
          tr("Measure what accuracy costs with each method on this model"), Qt::CTRL | Qt::Key_M);
  connect(&run, &QAction::triggered, this, &RunActions::start);
  connect(&pause, &QAction::triggered, &workspace_.session, &Session::pause);
  connect(&step, &QAction::triggered, this, [this] {
    workspace_.playback.setFollowLive(true);
    workspace_.session.stepOnce();
  });
  connect(&stop, &QAction::triggered, &workspace_.session, &Session::stop);
  connect(&restart, &QAction::triggered, &workspace_.session, [this] { workspace_.session.restart(); });
  connect(&branch, &QAction::triggered, this,
          [this] { workspace_.session.branchFrom(workspace_.playback.time()); });
  connect(&togglePlayback, &QAction::triggered, this, &RunActions::togglePlayOrRun);
  for (auto signal : {&Session::stateChanged, &Session::runsChanged})
    connect(&workspace_.session, signal, this, &RunActions::enable);
  connect(&workspace_.playback, &Playback::rangeChanged, this, &RunActions::enable);
  enable();
}

void RunActions::prepare(QAction& action, const char* name, const QString& help, const QKeySequence& shortcut) {
  action.setParent(this);
  action.setObjectName(name);
  action.setShortcut(shortcut);
  action.setStatusTip(help);
  action.setToolTip(shortcut.isEmpty() ? help : QString("%1 (%2)").arg(help, shortcut.toString(QKeySequence::NativeText)));
}

void RunActions::fill(QMenu& menu, QToolBar& toolBar) {
  for (QAction* action : {&run, &pause, &step, &stop, &restart}) {
    menu.addAction(action);
    toolBar.addAction(action);
  }
  menu.addSeparator();
  menu.addAction(&branch);
  menu.addAction(&togglePlayback);
  menu.addSeparator();
  menu.addAction(&pull);
  menu.addAction(&keepPull);
  menu.addSeparator();
  menu.addAction(&compareMethods);
  toolBar.addAction(&branch);
  toolBar.addAction(&pull);
}

void RunActions::start() {
  if (workspace_.session.state() == Session::State::Paused) {
    workspace_.session.resume();
  } else {
    workspace_.session.start();
  }
}

void RunActions::togglePlayOrRun() {
  switch (workspace_.session.state()) {
    case Session::State::NoModel: return;
    case Session::State::Ready: workspace_.session.start(); return;
    case Session::State::Running: return workspace_.session.pause();
    case Session::State::Paused: return workspace_.session.resume();
    case Session::State::Finished: return workspace_.playback.toggle();
  }
}

void RunActions::setPictured(bool on) {
  pictured_ = on;
  enable();
}

void RunActions::enable() {
  using State = Session::State;
  const State state = workspace_.session.state();
  const bool active = state == State::Running || state == State::Paused;
  run.setEnabled(state != State::NoModel && state != State::Running);
  pause.setEnabled(state == State::Running);
  step.setEnabled(state != State::NoModel);
  stop.setEnabled(active);
  restart.setEnabled(active || state == State::Finished);
  branch.setEnabled(!workspace_.session.runs().empty() &&
                    workspace_.playback.available() > workspace_.playback.start());
  pull.setEnabled(pictured_ && state != State::NoModel);
  keepPull.setEnabled(workspace_.pulling.canKeep());
  compareMethods.setEnabled(state != State::NoModel);
  togglePlayback.setEnabled(state != State::NoModel);
}

}  // namespace holonom
