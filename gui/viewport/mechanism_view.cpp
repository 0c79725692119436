// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/mechanism_view.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/gap_marks.h"
#include "gui/viewport/offscreen_canvas.h"
#include "gui/viewport/overlay.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_board.h"

namespace holonom {
namespace {

using std::numbers::pi;

constexpr int kFrameMs = 16;            // no more than about 60 frames per second
constexpr int kIdleMs = 300;            // of rest before a smooth frame
constexpr double kAhead = 0.25;         // room for what leaves the view, so that it widens now and then only
constexpr double kWheelStep = 1.15;     // per notch
constexpr double kDragZoom = 0.006;     // per pixel, in the exponent
constexpr double kDefaultAzimuth = -0.22, kDefaultElevation = 0.20;  // front, turned enough to show the layers

enum class Drag { None, Orbit, Pan, Zoom };

Drag dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
  switch (button) {
    case Qt::LeftButton: return modifiers & Qt::ShiftModifier ? Drag::Pan : Drag::Orbit;
    case Qt::MiddleButton: return Drag::Pan;
    case Qt::RightButton: return Drag::Zoom;
    default: return Drag::None;
  }
}

}  // namespace

struct MechanismView::Impl {
  explicit Impl(MechanismView& view) : view(view), canvas(scene.renderer()), board(view, scene) {
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

  /// Something changed: a frame is due soon, once, however often this is called.
  void request() {
    dirty = true;
    if (canvas.isUsable() && !frameTimer.isActive() && !paintPending)
      frameTimer.start(static_cast<int>(std::clamp<qint64>(kFrameMs - sinceFrame.elapsed(), 0, kFrameMs)));
  }

  QSize deviceSize() const {
    const double ratio = view.devicePixelRatioF();
    return {static_cast<int>(std::lround(view.width() * ratio)), static_cast<int>(std::lround(view.height() * ratio))};
  }

  /// The only place that renders.
  void renderFrame(bool smooth) {
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

  void paint(QPainter& painter) {
    if (frame.isNull()) return paintPlaceholder(painter, view.rect(), QString());
    painter.drawImage(QPointF(0, 0), frame);
    paintTriad(painter, view.size(), scene.camera());
    paintNote(painter, view.size(), scene.bendingFactor());
    if (labels) paintLabels(painter, scene, selected.kind == PartRef::Kind::Body ? selected.index : -1);
    paintGaps(painter, scene, gaps);
    board.paint(painter, selected);
  }

  bool toolWorks() const { return board.works() && canvas.isUsable(); }

  MechanismView& view;
  MechanismScene scene;
  OffscreenCanvas canvas;  // after the scene: it lets go of the renderer first
  DrawingBoard board;
  QImage frame;
  QTimer frameTimer, idleTimer;
  QElapsedTimer sinceFrame;
  double seconds = 0;
  bool framed = true;         // the view is as fit() left it, but for turning
  bool paintPending = false;  // asked of Qt; a hidden widget stays in this state until it is shown and painted
  bool dirty = true, smoothDue = false, fitDue = true, labels = false;
  PartRef selected;
  std::vector<GapMark> gaps;

  Drag drag = Drag::None;
  Qt::MouseButton button = Qt::NoButton;
  QPointF pressed, last;
  bool moved = false;
};

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
  impl_->scene.setBendingExaggerated(on);
  impl_->request();
}

double MechanismView::bendingFactor() const { return impl_->scene.bendingFactor(); }

void MechanismView::setGhostPoses(std::span<const BodyPose> poses) {
  if (impl_->scene.setGhostPoses(poses)) impl_->request();
}

void MechanismView::setSelectedPart(const PartRef& part) {
  if (part == impl_->selected) return;
  impl_->selected = part;
  impl_->scene.setSelectedBody(part.kind == PartRef::Kind::Body && part.point < 0 ? part.index : -1);
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

bool MechanismView::event(QEvent* event) {
  // Delete is the picture's own key while it has the focus, whatever else the window does with it.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Delete)) event->accept();
  return QWidget::event(event);
}

void MechanismView::keyPressEvent(QKeyEvent* event) {
  if (impl_->toolWorks() && impl_->board.type(*event)) return;
  if (event->matches(QKeySequence::Delete)) return emit removeRequested();
  QWidget::keyPressEvent(event);
}

void MechanismView::leaveEvent(QEvent*) {
  impl_->board.forgetPointer();
  if (impl_->board.isOn()) update();
}

void MechanismView::mousePressEvent(QMouseEvent* event) {
  if (impl_->drag != Drag::None) return;  // a second button does not disturb a drag
  impl_->drag = dragFor(event->button(), event->modifiers());
  if (impl_->toolWorks() && event->button() == Qt::LeftButton && !impl_->board.isHeld()) {
    impl_->drag = impl_->board.press(*event) ? Drag::None : Drag::Pan;
    if (impl_->drag == Drag::None) return;
  }
  impl_->button = event->button();
  impl_->pressed = impl_->last = event->position();
  impl_->moved = false;
}

void MechanismView::mouseMoveEvent(QMouseEvent* event) {
  if (impl_->toolWorks() && impl_->drag == Drag::None) return impl_->board.move(*event);
  if (impl_->drag == Drag::None) return;
  if ((event->position() - impl_->pressed).manhattanLength() > 3) impl_->moved = true;
  if (!impl_->moved) return;  // still a click
  const QPointF step = event->position() - impl_->last;
  impl_->last = event->position();
  ViewCamera& camera = impl_->scene.camera();
  switch (impl_->drag) {
    case Drag::Orbit: camera.orbit(step.x(), step.y()); break;
    case Drag::Pan: camera.pan(step.x(), step.y()); break;
    case Drag::Zoom: camera.zoom(std::exp(-kDragZoom * step.y()), impl_->pressed.x(), impl_->pressed.y()); break;
    case Drag::None: break;
  }
  if (impl_->drag != Drag::Orbit) impl_->framed = false;
  impl_->request();
}

void MechanismView::mouseReleaseEvent(QMouseEvent* event) {
  if (impl_->board.isHeld() && event->button() == Qt::LeftButton) return impl_->board.release(*event);
  if (event->button() != impl_->button) return;
  const bool clicked = impl_->button == Qt::LeftButton && impl_->drag != Drag::None && !impl_->moved;
  impl_->drag = Drag::None;
  impl_->button = Qt::NoButton;
  if (clicked && hasGraphics()) emit partPicked(impl_->scene.pickPart(event->position().x(), event->position().y()));
}

void MechanismView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;  // touchpads send fractions
  impl_->framed = false;
  impl_->scene.camera().zoom(std::pow(kWheelStep, notches), event->position().x(), event->position().y());
  impl_->request();
  event->accept();
}

void MechanismView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (impl_->toolWorks()) return mousePressEvent(event);  // two quick clicks of a tool are two clicks
  impl_->drag = Drag::None;
  fit();
}

}  // namespace holonom
