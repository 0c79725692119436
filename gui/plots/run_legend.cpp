// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/run_legend.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "gui/plots/plot_palette.h"

namespace holonom {
namespace {

constexpr int kSquare = 9, kSquareGap = 5, kRunGap = 16;

}  // namespace

RunLegend::RunLegend(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void RunLegend::setRuns(const std::vector<PlottedRun>& runs) {
  entries_.clear();
  for (const PlottedRun& run : runs)
    entries_.push_back({run.mark.isEmpty() ? run.label : run.mark + QStringLiteral("  ") + run.label,
                        run.colour.isValid() ? run.colour : distinctColour(0)});
  setAccessibleName(entries_.empty() ? tr("No runs") : tr("Runs: %1").arg(text()));
  updateGeometry();
  update();
}

QString RunLegend::text() const {
  QStringList names;
  for (const Entry& entry : entries_) names << entry.name;
  return names.join(QStringLiteral("; "));
}

int RunLegend::widthOf(const Entry& entry) const {
  return kSquare + kSquareGap + fontMetrics().horizontalAdvance(entry.name);
}

int RunLegend::idealWidth() const {
  int width = 0;
  for (const Entry& entry : entries_) width += widthOf(entry) + kRunGap;
  return width;
}

std::vector<QRect> RunLegend::lay(int width) const {
  std::vector<QRect> places;
  const int height = fontMetrics().height() + 1;
  int x = 0, y = 0;
  for (const Entry& entry : entries_) {
    const int needed = std::min(widthOf(entry), std::max(width, kSquare));
    if (x > 0 && x + needed > width) x = 0, y += height;
    places.emplace_back(x, y, needed, height);
    x += needed + kRunGap;
  }
  return places;
}

int RunLegend::heightForWidth(int width) const {
  const auto places = lay(width);
  return places.empty() ? fontMetrics().height() + 1 : places.back().bottom() + 1;
}

QSize RunLegend::sizeHint() const {
  return {idealWidth(), heightForWidth(std::max(width(), minimumSizeHint().width()))};
}
QSize RunLegend::minimumSizeHint() const { return {40, fontMetrics().height() + 1}; }

void RunLegend::drawTo(QPainter& painter, const QPalette& palette, int width) const {
  painter.setFont(font());
  const QFontMetrics metrics = fontMetrics();
  const auto places = lay(width);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const QRect& place = places[i];
    painter.fillRect(QRect(place.left(), place.center().y() - kSquare / 2, kSquare, kSquare),
                     onGround(entries_[i].colour));
    painter.setPen(palette.color(QPalette::WindowText));
    const QRect words = place.adjusted(kSquare + kSquareGap, 0, 1, 0);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(entries_[i].name, Qt::ElideMiddle, words.width()));
  }
}

void RunLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  drawTo(painter, palette(), width());
}

bool RunLegend::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto places = lay(width());
  QString whole;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i].contains(help->pos())) whole = entries_[i].name;
  QToolTip::showText(help->globalPos(), whole, this);
  return true;
}

}  // namespace holonom
