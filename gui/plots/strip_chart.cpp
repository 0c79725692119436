// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/strip_chart.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/base/thread_clock.h"
#include "core/results/step_story.h"
#include "gui/plots/chart_hand.h"
#include "gui/plots/event_marks.h"
#include "gui/plots/plot_palette.h"

namespace holonom {
namespace {

constexpr double kRejectionReach = 5;  // px around a rejection that a click finds

}  // namespace

StripChart::StripChart(const PlottedRun& run, QWidget* parent)
    : QWidget(parent), run_(run), data_(run.recording), layout_(stripLayout(font(), 420)),
      cursor_(std::numeric_limits<double>::quiet_NaN()) {
  if (!run_.colour.isValid()) run_.colour = distinctColour(0);
  setFocusPolicy(Qt::StrongFocus);
  setProperty("keepsArrows", true);
  setAccessibleName(tr("Integrator timeline of %1").arg(run_.label));
  setAccessibleDescription(tr("Left and right go from step to step, up and down between rejected attempts"));
  setAttribute(Qt::WA_OpaquePaintEvent);
  arrange();
}

QSize StripChart::sizeHint() const { return {420, static_cast<int>(std::ceil(layout_.height))}; }
QSize StripChart::minimumSizeHint() const { return {200, static_cast<int>(std::ceil(layout_.height))}; }

QString StripChart::headText() const {
  return run_.mark.isEmpty() ? run_.label : run_.mark + QStringLiteral("  ") + run_.label;
}

void StripChart::arrange() {
  const double former = layout_.height;
  layout_ =
      stripLayout(font(), width(), span_, headLines(QFontMetrics(font()), width(), headText(), totals_));
  if (layout_.height != former) updateGeometry();
  stale_ = true;
  update();
}

void StripChart::setWindow(AxisRange time) {
  if (time == window_ || !(time.span() > 0)) return;
  window_ = time;
  stale_ = true;
  update();
}

void StripChart::setSpan(std::optional<AxisRange> span) {
  if (span == span_) return;
  span_ = span;
  arrange();
}

void StripChart::setCursorTime(double t) {
  if (t == cursor_) return;
  cursor_ = t;
  if (chosen_ && timeOf(*chosen_) != t) chosen_.reset();
  update();
}

void StripChart::refresh(std::size_t mostRows, bool ended) {
  if (!data_.update(mostRows, ended)) return;
  stale_ = true;
  const QString totals = stripTotals(data_);
  if (totals.size() > totals_.size()) {  // the head may need a second line
    totals_ = totals;
    arrange();
  }
  update();
}

double StripChart::timeOf(std::size_t row) const {
  return data_.size() == 0 ? 0 : data_.recording().time(std::min(row, data_.size() - 1));
}

std::optional<std::size_t> StripChart::currentStep() const {
  if (chosen_) return chosen_;
  if (data_.size() == 0 || !std::isfinite(cursor_)) return std::nullopt;
  return data_.stepAt(cursor_);
}

void StripChart::choose(std::size_t row) {
  if (data_.size() == 0) return;
  chosen_ = std::min(row, data_.size() - (data_.hasAbandoned() ? 0 : 1));
  cursor_ = timeOf(*chosen_);
  update();
  emit stepChosen();
}

double StripChart::timeAt(double x) const {
  const QRectF area = layout_.all();
  return window_.low + (x - area.left()) / area.width() * window_.span();
}

double StripChart::placeOf(double t) const {
  const QRectF area = layout_.all();
  return area.left() + (t - window_.low) / window_.span() * area.width();
}

/// The nearest rejection of the lane that was hit, or of all.
std::optional<std::size_t> StripChart::rejectionNear(QPointF at) const {
  std::optional<std::size_t> found;
  double best = kRejectionReach + 0.5;
  for (int cause = 0; cause < StripData::kCauses; ++cause) {
    const auto& marks = data_.rejections(cause);
    const auto after = std::lower_bound(marks.begin(), marks.end(), timeAt(at.x()),
                                        [](const StripData::Mark& mark, double t) { return mark.t < t; });
    for (auto mark : {after, after == marks.begin() ? after : after - 1}) {
      if (mark == marks.end() || std::abs(placeOf(mark->t) - at.x()) >= best) continue;
      best = std::abs(placeOf(mark->t) - at.x());
      found = mark->row;
    }
  }
  return found;
}

std::optional<std::size_t> StripChart::stepNear(QPointF at) const {
  const QRectF area = layout_.all();
  if (data_.size() == 0 || at.x() < area.left() - kRejectionReach || at.x() > area.right() + kRejectionReach)
    return std::nullopt;
  if (layout_.of(Strip::Rejections).adjusted(0, -2, 0, 2).contains(QPointF(area.center().x(), at.y())))
    if (const auto rejection = rejectionNear(at)) return rejection;
  return data_.stepAt(std::clamp(timeAt(at.x()), window_.low, window_.high));
}

void StripChart::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  if (const auto row = stepNear(event->position())) choose(*row);
}

void StripChart::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || data_.size() == 0) return;
  choose(data_.stepAt(std::clamp(timeAt(event->position().x()), window_.low, window_.high)));
}

void StripChart::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit resetRequested();
}

void StripChart::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / kNotch;
  if (notches == 0 || !layout_.all().contains(event->position())) {
    event->ignore();  // beside the strips the list of runs scrolls
    return;
  }
  event->accept();
  const double factor = std::pow(kZoomPerNotch, -notches), about = timeAt(event->position().x());
  emit windowRequested(about - factor * (about - window_.low), about + factor * (window_.high - about),
                       QStringLiteral("wheel.horizontal"));
}

void StripChart::keyPressEvent(QKeyEvent* event) {
  const auto current = currentStep();
  if (!current || event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))
    return QWidget::keyPressEvent(event);
  const std::ptrdiff_t many = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
  switch (event->key()) {
    case Qt::Key_Left: choose(data_.stepFrom(*current, -many)); break;
    case Qt::Key_Right: choose(data_.stepFrom(*current, many)); break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (const auto row = data_.nextRejected(*current, event->key() == Qt::Key_Down ? 1 : -1)) choose(*row);
      break;
    default: return QWidget::keyPressEvent(event);
  }
  if (cursor_ >= window_.low && cursor_ <= window_.high) return;
  emit windowRequested(cursor_ - 0.5 * window_.span(), cursor_ + 0.5 * window_.span(),
                       QStringLiteral("key.step"));
}

QString StripChart::helpAt(QPointF at) const {
  if (layout_.all().contains(at)) {
    const auto row = stepNear(at);
    if (!row) return {};
    const bool abandoned = *row >= data_.size();
    return QString::fromStdString(
        tell(abandoned ? factsOfAbandonedStep(data_.recording()) : factsOf(data_.recording(), *row)));
  }
  if (at.y() >= layout_.rejectionLegend.top() && at.y() <= layout_.rejectionLegend.bottom())
    return rejectionTotals(data_);
  for (int i = 0; i < kStripCount; ++i) {
    const QRectF strip = layout_.strips[static_cast<std::size_t>(i)];
    if (at.x() < strip.left() && at.y() >= strip.top() && at.y() <= strip.bottom())
      return stripHelp(static_cast<Strip>(i));
  }
  return {};
}

bool StripChart::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = helpAt(help->pos());
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void StripChart::render() {
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  if (picture_.size() != pixels) picture_ = QPixmap(pixels);
  picture_.setDevicePixelRatio(ratio);
  picture_.fill(palette().color(QPalette::Window));
  QPainter painter(&picture_);
  painter.setFont(font());
  StripPainter strips(data_, layout_, window_, palette());
  strips.label = headText();
  strips.colour = onGround(run_.colour);
  strips.draw(painter);
  markEvents(painter);
  stale_ = false;
}

/// As in the plots.
void StripChart::markEvents(QPainter& painter) const {
  EventMarks marks;
  marks.add(run_.recording->events(), {}, mixed(palette().color(QPalette::Base), onGround(run_.colour), 0.7));
  marks.sort();
  for (const QRectF& strip : layout_.strips) marks.paint(painter, strip, window_);
}

void StripChart::paintEvent(QPaintEvent*) {
  if (stale_) {
    const ThreadClock clock;
    render();
    paintSeconds_ = clock.seconds();
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, picture_);
  drawCurrent(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
  painter.drawRect(layout_.all().adjusted(-1, -1, 1, 1));
}

/// A veil over the current step where it is wide enough to be seen, and the cursor.
void StripChart::drawCurrent(QPainter& painter) const {
  const QRectF area = layout_.all();
  painter.setClipRect(area.adjusted(-1, 0, 1, 1));
  if (const auto row = currentStep(); row && *row > 0 && *row < data_.size()) {
    const double left = placeOf(timeOf(*row - 1)), right = placeOf(timeOf(*row));
    QColor veil = palette().color(QPalette::Text);
    veil.setAlpha(36);
    for (const QRectF& strip : layout_.strips)
      painter.fillRect(QRectF(left, strip.top(), std::max(1.0, right - left), strip.height()), veil);
  }
  if (std::isfinite(cursor_)) {
    const double x = std::round(placeOf(cursor_));
    painter.setPen(QPen(palette().color(QPalette::Text), 1));
    for (const QRectF& strip : layout_.strips)
      painter.drawLine(QPointF(x, strip.top()), QPointF(x, strip.bottom()));
  }
  painter.setClipping(false);
}

void StripChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void StripChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
      event->type() == QEvent::StyleChange)
    arrange();
}

}  // namespace holonom
