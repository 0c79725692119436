// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the manual, as the program shows them today. To make them anew:
//   HOLONOM_PICTURES=resources/docs/user window_tests --gtest_filter='ManualPictures.*'
#include <Eigen/Geometry>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QTreeWidget>
#include <cmath>
#include <numbers>

#include "core/model/building.h"
#include "core/model/fields.h"
#include "editing_fixture.h"
#include "gui/app/central_area.h"
#include "gui/app/picture_grid.h"
#include "gui/app/window_layout.h"
#include "gui/panels/method_explorer_panel.h"
#include "gui/plots/forms/spectrum_form.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "gui/session/autosave.h"
#include "gui/viewport/scene/layout.h"

namespace holonom {
namespace {

class ManualPictures : public EditingTest {
 protected:
  /// Those panes alone, which fill the board.
  void showPanes(const std::vector<PlotTopic>& topics) {
    const std::vector<PlotView*> panes = window_->plots().panes();
    for (PlotView* pane : panes)
      if (std::find(topics.begin(), topics.end(), pane->spec().topic) == topics.end())
        window_->plots().removePane(pane);
    window_->statusBar()->clearMessage();
  }
  void SetUp() override {
    if (!keepsPictures()) GTEST_SKIP() << "makes pictures only: set HOLONOM_PICTURES";
    WindowTest::SetUp();
    if (!window_) return;
    allowBlock(1, "a window is arranged for a picture");
    window_->resize(1600, 1000);
    window_->layoutKeeper().proportion();
    window_->workspace().units.show({.millimetres = false, .degrees = true});
  }
  void TearDown() override {
    if (window_) WindowTest::TearDown();
  }

  /// Accelerations, energies and a pane of these outputs beside the picture of a time.
  void keepRun(const QStringList& outputs, double time, const char* file) {
    showPanes({PlotTopic::Acceleration, PlotTopic::Energy});
    window_->plots().addPane("free")->choose(outputs);
    find<QDockWidget>("integratorDock")->hide();
    playback().setTime(time);
    keep(file);
  }
  void openAndRun(const char* name, const QStringList& beside = {}) {
    ASSERT_TRUE(document().openNamed(name));
    session().setComparisons(beside);
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    playback().pause();
  }
  /// The picture and what is below it have the room of the plots.
  void hidePlots() {
    for (const char* dock : {"plotsDock", "integratorDock"}) find<QDockWidget>(dock)->hide();
  }
  void showDock(const char* name) {
    auto* dock = find<QDockWidget>(name);
    dock->show();
    dock->raise();
  }
  MechanismView& view() { return window_->view(); }
  QPoint at(const Vector2& place) { return view().pixelOf(place).toPoint(); }
  void mouse(QEvent::Type type, const Vector2& place, Qt::KeyboardModifiers modifiers = {}) {
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at(place), view().mapToGlobal(at(place)), button, Qt::LeftButton, modifiers);
    QApplication::sendEvent(&view(), &event);
  }
  void click(const Vector2& place) { QTest::mouseClick(&view(), Qt::LeftButton, {}, at(place)); }
  /// When picture and plots have come to rest.
  void keep(const QString& name, QWidget* widget = nullptr) {
    QTest::qWait(900);
    keepPicture(name, widget);
    EXPECT_TRUE(QFile::exists(qEnvironmentVariable("HOLONOM_PICTURES") + "/" + name));
  }
};

TEST_F(ManualPictures, Start) {
  auto* tabs = find<QTabBar>("galleryTabs");
  QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
  hidePlots();
  for (const char* below : {"logDock", "summaryDock", "compareDock", "doctorDock"})
    find<QDockWidget>(below)->hide();  // all rows of cards are seen
  QTest::qWait(1500);                  // the cards are drawn one a turn
  keep("start.png");
}

TEST_F(ManualPictures, TheWindow) {
  openAndRun("slider_crank", {"bdf:3"});
  showDock("summaryDock");
  find<QDockWidget>("integratorDock")->hide();
  playback().setTime(0.0294);
  keep("window.png");
}

TEST_F(ManualPictures, Comparing) {
  auto* card = find<QAbstractButton>("seeSpikes");
  QTest::mouseClick(card, Qt::LeftButton, {}, card->rect().center());
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().pause();
  QTest::mouseClick(find<QPushButton>("measureErrors"), Qt::LeftButton);
  QTest::qWait(1500);
  find<QDockWidget>("integratorDock")->hide();
  playback().setTime(0.0279);
  keep("compare.png");
}

TEST_F(ManualPictures, SideBySide) {
  openAndRun("andrews", {"bdf:3", "generalized-alpha:3", "bdf:2:rtol=1e-2:atol=1e-2"});
  showDock("compareDock");
  find<QAction>("actionSideBySide")->trigger();
  ASSERT_TRUE(waitFor([this] { return window_->findChild<CentralArea*>()->pictures().views().size() == 4; }));
  find<QDockWidget>("integratorDock")->hide();
  showPanes({PlotTopic::Acceleration, PlotTopic::Reactions, PlotTopic::Energy});
  playback().setTime(0.0173);
  QTest::qWait(1000);
  keep("compare-side-by-side.png");
}

TEST_F(ManualPictures, Doctor) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  Mechanism moved = model();
  moved.bodies[2].position += Vector3(0.16, 0.12);
  document().edit("move rocker", moved);
  showDock("doctorDock");
  auto* list = find<QListWidget>("doctorList");
  ASSERT_TRUE(waitFor([&] { return list->count() > 2 && list->item(0)->text().contains("open by"); }));
  list->setCurrentRow(0);
  hidePlots();
  keep("doctor.png");
}

TEST_F(ManualPictures, Editing) {
  openAndRun("four_bar");
  clickLine({PartRef::Kind::Body, 0});
  type("mass", "250 g");
  type("velocity.angular", "2*pi rad/s");
  goTo("mass");
  hidePlots();
  showDock("historyDock");
  keep("editing.png");
}

TEST_F(ManualPictures, ARefusedValue) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  clickLine({PartRef::Kind::Body, 0});
  auto* editor = edit("mass");
  editor->selectAll();
  QTest::keyClicks(editor, "3 mm");
  keep("refused-value.png", &properties());
}

TEST_F(ManualPictures, Recovery) {
  QDir(Autosave::folder()).removeRecursively();
  ASSERT_TRUE(document().openNamed("four_bar"));
  document().setMechanism(model());  // without a file
  Mechanism heavier = model();
  heavier.bodies[0].mass = 2;
  document().edit("change mass", heavier);
  QTest::qWait(1500);
  reopen();
  window_->offerRecovery();
  auto* list = window_->findChild<QTreeWidget*>("recoveryList");
  ASSERT_NE(list, nullptr);
  keep("recovery.png", list->window());
}

TEST_F(ManualPictures, Variants) {
  openAndRun("four_bar");
  for (const double mass : {0.25, 2.}) {
    find<QAction>("actionKeepCurves")->trigger();
    Mechanism changed = document().mechanism();
    changed.bodies[1].mass = mass;
    document().edit("change the mass", changed);
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    playback().pause();
  }
  find<QDockWidget>("integratorDock")->hide();
  showPanes({PlotTopic::Acceleration, PlotTopic::Reactions, PlotTopic::Energy});
  playback().setTime(0.9);
  keep("variants.png");
}

TEST_F(ManualPictures, Plots) {
  openAndRun("slider_crank");
  PlotBoard& plots = window_->plots();
  const std::vector<PlotView*> panes = plots.panes();
  PlotView* reactions = plotPane("reactions");
  reactions->setStatisticsVisible(true);
  for (PlotView* pane : panes)
    if (pane != reactions) plots.removePane(pane);
  plots.addPane("free")->choose({"rod.y"});
  plots.currentPane()->setAbscissa("rod.x");
  plots.addPane("free")->choose({"rod.omega", "rod.alpha"});
  plots.currentPane()->setSide("rod.alpha", 1);
  plots.addPane("free")->choose(reactions->shown());
  plots.currentPane()->setForm(kSpectrumForm);
  plots.currentPane()->setLogarithmic(true);
  showDock("quantitiesDock");
  QTest::keyClicks(find<QLineEdit>("quantitySearch"), "rod acc");
  find<QDockWidget>("integratorDock")->hide();
  plots.setCurrentPane(reactions);
  playback().setTime(0.0864);
  keep("plots.png");
}

TEST_F(ManualPictures, TheIntegrator) {
  openAndRun("slider_crank");
  showDock("integratorDock");
  showPanes({PlotTopic::Acceleration, PlotTopic::Reactions, PlotTopic::Drift});
  playback().setTime(0.0111764);
  keep("integrator-timeline.png");
}

TEST_F(ManualPictures, TheMethods) {
  openAndRun("flexible_slider_crank");
  showDock("methodsDock");
  auto* dock = find<QDockWidget>("methodsDock");
  dock->setFloating(true);
  dock->resize(1180, 760);
  playback().setTime(0.5 * playback().available());
  auto* panel = find<MethodExplorerPanel>("methodExplorer");
  ASSERT_TRUE(waitFor([&] { return panel->facts() && panel->modes() && panel->modes()->h > 0; }));
  keep("method_explorer.png", panel);
}

TEST_F(ManualPictures, Pulling) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  view().lookFrom(MechanismView::Direction::Front);
  playback().setSpeed(1);
  showPanes({PlotTopic::Acceleration, PlotTopic::Reactions, PlotTopic::Energy});
  QTest::qWait(200);
  mouse(QEvent::MouseButtonPress, groundPosition(model(), 0, model().bodies[0].centreOfMass),
        Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  for (int i = 0; i < 60; ++i) {
    mouse(QEvent::MouseMove, 0.6 * Vector2(std::cos(0.05 * i), 0.5 + std::sin(0.05 * i)));
    QTest::qWait(40);
  }
  keepPicture("pulling.png");
}

TEST_F(ManualPictures, Measuring) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  view().lookFrom(MechanismView::Direction::Front);
  view().picture();
  QTest::keyClick(&view(), Qt::Key_U);
  window_->workspace().units.show({.millimetres = true, .degrees = true});
  for (const auto& [part, point] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 1)})
    click(groundPosition(model(), {part, point}));
  keep("viewport_measure.png", window_->centralWidget());
}

TEST_F(ManualPictures, Space) {
  openAndRun("stewart_platform", {"bdf:3"});
  find<QAction>("actionLoads")->trigger();
  keepRun({"leg1_force", "leg2_force"}, 1.7, "space.png");
}

TEST_F(ManualPictures, MeasuringInSpace) {
  ASSERT_TRUE(document().openNamed("gyroscope_gimbal"));
  hidePlots();
  window_->workspace().units.show({.millimetres = true, .degrees = true});
  QTest::qWait(200);
  find<QAction>("actionFit")->trigger();
  view().picture();
  QTest::keyClick(&view(), Qt::Key_U);
  const std::vector<BodyPose> poses = initialPoses(model());
  for (const int joint : {0, 1}) {
    const PointRef end = endsOf(model().joints[std::size_t(joint)]).second;
    const Vector3 place = placeOf(model(), end.body, localPosition(model(), end), poses);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, view().pixelInSpace(place).toPoint());
  }
  keep("space_measure.png", window_->centralWidget());
}

TEST_F(ManualPictures, AJointByTheAxesOfItsPoints) {
  ASSERT_TRUE(document().openNamed("gyroscope_gimbal"));
  Mechanism open = model();
  open.joints.erase(open.joints.begin() + 1);
  Point& pin = open.bodies[0].points[2];  // its z axis along x
  pin.axis = Vector3::UnitY();
  pin.angle = std::numbers::pi / 2;
  document().edit("take the joint away", open);
  hidePlots();
  QTest::qWait(200);
  find<QAction>("actionFit")->trigger();
  clickLine({PartRef::Kind::Body, 0, 2});
  clickLine({PartRef::Kind::Body, 1, 4}, Qt::ControlModifier);
  emit find<QMenu>("newPartMenu")->aboutToShow();
  find<QAction>("actionAddJoint")->trigger();
  const auto fields = fieldsOf(model(), {PartRef::Kind::Joint, 2});
  Mechanism hinged = model();
  setField(hinged, *findField(fields, "type"), 0);
  document().edit("change the kind", hinged);
  goTo("axis");
  showDock("doctorDock");
  keep("space_joint.png");
}

TEST_F(ManualPictures, AGyroscope) {
  openAndRun("gyroscope_gimbal");
  find<QAction>("actionReactions")->trigger();
  keepRun({"precession", "nod"}, 0.6, "space_gyroscope.png");
}

TEST_F(ManualPictures, ABodyMadeOfSolids) {
  openAndRun("t_handle");
  hidePlots();
  playback().setTime(0.7);
  clickLine({PartRef::Kind::Body, 0});
  goTo("solids.1.length");
  keep("space_solids.png");
}

TEST_F(ManualPictures, ForcesInTheDark) {
  openAndRun("four_bar");
  find<QAction>("actionThemeDark")->trigger();
  for (const char* action : {"actionReactions", "actionLabels", "actionArrowsLonger", "actionArrowsLonger"})
    find<QAction>(action)->trigger();
  showPanes({PlotTopic::Acceleration, PlotTopic::Reactions, PlotTopic::Energy});
  playback().setTime(0.35);
  keep("viewport_dark.png");
  find<QAction>("actionThemeLight")->trigger();
}

TEST_F(ManualPictures, Videos) {
  openAndRun("four_bar");
  find<QAction>("actionExportVideo")->trigger();
  auto* dialog = window_->findChild<QDialog*>("videoDialog");
  ASSERT_NE(dialog, nullptr);
  keep("viewport_video.png", dialog);
  dialog->close();
}

TEST_F(ManualPictures, CurvesOfAPart) {
  openAndRun("four_bar");
  showPanes({PlotTopic::Acceleration, PlotTopic::Reactions, PlotTopic::Energy});
  emit view().partPicked({PartRef::Kind::Body, 1});
  playback().setTime(0.6);
  keep("viewport_curves.png");
}

}  // namespace
}  // namespace holonom
