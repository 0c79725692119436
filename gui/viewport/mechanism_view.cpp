// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/mechanism_view.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QWheelEvent>

#include "core/model/editing.h"
#include "gui/viewport/key_input.h"
#include "gui/viewport/mouse_input.h"
#include "gui/viewport/overlay.h"
#include "gui/viewport/part_round.h"
#include "gui/viewport/picture_taker.h"
#include "gui/viewport/scene/colours.h"
#include "gui/viewport/viewpoint.h"

namespace holonom {
namespace {

void paintFocus(QPainter& painter, const QWidget& view) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(view.palette().color(QPalette::Highlight), 2));
  painter.drawRect(view.rect().adjusted(1, 1, -1, -1));
}

}  // namespace

/// Who does what in a view; each owns its state.
struct MechanismView::Impl {
  explicit Impl(MechanismView& view);
  void restyle(const QPalette& palette);
  /// The hand, of a body of the model that goes.
  void letGo() {
    if (pulls.isHolding()) keys.letGo();
    mouse.letGo();
  }

  MechanismScene scene;
  Frames frames;  // after the scene: their canvas lets go of the renderer first
  DrawingBoard board;
  Viewpoint viewpoint;
  Framing framing;
  Pulls pulls;
  KeyInput keys;
  MouseInput mouse;
  ViewPainter painter;
  PictureTaker pictures;
  bool dark = false, exaggerated = true;
  bool reachedByKeys = false;  // the focus came by them
};

MechanismView::Impl::Impl(MechanismView& view)
    : frames(view, scene.renderer(),
             [this](const QSize& size) {
               framing.prepare(size);
               board.layGrid();
               scene.applyCamera();
             }),
      board(view, scene), viewpoint(scene, board), framing(view, scene, board, frames),
      pulls(view, scene, board), keys({view, scene, frames, framing, board, pulls}),
      mouse({view, scene, frames, framing, board, pulls}, keys), painter(scene, board, pulls),
      pictures(view, scene, frames, framing, painter) {}

void MechanismView::Impl::restyle(const QPalette& palette) {
  const bool wanted = palette.color(QPalette::Window).lightness() < 128;
  if (wanted == dark && wanted == darkColours()) return;
  dark = wanted;
  useDarkColours(dark);
  scene.restyle();
  board.restyle();
  frames.request();
}

MechanismView::MechanismView(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(120, 90);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("3D view"));
  if (!hasGraphics()) setAccessibleDescription(impl_->frames.canvas().problem());
  impl_->keys.describe();
  impl_->viewpoint.lookAtFirst();
  impl_->restyle(palette());
  if (warmUp(impl_->scene, impl_->frames)) impl_->framing.fitSoon();
}

MechanismView::~MechanismView() = default;

void MechanismView::setMechanism(const Mechanism& mechanism) {
  impl_->letGo();
  const bool wasSpatial = isSpatial(impl_->scene.mechanism());
  impl_->scene.setMechanism(mechanism);
  impl_->viewpoint.standUpright();
  if (isSpatial(mechanism) != wasSpatial && !isDrawing()) impl_->viewpoint.lookAtFirst();
  impl_->painter.select({});
  impl_->framing.begin();
  fit();
}

void MechanismView::updateMechanism(const Mechanism& mechanism) {
  impl_->letGo();
  const bool wasSpatial = isSpatial(impl_->scene.mechanism());
  impl_->framing.update(mechanism);
  impl_->viewpoint.standUpright();
  if (isSpatial(mechanism) && !wasSpatial) {  // its first body in space cannot be seen from the drawing board
    setDrawing(false);
    impl_->viewpoint.lookAtFirst();
    fit();
  }
  impl_->painter.showSelected();
  if (hasKeyboardPointer()) impl_->board.posesChanged();
  impl_->frames.request();
}

void MechanismView::setPoses(std::span<const BodyPose> poses) {
  impl_->framing.follow(poses);
  if (!impl_->scene.setPoses(poses)) return;
  impl_->board.posesChanged();
  const CameraMode before = cameraMode();
  impl_->framing.met(poses);
  impl_->frames.request();
  if (cameraMode() != before) emit cameraChanged();
}

void MechanismView::setGhosts(std::span<const Ghost> ghosts) {
  if (impl_->scene.setGhosts(ghosts)) impl_->frames.request();
}

void MechanismView::setTravel(const std::vector<std::vector<BodyPose>>& poses, std::span<const double> times,
                              bool framed) {
  const CameraMode before = cameraMode();
  impl_->framing.setTravel(poses, times, framed);
  if (cameraMode() != before) emit cameraChanged();
}

void MechanismView::comeHome() { impl_->framing.comeHome(); }

void MechanismView::fit() {
  if (impl_->framing.fit()) impl_->painter.showSelected();
}

void MechanismView::extendTrace(double time, std::span<const BodyPose> poses) {
  impl_->scene.extendTrace(time, poses);
}

void MechanismView::clearTraces() { impl_->scene.clearTraces(); }

void MechanismView::setMoment(double time, std::vector<PartLoad> loads) {
  impl_->scene.setMoment(time, std::move(loads));
}

void MechanismView::setItems(const SceneItems& items) {
  const SceneItems before = impl_->scene.items();
  if (items == before) return;
  impl_->scene.setItems(items);
  if (impl_->viewpoint.itemsChanged(before)) fit();
  impl_->frames.request();
}

const SceneItems& MechanismView::items() const { return impl_->scene.items(); }

void MechanismView::setBendingExaggerated(bool on) {
  impl_->exaggerated = on;
  impl_->scene.setBendingExaggerated(on);
  impl_->frames.request();
}

double MechanismView::bendingFactor() const { return impl_->scene.bendingFactor(); }

void MechanismView::setSelectedParts(std::vector<PartRef> parts) {
  if (parts == impl_->painter.selected()) return;
  impl_->painter.select(std::move(parts));
  impl_->frames.request();
}

void MechanismView::setGaps(std::vector<GapMark> gaps) {
  if (gaps.empty() && impl_->painter.gaps().empty()) return;
  impl_->painter.setGaps(std::move(gaps));
  update();  // over the rendered picture
}

const std::vector<GapMark>& MechanismView::gaps() const { return impl_->painter.gaps(); }

void MechanismView::setDrawing(bool on) {
  if (on == impl_->board.isOn()) return;
  impl_->board.setOn(on);
  impl_->viewpoint.drawingChanged();
  fit();
  impl_->keys.describe();
  emit drawingChanged(on);
}

bool MechanismView::isDrawing() const { return impl_->board.isOn(); }

void MechanismView::setPlane(const WorkPlane& plane) {
  impl_->scene.setPlane(plane);
  if (!isDrawing()) return impl_->frames.request();
  impl_->viewpoint.planeChanged();
  fit();
}

void MechanismView::setTool(Tool* tool, bool inAnyView) {
  impl_->board.setTool(tool, inAnyView);
  impl_->keys.describe();
}

void MechanismView::setGuestTool(Tool* tool) {
  impl_->board.setGuest(tool);
  impl_->keys.describe();
}

void MechanismView::setHeadroom(int pixels) {
  impl_->board.setHeadroom(pixels);
  impl_->scene.camera().setHeadroom(pixels);
}

std::vector<BodyPose> MechanismView::shownPoses() const {
  return {impl_->scene.poses().begin(), impl_->scene.poses().end()};
}

void MechanismView::toolChanged() {
  if (impl_->keys.areHolding() && !impl_->pulls.isHolding()) impl_->board.dropHold();
  impl_->keys.describe();
}

void MechanismView::toolAnswered() { impl_->keys.describe(); }

void MechanismView::setSnapsToGrid(bool on) { impl_->board.setSnaps(on); }

QPointF MechanismView::pixelOf(const Vector2& place) const {
  const Vector2 pixel = impl_->scene.pixelOf(place);
  return {pixel.x(), pixel.y()};
}

QPointF MechanismView::pixelInSpace(const Vector3& place) const {
  const Vector2 pixel = impl_->scene.pixelOf(kGround, place);
  return {pixel.x(), pixel.y()};
}

void MechanismView::setPulling(bool on) {
  impl_->pulls.setOn(on);
  impl_->keys.describe();
  if (!impl_->board.isOn()) impl_->mouse.showCursor();
}

void MechanismView::setKeyboardPointer(bool on) { impl_->keys.setOut(on); }

bool MechanismView::hasKeyboardPointer() const { return impl_->board.keys().isOut(); }

bool MechanismView::letGo() { return impl_->keys.letGo(); }

void MechanismView::setArrowsFree(bool free) { impl_->board.setArrowsFree(free); }

void MechanismView::goToPoint(bool forward) { impl_->keys.goToPoint(forward); }

void MechanismView::zoomBy(int notches) { impl_->keys.zoomBy(notches); }

void MechanismView::selectNextPart(bool forward) {
  if (impl_->keys.areHolding()) return;
  const Mechanism& mechanism = impl_->scene.mechanism();
  const PartRef next = partBeside(mechanism, impl_->painter.focused(), forward);
  if (next.kind == PartRef::Kind::None) return;
  emit partPicked(next);
  setAccessibleDescription(tr("Selected: %1").arg(QString::fromStdString(partName(mechanism, next))));
}

void MechanismView::lookFrom(Direction direction) {
  if (direction != Direction::Front) setDrawing(false);
  impl_->viewpoint.look(direction);
  fit();
}

void MechanismView::setCameraMode(CameraMode mode, int body) {
  if (mode == cameraMode() && body == followedBody()) return;
  impl_->framing.setMode(mode, body);
  if (mode == CameraMode::Fits || mode == CameraMode::GoesAlong) fit();
  emit cameraChanged();
}

MechanismView::CameraMode MechanismView::cameraMode() const { return impl_->framing.mode(); }

int MechanismView::followedBody() const { return impl_->framing.followed(); }

CameraView MechanismView::cameraView() const { return impl_->scene.camera().view(); }

void MechanismView::setCameraView(const CameraView& view) { impl_->framing.setView(view); }

CameraView MechanismView::cameraFor(const QSize& size) { return impl_->framing.viewFor(size); }

void MechanismView::copyLook(const MechanismView& other) {
  setItems(other.items());
  impl_->scene.camera().setView(other.cameraView());
  impl_->scene.setBendingExaggerated(other.impl_->exaggerated);
  impl_->framing.take(other.impl_->framing);
  impl_->painter.setLabels(other.labelsVisible());
  impl_->painter.select({});
  impl_->scene.copyArrowScale(other.impl_->scene);
}

void MechanismView::setGridVisible(bool visible) {
  SceneItems items = impl_->scene.items();
  items.grid = visible;
  setItems(items);
}

void MechanismView::setLabelsVisible(bool visible) {
  impl_->painter.setLabels(visible);
  impl_->frames.request();
}

bool MechanismView::labelsVisible() const { return impl_->painter.labels(); }

void MechanismView::surveyArrows(std::span<const PartLoad> loads) { impl_->scene.surveyArrows(loads); }

void MechanismView::settleArrows() {
  impl_->scene.settleArrows();
  impl_->frames.request();
}

void MechanismView::forgetArrows() { impl_->scene.forgetArrows(); }

bool MechanismView::hasGraphics() const { return impl_->frames.areUsable(); }

bool MechanismView::hasUnpaintedFrame() const { return impl_->frames.isUnpainted() && isVisible(); }

double MechanismView::lastFrameSeconds() const { return impl_->frames.seconds(); }

void MechanismView::prepare(const QSize& size) { impl_->frames.renderAhead(size); }

QImage MechanismView::picture() { return impl_->pictures.asShown(); }

QImage MechanismView::picture(const QSize& pixels, double scale, const PictureParts& parts) {
  const QImage image = impl_->pictures.forFile(pixels, scale, parts);
  if (hasKeyboardPointer()) impl_->board.posesChanged();
  return image;
}

bool MechanismView::event(QEvent* event) {
  // Delete is the picture's own key while it has the focus, whatever else the window does with it. Some
  // desktops count Ctrl+D as Delete; here it duplicates.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete)
    event->accept();
  return QWidget::event(event);
}

void MechanismView::keyPressEvent(QKeyEvent* event) {
  DrawingBoard& board = impl_->board;
  const bool toolWorks = board.works() && hasGraphics();
  if (toolWorks && board.isTypedInto() && board.type(*event)) return;
  if (impl_->keys.take(*event)) return;
  if (toolWorks && board.type(*event)) return;
  if (event->key() == Qt::Key_Delete) return emit removeRequested();
  QWidget::keyPressEvent(event);
}

/// The right button zooms when it is dragged: its menu comes when it is let go.
void MechanismView::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();
  if (event->reason() == QContextMenuEvent::Keyboard)
    emit partMenuRequested(impl_->painter.focused(), mapToGlobal(rect().center()));
}

void MechanismView::leaveEvent(QEvent*) {
  if (!hasKeyboardPointer()) impl_->board.forgetPointer();
  if (impl_->board.isOn()) update();
}

void MechanismView::mousePressEvent(QMouseEvent* event) { impl_->mouse.press(*event); }

void MechanismView::mouseMoveEvent(QMouseEvent* event) { impl_->mouse.move(*event); }

void MechanismView::mouseReleaseEvent(QMouseEvent* event) { impl_->mouse.release(*event); }

void MechanismView::mouseDoubleClickEvent(QMouseEvent* event) { impl_->mouse.doubleClick(*event); }

void MechanismView::wheelEvent(QWheelEvent* event) {
  impl_->mouse.wheel(*event);
  event->accept();
}

void MechanismView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  Frames& frames = impl_->frames;
  if (!hasGraphics()) return paintPlaceholder(painter, rect(), frames.canvas().problem());
  frames.painting();
  if (frames.last().isNull()) return paintGround(painter, rect());  // its first one comes soon
  if (!frames.isOfThisSize()) {
    const QSizeF drawn = frames.last().deviceIndependentSize();  // an older one
    painter.scale(width() / drawn.width(), height() / drawn.height());
    return impl_->painter.paint(painter, drawn.toSize(), frames.last());
  }
  impl_->painter.paint(painter, size(), frames.last());
  // where keys go must be seen by whoever got here by them
  if (hasFocus() && (impl_->reachedByKeys || hasKeyboardPointer())) paintFocus(painter, *this);
}

void MechanismView::focusInEvent(QFocusEvent* event) {
  const Qt::FocusReason reason = event->reason();
  impl_->reachedByKeys =
      reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
  QWidget::focusInEvent(event);
}

void MechanismView::focusOutEvent(QFocusEvent* event) {
  // a dialog: the release of the button goes there
  if (event->reason() == Qt::ActiveWindowFocusReason) impl_->mouse.letGo();
  QWidget::focusOutEvent(event);
}

void MechanismView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) impl_->restyle(palette());
  QWidget::changeEvent(event);
}

void MechanismView::resizeEvent(QResizeEvent* event) {
  impl_->framing.resized(event->oldSize());
  impl_->board.showHint();
  impl_->frames.request();
}

}  // namespace holonom
