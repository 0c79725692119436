// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing board with keys in place of the mouse: a cross that the tools take for the mouse.
#include <QLabel>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_board.h"
#include "gui/viewport/tools/drawing_painter.h"
#include "gui/viewport/tools/snapping.h"

namespace holonom {
namespace {

constexpr double kExactReach = 0.05;  // of what the mouse is caught by: less than a tenth of a cell
constexpr double kSamePixels = 0.7;   // stops nearer to each other are one

}  // namespace

double DrawingBoard::cell() const { return gridSpacing(scene_.camera().pixelSize()); }

Pointer DrawingBoard::keyPointer(bool shift) const {
  const double pixel = scene_.camera().pixelSize();
  Pointer found;
  found.raw = found.place.position = keys_.place();
  if (works()) {
    const Vector2 at = scene_.pixelOf(keys_.place());
    const int under = scene_.pick(at.x(), at.y());
    const bool exact = keys_.isExact();
    found =
        caught(keys_.place(), under < 0 ? kGround : under, *active(),
               {snaps_ && on_ && !exact ? cell() : 0, exact ? kExactReach * pixel : pixel, scene_.plane()});
  }
  const Vector2 at = scene_.pixelOf(found.place.position);  // where it is seen
  found.part = scene_.pickPart(at.x(), at.y());
  found.sight = scene_.camera().rayThrough(at.x(), at.y());
  found.grip = scene_.gripAt(at.x(), at.y());
  found.besideBoard = worksBesideBoard();
  if (works() && active()->picksInSpace()) found.spot = scene_.spotAt(at.x(), at.y());
  found.pixel = pixel;
  found.shift = shift;
  found.keyed = true;
  return found;
}

void DrawingBoard::setKeysOut(bool out) {
  keys_.setOut(out);
  pointer_.reset();
  if (out) moveKeys();
  else showHint();
}

void DrawingBoard::setArrowsFree(bool free) {
  arrowsFree_ = free;
  view_.setProperty("keepsArrows", wantsArrows());
}

/// What has caught the cross lets go of it at each step.
void DrawingBoard::stepKeys(int right, int up, KeyPointer::Stride stride) {
  const Vector2 before = keyPointer().place.position;
  for (int tries = 0; tries < 4; ++tries) {
    keys_.step(right, up,
               tries > 0 && stride == KeyPointer::Stride::Cells ? KeyPointer::Stride::Cell : stride, cell(),
               snaps_ && on_);
    if ((keyPointer().place.position - before).norm() > 1e-3 * scene_.camera().pixelSize()) return;
  }
}

bool DrawingBoard::goToStop(bool forward) {
  const double pixel = scene_.camera().pixelSize(), near = kSamePixels * pixel;
  const PlaceOf placeOf = [this](int body, const Vector3& local) {
    return scene_.plane().shadowOf(holonom::placeOf(scene_.mechanism(), body, local, scene_.poses()));
  };
  std::vector<Vector2> stops = stopsOf(
      scene_.mechanism(), placeOf, [this](int body) { return !works() || active()->catches(body); }, near);
  if (works())
    for (const Vector2& handle : active()->handles(pixel)) stops.push_back(handle);
  const auto next = stopAfter(stops, keyPointer().place.position, forward, near);
  if (next) keys_.put(*next, true);
  return next.has_value();
}

void DrawingBoard::moveKeys() {
  pointer_ = keyPointer();
  if (works()) active()->move(*pointer_, held_);
  showHint();
}

bool DrawingBoard::pressKeys(bool shift) {
  if (!works()) return false;
  pointer_ = keyPointer(shift);
  held_ = active()->press(*pointer_);
  if (held_ && !active()->carries()) {
    active()->release(*pointer_);
    held_ = false;
  }
  if (!held_) moveKeys();  // the mechanism may be another one
  showHint();
  return held_;
}

void DrawingBoard::releaseKeys() {
  if (works()) active()->release(keyPointer());
  held_ = false;
  moveKeys();
}

void DrawingBoard::giveUp() {
  if (works()) active()->cancel();
  dropHold();
}

void DrawingBoard::dropHold() {
  held_ = false;
  if (keys_.isOut()) moveKeys();
}

void DrawingBoard::posesChanged() {
  if (held_) return;
  if (keys_.isOut()) pointer_ = keyPointer();
  else pointer_.reset();
}

void DrawingBoard::setHeadroom(int pixels) {
  headroom_ = pixels;
  showHint();
}

QString DrawingBoard::spoken() const {
  QStringList words;
  if (pointer_) words << wordsFor(*pointer_, scene_.mechanism(), works() && active()->units().millimetres);
  if (hint_->isVisible()) words << hint_->text().replace('\n', QStringLiteral(". "));
  return words.join(QStringLiteral(". "));
}

}  // namespace holonom
