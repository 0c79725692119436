// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include <QDockWidget>
#include <QLineEdit>
#include <QMenuBar>
#include <QMouseEvent>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>
#include <limits>

#include "gui/app/camera_actions.h"
#include "gui/app/central_area.h"
#include "gui/app/compare_actions.h"
#include "gui/app/draw_actions.h"
#include "gui/app/edit_actions.h"
#include "gui/app/file_actions.h"
#include "gui/app/help_actions.h"
#include "gui/app/kept_curve_actions.h"
#include "gui/app/measure_actions.h"
#include "gui/app/part_menu.h"
#include "gui/app/picture_grid.h"
#include "gui/app/plot_selection.h"
#include "gui/app/recovery_dialog.h"
#include "gui/app/refresh_loop.h"
#include "gui/app/run_actions.h"
#include "gui/app/scene_actions.h"
#include "gui/app/theme.h"
#include "gui/app/transport_keys.h"
#include "gui/app/unit_menu.h"
#include "gui/app/view_actions.h"
#include "gui/app/window_layout.h"
#include "gui/panels/doctor_panel.h"
#include "gui/panels/history_panel.h"
#include "gui/panels/icons.h"
#include "gui/panels/integrator_panel.h"
#include "gui/panels/log_panel.h"
#include "gui/panels/method_study_dialog.h"
#include "gui/panels/model_panel.h"
#include "gui/panels/properties_panel.h"
#include "gui/panels/quantities_panel.h"
#include "gui/panels/run_status.h"
#include "gui/panels/screen_room.h"
#include "gui/panels/solver_panel.h"
#include "gui/panels/start_page.h"
#include "gui/panels/summary_panel.h"
#include "gui/plots/plot_actions.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_file_menu.h"
#include "gui/session/run_report.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

/// Its place is WindowLayout's choice.
QDockWidget* makeDock(QMainWindow& window, const char* name, const QString& title, QWidget* content,
                      int minimumWidth = 0) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(name);
  content->setMinimumWidth(std::max(minimumWidth, content->minimumWidth()));
  dock->setWidget(content);
  return dock;
}

constexpr int kListWidth = 230, kPlotWidth = 300;  // at least

}  // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), central_(new CentralArea(workspace_)), plots_(new PlotBoard),
      plotActions_(new PlotActions(*plots_, this)), status_(new RunStatus(workspace_.session)),
      runActions_(new RunActions(workspace_, this)),
      fileActions_(new FileActions(workspace_, central_->pictures(), *this)),
      viewActions_(new ViewActions(central_->view(), this)),
      drawActions_(new DrawActions(workspace_, central_->view(), this)),
      measureActions_(new MeasureActions(workspace_, central_->view(), drawActions_->host(), this)),
      keys_(new TransportKeys(*this)),
      refresh_(new RefreshLoop(workspace_, central_->pictures(), *plots_, *status_, this)) {
  setObjectName("mainWindow");
  setWindowIcon(programIcon());
  setCentralWidget(central_);
  setDockOptions(AnimatedDocks | AllowTabbedDocks | AllowNestedDocks);
  statusBar()->addPermanentWidget(status_, 1);
  makeDocks();
  makeMenus();
  bindKeys();
  connect(&central_->startPage(), &StartPage::openRequested, fileActions_, &FileActions::openDialog);
  connect(&central_->startPage(), &StartPage::newRequested, fileActions_, &FileActions::newMechanism);
  connect(&central_->startPage(), &StartPage::exampleChosen, fileActions_, &FileActions::open);
  connect(&central_->startPage(), &StartPage::spikesRequested, this, [this] {
    if (fileActions_->mayReplaceModel()) compareActions_->showSpikes();
  });
  connect(&central_->startPage(), &StartPage::templateChosen, fileActions_, &FileActions::newFromTemplate);
  connect(plots_, &PlotBoard::cursorMoved, &workspace_.playback, &Playback::setTime);
  connect(&workspace_.document, &Document::opened, this, &MainWindow::showTitle);
  connect(&workspace_.document, &Document::opened, plots_, &PlotBoard::meetOtherModel);
  connect(&workspace_.document, &Document::opened, plots_, [this] {
    // keys meant for the new model must not change panes
    if (plots_->isAncestorOf(focusWidget())) view().setFocus();
  });
  connect(&workspace_.document, &Document::changed, this, &MainWindow::showTitle);
  connect(&workspace_.document, &Document::modifiedChanged, this, &MainWindow::showTitle);
  connect(&runActions_->compareMethods, &QAction::triggered, this, &MainWindow::compareMethods);
  connectPulling();
  linkSelection(workspace_, *plots_);
  new PartMenu(workspace_, central_->view(), *plots_, *findChild<EditActions*>(), this);
  showTitle();
  resize(withinScreen(*this, {1400, 900}));
  layout_ = std::make_unique<WindowLayout>(*this, *plots_);
  autosave_ = std::make_unique<Autosave>(workspace_.document);
  central_->startPage().setFocus();  // so that the first Tab leads to its first button, where it is seen
}

void MainWindow::offerRecovery() { showRecoveryOffer(workspace_, *autosave_, *fileActions_, *this); }

MainWindow::~MainWindow() {
  // losing the focus they would say that they are finished
  for (QLineEdit* edit : findChildren<QLineEdit*>()) edit->blockSignals(true);
  delete methodStudy_;  // it knows the workspace, which goes before the children of the window
  for (const char* dock : {"propertiesDock", "solverDock", "compareDock"})
    delete findChild<QDockWidget*>(dock);  // a value that is being typed would still be entered
  delete measureActions_;                  // measures through the drawing tools' host
  delete drawActions_;                     // as do its tools
  delete refresh_;                         // nothing may look at the runs while they go
}

MechanismView& MainWindow::view() { return central_->view(); }

void MainWindow::makeDocks() {
  auto* settings = new SolverPanel(workspace_.session);
  auto* solver = makeDock(*this, "solverDock", tr("Solver settings"), settings, kListWidth);
  connect(settings, &SolverPanel::wrongEntryShown, solver, [solver] {
    solver->show();
    solver->raise();
  });
  connect(&workspace_.document, &Document::opened, settings, &SolverPanel::dropWrongEntries);
  makeDock(*this, "modelDock", tr("Model"),
           model_ = new ModelPanel(workspace_.document, workspace_.selection, workspace_.parts), kListWidth);
  auto* values = new PropertiesPanel(workspace_.document, workspace_.selection, workspace_.units);
  auto* properties = makeDock(*this, "propertiesDock", tr("Properties"), values, kListWidth);
  connect(&workspace_.session, &Session::starting, values, &PropertiesPanel::takeOpenEntry);
  connect(&values->tree(), &FieldTree::abandoned, &view(), [this] {
    if (view().isDrawing()) view().setFocus();  // letters are tools again
  });
  connect(&workspace_.selection, &Selection::changed, properties, [this, properties] {
    if (!workspace_.selection.parts().empty() && !tabifiedDockWidgets(properties).isEmpty())
      properties->raise();
  });
  makeDock(*this, "historyDock", tr("History"), new HistoryPanel(workspace_.document), kListWidth);
  makeDock(*this, "plotsDock", tr("Plots"), plots_, kPlotWidth);
  makeIntegratorDock();
  makeQuantitiesDock();
  auto* log = makeDock(*this, "logDock", tr("Log"), new LogPanel(workspace_.log));
  auto* summary = makeDock(*this, "summaryDock", tr("Summary of runs"), new SummaryPanel(workspace_.session));
  compareActions_ = new CompareActions(workspace_, *central_, *this);
  auto* doctor =
      new DoctorPanel(workspace_.checker, workspace_.document, workspace_.selection, workspace_.session);
  doctorDock_ = makeDock(*this, "doctorDock", tr("Doctor"), doctor);
  connect(&workspace_.session, &Session::runFinished, summary, [this, log, summary] {
    const auto& runs = workspace_.session.runs();
    const bool failure = std::any_of(runs.begin(), runs.end(),
                                     [](const auto& run) { return report::failed(run->run().summary()); });
    if (failure) log->raise();
    else if (runs.size() > 1) compareActions_->dock()->raise();
  });
  connect(&workspace_.document, &Document::opened, status_, [this] { status_->setReadiness({}); });
  connect(doctor, &DoctorPanel::summaryChanged, status_, &RunStatus::setReadiness);
  connect(&workspace_.checker, &ModelChecker::openedChecked, doctorDock_, [this](const Diagnosis& result) {
    if (!result.ready() && result.check.bodies > 0) doctorDock_->raise();
  });
}

void MainWindow::makeIntegratorDock() {
  auto* panel = new IntegratorPanel(workspace_);
  makeDock(*this, "integratorDock", tr("Integrator"), panel, kPlotWidth);
  connect(refresh_, &RefreshLoop::plotted, panel,
          [this, panel] { panel->refresh(plots_->timeWindow(), plots_->timeAxisSpan()); });
  connect(panel, &IntegratorPanel::windowRequested, plots_, &PlotBoard::setTimeWindow);
  connect(panel, &IntegratorPanel::resetRequested, plots_, &PlotBoard::resetZoom);
}

void MainWindow::makeQuantitiesDock() {
  quantities_ = new QuantitiesPanel(workspace_.session);
  makeDock(*this, "quantitiesDock", tr("Quantities"), quantities_, kListWidth);
  connect(quantities_, &QuantitiesPanel::chosen, plots_, &PlotBoard::addToCurrent);
  connect(&workspace_.document, &Document::opened, quantities_, &QuantitiesPanel::clearSearch);
  connect(plotActions_, &PlotActions::searchRequested, this, &MainWindow::searchQuantity);
  connect(plots_, &PlotBoard::reported, this, [this](const QString& message, bool success) {
    if (!success) return emit workspace_.document.failed(message);
    workspace_.log.add(MessageLog::Level::Success, message);
    statusBar()->showMessage(message, 5000);
  });
}

void MainWindow::searchQuantity() {
  auto* dock = findChild<QDockWidget*>("quantitiesDock");
  dock->show();
  dock->raise();
  quantities_->focusSearch();
}

void MainWindow::makeMenus() {
  auto* toolBar = addToolBar(tr("Simulation"));
  toolBar->setObjectName("simulationToolBar");
  toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  toolBar->setIconSize({20, 20});
  fileActions_->fill(*menuBar()->addMenu(tr("&File")));
  (new EditActions(workspace_, *model_, view(), *this))->fill(*menuBar()->addMenu(tr("&Edit")));
  toolBar->addAction(fileActions_->openAction());
  toolBar->addSeparator();
  auto* drawBar = new QToolBar(tr("Drawing tools"));
  drawBar->setObjectName("drawToolBar");
  addToolBar(Qt::LeftToolBarArea, drawBar);
  drawActions_->fill(*menuBar()->addMenu(tr("&Draw")), *drawBar);
  toolBar->addAction(drawActions_->drawAction());
  toolBar->addSeparator();
  runActions_->fill(*menuBar()->addMenu(tr("&Run")), *toolBar);
  toolBar->addSeparator();
  toolBar->addAction(viewActions_->fitAction());

  menuBar()->addMenu(plotActions_->menu());
  (new KeptCurveActions(workspace_, this))->fill(*plotActions_->menu());
  if (auto* search = findChild<QAction*>("actionAddQuantity")) {
    search->setShortcut(Qt::CTRL | Qt::Key_K);
    search->setShortcutContext(Qt::WindowShortcut);
  }

  QMenu* view = menuBar()->addMenu(tr("&View"));
  viewActions_->fill(*view);
  compareActions_->fill(*view, *toolBar);
  measureActions_->fill(*view);
  auto* sceneActions = new SceneActions(this->view(), this);
  sceneActions->fill(*view);
  connect(sceneActions, &SceneActions::changed, this, [this] {
    central_->pictures().shareLook();
    refresh_->showAgain();
  });
  QMenu* camera = view->addMenu(tr("&Camera"));
  camera->menuAction()->setObjectName("menuCamera");
  (new CameraActions(workspace_, this->view(), this))->fill(*camera);
  fillThemeMenu(*view->addMenu(tr("T&heme")));
  fillUnitMenu(*view->addMenu(tr("&Units")), workspace_.units);
  view->addSeparator();
  view->addAction(central_->startAction());
  auto* showDoctor = view->addAction(tr("&Doctor"), Qt::Key_F7, [this] {
    doctorDock_->show();
    doctorDock_->raise();
    doctorDock_->findChild<QWidget*>("doctorList")->setFocus();
  });
  showDoctor->setObjectName("actionDoctor");
  showDoctor->setToolTip(tr("What stands in the way of a run, and what can be done about it (F7)"));
  QMenu* docks = view->addMenu(tr("&Panels"));
  for (QDockWidget* dock : findChildren<QDockWidget*>()) docks->addAction(dock->toggleViewAction());
  docks->addSeparator();
  for (QToolBar* bar : findChildren<QToolBar*>()) docks->addAction(bar->toggleViewAction());
  view->addAction(tr("&Reset layout"), [this] { layout_->reset(); })->setObjectName("actionResetLayout");
  fillHelpMenu(*menuBar()->addMenu(tr("&Help")), *this);
  greyWithoutModel();
}

/// What looks at a mechanism waits for the first one, and for a picture. What is a setting can be set before.
void MainWindow::greyWithoutModel() {
  for (const char* name : {"actionFit", "actionPictureZoomIn", "actionPictureZoomOut", "menuLookFrom",
                           "menuCamera", "actionMeasure", "actionCopyMeasured", "actionNextPoint",
                           "actionPreviousPoint", "actionNextPart", "actionPreviousPart"}) {
    auto* action = findChild<QAction*>(name);
    action->setEnabled(false);
    if (view().hasGraphics())
      connect(&workspace_.document, &Document::opened, action, [action] { action->setEnabled(true); });
  }
}

void MainWindow::connectPulling() {
  Pulling& pulling = workspace_.pulling;
  runActions_->setPictured(view().hasGraphics());
  connect(&runActions_->pull, &QAction::toggled, &view(), &MechanismView::setPulling);
  connect(&workspace_.document, &Document::opened, &runActions_->pull,
          [this] { runActions_->pull.setChecked(false); });
  connect(&view(), &MechanismView::pullBegan, &pulling, &Pulling::grab);
  connect(&view(), &MechanismView::pullMoved, &pulling, &Pulling::moveTo);
  connect(&view(), &MechanismView::pullEnded, &pulling, &Pulling::release);
}

void MainWindow::bindKeys() {
  Playback& playback = workspace_.playback;
  MechanismView& picture = view();
  keys_->bind(Qt::Key_Space, [this] { runActions_->togglePlayOrRun(); });
  keys_->bind(Qt::Key_Space, Qt::ControlModifier, [this] { runActions_->togglePlayOrRun(); });
  keys_->bind(Qt::Key_Left, [this] { moveBySamples(-1); });
  keys_->bind(Qt::Key_Right, [this] { moveBySamples(1); });
  keys_->bind(Qt::Key_Left, Qt::ShiftModifier, [this] { moveBySamples(-10); });
  keys_->bind(Qt::Key_Right, Qt::ShiftModifier, [this] { moveBySamples(10); });
  keys_->bind(Qt::Key_Home, [&playback] { playback.setTime(playback.start()); });
  keys_->bind(Qt::Key_End, [&playback] { playback.setTime(playback.available()); });
  keys_->bind(Qt::Key_BracketLeft, [&playback] { playback.slower(); });
  keys_->bind(Qt::Key_BracketRight, [&playback] { playback.faster(); });
  keys_->bind(Qt::Key_H, runActions_->pull);
  keys_->bind(Qt::Key_R, runActions_->restart);
  if (auto* search = findChild<QAction*>("actionAddQuantity")) keys_->bind(Qt::Key_Slash, *search);
  keys_->bind(Qt::Key_Escape, [this] {
    if (!measureActions_->escape() && !drawActions_->escape()) runActions_->stop.trigger();
  });
  keys_->bind(Qt::Key_U, *measureActions_->measureAction());
  drawActions_->bindKeys(*keys_);
  keys_->bind(Qt::Key_F, *viewActions_->fitAction());
  using Direction = MechanismView::Direction;
  for (const auto& [key, direction] : {std::pair{Qt::Key_1, Direction::Front},
                                       {Qt::Key_3, Direction::Right},
                                       {Qt::Key_7, Direction::Top},
                                       {Qt::Key_5, Direction::Oblique}})
    keys_->bind(key, [&picture, direction = direction] { picture.lookFrom(direction); });
}

void MainWindow::moveBySamples(int count) {
  Playback& playback = workspace_.playback;
  playback.setTime(workspace_.session.timeOfSample(playback.time(), count));
}

void MainWindow::showTitle() {
  setWindowTitle(workspace_.document.isOpen() ? tr("%1[*] – Holonom").arg(workspace_.document.title())
                                              : tr("Holonom"));
  setWindowModified(workspace_.document.isModified());
  plotActions_->files().setProposedName(workspace_.document.proposedName());
}

void MainWindow::compareMethods() {
  if (!methodStudy_)
    methodStudy_ = new MethodStudyDialog(workspace_.document, workspace_.session, workspace_.log, this);
  methodStudy_->show();
  methodStudy_->raise();
  methodStudy_->activateWindow();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (layout_) layout_->windowResized();
}

bool MainWindow::event(QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress && layout_)
    layout_->pressed(static_cast<QMouseEvent*>(event)->position().toPoint());
  return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!fileActions_->mayQuit()) return event->ignore();
  autosave_->discard();  // what is not saved now is not wanted
  layout_->save();
  workspace_.session.stop();
  if (methodStudy_) methodStudy_->reject();
  QMainWindow::closeEvent(event);
}

}  // namespace holonom
