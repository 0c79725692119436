// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_palette.h"

#include <QGuiApplication>
#include <algorithm>
#include <array>
#include <cmath>

namespace holonom {

namespace {

// Blue, vermilion, green, purple, orange, sky, dark grey: luminances differ where hues may be confused.
const std::array<QColor, 7> kColours{QColor(0, 114, 178),  QColor(213, 94, 0),  QColor(0, 140, 100),
                                     QColor(170, 90, 150), QColor(200, 140, 0), QColor(70, 160, 215),
                                     QColor(90, 90, 90)};

constexpr double kTooClose = 120;  // two blues at less than this look the same

double distance(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

}  // namespace

QColor distinctColour(int index) { return kColours[static_cast<std::size_t>(index) % kColours.size()]; }

QColor paperColour(const QPalette& palette) {
  const QColor window = palette.color(QPalette::Window);
  return window.lightness() > 128 ? QColor(Qt::white) : window;
}

QColor mixed(const QColor& a, const QColor& b, double weight) {
  const auto mix = [weight](int x, int y) { return static_cast<int>(std::lround(x + weight * (y - x))); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QColor curveColour(QColor run, int runCount, int channelIndex) {
  if (!run.isValid()) run = distinctColour(0);
  if (channelIndex == 0) return run;
  if (runCount > 1) {
    // Lighter first; what is darker keeps so much of its hue that blue does not become black.
    const std::array<QColor, 3> shades{mixed(run, Qt::white, 0.5), mixed(run, Qt::black, 0.3),
                                       mixed(run, Qt::gray, 0.5)};
    return shades[static_cast<std::size_t>(channelIndex - 1) % shades.size()];
  }
  // The palette without the colour that the first channel has taken.
  auto others = kColours;
  std::stable_sort(others.begin(), others.end(), [&](const QColor& a, const QColor& b) {
    return (distance(a, run) < kTooClose) < (distance(b, run) < kTooClose);
  });
  return others[static_cast<std::size_t>(channelIndex - 1) % others.size()];
}

QColor receding(const QColor& colour) {
  const QColor ground = QGuiApplication::palette().color(QPalette::Window);
  // on a dark ground little light is soon none
  return mixed(colour, ground, ground.lightness() < 128 ? 0.5 : 0.72);
}

QColor standingOut(const QColor& colour) {
  const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
  const QColor hsl = colour.toHsl();
  return QColor::fromHsl(std::max(hsl.hslHue(), 0), hsl.hslSaturation(),
                         dark ? std::max(hsl.lightness(), 165) : std::min(hsl.lightness(), 120))
      .toRgb();
}

QColor onGround(const QColor& colour) {
  if (QGuiApplication::palette().color(QPalette::Base).lightness() >= 128) return colour;
  // Shades stay apart, and none becomes so pale that its hue is lost.
  const QColor hsl = colour.toHsl();
  return QColor::fromHsl(std::max(hsl.hslHue(), 0), hsl.hslSaturation(),
                         std::clamp(45 + hsl.lightness() * 9 / 10, 100, 210))
      .toRgb();
}

}  // namespace holonom
