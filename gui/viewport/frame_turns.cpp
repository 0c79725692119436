// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/frame_turns.h"

#include <QCoreApplication>
#include <QPointer>
#include <QWidget>
#include <algorithm>
#include <deque>
#include <utility>

namespace holonom::frameturns {
namespace {

constexpr double kShare = 0.020;  // of one turn, s

struct Turns {
  std::deque<QPointer<QWidget>> waiting;
  QPointer<QWidget> next;  // whose turn it is
  double spent = 0;        // in this turn, s
  const QWidget* only = nullptr;  // that has rendered in this turn, if it is one
  bool ending = false;     // an event at the end of this turn is on its way
};

Turns& turns() {
  static Turns all;
  return all;
}

void begin() {
  Turns& all = turns();
  all.ending = false;
  all.spent = 0;
  all.only = nullptr;
  while (!all.waiting.empty()) {
    all.next = all.waiting.front();
    all.waiting.pop_front();
    if (all.next && all.next->isVisible()) return all.next->update();
  }
  all.next.clear();
}

void endTurn() {
  if (std::exchange(turns().ending, true)) return;
  QMetaObject::invokeMethod(qApp, begin, Qt::QueuedConnection);
}

}  // namespace

bool mayRender(QWidget& widget) {
  Turns& all = turns();
  if (all.next == &widget) {
    all.next.clear();
    return true;
  }
  if (all.waiting.empty() && (all.spent < kShare || all.only == &widget)) return true;
  if (std::find(all.waiting.begin(), all.waiting.end(), &widget) == all.waiting.end()) all.waiting.push_back(&widget);
  endTurn();  // also when the one before never painted
  return false;
}

void rendered(const QWidget& widget, double seconds) {
  Turns& all = turns();
  all.only = all.spent == 0 || all.only == &widget ? &widget : nullptr;
  all.spent += seconds;
  endTurn();
}

}  // namespace holonom::frameturns
