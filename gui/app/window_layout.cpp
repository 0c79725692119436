// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_layout.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QToolBar>
#include <algorithm>
#include <utility>

#include "gui/app/panels.h"
#include "gui/plots/plot_board.h"

namespace holonom {
namespace {

constexpr QSize kApart(1180, 760);  // of a panel that is a window
// Below these the panels stand behind each other rather than beside: all of them, each a line high, would
// serve nobody.
constexpr int kRoomyWidth = 1100, kRoomyHeight = 780;

}  // namespace

WindowLayout::WindowLayout(QMainWindow& window, PlotBoard& plots)
    : window_(window), plots_(plots), ratio_(qApp->devicePixelRatio()) {
  // Side docks take the full height: plots need it, and so do settings.
  for (const auto corner : {Qt::TopLeftCorner, Qt::BottomLeftCorner})
    window_.setCorner(corner, Qt::LeftDockWidgetArea);
  for (const auto corner : {Qt::TopRightCorner, Qt::BottomRightCorner})
    window_.setCorner(corner, Qt::RightDockWidgetArea);
  place();
  constexpr int kRestMs = 150;
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  QObject::connect(&rest_, &QTimer::timeout, &window_, [this] { settled(); });
}

QDockWidget* WindowLayout::dock(const char* name) const { return window_.findChild<QDockWidget*>(name); }

// Not by a state of the whole that was kept: what Qt's restoreState() does to docks of a window that is
// shown, which have been dragged, floated and closed, can end in a tab bar that is gone.
void WindowLayout::place() {
  takeAway();
  for (const auto area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea, Qt::BottomDockWidgetArea})
    place(area);
  placeToolBars();
}

void WindowLayout::takeAway() {
  for (const Panel& panel : panels()) {
    if (panel.stands == Panel::Stands::Apart && dock(panel.dock)->isFloating()) continue;
    dock(panel.dock)->setFloating(false);
    window_.removeDockWidget(dock(panel.dock));
  }
}

void WindowLayout::place(Qt::DockWidgetArea area) {
  using enum Panel::Stands;
  for (const Panel& panel : panels()) {
    if (panel.area != area || dock(panel.dock)->isFloating()) continue;
    if (panel.behind) window_.tabifyDockWidget(dock(panel.behind), dock(panel.dock));
    else window_.addDockWidget(panel.area, dock(panel.dock));
    dock(panel.dock)->setVisible(panel.stands != Apart);
    if (panel.stands != Apart) continue;
    dock(panel.dock)->setFloating(true);
    dock(panel.dock)->resize(kApart);
  }
  for (const Panel& panel : panels())
    if (panel.area == area && panel.stands == BeforeItsTabs) dock(panel.dock)->raise();
}

void WindowLayout::placeToolBars() {
  for (const auto& [name, area] :
       {std::pair{"simulationToolBar", Qt::TopToolBarArea}, {"drawToolBar", Qt::LeftToolBarArea}}) {
    auto* bar = window_.findChild<QToolBar*>(name);
    window_.removeToolBar(bar);
    window_.addToolBar(area, bar);
    bar->show();
  }
}

// The same screen has half as many pixels at twice the scale: what fits there leaves the window small here.
QString WindowLayout::key(const char* name) const {
  const QString scale = ratio_ == 1 ? QString() : QStringLiteral("@%1").arg(ratio_);
  return QStringLiteral("window%1/%2").arg(scale, name);
}

bool WindowLayout::restore() {
  const QSettings settings;
  window_.restoreGeometry(settings.value(key("geometry")).toByteArray());
  plots_.restoreState(settings.value("window/plots").toByteArray());
  return window_.restoreState(settings.value(key("state")).toByteArray(), kVersion);
}

// Not by a second restoreState() (see place()), but dock by dock. Of a window that opens maximised Qt itself
// keeps the state until the size is there.
void WindowLayout::restoreDocks() {
  if (window_.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen)) return;
  const QVariantMap sizes = QSettings().value(key("dockSizes")).toMap();
  QList<QDockWidget*> docks;
  QList<int> widths, heights;
  for (auto entry = sizes.begin(); entry != sizes.end(); ++entry) {
    QDockWidget* one = dock(entry.key().toLatin1().constData());
    const QSize size = entry.value().toSize();
    if (!one || one->isHidden() || one->isFloating() || size.isEmpty()) continue;
    docks << one;
    widths << size.width();
    heights << size.height();
  }
  if (docks.isEmpty()) return;
  window_.resizeDocks(docks, widths, Qt::Horizontal);
  window_.resizeDocks(docks, heights, Qt::Vertical);
  if (const QVariant tabs = QSettings().value(key("givenTabs")); tabs.isValid())
    given_ = {window_.size(), tabs.toBool()};
}

/// Of docks that are seen: one of each group of tabs stands for its group.
void WindowLayout::saveSizes() const {
  QVariantMap sizes;
  for (const Panel& panel : panels())
    if (const QDockWidget* one = dock(panel.dock); !one->isFloating() && !one->visibleRegion().isEmpty())
      sizes[panel.dock] = one->size();
  if (!sizes.isEmpty()) QSettings().setValue(key("dockSizes"), sizes);
}

void WindowLayout::save() {
  finish();
  QSettings settings;
  settings.setValue(key("geometry"), window_.saveGeometry());
  settings.setValue(key("state"), window_.saveState(kVersion));
  settings.setValue("window/plots", plots_.saveState());
  saveSizes();
  if (isAsGiven()) settings.setValue(key("givenTabs"), given_.tabs);
  else settings.remove(key("givenTabs"));
}

void WindowLayout::reset() {
  inTurns({[this] { takeAway(); }, [this] { place(Qt::LeftDockWidgetArea); },
           [this] { place(Qt::RightDockWidgetArea); }, [this] { place(Qt::BottomDockWidgetArea); },
           [this] { placeToolBars(); }, [this] { proportion(); }});
}

/// What is between the first stage and the last is not shown.
void WindowLayout::inTurns(std::deque<std::function<void()>> stages) {
  finish();
  stages_ = std::move(stages);
  window_.setUpdatesEnabled(false);
  takeTurn();
}

void WindowLayout::takeTurn() {
  if (stages_.empty()) return;
  const auto stage = std::move(stages_.front());
  stages_.pop_front();
  stage();
  if (stages_.empty()) window_.setUpdatesEnabled(true);
  else QTimer::singleShot(0, &window_, [this] { takeTurn(); });
}

void WindowLayout::finish() {
  while (!stages_.empty()) takeTurn();
}

bool WindowLayout::isSmall() const {
  return window_.width() < kRoomyWidth || window_.height() < kRoomyHeight;
}

void WindowLayout::windowResized() { rest_.start(); }

void WindowLayout::pressed(const QPoint& place) {
  if (!window_.childAt(place)) given_ = {};
}

bool WindowLayout::isAsGiven() const {
  return !given_.window.isEmpty() &&
         std::none_of(panels().begin(), panels().end(), [this](const Panel& panel) {
           return panel.stands != Panel::Stands::Apart &&
                  (dock(panel.dock)->isFloating() || dock(panel.dock)->isHidden() ||
                   window_.dockWidgetArea(dock(panel.dock)) != panel.area);
         });
}

void WindowLayout::settled() {
  if (!stages_.empty() || !isAsGiven()) return;
  const QSize before = std::exchange(given_.window, window_.size());
  if (before == window_.size() || window_.width() < before.width() || window_.height() < before.height())
    return;
  if (given_.tabs == isSmall()) return proportion();
  inTurns({[this] { takeAway(); }, [this] { place(Qt::LeftDockWidgetArea); },
           [this] { place(Qt::RightDockWidgetArea); }, [this] { place(Qt::BottomDockWidgetArea); },
           [this] { proportion(); }});
}

void WindowLayout::proportion() {
  const int width = window_.width(), height = window_.height();
  given_ = {window_.size(), isSmall()};
  if (isSmall()) {
    window_.tabifyDockWidget(dock("propertiesDock"), dock("solverDock"));
    window_.tabifyDockWidget(dock("plotsDock"), dock("integratorDock"));
    for (const char* front : {"solverDock", "plotsDock"}) dock(front)->raise();
    window_.resizeDocks({dock("solverDock"), dock("plotsDock")}, {270, width * 2 / 5}, Qt::Horizontal);
    window_.resizeDocks({dock("modelDock"), dock("solverDock")}, {height * 2 / 5, height * 3 / 5},
                        Qt::Vertical);
    window_.resizeDocks({dock("logDock")}, {height * 3 / 10}, Qt::Vertical);
    return;
  }
  const int side = std::clamp(width / 5, 290, 340);
  window_.resizeDocks({dock("solverDock"), dock("plotsDock")}, {side, width * 37 / 100}, Qt::Horizontal);
  const int rest = height - 420;
  window_.resizeDocks({dock("solverDock"), dock("modelDock"), dock("propertiesDock")},
                      {400, rest * 2 / 5, rest * 3 / 5}, Qt::Vertical);
  window_.resizeDocks({dock("plotsDock"), dock("integratorDock")}, {height * 3 / 5, height * 2 / 5},
                      Qt::Vertical);
  constexpr int kFourRuns = 205;  // px: those of the comparison stand there without scrolling
  window_.resizeDocks({dock("logDock")}, {std::max(kFourRuns, height / 5)}, Qt::Vertical);
}

}  // namespace holonom
