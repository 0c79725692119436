// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>
#include <QTimer>

#include "core/model/editing.h"
#include "gui/panels/field_editors.h"
#include "gui/panels/model_panel.h"
#include "gui/panels/properties_panel.h"
#include "window_fixture.h"

namespace holonom {

/// A window with a four-bar linkage and what it takes to change it as a user does.
class EditingTest : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (window_) ASSERT_TRUE(document().openNamed("four_bar"));
  }

  const Mechanism& model() { return document().mechanism(); }
  Selection& selection() { return window_->workspace().selection; }
  ModelPanel& parts() { return *window_->findChild<ModelPanel*>(); }
  PropertiesPanel& properties() { return *window_->findChild<PropertiesPanel*>(); }
  QAction* action(const char* name) { return find<QAction>(name); }
  QString history(int place) { return document().history().text(place); }

  QModelIndex goTo(const char* key, int column = 1) {
    FieldTree& tree = properties().tree();
    const QModelIndex line = properties().model().indexOf(key, column);
    EXPECT_TRUE(line.isValid()) << key;
    tree.setFocus();
    tree.setCurrentIndex(line);
    return line;
  }
  /// Opens the editor of a value as F2 does.
  template <typename Editor = FieldEdit>
  Editor* edit(const char* key, int column = 1) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // the editor before
    goTo(key, column);
    QTest::keyClick(&properties().tree(), Qt::Key_F2);
    auto* editor = properties().tree().viewport()->findChild<Editor*>();
    EXPECT_NE(editor, nullptr) << key;
    return editor;
  }
  void type(const char* key, const QString& text, int column = 1) {
    auto* editor = edit(key, column);
    if (!editor) return;
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
    QApplication::processEvents();
  }
  QString shown(const char* key) { return properties().model().indexOf(key).data().toString(); }

  void clickLine(const PartRef& part, Qt::KeyboardModifiers modifiers = {}) {
    const QModelIndex line = parts().lineOf(part);
    ASSERT_TRUE(line.isValid());
    parts().view().scrollTo(line);
    QTest::mouseClick(parts().view().viewport(), Qt::LeftButton, modifiers,
                      parts().view().visualRect(line).center());
  }

  /// Presses a button of the next question.
  void answer(QMessageBox::StandardButton button) {
    answerBy([button](const QMessageBox& box) { return box.button(button); });
  }
  void answer(const QString& text) {
    answerBy([text](const QMessageBox& box) {
      const auto buttons = box.buttons();
      return *std::find_if(buttons.begin(), buttons.end(),
                           [&](const QAbstractButton* button) { return button->text() == text; });
    });
  }

 private:
  template <typename Choice>
  void answerBy(Choice choice) {
    auto* timer = new QTimer(window_.get());
    QObject::connect(timer, &QTimer::timeout, timer, [timer, choice] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!box) return;
      timer->deleteLater();
      choice(*box)->click();
    });
    timer->start(10);
  }
};

}  // namespace holonom
