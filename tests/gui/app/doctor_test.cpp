// SPDX-License-Identifier: GPL-3.0-or-later
// The Doctor follows every change of the model, and its buttons mend what it finds.
#include <QDockWidget>
#include <QElapsedTimer>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>

#include "core/model/building.h"
#include "core/model/generators.h"
#include "editing_fixture.h"
#include "gui/panels/doctor_panel.h"
#include "gui/panels/severity_icons.h"
#include "gui/viewport/gap_marks.h"

namespace holonom {
namespace {

class DoctorTest : public EditingTest {
 protected:
  void SetUp() override {
    EditingTest::SetUp();
    if (!window_) return;
    key(Qt::Key_F7);
    ASSERT_TRUE(waitForCheck());
  }

  ModelChecker& checker() { return window_->workspace().checker; }
  bool waitForCheck() {
    return waitFor([this] { return checker().isCurrent(); });
  }
  QListWidget& list() { return *window_->findChild<QListWidget*>("doctorList"); }
  QString summary() { return find<QLabel>("doctorSummary")->text(); }
  std::size_t messages() { return window_->workspace().log.messages().size(); }

  int lineOf(const QString& part) {
    for (int row = 0; row < list().count(); ++row)
      if (list().item(row)->text().contains(part)) return row;
    return -1;
  }
  void choose(const QString& part) {
    const int row = lineOf(part);
    ASSERT_GE(row, 0) << part.toStdString() << "\n" << lines().toStdString();
    list().scrollToItem(list().item(row));
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {},
                      list().visualItemRect(list().item(row)).center());
    QApplication::processEvents();  // the buttons are laid out
  }
  QString lines() {
    QString all;
    for (int row = 0; row < list().count(); ++row) all += list().item(row)->text() + "\n";
    return all;
  }
  void press(const char* name) {
    auto* button = window_->findChild<QPushButton*>(name);
    ASSERT_NE(button, nullptr) << name;
    EXPECT_TRUE(button->isVisible() && button->isEnabled()) << name;
    click(button);
    QApplication::processEvents();
  }
  /// Of the line between the two places of the widest gap, in the picture.
  int redPixels() {
    static std::vector<GapMark> marks;
    if (!window_->view().gaps().empty()) marks = window_->view().gaps();
    const QImage picture = window_->view().picture();
    const double ratio = picture.devicePixelRatio();
    int red = 0;
    for (double share = 0.1; share < 0.9; share += 0.01) {
      const Vector2 place = (marks[0].from + share * (marks[0].to - marks[0].from)).head<2>();
      const QColor colour = picture.pixelColor((ratio * window_->view().pixelOf(place)).toPoint());
      red += colour.red() > 150 && colour.green() < 80 && colour.blue() < 80;
    }
    return red;
  }
  void change(const std::function<void(Mechanism&)>& how) {
    Mechanism changed = model();
    how(changed);
    document().edit("change", changed);
    ASSERT_FALSE(checker().isCurrent());
    ASSERT_TRUE(waitForCheck());
  }
};

TEST_F(DoctorTest, TheStateOfTheModelStandsInPanelAndStatusBar) {
  EXPECT_TRUE(list().isVisible());
  EXPECT_EQ(summary(), "Ready to run: 1 degree of freedom");
  EXPECT_EQ(find<QLabel>("stateLabel")->text(), summary());
  change([](Mechanism& m) { m.drivers = {{"motor", 0, "t"}, {"brake", 0, "0.5+3*t"}}; });
  EXPECT_TRUE(summary().startsWith("In the way of a run")) << summary().toStdString();
  EXPECT_EQ(find<QLabel>("stateLabel")->text(), summary());
  EXPECT_TRUE(list().item(0)->text().startsWith("In the way: ")) << "words, not only colours";
  document().history().undo();
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(summary(), "Ready to run: 1 degree of freedom");
}

TEST_F(DoctorTest, WhatNewlyStandsInTheWayComesIntoSight) {
  choose("Suggested method");
  window_->view().setFocus();
  change([](Mechanism& m) { m.bodies[0].mass = 2; });
  EXPECT_TRUE(list().currentItem()->text().contains("Suggested method")) << "what was read stays";
  change([](Mechanism& m) { m.drivers = {{"motor", 0, "t"}, {"brake", 0, "0.5+3*t"}}; });
  EXPECT_EQ(list().currentRow(), 0);
  EXPECT_EQ(find<QLabel>("doctorTitle")->text(), "Constraints contradict each other by 28.6°");
  EXPECT_FALSE(lines().contains("whole motion")) << lines().toStdString();
}

TEST_F(DoctorTest, OnlyOpeningWritesToTheLog) {
  const std::size_t before = messages();
  for (int i = 0; i < 3; ++i) {
    change([i](Mechanism& m) { m.bodies[0].mass = 2 + i; });
  }
  EXPECT_EQ(messages(), before);
  ASSERT_TRUE(document().openNamed("slider_crank"));
  ASSERT_TRUE(waitForCheck());
  EXPECT_TRUE(window_->workspace().log.messages().back().text.contains("Model checked"));
}

TEST_F(DoctorTest, ManyChangesAreExaminedOnceAndTheNewestCounts) {
  int examined = 0;
  QObject::connect(&checker(), &ModelChecker::checked, [&] { ++examined; });
  for (int i = 0; i < 30; ++i) {
    Mechanism changed = model();
    changed.bodies[0].position.x() += 1e-3;
    document().edit("drag", changed, "drag");
  }
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(examined, 1);
  ASSERT_FALSE(checker().diagnosis()->gaps.empty());
  EXPECT_NEAR(checker().diagnosis()->gaps[0].length(), 0.03, 1e-9) << "of the last change";
}

TEST_F(DoctorTest, AGapThatARunCouldNotCloseIsStillDrawn) {
  change([](Mechanism& m) { m.bodies[2].points[1].position *= 20; });
  ASSERT_FALSE(window_->view().gaps().empty());
  const std::size_t gaps = window_->view().gaps().size();
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  ASSERT_EQ(rows(), 0u) << "it cannot be assembled";
  EXPECT_EQ(window_->view().gaps().size(), gaps);
  EXPECT_GT(redPixels(), 20);
  keepPicture("gap-after-failure.png");
}

/// Five cranks under a coupler, one of which meets it 0.293 mm beside its place.
TEST_F(DoctorTest, MakesEqualWhatContradictsItself) {
  Mechanism drawn;
  const double places[] = {-0.4, -0.2, 0, 0.2, 0.4};
  addLink(drawn, {{-0.4, 0.2}}, {{0.4, 0.2}});
  for (const double x : places) {
    const double end = x == 0.2 ? 0.199707 : x;
    const PointRef meeting = pointAt(drawn, 0, {end, 0.2});
    const int crank = *addLink(drawn, {{x, 0}}, {{end, 0.2}, meeting, {}});
    pinToGround(drawn, {{x, 0}, PointRef{crank, 0}, {}});
  }
  addMotor(drawn, 1);
  document().setMechanism(drawn);
  action("actionMillimetres")->trigger();
  ASSERT_TRUE(waitForCheck());
  choose("Constraints contradict each other by");
  EXPECT_TRUE(find<QLabel>("doctorTitle")->text().endsWith(" mm/s")) << lines().toStdString();
  const QString explanation = find<QLabel>("doctorExplanation")->text();
  EXPECT_TRUE(explanation.contains("599.707 mm") && explanation.contains("would be 600 mm"))
      << explanation.toStdString();
  auto* button = window_->findChild<QPushButton*>("doctorAssemble");
  ASSERT_NE(button, nullptr) << explanation.toStdString();
  EXPECT_EQ(button->toolTip().isEmpty(), false);
  keepPicture("doctor-equal.png");
  press("doctorAssemble");
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(document().history().undoText(), "Make equal what differs by 0.293 mm");
  EXPECT_EQ(summary(), "Ready to run: the driver prescribes the whole motion") << lines().toStdString();
  EXPECT_NEAR((groundPosition(model(), endsOf(model().joints[6]).second) - Vector2(0.2, 0.2)).norm(), 0,
              1e-12);
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_EQ(session().runs().front()->run().summary().termination, Termination::ReachedEnd);
  document().history().undo();
  EXPECT_TRUE(model() == drawn);
}

TEST_F(DoctorTest, LengthsAreInTheUnitsOfTheBoard) {
  change([](Mechanism& m) { m.bodies[2].position += Vector3(0.16, 0.12); });
  EXPECT_TRUE(lines().contains("is open by 0.2 m")) << lines().toStdString();
  action("actionMillimetres")->trigger();
  ASSERT_TRUE(waitForCheck());
  EXPECT_TRUE(lines().contains("is open by 200 mm")) << lines().toStdString();
  choose("is open by 200 mm");
  const QString explanation = find<QLabel>("doctorExplanation")->text();
  EXPECT_TRUE(explanation.contains("160") && explanation.contains("120) mm apart"))
      << explanation.toStdString();
  EXPECT_FALSE(explanation.contains(" m,")) << explanation.toStdString();
  keepPicture("doctor-millimetres.png");
}

TEST_F(DoctorTest, AGapIsDrawnAndAssembledByOneUndoableStep) {
  change([](Mechanism& m) { m.bodies[2].position += Vector3(0.16, 0.12); });
  ASSERT_EQ(window_->view().gaps().size(), 2u);
  EXPECT_NEAR((window_->view().gaps()[0].to - window_->view().gaps()[0].from).norm(), 0.2, 1e-9);
  EXPECT_TRUE(window_->view().gaps()[0].text.contains("0.2 m"))
      << window_->view().gaps()[0].text.toStdString();
  EXPECT_GT(redPixels(), 20);
  choose("is open by");
  if (keepsPictures()) QTest::qWait(500);  // a smooth frame
  keepPicture("doctor.png");
  EXPECT_EQ(selection().part().kind, PartRef::Kind::Joint);
  const int steps = document().history().count();
  press("doctorAssemble");
  EXPECT_EQ(document().history().count(), steps + 1);
  EXPECT_EQ(document().history().undoText(), "Assemble now");
  ASSERT_TRUE(waitForCheck());
  EXPECT_TRUE(window_->view().gaps().empty());
  EXPECT_EQ(lineOf("is open by"), -1);
  document().history().undo();
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(window_->view().gaps().size(), 2u);
  click(button("actionRun"));
  EXPECT_LT(redPixels(), 5);
  EXPECT_TRUE(window_->view().gaps().empty()) << "in a run the joints are closed";
}

TEST_F(DoctorTest, ADriverThatBeginsElsewhereIsDrawnAtItsJoint) {
  change([](Mechanism& m) {
    ASSERT_TRUE(addMotor(m, 0).has_value());
    m.drivers[0].motion += " + 0.5";
  });
  ASSERT_EQ(window_->view().gaps().size(), 1u);
  const GapMark mark = window_->view().gaps()[0];
  ASSERT_TRUE(mark.centre.has_value());
  EXPECT_NEAR(mark.turn, 0.5, 1e-9);
  EXPECT_NEAR((mark.to - *mark.centre).norm(), (mark.from - *mark.centre).norm(), 1e-12);
  EXPECT_EQ(mark.text, QString::fromUtf8("28.6°"));
  const QImage picture = window_->view().picture();
  int red = 0;
  for (double share = 0.05; share < 1; share += 0.01) {
    const Vector2 arm = (mark.from - *mark.centre).head<2>();
    const double angle = share * mark.turn, c = std::cos(angle), s = std::sin(angle);
    const Vector2 place =
        mark.centre->head<2>() + Vector2(c * arm.x() - s * arm.y(), s * arm.x() + c * arm.y());
    const QColor colour =
        picture.pixelColor((picture.devicePixelRatio() * window_->view().pixelOf(place)).toPoint());
    red += colour.red() > 150 && colour.green() < 80 && colour.blue() < 80;
  }
  EXPECT_GT(red, 20) << "an arc from where the crank is to where it should be";
  choose("begins 28.6");
  EXPECT_EQ(selection().part().kind, PartRef::Kind::Driver);
  if (keepsPictures()) QTest::qWait(500);
  keepPicture("driver-gap.png", &window_->view());
  press("doctorAssemble");
  ASSERT_TRUE(waitForCheck());
  EXPECT_TRUE(window_->view().gaps().empty());
}

TEST_F(DoctorTest, VelocitiesAreMadeConsistentByOneStep) {
  change([](Mechanism& m) {
    for (Body& body : m.bodies) body.velocity = Vector2::Zero(), body.angularVelocity = 0;
    m.bodies[0].angularVelocity = 3;
    m.bodies[2].angularVelocity = -7;
  });
  choose("velocities do not fit");
  EXPECT_EQ(selection().part().kind, PartRef::Kind::Body);
  ASSERT_TRUE(list().hasFocus());
  key(Qt::Key_Tab);  // from the list to its button
  ASSERT_EQ(window_->focusWidget(), find<QPushButton>("doctorVelocities"));
  key(Qt::Key_Space);
  QApplication::processEvents();
  EXPECT_EQ(document().history().undoText(), "Make velocities consistent");
  EXPECT_NE(model().bodies[2].angularVelocity, -7);
  EXPECT_NEAR(model().bodies[0].angularVelocity, 3, 1e-4) << "exact";
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(lineOf("velocities do not fit"), -1);
}

TEST_F(DoctorTest, ASuggestedJointReplacesTheRedundantOne) {
  // the crank is held to ground twice: by its hinge and by a weld to a second bar on the same hinge
  Mechanism welded = model();
  const Body crank = welded.bodies[0];
  welded.bodies.push_back(crank);
  welded.bodies.back().name = "twin";
  const auto [ground, pin] = endsOf(welded.joints[0]);
  const int twin = static_cast<int>(welded.bodies.size()) - 1;
  welded.joints.push_back({"twinHinge", RevoluteJoint{ground, {twin, pin.point}}});
  welded.joints.push_back({"weld", FixedJoint{{0, pin.point}, {twin, pin.point}, 0}});
  document().setMechanism(welded);
  ASSERT_TRUE(waitForCheck());
  choose("redundant constraint");
  const std::size_t redundant = checker().diagnosis()->check.redundantRows.size();
  const int mobility = checker().diagnosis()->check.mobility;
  ASSERT_GT(redundant, 0u);
  auto* suggestion = window_->findChild<QPushButton*>("doctorRemovePart");
  press(suggestion ? "doctorRemovePart" : "doctorChangeJoint");
  ASSERT_TRUE(waitForCheck());
  EXPECT_LT(checker().diagnosis()->check.redundantRows.size(), redundant);
  EXPECT_EQ(checker().diagnosis()->check.mobility, mobility);
  EXPECT_EQ(document().history().count(), 1);
}

TEST_F(DoctorTest, TheSuggestedMethodIsSetOrTriedBesideTheOther) {
  SimulationOptions options = session().options();
  selectMethod(options, "generalized-alpha");
  options.endTime = 0.2;
  session().setOptions(options);
  ASSERT_TRUE(waitForCheck());
  choose("Suggested method");
  press("doctorTryBoth");
  EXPECT_FALSE(session().comparison().isEmpty());
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_EQ(session().runs().size(), 2u);
  ASSERT_TRUE(waitForCheck());
  choose("Suggested method");
  press("doctorUseMethod");
  EXPECT_NE(session().options().method, "generalized-alpha");
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(lineOf("Suggested method"), -1);
  EXPECT_GE(lineOf("suits this model"), 0);
}

TEST_F(DoctorTest, TheListIsWalkedWithTheKeysAndSelectsParts) {
  change([](Mechanism& m) { m.bodies[2].position += Vector3(0.05, 0.02); });
  key(Qt::Key_F7);
  ASSERT_TRUE(list().hasFocus());
  QTest::keyClick(&list(), Qt::Key_Home);
  QTest::keyClick(&list(), Qt::Key_Down);
  EXPECT_EQ(list().currentRow(), 1);
  EXPECT_EQ(selection().part(), checker().diagnosis()->findings[1].parts.back());
}

TEST_F(DoctorTest, AThousandBodiesDoNotHoldTheWindow) {
  document().setMechanism(makeChain(1000));
  // Changes while the examination is under way: each call comes back at once, and the newest model is the one
  // that is told of.
  qint64 longest = 0;
  QElapsedTimer timer;
  for (int i = 0; i < 5; ++i) {
    Mechanism changed = model();
    changed.bodies[0].mass = 3 + i;
    timer.start();
    window_->workspace().checker.checkChanged(std::make_shared<const Mechanism>(changed),
                                              session().options());
    longest = std::max(longest, timer.elapsed());
    QTest::qWait(20);
  }
  EXPECT_LT(longest, 50);
  ASSERT_TRUE(waitForCheck());
  EXPECT_EQ(checker().diagnosis()->check.bodies, 1000);
  RecordProperty("longest_ms", static_cast<int>(longest));
}

TEST_F(DoctorTest, NothingIsCutInANarrowPanel) {
  Mechanism twice = model();
  const auto [ground, pin] = endsOf(twice.joints[0]);
  twice.joints.push_back({"the second hinge at the same place", RevoluteJoint{ground, pin}});
  document().setMechanism(twice);
  ASSERT_TRUE(waitForCheck());
  auto* panel = window_->findChild<DoctorPanel*>();
  find<QDockWidget>("doctorDock")->setFloating(true);
  find<QDockWidget>("doctorDock")->resize(345, 220);
  auto* details = find<QScrollArea>("doctorDetails");
  ASSERT_TRUE(waitFor([&] { return panel->width() < 400; }));
  int buttons = 0;
  for (int row = 0; row < list().count(); ++row) {
    list().setCurrentRow(row);
    QTest::qWait(50);
    EXPECT_LE(details->widget()->width(), details->viewport()->width()) << row;
    for (const auto* button : details->findChildren<QPushButton*>()) {
      ++buttons;
      const QSize words = button->fontMetrics().size(0, button->text());
      EXPECT_LE(words.width(), button->width()) << button->text().toStdString();
      EXPECT_LE(words.height(), button->height()) << button->text().toStdString();
    }
    keepPicture(QString("narrow-doctor-%1.png").arg(row), panel);
  }
  EXPECT_GT(buttons, 0);
}

TEST_F(DoctorTest, SeveritiesDifferInFormAndWord) {
  std::vector<QImage> images;
  std::vector<QString> words;
  for (const Severity severity : {Severity::Blocks, Severity::Warns, Severity::Hint, Severity::Fine}) {
    const QImage shape =
        severityIcon(severity).pixmap(16, 16).toImage().convertToFormat(QImage::Format_Grayscale8);
    for (const QImage& other : images) EXPECT_NE(other, shape);
    for (const QString& other : words) EXPECT_NE(other, severityWord(severity));
    images.push_back(shape);
    words.push_back(severityWord(severity));
  }
}

}  // namespace
}  // namespace holonom
