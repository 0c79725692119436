// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/frames.h"

#include <QWidget>
#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

constexpr int kFrameMs = 16;  // no more than about 60 frames per second
constexpr int kIdleMs = 300;  // of rest before a smooth frame

}  // namespace

Frames::Frames(QWidget& view, vtkRenderer& renderer, std::function<void(const QSize&)> prepare)
    : view_(view), prepare_(std::move(prepare)), canvas_(renderer) {
  frameTimer_.setSingleShot(true);
  idleTimer_.setSingleShot(true);
  QObject::connect(&frameTimer_, &QTimer::timeout, &view, [this] { takeTurn(frameTimer_, false); });
  QObject::connect(&idleTimer_, &QTimer::timeout, &view, [this] { takeTurn(idleTimer_, true); });
  sinceFrame_.start();
}

void Frames::request() {
  dirty_ = true;
  if (canvas_.isUsable() && !frameTimer_.isActive())
    frameTimer_.start(static_cast<int>(std::clamp<qint64>(kFrameMs - sinceFrame_.elapsed(), 0, kFrameMs)));
}

/// A frame is rendered in one turn of the event loop and painted in the next; pictures that want one at the
/// same time get it in different turns, for a timer that is put off comes after those that wait already.
void Frames::takeTurn(QTimer& timer, bool smooth) {
  if (!view_.isVisible() || view_.visibleRegion().isEmpty()) return;  // painting asks again
  if (wait_.goesOn()) return timer.start(0);
  renderNow(smooth);
  unpainted_ = true;
  view_.update();
}

QSize Frames::deviceSize() const {
  const double ratio = view_.devicePixelRatioF();
  return {static_cast<int>(std::lround(view_.width() * ratio)),
          static_cast<int>(std::lround(view_.height() * ratio))};
}

QImage Frames::renderAt(const QSize& size, double ratio, bool smooth) {
  prepare_(size);
  QImage picture = canvas_.render((QSizeF(size) * ratio).toSize(), smooth);
  picture.setDevicePixelRatio(ratio);
  return picture;
}

void Frames::renderNow(bool smooth) {
  sinceFrame_.restart();  // from its beginning: the pause between pictures must not come on top of that
  frame_ = renderAt(view_.size(), view_.devicePixelRatioF(), smooth);
  dirty_ = false;
  if (smooth) return;
  seconds_ = 1e-9 * static_cast<double>(sinceFrame_.nsecsElapsed());
  idleTimer_.start(kIdleMs);
}

void Frames::renderAhead(const QSize& size) {
  if (canvas_.isUsable() && !size.isEmpty()) frame_ = renderAt(size, view_.devicePixelRatioF(), false);
}

void Frames::painting() {
  unpainted_ = false;
  if (dirty_ || !isOfThisSize()) request();
}

}  // namespace holonom
