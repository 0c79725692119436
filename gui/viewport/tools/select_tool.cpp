// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/select_tool.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/pose.h"
#include "core/model/centre_motion.h"
#include "gui/viewport/tools/snapping.h"

namespace holonom {
namespace {

constexpr double kDragPixels = 4, kHandlePixels = 62, kHandleSize = 11;

/// The body and all that joints connect with it; ground holds none together.
std::set<int> connectedWith(const Mechanism& mechanism, int body) {
  std::set<int> found{body};
  for (bool grew = true; grew;) {
    grew = false;
    for (const Joint& joint : mechanism.joints) {
      const auto [a, b] = endsOf(joint);
      if (a.body == kGround || b.body == kGround || found.contains(a.body) == found.contains(b.body))
        continue;
      found.insert({a.body, b.body});
      grew = true;
    }
  }
  return found;
}

/// The point of ground at which a point is pinned or fixed.
std::optional<PointRef> supportOf(const Mechanism& mechanism, PointRef point) {
  for (const Joint& joint : mechanism.joints) {
    if (!kindOf(joint).pointsCoincide()) continue;
    const auto [a, b] = endsOf(joint);
    if (a.body == kGround && b == point) return a;
    if (b.body == kGround && a == point) return b;
  }
  return std::nullopt;
}

Vector2 centreOf(const Mechanism& mechanism, int body) {
  return groundPosition(mechanism, body, mechanism.bodies[std::size_t(body)].centreOfMass);
}

/// What moves less than a hundredth of a pixel has not moved.
bool restsWhereItWas(const Mechanism& before, const Mechanism& after, double pixel) {
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const Pose was = initialPose(before.bodies[i]), is = initialPose(after.bodies[i]);
    const auto moved = [&](const Vector3& local) {
      return (is.toGround(local) - was.toGround(local)).norm() > 0.01 * pixel;
    };
    for (const Point& point : before.bodies[i].points)
      if (moved(point.position)) return false;
    if (moved(before.bodies[i].centreOfMass)) return false;
  }
  return true;
}

}  // namespace

QString SelectTool::hint() const {
  if (!refusal_.isEmpty()) return refusal_;
  if (band_ && band_->open) return tr("Release to select what lies inside the frame");
  if (drag_ && !drag_->released) switch (drag_->mode) {
      case Mode::Together: return tr("Release where the parts are to be");
      case Mode::Turn: return tr("Release where the part points");
      case Mode::Stretch:
        return drag_->body == kGround ? tr("Release where the support is to be")
                                      : tr("Release where the end of the link is to be");
      default:
        return drag_->point ? tr("Release on a point or link to join, or anywhere")
                            : tr("Release where the part is to be");
    }
  if (isSpatial(host_.mechanism()))
    return tr("Click to select; drag a body to move it parallel to the picture, with its joints kept");
  return tr(
      "Click to select, drag to move; drag a frame around several; Shift and drag an end to stretch a link");
}

std::optional<SelectTool::Handle> SelectTool::handle(double pixel) const {
  const PartRef part = host_.selected();
  if (part.kind != PartRef::Kind::Body || part.point >= 0) return {};
  const Mechanism& mechanism = surroundings();
  if (part.index >= int(mechanism.bodies.size()) || !isFree(mechanism, part.index)) return {};
  if (isSpatial(mechanism, part.index)) return {};
  const Vector2 centre = centreOf(mechanism, part.index);
  const double angle = mechanism.bodies[std::size_t(part.index)].angle + 0.5 * std::numbers::pi;
  return Handle{centre, centre + kHandlePixels * pixel * Vector2(std::cos(angle), std::sin(angle))};
}

bool SelectTool::toggles(const Pointer& pointer) { return pointer.shift || pointer.control; }

bool SelectTool::press(const Pointer& pointer) {
  refusal_.clear();
  pixel_ = pointer.pixel;
  const auto turning = handle(pointer.pixel);
  onHandle_ = turning && (pointer.raw - turning->place).norm() < kHandleSize * pointer.pixel;
  const bool beside = pointer.part.kind == PartRef::Kind::None && !pointer.place.point;
  if (!onHandle_ && beside && (pointer.control || pointer.besideBoard)) return false;  // moves the view
  if (!onHandle_ && beside) {
    band_ = Band{pointer.raw, pointer.raw, pointer.shift, false};
    return true;
  }
  // unless it becomes a drag
  selectsOnRelease_ = !onHandle_ && (toggles(pointer) || isAmongSeveral(pointer.part));
  if (!onHandle_ && !selectsOnRelease_) host_.select(pointer.part);
  pressed_ = pointer;
  return true;
}

void SelectTool::move(const Pointer& pointer, bool held) {
  pixel_ = pointer.pixel;
  const double least = pointer.keyed ? 0 : kDragPixels * pointer.pixel;  // the hand with the mouse trembles
  if (held && band_) {
    band_->to = pointer.raw;
    band_->open = band_->open || (band_->to - band_->from).norm() > least;
  }
  if (!held || !pressed_) return;
  if (!drag_ && (pointer.raw - pressed_->raw).norm() > least) begin(*pressed_);
  if (drag_) follow(pointer);
}

void SelectTool::begin(const Pointer& pointer) {
  if (!host_.atStart()) {
    refusal_ =
        tr("Parts are moved at the start of the motion: press Home, then drag. To pull them while they move, "
           "hold Ctrl and drag.");
    return pressed_.reset();
  }
  if (selectsOnRelease_ && !isAmongSeveral(pointer.part)) host_.select(pointer.part);
  const Mechanism& mechanism = host_.mechanism();
  Dragging drag{Mode::Pull,
                mechanism,
                mechanism,
                kGround,
                pointer.place.point,
                pointer.place.position,
                {},
                QStringLiteral("stretch %1").arg(++gestures_),
                false,
                false,
                {},
                {},
                {},
                {}};
  const bool seen = !onHandle_ && pointer.grip,
             inSpace = seen && isSpatial(mechanism, pointer.grip->spot.body);
  if (inSpace || (seen && pointer.besideBoard && !pointer.shift)) {
    drag.grip = pointer.grip;
    drag.point.reset();
  }
  if (onHandle_) {
    drag.mode = Mode::Turn;
    drag.body = host_.selected().index;
    drag.start = centreOf(mechanism, drag.body);
    drag.point.reset();
  } else if (isAmongSeveral(pointer.part) && !pointer.shift) {
    drag.mode = Mode::Together;
    if (!drag.point) drag.start = pointer.raw;
    drag.movable = movableOf(mechanism, host_.selection());
    for (const int body : drag.movable.bodies) drag.moving.merge(connectedWith(mechanism, body));
    if (!drag.movable.groundPoints.empty()) drag.moving.insert(kGround);
    if (!staysInSpace(drag)) drag_ = std::move(drag);
    return;
  } else if (drag.grip) {
    drag.body = drag.grip->spot.body;
    if (pointer.shift) drag.mode = Mode::Stretch;
  } else if (drag.point) {
    drag.body = drag.point->body;
  } else if (pointer.part.kind == PartRef::Kind::Body) {
    drag.body = pointer.part.index;
    drag.start = pointer.raw;
  } else if (pointer.place.body && *pointer.place.body != kGround) {
    drag.body = *pointer.place.body;
    drag.start = pointer.raw;
  } else {
    return pressed_.reset();
  }
  drag.moving = drag.body == kGround ? std::set<int>{kGround} : connectedWith(mechanism, drag.body);
  if (const auto support = drag.point && !pointer.shift ? supportOf(mechanism, *drag.point) : std::nullopt) {
    drag.point = support;  // what is pinned there cannot leave it: it is the support that moves
    drag.body = kGround;
    drag.moving.insert(kGround);
  }
  if (drag.point && (pointer.shift || drag.body == kGround)) drag.mode = Mode::Stretch;
  if (staysInSpace(drag)) return;
  if (drag.mode == Mode::Pull && isFree(mechanism, drag.body)) drag.mode = Mode::Shift;
  drag_ = std::move(drag);
  if (drag_->mode == Mode::Pull) hold();
}

/// The place that the mouse has taken hold of.
void SelectTool::hold() {
  const Body& body = drag_->before.bodies[std::size_t(drag_->body)];
  if (!drag_->grip)
    return host_.assembler().hold(drag_->before, drag_->body,
                                  localPlace(drag_->before, drag_->body, drag_->start));
  const Vector3 seen = placeAt(*pressed_);
  const Vector3 local = body.turns() ? Vector3(initialPose(body).toLocal(seen)) : body.centreOfMass;
  drag_->beside = initialPose(body).toGround(local) - seen;
  host_.assembler().hold(drag_->before, drag_->body, local);
}

/// What has its place in numbers only, because the mouse tells none: nothing is dragged then.
bool SelectTool::staysInSpace(const Dragging& drag) {
  const bool any = std::any_of(drag.moving.begin(), drag.moving.end(), [&](int body) {
    return body == kGround ? isSpatial(drag.before) : isSpatial(drag.before, body);
  });
  const bool stretched = drag.mode == Mode::Stretch && (drag.grip || drag.body == kGround),
             unseen = drag.mode == Mode::Together && !drag.grip,
             missed = !drag.grip && isSpatial(drag.before, drag.body);
  if (!any || !(stretched || unseen || missed)) return false;
  refusal_ = stretched
                 ? tr("In space points and supports are moved by their place in the properties. Drag a "
                      "body without Shift to move the linkage.")
                 : tr("In space take hold of a body where you see it: it goes parallel to the picture.");
  pressed_.reset();
  return true;
}

bool SelectTool::isAmongSeveral(const PartRef& part) const {
  const std::vector<PartRef> parts = host_.selection();
  const PartRef whole = part.kind == PartRef::Kind::Body ? PartRef{part.kind, part.index} : part;
  return parts.size() > 1 && (std::find(parts.begin(), parts.end(), part) != parts.end() ||
                              std::find(parts.begin(), parts.end(), whole) != parts.end());
}

QString SelectTool::stepName() const {
  switch (drag_->mode) {
    case Mode::Turn:
      return tr("turn %1").arg(QString::fromStdString(drag_->before.bodies[std::size_t(drag_->body)].name));
    case Mode::Stretch:
      return (drag_->body == kGround ? tr("move %1") : tr("stretch %1"))
          .arg(QString::fromStdString(nameOf(drag_->before, *drag_->point)));
    case Mode::Together: return tr("move %1 parts").arg(host_.selection().size());
    default:
      return tr("move %1").arg(QString::fromStdString(drag_->before.bodies[std::size_t(drag_->body)].name));
  }
}

void SelectTool::pull(const Vector3& target) {
  host_.assembler().moveTo(target, [this](std::optional<Mechanism> reached) {
    if (reached) show(std::move(*reached));
    letGoIfAtRest();
  });
}

/// What is not moved along follows, as far as the joints hold it; where it cannot, the parts stay where they
/// were last.
void SelectTool::shiftTogether(const Vector3& way) {
  Mechanism next = drag_->before;
  shift(next, drag_->movable, way);
  host_.assembler().close(std::move(next), [this](auto closed) { takeAssembled(std::move(closed)); });
}

void SelectTool::takeAssembled(std::optional<Mechanism> assembled) {
  drag_->blocked = !assembled;
  if (assembled) {
    keepMotors(*assembled, drag_->before);
    show(std::move(*assembled));
  }
  letGoIfAtRest();
}

/// Of a part that changes its size, or a support, the picture is made anew.
bool SelectTool::changesShapes() const {
  return drag_->mode == Mode::Stretch ||
         (drag_->mode == Mode::Together && !drag_->movable.groundPoints.empty());
}

void SelectTool::show(Mechanism shown) {
  drag_->shown = std::move(shown);
  drag_->moved = true;
  if (changesShapes()) host_.edit(stepName(), drag_->shown, drag_->gesture);
  else host_.show(drag_->shown);
}

/// Of a body that is held beside its points the nearest of them comes onto the grid.
Vector2 SelectTool::caughtWay(const Pointer& pointer) const {
  const Vector2 way = (drag_->point ? pointer.place.position : pointer.raw) - drag_->start;
  const auto& points = drag_->before.bodies[std::size_t(drag_->body)].points;
  if (drag_->point || !(pointer.grid > 0) || points.empty()) return way;
  Vector2 nearest = groundPosition(drag_->before, {drag_->body, 0});
  for (int i = 1; i < int(points.size()); ++i)
    if (const Vector2 other = groundPosition(drag_->before, {drag_->body, i});
        (other - drag_->start).norm() < (nearest - drag_->start).norm())
      nearest = other;
  return onGrid(nearest + way, pointer.grid) - nearest;
}

void SelectTool::stretchTo(const Vector2& target) {
  Mechanism next = drag_->before;
  drag_->blocked = !stretch(next, *drag_->point, target);
  if (drag_->blocked) return;
  keepAngles(next);
  host_.assembler().close(std::move(next), [this](auto closed) { takeAssembled(std::move(closed)); });
}

Vector3 SelectTool::placeAt(const Pointer& pointer) const {
  if (!drag_->grip) return drag_->point ? pointer.place.position : pointer.raw;
  const WorkPlane& plane = drag_->grip->plane;
  return plane.at(plane.seenAlong(pointer.sight));
}

Vector3 SelectTool::way(const Pointer& pointer) const { return placeAt(pointer) - placeAt(*pressed_); }

void SelectTool::follow(const Pointer& pointer) {
  const Dragging& drag = *drag_;
  switch (drag.mode) {
    case Mode::Shift: {
      Mechanism moved = drag.before;
      moveBody(moved, drag.body, drag.grip ? way(pointer) : Vector3(caughtWay(pointer)));
      return show(std::move(moved));
    }
    case Mode::Turn: {
      const Vector2 now = pointer.raw - drag.start;
      if (!(now.norm() > 0)) return;
      constexpr double kNotch = std::numbers::pi / 36;  // 5°
      const double whole = std::atan2(now.y(), now.x()) - 0.5 * std::numbers::pi;
      const double angle =
          kNotch * std::round(whole / kNotch) - drag.before.bodies[std::size_t(drag.body)].angle;
      Mechanism turned = drag.before;
      turnBody(turned, drag.body, drag.start, std::remainder(angle, 2 * std::numbers::pi));
      return show(std::move(turned));
    }
    case Mode::Pull: return pull(placeAt(pointer) + drag.beside);
    case Mode::Stretch: return stretchTo(pointer.place.position);
    case Mode::Together: return shiftTogether(way(pointer));
  }
}

void SelectTool::release(const Pointer& pointer) {
  if (band_) host_.selectAll(banded());
  band_.reset();
  if (pressed_ && !drag_ && selectsOnRelease_) {
    std::vector<PartRef> parts = toggles(*pressed_) ? host_.selection() : std::vector<PartRef>();
    if (std::erase(parts, pressed_->part) == 0 && pressed_->part.kind != PartRef::Kind::None)
      parts.push_back(pressed_->part);
    host_.selectAll(std::move(parts));
  }
  pressed_.reset();
  if (!drag_) return;
  drag_->released = pointer;
  letGoIfAtRest();
}

/// The last place to which the mouse went counts, also where it is reached only after the release.
void SelectTool::letGoIfAtRest() {
  if (!drag_->released || host_.assembler().isBusy()) return;
  if (drag_->mode != Mode::Stretch && drag_->moved) return drop();
  if (drag_->mode == Mode::Stretch && drag_->blocked && drag_->shown == drag_->before) refuse();
  drag_.reset();
}

std::vector<PartRef> SelectTool::banded() const {
  std::vector<PartRef> parts = band_->adds ? host_.selection() : std::vector<PartRef>();
  std::erase_if(parts, [](const PartRef& part) { return part.kind == PartRef::Kind::None; });
  if (!band_->open) return parts;
  for (const PartRef& part : partsInside(host_.shown(), band_->from, band_->to))
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  return parts;
}

void SelectTool::refuse() {
  refusal_ = tr("It cannot move: its joints hold it. Shift and drag an end to stretch a link.");
}

void SelectTool::drop() {
  const Place& place = drag_->released->place;
  if (drag_->mode == Mode::Together) {
    host_.edit(stepName(), drag_->shown, drag_->gesture);
    return drag_.reset();
  }
  const bool meets = drag_->point && (place.point || place.body);
  Mechanism joined = drag_->shown;
  if (!meets || !join(joined, pointAt(joined, place), *drag_->point))
    return settle(drag_->shown, stepName(), meets);
  host_.assembler().close(std::move(joined), [this](std::optional<Mechanism> closed) {
    if (closed) return settle(std::move(*closed), tr("join points"), true);
    refusal_ = tr("The point cannot be joined there: the mechanism does not reach that far.");
    settle(drag_->shown, stepName(), true);
  });
}

void SelectTool::settle(Mechanism result, const QString& name, bool meets) {
  if (!meets && restsWhereItWas(drag_->before, result, drag_->released->pixel)) {
    refuse();
    host_.show(drag_->before);
  } else {
    keepMotors(result, drag_->before);
    host_.edit(name, std::move(result));
  }
  drag_.reset();
}

bool SelectTool::cancel() {
  pressed_.reset();
  refusal_.clear();
  host_.assembler().forget();
  const bool framed = band_ && band_->open;
  band_.reset();
  if (!drag_) return framed;
  if (changesShapes()) host_.edit(stepName(), drag_->before, drag_->gesture);
  else host_.show(drag_->before);
  drag_.reset();
  return true;
}

Preview SelectTool::preview() const {
  Preview preview;
  if (band_ && band_->open) {
    const Vector2 &a = band_->from, &b = band_->to;
    preview.paths.push_back({Preview::Style::Frame, {a, {b.x(), a.y()}, b, {a.x(), b.y()}}});
    return preview;
  }
  if (const auto turning = handle(pixel_)) {
    preview.paths.push_back({Preview::Style::Line, {turning->centre, turning->place}});
    preview.circles.push_back({turning->place, 6 * pixel_});
    if (drag_ && drag_->mode == Mode::Turn) {
      const double degrees = drag_->shown.bodies[std::size_t(drag_->body)].angle * 180 / std::numbers::pi;
      preview.words.push_back(
          {turning->place, QStringLiteral("∠ %1°").arg(std::remainder(degrees, 360), 0, 'f', 1)});
    }
  }
  if (drag_ && drag_->mode == Mode::Stretch && drag_->body != kGround &&
      drag_->shown.bodies[std::size_t(drag_->body)].points.size() == 2) {
    const Vector2 a = groundPosition(drag_->shown, {drag_->body, 0}),
                  b = groundPosition(drag_->shown, {drag_->body, 1});
    preview.words.push_back({0.5 * (a + b), lengthText((b - a).norm(), pixel_), b - a});
  }
  return preview;
}

}  // namespace holonom
