// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/scripted_user.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QTest>
#include <QTimer>
#include <cstdio>
#include <random>

#include "core/io/model_writer.h"
#include "gui/app/main_window.h"
#include "gui/app/window_main.h"
#include "gui/panels/field_editors.h"
#include "gui/panels/properties_panel.h"

namespace holonom {
namespace {

constexpr int kPause = 15;           // ms between two things that the user does
constexpr qint64 kPatience = 20000;  // ms until a model must have been offered
constexpr std::size_t kMostBodies = 12;

class ScriptedUser : public QObject {
 public:
  explicit ScriptedUser(unsigned seed) : random_(seed), born_(now()) {
    connect(&timer_, &QTimer::timeout, this, [this] { window_ ? edit() : begin(); });
    timer_.start(kPause);
  }

 private:
  static qint64 now() { return QDateTime::currentMSecsSinceEpoch(); }
  Document& document() { return window_->workspace().document; }
  int upTo(int most) { return std::uniform_int_distribution<>(0, most)(random_); }

  static QByteArray hashOf(const Document& document) {
    const std::string text = formatMechanism(document.mechanism());
    return QCryptographicHash::hash(QByteArray(text.data(), qsizetype(text.size())), QCryptographicHash::Sha1)
        .toHex();
  }
  static void say(const QByteArray& line) {
    std::fwrite((line + '\n').constData(), 1, std::size_t(line.size() + 1), stdout);
    std::fflush(stdout);
  }
  void sayState() { say("state " + QByteArray::number(now()) + ' ' + hashOf(document())); }

  static MainWindow* mainWindow() {
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (auto* window = qobject_cast<MainWindow*>(widget)) return window;
    return nullptr;
  }

  // Restores what is offered; then the user begins to work.
  void begin() {
    MainWindow* window = mainWindow();
    if (!window || !window->isVisible()) return;
    if (auto* restore = window->findChild<QAbstractButton*>("recoveryRestore")) {
      restored_ = true;
      return QTest::mouseClick(restore, Qt::LeftButton);
    }
    if (qEnvironmentVariableIntValue(kMustOffer) == 1 && !restored_) {
      if (now() - born_ < kPatience) return;
      say("missing");
      std::exit(1);
    }
    if (!window->workspace().document.isOpen()) return;  // it is being read
    window_ = window;
    connect(&document(), &Document::changed, this, [this] { sayState(); });
    say("restored " + hashOf(document()));
    sayState();
    SimulationOptions options = window_->workspace().session.options();
    options.endTime = 1000;  // runs go on until they are stopped
    window_->workspace().session.setOptions(options);
  }

  void trigger(const char* name) {
    auto* action = window_->findChild<QAction*>(name);
    if (action && action->isEnabled()) action->trigger();
  }

  void edit() {
    say("tick " + QByteArray::number(now()));
    const std::size_t bodies = document().mechanism().bodies.size();
    if (bodies == 0) return trigger("actionUndo");
    const PartRef body{PartRef::Kind::Body, upTo(int(bodies) - 1)};
    switch (upTo(39)) {
      case 0: return trigger("actionUndo");
      case 1: return trigger("actionRedo");
      case 2:
        window_->workspace().selection.select(body);
        return trigger(bodies < kMostBodies ? "actionDuplicate" : "actionDelete");
      case 3: return trigger("actionRun");
      case 4: return trigger("actionStop");
      case 5: return trigger("actionSave");
      default: type(body);
    }
  }

  // As a user does: the line of the value, F2, digits, Return.
  void type(const PartRef& body) {
    window_->workspace().selection.select(body);
    auto* panel = window_->findChild<PropertiesPanel*>();
    const QModelIndex line = panel->model().indexOf("mass", 1);
    if (!line.isValid()) return;
    panel->tree().setFocus();
    panel->tree().setCurrentIndex(line);
    QTest::keyClick(&panel->tree(), Qt::Key_F2);
    auto* editor = panel->tree().viewport()->findChild<FieldEdit*>();
    if (!editor) return;
    editor->selectAll();
    QTest::keyClicks(editor, QString::number(1 + upTo(100000)));
    QTest::keyClick(editor, Qt::Key_Return);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }

  std::mt19937 random_;
  qint64 born_;
  QTimer timer_;
  MainWindow* window_ = nullptr;
  bool restored_ = false;
};

}  // namespace

int runScriptedProgram(int argc, char** argv) {
  qAddPreRoutine([] {
    QTimer::singleShot(0, qApp, [] {
      auto* user = new ScriptedUser(unsigned(qEnvironmentVariableIntValue(kScriptedUser)));
      user->setParent(qApp);
    });
  });
  return runWindow(argc, argv);
}

}  // namespace holonom
