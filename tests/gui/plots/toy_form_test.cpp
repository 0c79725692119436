// SPDX-License-Identifier: GPL-3.0-or-later
// A form that Holonom does not have, values over the number of the step: nothing but its own file and the
// list of forms knows it, and yet it is drawn, offered, kept and saved like all others.
#include "gui/plots/forms/curve_form.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

constexpr char kToyForm[] = "steps";

class StepNumberForm : public CurveForm {
 public:
  void sample(CurveSet& set, AxisRange window, int columns) override {
    for (auto& curve : set.curves) curve->sample(window, columns);
  }
  AxisRange extent(const CurveSet& set, std::size_t curve) const override {
    return set.curves[curve]->extent();
  }
  AxisRange horizontalExtent(const CurveSet& set) const override {
    double last = 0;
    for (const auto& curve : set.curves)
      last = std::max(last, static_cast<double>(curve->recording().size() - 1));
    return {0, last};
  }
  QList<QPointF> points(const CurveSet& set, std::size_t curve, const ChartFrame&) const override {
    QList<QPointF> points;
    const PlotCurve& drawn = *set.curves[curve];
    for (const PlotPoint& sample : drawn.sampled())
      points << QPointF(static_cast<double>(drawn.recording().rowAt(sample.x)), sample.y);
    return points;
  }
  std::optional<double> click(QPointF at, const ChartScene& scene) override {
    const Recording& recording = scene.set.curves.front()->recording();
    const double row = std::clamp(scene.frame.valueAcross(at.x()), 0.0, double(recording.size() - 1));
    return recording.time(static_cast<std::size_t>(row));
  }
  void drawCursors(QPainter& painter, const ChartScene& scene) const override {
    if (!std::isfinite(scene.cursor)) return;
    const Recording& recording = scene.set.curves.front()->recording();
    scene.drawLineAt(painter, static_cast<double>(recording.rowAt(scene.cursor)), Qt::SolidLine);
  }
};

PlotForm toyForm() {
  PlotForm form;
  form.key = kToyForm;
  form.actionName = "actionOverSteps";
  form.text = "Curves over steps";
  form.shortcut = QKeySequence(Qt::CTRL | Qt::Key_9);
  form.describe = [](FormWords& words, const QString&, const QString&) {
    words.hint = "step by step";
    words.horizontal = "step";
    words.horizontalUnit.clear();
  };
  form.makeCurves = [] { return std::make_unique<StepNumberForm>(); };
  return form;
}

/// Before the board and its menu are made, and once for all tests.
struct ToyFormIsKnown {
  ToyFormIsKnown() {
    if (formNamed(kToyForm).key != kToyForm) addPlotForm(toyForm());
  }
};

class ToyForm : private ToyFormIsKnown, public test::PaneTest {};

TEST_F(ToyForm, IsOfferedDrawnAndActedOn) {
  PlotView* energy = pane("energy");
  turnTo(energy);
  const QImage over = energy->area()->grab().toImage();
  key(Qt::Key_9, Qt::ControlModifier);
  ASSERT_EQ(energy->form().key, kToyForm);
  ChartArea* plot = energy->area();
  EXPECT_EQ(plot->horizontalTitle(), "step");
  EXPECT_GE(plot->horizontalRange().high, 9999);
  EXPECT_TRUE(plot->accessibleName().endsWith("step by step")) << plot->accessibleName().toStdString();
  EXPECT_NE(plot->grab().toImage(), over);
  QTest::mouseClick(plot, Qt::LeftButton, {}, plot->plotArea().center().toPoint());
  EXPECT_NEAR(board.cursorTime(), plot->curves().front()->recording().time(5000), 0.5);
  EXPECT_EQ(plot->readOut().size(), 4);
  const AxisRange steps = plot->horizontalRange(), time = plot->window();
  wheel(plot, plot->plotArea().center(), 2);
  EXPECT_LT(plot->horizontalRange().span(), steps.span());
  EXPECT_EQ(plot->window(), time);
  emit actions.menu()->aboutToShow();
  EXPECT_TRUE(actions.menu()->findChild<QAction*>("actionOverSteps")->isChecked());
  keepPicture("toy-form.png");
}

TEST_F(ToyForm, IsKeptInTheStateOfTheBoard) {
  pane("energy")->setForm(kToyForm);
  const QByteArray state = board.saveState();
  PlotBoard other;
  other.restoreState(state);
  EXPECT_EQ(other.findChild<PlotView*>("plot.energy")->form().key, kToyForm);
  EXPECT_EQ(other.saveState(), state);
}

TEST(PlotForms, AStateOfAFormThatIsNotKnownShowsCurvesOverTime) {
  EXPECT_EQ(formNamed("of another version").key, kTimeForm);
  EXPECT_EQ(formNamed(kTimeForm).key, plotForms().front().key);
}

}  // namespace
}  // namespace holonom
