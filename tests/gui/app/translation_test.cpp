// SPDX-License-Identifier: GPL-3.0-or-later
// In the pseudo-language every text of the window stands between marks. What stands outside of them is a name
// of the model, a number, a unit, a name of a file, a word of files and of the command line; else it has
// escaped translation.
#include <QDialog>
#include <QDockWidget>
#include <QListWidget>
#include <QMenuBar>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QTextBrowser>
#include <QTextDocumentFragment>

#include "core/base/body_quantities.h"
#include "core/base/language.h"
#include "core/io/examples.h"
#include "core/io/model_writer.h"
#include "core/model/editing.h"
#include "core/model/symbols.h"
#include "gui/app/translation.h"
#include "gui/panels/math_text.h"
#include "gui/plots/forms/plot_form.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_spec.h"
#include "gui/plots/plot_view.h"
#include "solvers/integrators/methods.h"
#include "solvers/options/options.h"
#include "tests/gui/support/seen_texts.h"
#include "window_fixture.h"

namespace holonom {
namespace {

using Words = QSet<QString>;

Words wordsOf(const QString& text) {
  static const QRegularExpression word("[A-Za-z][A-Za-z0-9]+");
  Words words;
  for (auto at = word.globalMatch(text); at.hasNext();) words << at.next().captured();
  return words;
}

/// Marks that were cut with the text, by an ellipsis or at the end of a line, end there.
QString withoutMarked(QString text) {
  static const QRegularExpression style("<style.*?</style>|<!--.*?-->",
                                        QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression tag("<[^<>]*>|&[a-z]+;"), marked("⟦[^⟦⟧]*⟧"), begun("⟦[^⟧]*$"),
      ended("^[^⟦]*⟧");
  for (const QRegularExpression& part : {style, tag, marked, begun, ended}) text.replace(part, " ");
  return text;
}

/// Words of files, of the command line and of formulas; names of keys.
Words wordsOfFiles() {
  Words words = wordsOf(
      "Holonom holonom json csv png svg ogv md run compare set output Ctrl Shift Alt Home End PgUp PgDown "
      "Del Esc "
      "Space Ins Return Enter Tab Backspace F1 F2 ground rad deg ms kg mm Pa Hz kHz MB px fps lambda energy "
      "drift "
      "step constraints sigma condition kinetic potential total work dissipated balance position velocity "
      "acceleration length rate force torque fx fy order newton jacobians rejected events sin cos pi if");
  for (const OptionField& field : optionFields()) {
    words += wordsOf(QString::fromStdString(field.name + ' ' + field.unit));
    for (const std::string& choice : field.choices) words += wordsOf(QString::fromStdString(choice));
  }
  for (const MethodDescriptor& method : methods()) {
    words += wordsOf(QString::fromStdString(method.name));
    const MethodFormula formula = method.formula({});  // letters of formulas are those of every language
    for (const std::string& line : formula.lines)
      words += wordsOf(QTextDocumentFragment::fromHtml(mathHtml(line)).toPlainText());
    if (formula.coefficients)
      for (const std::string& head : formula.coefficients->heads)
        words += wordsOf(QTextDocumentFragment::fromHtml(mathHtml(head)).toPlainText());
  }
  for (const auto& level : kBodyQuantities)
    for (const BodyQuantity& quantity : level) words << QString::fromStdString(quantity.name);
  for (const auto& models : {listExamples(), listTemplates()})
    for (const Example& example : models)
      words +=
          wordsOf(QString::fromStdString(example.name + ' ' + example.title + ' ' + example.description));
  return words;
}

class Translation : public WindowTest {
 protected:
  void SetUp() override {
    setLanguage(pseudoLanguage());
    QCoreApplication::installTranslator(&translator_);
    WindowTest::SetUp();
    allowBlock(60, "the test reads all texts between two turns");
  }
  void TearDown() override {
    WindowTest::TearDown();
    QCoreApplication::removeTranslator(&translator_);
    setLanguage(nullptr);
  }

  void open(const char* example) {
    ASSERT_TRUE(document().openNamed(example));
    names_ += wordsOf(QString::fromStdString(formatMechanism(document().mechanism()))) +
              wordsOf(document().filePath());
    for (const std::string& symbol : outputSymbols(document().mechanism()))
      names_ += wordsOf(QString::fromStdString(symbol));
  }
  void run() {
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished() && rows() > 0; }, 60000));
    QTest::qWait(300);  // until plots and tables have it
  }

  bool isKnown(const QString& word) const {
    static const Words files = wordsOfFiles();
    static const QRegularExpression digits("[0-9].*$");  // "lambda1", "e05"
    const auto has = [this](const QString& w) {
      return files.contains(w) || names_.contains(w) || w.size() < 2;
    };
    return has(word) || has(QString(word).remove(digits));
  }
  void judge(const std::vector<SeenText>& texts, const char* when) {
    for (const auto& [where, text] : texts) {
      if (where.contains("keysList")) continue;  // takes texts of actions apart, which are judged themselves
      for (const QString& word : wordsOf(withoutMarked(text)))
        if (!isKnown(word) && !told_.contains(where + text))
          told_ << where + text, ADD_FAILURE() << when << ": '" << word.toStdString() << "' in '"
                                               << text.left(300).toStdString() << "' (" << where.toStdString()
                                               << ") is not translated";
    }
  }
  /// Menus are filled when they open.
  void judgeWindow(const char* when) {
    const auto pause = notCounted();
    for (QMenu* menu : window_->findChildren<QMenu*>()) emit menu->aboutToShow();
    judge(textsIn(*window_), when);
  }
  void judgePanes(const char* when) {
    const auto pause = notCounted();
    for (PlotView* pane : window_->findChild<PlotBoard*>()->panes())
      judge(textsDrawnBy([pane](QPainter& painter) { pane->drawTo(painter); }, "pane " + pane->key()), when);
  }
  /// What is painted by widgets of our own.
  void judgePainted(const char* when) {
    const auto pause = notCounted();
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
      const QString type = widget->metaObject()->className();
      if (!type.startsWith("holonom::") || type.endsWith("View") || !widget->isVisible()) continue;
      if (type.endsWith("ModelCard")) continue;  // words of model files, cut where there is no room
      judge(textsDrawnBy(
                [widget](QPainter& painter) { widget->render(&painter, {}, {}, QWidget::RenderFlags()); },
                type),
            when);
    }
  }

  WindowTranslator translator_;
  Words names_;
  QSet<QString> told_;
};

TEST_F(Translation, OfTheEmptyWindow) {
  judgeWindow("at the start");
  judgePainted("at the start");
}

TEST_F(Translation, OfAModelAndItsRun) {
  for (const char* example : {"slider_crank", "bouncing_slider"}) {
    open(example);
    judgeWindow(example);
    run();
    for (QDockWidget* dock : window_->findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      QApplication::processEvents();
      judgePainted(qPrintable(dock->objectName()));
    }
    judgeWindow("after a run");
    judgePanes("after a run");
  }
}

/// The property panel has each kind of part.
TEST_F(Translation, OfTheProperties) {
  for (const char* example : {"slider_crank", "flexible_slider_crank", "sampled_arm", "bouncing_slider",
                              "door", "rolling_disc", "knife_edge", "scotch_yoke"}) {
    open(example);
    const Mechanism& model = document().mechanism();
    for (const auto kind :
         {PartRef::Kind::Ground, PartRef::Kind::Body, PartRef::Kind::Joint, PartRef::Kind::Driver,
          PartRef::Kind::Controller, PartRef::Kind::Force, PartRef::Kind::Event, PartRef::Kind::Output})
      for (int i = 0; i < (kind == PartRef::Kind::Ground ? 1 : partCount(model, kind)); ++i) {
        window_->workspace().selection.select({kind, i});
        QApplication::processEvents();
        const auto pause = notCounted();
        judge(textsIn(*find<QDockWidget>("propertiesDock")), example);
      }
  }
}

TEST_F(Translation, OfThePlots) {
  open("slider_crank");
  run();
  auto* board = window_->findChild<PlotBoard*>();
  for (const PlotForm& form : plotForms()) {
    for (PlotView* pane : board->panes()) pane->setForm(form.key);
    QApplication::processEvents();
    judgePanes(qPrintable(form.key));
    judgeWindow(qPrintable(form.key));
  }
  board->addPane("free");
  for (const PlotSpec& spec : plotSpecs()) board->addPane(spec.key);
  QApplication::processEvents();
  judgePanes("all panes");
}

TEST_F(Translation, OfAComparison) {
  open("slider_crank");
  session().setComparisons({"bdf:3", "generalized-alpha:2"});
  run();
  judgeWindow("with three runs");
  judgePanes("with three runs");
}

TEST_F(Translation, OfWhatIsWrong) {
  ASSERT_FALSE(document().openNamed("no_such_example"));
  names_ += wordsOf("no_such_example");
  judgeWindow("with a name of no model");
  open("slider_crank");
  Mechanism broken = document().mechanism();
  broken.drivers.push_back(broken.drivers.front());
  broken.drivers.back().name = "second";
  broken.drivers.back().motion = "t";
  names_ << "second";
  document().edit("x", broken);
  names_ << "x";
  QTest::qWait(1000);  // until the Doctor has seen it
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }, 60000));
  QTest::qWait(300);
  judgeWindow("with drivers that contradict each other");
}

/// Dialogs that do not hold up the window.
TEST_F(Translation, OfTheDialogs) {
  open("slider_crank");
  run();
  for (QAction* action : window_->findChildren<QAction*>()) {
    if (!QStringList{"actionExportPicture", "actionExportVideo", "actionManual"}.contains(
            action->objectName()) &&
        !action->text().contains("Keyboard shortcuts") && !action->text().contains("About") &&
        !action->text().contains("Study") && !action->text().contains("Measure"))
      continue;
    action->trigger();
    QTest::qWait(50);
    for (QWidget* dialog : QApplication::topLevelWidgets()) {
      if (dialog == window_.get() || !dialog->isVisible() || qobject_cast<QMenu*>(dialog)) continue;
      if (action->objectName() == "actionManual") {  // its pages are files
        for (QTextBrowser* page : dialog->findChildren<QTextBrowser*>()) page->clear();
        for (QListWidget* pages : dialog->findChildren<QListWidget*>()) pages->clear();
      }
      judge(textsIn(*dialog), qPrintable(action->objectName() + action->text()));
      dialog->close();
    }
  }
}

TEST_F(Translation, FindsWhatIsNotMarked) {
  EXPECT_EQ(wordsOf(withoutMarked("⟦joint '⟧crank⟦' is open by ⟧3 mm")), (Words{"crank", "mm"}));
  EXPECT_EQ(wordsOf(withoutMarked("<b>Name</b> ⟦of a part…")), Words{"Name"});
  EXPECT_FALSE(isKnown("Name"));
  EXPECT_EQ(translator_.translate("X", "t = %1 s: %2", nullptr, -1), "⟦t = ⟧%1⟦ s: ⟧%2");
  QWidget widget;
  QLabel label("Mass", &widget);
  label.setToolTip("⟦of a body⟧");
  ASSERT_EQ(textsIn(widget).size(), 2u);
  const auto drawn = textsDrawnBy([](QPainter& painter) { painter.drawText(5, 5, "angle θ of"); }, "paper");
  ASSERT_EQ(drawn.size(), 1u);
  EXPECT_EQ(drawn[0].text, "angle θ of");
}

}  // namespace
}  // namespace holonom
