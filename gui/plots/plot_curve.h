// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <memory>
#include <vector>

#include "core/results/min_max_pyramid.h"
#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_spec.h"

namespace holonom {

/// One channel of one run as a curve: knows how far it has taken the recording in and gives decimated points.
class PlotCurve {
 public:
  PlotCurve(std::shared_ptr<const Recording> recording, int channel, PlotScale scale, QColor colour);

  /// Takes over what one of the others has taken in of the same channel of the same recording.
  void adopt(const std::vector<std::unique_ptr<PlotCurve>>& others);

  /// Takes in at most `most` new rows. Returns whether there were any.
  bool takeIn(std::size_t most);
  bool upToDate() const { return pyramid_.size() == recording_->size(); }
  double lastTime() const;  ///< of the rows taken in; NaN when there are none

  /// Points for a window of time, in axis coordinates (logarithm taken, stairs inserted), with lines cut at the
  /// borders..
  void sample(AxisRange window, int columns);
  QList<QPointF> points(AxisRange window, AxisRange y) const;

  /// Smallest and largest axis coordinate of the sampled points; low > high where there is none.
  AxisRange extent() const { return extent_; }
  std::size_t sampleCount() const { return sampled_.size(); }

  /// Value at time t for a read-out; NaN outside of what is recorded.
  double valueAt(double t) const;

  const Recording& recording() const { return *recording_; }
  int channel() const { return channel_; }
  const QColor& colour() const { return colour_; }
  const std::vector<PlotPoint>& sampled() const { return sampled_; }  ///< in units of the channel, before logarithms

 private:
  double coordinate(double value) const;

  std::shared_ptr<const Recording> recording_;
  int channel_;
  PlotScale scale_;
  QColor colour_;
  MinMaxPyramid pyramid_;
  std::vector<PlotPoint> sampled_;
  AxisRange extent_{1, 0};
};

}  // namespace holonom
