// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/integrator_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "core/model/editing.h"
#include "core/results/step_story.h"
#include "gui/plots/strip_chart.h"
#include "gui/session/run_names.h"

namespace holonom {
namespace {

constexpr std::size_t kRowsPerTick = 60000;  // of each run, so that a long one opens without a freeze
// of the width: a pane that is narrower is none to stand in line with
constexpr double kLeastShare = 0.6;

StepFacts factsAt(const StripChart& chart, std::size_t row) {
  const Recording& recording = chart.data().recording();
  return row < chart.data().size() ? factsOf(recording, row) : factsOfAbandonedStep(recording);
}

}  // namespace

IntegratorPanel::IntegratorPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), scroll_(new QScrollArea), storyScroll_(new QScrollArea),
      hint_(new QLabel), story_(new QLabel) {
  auto* content = new QWidget;
  list_ = new QVBoxLayout(content);
  list_->setContentsMargins(0, 0, 0, 0);
  list_->setSpacing(6);
  list_->addStretch(1);
  scroll_->setWidget(content);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setMinimumHeight(7 * fontMetrics().height());
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  hint_->setText(tr("Run the mechanism to see here, step by step, what the integrator does and why."));
  hint_->setAlignment(Qt::AlignCenter);
  hint_->setWordWrap(true);
  hint_->setMargin(8);
  story_->setObjectName("stepStory");
  story_->setAccessibleName(tr("What happened in the step at the cursor"));
  story_->setTextFormat(Qt::PlainText);
  story_->setWordWrap(true);
  story_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  story_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  story_->setMargin(4);
  storyScroll_->setWidget(story_);
  storyScroll_->setWidgetResizable(true);
  storyScroll_->setFrameShape(QFrame::NoFrame);
  storyScroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  storyScroll_->setAccessibleName(story_->accessibleName());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(hint_, 1);
  layout->addWidget(scroll_, 1);
  layout->addWidget(storyScroll_);
  connect(&workspace_.session, &Session::runsChanged, this, &IntegratorPanel::showRuns);
  // keys start from the time that is shown
  connect(&workspace_.playback, &Playback::timeChanged, this, [this](double t) {
    for (StripChart* chart : charts_) chart->setCursorTime(t);
  });
  showRuns();
}

void IntegratorPanel::showRuns() {
  for (StripChart* chart : charts_) delete chart;
  charts_.clear();
  active_ = nullptr;
  told_.reset();
  story_->clear();
  storyHeight_ = 0;
  for (const auto& run : workspace_.session.runs()) {
    const QString mark = workspace_.session.runs().size() > 1 ? runMark(run->place()) : QString();
    auto* chart = new StripChart({run->recording(), run->label(), Session::colour(run->place()), mark});
    chart->setObjectName(QStringLiteral("strips.%1").arg(charts_.size()));
    list_->insertWidget(static_cast<int>(charts_.size()), chart);
    connect(chart, &StripChart::stepChosen, this, [this, chart] { takeStep(chart); });
    connect(chart, &StripChart::windowRequested, this, &IntegratorPanel::windowRequested);
    connect(chart, &StripChart::resetRequested, this, &IntegratorPanel::resetRequested);
    charts_.push_back(chart);
  }
  if (!charts_.empty()) active_ = charts_.front();
  scroll_->setVisible(!charts_.empty());
  storyScroll_->setVisible(!charts_.empty());
  hint_->setVisible(charts_.empty());
}

std::optional<AxisRange> IntegratorPanel::spanFor(const StripChart& chart,
                                                  std::optional<AxisRange> axis) const {
  if (!axis) return std::nullopt;
  const double left = axis->low - chart.mapToGlobal(QPoint(0, 0)).x(), right = left + axis->span();
  const double names = fontMetrics().horizontalAdvance(tr("decided by")) + 8;  // room beside the strips
  if (left < names || right > chart.width() || right - left < kLeastShare * chart.width())
    return std::nullopt;
  return AxisRange{left, right};
}

void IntegratorPanel::refresh(AxisRange window, std::optional<AxisRange> axis) {
  if (!isVisible()) return;
  const auto& runs = workspace_.session.runs();
  for (std::size_t i = 0; i < charts_.size() && i < runs.size(); ++i) {
    StripChart* chart = charts_[i];
    chart->setSpan(spanFor(*chart, axis));
    chart->setWindow(window);
    chart->setCursorTime(workspace_.playback.time());
    chart->refresh(kRowsPerTick, runs[i]->run().finished());
  }
  tellStep();
}

void IntegratorPanel::takeStep(StripChart* chart) {
  const auto row = chart->currentStep();
  if (!row) return;
  if (active_ != chart) told_.reset();
  active_ = chart;
  workspace_.playback.setTime(chart->timeOf(*row));
  for (StripChart* other : charts_) other->setCursorTime(workspace_.playback.time());
  tellStep();
  const StepFacts facts = factsAt(*chart, *row);
  const int coordinate = decidingCoordinate(facts);
  if (coordinate < 0 || coordinate >= static_cast<int>(facts.coordinates.size())) return;
  const std::string& part = facts.coordinates[static_cast<std::size_t>(coordinate)].part;
  const PartRef found = findPart(workspace_.document.mechanism(), part);
  if (found.kind != PartRef::Kind::None) workspace_.selection.select(found);
}

void IntegratorPanel::tellStep() {
  const auto row = active_ ? active_->currentStep() : std::nullopt;
  if (!row || (told_ == row && toldSize_ == active_->data().size())) return;
  told_ = row;
  toldSize_ = active_->data().size();
  QString text = QString::fromStdString(tell(factsAt(*active_, *row)));
  if (charts_.size() > 1) text.prepend(active_->label() + QStringLiteral(": "));
  story_->setText(text);
  fitStory();
}

/// As high as the longest sentence so far, so that the strips do not jump with every one; but these keep most
/// of the panel, and a long sentence scrolls.
void IntegratorPanel::fitStory() {
  const int usual = 4 * fontMetrics().height() + 8, most = std::max(usual, height() / 3);
  storyHeight_ = std::clamp(story_->heightForWidth(width()), std::max(usual, storyHeight_), most);
  storyScroll_->setFixedHeight(storyHeight_);
}

void IntegratorPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  storyHeight_ = 0;
  fitStory();
}

}  // namespace holonom
