// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_layout.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <algorithm>

#include "gui/plots/plot_board.h"

namespace holonom {
namespace {

// Below these the panels stand behind each other rather than beside: all of them, each a line high, would serve nobody.
constexpr int kRoomyWidth = 1100, kRoomyHeight = 780;

}  // namespace

WindowLayout::WindowLayout(QMainWindow& window, PlotBoard& plots)
    : window_(window), plots_(plots), defaultState_(window.saveState(kVersion)), defaultPlots_(plots.saveState()) {}

bool WindowLayout::restore() {
  const QSettings settings;
  window_.restoreGeometry(settings.value("window/geometry").toByteArray());
  plots_.restoreState(settings.value("window/plots").toByteArray());
  if (window_.restoreState(settings.value("window/state").toByteArray(), kVersion)) return true;
  window_.restoreState(defaultState_, kVersion);
  return false;
}

// Of a window that opens maximised Qt itself keeps the state until the size is there; a second state would make the docks
// of the first one anew, and Qt would lay out those that are gone.
void WindowLayout::restoreDocks() {
  if (window_.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) return;
  window_.restoreState(QSettings().value("window/state").toByteArray(), kVersion);
}

void WindowLayout::save() const {
  QSettings settings;
  settings.setValue("window/geometry", window_.saveGeometry());
  settings.setValue("window/state", window_.saveState(kVersion));
  settings.setValue("window/plots", plots_.saveState());
}

void WindowLayout::reset() {
  window_.restoreState(defaultState_, kVersion);
  plots_.restoreState(defaultPlots_);
  proportion();
}

void WindowLayout::proportion() {
  const auto dock = [this](const char* name) { return window_.findChild<QDockWidget*>(name); };
  const int width = window_.width(), height = window_.height();
  if (width < kRoomyWidth || height < kRoomyHeight) {
    window_.tabifyDockWidget(dock("propertiesDock"), dock("solverDock"));
    window_.tabifyDockWidget(dock("plotsDock"), dock("integratorDock"));
    for (const char* front : {"solverDock", "plotsDock"}) dock(front)->raise();
    window_.resizeDocks({dock("solverDock"), dock("plotsDock")}, {270, width * 2 / 5}, Qt::Horizontal);
    window_.resizeDocks({dock("modelDock"), dock("solverDock")}, {height * 2 / 5, height * 3 / 5}, Qt::Vertical);
    window_.resizeDocks({dock("logDock")}, {height * 3 / 10}, Qt::Vertical);
    return;
  }
  const int side = std::clamp(width / 5, 290, 340);
  window_.resizeDocks({dock("solverDock"), dock("plotsDock")}, {side, width * 37 / 100}, Qt::Horizontal);
  const int rest = height - 420;
  window_.resizeDocks({dock("solverDock"), dock("modelDock"), dock("propertiesDock")}, {400, rest * 2 / 5, rest * 3 / 5},
                      Qt::Vertical);
  window_.resizeDocks({dock("plotsDock"), dock("integratorDock")}, {height * 3 / 5, height * 2 / 5}, Qt::Vertical);
  window_.resizeDocks({dock("logDock")}, {std::max(180, height / 5)}, Qt::Vertical);
}

}  // namespace holonom
