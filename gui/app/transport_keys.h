// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <map>
#include <vector>

#include "gui/app/window_parts.h"

class QAction;
class QWidget;

namespace holonom {

/// Keys that drive the transport from anywhere in the window: Space, arrows, Home, End, brackets, F … They
/// stay out of the way of whoever needs the key: text fields, lists and menus keep theirs, and a button that
/// was reached by the keyboard keeps Space. (A window-wide Space shortcut would take it from every button.)
class TransportKeys : public QObject {
  Q_OBJECT
 public:
  explicit TransportKeys(QWidget& window);
  ~TransportKeys() override;
  void bind(int key, std::function<void()> action) { bind(key, Qt::NoModifier, std::move(action)); }
  /// The key as a second one of an action, under which the list of keys names it.
  void bind(int key, QAction& action);
  static QString letterOf(const QAction& action);
  void bind(int key, Qt::KeyboardModifiers modifiers, std::function<void()> action);
  /// What Escape ends before it does what it is bound to; false when there was nothing to end. The last to
  /// come is asked first.
  void onEscape(std::function<bool()> end) { escapes_.push_back(std::move(end)); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool escape() const;
  bool isOfTheWindow(QWidget* widget) const;
  bool keepsItsKeys(QWidget* focus, int key) const;
  QWidget& window_;
  QPointer<QObject> reachedByKeyboard_, clicked_;
  std::map<int, std::function<void()>> actions_;  // by key | modifiers
  std::vector<std::function<bool()>> escapes_;
};

/// Keys of the time line.
void addTransportKeys(const WindowParts& parts);

}  // namespace holonom
