// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/forms/spectrum_form.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/base/channel_words.h"

namespace holonom {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr qint64 kSpectrumPause = 1000;  // ms between two that differ only by new rows
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

bool isLogarithmic(const PlotCurve& curve) { return curve.scale() == PlotScale::Logarithmic; }

std::vector<std::size_t> rowCounts(const CurveSet& set) {
  std::vector<std::size_t> rows;
  for (const auto& curve : set.curves) rows.push_back(curve->recording().size());
  return rows;
}

}  // namespace

void SpectrumForm::forget() {
  requested_.reset();
  job_.cancel();
  lines_.clear();
}

void SpectrumForm::sample(CurveSet& set, AxisRange window, int) {
  Request request{window, rowCounts(set)};
  if (job_.busy() || (requested_ && *requested_ == request)) return;
  if (requested_ && requested_->window == window && sinceRequest_.elapsed() < kSpectrumPause) return;
  requested_ = request;
  sinceRequest_.start();
  std::vector<std::pair<std::shared_ptr<const Recording>, int>> sources;
  for (const auto& curve : set.curves) sources.emplace_back(curve->source(), curve->channel());
  job_.start([sources, window](const JobContext& context) {
    Spectra all;
    for (const auto& [recording, channel] : sources)
      if (!context.stop.stop_requested())
        all.push_back(amplitudeSpectrum(*recording, channel, window.low, window.high));
    return all;
  });
}

bool SpectrumForm::takeResults(const CurveSet& set) {
  auto outcome = job_.take();
  if (!outcome) {  // the solver needs the processor more than a growing spectrum does
    const bool old = requested_ && !job_.busy() && sinceRequest_.elapsed() > kSpectrumPause;
    return old && requested_->rows != rowCounts(set);
  }
  if (*outcome) lines_ = std::move(*outcome->result);
  return true;
}

AxisRange SpectrumForm::extent(const CurveSet& set, std::size_t curve) const {
  if (curve >= lines_.size() || lines_[curve].empty()) return kNoRange;
  double largest = 0, smallest = kNoRange.low;
  for (const auto& line : lines_[curve]) {
    largest = std::max(largest, line.amplitude);
    if (line.amplitude > 0) smallest = std::min(smallest, line.amplitude);
  }
  if (!isLogarithmic(*set.curves[curve])) return {0, largest};
  if (largest == 0) return kNoRange;
  return {std::log10(std::max(smallest, largest * 1e-9)), std::log10(largest)};
}

AxisRange SpectrumForm::horizontalExtent(const CurveSet& set) const {
  AxisRange extent = kNoRange;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].empty()) continue;
    const double part = isLogarithmic(*set.curves[i]) ? kSmallOnLog : kSmallPower;
    extent = {0, std::max(extent.high, contentEnd(lines_[i], part))};
  }
  return extent;
}

/// No frequency is negative.
AxisRange SpectrumForm::shown(AxisRange fitted, AxisRange extent) const {
  return extent.high > 0 ? AxisRange{0, extent.high} : fitted;
}

/// Out of the automatic range the way leads to the whole.
AxisRange SpectrumForm::allowed(AxisRange wanted, const ValueAxis& axis) const {
  const double highest = highestFrequency();
  const bool out = wanted.span() > axis.range.span();
  if (out && (!axis.chosen || wanted.span() >= highest)) return {0, std::max(highest, axis.range.high)};
  return wanted.low < 0 ? AxisRange{0, wanted.span()} : wanted;
}

double SpectrumForm::highestFrequency() const {
  double highest = 0;
  for (const auto& lines : lines_)
    if (!lines.empty()) highest = std::max(highest, lines.back().frequency);
  return highest;
}

// The lowest and the highest line of each column of pixels.
QList<QPointF> SpectrumForm::points(const CurveSet& set, std::size_t curve, const ChartFrame& frame) const {
  QList<QPointF> points;
  if (curve >= lines_.size()) return points;
  const PlotCurve& drawn = *set.curves[curve];
  const AxisRange& x = frame.x;
  const AxisRange& y = frame.y[static_cast<std::size_t>(drawn.side())];
  const auto& lines = lines_[curve];
  const auto below = [](const SpectrumLine& line, double f) { return line.frequency < f; };
  auto line = std::lower_bound(lines.begin(), lines.end(), x.low, below);
  auto last = std::lower_bound(line, lines.end(), x.high, below);
  if (line != lines.begin()) --line;
  if (last != lines.end()) ++last;
  const auto coordinate = [&](const SpectrumLine& l) {
    const double value = drawn.coordinate(l.amplitude), far = kFarAway * y.span();
    return QPointF(l.frequency, std::isfinite(value) ? std::clamp(value, y.low - far, y.high + far) : y.low);
  };
  const double width = x.span() / std::max(1.0, frame.area.width());
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

std::optional<double> SpectrumForm::click(QPointF at, const ChartScene& scene) {
  frequency_ = std::clamp(scene.frame.valueAcross(at.x()), scene.frame.x.low, scene.frame.x.high);
  return std::nullopt;
}

QStringList SpectrumForm::readOut(const ChartScene& scene) const {
  QStringList texts;
  if (!frequency_) return texts;
  for (std::size_t i = 0; i < scene.set.curves.size(); ++i) texts << readOutOf(amplitudeNear(i, *frequency_));
  return texts;
}

void SpectrumForm::drawCursors(QPainter& painter, const ChartScene& scene) const {
  if (!frequency_ || scene.onPaper) return;
  scene.drawLineAt(painter, *frequency_, Qt::SolidLine);
  const QString text = QCoreApplication::translate("PlotForm", "%1 Hz").arg(readableNumber(*frequency_));
  const QFontMetrics metrics = painter.fontMetrics();
  painter.setPen(scene.palette.color(QPalette::Text));
  painter.drawText(QPointF(scene.frame.area.right() - metrics.horizontalAdvance(text) - 4,
                           scene.frame.area.top() + metrics.ascent() + 2),
                   text);
}

QString SpectrumForm::textOf(const CurveSet& set, std::size_t curve, QPointF point) const {
  const PlotCurve& drawn = *set.curves[curve];
  const Channel& channel = drawn.recording().channels()[static_cast<std::size_t>(drawn.channel())];
  const double amplitude = isLogarithmic(drawn) ? std::pow(10, point.y()) : point.y();
  return QCoreApplication::translate("PlotForm", "%1: %2 %3 at %4 Hz")
      .arg(channelLabel(channel), readableNumber(amplitude), QString::fromStdString(channel.unit),
           readableNumber(point.x()));
}

double SpectrumForm::amplitudeNear(std::size_t curve, double frequency) const {
  if (curve >= lines_.size() || lines_[curve].empty()) return kNaN;
  const auto& lines = lines_[curve];
  const double spacing = lines.front().frequency;  // the first line is one spacing from zero
  const double k = std::round(frequency / spacing) - 1;
  return k < 0 || k >= static_cast<double>(lines.size()) ? kNaN
                                                         : lines[static_cast<std::size_t>(k)].amplitude;
}

PlotForm spectrumForm() {
  PlotForm form;
  form.key = kSpectrumForm;
  form.actionName = QStringLiteral("actionSpectrum");
  form.text = QCoreApplication::translate("PlotForm", "&Frequencies of the visible range (FFT)");
  form.shortcut = QKeySequence(Qt::CTRL | Qt::Key_3);
  form.describe = [](FormWords& words, const QString&, const QString&) {
    words.hint = QCoreApplication::translate("PlotForm", "which frequencies the visible range holds");
    words.horizontal = QCoreApplication::translate("PlotForm", "frequency");
    words.horizontalUnit = QStringLiteral("Hz");
    words.quantity = QCoreApplication::translate("PlotForm", "amplitude");
  };
  form.inPointView = true;
  form.makeCurves = [] { return std::make_unique<SpectrumForm>(); };
  return form;
}

}  // namespace holonom
