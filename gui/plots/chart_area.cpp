// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_area.h"

#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/plots/curve_painter.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/point_chart.h"

namespace holonom {

namespace {

constexpr int kLeastCurveHeight = 70;   // px
constexpr int kLeastBesideValues = 45;  // px of a curve where two cursors have much to say
constexpr int kUsualBesideValues = 85;  // and with one
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

ChartArea::ChartArea(const PlotSpec& spec, QWidget* parent)
    : QWidget(parent), spec_(spec), hand_(*this), cursor_(kNaN), second_(kNaN) {
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
  // Between two runs there are no curves for a moment; what was chosen waits for the next ones.
  const bool describes = !setup.set.curves.empty() || curves().empty();
  if (content_.set(std::move(setup.set), *setup.form)) axes_.setZoom({});
  if (describes) axes_.describe(setup.horizontal, setup.left, setup.right);
  makeView();
  legend_.setEntries(std::move(setup.legend));
  arrangeLegend();
  makeRoomForValues();
  picture_.spoil();
  redraw();
}

void ChartArea::redraw() {
  update();
  if (view_) view_->viewport()->update();
}

/// Or none. What the mouse does in it is the business of the pane.
void ChartArea::makeView() {
  delete view_;
  view_ = nullptr;
  margins_.reset();
  if (!content_.form().inPointView) return;
  view_ = new PointChart(this);
  view_->setAttribute(Qt::WA_TransparentForMouseEvents);
  view_->setFocusPolicy(Qt::NoFocus);
  view_->setForeground([this](QPainter& painter) {
    painter.translate(-view_->pos());
    painter.setFont(font());
    drawOverlay(painter);
  });
  view_->show();
}

void ChartArea::setWindow(AxisRange time) {
  if (axes_.setTime(time)) picture_.spoil();
}

void ChartArea::setCursorTime(double t) {
  if (t == cursor_) return;
  cursor_ = t;
  makeRoomForValues();
  redraw();
}

void ChartArea::setSecondCursor(double t) {
  if (t == second_ || (std::isnan(t) && std::isnan(second_))) return;
  second_ = t;
  legend_.forgetReserved();
  picture_.spoil();
  makeRoomForValues();
  redraw();
}

/// With two cursors differences stand beside the values: all of them are to be read, as far as curves keep
/// their room. Otherwise a legend grows as long as curves keep more of it.
ChartLegend::Room ChartArea::legendRoom() const {
  const QFontMetrics metrics(font());
  const bool two = std::isfinite(second_);
  const int room = height() - margins().bottom - (two ? kLeastBesideValues : kUsualBesideValues);
  const int most = std::clamp(room / metrics.height(), LegendPainter::kUsualLines, two ? 8 : 4);
  return {metrics, width(), most};
}

/// For the longest ones that can come, too: a legend that grows in the middle of a film pushes the curves.
void ChartArea::makeRoomForValues() {
  QStringList longest;
  for (const auto& curve : curves()) {
    const AxisRange all = curve->wholeExtent();
    const bool logarithmic = curve->scale() == PlotScale::Logarithmic;
    longest << (all.low > all.high ? QString()
                : logarithmic      ? widestNumber({std::pow(10, all.low), std::pow(10, all.high)})
                                   : widestNumber(all));
  }
  if (std::isfinite(cursor_) && !std::isfinite(second_)) legend_.expect(legendRoom(), longest);
  if (legend_.makeRoom(legendRoom(), readOut())) picture_.spoil();
}

void ChartArea::setEvents(EventMarks events) {
  events_ = std::move(events);
  picture_.spoil();
}

QString ChartArea::tipAt(QPointF at) const {
  if (view_) return view_->textAt(at - view_->pos());
  return plotArea().contains(at) ? content_.drawing().tip(at, scene()) : QString();
}

/// Numbers that have become shorter by one digit are no reason to move the axis.
int ChartArea::neededRightRoom() const {
  if (!hasRightAxis()) return 0;
  const QFontMetrics metrics(font());
  const int room = AxisPainter::rightRoom(axes_.values(1).scaleOf(), plotArea().height(), metrics);
  return room < rightRoom_ && rightRoom_ - room <= metrics.horizontalAdvance(QChar('0')) ? rightRoom_ : room;
}

void ChartArea::setRightRoom(int room) {
  if (room == rightRoom_) return;
  rightRoom_ = room;
  picture_.spoil();
}

bool ChartArea::hasRightAxis() const {
  return std::any_of(curves().begin(), curves().end(), [](const auto& curve) { return curve->side() == 1; });
}

void ChartArea::setZoom(const AreaZoom& zoom) {
  if (zoom == this->zoom()) return;
  axes_.setZoom(zoom);
  picture_.spoil();
}

const PlotMargins& ChartArea::margins() const {
  if (margins_) return *margins_;
  margins_ = plotMargins(QFontMetrics(font()));
  if (view_) margins_->bottom = PointChart::bottomRoom(QFontMetrics(font()));
  return *margins_;
}

QRectF ChartArea::plotArea() const {
  const int top = legend_.height(legendRoom());
  return QRectF(margins().left, top,
                std::max(1, width() - margins().left - std::max(margins().right, rightRoom_)),
                std::max(1, height() - top - margins().bottom));
}

double ChartArea::timeAt(double x) const { return frame().valueAcross(x); }

ChartScene ChartArea::scene() const {
  return {
      content_.set(), frame(),    palette(),
      events_,        emphasis(), {axes_.values(0).chosen.has_value(), axes_.values(1).chosen.has_value()},
      cursor_,        second_,    onPaper_};
}

bool ChartArea::refresh(bool running, std::size_t mostRows) {
  const bool grown = content_.takeIn(mostRows, window());
  if (content_.takeResults()) picture_.spoil();
  // In a long run a tick adds a small part of a pixel: not worth a picture each time.
  if (!picture_.isDue(running, grown, content_.growth(window()) * plotArea().width())) return false;
  if (width() < 2 || height() < 2) return false;
  // While running, two pixels share a column: the extremes stay, the number of points halves.
  content_.sample(window(), std::max(8, static_cast<int>(plotArea().width()) / (running ? 2 : 1)));
  axes_.follow(content_, running, picture_.now());
  makeRoomForValues();
  render(!running);
  redraw();
  return true;
}

QStringList ChartArea::readOut() const { return content_.drawing().readOut(scene()); }

void ChartArea::setEmphasis(ChannelPredicate belongs) {
  const std::vector<bool> before = emphasis();
  emphasised_ = std::move(belongs);
  if (emphasis() == before) return;
  arrangeLegend();
  picture_.spoil();
  redraw();
}

void ChartArea::arrangeLegend() { legend_.arrange(emphasis(), legendRoom(), readOut()); }

std::vector<bool> ChartArea::emphasis() const {
  if (!emphasised_ || onPaper_) return {};
  std::vector<bool> flags;
  for (const auto& curve : curves())
    flags.push_back(emphasised_(curve->recording().channels()[static_cast<std::size_t>(curve->channel())]));
  if (std::find(flags.begin(), flags.end(), true) == flags.end()) flags.clear();
  return flags;
}

QRect ChartArea::legendPlace(std::size_t entry) const {
  const auto places = legend_.places(legendRoom(), readOut());
  return entry < places.size() ? places[entry] : QRect();
}

// --- What is wanted by hand and keyboard

void ChartArea::axesChanged(const QString& gesture) {
  picture_.spoil();
  emit zoomed(gesture);
  refresh(false, 0);
}

void ChartArea::wantHorizontal(AxisRange range, const QString& gesture) {
  if (isOverTime()) return emit windowRequested(range.low, range.high, gesture);
  if (axes_.chooseHorizontal(content_.drawing().allowed(range, axes_.horizontal()))) axesChanged(gesture);
}

bool ChartArea::zoomOwnHorizontal(double factor) {
  if (isOverTime()) return false;
  const AxisRange range = horizontalRange();
  wantHorizontal(zoomedAbout(range, factor, range.low + range.span() / 2), QStringLiteral("key.horizontal"));
  return true;
}

bool ChartArea::shiftOwnHorizontal(double part) {
  if (isOverTime()) return false;
  if (axes_.shiftHorizontal(part)) axesChanged(QStringLiteral("key.horizontal"));
  return true;
}

void ChartArea::zoomValuesAtCentre(double factor) {
  bool any = false;
  for (int side = 0; side <= (hasRightAxis() ? 1 : 0); ++side) {
    const AxisRange range = valueRange(side);
    any |= axes_.zoomValues(side, factor, range.low + range.span() / 2, content_.wholeExtent(side));
  }
  if (any) axesChanged(QStringLiteral("key.values"));
}

void ChartArea::shiftValues(double part) {
  bool any = false;
  for (int side = 0; side <= (hasRightAxis() ? 1 : 0); ++side) any |= axes_.shiftValues(side, part);
  if (any) axesChanged(QStringLiteral("key.values"));
}

void ChartArea::moveCursor(QPointF at, bool second) {
  const auto t = content_.drawing().click(at, scene());
  if (!t) return redraw();
  second ? emit secondCursorRequested(*t) : emit cursorRequested(*t);
}

bool ChartArea::pickFromLegend(QPointF at) {
  const auto curve = legend_.curveAt(at.toPoint(), legendRoom(), readOut());
  if (curve) pick(*curve);
  return curve.has_value();
}

void ChartArea::pickCurve(QPointF at) {
  if (const auto curve = curveNear(at)) pick(*curve);
}

void ChartArea::pick(std::size_t curve) {
  const PlotCurve& picked = *curves()[curve];
  emit channelPicked(picked.recording().channels()[static_cast<std::size_t>(picked.channel())]);
}

/// The curve that passes within a few pixels, as it was drawn last.
std::optional<std::size_t> ChartArea::curveNear(QPointF at) const {
  constexpr double kReach = 5;  // px
  const ChartFrame frame = this->frame();
  std::optional<std::size_t> nearest;
  double least = kReach * kReach;
  for (std::size_t i = 0; i < curves().size(); ++i) {
    const int side = curves()[i]->side();
    const QList<QPointF> points = content_.drawing().points(content_.set(), i, frame);
    for (qsizetype k = 1; k < points.size(); ++k) {
      const QPointF a = frame.placeOf(points[k - 1].x(), points[k - 1].y(), side) - at,
                    way = frame.placeOf(points[k].x(), points[k].y(), side) - at - a;
      const double length = QPointF::dotProduct(way, way);
      const double along = length > 0 ? std::clamp(-QPointF::dotProduct(a, way) / length, 0.0, 1.0) : 0;
      const QPointF foot = a + along * way;
      if (const double square = QPointF::dotProduct(foot, foot); square < least) least = square, nearest = i;
    }
  }
  return nearest;
}

// --- Events of the widget

bool ChartArea::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = tipAt(help->pos());
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void ChartArea::mousePressEvent(QMouseEvent* event) {
  emit activated();
  hand_.press(*event);
}

void ChartArea::mouseMoveEvent(QMouseEvent* event) { hand_.move(*event); }
void ChartArea::mouseReleaseEvent(QMouseEvent* event) { hand_.release(*event); }
void ChartArea::mouseDoubleClickEvent(QMouseEvent* event) { hand_.doubleClick(*event); }
void ChartArea::wheelEvent(QWheelEvent* event) { event->setAccepted(hand_.turnWheel(*event)); }

void ChartArea::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();  // with the mouse it comes on release, when it is known that no box was drawn
  if (event->reason() != QContextMenuEvent::Mouse)
    emit menuRequested(mapToGlobal(plotArea().center().toPoint()));
}

void ChartArea::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  emit activated();
  redraw();
}

void ChartArea::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  redraw();
}

void ChartArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  legend_.shrink();
  arrangeLegend();
  makeRoomForValues();
  picture_.spoil();
}

void ChartArea::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) {
    margins_.reset();
    arrangeLegend();
  }
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) picture_.spoil();
}

// --- Drawing

void ChartArea::render(bool smooth) {
  picture_.noteDrawn(smooth);
  QPixmap& picture = picture_.blank(*this);
  if (view_) return fillView();
  QPainter painter(&picture);
  painter.setFont(font());
  drawChart(painter, smooth);
}

AxisScale ChartArea::scaleOf(int side) const {
  AxisScale scale = axes_.values(side).scaleOf();
  scale.blank = !axes_.values(side).chosen && content_.extent(side).low > content_.extent(side).high;
  return scale;
}

void ChartArea::drawChart(QPainter& painter, bool smooth) const {
  const ChartScene scene = this->scene();
  const ChartFrame& frame = scene.frame;
  const ValueAxis& across = axes_.horizontal();
  std::optional<AxisScale> right;
  if (hasRightAxis()) right = axes_.values(1).scaleOf();
  const AxisPainter axes{frame.area, frame.x, across.quantity, across.unit,
                         scaleOf(0), right,   palette(),       static_cast<double>(width())};
  axes.drawGrid(painter);
  content_.drawing().drawBehind(painter, scene);
  for (const int side : {0, 1}) {
    std::vector<Curve> drawn;
    for (const std::size_t i : orderDrawn(scene, side))
      drawn.push_back({content_.drawing().points(content_.set(), i, frame), scene.colourOf(i),
                       !scene.strong.empty() && scene.strong[i]});
    paintCurves(painter, frame.area, frame.x, valueRange(side), drawn, smooth,
                onPaper_ ? CurveMedium::File : CurveMedium::Screen);
  }
  axes.drawLabels(painter);
  content_.drawing().drawOver(painter, scene);
}

/// The curves of a side, those that stand out last.
std::vector<std::size_t> ChartArea::orderDrawn(const ChartScene& scene, int side) const {
  std::vector<std::size_t> order;
  for (const bool front : {false, true})
    for (std::size_t i = 0; i < curves().size(); ++i)
      if (curves()[i]->side() == side && front == (scene.strong.empty() || scene.strong[i]))
        order.push_back(i);
  return order;
}

void ChartArea::fillView() {
  const ChartScene scene = this->scene();
  const int top = legend_.height(legendRoom()) - QFontMetrics(font()).height() / 2;
  view_->setGeometry(0, top, width(), height() - top);
  view_->setPlotArea(scene.frame.area.translated(0, -top));
  AxisScale across = axes_.horizontal().scaleOf();
  across.range = scene.frame.x;
  view_->setAxis(PointChart::Bottom, across);
  view_->setAxis(PointChart::Left, scaleOf(0));
  if (hasRightAxis()) view_->setAxis(PointChart::Right, scaleOf(1));
  std::vector<PointChart::Series> shown;
  for (const int side : {0, 1})
    for (const std::size_t i : orderDrawn(scene, side)) {
      PointChart::Series& series = shown.emplace_back();
      series.colour = scene.colourOf(i);
      series.points = content_.drawing().points(content_.set(), i, scene.frame);
      series.onTheRight = side == 1;
      series.heavy = !scene.strong.empty() && scene.strong[i];
      series.textOf = [this, i, points = series.points](qsizetype k) {
        return content_.drawing().textOf(content_.set(), i, points[k]);
      };
    }
  view_->setSeries(std::move(shown));
}

void ChartArea::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (picture_.pixmap().isNull()) {
    painter.fillRect(rect(), palette().color(QPalette::Window));
    return;
  }
  painter.drawPixmap(0, 0, picture_.pixmap());
  legend_.paint(painter, legendRoom(), palette(), readOut(), emphasis());
  if (!view_) drawOverlay(painter);  // otherwise the view draws it above its curves
}

void ChartArea::drawTo(QPainter& painter) {
  onPaper_ = true;
  content_.sample(window(), std::max(8, static_cast<int>(plotArea().width())));
  axes_.follow(content_, false, picture_.now());
  const int extra = extraHeightOnPaper();
  painter.save();
  painter.setFont(font());
  painter.fillRect(rect().adjusted(0, 0, 0, extra), paperColour(palette()));
  legend_.paintOnPaper(painter, width(), palette(), std::isfinite(second_) ? readOut() : QStringList());
  painter.translate(0, extra);
  if (view_) {
    fillView();
    view_->render(&painter, view_->geometry(), view_->viewport()->rect());
  } else {
    drawChart(painter, true);
    drawOverlay(painter);
  }
  painter.restore();
  onPaper_ = false;
  picture_.spoil();
}

int ChartArea::extraHeightOnPaper() const {
  const QStringList values = std::isfinite(second_) ? readOut() : QStringList();
  return std::max(
      0, legend_.paperHeight(QFontMetrics(font()), width(), values) - static_cast<int>(plotArea().top()));
}

void ChartArea::drawOverlay(QPainter& painter) const {
  const ChartScene scene = this->scene();
  if (curves().empty()) drawHint(painter);
  else if (scene.showsCursors()) content_.drawing().drawCursors(painter, scene);
  if (onPaper_) return;
  drawBox(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
  painter.drawRect(scene.frame.area);
}

void ChartArea::drawHint(QPainter& painter) const {
  if (hint_.isEmpty()) return;
  painter.setPen(mixed(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.4));
  painter.drawText(plotArea().adjusted(8, 4, -8, -4), Qt::AlignCenter | Qt::TextWordWrap, hint_);
}

void ChartArea::drawBox(QPainter& painter) const {
  const auto box = hand_.box();
  if (!box) return;
  QColor veil = palette().color(QPalette::Highlight);
  painter.setPen(veil);
  veil.setAlpha(40);
  painter.setBrush(veil);
  painter.drawRect(*box);
}

}  // namespace holonom
