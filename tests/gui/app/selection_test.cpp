// SPDX-License-Identifier: GPL-3.0-or-later
// Tree, properties and picture agree on the selected part.
#include <QTreeView>
#include <algorithm>

#include "gui/models/model_tree.h"
#include "gui/panels/model_panel.h"
#include "gui/panels/properties_panel.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Selecting : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (window_) ASSERT_TRUE(document().openNamed("four_bar"));
  }
};

TEST_F(Selecting, ALineOfTheTreeShowsItsProperties) {
  auto* panel = window_->findChild<ModelPanel*>();
  QTreeView& tree = panel->view();
  const QModelIndex joint = panel->lineOf({PartRef::Kind::Joint, 1});
  ASSERT_TRUE(joint.isValid());
  tree.scrollTo(joint);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(joint).center());
  EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Joint, 1}));
  auto* properties = window_->findChild<PropertiesPanel*>();
  EXPECT_EQ(properties->model().indexOf("name").data().toString(),
            QString::fromStdString(document().mechanism().joints[1].name));
}

TEST_F(Selecting, AClickInThePictureIsFoundInTheTree) {
  emit window_->view().partPicked({PartRef::Kind::Body, 2});
  auto* panel = window_->findChild<ModelPanel*>();
  EXPECT_EQ(panel->view().currentIndex(), panel->lineOf({PartRef::Kind::Body, 2}));
  emit window_->view().partPicked({});
  EXPECT_EQ(window_->workspace().selection.part().kind, PartRef::Kind::None);
}

/// A pane with the accelerations of two bodies after a run.
class SelectingCurves : public Selecting {
 protected:
  void SetUp() override {
    Selecting::SetUp();
    if (!window_) return;
    QTest::keyClick(window_.get(), Qt::Key_Space);
    ASSERT_TRUE(waitFor([&] { return finished(); }));
    playback().pause();
    const auto& bodies = document().mechanism().bodies;
    ASSERT_TRUE(waitFor([&] { return plotPane("outputs.3"); })) << "the last one that comes before others";
    pane_ = plotPane("acceleration");
    pane_->choose({QString::fromStdString(bodies[0].name) + ".alpha",
                   QString::fromStdString(bodies[1].name) + ".alpha"});
    window_->plots().setCurrentPane(pane_);
    ASSERT_EQ(pane_->area()->curves().size(), 2u);
    while (!std::all_of(area().curves().begin(), area().curves().end(),
                        [](const auto& curve) { return curve->upToDate(); }))
      area().refresh(false, 100000);
    area().refresh(false, 0);
  }
  ChartArea& area() { return *pane_->area(); }
  PartRef selected() { return window_->workspace().selection.part(); }
  /// Where the curve is, and how far the others are from there, in pixels.
  std::pair<QPoint, double> place(std::size_t curve, double t) {
    const QRectF plot = area().plotArea();
    const AxisRange x = area().horizontalRange();
    const auto height = [&](std::size_t i) {
      const AxisRange y = area().valueRange(area().curves()[i]->side());
      return plot.bottom() - (area().curves()[i]->valueAt(t) - y.low) / y.span() * plot.height();
    };
    const QPointF at(plot.left() + (t - x.low) / x.span() * plot.width(), height(curve));
    return {at.toPoint(), std::abs(height(0) - height(1))};
  }
  PlotView* pane_ = nullptr;
};

TEST_F(SelectingCurves, ASelectedPartShowsItsCurves) {
  EXPECT_TRUE(area().emphasis().empty());
  const QImage plain = area().grab().toImage();
  emit window_->view().partPicked({PartRef::Kind::Body, 1});
  EXPECT_EQ(area().emphasis(), (std::vector<bool>{false, true}));
  area().refresh(false, 0);
  const QImage marked = area().grab().toImage();
  EXPECT_NE(marked, plain);
  keepPicture("curves.png");
  const QPoint inside = area().legendPlace(1).center() + QPoint(0, area().legendPlace(1).height() / 2 - 1);
  EXPECT_NE(marked.pixelColor(inside), plain.pixelColor(inside)) << "its entry in the legend has a ground";
  emit window_->view().partPicked({PartRef::Kind::Joint, 0});
  EXPECT_TRUE(area().emphasis().empty()) << "nothing of it here: all as usual";
  emit window_->view().partPicked({});
  area().refresh(false, 0);
  EXPECT_EQ(area().grab().toImage(), plain);
}

TEST_F(SelectingCurves, AClickOnACurveOrItsLegendSelectsThePart) {
  QTest::mouseClick(&area(), Qt::LeftButton, {}, area().legendPlace(1).center());
  EXPECT_EQ(selected(), (PartRef{PartRef::Kind::Body, 1}));
  auto* panel = window_->findChild<ModelPanel*>();
  EXPECT_EQ(panel->view().currentIndex(), panel->lineOf({PartRef::Kind::Body, 1})) << "the tree follows";
  const AxisRange range = area().horizontalRange();
  double best = 0, at = 0;
  for (int i = 5; i < 95; ++i)
    if (const double t = range.low + range.span() * i / 100; place(0, t).second > best)
      best = place(0, t).second, at = t;
  ASSERT_GT(best, 12);
  QTest::mouseClick(&area(), Qt::LeftButton, {}, place(0, at).first);
  EXPECT_EQ(selected(), (PartRef{PartRef::Kind::Body, 0}));
  EXPECT_NEAR(playback().time(), at, 2 * range.span() / area().plotArea().width())
      << "and the cursor goes there";
  EXPECT_EQ(area().emphasis(), (std::vector<bool>{true, false}));
}

TEST(ModelTreeOf, EveryPartIsFoundAgain) {
  Mechanism mechanism;
  for (int i = 0; i < 3; ++i) {
    Body body;
    body.name = "b" + std::to_string(i);
    mechanism.bodies.push_back(body);
  }
  mechanism.outputs.push_back({"out", "b0.x", "m"});
  ModelTree tree;
  tree.setMechanism(mechanism);
  for (const PartRef part :
       {PartRef{PartRef::Kind::Body, 0}, PartRef{PartRef::Kind::Body, 2}, PartRef{PartRef::Kind::Output, 0}})
    EXPECT_EQ(tree.partAt(tree.indexOf(part)), part);
  EXPECT_FALSE(tree.indexOf({PartRef::Kind::Body, 3}).isValid());
  EXPECT_FALSE(tree.indexOf({PartRef::Kind::Force, 0}).isValid());
}

}  // namespace
}  // namespace holonom
