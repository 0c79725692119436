// SPDX-License-Identifier: GPL-3.0-or-later
// How rejected attempts are drawn in the strips: by cause, each with a colour, a shape and a lane of its own.
#include <QFontMetrics>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/base/window_text.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/strip_painter.h"

namespace holonom {
namespace {

constexpr double kGlyph = 3.5;  // half the size of the mark of a rejection, px

/// Each cause has a shape of its own beside its colour.
void drawGlyph(QPainter& painter, RejectionCause cause, QPointF at) {
  const QColor colour = causeColour(cause);
  painter.setPen(QPen(colour, 1.5));
  painter.setBrush(Qt::NoBrush);
  const double x = at.x(), y = at.y(), r = kGlyph;
  switch (cause) {
    case RejectionCause::ErrorTest: {
      painter.setBrush(colour);
      const std::array<QPointF, 3> triangle{QPointF(x - r, y - r), QPointF(x + r, y - r), QPointF(x, y + r)};
      painter.drawPolygon(triangle.data(), 3);
      break;
    }
    case RejectionCause::NewtonDivergence:
      painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r));
      painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r));
      break;
    case RejectionCause::NewtonSlow: painter.drawEllipse(at, r, r); break;
    case RejectionCause::SingularMatrix:
      painter.setBrush(colour);
      painter.drawRect(QRectF(x - r + 0.5, y - r + 0.5, 2 * r - 1, 2 * r - 1));
      break;
    case RejectionCause::NotFinite: {
      const std::array<QPointF, 4> diamond{QPointF(x, y - r - 1), QPointF(x + r + 1, y),
                                           QPointF(x, y + r + 1), QPointF(x - r - 1, y)};
      painter.drawPolygon(diamond.data(), 4);
      break;
    }
    case RejectionCause::NotClosed:
      painter.drawLine(QPointF(x - r, y), QPointF(x + r, y));
      painter.drawLine(QPointF(x, y - r), QPointF(x, y + r));
      break;
  }
}

}  // namespace

QString shortName(RejectionCause cause) {
  switch (cause) {
    case RejectionCause::ErrorTest: return tr("error test");
    case RejectionCause::NewtonDivergence: return tr("diverged");
    case RejectionCause::NewtonSlow: return tr("too slow");
    case RejectionCause::SingularMatrix: return tr("singular");
    case RejectionCause::NotFinite: return tr("not finite");
    case RejectionCause::NotClosed: return tr("not closed");
  }
  return {};
}

QColor causeColour(RejectionCause cause) {
  static constexpr std::array<int, StripData::kCauses> kColours{1, 3, 4, 6, 5, 2};
  return onGround(distinctColour(kColours[static_cast<std::size_t>(cause)]));
}

/// A lane for each cause that occurred. A line for each column of pixels with a rejection, and a shape where
/// there is room.
void StripPainter::drawRejections(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Rejections);
  std::vector<int> causes;
  for (int cause = 0; cause < StripData::kCauses; ++cause)
    if (!data_.rejections(cause).empty()) causes.push_back(cause);
  for (std::size_t lane = 0; lane < causes.size(); ++lane) {
    const auto cause = static_cast<RejectionCause>(causes[lane]);
    const auto& marks = data_.rejections(causes[lane]);
    const double height = area.height() / double(causes.size()),
                 y = area.top() + (double(lane) + 0.5) * height;
    const auto before = [](const StripData::Mark& mark, double t) { return mark.t < t; };
    auto mark = std::lower_bound(marks.begin(), marks.end(), time_.low, before);
    double lastGlyph = -1e9;
    while (mark != marks.end() && mark->t <= time_.high) {
      const double column = std::min(std::floor(xOf(mark->t)), area.right() - 1);
      painter.fillRect(QRectF(column, y - 0.5 * height + 1, 1, height - 2), causeColour(cause));
      if (column - lastGlyph >= 2 * kGlyph + 2) {
        painter.setRenderHint(QPainter::Antialiasing);
        drawGlyph(painter, cause, {column + 0.5, y});
        painter.setRenderHint(QPainter::Antialiasing, false);
        lastGlyph = column;
      }
      // On to the first one of another column.
      const double next = time_.low + (column + 1 - area.left()) / area.width() * time_.span();
      mark = std::max(mark + 1, std::lower_bound(mark, marks.end(), next, before));
    }
  }
  drawName(painter, Strip::Rejections, tr("rejected"), {}, {});
  drawRejectionLegend(painter, causes);
}

QString rejectionTotals(const StripData& data) {
  QStringList texts;
  for (int cause = 0; cause < StripData::kCauses; ++cause)
    if (const auto count = data.rejections(cause).size(); count > 0)
      texts << shortName(static_cast<RejectionCause>(cause)) + QStringLiteral(" %1").arg(count);
  return texts.join(QStringLiteral(", "));
}

/// Names and numbers; where there is no room for all of them numbers only, and a tool tip says the rest.
void StripPainter::drawRejectionLegend(QPainter& painter, const std::vector<int>& causes) const {
  const QRectF area = layout_.rejectionLegend;
  const QFontMetrics metrics = painter.fontMetrics();
  constexpr double kBefore = 4 * kGlyph, kBehind = 3 * kGlyph;
  QStringList texts;
  const auto write = [&](bool named) {
    texts.clear();
    double width = 0;
    for (const int cause : causes) {
      const QString name = named ? shortName(static_cast<RejectionCause>(cause)) + ' ' : QString();
      texts << name + QString::number(data_.rejections(cause).size());
      width += kBefore + metrics.horizontalAdvance(texts.back()) + kBehind;
    }
    return width;
  };
  double needed = write(true);
  if (needed > layout_.width - 8) needed = write(false);
  double x = legendLeft(area, needed) + kGlyph;
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t i = 0; i < causes.size(); ++i) {
    drawGlyph(painter, static_cast<RejectionCause>(causes[i]), {x + kGlyph, area.center().y()});
    x += kBefore;
    painter.setPen(palette_.color(QPalette::WindowText));
    painter.drawText(QPointF(x, area.center().y() + 0.5 * metrics.ascent() - 1),
                     texts[static_cast<qsizetype>(i)]);
    x += metrics.horizontalAdvance(texts[static_cast<qsizetype>(i)]) + kBehind;
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (!causes.empty() || data_.size() < 2) return;
  painter.setPen(palette_.color(QPalette::WindowText));
  painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, tr("nothing was rejected"));
}

}  // namespace holonom
