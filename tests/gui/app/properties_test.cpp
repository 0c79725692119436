// SPDX-License-Identifier: GPL-3.0-or-later
// Values of parts are read and changed in the property panel.
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>

#include "editing_fixture.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

class Properties : public EditingTest {
 protected:
  void SetUp() override {
    EditingTest::SetUp();
    if (window_) selection().select({Kind::Body, 0});
  }
  QString help() { return find<QLabel>("fieldHelp")->text(); }
};

TEST_F(Properties, AValueWithAUnitIsOneStepOfTheHistory) {
  type("mass", "250 g");
  EXPECT_EQ(model().bodies[0].mass, 0.25);
  EXPECT_EQ(shown("mass"), "0.25 kg");
  EXPECT_EQ(document().history().count(), 1);
  EXPECT_TRUE(history(0).contains("mass")) << history(0).toStdString();
  type("pose.angle", "30°");
  EXPECT_NEAR(model().bodies[0].angle, 0.5235987755982988, 1e-15);
  type("pose.position", "25 mm, 0.1");
  EXPECT_EQ(model().bodies[0].position, Vector3(0.025, 0.1));
  type("mass", "0.25");
  EXPECT_EQ(document().history().count(), 3) << "the same value is no step";
}

TEST_F(Properties, NamesAreReadWholeInAWindowOfUsualSize) {
  selection().clear();
  FieldTree& tree = properties().tree();
  tree.expandAll();
  QTest::qWait(50);
  const FieldModel& fields = properties().model();
  for (int group = 0; group < fields.rowCount(); ++group) {
    const QModelIndex heading = fields.index(group, 0);
    for (int row = 0; row < fields.rowCount(heading); ++row) {
      const QModelIndex name = fields.index(row, 0, heading);
      if (!fields.fieldAt(name)) continue;
      const QString text = name.data().toString();
      EXPECT_GE(tree.visualRect(name).width(), tree.fontMetrics().horizontalAdvance(text) + 4)
          << text.toStdString();
    }
  }
  EXPECT_GE(tree.columnWidth(1), 85) << "values have room, too";
}

TEST_F(Properties, AWrongTextTurnsRedAndChangesNothing) {
  const Mechanism before = model();
  auto* editor = edit("mass");
  editor->selectAll();
  QTest::keyClicks(editor, "3 mm");
  EXPECT_FALSE(editor->isGood());
  EXPECT_TRUE(help().contains("kg, g, t, lb")) << help().toStdString();
  QTest::keyClick(editor, Qt::Key_Return);
  QApplication::processEvents();
  ASSERT_NE(properties().tree().viewport()->findChild<FieldEdit*>(), nullptr)
      << "stays open until it is right";
  editor->selectAll();
  QTest::keyClicks(editor, "3");
  EXPECT_TRUE(editor->isGood());
  QTest::keyClick(editor, Qt::Key_Escape);
  QApplication::processEvents();
  EXPECT_TRUE(model() == before);
  EXPECT_TRUE(help().contains("Mass of the body")) << help().toStdString();
}

/// Quick hands: what is typed right after a click belongs to that value and to no other part.
TEST_F(Properties, WhatIsTypedAtOnceAfterAClickLandsInThatValue) {
  auto& tree = properties().tree();
  const QModelIndex index = properties().model().indexOf("pose.position");
  tree.scrollTo(index);
  const auto typeAtOnce = [&](int column, const char* text) {
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {},
                      tree.visualRect(index.siblingAtColumn(column)).center());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), text);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTest::qWait(600);  // longer than any double click
  };
  for (const int column : {1, 0, 1}) {
    const QString text =
        QStringLiteral("0.%1, 0.25").arg(model().bodies.size() + 3 * column + document().history().count());
    typeAtOnce(column, qPrintable(text));
    EXPECT_EQ(selection().parts(), std::vector<PartRef>({{Kind::Body, 0}})) << column;
    if (column == 1) EXPECT_EQ(model().bodies[0].position, Vector3(text.section(',', 0, 0).toDouble(), 0.25));
  }
  for (std::size_t i = 1; i < model().bodies.size(); ++i) EXPECT_NE(model().bodies[i].position.y(), 0.25);
}

TEST_F(Properties, ArrowKeysMoveANumberInOneStep) {
  type("mass", "2");
  auto* editor = edit("mass");
  for (int i = 0; i < 3; ++i) QTest::keyClick(editor, Qt::Key_Up);
  EXPECT_DOUBLE_EQ(model().bodies[0].mass, 2.3);
  EXPECT_EQ(document().history().count(), 2);
  QTest::keyClick(editor, Qt::Key_Escape);
  QApplication::processEvents();
  document().history().undo();
  EXPECT_EQ(model().bodies[0].mass, 2);
  EXPECT_EQ(shown("mass"), "2 kg");
}

TEST_F(Properties, TabGoesFromValueToValue) {
  auto* editor = edit("mass");
  editor->selectAll();
  QTest::keyClicks(editor, "4");
  QTest::keyClick(editor, Qt::Key_Tab);
  QApplication::processEvents();
  EXPECT_EQ(model().bodies[0].mass, 4);
  EXPECT_EQ(properties().model().keyAt(properties().tree().currentIndex()), "inertia");
}

TEST_F(Properties, ChoicesAndFlags) {
  auto* combo = edit<QComboBox>("display.shape");
  ASSERT_NE(combo, nullptr);
  combo->setCurrentIndex(0);
  QTest::keyClick(combo, Qt::Key_Down);
  QApplication::processEvents();
  EXPECT_EQ(model().bodies[0].display.shape, Shape::Bar);
  const bool before = model().bodies[0].exact.vx;
  goTo("exact.vx");
  QTest::keyClick(&properties().tree(), Qt::Key_Return);
  EXPECT_NE(model().bodies[0].exact.vx, before);
}

TEST_F(Properties, OneClickOpensADropDown) {
  auto& tree = properties().tree();
  tree.expand(properties().model().indexOf("#Picture", 0));
  const QModelIndex index = properties().model().indexOf("display.shape");
  tree.scrollTo(index);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
  auto* combo = tree.viewport()->findChild<QComboBox*>();
  ASSERT_NE(combo, nullptr);
  ASSERT_TRUE(waitFor([&] { return combo->view()->isVisible(); }, 2000));
  keepPicture("drop-down.png");
  const QModelIndex disc = combo->model()->index(combo->findText("disc"), 0);
  combo->view()->scrollTo(disc);
  QTest::qWait(QApplication::doubleClickInterval() +
               100);  // a popup takes a quick second release for the first
  QTest::mouseClick(combo->view()->viewport(), Qt::LeftButton, {}, combo->view()->visualRect(disc).center());
  EXPECT_TRUE(waitFor([&] { return model().bodies[0].display.shape == Shape::Disc; }, 2000));
}

TEST_F(Properties, OfSeveralPartsOneIsShownByName) {
  auto* line = find<QLabel>("severalParts");
  EXPECT_FALSE(line->isVisibleTo(&properties()));
  selection().selectAll({{Kind::Body, 0}, {Kind::Body, 1}});
  EXPECT_TRUE(line->isVisibleTo(&properties()));
  EXPECT_TRUE(line->text().startsWith("2 parts selected")) << line->text().toStdString();
  EXPECT_TRUE(line->text().contains(QString::fromStdString(partName(model(), selection().part()))))
      << line->text().toStdString();
}

TEST_F(Properties, LettersAfterEscAreToolsAndChooseNothing) {
  selection().select({Kind::Joint, 0});
  const Mechanism before = model();
  ASSERT_NE(edit<QComboBox>("type"), nullptr);
  QTest::keyClick(properties().tree().viewport()->findChild<QComboBox*>(), Qt::Key_S);
  QTest::keyClick(properties().tree().viewport()->findChild<QComboBox*>(), Qt::Key_Escape);
  QApplication::processEvents();
  key(Qt::Key_S);
  EXPECT_TRUE(model() == before) << "off the board the tree keeps the keyboard";
  action("tool_link")->trigger();
  auto* text = edit("name");
  QTest::keyClicks(text, "s");
  QTest::keyClick(text, Qt::Key_Escape);
  QApplication::processEvents();
  key(Qt::Key_S);
  EXPECT_TRUE(action("tool_select")->isChecked());
  EXPECT_TRUE(model() == before);
}

TEST_F(Properties, AJointBecomesAnotherKind) {
  selection().select({Kind::Joint, 1});
  auto* combo = edit<QComboBox>("type");
  ASSERT_NE(combo, nullptr);
  combo->setCurrentIndex(1);
  QTest::keyClick(combo, Qt::Key_Down);
  QApplication::processEvents();
  EXPECT_TRUE(std::holds_alternative<FixedJoint>(model().joints[1].kind));
  EXPECT_TRUE(properties().model().indexOf("angle").isValid()) << "with the fields of its kind";
}

TEST_F(Properties, AControllerBecomesAnotherKindThatDoesTheSame) {
  ASSERT_TRUE(document().openNamed("pid_arm"));
  SimulationOptions options = session().options();
  options.endTime = 1;
  session().setOptions(options);
  const auto lastAngle = [&] {
    session().start();
    EXPECT_TRUE(waitFor([this] { return finished(); }));
    const auto recording = session().runs()[0]->recording();
    return recording->value(recording->size() - 1, recording->channelIndex("arm.theta"));
  };
  const double before = lastAngle();
  const Mechanism pid = model();
  selection().select({Kind::Controller, 0});
  const auto choose = [&](Qt::Key direction) {
    auto* combo = edit<QComboBox>("type");
    ASSERT_NE(combo, nullptr);
    QTest::keyClick(combo, direction);
    QApplication::processEvents();
  };
  choose(Qt::Key_Up);
  ASSERT_TRUE(std::holds_alternative<ControlLaw>(model().controllers[0].kind));
  EXPECT_TRUE(properties().model().indexOf("states.0.derivative").isValid()) << "with the fields of its kind";
  if (keepsPictures()) {  // large enough to be read
    const auto pause = notCounted();
    for (QWidget* up = &properties(); up; up = up->parentWidget())
      if (auto* dock = qobject_cast<QDockWidget*>(up)) {
        dock->setFloating(true);
        dock->resize(520, 560);
        QTest::qWait(100);
        keepPicture("controller-kind.png", dock);
        dock->setFloating(false);
        break;
      }
  }
  EXPECT_NEAR(lastAngle(), before, 1e-9) << "the equations are those of the PID controller";
  choose(Qt::Key_Down);
  EXPECT_TRUE(model() == pid) << "and are known again";
  choose(Qt::Key_Down);
  ASSERT_TRUE(std::holds_alternative<SampledLaw>(model().controllers[0].kind));
  EXPECT_NEAR(lastAngle(), before, 0.05) << "with short samples it acts nearly the same";
  EXPECT_NE(lastAngle(), before);
  document().history().undo();
  EXPECT_TRUE(model() == pid);
}

TEST_F(Properties, ListsGrowAndShrink) {
  const auto points = model().bodies[0].points;
  goTo("+Points", 0);
  QTest::keyClick(&properties().tree(), Qt::Key_Return);
  ASSERT_EQ(model().bodies[0].points.size(), points.size() + 1);
  EXPECT_EQ(model().bodies[0].points.back().name, "P");
  static QStringList complaints;
  complaints.clear();
  const auto before = qInstallMessageHandler(
      [](QtMsgType, const QMessageLogContext&, const QString& text) { complaints << text; });
  auto* editor = properties().tree().findChild<QLineEdit*>("fieldEdit");
  ASSERT_TRUE(editor && editor->isVisible()) << "it waits for its name";
  editor->selectAll();
  QTest::keyClicks(editor, "tip");
  QTest::keyClick(editor, Qt::Key_Return);
  QApplication::processEvents();
  qInstallMessageHandler(before);
  EXPECT_TRUE(complaints.isEmpty()) << complaints.join('\n').toStdString();
  EXPECT_EQ(model().bodies[0].points.back().name, "tip");
  goTo("points.tip");
  QTest::keyClick(&properties().tree(), Qt::Key_Delete);
  EXPECT_EQ(model().bodies[0].points, points);
  EXPECT_TRUE(exists(model(), {Kind::Body, 0})) << "the body itself stays";
}

TEST_F(Properties, ABodyIsMadeOfSolids) {
  ASSERT_TRUE(document().openNamed("t_handle"));
  selection().select({Kind::Body, 0});
  const double bar = model().bodies[0].mass;
  type("solids.0.length", "320 mm");
  EXPECT_NEAR(model().bodies[0].mass, bar * 0.38 / 0.22, 1e-12) << "longer by 160 mm of 220 mm";
  goTo("+Solids", 0);
  QTest::keyClick(&properties().tree(), Qt::Key_Return);
  QApplication::processEvents();
  ASSERT_EQ(model().bodies[0].solids.size(), 3u);
  type("solids.2.density", "1000");
  edit("mass")->selectAll();
  auto* editor = properties().tree().viewport()->findChild<FieldEdit*>();
  QTest::keyClicks(editor, "3 kg");
  QTest::keyClick(editor, Qt::Key_Return);
  QApplication::processEvents();
  QTest::keyClick(editor, Qt::Key_Escape);
  EXPECT_NEAR(model().bodies[0].mass, bar * 0.38 / 0.22 + 1000 * model().bodies[0].solids[2].size.prod(),
              1e-12)
      << "it follows from the solids";
  goTo("solids.2.density");
  QTest::keyClick(&properties().tree(), Qt::Key_Delete);
  EXPECT_EQ(model().bodies[0].solids.size(), 2u);
  document().history().undo();
  EXPECT_EQ(model().bodies[0].solids.size(), 3u);
}

TEST_F(Properties, ParametersOfTheModel) {
  selection().clear();
  goTo("+Parameters", 0);
  QTest::keyClick(&properties().tree(), Qt::Key_Insert);
  ASSERT_FALSE(model().parameters.empty());
  auto* name = properties().tree().findChild<QLineEdit*>("fieldEdit");
  ASSERT_TRUE(name && name->isVisible());
  name->selectAll();
  QTest::keyClicks(name, "g_moon");
  QTest::keyClick(name, Qt::Key_Return);
  QApplication::processEvents();
  EXPECT_EQ(model().parameters.back().first, "g_moon");
  type("gravity", "0, -1.62");
  EXPECT_EQ(model().gravity, Vector3(0, -1.62));
}

TEST_F(Properties, UnitsAreChosenInTheViewMenuAndKept) {
  type("pose.position", "25 mm, 0.1");
  EXPECT_EQ(shown("pose.position"), "(0.025, 0.1) m");
  action("actionMillimetres")->trigger();
  EXPECT_EQ(shown("pose.position"), "(25, 100) mm");
  type("pose.position", "30, 40");
  EXPECT_EQ(model().bodies[0].position, Vector3(0.03, 0.04));
  EXPECT_TRUE(shown("pose.angle").endsWith(QChar(0xb0)));
  action("actionRadians")->trigger();
  EXPECT_TRUE(shown("pose.angle").endsWith("rad"));
  EXPECT_TRUE(UnitSettings().shown().millimetres);
}

TEST_F(Properties, FormulasAreCompleted) {
  Mechanism changed = model();
  changed.outputs.push_back({"watched", changed.bodies[0].name + ".x", "m"});
  document().edit("add an output", changed);
  selection().select({Kind::Output, int(model().outputs.size()) - 1});
  auto* editor = edit("expression");
  editor->selectAll();
  const QString name = QString::fromStdString(model().bodies[0].name);
  QTest::keyClicks(editor, "2*" + name + ".omeg");
  auto* completer = editor->findChild<QCompleter*>();
  ASSERT_NE(completer, nullptr);
  EXPECT_FALSE(editor->isGood());
  ASSERT_TRUE(waitFor([&] { return completer->popup()->isVisible(); }));
  QTest::keyClick(completer->popup(), Qt::Key_Down);
  QTest::keyClick(completer->popup(), Qt::Key_Return);
  EXPECT_EQ(editor->text(), "2*" + name + ".omega");
  EXPECT_TRUE(editor->isGood());
  QTest::keyClick(editor, Qt::Key_Return);
  QApplication::processEvents();
  EXPECT_EQ(model().outputs.back().expression, "2*" + name.toStdString() + ".omega");
}

TEST_F(Properties, EnterTakesWhatWasTypedBesideAListOfNames) {
  Mechanism changed = model();
  changed.outputs.push_back({"watched", "1", ""});
  document().edit("add an output", changed);
  selection().select({Kind::Output, int(model().outputs.size()) - 1});
  auto* editor = edit("expression");
  editor->selectAll();
  QTest::keyClicks(editor, "2*t");
  auto* completer = editor->findChild<QCompleter*>();
  ASSERT_TRUE(waitFor([&] { return completer->popup()->isVisible(); })) << "tan is offered";
  QTest::keyClick(completer->popup(), Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return model().outputs.back().expression == "2*t"; }));
}

TEST_F(Properties, ARunTakesAnEntryThatIsStillOpen) {
  auto* editor = edit("mass");
  editor->selectAll();
  QTest::keyClicks(editor, "4.5");
  session().start();
  EXPECT_EQ(model().bodies[0].mass, 4.5);
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->run().mechanism().bodies[0].mass, 4.5);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
}

TEST_F(Properties, OpenHeadingsAndTheLineStayOverAnEdit) {
  FieldTree& tree = properties().tree();
  tree.collapse(properties().model().indexOf("#At the start", 0));
  type("mass", "3");
  goTo("mass");
  document().history().undo();
  EXPECT_EQ(properties().model().keyAt(tree.currentIndex()), "mass");
  selection().select({Kind::Body, 1});
  EXPECT_FALSE(tree.isExpanded(properties().model().indexOf("#At the start", 0)));
}

}  // namespace
}  // namespace holonom
