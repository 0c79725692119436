// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/event_loop_turn.h"

#include <QAbstractEventDispatcher>
#include <QObject>
#include <QPointer>

#include "core/base/thread_clock.h"

namespace holonom::eventloop {
namespace {

constexpr double kFull = 0.012;  // s

struct Turn {
  ThreadClock clock;  // of the processor, which runs neither while the loop waits nor for other programs
  QPointer<QAbstractEventDispatcher> dispatcher;
};

Turn& turn() {
  static Turn current;
  auto* dispatcher = QAbstractEventDispatcher::instance();
  if (dispatcher && dispatcher != current.dispatcher) {
    current.dispatcher = dispatcher;
    const auto begin = [] { turn().clock = {}; };
    // A turn that may wait for something begins before it waits, any other when it is awake.
    QObject::connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, dispatcher, begin);
    QObject::connect(dispatcher, &QAbstractEventDispatcher::awake, dispatcher, begin);
  }
  return current;
}

}  // namespace

double spentInTurn() { return turn().dispatcher ? turn().clock.seconds() : 0; }

bool turnIsFull() { return spentInTurn() > kFull; }

}  // namespace holonom::eventloop
