// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "gui/plots/forms/curve_form.h"
#include "gui/plots/forms/plot_form.h"

namespace holonom {

/// The curves of one pane and the form in which they are drawn.
class ChartContent {
 public:
  ChartContent();
  ~ChartContent();

  /// A form without axes leaves that in which curves were drawn before. Returns whether the form is another
  /// one than before.
  bool set(CurveSet set, const PlotForm& form);
  const CurveSet& set() const { return set_; }
  const PlotCurves& curves() const { return set_.curves; }
  const PlotForm& form() const { return *form_; }
  CurveForm& drawing() { return *drawing_; }
  const CurveForm& drawing() const { return *drawing_; }

  /// Takes in new rows, at most `most` per curve. Returns whether some may be seen in the window of time.
  bool takeIn(std::size_t most, AxisRange window);
  bool takeResults() { return drawing_->takeResults(set_); }
  /// How far the curves have grown in time since the last sample(), in parts of the window.
  double growth(AxisRange window) const;
  void sample(AxisRange window, int columns);

  // Axis coordinates of all curves of a side; low > high where there is nothing.
  AxisRange extent(int side) const;
  AxisRange wholeExtent(int side) const;  ///< with what runs that broke off ran away to at their ends
  AxisRange horizontalExtent() const { return drawing_->horizontalExtent(set_); }

 private:
  CurveSet set_;
  const PlotForm* form_;
  std::unique_ptr<CurveForm> drawing_;
  std::vector<double> sampledTo_;  // last time of each curve then, s
};

}  // namespace holonom
