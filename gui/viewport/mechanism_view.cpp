// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/mechanism_view.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/overlay.h"
#include "gui/viewport/view_impl.h"

namespace holonom {
namespace {

using std::numbers::pi;

constexpr int kFrameMs = 16;            // no more than about 60 frames per second
constexpr int kIdleMs = 300;            // of rest before a smooth frame
constexpr double kAhead = 0.25;         // room for what leaves the view, so that it widens now and then only
constexpr double kDefaultAzimuth = -0.22, kDefaultElevation = 0.20;  // front, turned enough to show the layers

}  // namespace

MechanismView::Impl::Impl(MechanismView& view) : view(view), canvas(scene.renderer()), board(view, scene) {
  frameTimer.setSingleShot(true);
  idleTimer.setSingleShot(true);
  idleTimer.setInterval(kIdleMs);
  QObject::connect(&frameTimer, &QTimer::timeout, &view, [this] {
    paintPending = true;
    this->view.update();
  });
  QObject::connect(&idleTimer, &QTimer::timeout, &view, [this] {
    smoothDue = true;
    this->view.update();
  });
  sinceFrame.start();
}

void MechanismView::Impl::request() {
  dirty = true;
  if (canvas.isUsable() && !frameTimer.isActive() && !paintPending)
    frameTimer.start(static_cast<int>(std::clamp<qint64>(kFrameMs - sinceFrame.elapsed(), 0, kFrameMs)));
}

QSize MechanismView::Impl::deviceSize() const {
  const double ratio = view.devicePixelRatioF();
  return {static_cast<int>(std::lround(view.width() * ratio)), static_cast<int>(std::lround(view.height() * ratio))};
}

void MechanismView::Impl::renderFrame(bool smooth) {
  sinceFrame.restart();  // from its beginning: the pause between pictures must not come on top of the drawing
  scene.camera().setViewport(view.width(), view.height());
  if (fitDue) scene.fit();
  board.layGrid();
  fitDue = false;
  scene.applyCamera();
  frame = canvas.render(deviceSize(), smooth);
  frame.setDevicePixelRatio(view.devicePixelRatioF());
  dirty = smoothDue = paintPending = false;
  if (!smooth) {
    seconds = 1e-9 * static_cast<double>(sinceFrame.nsecsElapsed());
    idleTimer.start();
  }
}

void MechanismView::Impl::paint(QPainter& painter) {
  if (frame.isNull()) return paintPlaceholder(painter, view.rect(), QString());
  painter.drawImage(QPointF(0, 0), frame);
  paintTriad(painter, view.size(), scene.camera());
  paintNote(painter, view.size(), scene.bendingFactor());
  if (labels) paintLabels(painter, scene, selected.kind == PartRef::Kind::Body ? selected.index : -1);
  board.paint(painter, selected);
  if (pull) paintPull(painter, scene, pull->body, pull->at, pull->to);
}

MechanismView::MechanismView(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMinimumSize(120, 90);
  setFocusPolicy(Qt::ClickFocus);
  setAccessibleName(tr("3D view"));
  setAccessibleDescription(tr("Left drag turns, middle drag or Shift and left drag moves, wheel or right drag zooms, double click fits."));
  impl_->scene.camera().look(kDefaultAzimuth, kDefaultElevation);
}

MechanismView::~MechanismView() = default;

void MechanismView::setMechanism(const Mechanism& mechanism) {
  impl_->scene.setMechanism(mechanism);
  impl_->selected = {};
  fit();
}

void MechanismView::updateMechanism(const Mechanism& mechanism) {
  impl_->scene.setMechanism(mechanism);
  const PartRef part = impl_->selected;
  impl_->scene.setSelectedBody(part.kind == PartRef::Kind::Body && part.index < static_cast<int>(mechanism.bodies.size()) ? part.index : -1);
  impl_->request();
}

void MechanismView::setPoses(std::span<const BodyPose> poses) {
  if (!impl_->scene.setPoses(poses)) return;
  if (!impl_->board.isHeld()) impl_->board.forgetPointer();  // what caught the mouse moves away
  if (!impl_->board.isHeld() && impl_->scene.meet(poses, kAhead) && impl_->framed) impl_->fitDue = true;
  impl_->request();
}

void MechanismView::setTravel(const std::vector<std::vector<BodyPose>>& poses) {
  const bool beyond = impl_->scene.setTravel(poses);
  if (beyond && impl_->framed) impl_->fitDue = true;
  impl_->request();
}

void MechanismView::setBendingExaggerated(bool on) {
  impl_->exaggerated = on;
  impl_->scene.setBendingExaggerated(on);
  impl_->request();
}

double MechanismView::bendingFactor() const { return impl_->scene.bendingFactor(); }

void MechanismView::setGhostPoses(std::span<const BodyPose> poses) {
  if (impl_->scene.setGhostPoses(poses)) impl_->request();
}

void MechanismView::setGhosts(std::span<const Ghost> ghosts) {
  if (impl_->scene.setGhosts(ghosts)) impl_->request();
}

void MechanismView::setSelectedPart(const PartRef& part) {
  if (part == impl_->selected) return;
  impl_->selected = part;
  impl_->scene.setSelectedBody(part.kind == PartRef::Kind::Body && part.point < 0 ? part.index : -1);
  impl_->request();
}

void MechanismView::setDrawing(bool on) {
  if (on == impl_->board.isOn()) return;
  impl_->board.setOn(on);
  ViewCamera& camera = impl_->scene.camera();
  camera.setParallel(on);
  on ? camera.look(0, 0) : camera.look(kDefaultAzimuth, kDefaultElevation);
  fit();
  emit drawingChanged(on);
}

bool MechanismView::isDrawing() const { return impl_->board.isOn(); }

void MechanismView::setTool(Tool* tool) { impl_->board.setTool(tool); }

void MechanismView::toolChanged() { impl_->board.showHint(); }

void MechanismView::setSnapsToGrid(bool on) { impl_->board.setSnaps(on); }

QPointF MechanismView::pixelOf(const Vector2& place) const {
  const Vector2 pixel = impl_->scene.pixelOf(place);
  return {pixel.x(), pixel.y()};
}

void MechanismView::fit() {
  impl_->fitDue = impl_->framed = true;
  impl_->request();
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
  impl_->labels = other.impl_->labels;
  impl_->selected = {};
  impl_->scene.setGridVisible(other.impl_->scene.gridVisible());
}

void MechanismView::setGridVisible(bool visible) {
  impl_->scene.setGridVisible(visible);
  impl_->request();
}

void MechanismView::setLabelsVisible(bool visible) {
  impl_->labels = visible;
  impl_->request();
}

bool MechanismView::hasGraphics() const { return impl_->canvas.isUsable(); }

double MechanismView::lastFrameSeconds() const { return impl_->seconds; }

QImage MechanismView::picture() {
  QImage image(impl_->deviceSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(devicePixelRatioF());
  QPainter painter(&image);
  painter.setFont(font());
  if (hasGraphics()) {
    impl_->renderFrame(true);
    impl_->paint(painter);
  } else {
    paintPlaceholder(painter, rect(), impl_->canvas.problem());
  }
  return image;
}

void MechanismView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!hasGraphics()) return paintPlaceholder(painter, rect(), impl_->canvas.problem());
  if (impl_->frame.size() != impl_->deviceSize()) impl_->dirty = true;
  if (impl_->dirty) impl_->renderFrame(false);
  else if (impl_->smoothDue) impl_->renderFrame(true);
  impl_->paint(painter);
}

void MechanismView::resizeEvent(QResizeEvent*) {
  impl_->board.showHint();
  impl_->request();
}

}  // namespace holonom
