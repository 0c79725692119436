// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/run_actions.h"

#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QToolBar>

#include "gui/app/panels.h"
#include "gui/app/transport_keys.h"
#include "gui/panels/icons.h"
#include "gui/panels/method_study_dialog.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

RunActions::RunActions(Workspace& workspace, QObject* parent)
    : QObject(parent), run(makeIcon(Icon::Run), tr("&Run")), pause(makeIcon(Icon::Pause), tr("&Pause")),
      step(makeIcon(Icon::Step), tr("S&tep")), stop(makeIcon(Icon::Stop), tr("&Stop")),
      restart(makeIcon(Icon::Restart), tr("R&estart")), realTime(makeIcon(Icon::Clock), tr("Real t&ime")),
      branch(makeIcon(Icon::Branch), tr("&Branch from here")),
      pull(makeIcon(Icon::Pull), tr("P&ull with the mouse")), keepPull(tr("&Keep the pull in the model")),
      togglePlayback(tr("Pla&y or pause\tSpace")), compareMethods(tr("Compare &methods…")),
      exploreMethods(tr("E&xplore methods")), workspace_(workspace) {
  prepare(run, "actionRun", tr("Start the simulation, or go on after a pause"), Qt::Key_F5);
  prepare(pause, "actionPause", tr("Hold the simulation after the present time step, or the playback"),
          Qt::Key_F6);
  prepare(step, "actionStep",
          tr("Compute exactly one time step, then pause; of a finished run show the next one"), Qt::Key_F10);
  prepare(stop, "actionStop", tr("End the simulation and keep what was computed"), Qt::SHIFT | Qt::Key_F5);
  prepare(restart, "actionRestart", tr("Start again from the beginning with the present settings"),
          Qt::CTRL | Qt::Key_R);
  prepare(
      realTime, "actionRealTime",
      tr("The next run keeps pace with the clock: each step of fixed size is made when its time has come"),
      {});
  realTime.setCheckable(true);
  connect(&realTime, &QAction::triggered, &workspace_.session, &Session::setRealTime);
  connect(&workspace_.session, &Session::optionsChanged, this, &RunActions::enable);
  prepare(branch, "actionBranch",
          tr("Start a new run with the present settings from the time shown, or the last step before it"),
          Qt::CTRL | Qt::Key_B);
  prepare(
      pull, "actionPull",
      tr("Drag a body in the picture to pull it while the mechanism moves; without this, hold Ctrl and drag"),
      Qt::CTRL | Qt::Key_H);
  pull.setCheckable(true);
  pull.setToolTip(
      tr("%1 (%2 or H)").arg(pull.statusTip(), pull.shortcut().toString(QKeySequence::NativeText)));
  prepare(keepPull, "actionKeepPull",
          tr("Put what the hand did in the last live run into the model as a force that every run repeats"),
          {});
  connect(&keepPull, &QAction::triggered, &workspace_.pulling, &Pulling::keep);
  connect(&workspace_.pulling, &Pulling::changed, this, &RunActions::enable);
  prepare(compareMethods, "actionCompareMethods",
          tr("Measure what accuracy costs with each method on this model"), Qt::CTRL | Qt::Key_M);
  prepare(exploreMethods, "actionExploreMethods",
          tr("What a method computes, where it is stable, what it damps, and how stiff the model is for it"),
          Qt::CTRL | Qt::ALT | Qt::Key_M);
  connect(&run, &QAction::triggered, this, &RunActions::start);
  connect(&pause, &QAction::triggered, this, [this] {
    workspace_.session.state() == Session::State::Running ? workspace_.session.pause()
                                                          : workspace_.playback.pause();
  });
  connect(&step, &QAction::triggered, this, &RunActions::makeStep);
  connect(&stop, &QAction::triggered, &workspace_.session, &Session::stop);
  connect(&restart, &QAction::triggered, &workspace_.session, [this] {
    if (mayDiscardPull()) workspace_.session.restart();
  });
  connect(&branch, &QAction::triggered, this, [this] {
    if (mayReplaceRun()) workspace_.session.branchFrom(workspace_.playback.time());
  });
  connect(&togglePlayback, &QAction::triggered, this, &RunActions::togglePlayOrRun);
  for (auto signal : {&Session::stateChanged, &Session::runsChanged})
    connect(&workspace_.session, signal, this, &RunActions::enable);
  for (auto signal : {&Playback::rangeChanged, &Playback::stateChanged})
    connect(&workspace_.playback, signal, this, &RunActions::enable);
  enable();
}

void RunActions::prepare(QAction& action, const char* name, const QString& help,
                         const QKeySequence& shortcut) {
  action.setParent(this);
  action.setObjectName(name);
  action.setShortcut(shortcut);
  action.setStatusTip(help);
  action.setToolTip(
      shortcut.isEmpty() ? help : QString("%1 (%2)").arg(help, shortcut.toString(QKeySequence::NativeText)));
}

void RunActions::fill(QMenu& menu, QToolBar& toolBar) {
  for (QAction* action : {&run, &pause, &step, &stop, &restart}) {
    menu.addAction(action);
    toolBar.addAction(action);
  }
  menu.addAction(&realTime);
  menu.addSeparator();
  menu.addAction(&branch);
  menu.addAction(&togglePlayback);
  menu.addSeparator();
  menu.addAction(&pull);
  menu.addAction(&keepPull);
  menu.addSeparator();
  menu.addAction(&compareMethods);
  menu.addAction(&exploreMethods);
  toolBar.addAction(&realTime);
  toolBar.addAction(&branch);
  toolBar.addAction(&pull);
}

void RunActions::start() {
  if (workspace_.session.state() == Session::State::Paused) {
    workspace_.session.resume();
  } else if (mayDiscardPull()) {
    workspace_.session.start();
  }
}

/// What has been computed is not computed again: its steps are gone through.
void RunActions::makeStep() {
  Session& session = workspace_.session;
  Playback& playback = workspace_.playback;
  if (session.state() == Session::State::Finished && !session.runs().empty())
    return playback.setTime(session.timeOfSample(playback.time(), 1));
  playback.setFollowLive(true);
  session.stepOnce();
}

/// No hand does the same twice.
bool RunActions::mayDiscardPull() {
  if (!workspace_.pulling.canKeep() || workspace_.session.state() != Session::State::Finished) return true;
  QMessageBox question(QMessageBox::Question, tr("Run"), tr("The run was pulled by hand."), {},
                       QApplication::activeWindow());
  question.setObjectName("discardPull");
  question.setInformativeText(
      tr("A new run takes its place. Kept in the model, the pull becomes a force that every run repeats."));
  const auto* keep = question.addButton(tr("&Keep the pull in the model"), QMessageBox::AcceptRole);
  const auto* discard = question.addButton(tr("&Run without it"), QMessageBox::DestructiveRole);
  question.setEscapeButton(question.addButton(QMessageBox::Cancel));
  question.exec();
  if (question.clickedButton() == keep) workspace_.pulling.keep();
  return question.clickedButton() == keep || question.clickedButton() == discard;
}

/// One branch takes the place of another without a question.
bool RunActions::mayReplaceRun() {
  const SessionRun* leaving = workspace_.session.makesRoom();
  if (!leaving || leaving->isBranch()) return true;
  QMessageBox question(QMessageBox::Question, tr("Branch from here"),
                       tr("%1 runs are shown at most: %2 makes room for the branch.")
                           .arg(Session::kMostRuns)
                           .arg(leaving->label()),
                       {}, QApplication::activeWindow());
  question.setObjectName("replaceRun");
  question.setInformativeText(tr("Run ▸ Restart computes it again, and takes the branch away."));
  const auto* branch = question.addButton(tr("&Branch"), QMessageBox::AcceptRole);
  question.setEscapeButton(question.addButton(QMessageBox::Cancel));
  question.exec();
  return question.clickedButton() == branch;
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
  pause.setEnabled(state == State::Running || (state == State::Finished && workspace_.playback.isPlaying()));
  step.setEnabled(state != State::NoModel);
  stop.setEnabled(active);
  restart.setEnabled(active || state == State::Finished);
  realTime.setEnabled(state != State::NoModel);
  realTime.setChecked(workspace_.session.options().realTime);
  branch.setEnabled(!workspace_.session.runs().empty() &&
                    workspace_.playback.available() > workspace_.playback.start());
  pull.setEnabled(pictured_ && state != State::NoModel);
  keepPull.setEnabled(workspace_.pulling.canKeep());
  compareMethods.setEnabled(state != State::NoModel);
  togglePlayback.setEnabled(state != State::NoModel);
}

namespace {

void connectPulling(const WindowParts& parts, RunActions& actions) {
  MechanismView* view = &parts.view;
  Pulling* pulling = &parts.workspace.pulling;
  actions.setPictured(view->hasGraphics());
  QObject::connect(&actions.pull, &QAction::toggled, view, &MechanismView::setPulling);
  QObject::connect(&parts.workspace.document, &Document::opened, &actions.pull,
                   [&actions] { actions.pull.setChecked(false); });
  QObject::connect(view, &MechanismView::pullBegan, pulling, &Pulling::grab);
  QObject::connect(view, &MechanismView::pullMoved, pulling, &Pulling::moveTo);
  QObject::connect(view, &MechanismView::pullEnded, pulling, &Pulling::release);
}

/// The study lasts as long as the window, so that it can be left and looked for again.
void showMethodStudy(const WindowParts& parts) {
  auto* study = parts.window.findChild<MethodStudyDialog*>();
  if (!study)
    study = new MethodStudyDialog(parts.workspace.document, parts.workspace.session, parts.workspace.log,
                                  &parts.window);
  study->show();
  study->raise();
  study->activateWindow();
}

}  // namespace

void addRunActions(const WindowParts& parts) {
  auto* actions = new RunActions(parts.workspace, &parts.window);
  actions->fill(*parts.menus.run, parts.toolBar);
  connectPulling(parts, *actions);
  QObject::connect(&actions->compareMethods, &QAction::triggered, actions,
                   [parts] { showMethodStudy(parts); });
  QObject::connect(&actions->exploreMethods, &QAction::triggered, actions,
                   [&window = parts.window] { bringUp(window, "methodsDock"); });
  for (const auto modifiers : {Qt::NoModifier, Qt::ControlModifier})
    parts.keys.bind(Qt::Key_Space, modifiers, [actions] { actions->togglePlayOrRun(); });
  parts.keys.bind(Qt::Key_H, actions->pull);
  parts.keys.bind(Qt::Key_R, actions->restart);
  parts.keys.bind(Qt::Key_Escape, [actions] { actions->stop.trigger(); });
}

}  // namespace holonom
