// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/draw_icons.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>
#include <QTransform>
#include <cstring>
#include <iterator>

#include "gui/panels/drawn_icon.h"

namespace holonom {
namespace {

constexpr double kToolUnits = 24;
const QColor kBlue(0x1f, 0x5f, 0xa8), kOrange(0xd5, 0x5e, 0x00), kRed(0xb3, 0x26, 0x1e);

/// A pen of the icon's colour or of an accent, both grey where the action is disabled.
struct Brush {
  QPainter& p;
  QColor ink;
  bool enabled;

  QColor tone(const QColor& colour) const {  // lighter on dark ground
    if (!enabled) return ink;
    return ink.lightness() > 128 ? colour.lighter(165) : colour;
  }
  void stroke(const QPainterPath& path, double width = 1.8) const { stroke(path, ink, width); }
  void stroke(const QPainterPath& path, const QColor& colour, double width) const {
    p.setBrush(Qt::NoBrush);
    p.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.drawPath(path);
  }
  void line(std::initializer_list<QPointF> places, const QColor& colour, double width) const {
    QPainterPath path(*places.begin());
    for (auto place = std::next(places.begin()); place != places.end(); ++place) path.lineTo(*place);
    stroke(path, colour, width);
  }
  void fill(const QPolygonF& polygon, const QColor& colour) const {
    p.setPen(Qt::NoPen);
    p.setBrush(colour);
    p.drawPolygon(polygon);
  }
  void ring(QPointF at, double radius, const QColor& colour, double width = 1.8) const {
    QPainterPath path;
    path.addEllipse(at, radius, radius);
    stroke(path, colour, width);
  }
  void pin(QPointF at) const {
    p.setPen(QPen(ink, 1.6));
    p.setBrush(QGuiApplication::palette().color(QPalette::Button));
    p.drawEllipse(at, 2.5, 2.5);
  }
  void hatch(double y, double left, double right) const {
    line({{left, y}, {right, y}}, ink, 1.6);
    for (double x = left + 1.5; x < right; x += 4) line({{x + 1.5, y}, {x - 1, y + 3.4}}, ink, 1.2);
  }
  void head(QPointF tip, QPointF d, const QColor& colour) const {
    const QPointF side(-d.y(), d.x());
    fill({tip, tip - 6 * d + 3.4 * side, tip - 6 * d - 3.4 * side}, colour);
  }
};

using Painter = void (*)(const Brush&);

const std::pair<const char*, Painter> kPictures[] = {
    {"select",
     [](const Brush& b) {
       b.fill({{6, 3}, {6, 19}, {10, 15.4}, {12.6, 21}, {15.2, 19.8}, {12.7, 14.4}, {18, 14}}, b.ink);
     }},
    {"link",
     [](const Brush& b) {
       b.line({{6, 18}, {18, 6}}, b.tone(kBlue), 6);
       b.pin({6, 18});
       b.pin({18, 6});
     }},
    {"plate",
     [](const Brush& b) {
       b.fill({{5, 18}, {19, 19}, {13, 5}}, b.tone(QColor(0x9d, 0xc3, 0xe6)));
       b.line({{5, 18}, {19, 19}, {13, 5}, {5, 18}}, b.tone(kBlue), 2);
       for (const QPointF& at : {QPointF(5, 18), QPointF(19, 19), QPointF(13, 5)}) b.pin(at);
     }},
    {"disc",
     [](const Brush& b) {
       b.ring({12, 12}, 8.5, b.tone(kBlue), 2.4);
       b.pin({12, 12});
     }},
    {"wheel",
     [](const Brush& b) {
       b.ring({12, 9.5}, 7, b.tone(kBlue), 2.4);
       b.pin({12, 9.5});
       b.hatch(18.4, 3, 21);
     }},
    {"ground",
     [](const Brush& b) {
       b.line({{12, 8}, {7, 16}, {17, 16}, {12, 8}}, b.ink, 1.8);
       b.hatch(17.6, 4, 20);
       b.pin({12, 7});
     }},
    {"slider",
     [](const Brush& b) {
       b.p.setPen(QPen(b.tone(kBlue), 2));
       b.p.setBrush(b.tone(QColor(0x9d, 0xc3, 0xe6)));
       b.p.drawRoundedRect(QRectF(6, 6, 12, 9), 1.5, 1.5);
       b.hatch(17.6, 2.5, 21.5);
       b.pin({12, 10.5});
     }},
    {"slot",
     [](const Brush& b) {
       QPainterPath slot;
       slot.addRoundedRect(QRectF(-10, -4.5, 20, 9), 4.5, 4.5);
       b.stroke(QTransform().translate(12, 12).rotate(-30).map(slot), b.tone(kBlue), 2.4);
       b.pin({15.5, 10});
     }},
    {"join",
     [](const Brush& b) {
       b.line({{3, 19}, {12, 11}}, b.tone(kBlue), 5);
       b.line({{12, 11}, {21, 17}}, b.tone(kOrange), 5);
       b.pin({12, 11});
     }},
    {"weld",
     [](const Brush& b) {
       b.line({{3, 19}, {12, 10}}, b.tone(kBlue), 5);
       b.line({{12, 10}, {21, 10}}, b.tone(kOrange), 5);
       b.fill({{8.5, 6.5}, {15.5, 6.5}, {15.5, 13.5}, {8.5, 13.5}}, b.ink);
     }},
    {"motor",
     [](const Brush& b) {
       QPainterPath arc;
       arc.arcMoveTo(4, 4, 16, 16, -30);
       arc.arcTo(4, 4, 16, 16, -30, 250);
       b.stroke(arc, b.tone(kOrange), 2.2);
       b.head({8.4, 21.4}, {0.85, 0.53}, b.tone(kOrange));
       b.pin({12, 12});
     }},
    {"spring",
     [](const Brush& b) {
       b.line({{2.5, 12}, {6, 12}, {7.5, 7}, {10.5, 17}, {13.5, 7}, {16.5, 17}, {18, 12}, {21.5, 12}}, b.ink,
              1.8);
     }},
    {"force",
     [](const Brush& b) {
       b.line({{4, 20}, {15, 9}}, b.tone(kRed), 2.4);
       b.head({20, 4}, {0.707, -0.707}, b.tone(kRed));
     }},
    {"torque",
     [](const Brush& b) {
       QPainterPath arc;
       arc.arcMoveTo(4.5, 4.5, 15, 15, 220);
       arc.arcTo(4.5, 4.5, 15, 15, 220, -230);
       b.stroke(arc, b.tone(QColor(0x78, 0x32, 0x8c)), 2.4);
       b.head({18.4, 18.6}, {-0.3, 0.95}, b.tone(QColor(0x78, 0x32, 0x8c)));
     }},
    {"trace",
     [](const Brush& b) {
       QPainterPath curve({3, 17});
       curve.cubicTo(8, 0, 12, 24, 20, 7);
       b.stroke(curve, b.tone(kOrange), 2);
       b.pin({20, 7});
     }},
    {"draw",
     [](const Brush& b) {
       b.fill({{4, 20}, {5.6, 14.4}, {15.6, 4.4}, {19.6, 8.4}, {9.6, 18.4}}, b.tone(kBlue));
       b.line({{4, 20}, {8, 18.8}}, b.ink, 1.6);
     }},
    {"delete",
     [](const Brush& b) {
       b.line({{6, 7}, {18, 7}}, b.ink, 1.8);
       b.line({{10, 6}, {10, 4}, {14, 4}, {14, 6}}, b.ink, 1.6);
       b.line({{7.5, 8}, {8.3, 20}, {15.7, 20}, {16.5, 8}}, b.ink, 1.8);
     }},
    {"new",
     [](const Brush& b) {
       b.line({{6, 3}, {14, 3}, {18, 7}, {18, 21}, {6, 21}, {6, 3}}, b.ink, 1.8);
       b.line({{14, 3}, {14, 7}, {18, 7}}, b.ink, 1.6);
     }},
};

}  // namespace

QIcon drawIcon(const char* id) {
  for (const auto& [name, picture] : kPictures)
    if (std::strcmp(name, id) == 0)
      return QIcon(new DrawnIcon(
          [draw = picture](QPainter& painter, const QColor& ink, bool enabled) {
            draw({painter, ink, enabled});
          },
          kToolUnits));
  return {};
}

}  // namespace holonom
