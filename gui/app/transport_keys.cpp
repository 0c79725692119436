// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/transport_keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <algorithm>

#include "gui/session/workspace.h"

namespace holonom {

TransportKeys::TransportKeys(QWidget& window) : QObject(&window), window_(window) {
  qApp->installEventFilter(this);
}

TransportKeys::~TransportKeys() = default;

void TransportKeys::bind(int key, Qt::KeyboardModifiers modifiers, std::function<void()> action) {
  actions_[key | modifiers.toInt()] = std::move(action);
}

void TransportKeys::bind(int key, QAction& action) {
  action.setProperty("letter", QKeySequence(key).toString());
  bind(key, [&action] { action.trigger(); });
}

QString TransportKeys::letterOf(const QAction& action) { return action.property("letter").toString(); }

bool TransportKeys::keepsItsKeys(QWidget* focus, int key) const {
  if (!focus) return false;
  const bool arrow = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
  if (arrow && focus->property("keepsArrows").toBool()) return true;  // it steps by itself
  // a length into a drawing tool
  if (const int typing = focus->property("typing").toInt(); typing > 0 && key != Qt::Key_Escape)
    return typing > 1 || (key >= Qt::Key_0 && key <= Qt::Key_9);
  if (qobject_cast<QLineEdit*>(focus) || qobject_cast<QAbstractSpinBox*>(focus) ||
      qobject_cast<QTextEdit*>(focus))
    return true;
  if (const auto* text = qobject_cast<QPlainTextEdit*>(focus))
    return !text->isReadOnly() || key != Qt::Key_Space;
  if (qobject_cast<QAbstractItemView*>(focus) || qobject_cast<QComboBox*>(focus)) return key != Qt::Key_Space;
  if (qobject_cast<QAbstractButton*>(focus)) return key == Qt::Key_Space && reachedByKeyboard_ == focus;
  return false;
}

bool TransportKeys::escape() const {
  return std::any_of(escapes_.rbegin(), escapes_.rend(), [](const auto& end) { return end(); });
}

/// In the window itself or in one of its docks that floats beside it.
bool TransportKeys::isOfTheWindow(QWidget* widget) const {
  const QWidget* top = widget->window();
  const bool floats = qobject_cast<const QDockWidget*>(top) && top->parentWidget();
  return top == &window_ || (floats && top->parentWidget()->window() == &window_);
}

bool TransportKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn && watched->isWidgetType()) {
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    const bool keyboard =
        reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    // or it is where the window begins
    const bool returned = reason == Qt::ActiveWindowFocusReason && watched != clicked_;
    if (reason == Qt::MouseFocusReason) clicked_ = watched;
    reachedByKeyboard_ = keyboard || returned ? watched : nullptr;
    return false;
  }
  if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride) return false;
  auto* widget = qobject_cast<QWidget*>(watched);
  if (!widget || !isOfTheWindow(widget) || QApplication::activePopupWidget()) return false;
  const auto* press = static_cast<QKeyEvent*>(event);
  const auto modifiers = press->modifiers() & ~Qt::KeypadModifier;
  const auto found = actions_.find(press->key() | modifiers.toInt());
  if (found == actions_.end() || keepsItsKeys(widget, press->key())) return false;
  if (event->type() == QEvent::KeyPress && !(press->key() == Qt::Key_Escape && escape())) found->second();
  event->accept();
  return true;
}

void addTransportKeys(const WindowParts& parts) {
  TransportKeys& keys = parts.keys;
  Playback& playback = parts.workspace.playback;
  const auto moveBySamples = [&playback, &session = parts.workspace.session](int count) {
    return [&playback, &session, count] { playback.setTime(session.timeOfSample(playback.time(), count)); };
  };
  keys.bind(Qt::Key_Left, moveBySamples(-1));
  keys.bind(Qt::Key_Right, moveBySamples(1));
  keys.bind(Qt::Key_Left, Qt::ShiftModifier, moveBySamples(-10));
  keys.bind(Qt::Key_Right, Qt::ShiftModifier, moveBySamples(10));
  keys.bind(Qt::Key_Home, [&playback] { playback.setTime(playback.start()); });
  keys.bind(Qt::Key_End, [&playback] { playback.setTime(playback.available()); });
  keys.bind(Qt::Key_BracketLeft, [&playback] { playback.slower(); });
  keys.bind(Qt::Key_BracketRight, [&playback] { playback.faster(); });
}

}  // namespace holonom
