// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QTest>
#include <QWheelEvent>

#include "gui/plots/chart_area.h"
#include "gui/plots/forms/phase_form.h"
#include "gui/plots/forms/spectrum_form.h"
#include "gui/plots/forms/table_form.h"
#include "gui/plots/plot_actions.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_file_menu.h"
#include "gui/plots/plot_view.h"
#include "tests/gui/plots/synthetic_run.h"

namespace holonom::test {

/// A shown board with its menu, a finished run of ten seconds or so, and the hands of a user.
class PaneTest : public testing::Test {
 protected:
  PaneTest() : actions(board) {
    board.resize(1000, 760);
    board.show();
    QApplication::setActiveWindow(&board);
    QApplication::processEvents();
    board.setRuns({{syntheticRecording(10000), "BDF, index 3", QColor(0, 114, 178)}});
    board.setTimeRange(0, 10);
    settle();
  }
  PlotView* pane(const char* key) { return board.findChild<PlotView*>(QStringLiteral("plot.") + key); }
  ChartArea* area(const char* key) { return pane(key)->area(); }
  static PlotTable* tableOf(PlotView* view) { return dynamic_cast<PlotTable*>(view->page()); }
  static const SpectrumForm& spectrumOf(PlotView* view) {
    return dynamic_cast<const SpectrumForm&>(view->area()->content().drawing());
  }
  void settle() {
    for (const int ticks : {10, 30}) {  // panes of outputs come first and find their places
      for (int i = 0; i < ticks; ++i) board.tick(false);
      QApplication::processEvents();
    }
  }
  /// Waits for what is computed beside the window.
  bool eventually(const std::function<bool()>& condition) {
    return QTest::qWaitFor([&] {
      board.tick(false);
      return condition();
    });
  }
  void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(board.focusWidget() ? board.focusWidget() : &board, code, modifiers);
    settle();
  }
  void turnTo(PlotView* view) { view->area()->setFocus(); }
  void wheel(ChartArea* target, QPointF at, int notches, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, target->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
    settle();
  }
  void drag(ChartArea* target, Qt::MouseButton button, QPoint from, QPoint to) {
    QTest::mousePress(target, button, {}, from);
    QMouseEvent move(QEvent::MouseMove, to, target->mapToGlobal(to), Qt::NoButton, button, {});
    QApplication::sendEvent(target, &move);
    QTest::mouseRelease(target, button, {}, to);
    settle();
  }
  /// In the folder HOLONOM_PICTURES, for whoever wants to look at one.
  void keepPicture(const char* name) {
    if (qEnvironmentVariableIsSet("HOLONOM_PICTURES"))
      board.grab().save(qEnvironmentVariable("HOLONOM_PICTURES") + "/" + name);
  }
  static bool drop(QWidget* target, QPoint at, const char* type, const QByteArray& content) {
    QMimeData data;
    data.setData(type, content);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(target, &event);
    return event.isAccepted();
  }
  PlotBoard board;
  PlotActions actions;
};

}  // namespace holonom::test
