// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "core/results/recording.h"

namespace holonom {

/// One channel of a run between its rows, as a plot draws it and reads it out.
///
/// Positions and velocities follow the cubic that takes values and rates on at both ends of a step
/// (Hermite): their rates are recorded, and those of outputs that are functions of positions. A velocity does
/// so only where the recorded acceleration fits the velocities around it: the accelerations of index 3 may be
/// far off, and must not bend a curve that is right. All other channels are known at the steps only and
/// follow a monotone cubic (Fritsch and Carlson, SIAM J. Numer. Anal. 17 (1980) 238, with the slopes of
/// Fritsch and Butland), which never leaves the values at its ends: a spike stays as it was computed, and
/// none is added. Where five values bend evenly it takes the slope of the quartic through them: a smooth
/// summit between two steps is not cut off. Columns that tell of the step are stairs. Over a jump the curve
/// does not look: slopes at an event or a restart come from the side they belong to, and where a jump has two
/// rows the one before it has the rates of its own side.
class ChannelCurve {
 public:
  /// `logarithmic`: for an axis of powers of ten, where what is known at the steps only is a straight line on
  /// that axis.
  ChannelCurve(const Recording& recording, int channel, bool logarithmic = false);

  /// The curve from one row to the next.
  struct Piece {
    enum class Form { Cubic, Straight, Stairs, Power } form = Form::Straight;
    double start, length;       ///< s
    double from, to;            ///< in the unit of the channel
    double fromSlope, toSlope;  ///< unit per second; cubic only
    double at(double t) const;  ///< start ≤ t ≤ start + length
  };
  /// From `row` to row + 1 < size().
  Piece piece(std::size_t row) const;

  /// NaN outside of what is recorded. At a jump, where rows share a time, the last of them.
  double at(double t) const;

 private:
  struct Secant {
    double length, slope;
  };
  double value(std::size_t row) const { return recording_->value(row, channel_); }
  Secant secant(std::size_t row) const;  // from row to row + 1
  /// The two secants that tell of the slope at a row: on both sides of it or, at the ends of a stretch, the
  /// nearest first.
  struct Stencil {
    Secant first, second;
    bool oneSided, alone;  // alone: there is no second one
    double parabola() const;
  };
  Stencil stencil(std::size_t row) const;
  bool breaksAt(std::size_t row) const;
  bool endsStretch(std::size_t row) const;
  bool hasJumpInside(std::size_t row) const;
  double monotoneSlope(std::size_t row) const;
  std::optional<double> evenSlope(std::size_t row) const;
  double slope(std::size_t row) const;  // on the right of a break
  bool fits(double rate, std::size_t row) const;
  void endAtBreak(Piece& piece) const;

  const Recording* recording_;
  int channel_, rate_ = -1, stepSize_, order_, events_;
  bool logarithmic_, isStep_, isPosition_;
};

}  // namespace holonom
