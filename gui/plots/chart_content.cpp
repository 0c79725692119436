// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_content.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kPhasePieces = 1500;
constexpr qint64 kSpectrumPause = 1000;  // ms between two that differ only by new rows
constexpr double kFarAway = 1e4;         // spans; keeps pixel coordinates small
// of a curve: frequencies beyond which it has less are not shown at first
constexpr double kSmallPower = 1e-3;
constexpr double kSmallOnLog = 1e-6;
constexpr std::size_t kLeastLines = 20;

/// Up to where the lines of a spectrum hold all but a part of its power, and a little more.
double contentEnd(const std::vector<SpectrumLine>& lines, double part) {
  double power = 0, beyond = 0;
  for (const auto& line : lines) power += line.amplitude * line.amplitude;
  std::size_t last = lines.size();
  while (last > 1 && (beyond += lines[last - 1].amplitude * lines[last - 1].amplitude) <= part * power)
    --last;
  return lines[std::min(lines.size(), std::max(last + last / 4, kLeastLines)) - 1].frequency;
}

double clampedTo(double value, AxisRange range) {
  return std::clamp(value, range.low - kFarAway * range.span(), range.high + kFarAway * range.span());
}

}  // namespace

void ChartContent::set(Curves curves, Curves abscissae, PaneMode mode) {
  curves_ = std::move(curves);
  abscissae_ = std::move(abscissae);
  mode_ = mode;
  requested_.reset();
  outdated_ = spectra_.pending();
  lines_.clear();
}

bool ChartContent::takeIn(std::size_t most, AxisRange window) {
  bool visible = false;
  for (Curves* list : {&curves_, &abscissae_})
    for (auto& curve : *list) {
      const double before = curve->lastTime();
      if (curve->takeIn(most) && !(before > window.high)) visible = true;
    }
  return visible;
}

bool ChartContent::takeSpectra() {
  auto result = spectra_.take();
  if (!result) {  // the solver needs the processor more than a growing spectrum does
    const bool old = mode_ == PaneMode::Spectrum && requested_ && !spectra_.busy() &&
                     sinceRequest_.elapsed() > kSpectrumPause;
    return old && requested_->rows != rowCounts();
  }
  if (std::exchange(outdated_, false)) return true;  // to be asked for again
  lines_ = std::move(*result);
  return true;
}

std::vector<std::size_t> ChartContent::rowCounts() const {
  std::vector<std::size_t> rows;
  for (const auto& curve : curves_) rows.push_back(curve->recording().size());
  return rows;
}

double ChartContent::growth(AxisRange window) const {
  double largest = 0;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const double from = i < sampledTo_.size() ? sampledTo_[i] : kNaN;
    const double grown = std::isfinite(from) ? curves_[i]->lastTime() - from : window.span();
    largest = std::max(largest, grown / window.span());
  }
  return largest;
}

const PlotCurve* ChartContent::abscissaOf(const PlotCurve& curve) const {
  for (const auto& abscissa : abscissae_)
    if (abscissa->source() == curve.source()) return abscissa.get();
  return nullptr;
}

void ChartContent::sample(AxisRange window, int columns) {
  sampledTo_.clear();
  for (const auto& curve : curves_) sampledTo_.push_back(curve->lastTime());
  switch (mode_) {
    case PaneMode::Time:
      for (auto& curve : curves_) curve->sample(window, columns);
      break;
    case PaneMode::Phase:
      for (auto& curve : curves_)
        if (const PlotCurve* abscissa = abscissaOf(*curve))
          curve->samplePhase(*abscissa, window, kPhasePieces);
      break;
    case PaneMode::Spectrum: requestSpectra(window); break;
    case PaneMode::Table: break;
  }
}

void ChartContent::requestSpectra(AxisRange window) {
  Request request{window, rowCounts()};
  if (spectra_.busy() || outdated_ || (requested_ && *requested_ == request)) return;
  if (requested_ && requested_->window == window && sinceRequest_.elapsed() < kSpectrumPause) return;
  requested_ = request;
  sinceRequest_.start();
  std::vector<std::pair<std::shared_ptr<const Recording>, int>> sources;
  for (const auto& curve : curves_) sources.emplace_back(curve->source(), curve->channel());
  spectra_.start([sources, window] {
    Spectra all;
    for (const auto& [recording, channel] : sources)
      all.push_back(amplitudeSpectrum(*recording, channel, window.low, window.high));
    return all;
  });
}

AxisRange ChartContent::horizontalExtent() const {
  AxisRange extent{kInfinity, -kInfinity};
  if (mode_ == PaneMode::Phase) {
    for (const auto& curve : curves_)
      extent = {std::min(extent.low, curve->phaseExtent().low),
                std::max(extent.high, curve->phaseExtent().high)};
    return extent;
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].empty()) continue;
    const bool logarithmic = curves_[i]->scale() == PlotScale::Logarithmic;
    extent = {0, std::max(extent.high, contentEnd(lines_[i], logarithmic ? kSmallOnLog : kSmallPower))};
  }
  return extent;
}

double ChartContent::highestFrequency() const {
  double highest = 0;
  for (const auto& lines : lines_)
    if (!lines.empty()) highest = std::max(highest, lines.back().frequency);
  return highest;
}

AxisRange ChartContent::wholeExtent(int side) const {
  AxisRange extent = this->extent(side);
  if (mode_ == PaneMode::Spectrum) return extent;
  for (const auto& curve : curves_)
    if (curve->side() == side)
      extent = {std::min(extent.low, curve->wholeExtent().low),
                std::max(extent.high, curve->wholeExtent().high)};
  return extent;
}

AxisRange ChartContent::extent(int side) const {
  AxisRange extent{kInfinity, -kInfinity};
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (curves_[i]->side() != side) continue;
    if (mode_ != PaneMode::Spectrum) {
      extent = {std::min(extent.low, curves_[i]->extent().low),
                std::max(extent.high, curves_[i]->extent().high)};
    } else if (i < lines_.size()) {
      const bool logarithmic = curves_[i]->scale() == PlotScale::Logarithmic;
      double largest = 0, smallest = kInfinity;
      for (const auto& line : lines_[i]) {
        largest = std::max(largest, line.amplitude);
        if (line.amplitude > 0) smallest = std::min(smallest, line.amplitude);
      }
      if (lines_[i].empty() || (logarithmic && largest == 0)) continue;
      extent.low = std::min(extent.low, logarithmic ? std::log10(std::max(smallest, largest * 1e-9)) : 0.0);
      extent.high = std::max(extent.high, logarithmic ? std::log10(largest) : largest);
    }
  }
  return extent;
}

QList<QPointF> ChartContent::points(std::size_t curve, AxisRange x, AxisRange y, int columns) const {
  if (mode_ == PaneMode::Time) return curves_[curve]->points(x, y);
  if (mode_ == PaneMode::Spectrum) return spectrumPoints(curve, x, y, columns);
  QList<QPointF> points;
  points.reserve(static_cast<qsizetype>(curves_[curve]->phase().size()));
  for (const PhasePoint& point : curves_[curve]->phase()) {
    const double value = curves_[curve]->coordinate(point.y);
    points.append(QPointF(clampedTo(point.x, x), std::isfinite(value) ? clampedTo(value, y) : y.low));
  }
  return points;
}

// The lowest and the highest line of each column of pixels.
QList<QPointF> ChartContent::spectrumPoints(std::size_t curve, AxisRange x, AxisRange y, int columns) const {
  QList<QPointF> points;
  if (curve >= lines_.size()) return points;
  const auto& lines = lines_[curve];
  const auto below = [](const SpectrumLine& line, double f) { return line.frequency < f; };
  auto line = std::lower_bound(lines.begin(), lines.end(), x.low, below);
  auto last = std::lower_bound(line, lines.end(), x.high, below);
  if (line != lines.begin()) --line;
  if (last != lines.end()) ++last;
  const auto coordinate = [&](const SpectrumLine& l) {
    const double value = curves_[curve]->coordinate(l.amplitude);
    return QPointF(l.frequency, std::isfinite(value) ? clampedTo(value, y) : y.low);
  };
  const double width = x.span() / std::max(columns, 1);
  while (line != last) {
    const double border = x.low + width * (std::floor((line->frequency - x.low) / width) + 1);
    auto low = line, high = line, next = line;
    for (; next != last && (next == line || next->frequency < border); ++next) {
      if (next->amplitude < low->amplitude) low = next;
      if (next->amplitude > high->amplitude) high = next;
    }
    if (low > high) std::swap(low, high);
    points.append(coordinate(*low));
    if (high != low) points.append(coordinate(*high));
    line = next;
  }
  return points;
}

std::optional<QPointF> ChartContent::pointAt(std::size_t curve, double t) const {
  const PlotCurve* abscissa = abscissaOf(*curves_[curve]);
  if (abscissa == nullptr) return std::nullopt;
  const QPointF point(abscissa->valueAt(t), curves_[curve]->coordinate(curves_[curve]->valueAt(t)));
  if (!std::isfinite(point.x()) || !std::isfinite(point.y())) return std::nullopt;
  return point;
}

double ChartContent::timeNear(QPointF at, AxisRange x, const std::vector<AxisRange>& y) const {
  double best = kInfinity, time = kNaN;
  for (const auto& curve : curves_) {
    const auto side = static_cast<std::size_t>(curve->side());
    for (const PhasePoint& point : curve->phase()) {
      const double dx = (point.x - x.low) / x.span() - at.x();
      const double dy = (curve->coordinate(point.y) - y[side].low) / y[side].span() - at.y();
      const double distance = dx * dx + dy * dy;
      if (distance < best) best = distance, time = point.t;
    }
  }
  return time;
}

double ChartContent::amplitudeNear(std::size_t curve, double frequency) const {
  if (curve >= lines_.size() || lines_[curve].empty()) return kNaN;
  const auto& lines = lines_[curve];
  const double spacing = lines.front().frequency;  // the first line is one spacing from zero
  const double k = std::round(frequency / spacing) - 1;
  return k < 0 || k >= static_cast<double>(lines.size()) ? kNaN
                                                         : lines[static_cast<std::size_t>(k)].amplitude;
}

}  // namespace holonom
