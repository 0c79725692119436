// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/drawing_board.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/viewport/ink.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_painter.h"
#include "gui/viewport/tools/snapping.h"

namespace holonom {
namespace {

constexpr std::size_t kMarked = 300;  // a crowd of rings shows nothing

}  // namespace

DrawingBoard::DrawingBoard(QWidget& view, MechanismScene& scene)
    : view_(view), scene_(scene), hint_(new QLabel(&view)) {
  hint_->setObjectName("drawHint");
  hint_->setAttribute(Qt::WA_TransparentForMouseEvents);
  restyle();
  hint_->hide();
}

void DrawingBoard::restyle() {
  hint_->setStyleSheet(
      QStringLiteral(
          "QLabel { background: %1; color: %2; border: 1px solid %3; border-radius: 5px; padding: 4px 9px; }")
          .arg(ink().paper.name(QColor::HexArgb), ink().text.name(), ink().border.name()));
}

void DrawingBoard::setOn(bool on) {
  on_ = on;
  held_ = false;
  pointer_.reset();
  takeMouse();
  if (keys_.isOut()) moveKeys();
}

void DrawingBoard::takeMouse() {
  view_.setMouseTracking(on_ || works());
  view_.setCursor(on_ || works() ? Qt::CrossCursor : Qt::ArrowCursor);
  showHint();
}

void DrawingBoard::setGuest(Tool* tool) {
  guest_ = tool;
  held_ = false;
  pointer_.reset();
  takeMouse();
  if (keys_.isOut()) moveKeys();
}

void DrawingBoard::setTool(Tool* tool, bool inAnyView) {
  tool_ = tool;
  inAnyView_ = inAnyView;
  held_ = false;
  if (!on_) pointer_.reset();
  takeMouse();
  if (keys_.isOut()) moveKeys();
}

void DrawingBoard::layGrid() {
  const double spacing = on_ ? gridSpacing(scene_.camera().pixelSize()) : 0;
  scene_.setGridSpacing(spacing, on_ ? gridMajor(spacing) : 0);
}

void DrawingBoard::paint(QPainter& painter, std::span<const PartRef> selected, const QSize& size,
                         bool letters) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  DrawingPainter drawn{painter, scene_, size, works() && active()->units().millimetres};
  paintBoard(painter, size, true, letters);
  paintSelected(painter, selected, size);
  if (pointer_ && pointer_->keyed) drawn.keepOffCross(*pointer_);
  if (works()) drawn.paintPreview(active()->preview());
  if (pointer_ && works() && active()->picksInSpace()) drawn.paintSpot(*pointer_);
  else if (pointer_ && (keys_.isOut() || (works() && !worksBesideBoard()))) drawn.paintPointer(*pointer_);
  painter.restore();
}

void DrawingBoard::paintSelected(QPainter& painter, std::span<const PartRef> selected,
                                 const QSize& size) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const DrawingPainter drawn{painter, scene_, size};
  for (const PartRef& part : selected.first(std::min<std::size_t>(selected.size(), kMarked)))
    drawn.paintSelection(part);
  painter.restore();
}

void DrawingBoard::paintBoard(QPainter& painter, const QSize& size, bool rulers, bool letters) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const DrawingPainter drawn{painter, scene_, size, works() && active()->units().millimetres};
  const double spacing = gridSpacing(scene_.camera().pixelSize());
  if (on_ && rulers) drawn.paintRulers(spacing, gridMajor(spacing));
  if (on_) drawn.paintMarks(letters);
  painter.restore();
}

void DrawingBoard::showHint() {
  const bool shown = works() || keys_.isOut();
  hint_->setVisible(shown);
  QStringList lines;
  const bool pulls = pulls_ && works() && active()->givesWayToPulls(true);
  if (works())
    lines << (pulls ? QObject::tr("Drag a body to pull it while the mechanism moves; H ends pulling")
                    : active()->hint());
  if (works() && on_ && isSpatial(scene_.mechanism()))
    lines << QObject::tr("What is drawn moves in the x–y plane of the ground");
  if (keys_.isOut() && !keyWords_.isEmpty()) lines << keyWords_;
  if (const QString words = lines.join('\n'); shown && hint_->text() != words) hint_->setText(words);
  const int room = std::max(100, view_.width() - 20);
  hint_->setWordWrap(false);
  QSize size = hint_->sizeHint();
  if (size.width() > room) {
    hint_->setWordWrap(true);
    size = {room, hint_->heightForWidth(room)};
  }
  hint_->setGeometry(QRect(QPoint(10, 10 + headroom_), size));
  // Keys of the window leave those alone that are typed into a tool.
  view_.setProperty("typing", works() ? int(active()->typing()) : 0);
  view_.setProperty("keepsArrows", wantsArrows());
  view_.update();
}

Pointer DrawingBoard::pointerAt(const QMouseEvent& event) const {
  const double x = event.position().x(), y = event.position().y(), pixel = scene_.camera().pixelSize();
  const bool free = event.modifiers() & Qt::ControlModifier;
  const int under = scene_.pick(x, y);
  Pointer found = caught(scene_.planePoint(x, y), under < 0 ? kGround : under, *active(),
                         {snaps_ && on_ && !free ? gridSpacing(pixel) : 0, pixel, scene_.plane()});
  found.part = scene_.pickPart(x, y);
  found.sight = scene_.camera().rayThrough(x, y);
  found.grip = scene_.gripAt(x, y);
  found.besideBoard = worksBesideBoard();
  if (active()->picksInSpace()) found.spot = scene_.spotAt(x, y);
  found.shift = event.modifiers() & Qt::ShiftModifier;
  found.control = free;
  return found;
}

bool DrawingBoard::press(const QMouseEvent& event) {
  pointer_ = pointerAt(event);
  held_ = active()->press(*pointer_);
  showHint();
  return held_;
}

void DrawingBoard::move(const QMouseEvent& event) {
  pointer_ = pointerAt(event);
  active()->move(*pointer_, held_);
  showHint();
}

void DrawingBoard::release(const QMouseEvent& event) {
  if (works()) {
    pointer_ = pointerAt(event);
    active()->release(*pointer_);
  }
  held_ = false;
  showHint();
}

bool DrawingBoard::type(const QKeyEvent& event) {
  if (!works() || !active()->type(event)) return false;
  showHint();
  return true;
}

}  // namespace holonom
