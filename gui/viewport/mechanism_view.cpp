// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/mechanism_view.h"

#include <QFocusEvent>
#include <QPainter>
#include <QResizeEvent>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/generators.h"
#include "gui/viewport/overlay.h"
#include "gui/viewport/scene/colours.h"
#include "gui/viewport/view_impl.h"

namespace holonom {
namespace {

using std::numbers::pi;

constexpr int kFrameMs = 16;  // no more than about 60 frames per second
constexpr int kIdleMs = 300;  // of rest before a smooth frame
// front, turned enough to show the layers
constexpr double kDefaultAzimuth = -0.22, kDefaultElevation = 0.20;

}  // namespace

MechanismView::Impl::Impl(MechanismView& view) : view(view), canvas(scene.renderer()), board(view, scene) {
  frameTimer.setSingleShot(true);
  idleTimer.setSingleShot(true);
  QObject::connect(&frameTimer, &QTimer::timeout, &view, [this] { takeTurn(frameTimer, false); });
  QObject::connect(&idleTimer, &QTimer::timeout, &view, [this] { takeTurn(idleTimer, true); });
  sinceFrame.start();
}

void MechanismView::Impl::request() {
  dirty = true;
  if (canvas.isUsable() && !frameTimer.isActive())
    frameTimer.start(static_cast<int>(std::clamp<qint64>(kFrameMs - sinceFrame.elapsed(), 0, kFrameMs)));
}

/// A frame is rendered in one turn of the event loop and painted in the next; pictures that want one at the
/// same time get it in different turns, for a timer that is put off comes after those that wait already.
void MechanismView::Impl::takeTurn(QTimer& timer, bool smooth) {
  if (!view.isVisible() || view.visibleRegion().isEmpty()) return;  // painting asks again
  if (wait.goesOn() || canvas.prepareSome(deviceSize())) return timer.start(0);
  renderFrame(smooth);
  unpainted = true;
  view.update();
}

/// The driver makes its programs when a kind of thing is first drawn, which takes it 100 ms in software: now,
/// while the window opens, and not under the hand of the user.
void MechanismView::Impl::warmUp() {
  if (!canvas.takeWarmUp()) return;
  scene.setMechanism(makeChain(2));
  const std::vector<BodyPose> poses(scene.poses().begin(), scene.poses().end());
  const std::vector<Ghost> ghosts{{{200, 80, 60}, poses}};
  for (const bool ghosted : {false, true}) {
    scene.setGhosts(ghosted ? std::span<const Ghost>(ghosts) : std::span<const Ghost>());
    // one side for which OffscreenCanvas has no texture
    for (const bool smooth : {false, true}) renderAt({90, 64}, 1, smooth);
  }
  scene.setMechanism({});
  fitDue = true;
}

QSize MechanismView::Impl::deviceSize() const {
  const double ratio = view.devicePixelRatioF();
  return {static_cast<int>(std::lround(view.width() * ratio)),
          static_cast<int>(std::lround(view.height() * ratio))};
}

QImage MechanismView::Impl::renderAt(const QSize& size, double ratio, bool smooth) {
  scene.camera().setViewport(size.width(), size.height());
  if (fitDue) scene.fit();
  fitDue = false;
  board.layGrid();
  scene.applyCamera();
  QImage picture = canvas.render((QSizeF(size) * ratio).toSize(), smooth);
  picture.setDevicePixelRatio(ratio);
  return picture;
}

void MechanismView::Impl::renderFrame(bool smooth) {
  sinceFrame.restart();  // from its beginning: the pause between pictures must not come on top of the drawing
  frame = renderAt(view.size(), view.devicePixelRatioF(), smooth);
  dirty = false;
  if (smooth) return;
  seconds = 1e-9 * static_cast<double>(sinceFrame.nsecsElapsed());
  idleTimer.start(kIdleMs);
}

void MechanismView::Impl::restyle() {
  const bool wanted = view.palette().color(QPalette::Window).lightness() < 128;
  if (wanted == dark && wanted == darkColours()) return;
  dark = wanted;
  useDarkColours(dark);
  scene.restyle();
  board.restyle();
  request();
}

/// The body stays where it is in the picture.
void MechanismView::Impl::follow(std::span<const BodyPose> poses) {
  const auto body = static_cast<std::size_t>(followed);
  if (cameraMode != CameraMode::Follows || followed < 0 || body >= poses.size() ||
      poses.size() != scene.poses().size())
    return;
  const Vector3 way = poses[body].position - scene.poses()[body].position;
  if (way.allFinite()) scene.camera().shift(way);
}

MechanismView::MechanismView(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(120, 90);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("3D view"));
  if (!hasGraphics()) setAccessibleDescription(impl_->canvas.problem());
  impl_->describe();
  impl_->scene.camera().look(kDefaultAzimuth, kDefaultElevation);
  impl_->restyle();
  impl_->warmUp();
}

MechanismView::~MechanismView() = default;

void MechanismView::extendTrace(double time, std::span<const BodyPose> poses) {
  impl_->scene.extendTrace(time, poses);
}

void MechanismView::clearTraces() { impl_->scene.clearTraces(); }

void MechanismView::setMoment(double time, std::vector<PartLoad> loads) {
  impl_->scene.setMoment(time, std::move(loads));
}

void MechanismView::setItems(const SceneItems& items) {
  if (items == impl_->scene.items()) return;
  impl_->scene.setItems(items);
  impl_->request();
}

const SceneItems& MechanismView::items() const { return impl_->scene.items(); }

void MechanismView::setBendingExaggerated(bool on) {
  impl_->exaggerated = on;
  impl_->scene.setBendingExaggerated(on);
  impl_->request();
}

double MechanismView::bendingFactor() const { return impl_->scene.bendingFactor(); }

void MechanismView::setGhosts(std::span<const Ghost> ghosts) {
  if (impl_->scene.setGhosts(ghosts)) impl_->request();
}

void MechanismView::Impl::showSelected() {
  std::vector<int> bodies;
  for (const PartRef& part : selected)
    if (part.kind == PartRef::Kind::Body && part.point < 0) bodies.push_back(part.index);
  scene.setSelectedBodies(bodies);
}

void MechanismView::setSelectedParts(std::vector<PartRef> parts) {
  if (parts == impl_->selected) return;
  impl_->selected = std::move(parts);
  impl_->showSelected();
  impl_->request();
}

void MechanismView::setGaps(std::vector<GapMark> gaps) {
  if (gaps.empty() && impl_->gaps.empty()) return;
  impl_->gaps = std::move(gaps);
  update();  // over the rendered picture
}

const std::vector<GapMark>& MechanismView::gaps() const { return impl_->gaps; }

void MechanismView::setDrawing(bool on) {
  if (on == impl_->board.isOn()) return;
  impl_->board.setOn(on);
  ViewCamera& camera = impl_->scene.camera();
  camera.setParallel(on);
  camera.setAxes(on ? impl_->scene.plane().frame().rotation : Matrix3::Identity());
  on ? camera.look(0, 0) : camera.look(kDefaultAzimuth, kDefaultElevation);
  fit();
  impl_->describe();
  emit drawingChanged(on);
}

bool MechanismView::isDrawing() const { return impl_->board.isOn(); }

void MechanismView::setPlane(const WorkPlane& plane) {
  impl_->scene.setPlane(plane);
  if (!isDrawing()) return impl_->request();
  impl_->scene.camera().setAxes(plane.frame().rotation);
  fit();
}

void MechanismView::setTool(Tool* tool) {
  impl_->board.setTool(tool);
  impl_->describe();
}

void MechanismView::setGuestTool(Tool* tool) {
  impl_->board.setGuest(tool);
  impl_->describe();
}

void MechanismView::setHeadroom(int pixels) {
  impl_->board.setHeadroom(pixels);
  impl_->scene.camera().setHeadroom(pixels);
}

std::vector<BodyPose> MechanismView::shownPoses() const {
  return {impl_->scene.poses().begin(), impl_->scene.poses().end()};
}

void MechanismView::toolChanged() {
  if (impl_->heldByKeys() && !impl_->pull) impl_->board.dropHold();
  impl_->describe();
}

void MechanismView::setSnapsToGrid(bool on) { impl_->board.setSnaps(on); }

QPointF MechanismView::pixelOf(const Vector2& place) const {
  const Vector2 pixel = impl_->scene.pixelOf(place);
  return {pixel.x(), pixel.y()};
}

void MechanismView::lookFrom(Direction direction) {
  if (direction != Direction::Front) setDrawing(false);
  ViewCamera& camera = impl_->scene.camera();
  switch (direction) {
    case Direction::Front: camera.look(0, 0); break;
    case Direction::Back: camera.look(pi, 0); break;
    case Direction::Left: camera.look(-pi / 2, 0); break;
    case Direction::Right: camera.look(pi / 2, 0); break;
    case Direction::Top: camera.look(0, pi / 2); break;
    case Direction::Bottom: camera.look(0, -pi / 2); break;
    case Direction::Oblique: camera.look(kDefaultAzimuth, kDefaultElevation); break;
  }
  fit();
}

void MechanismView::setCameraMode(CameraMode mode, int body) {
  if (mode == impl_->cameraMode && body == impl_->followed) return;
  impl_->cameraMode = mode;
  impl_->followed = mode == CameraMode::Follows ? body : -1;
  if (mode == CameraMode::Fits) fit();
  emit cameraChanged();
}

MechanismView::CameraMode MechanismView::cameraMode() const { return impl_->cameraMode; }

int MechanismView::followedBody() const { return impl_->followed; }

CameraView MechanismView::cameraView() const { return impl_->scene.camera().view(); }

void MechanismView::setCameraView(const CameraView& view) {
  impl_->scene.camera().setView(view);
  impl_->fitDue = impl_->framed = false;
  impl_->request();
}

void MechanismView::copyLook(const MechanismView& other) {
  impl_->scene.camera().setView(other.cameraView());
  impl_->scene.setBendingExaggerated(other.impl_->exaggerated);
  impl_->framed = other.impl_->framed;
  impl_->fitDue = false;
  impl_->cameraMode = other.impl_->cameraMode;
  impl_->followed = other.impl_->followed;
  impl_->labels = other.impl_->labels;
  impl_->selected.clear();
  setItems(other.items());
  impl_->scene.copyArrowScale(other.impl_->scene);
}

void MechanismView::setGridVisible(bool visible) {
  SceneItems items = impl_->scene.items();
  items.grid = visible;
  setItems(items);
}

void MechanismView::setLabelsVisible(bool visible) {
  impl_->labels = visible;
  impl_->request();
}

bool MechanismView::labelsVisible() const { return impl_->labels; }

void MechanismView::surveyArrows(std::span<const PartLoad> loads) { impl_->scene.surveyArrows(loads); }

void MechanismView::settleArrows() {
  impl_->scene.settleArrows();
  impl_->request();
}

void MechanismView::forgetArrows() { impl_->scene.forgetArrows(); }

bool MechanismView::hasGraphics() const { return impl_->canvas.isUsable(); }

bool MechanismView::hasUnpaintedFrame() const { return impl_->unpainted && isVisible(); }

double MechanismView::lastFrameSeconds() const { return impl_->seconds; }

void MechanismView::prepare(const QSize& size) {
  if (hasGraphics() && !size.isEmpty()) impl_->frame = impl_->renderAt(size, devicePixelRatioF(), false);
}

void MechanismView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!hasGraphics()) return paintPlaceholder(painter, rect(), impl_->canvas.problem());
  impl_->unpainted = false;
  if (impl_->dirty || impl_->frame.size() != impl_->deviceSize()) impl_->request();
  if (impl_->frame.isNull()) return paintGround(painter, rect());  // its first one comes soon
  if (impl_->frame.size() == impl_->deviceSize()) {
    impl_->paint(painter, size(), impl_->frame);
    return impl_->paintFocus(painter);
  }
  const QSizeF drawn = impl_->frame.deviceIndependentSize();  // an older one
  painter.scale(width() / drawn.width(), height() / drawn.height());
  impl_->paint(painter, drawn.toSize(), impl_->frame);
}

/// Where keys go must be seen by whoever got here by them.
void MechanismView::Impl::paintFocus(QPainter& painter) {
  if (!view.hasFocus() || !(reachedByKeys || board.keys().isOut())) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(view.palette().color(QPalette::Highlight), 2));
  painter.drawRect(view.rect().adjusted(1, 1, -1, -1));
}

void MechanismView::focusInEvent(QFocusEvent* event) {
  const Qt::FocusReason reason = event->reason();
  impl_->reachedByKeys =
      reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
  QWidget::focusInEvent(event);
}

void MechanismView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) impl_->restyle();
  QWidget::changeEvent(event);
}

void MechanismView::resizeEvent(QResizeEvent* event) {
  impl_->resized(event->oldSize());
  impl_->board.showHint();
  impl_->request();
}

}  // namespace holonom
