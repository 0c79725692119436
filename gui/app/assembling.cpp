// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/assembling.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPointer>
#include <utility>

#include "solvers/analyses/drag.h"

namespace holonom {

/// Its equations are made by the first work that needs them.
struct Assembling::Hand {
  Mechanism mechanism;
  int body;
  Vector3 local;
  std::unique_ptr<Drag> drag = {};

  Mechanism movedTo(const Vector3& target) {
    if (!drag) {
      drag = std::make_unique<Drag>(mechanism);
      drag->grab(body, local);
    }
    // The farther the way, the more of it the pull leaves: where targets were left out, twice is near enough.
    for (int time = 0; time < 2; ++time) drag->moveTo(target);
    return drag->mechanism();
  }
};

void Assembling::close(Mechanism open, Answer answer) {
  ask({[open = std::move(open)]() -> Outcome<Mechanism> {
         Drag drag(open);
         if (!drag.close()) return {};
         return {drag.mechanism()};
       },
       std::move(answer)});
}

void Assembling::hold(Mechanism mechanism, int body, const Vector3& local) {
  hand_ = std::make_shared<Hand>(Hand{std::move(mechanism), body, local});
}

void Assembling::moveTo(const Vector3& target, Answer answer) {
  ask({[hand = hand_, target] { return Outcome<Mechanism>{hand->movedTo(target)}; }, std::move(answer)});
}

/// Older work is not stopped by newer: what it answers is shown, or a mouse that never rests would move
/// nothing.
void Assembling::ask(Wish wish) {
  if (isBusy()) next_ = std::move(wish);
  else begin(std::move(wish));
}

void Assembling::begin(Wish wish) {
  QCoreApplication::instance()->installEventFilter(this);
  awaited_ = std::move(wish.answer);
  job_.start(std::move(wish.work), [this](Outcome<Mechanism> outcome) { deliver(std::move(outcome)); });
}

void Assembling::deliver(Outcome<Mechanism> outcome) {
  const Answer answer = std::exchange(awaited_, nullptr);
  if (next_) begin(*std::exchange(next_, std::nullopt));
  else QCoreApplication::instance()->removeEventFilter(this);
  answer(std::move(outcome.result));
  emit answered();
}

void Assembling::forget() {
  job_.cancel();
  awaited_ = nullptr;
  next_.reset();
  QCoreApplication::instance()->removeEventFilter(this);
}

void Assembling::finish() {
  while (isBusy()) {
    job_.wait();
    auto outcome = job_.take();
    job_.cancel();  // the delivery that is on its way
    deliver(std::move(*outcome));
  }
}

bool Assembling::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
    case QEvent::Close: break;
    default: return QObject::eventFilter(watched, event);
  }
  const QPointer<QObject> receiver = watched;
  finish();
  return !receiver;  // it may have gone with what it showed
}

}  // namespace holonom
