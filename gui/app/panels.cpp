// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/panels.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>

#include "gui/app/plot_selection.h"
#include "gui/app/refresh_loop.h"
#include "gui/panels/compare_panel.h"
#include "gui/panels/doctor_panel.h"
#include "gui/panels/history_panel.h"
#include "gui/panels/integrator_panel.h"
#include "gui/panels/log_panel.h"
#include "gui/panels/method_explorer_panel.h"
#include "gui/panels/model_panel.h"
#include "gui/panels/properties_panel.h"
#include "gui/panels/quantities_panel.h"
#include "gui/panels/run_status.h"
#include "gui/panels/solver_panel.h"
#include "gui/panels/summary_panel.h"
#include "gui/plots/plot_actions.h"
#include "gui/plots/plot_board.h"
#include "gui/session/compare_settings.h"
#include "gui/session/run_report.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

constexpr int kListWidth = 230, kPlotWidth = 300;  // at least

/// Both panels in which the settings of runs are typed.
template <typename SettingsPanel>
SettingsPanel* wiredEntries(SettingsPanel* panel, const WindowParts& parts, QDockWidget& dock) {
  QObject::connect(panel, &SettingsPanel::wrongEntryShown, &dock, [&dock] {
    dock.show();
    dock.raise();
  });
  QObject::connect(&parts.workspace.document, &Document::opened, panel, &SettingsPanel::dropWrongEntries);
  return panel;
}

QWidget* makeSolver(const WindowParts& parts, QDockWidget& dock) {
  auto* panel = wiredEntries(new SolverPanel(parts.workspace.session), parts, dock);
  QObject::connect(panel, &SolverPanel::moreRunsRequested, panel,
                   [&window = parts.window] { bringUp(window, "compareDock"); });
  return panel;
}

QWidget* makeModel(const WindowParts& parts, QDockWidget&) {
  return new ModelPanel(parts.workspace.document, parts.workspace.selection, parts.workspace.parts);
}

QWidget* makeProperties(const WindowParts& parts, QDockWidget& dock) {
  Workspace& workspace = parts.workspace;
  auto* panel = new PropertiesPanel(workspace.document, workspace.selection, workspace.units);
  QObject::connect(&workspace.session, &Session::starting, panel, &PropertiesPanel::takeOpenEntry);
  QObject::connect(&panel->tree(), &FieldTree::abandoned, &parts.view, [&view = parts.view] {
    if (view.isDrawing()) view.setFocus();  // letters are tools again
  });
  QObject::connect(&workspace.selection, &Selection::changed, &dock,
                   [&selection = workspace.selection, &window = parts.window, &dock] {
                     if (!selection.parts().empty() && !window.tabifiedDockWidgets(&dock).isEmpty())
                       dock.raise();
                   });
  return panel;
}

QWidget* makeHistory(const WindowParts& parts, QDockWidget&) {
  return new HistoryPanel(parts.workspace.document);
}

QWidget* makePlots(const WindowParts& parts, QDockWidget&) {
  PlotBoard& plots = parts.plots;
  Document& document = parts.workspace.document;
  QObject::connect(&plots, &PlotBoard::cursorMoved, &parts.workspace.playback, &Playback::setTime);
  QObject::connect(&document, &Document::opened, &plots, &PlotBoard::meetOtherModel);
  const auto judge = [&plots, &document] { plots.setRunnable(!document.mechanism().bodies.empty()); };
  for (const auto signal : {&Document::opened, &Document::changed})
    QObject::connect(&document, signal, &plots, judge);
  judge();
  QObject::connect(&document, &Document::opened, &plots,
                   [&plots, &view = parts.view, &window = parts.window] {
                     // keys meant for the new model must not change panes
                     if (plots.isAncestorOf(window.focusWidget())) view.setFocus();
                   });
  QObject::connect(&plots, &PlotBoard::reported, &plots, [parts](const QString& message, bool success) {
    if (!success) return emit parts.workspace.document.failed(message);
    parts.workspace.log.add(MessageLog::Level::Success, message);
    parts.window.statusBar()->showMessage(message, 5000);
  });
  QObject::connect(
      &plots, &PlotBoard::paneRemoved, &plots,
      [bar = parts.window.statusBar()](const QString& message) { bar->showMessage(message, 5000); });
  linkSelection(parts.workspace, plots);
  return &plots;
}

QWidget* makeIntegrator(const WindowParts& parts, QDockWidget&) {
  auto* panel = new IntegratorPanel(parts.workspace);
  QObject::connect(&parts.refresh, &RefreshLoop::plotted, panel, [panel, &plots = parts.plots] {
    panel->refresh(plots.timeWindow(), plots.timeAxisSpan());
  });
  QObject::connect(panel, &IntegratorPanel::windowRequested, &parts.plots, &PlotBoard::setTimeWindow);
  QObject::connect(panel, &IntegratorPanel::resetRequested, &parts.plots, &PlotBoard::resetZoom);
  return panel;
}

QWidget* makeMethods(const WindowParts& parts, QDockWidget&) {
  auto* panel = new MethodExplorerPanel(parts.workspace);
  QObject::connect(&parts.refresh, &RefreshLoop::plotted, panel, &MethodExplorerPanel::refresh);
  return panel;
}

QWidget* makeQuantities(const WindowParts& parts, QDockWidget& dock) {
  auto* panel = new QuantitiesPanel(parts.workspace.session);
  QObject::connect(panel, &QuantitiesPanel::chosen, &parts.plots, &PlotBoard::addToCurrent);
  QObject::connect(&parts.workspace.document, &Document::opened, panel, &QuantitiesPanel::clearSearch);
  QObject::connect(&parts.plotActions, &PlotActions::searchRequested, panel, [panel, &dock] {
    dock.show();
    dock.raise();
    panel->focusSearch();
  });
  return panel;
}

bool someFailed(const Session& session) {
  return std::any_of(session.runs().begin(), session.runs().end(),
                     [](const auto& run) { return report::failed(run->run().summary()); });
}

QWidget* makeLog(const WindowParts& parts, QDockWidget& dock) {
  QObject::connect(&parts.workspace.session, &Session::runFinished, &dock,
                   [&session = parts.workspace.session, &dock] {
                     if (someFailed(session)) dock.raise();
                   });
  return new LogPanel(parts.workspace.log);
}

QWidget* makeSummary(const WindowParts& parts, QDockWidget&) {
  return new SummaryPanel(parts.workspace.session);
}

QWidget* makeCompare(const WindowParts& parts, QDockWidget& dock) {
  Session& session = parts.workspace.session;
  restoreComparisons(session);
  QObject::connect(&session, &Session::runFinished, &dock, [&session, &dock] {
    if (session.runs().size() > 1 && !someFailed(session)) dock.raise();
  });
  return wiredEntries(new ComparePanel(session), parts, dock);
}

QWidget* makeDoctor(const WindowParts& parts, QDockWidget& dock) {
  Workspace& workspace = parts.workspace;
  auto* panel =
      new DoctorPanel(workspace.checker, workspace.document, workspace.selection, workspace.session);
  RunStatus* status = &parts.status;
  QObject::connect(&workspace.document, &Document::opened, status, [status] { status->setReadiness({}); });
  QObject::connect(panel, &DoctorPanel::summaryChanged, status, &RunStatus::setReadiness);
  QObject::connect(&workspace.checker, &ModelChecker::openedChecked, &dock, [&dock](const Diagnosis& result) {
    if (!result.ready() && result.check.bodies > 0) dock.raise();
  });
  return panel;
}

QString titleOf(const Panel& panel) { return QCoreApplication::translate("Panels", panel.title); }

}  // namespace

std::vector<Panel>& panels() {
  using enum Qt::DockWidgetArea;
  using enum Panel::Stands;
  constexpr auto kLeft = LeftDockWidgetArea, kRight = RightDockWidgetArea, kBottom = BottomDockWidgetArea;
  static std::vector<Panel> list{
      {"solverDock", QT_TR_NOOP("Solver settings"), kLeft, {}, Docked, kListWidth, makeSolver},
      {"modelDock", QT_TR_NOOP("Model"), kLeft, {}, BeforeItsTabs, kListWidth, makeModel},
      {"propertiesDock", QT_TR_NOOP("Properties"), kLeft, {}, Docked, kListWidth, makeProperties},
      {"historyDock", QT_TR_NOOP("History"), kLeft, "modelDock", Docked, kListWidth, makeHistory},
      // the model and this list are asked "which one?", seldom at the same time
      {"quantitiesDock", QT_TR_NOOP("Quantities"), kLeft, "modelDock", Docked, kListWidth, makeQuantities},
      {"plotsDock", QT_TR_NOOP("Plots"), kRight, {}, Docked, kPlotWidth, makePlots},
      // wide: a page and figures beside each other
      {"methodsDock", QT_TR_NOOP("Methods"), kRight, {}, Apart, kPlotWidth, makeMethods},
      // under the plots, with which it shares time axis and cursor
      {"integratorDock", QT_TR_NOOP("Integrator"), kRight, {}, Docked, kPlotWidth, makeIntegrator},
      {"logDock", QT_TR_NOOP("Log"), kBottom, {}, BeforeItsTabs, 0, makeLog},
      {"summaryDock", QT_TR_NOOP("Summary of runs"), kBottom, "logDock", Docked, 0, makeSummary},
      {"compareDock", QT_TR_NOOP("Compare"), kBottom, "summaryDock", Docked, 0, makeCompare},
      {"doctorDock", QT_TR_NOOP("Doctor"), kBottom, "compareDock", Docked, 0, makeDoctor},
  };
  return list;
}

void makePanels(const WindowParts& parts) {
  for (const Panel& panel : panels()) {
    auto* dock = new QDockWidget(titleOf(panel), &parts.window);
    dock->setObjectName(panel.dock);
    QWidget* content = panel.make(parts, *dock);
    content->setMinimumWidth(std::max(panel.minimumWidth, content->minimumWidth()));
    dock->setWidget(content);
  }
}

void fillPanelMenu(QMenu& menu, QMainWindow& window) {
  for (const Panel& panel : panels())
    menu.addAction(window.findChild<QDockWidget*>(panel.dock)->toggleViewAction());
  menu.addSeparator();
  for (QToolBar* bar : window.findChildren<QToolBar*>()) menu.addAction(bar->toggleViewAction());
}

QDockWidget& bringUp(const QMainWindow& window, const char* name) {
  auto* dock = window.findChild<QDockWidget*>(name);
  dock->show();
  dock->raise();
  return *dock;
}

}  // namespace holonom
