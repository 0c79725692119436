// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/channel_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math/hermite.h"
#include "core/results/difference.h"

namespace holonom {

namespace {

constexpr double kFit = 0.5;        // of what the secants around a row amount to and differ by
constexpr double kMonotone = 3;     // slopes within this many secants keep a cubic monotone
constexpr double kSameTime = 1e-6;  // of a step

}  // namespace

ChannelCurve::ChannelCurve(const Recording& recording, int channel, bool logarithmic)
    : recording_(&recording), channel_(channel), stepSize_(recording.channelIndex("step.h")),
      order_(recording.channelIndex("step.order")), events_(recording.channelIndex("step.events")),
      logarithmic_(logarithmic) {
  const Channel& of = recording.channels()[static_cast<std::size_t>(channel)];
  isStep_ = of.kind == ChannelKind::Step;
  isPosition_ = of.kind == ChannelKind::Position || of.isPosition;
  // else it does not tell where it jumps
  if (stepSize_ >= 0) rate_ = rateChannel(recording.channels(), channel);
}

double ChannelCurve::Piece::at(double t) const {
  const double s = length > 0 ? std::clamp((t - start) / length, 0.0, 1.0) : 0;
  switch (form) {
    case Form::Cubic: return HermiteWeights(s, length).between(from, to, fromSlope, toSlope);
    case Form::Straight: break;
    case Form::Stairs: return s > 0 ? to : from;
    case Form::Power: return from * std::pow(to / from, s);
  }
  return from + s * (to - from);
}

ChannelCurve::Secant ChannelCurve::secant(std::size_t row) const {
  const double length = recording_->time(row + 1) - recording_->time(row);
  return {length, (value(row + 1) - value(row)) / length};
}

/// Whether the curve begins anew at a row. What an event changes stands in the row at its time already, and
/// the step behind it says that it was a new start; of the last row only the event itself is known.
bool ChannelCurve::breaksAt(std::size_t row) const {
  const std::size_t last = recording_->size() - 1;
  if (row == 0) return true;
  if (recording_->isBehindJump(row)) return true;
  if (row < last) return recording_->note(row + 1).restarted || recording_->isBehindJump(row + 1);
  return events_ >= 0 && recording_->value(row, events_) > 0;
}

/// Whether nothing behind the row belongs to the curve before it, and the row itself does.
bool ChannelCurve::endsStretch(std::size_t row) const {
  return row + 1 == recording_->size() || recording_->isBehindJump(row + 1);
}

/// A step over a singular configuration is made by other means; rows at sample times may have a restart
/// between them.
bool ChannelCurve::hasJumpInside(std::size_t row) const {
  if (stepSize_ < 0) return false;
  const double h = recording_->value(row + 1, stepSize_);
  if (order_ >= 0 && h > 0 && recording_->value(row + 1, order_) == 0) return true;
  const double length = recording_->time(row + 1) - recording_->time(row);
  return recording_->note(row + 1).restarted && std::abs(length - h) > kSameTime * std::max(h, length);
}

ChannelCurve::Stencil ChannelCurve::stencil(std::size_t row) const {
  const std::size_t last = recording_->size() - 1;
  if (endsStretch(row)) {
    const bool alone = breaksAt(row - 1);
    return {secant(row - 1), alone ? Secant{} : secant(row - 2), true, alone};
  }
  if (!breaksAt(row)) return {secant(row - 1), secant(row), false, false};
  const bool alone = row + 1 == last || endsStretch(row + 1) || breaksAt(row + 1);
  return {secant(row), alone ? Secant{} : secant(row + 1), true, alone};
}

/// The slope at the row of the parabola through the three points.
double ChannelCurve::Stencil::parabola() const {
  if (alone) return first.slope;
  const double part = first.length / (first.length + second.length);
  return oneSided ? first.slope + (first.slope - second.slope) * part
                  : first.slope + (second.slope - first.slope) * part;
}

/// Between two secants their weighted harmonic mean, zero at a summit; at the ends of a stretch that of the
/// parabola, but no way that the values do not go.
double ChannelCurve::monotoneSlope(std::size_t row) const {
  const Stencil at = stencil(row);
  const auto& [first, second, oneSided, alone] = at;
  if (oneSided) {
    const double end = at.parabola();
    if (end * first.slope <= 0) return 0;
    return std::abs(end) > kMonotone * std::abs(first.slope) ? kMonotone * first.slope : end;
  }
  if (!(first.slope * second.slope > 0)) return 0;
  const double firstWeight = 2 * second.length + first.length,
               secondWeight = second.length + 2 * first.length;
  return (firstWeight + secondWeight) / (firstWeight / first.slope + secondWeight / second.slope);
}

/// Where the values bend evenly about a row – the same way at it and at both its neighbours, and much alike –
/// that of the quartic through five of them. No spike is such a place: it bends to and fro.
std::optional<double> ChannelCurve::evenSlope(std::size_t row) const {
  constexpr double kAlike = 4;
  if (row < 2 || row + 2 >= recording_->size()) return {};
  for (std::size_t inner = row - 1; inner <= row + 1; ++inner)
    if (breaksAt(inner) || endsStretch(inner)) return {};
  const Secant secants[] = {secant(row - 2), secant(row - 1), secant(row), secant(row + 1)};
  double least = std::numeric_limits<double>::infinity(), most = 0, way = 0;
  for (int i = 0; i < 3; ++i) {
    const double bend =
        (secants[i + 1].slope - secants[i].slope) / (secants[i].length + secants[i + 1].length);
    way += bend > 0 ? 1 : -1;
    least = std::min(least, std::abs(bend));
    most = std::max(most, std::abs(bend));
  }
  if (std::abs(way) < 3 || !(most <= kAlike * least)) return {};
  const double behind = secants[1].length, before = secants[2].length,
               places[] = {-behind - secants[0].length, -behind, 0, before, before + secants[3].length};
  double slope = 0;
  for (int i = 0; i < 5; ++i) {
    double weight = i == 2 ? 0 : 1 / places[i];  // the slope at 0 of what is 1 there and 0 at the others
    for (int k = 0; k < 5; ++k)
      if (i == 2 && k != 2) weight -= 1 / places[k];
      else if (k != i && k != 2) weight *= -places[k] / (places[i] - places[k]);
    slope += weight * value(row - 2 + std::size_t(i));
  }
  return slope;
}

/// Whether a rate is one that the values around the row can have: not far from the parabola through them, in
/// relation to what the secants amount to and how they change.
bool ChannelCurve::fits(double rate, std::size_t row) const {
  const Stencil at = stencil(row);
  if (at.alone) return false;
  const double first = at.first.slope, second = at.second.slope;
  const double scale = std::max(std::abs(first), std::abs(second)) + std::abs(second - first);
  return std::abs(rate - at.parabola()) <= kFit * scale;
}

double ChannelCurve::slope(std::size_t row) const {
  if (rate_ >= 0)
    if (const double rate = recording_->value(row, rate_);
        isPosition_ ? std::isfinite(rate) : fits(rate, row))
      return rate;
  return evenSlope(row).value_or(monotoneSlope(row));
}

/// The row at the end holds the rates behind the jump. A position goes on through a jump and takes the
/// parabola that begins with its velocity; a velocity does where that stays between the values; what may jump
/// itself is joined by a line.
void ChannelCurve::endAtBreak(Piece& piece) const {
  if (rate_ < 0) return;
  const double secant = (piece.to - piece.from) / piece.length;
  const double end = 2 * secant - piece.fromSlope;
  const auto stays = [secant](double slope) {
    return slope * secant >= 0 && std::abs(slope) <= kMonotone * std::abs(secant);
  };
  if (!isPosition_ && !(stays(end) && stays(piece.fromSlope))) return;
  piece.toSlope = end;
  piece.form = Piece::Form::Cubic;
}

ChannelCurve::Piece ChannelCurve::piece(std::size_t row) const {
  Piece piece{Piece::Form::Straight,
              recording_->time(row),
              recording_->time(row + 1) - recording_->time(row),
              value(row),
              value(row + 1),
              0,
              0};
  if (isStep_) {
    piece.form = Piece::Form::Stairs;
    return piece;
  }
  if (!(piece.length > 0) || !std::isfinite(piece.from) || !std::isfinite(piece.to)) return piece;
  if (logarithmic_ && rate_ < 0) {
    if (piece.from * piece.to > 0) piece.form = Piece::Form::Power;
    return piece;
  }
  if (hasJumpInside(row)) return piece;
  piece.fromSlope = slope(row);
  const bool isLast = row + 2 == recording_->size();
  if (breaksAt(row + 1) && !recording_->isBehindJump(row + 2) && !(isLast && events_ < 0)) {
    endAtBreak(piece);
  } else {
    piece.toSlope = slope(row + 1);
    piece.form = Piece::Form::Cubic;
  }
  if (!std::isfinite(piece.fromSlope) || !std::isfinite(piece.toSlope)) piece.form = Piece::Form::Straight;
  return piece;
}

double ChannelCurve::at(double t) const {
  const std::size_t size = recording_->size();
  if (size == 0 || !(t >= recording_->time(0)) || t > recording_->time(size - 1))
    return std::numeric_limits<double>::quiet_NaN();
  const std::size_t row = recording_->rowAt(t);
  return row + 1 < size ? piece(row).at(t) : value(row);
}

}  // namespace holonom
