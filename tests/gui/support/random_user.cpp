// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/random_user.h"

#include <qtestspontaneevent.h>
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QMenu>
#include <QPointer>
#include <QTest>
#include <QWheelEvent>
#include <cstdio>

#include "gui/app/file_actions.h"
#include "gui/app/main_window.h"

namespace holonom {
namespace {

constexpr int kRemembered = 25;
constexpr int kWatch = 10;  // ms

const char* const kExamples[] = {"four_bar",        "slider_crank",
                                 "pendulum",        "double_pendulum",
                                 "andrews",         "rolling_disc",
                                 "pid_arm",         "flexible_slider_crank",
                                 "parallelogram",   "door",
                                 "bouncing_slider", "mixed",
                                 "bicycle",         "gyroscope_gimbal",
                                 "rolling_ball",    "spatial_slider_crank"};
const char* const kTexts[] = {"3", "-1",    "25 mm",     "30 deg", "1e400", "nan", "2*sin(t)",
                              "",  "crank", "häßlich ∞", "0",      "((",    "1;2", "λ"};
const Qt::Key kKeys[] = {
    Qt::Key_Space,  Qt::Key_Escape,      Qt::Key_Return,      Qt::Key_Tab,    Qt::Key_Backtab,
    Qt::Key_Left,   Qt::Key_Right,       Qt::Key_Up,          Qt::Key_Down,   Qt::Key_Home,
    Qt::Key_End,    Qt::Key_PageDown,    Qt::Key_PageUp,      Qt::Key_Delete, Qt::Key_Backspace,
    Qt::Key_Insert, Qt::Key_F2,          Qt::Key_F5,          Qt::Key_F6,     Qt::Key_F9,
    Qt::Key_F10,    Qt::Key_A,           Qt::Key_B,           Qt::Key_C,      Qt::Key_D,
    Qt::Key_F,      Qt::Key_G,           Qt::Key_H,           Qt::Key_J,      Qt::Key_K,
    Qt::Key_L,      Qt::Key_M,           Qt::Key_N,           Qt::Key_P,      Qt::Key_R,
    Qt::Key_S,      Qt::Key_T,           Qt::Key_U,           Qt::Key_V,      Qt::Key_W,
    Qt::Key_X,      Qt::Key_Y,           Qt::Key_Z,           Qt::Key_1,      Qt::Key_3,
    Qt::Key_5,      Qt::Key_7,           Qt::Key_9,           Qt::Key_Plus,   Qt::Key_Minus,
    Qt::Key_Slash,  Qt::Key_BracketLeft, Qt::Key_BracketRight};

Qt::KeyboardModifiers modifiersOf(int number) {
  switch (number) {
    case 0: return Qt::ControlModifier;
    case 1: return Qt::ShiftModifier;
    case 2: return Qt::ControlModifier | Qt::ShiftModifier;
    default: return Qt::NoModifier;
  }
}

/// What may hold the program in one more loop is done from the loop that runs now: within the call of a
/// timer, that timer would be silent.
void later(QObject* context, std::function<void()> deed) { QTimer::singleShot(0, context, std::move(deed)); }

QString nameOf(const QWidget* widget) {
  return QString("%1 “%2”").arg(widget->metaObject()->className(), widget->objectName());
}

}  // namespace

RandomUser::RandomUser(MainWindow& window, unsigned seed) : window_(window), random_(seed) {
  QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { clearTheWay(); });
  timer_.start(kWatch);
}

void RandomUser::note(const QString& deed) {
  static const bool aloud = qEnvironmentVariableIsSet("HOLONOM_FUZZ_ALOUD");
  if (aloud) std::fprintf(stderr, "%s\n", qPrintable(deed));
  deeds_ << deed;
  if (deeds_.size() > kRemembered) deeds_.removeFirst();
}

// Runs within the loops of dialogs, menus and drags.
void RandomUser::clearTheWay() {
  if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) return answerMenu(*menu);
  if (QWidget* popup = QApplication::activePopupWidget()) {
    popup->close();
  } else if (auto* file = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
    answerFile(*file);
  } else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
    answerDialog(*dialog);
  } else if (acting_) {
    note("  leaves a drag");
    QTest::keyClick(&window_, Qt::Key_Escape);
  }
}

void RandomUser::answerFile(QFileDialog& dialog) {
  ++answered_;
  if (upTo(1) == 0) {
    note("  leaves " + dialog.windowTitle());
    return dialog.reject();
  }
  const char* const names[] = {"model.json", "table.csv", "picture.png", "picture.svg", "picture.pdf"};
  const QString file = folder_.filePath(oneOf(names));
  note("  chooses " + file + " in " + dialog.windowTitle());
  dialog.selectFile(file);
  later(&dialog, [&dialog] { QMetaObject::invokeMethod(&dialog, "accept"); });
}

void RandomUser::answerDialog(QDialog& dialog) {
  ++answered_;
  QList<QAbstractButton*> buttons;
  for (auto* button : dialog.findChildren<QAbstractButton*>())
    if (button->isVisible() && button->isEnabled()) buttons << button;
  if (buttons.isEmpty() || upTo(3) == 0) {
    note("  leaves " + nameOf(&dialog));
    return dialog.reject();
  }
  QAbstractButton* button = oneOf(buttons);
  note("  presses " + button->text() + " in " + nameOf(&dialog));
  later(button, [button] { QTest::mouseClick(button, Qt::LeftButton); });
}

void RandomUser::answerMenu(QMenu& menu) {
  ++answered_;
  QList<QAction*> choices;
  for (QAction* action : menu.actions())
    if (action->isEnabled() && !action->isSeparator() && action->isVisible()) choices << action;
  if (choices.isEmpty() || upTo(2) == 0) {
    note("  leaves a menu");
    menu.close();
    return;
  }
  QAction* action = oneOf(choices);
  note("  chooses " + action->text());
  if (action->shortcut() == QKeySequence(QKeySequence::Quit)) return void(menu.close());
  later(&menu, [&menu, action = QPointer<QAction>(action)] {
    if (!action) return;
    menu.setActiveAction(action);
    QTest::keyClick(&menu, Qt::Key_Return);
  });
}

QWidget* RandomUser::anyWidget() {
  QWidgetList widgets;
  for (QWidget* widget : QApplication::allWidgets())
    if (widget->isVisible() && widget->isEnabled() && widget->width() > 2 && widget->height() > 2)
      widgets << widget;
  return widgets.isEmpty() ? &window_ : oneOf(widgets);
}

QPoint RandomUser::placeIn(const QWidget& widget) {
  return {upTo(widget.width() - 1), upTo(widget.height() - 1)};
}

void RandomUser::trigger() {
  QList<QAction*> actions;
  for (auto* action : window_.findChildren<QAction*>())
    if (action->isEnabled() && !action->isSeparator() && !action->menu() &&
        action->shortcut() != QKeySequence(QKeySequence::Quit))
      actions << action;
  QAction* action = oneOf(actions);
  note("triggers " + action->objectName() + " “" + action->text() + "”");
  action->trigger();
}

void RandomUser::click(bool twice) {
  const QPointer<QWidget> widget = anyWidget();
  const Qt::MouseButton button = upTo(5) == 0 ? Qt::RightButton : Qt::LeftButton;
  const QPoint place = placeIn(*widget);
  const auto modifiers = modifiersOf(upTo(12));
  note(QString("%1 %2 at %3,%4 button %5")
           .arg(twice ? "double-clicks" : "clicks", nameOf(widget))
           .arg(place.x())
           .arg(place.y())
           .arg(int(button)));
  if (twice) return QTest::mouseDClick(widget, button, modifiers, place);
  QTest::mousePress(widget, button, modifiers, place);  // opens a menu, whose choice may end the widget
  if (widget) QTest::mouseRelease(widget, button, modifiers, place);
}

void RandomUser::drag() {
  QPointer<QWidget> widget = anyWidget();
  QPoint place = placeIn(*widget);
  const Qt::MouseButton button = upTo(4) == 0 ? Qt::MiddleButton : Qt::LeftButton;
  note(QString("drags in %1 from %2,%3").arg(nameOf(widget)).arg(place.x()).arg(place.y()));
  QTest::mousePress(widget, button, modifiersOf(upTo(12)), place);
  for (int i = upTo(6); i >= 0 && widget; --i) {
    place = placeIn(*widget);
    QMouseEvent move(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, button,
                     Qt::NoModifier);
    QSpontaneKeyEvent::setSpontaneous(&move);  // each a move of the hand
    QApplication::sendEvent(widget, &move);
  }
  if (widget) QTest::mouseRelease(widget, button, {}, place);
}

void RandomUser::pressKey() {
  QWidget* focus = QApplication::focusWidget() ? QApplication::focusWidget() : &window_;
  const Qt::Key key = oneOf(kKeys);
  const auto modifiers = modifiersOf(upTo(6));
  if (key == Qt::Key_F6 && modifiers != Qt::NoModifier) return;
  note("presses " + QKeySequence(key | modifiers).toString() + " in " + nameOf(focus));
  QTest::keyClick(focus, key, modifiers);
}

void RandomUser::typeText() {
  QPointer<QWidget> focus = QApplication::focusWidget() ? QApplication::focusWidget() : &window_;
  const QString text = oneOf(kTexts);
  note("types “" + text + "” into " + nameOf(focus));
  for (const QChar c : text)  // one may take the focus away, or the widget
    if (focus) QTest::sendKeyEvent(QTest::Click, focus, Qt::Key_unknown, QString(c), Qt::NoModifier);
  if (focus && upTo(1) == 0) QTest::keyClick(focus, Qt::Key_Return);
}

void RandomUser::turnWheel() {
  QWidget* widget = anyWidget();
  const QPoint place = placeIn(*widget);
  note("turns the wheel over " + nameOf(widget));
  QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, upTo(1) == 0 ? 120 : -120}, Qt::NoButton,
                    modifiersOf(upTo(5)), Qt::NoScrollPhase, false);
  QApplication::sendEvent(widget, &event);
}

void RandomUser::openExample() {
  const char* name = oneOf(kExamples);
  note(QString("opens ") + name);
  window_.findChild<FileActions*>()->open(name);
}

void RandomUser::change(const char* name) {
  auto* action = window_.findChild<QAction*>(name);
  if (!action || !action->isEnabled()) return;
  note(QString("triggers ") + name);
  action->trigger();
}

void RandomUser::resize() {
  const QSize size(700 + upTo(1100), 500 + upTo(550));
  note(QString("resizes to %1×%2").arg(size.width()).arg(size.height()));
  window_.resize(size);
}

void RandomUser::act() {
  acting_ = true;
  switch (upTo(31)) {
    case 0: openExample(); break;
    case 1: change("actionRun"); break;
    case 2: change("actionStop"); break;
    case 3: change("actionUndo"); break;
    case 4: change("actionRedo"); break;
    case 5: resize(); break;
    case 6:
    case 7: turnWheel(); break;
    case 8:
    case 9: typeText(); break;
    case 10:
    case 11:
    case 12:
    case 13: pressKey(); break;
    case 14:
    case 15:
    case 16:
    case 17: drag(); break;
    case 18:
    case 19: click(true); break;
    case 20:
    case 21:
    case 22:
    case 23: trigger(); break;
    default: click(false);
  }
  acting_ = false;
  QApplication::processEvents(QEventLoop::AllEvents, 5);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  if (!window_.isVisible()) window_.show();
}

}  // namespace holonom
