// SPDX-License-Identifier: GPL-3.0-or-later
// Curves that stay while the model changes: variants of a model in one plot.
#include <QAction>
#include <QLineEdit>

#include "editing_fixture.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "gui/plots/run_legend.h"

namespace holonom {
namespace {

class Variants : public EditingTest {
 protected:
  void runIt() {
    key(Qt::Key_F5);
    ASSERT_TRUE(waitFor([this] { return finished() && !session().runs().empty(); }));
    playback().pause();
  }
  void setMass(double mass) {
    Mechanism changed = model();
    changed.bodies[0].mass = mass;
    document().edit("change the mass", changed);
  }
  std::size_t plotted() { return std::size_t(names().isEmpty() ? 0 : names().split("; ").size()); }
  QString names() { return window_->plots().findChild<RunLegend*>("runLabels")->text(); }
};

TEST_F(Variants, CurvesOfTheModelBeforeAChangeStayWhenTheyAreKept) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  EXPECT_FALSE(action("actionKeepCurves")->isEnabled());
  runIt();
  ASSERT_TRUE(action("actionKeepCurves")->isEnabled());
  key(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(action("actionKeepCurves")->isEnabled()) << "it is kept already";
  EXPECT_EQ(plotted(), 1u) << "and seen once";
  const auto first = session().runs().front()->recording();
  setMass(0.25);
  ASSERT_TRUE(waitFor([this] { return plotted() == 1 && session().runs().empty(); }))
      << "the curves stay while nothing has run";
  runIt();
  ASSERT_EQ(plotted(), 2u);
  const auto& curves = plotPane("outputs")->area()->curves();
  const auto shows = [&](const auto& recording) {
    return std::any_of(curves.begin(), curves.end(),
                       [&](const auto& curve) { return curve->source() == recording; });
  };
  EXPECT_TRUE(shows(first));
  EXPECT_TRUE(waitFor([&] { return shows(session().runs().front()->recording()); })) << "a pane lays its "
                                                                                        "curves a turn later";
  EXPECT_TRUE(names().contains("kept: mass of crank 0.5 kg")) << names().toStdString();
  EXPECT_TRUE(names().contains(QString::fromUtf8("❶"))) << names().toStdString();
  setMass(0.1);
  key(Qt::Key_Z, Qt::ControlModifier);
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().runs().size() == 1; }));
  EXPECT_EQ(plotted(), 1u) << "what came back is no longer a kept one";
  key(Qt::Key_Y, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return plotted() == 2; }));
  action("actionForgetCurves")->trigger();
  EXPECT_EQ(plotted(), 1u);
  EXPECT_FALSE(action("actionForgetCurves")->isEnabled());
}

TEST_F(Variants, ThreeAreKeptAtMostAndGoWithTheModel) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  for (const double mass : {1., 2., 3., 4.}) {
    setMass(mass + 0.5);
    runIt();
    action("actionKeepCurves")->trigger();
  }
  setMass(9);
  runIt();
  EXPECT_EQ(plotted(), 4u);
  EXPECT_FALSE(names().contains("1.5 kg")) << names().toStdString();
  for (const char* name : {"2.5 kg", "3.5 kg", "4.5 kg"})
    EXPECT_TRUE(names().contains(name)) << names().toStdString();
  ASSERT_TRUE(document().openNamed("slider_crank"));
  EXPECT_EQ(plotted(), 0u);
}

}  // namespace
}  // namespace holonom
