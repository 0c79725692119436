// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_area.h"

#include <QEvent>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

constexpr int kLeastCurveHeight = 70;   // px
constexpr int kLeastBesideValues = 45;  // px of a curve where two cursors have much to say
constexpr int kUsualBesideValues = 85;  // and with one
// px that a curve must have grown by before it is drawn again at once
constexpr double kVisibleAdvance = 0.5;
constexpr qint64 kLatestRedraw = 250;  // ms after which less is drawn too
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

QString valueText(double value) { return std::isnan(value) ? QString::fromUtf8("–") : readableNumber(value); }

}  // namespace

ChartArea::ChartArea(const PlotSpec& spec, QWidget* parent)
    : QWidget(parent), spec_(spec), cursor_(kNaN), second_(kNaN) {
  clock_.start();
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(spec.title);
  setAccessibleDescription(spec.help);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setToolTip(QString());
}

QSize ChartArea::minimumSizeHint() const {
  const QFontMetrics metrics(font());
  return {240, kLeastCurveHeight + plotMargins(metrics).bottom + metrics.height() + 6};
}

void ChartArea::present(ChartSetup setup) {
  if (setup.mode != content_.mode()) {
    for (ValueAxis* axis : {&horizontal_, &values_[0], &values_[1]}) axis->chosen.reset();
    frequency_.reset();
  }
  // Between two runs there are no curves for a moment; what was chosen waits for the next ones.
  if (!setup.curves.empty() || curves().empty()) {
    values_[0].describe(setup.left.scale, setup.left.quantity, setup.left.unit);
    values_[1].describe(setup.right.scale, setup.right.quantity, setup.right.unit);
    horizontal_.describe(setup.horizontal.scale, setup.horizontal.quantity, setup.horizontal.unit);
  }
  legendEntries_ = std::move(setup.legend);
  legendLines_ = 1;
  content_.set(std::move(setup.curves), std::move(setup.abscissae), setup.mode);
  arrangeLegend();
  makeRoomForValues();
  stale_ = true;
  update();
}

void ChartArea::setWindow(AxisRange time) {
  if (time == window_) return;
  window_ = time;
  stale_ = true;
}

void ChartArea::setCursorTime(double t) {
  if (t == cursor_) return;
  cursor_ = t;
  makeRoomForValues();
  update();
}

void ChartArea::setSecondCursor(double t) {
  if (t == second_ || (std::isnan(t) && std::isnan(second_))) return;
  second_ = t;
  legendLines_ = 1;
  legend_.forgetReserved();
  stale_ = true;
  makeRoomForValues();
  update();
}

/// With two cursors differences stand beside the values: all of them are to be read, as far as curves keep
/// their room. Otherwise a legend grows as long as curves keep more of it.
int ChartArea::mostLegendLines() const {
  const QFontMetrics metrics(font());
  const bool two = std::isfinite(second_);
  const int room = (height() - (measures_ ? measures_->margins : plotMargins(metrics)).bottom -
                    (two ? kLeastBesideValues : kUsualBesideValues)) /
                   metrics.height();
  return std::clamp(room, LegendPainter::kUsualLines, two ? 8 : 4);
}

void ChartArea::makeRoomForValues() {
  legend_.reserve(QFontMetrics(font()), readOut());
  const int needed =
      legend_.lines(QFontMetrics(font()), width() - 2 * kLegendMargin, mostLegendLines(), readOut());
  if (needed <= legendLines_) return;
  legendLines_ = needed;
  stale_ = true;
}

void ChartArea::setEvents(EventMarks events) {
  events_ = std::move(events);
  stale_ = true;
}

QString ChartArea::eventsAt(double x) const {
  constexpr double kReach = 4;  // px
  return overTime() ? events_.at(x, plotArea(), window_, kReach) : QString();
}

/// Numbers that have become shorter by one digit are no reason to move the axis.
int ChartArea::neededRightRoom() const {
  if (!hasRightAxis()) return 0;
  const QFontMetrics metrics(font());
  const int room = AxisPainter::rightRoom(values_[1].scaleOf(), plotArea().height(), metrics);
  return room < rightRoom_ && rightRoom_ - room <= metrics.horizontalAdvance(QChar('0')) ? rightRoom_ : room;
}

void ChartArea::setRightRoom(int room) {
  if (room == rightRoom_) return;
  rightRoom_ = room;
  stale_ = true;
}

bool ChartArea::hasRightAxis() const {
  return std::any_of(curves().begin(), curves().end(), [](const auto& curve) { return curve->side() == 1; });
}

void ChartArea::setZoom(const AreaZoom& zoom) {
  if (zoom == this->zoom()) return;
  horizontal_.chosen = zoom.horizontal;
  values_[0].chosen = zoom.left;
  values_[1].chosen = zoom.right;
  for (ValueAxis* axis : {&horizontal_, &values_[0], &values_[1]}) axis->refit();
  stale_ = true;
}

AxisRange ChartArea::horizontalRange() const { return overTime() ? window_ : horizontal_.range; }

QRectF ChartArea::plotArea() const {
  const QFontMetrics metrics(font());
  if (!measures_) measures_ = {plotMargins(metrics), legend_.lines(metrics, width() - 2 * kLegendMargin)};
  const auto& [margins, entryLines] = *measures_;
  const int lines = std::max(entryLines, std::min(legendLines_, mostLegendLines()));
  const int top = lines * metrics.height() + 4;
  return QRectF(margins.left, top, std::max(1, width() - margins.left - std::max(margins.right, rightRoom_)),
                std::max(1, height() - top - margins.bottom));
}

double ChartArea::timeAt(double x) const {
  const QRectF area = plotArea();
  const AxisRange range = horizontalRange();
  return range.low + (x - area.left()) / area.width() * range.span();
}

double ChartArea::valueAt(int side, double y) const {
  const QRectF area = plotArea();
  const AxisRange range = valueRange(side);
  return range.low + (area.bottom() - y) / area.height() * range.span();
}

bool ChartArea::refresh(bool running, std::size_t mostRows) {
  const bool grown = content_.takeIn(mostRows, window_);
  if (content_.takeSpectra()) stale_ = true;
  // In a long run a tick adds a small part of a pixel: not worth a picture each time.
  const bool due = !running || content_.growth(window_) * plotArea().width() >= kVisibleAdvance ||
                   clock_.elapsed() - drawnAt_ >= kLatestRedraw;
  pending_ = pending_ || grown;
  const bool changed = stale_ || (!running && !smooth_) || (pending_ && due);
  if (!changed || width() < 2 || height() < 2) return false;
  // While running, two pixels share a column: the extremes stay, the number of points halves.
  content_.sample(window_, std::max(8, static_cast<int>(plotArea().width()) / (running ? 2 : 1)));
  chooseRanges(running);
  render(!running);
  stale_ = pending_ = false;
  drawnAt_ = clock_.elapsed();
  update();
  return true;
}

void ChartArea::chooseRanges(bool live) {
  const double now = static_cast<double>(clock_.elapsed()) * 1e-3;
  for (const int side : {0, 1})
    values_[static_cast<std::size_t>(side)].follow(content_.extent(side), live, now);
  if (overTime()) return;
  const AxisRange extent = content_.horizontalExtent();
  horizontal_.follow(extent, live, now);
  if (content_.mode() == PaneMode::Spectrum && !horizontal_.chosen && extent.high > 0)
    horizontal_.range = {0, extent.high};  // no frequency is negative
}

QStringList ChartArea::readOut() const {
  QStringList texts;
  const bool spectrum = content_.mode() == PaneMode::Spectrum;
  if (spectrum ? !frequency_ : !std::isfinite(cursor_)) return texts;
  for (std::size_t i = 0; i < curves().size(); ++i) {
    if (spectrum) {
      texts << valueText(content_.amplitudeNear(i, *frequency_));
      continue;
    }
    const double value = curves()[i]->valueAt(cursor_);
    QString text = valueText(value);
    if (std::isfinite(second_))
      text += QString::fromUtf8("  Δ ") + valueText(value - curves()[i]->valueAt(second_));
    texts << text;
  }
  return texts;
}

void ChartArea::setEmphasis(ChannelPredicate belongs) {
  const std::vector<bool> before = emphasis();
  emphasised_ = std::move(belongs);
  if (emphasis() == before) return;
  arrangeLegend();
  stale_ = true;
  update();
}

/// In the order of the curves. Where the names of those that stand out would have no room, they come first.
void ChartArea::arrangeLegend() {
  measures_.reset();
  legend_.setEntries(legendEntries_);
  const std::vector<bool> strong = emphasis();
  if (strong.empty()) return;
  const auto standsOut = [&](const LegendEntry& entry) {
    return !entry.samples.empty() && strong[entry.samples.front().curve];
  };
  const auto hidden = legendEntries_.begin() + std::ssize(legendPlaces());
  if (std::none_of(hidden, legendEntries_.end(), standsOut)) return;
  std::vector<LegendEntry> entries = legendEntries_;
  std::stable_partition(entries.begin(), entries.end(), standsOut);
  legend_.setEntries(std::move(entries));
  measures_.reset();
}

std::vector<bool> ChartArea::emphasis() const {
  if (!emphasised_ || onPaper_) return {};
  std::vector<bool> flags;
  for (const auto& curve : curves())
    flags.push_back(emphasised_(curve->recording().channels()[static_cast<std::size_t>(curve->channel())]));
  if (std::find(flags.begin(), flags.end(), true) == flags.end()) flags.clear();
  return flags;
}

QRect ChartArea::legendArea() const {
  return {kLegendMargin, 0, width() - 2 * kLegendMargin, static_cast<int>(plotArea().top())};
}

std::vector<QRect> ChartArea::legendPlaces() const {
  return legend_.places(QFontMetrics(font()), legendArea(), readOut());
}

QRect ChartArea::legendPlace(std::size_t entry) const {
  const auto places = legendPlaces();
  return entry < places.size() ? places[entry] : QRect();
}

std::optional<std::size_t> ChartArea::legendCurveAt(QPointF at) const {
  const auto places = legendPlaces();
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].contains(at.toPoint()) && !legend_.entries()[i].samples.empty())
      return legend_.entries()[i].samples.front().curve;
  return std::nullopt;
}

void ChartArea::pick(std::size_t curve) {
  const PlotCurve& picked = *curves()[curve];
  emit channelPicked(picked.recording().channels()[static_cast<std::size_t>(picked.channel())]);
}

/// The curve that passes within a few pixels, as it was drawn last.
std::optional<std::size_t> ChartArea::curveNear(QPointF at) const {
  constexpr double kReach = 5;  // px
  const QRectF area = plotArea();
  const AxisRange x = horizontalRange();
  std::optional<std::size_t> nearest;
  double least = kReach * kReach;
  for (std::size_t i = 0; i < curves().size(); ++i) {
    const AxisRange y = valueRange(curves()[i]->side());
    const auto pixel = [&](const QPointF& p) {
      return QPointF(area.left() + (p.x() - x.low) / x.span() * area.width(),
                     area.bottom() - (p.y() - y.low) / y.span() * area.height()) -
             at;
    };
    const QList<QPointF> points = content_.points(i, x, y, static_cast<int>(area.width()));
    for (qsizetype k = 1; k < points.size(); ++k) {
      const QPointF a = pixel(points[k - 1]), way = pixel(points[k]) - a;
      const double length = QPointF::dotProduct(way, way);
      const double along = length > 0 ? std::clamp(-QPointF::dotProduct(a, way) / length, 0.0, 1.0) : 0;
      const QPointF foot = a + along * way;
      if (const double square = QPointF::dotProduct(foot, foot); square < least) least = square, nearest = i;
    }
  }
  return nearest;
}

void ChartArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  legendLines_ = 1;
  arrangeLegend();
  makeRoomForValues();
  stale_ = true;
}

void ChartArea::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) measures_.reset();
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) stale_ = true;
}

}  // namespace holonom
