// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_layout.h"

#include <QMainWindow>
#include <QSettings>

#include "gui/plots/plot_board.h"

namespace holonom {

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

void WindowLayout::save() const {
  QSettings settings;
  settings.setValue("window/geometry", window_.saveGeometry());
  settings.setValue("window/state", window_.saveState(kVersion));
  settings.setValue("window/plots", plots_.saveState());
}

void WindowLayout::reset() {
  window_.restoreState(defaultState_, kVersion);
  plots_.restoreState(defaultPlots_);
}

}  // namespace holonom
