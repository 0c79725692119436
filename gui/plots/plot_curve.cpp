// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "gui/plots/runaway.h"

namespace holonom {

namespace {

constexpr double kZeroHeight = 0.015;  // of the height of the axis
constexpr double kWideStep = 4;        // columns; narrower ones are lines
constexpr double kCurveStride = 3;     // columns from point to point within a step
constexpr int kMostWithinStep = 96;
constexpr int kMostPhaseParts = 24;  // of a step

// The point where the line from a to b meets the vertical at x.
QPointF crossing(const QPointF& a, const QPointF& b, double x) {
  return b.x() == a.x() ? QPointF(x, a.y())
                        : QPointF(x, a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()));
}

}  // namespace

PlotCurve::PlotCurve(std::shared_ptr<const Recording> recording, int channel, PlotScale scale, QColor colour,
                     int side)
    : recording_(std::move(recording)), channel_(channel), scale_(scale), colour_(colour),
      pyramid_(*recording_, channel), between_(*recording_, channel, scale == PlotScale::Logarithmic),
      side_(side) {}

void PlotCurve::adopt(const PlotCurves& others) {
  for (const auto& other : others)
    if (other->recording_ == recording_ && other->channel_ == channel_) pyramid_ = std::move(other->pyramid_);
}

bool PlotCurve::takeIn(std::size_t most) {
  const std::size_t before = pyramid_.size();
  return pyramid_.update(most) != before;
}

double PlotCurve::lastTime() const {
  return pyramid_.size() == 0 ? std::numeric_limits<double>::quiet_NaN()
                              : recording_->time(pyramid_.size() - 1);
}

// Logarithmic axes show magnitudes; −∞ stands for zero until the range of the axis is known.
double PlotCurve::coordinate(double value) const {
  return scale_ == PlotScale::Logarithmic ? std::log10(std::abs(value)) : value;
}

void PlotCurve::sample(AxisRange window, int columns) {
  decimate(*recording_, pyramid_, channel_, window.low, window.high, columns, sampled_);
  const auto& channel = recording_->channels()[static_cast<std::size_t>(channel_)];
  // The first record has no step yet: its order and size 0 say nothing.
  if (channel.kind == ChannelKind::Step && !sampled_.empty() && sampled_.front().x == recording_->time(0) &&
      sampled_.front().y == 0)
    sampled_.erase(sampled_.begin());
  std::erase_if(sampled_, [](const PlotPoint& p) { return !std::isfinite(p.y); });
  followWithinSteps(window, columns);

  findRunaway(window);
  for (const PlotPoint& point : drawn_)
    if ((point.x >= window.low && point.x <= window.high) || drawn_.size() <= 4)
      measure(point.x, coordinate(point.y));
}

/// Begins to measure anew. Where the end of the run fills most of the window, it is what the user looks at.
void PlotCurve::findRunaway(AxisRange window) {
  extent_ =
      wholeExtent_ = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  cut_ = std::numeric_limits<double>::infinity();
  if (!brokenOff_ || scale_ != PlotScale::Linear) return;
  if (judged_ != pyramid_.size()) runaway_ = runawayTime(*recording_, pyramid_);
  judged_ = pyramid_.size();
  if (runaway_ > window.low + 0.5 * window.span()) cut_ = runaway_;
}

void PlotCurve::measure(double t, double y) {
  if (!std::isfinite(y)) return;
  wholeExtent_ = {std::min(wholeExtent_.low, y), std::max(wholeExtent_.high, y)};
  if (t <= cut_) extent_ = {std::min(extent_.low, y), std::max(extent_.high, y)};
}

// Rows that are seen more than two columns apart are neighbours: nothing lies between them but a step.
void PlotCurve::followWithinSteps(AxisRange window, int columns) {
  using Form = ChannelCurve::Piece::Form;
  drawn_.clear();
  const double column = window.span() / std::max(columns, 1);
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    const PlotPoint& start = sampled_[i];
    drawn_.push_back(start);
    if (i + 1 == sampled_.size() || sampled_[i + 1].x - start.x <= kWideStep * column) continue;
    const std::size_t row = recording_->rowAt(start.x);
    // what lay there was no number
    if (row + 1 >= recording_->size() || recording_->time(row + 1) != sampled_[i + 1].x) continue;
    const ChannelCurve::Piece piece = between_.piece(row);
    const bool isLine = piece.form == Form::Stairs || piece.form == Form::Power ||
                        (piece.form == Form::Straight && scale_ != PlotScale::Logarithmic);
    if (isLine) continue;
    const double from = std::max(start.x, window.low), to = std::min(sampled_[i + 1].x, window.high);
    const int parts = std::clamp(static_cast<int>((to - from) / (kCurveStride * column)), 1, kMostWithinStep);
    for (int k = 0; k <= parts; ++k) {
      const double t = from + (to - from) * k / parts;
      if (t > start.x && t < sampled_[i + 1].x) drawn_.push_back({t, piece.at(t)});
    }
  }
}

QList<QPointF> PlotCurve::points(AxisRange window, AxisRange y) const {
  // zeros run just above the lower border, where they show
  const bool logarithmic = scale_ == PlotScale::Logarithmic;
  const double low = logarithmic ? y.low + kZeroHeight * y.span() : y.low - kFarAway * y.span();
  const double high = y.high + kFarAway * y.span();
  const bool stairs = recording_->channels()[static_cast<std::size_t>(channel_)].kind == ChannelKind::Step;
  QList<QPointF> points;
  points.reserve(static_cast<qsizetype>(drawn_.size() * (stairs ? 2 : 1)));
  for (const PlotPoint& sample : drawn_) {
    const QPointF point(sample.x, std::clamp(coordinate(sample.y), low, high));
    // A step's order and size belong to the interval that ends at its time.
    if (stairs && !points.isEmpty() && points.back().y() != point.y())
      points.append(QPointF(points.back().x(), point.y()));
    points.append(point);
  }
  if (points.size() < 2) return points;
  if (points.front().x() < window.low) points.front() = crossing(points[0], points[1], window.low);
  const qsizetype n = points.size();
  if (points.back().x() > window.high) points.back() = crossing(points[n - 2], points[n - 1], window.high);
  return points;
}

void PlotCurve::samplePhase(const PlotCurve& abscissa, AxisRange window, int pieces) {
  phase_.clear();
  phaseExtent_ = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  findRunaway(window);
  const std::size_t size = std::min(pyramid_.size(), abscissa.pyramid_.size());
  if (size == 0) return;
  std::size_t first = std::min(recording_->rowAt(window.low), size - 1);
  if (recording_->time(first) < window.low) ++first;
  const std::size_t last = std::min(recording_->rowAt(window.high) + 1, size);
  const auto take = [&](std::size_t row) {
    const PhasePoint point{recording_->time(row), recording_->value(row, abscissa.channel_),
                           recording_->value(row, channel_)};
    if (std::isfinite(point.x) && std::isfinite(point.y) && point.t <= window.high) phase_.push_back(point);
  };
  // Few rows: the way within each step as well.
  const std::size_t rowsSeen = last > first ? last - first : 1;
  const int parts =
      std::clamp(pieces / static_cast<int>(std::min<std::size_t>(rowsSeen, 1u << 20)), 1, kMostPhaseParts);
  const auto takeStep = [&](std::size_t row) {
    if (parts < 2 || row + 1 >= last) return;
    const ChannelCurve::Piece x = abscissa.between_.piece(row), y = between_.piece(row);
    for (int k = 1; k < parts; ++k) {
      const double t = x.start + x.length * k / parts;
      const PhasePoint point{t, x.at(t), y.at(t)};
      if (std::isfinite(point.x) && std::isfinite(point.y)) phase_.push_back(point);
    }
  };
  constexpr std::size_t kAllOfThem = 6;
  const std::size_t stride = first < last ? (last - first) / static_cast<std::size_t>(pieces) + 1 : 1;
  std::vector<std::size_t> rows;
  for (std::size_t row = first; row < last; row += stride) {
    const std::size_t end = std::min(row + stride, last);
    rows.clear();
    if (end - row <= kAllOfThem) {
      for (std::size_t k = row; k < end; ++k) rows.push_back(k);
    } else {
      rows.push_back(row);
      for (const MinMaxPyramid* pyramid : {&std::as_const(pyramid_), &abscissa.pyramid_})
        if (const auto range = pyramid->range(row, end); range.min <= range.max)
          rows.insert(rows.end(), {range.minRow, range.maxRow});
      rows.push_back(end - 1);
      std::sort(rows.begin(), rows.end());
      rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    }
    for (const std::size_t k : rows) {
      take(k);
      takeStep(k);
    }
  }
  for (const PhasePoint& point : phase_) {
    phaseExtent_ = {std::min(phaseExtent_.low, point.x), std::max(phaseExtent_.high, point.x)};
    measure(point.t, coordinate(point.y));
  }
}

double PlotCurve::valueAt(double t) const { return between_.at(t); }

}  // namespace holonom
