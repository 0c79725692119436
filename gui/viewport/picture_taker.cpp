// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/picture_taker.h"

#include <QPainter>
#include <cmath>

#include "core/model/generators.h"
#include "gui/viewport/overlay.h"

namespace holonom {

QImage PictureTaker::asShown() {
  QImage image(frames_.deviceSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(view_.devicePixelRatioF());
  QPainter painter(&image);
  painter.setFont(view_.font());
  if (frames_.areUsable()) {
    frames_.renderNow(true);
    painter_.paint(painter, view_.size(), frames_.last());
  } else {
    paintPlaceholder(painter, view_.rect(), frames_.canvas().problem());
  }
  return image;
}

QImage PictureTaker::forFile(const QSize& pixels, double scale, const PictureParts& parts) {
  if (!frames_.areUsable() || pixels.isEmpty() || !(scale > 0)) return {};
  const CameraView before = scene_.camera().view();
  framing_.fitForPicture();
  if (parts.transparent) scene_.setTransparent(true), scene_.setGridVisible(false);
  if (!parts.selection) scene_.setSelectedBodies({});
  const QSize size(int(std::ceil(pixels.width() / scale)), int(std::ceil(pixels.height() / scale)));
  const QImage rendered = frames_.renderAt(size, scale, true);
  const QImage image = painter_.picture(rendered, size, pixels, scale, parts, view_.font());
  if (parts.transparent) scene_.setTransparent(false), scene_.setGridVisible(scene_.items().grid);
  painter_.showSelected();
  scene_.camera().setView(before);
  scene_.camera().setViewport(view_.width(), view_.height());
  frames_.request();
  return image;
}

bool warmUp(MechanismScene& scene, Frames& frames) {
  if (!frames.canvas().takeWarmUp()) return false;
  scene.setMechanism(makeChain(2));
  const std::vector<BodyPose> poses(scene.poses().begin(), scene.poses().end());
  const std::vector<Ghost> ghosts{{{200, 80, 60}, poses}};
  for (const bool ghosted : {false, true}) {
    scene.setGhosts(ghosted ? std::span<const Ghost>(ghosts) : std::span<const Ghost>());
    // one side for which OffscreenCanvas has no texture
    for (const bool smooth : {false, true}) frames.renderAt({90, 64}, 1, smooth);
  }
  scene.setMechanism({});
  return true;
}

}  // namespace holonom
