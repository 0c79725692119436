// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "gui/plots/axis_ticks.h"
#include "gui/session/workspace.h"

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace holonom {

class StripChart;

/// The integrator timeline: for each run its strips (gui/plots/strip_chart.h), and below them a sentence
/// about the step at the cursor. A step that the user chooses moves the playback there and selects the part
/// that decided it.
class IntegratorPanel : public QWidget {
  Q_OBJECT
 public:
  explicit IntegratorPanel(Workspace& workspace, QWidget* parent = nullptr);

  /// Takes in new steps and follows the time. `window`: what is seen, s; `axis`: global places at which its
  /// ends stand in the plots, if they are seen.
  void refresh(AxisRange window, std::optional<AxisRange> axis);
  const std::vector<StripChart*>& charts() const { return charts_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 signals:
  void windowRequested(double t0, double t1, const QString& gesture);
  void resetRequested();

 private:
  void showRuns();
  void takeStep(StripChart* chart);
  void tellStep();
  void fitStory();
  std::optional<AxisRange> spanFor(const StripChart& chart, std::optional<AxisRange> axis) const;

  Workspace& workspace_;
  std::vector<StripChart*> charts_;
  StripChart* active_ = nullptr;  // told of in the sentence
  std::optional<std::size_t> told_;
  std::size_t toldSize_ = 0;
  QScrollArea *scroll_, *storyScroll_;
  QVBoxLayout* list_;
  QLabel* hint_;
  QLabel* story_;
  int storyHeight_ = 0;  // px
};

}  // namespace holonom
