// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/drawing_painter.h"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/model/editing.h"
#include "gui/viewport/ink.h"
#include "gui/viewport/motor_marks.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/part_picking.h"

namespace holonom {
namespace {

constexpr double kBesideTick = 11;  // px; nearer the tick looks like a minus

QColor faint(QColor colour, int alpha) {
  colour.setAlpha(alpha);
  return colour;
}

QPointF toPoint(const Vector2& v) { return {v.x(), v.y()}; }

}  // namespace

QPointF DrawingPainter::pixel(const Vector2& place) const { return toPoint(scene.pixelOf(place)); }

QPointF DrawingPainter::seen(const Vector3& place) const { return toPoint(scene.pixelOf(kGround, place)); }

QSizeF DrawingPainter::sizeOf(const QString& words) const {
  const QFontMetricsF metrics(painter.font());
  return {metrics.horizontalAdvance(words) + 12, metrics.height() + 4};
}

/// With its upper left corner at the first of the places where it covers no other words, or below all of
/// them.
void DrawingPainter::paintWords(const QString& text, std::span<const QPointF> places) {
  QRectF box(QPointF(), sizeOf(text));
  const auto covers = [&](const QRectF& other) { return other.intersects(box.adjusted(-3, -3, 3, 3)); };
  const auto put = [&](const QPointF& at) {
    box.moveTopLeft({std::clamp(at.x(), 2.0, std::max(2.0, size.width() - box.width() - 2)),
                     std::clamp(at.y(), 2.0, std::max(2.0, size.height() - box.height() - 2))});
    return std::none_of(taken.begin(), taken.end(), covers);
  };
  if (std::none_of(places.begin(), places.end(), put)) {
    double bottom = box.top();
    for (const QRectF& other : taken) bottom = std::max(bottom, other.bottom());
    put({places.front().x(), bottom + 6});
  }
  taken.push_back(box);
  painter.setPen(QPen(ink().border, 1));
  painter.setBrush(ink().paper);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(ink().text);
  painter.drawText(box, Qt::AlignCenter, text);
}

void DrawingPainter::paintRulers(double spacing, int major) const {
  const Vector2 low = scene.planePoint(0, size.height()), high = scene.planePoint(size.width(), 0);
  constexpr double kNumbers = 4;  // along the shorter ruler: a single one is no scale
  while (major > 1 && (high - low).minCoeff() < kNumbers * spacing * major) major = major == 10 ? 5 : 1;
  const double step = spacing * major, unit = lengthUnit(step < 0.05);
  QFont small = painter.font();
  small.setPointSizeF(0.85 * small.pointSizeF());
  painter.save();
  painter.setFont(small);
  const QFontMetricsF metrics(small);
  const double bottom = size.height() - 4;
  painter.setPen(ink().quiet);
  const double foot = size.height() - metrics.height() - 4;
  // Every number, or every second, fifth … where they would run into each other.
  const double widest = metrics.horizontalAdvance(
                            coordinateText(-std::max(std::abs(low.x()), std::abs(high.x())), step, unit)) +
                        12;
  const double apart = (pixel({step, 0}) - pixel({0, 0})).x();
  long stride = 1;
  for (const long next : {2L, 5L, 10L, 20L, 50L})
    if (stride * apart < widest) stride = next;
  for (long i = long(std::ceil(low.x() / step)); i * step <= high.x(); ++i) {
    const QString text = coordinateText(i * step, step, unit);
    const double at = pixel({i * step, 0}).x(), width = metrics.horizontalAdvance(text);
    // the corners are taken
    if (i % stride != 0 || at - width / 2 < 84 || at + width / 2 > size.width() - 34) continue;
    painter.drawLine(QPointF(at, size.height()), QPointF(at, size.height() - 4));
    painter.drawText(QPointF(at - width / 2, bottom - 3), text);
  }
  const long lines = apart < 1.6 * metrics.height() ? 2 : 1;
  for (long i = long(std::ceil(low.y() / step)); i * step <= high.y(); ++i) {
    const QString text = coordinateText(i * step, step, unit);
    const double at = pixel({0, i * step}).y();
    if (i % lines != 0 || at > size.height() - 96 || at < 52) continue;
    painter.drawLine(QPointF(0, at), QPointF(4, at));
    painter.drawText(
        QRectF(kBesideTick, at - metrics.height() / 2, metrics.horizontalAdvance(text) + 2, metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, text);
  }
  painter.drawText(QRectF(size.width() - 34, foot - 1, 30, metrics.height()),
                   Qt::AlignRight | Qt::AlignVCenter, unit < 1 ? QStringLiteral("mm") : QStringLiteral("m"));
  painter.restore();
}

void DrawingPainter::paintMarks(bool letters) const {
  const Mechanism& mechanism = scene.mechanism();
  const auto at = [this](int body, const Vector3& local) { return toPoint(scene.pixelOf(body, local)); };
  if (mechanism.bodies.size() > 60) return;  // a crowd of marks shows nothing
  std::set<std::pair<int, int>> pinned;
  for (const Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    pinned.insert({a.body, a.point});
    pinned.insert({b.body, b.point});
  }
  for (int body = kGround; body < int(mechanism.bodies.size()); ++body) {
    const auto& points =
        body == kGround ? mechanism.ground.points : mechanism.bodies[std::size_t(body)].points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const QPointF place = at(body, points[i].position);
      if (points[i].traced) {
        painter.setPen(QPen(ink().motor, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(place, 8, 8);
      }
      if (pinned.contains({body, int(i)})) continue;
      painter.setPen(QPen(ink().text, 1.4));
      painter.setBrush(Qt::white);
      if (body == kGround)
        painter.drawPolygon(QPolygonF{place + QPointF(0, -4), place + QPointF(5, 4), place + QPointF(-5, 4)});
      else painter.drawEllipse(place, 3.4, 3.4);
    }
  }
  if (!letters) return;
  const QFont usual = painter.font();
  QFont bold = usual;
  bold.setBold(true);
  painter.setFont(bold);
  std::vector<QRectF> taken;
  for (const Joint& joint : mechanism.joints) {
    const PointRef b = endsOf(joint).second;
    const QString name = QString::fromStdString(joint.name);
    const QRectF box = QFontMetricsF(bold)
                           .tightBoundingRect(name)
                           .translated(at(b.body, localPosition(mechanism, b)) + QPointF(12, -14))
                           .adjusted(-2, -2, 2, 2);
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); }))
      continue;
    taken.push_back(box);
    paintHaloText(painter, box.center(), name);
  }
  painter.setFont(usual);
}

void DrawingPainter::paintSelection(const PartRef& part) const {
  const Mechanism& mechanism = scene.mechanism();
  if (!exists(mechanism, part)) return;
  const PixelOf pixelOf = [this](int body, const Vector3& local) { return scene.pixelOf(body, local); };
  const auto ring = [&](int body, const Vector3& local, double radius) {
    paintRing(painter, toPoint(pixelOf(body, local)), radius);
  };
  if (part.kind == PartRef::Kind::Ground || (part.kind == PartRef::Kind::Body && part.point >= 0)) {
    if (part.point < 0) return;
    const int body = part.kind == PartRef::Kind::Ground ? kGround : part.index;
    return ring(body, localPosition(mechanism, {body, part.point}), 8);
  }
  int joint = part.kind == PartRef::Kind::Joint ? part.index : -1;
  if (part.kind == PartRef::Kind::Driver) joint = mechanism.drivers[std::size_t(part.index)].joint;
  if (joint >= 0) {
    const PointRef b = endsOf(mechanism.joints[std::size_t(joint)]).second;
    return ring(b.body, localPosition(mechanism, b), 12);
  }
  if (part.kind == PartRef::Kind::Force) {
    constexpr double kLeast = 1;  // px; no line is drawn of none
    QPainterPath path;            // one: where lines of a coil overlap they would grow dark
    for (const auto& [a, b] :
         linesOf(mechanism, scene.signScale(), mechanism.forces[std::size_t(part.index)], pixelOf)) {
      path.moveTo(toPoint(a));
      path.lineTo(toPoint((a - b).norm() > kLeast ? b : Vector2(a + Vector2(0, kLeast))));
    }
    painter.strokePath(path, QPen(faint(ink().accent, 90), 13, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  }
}

void DrawingPainter::paintBeside(const QPointF& at, const QString& text) {
  const QSizeF box = sizeOf(text);
  const double width = box.width(), height = box.height();
  const QPointF right = at + QPointF(12, -10 - height), below = at + QPointF(12, 10);
  const QPointF places[] = {right,
                            at + QPointF(-12 - width, -10 - height),
                            below,
                            at + QPointF(-12 - width, 10),
                            right - QPointF(0, height + 8),
                            below + QPointF(0, height + 8)};
  paintWords(text, places);
}

void DrawingPainter::paintPreview(const Preview& preview) {
  for (const Preview::Path& path : preview.paths) {
    QPolygonF line;
    for (const Vector2& place : path.places) line << pixel(place);
    painter.setBrush(Qt::NoBrush);
    switch (path.style) {
      case Preview::Style::Bar:
        painter.setPen(QPen(faint(ink().accent, 70), 16, Qt::SolidLine, Qt::RoundCap));
        painter.drawPolyline(line);
        [[fallthrough]];
      case Preview::Style::Line:
        painter.setPen(QPen(ink().accent, 1.4));
        painter.drawPolyline(line);
        break;
      case Preview::Style::Arrow:
        painter.setPen(QPen(ink().force, 2.6));
        painter.drawPolyline(line);
        if (line.size() > 1)
          paintArrowHead(painter, line.back(), line.back() - line[line.size() - 2], 13, ink().force);
        break;
      case Preview::Style::Outline:
        painter.setPen(QPen(ink().accent, 1.6));
        painter.setBrush(faint(ink().accent, 40));
        painter.drawPolygon(line);
        break;
      case Preview::Style::Frame:
        painter.setPen(QPen(ink().accent, 1, Qt::DashLine));
        painter.setBrush(faint(ink().accent, 26));
        painter.drawPolygon(line);
        break;
    }
    if (path.style == Preview::Style::Line || path.style == Preview::Style::Frame) continue;
    painter.setPen(QPen(ink().accent, 1.6));
    painter.setBrush(Qt::white);
    for (const QPointF& place : line) painter.drawEllipse(place, 3.4, 3.4);
  }
  for (const Preview::Circle& circle : preview.circles) {
    const QPointF centre = pixel(circle.centre);
    const double radius = circle.radius / scene.camera().pixelSize();
    painter.setPen(QPen(ink().accent, 1.6));
    painter.setBrush(radius < 10 ? ink().paper : faint(ink().accent, 40));
    painter.drawEllipse(centre, std::max(radius, 3.4), std::max(radius, 3.4));
  }
  for (const Preview::Words& words : preview.words) {
    const QSizeF box = sizeOf(words.text);
    const double width = box.width(), height = box.height();
    const QPointF at = pixel(words.place);
    if (!(words.along.norm() > 0)) {
      paintBeside(at, words.text);
      continue;
    }
    // Above the line, or on its left where it stands upright: the mouse's own words are below and on the
    // right.
    Vector2 normal = perpendicular(words.along.normalized());
    if (normal.y() < -1e-6 || (std::abs(normal.y()) <= 1e-6 && normal.x() > 0)) normal = -normal;
    const double away = 16 + 0.5 * (std::abs(normal.x()) * width + std::abs(normal.y()) * height);
    const QPointF aside = away * QPointF(normal.x(), -normal.y()), middle = at - 0.5 * QPointF(width, height);
    const QPointF places[] = {middle + aside, middle - aside};
    paintWords(words.text, places);
  }
  QPolygonF way;
  for (const Vector3& place : preview.way) way << seen(place);
  painter.setBrush(Qt::NoBrush);
  for (const auto& [colour, width] : {std::pair(ink().halo, 4.0), std::pair(ink().accent, 1.8)}) {
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
    painter.drawPolyline(way);
  }
  for (const Preview::Mark& mark : preview.marks) {
    if (!mark.text.isEmpty()) continue;
    painter.setPen(QPen(ink().accent, 1.6));
    painter.setBrush(ink().paper);
    painter.drawEllipse(seen(mark.place), 3.4, 3.4);
  }
  for (const Preview::Mark& mark : preview.marks)
    if (!mark.text.isEmpty()) paintBeside(seen(mark.place), mark.text);
}

}  // namespace holonom
