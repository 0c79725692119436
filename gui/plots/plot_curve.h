// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <limits>
#include <memory>
#include <vector>

#include "core/results/channel_curve.h"
#include "core/results/min_max_pyramid.h"
#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/plot_spec.h"

namespace holonom {

/// Spans of an axis beyond which lines are cut, so that pixel coordinates stay small.
inline constexpr double kFarAway = 1e4;

/// A point of a phase plot and when it was passed, s.
struct PhasePoint {
  double t, x, y;
};

class PlotCurve;
using PlotCurves = std::vector<std::unique_ptr<PlotCurve>>;

/// One channel of one run as a curve: knows how far it has taken the recording in and gives decimated points.
class PlotCurve {
 public:
  /// `side`: 0 for the left value axis, 1 for the right one.
  PlotCurve(std::shared_ptr<const Recording> recording, int channel, PlotScale scale, QColor colour,
            int side = 0);

  /// Takes over what one of the others has taken in of the same channel of the same recording.
  void adopt(const PlotCurves& others);

  /// Takes in at most `most` new rows. Returns whether there were any.
  bool takeIn(std::size_t most);
  bool upToDate() const { return pyramid_.size() == recording_->size(); }
  double lastTime() const;  ///< of the rows taken in; NaN when there are none

  /// Points for a window of time, in axis coordinates (logarithm taken, stairs inserted), with lines cut at
  /// the borders. Where a step is wider than a few columns the curve within it is followed.
  void sample(AxisRange window, int columns);
  QList<QPointF> points(AxisRange window, AxisRange y) const;

  /// Takes the way that (abscissa, this) goes while time passes through the window, in at most about five
  /// points for each of `pieces` pieces, so that the extremes of both stay. Both belong to the same
  /// recording.
  void samplePhase(const PlotCurve& abscissa, AxisRange window, int pieces);

  /// Of a run that broke off: what its last steps ran away to is left out of the extents, on linear axes.
  void setBrokenOff(bool on) { brokenOff_ = on; }
  /// Smallest and largest axis coordinate of the sampled points; low > high where there is none.
  AxisRange extent() const { return extent_; }
  AxisRange wholeExtent() const { return wholeExtent_; }  ///< with what extent() leaves out
  double runsAwayAt() const { return cut_; }              ///< s; +∞ where nothing is left out
  std::size_t sampleCount() const { return sampled_.size(); }

  /// Without copying: value in units of the channel to axis coordinate, −∞ for zero on a logarithmic axis.
  double coordinate(double value) const;

  /// Value of the drawn curve at time t, for a read-out; NaN outside of what is recorded.
  double valueAt(double t) const;

  const Recording& recording() const { return *recording_; }
  int channel() const { return channel_; }
  QColor colour() const { return onGround(colour_); }
  PlotScale scale() const { return scale_; }
  int side() const { return side_; }
  const std::shared_ptr<const Recording>& source() const { return recording_; }
  const MinMaxPyramid& pyramid() const { return pyramid_; }
  /// rows, in units of the channel, before logarithms
  const std::vector<PlotPoint>& sampled() const { return sampled_; }
  /// the same with points of the curve within wide steps
  const std::vector<PlotPoint>& drawn() const { return drawn_; }
  const std::vector<PhasePoint>& phase() const { return phase_; }
  AxisRange phaseExtent() const { return phaseExtent_; }  ///< of the abscissa

 private:
  void followWithinSteps(AxisRange window, int columns);
  void findRunaway(AxisRange window);
  void measure(double t, double y);

  std::shared_ptr<const Recording> recording_;
  int channel_;
  PlotScale scale_;
  QColor colour_;
  MinMaxPyramid pyramid_;
  ChannelCurve between_;
  int side_;
  std::vector<PlotPoint> sampled_, drawn_;
  std::vector<PhasePoint> phase_;
  AxisRange extent_{1, 0}, wholeExtent_{1, 0}, phaseExtent_{1, 0};
  bool brokenOff_ = false;
  // runaway_: of the first judged_ rows; cut_: in the window
  double runaway_ = 0, cut_ = std::numeric_limits<double>::infinity();
  std::size_t judged_ = 0;
};

}  // namespace holonom
