// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/recipes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/editing.h"
#include "gui/base/window_text.h"
#include "gui/viewport/scene/load_arrow.h"
#include "gui/viewport/tools/places_tool.h"
#include "gui/viewport/tools/select_tool.h"

namespace holonom {
namespace {

using Places = PlacesRecipe::Places;
using Rubber = PlacesRecipe::Rubber;
using Kind = PartRef::Kind;

auto exactly(int count) {
  return [count](const Mechanism&, const Places&) { return count; };
}

bool isBody(const std::optional<int>& body) { return body && *body != kGround; }

/// The body that a place belongs to; kGround where it belongs to none.
int bodyOf(const Place& place) { return place.point ? place.point->body : place.body.value_or(kGround); }

/// The joint at a place that a motor can drive: one with ground before others, one without a motor before
/// those with one.
std::optional<int> drivableAt(const Mechanism& mechanism, const Pointer& pointer) {
  std::optional<int> best;
  int bestRank = -1;
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    const Joint& joint = mechanism.joints[i];
    const auto [a, b] = endsOf(joint);
    const bool here = (groundPosition(mechanism, b) - pointer.place.position).norm() < 8 * pointer.pixel ||
                      (pointer.part.kind == Kind::Joint && pointer.part.index == int(i));
    if (!here || !isDrivable(mechanism, joint)) continue;
    const bool driven = std::any_of(mechanism.drivers.begin(), mechanism.drivers.end(),
                                    [&](const Driver& d) { return d.joint == int(i); });
    const int rank = 2 * !driven + (a.body == kGround || b.body == kGround);
    if (rank > bestRank) best = int(i), bestRank = rank;
  }
  return best;
}

QString made(PartRef& part, Kind kind, const std::optional<int>& index, const QString& whyNot) {
  if (!index) return whyNot;
  part = {kind, *index};
  return {};
}

QString buildLink(Mechanism& m, const Places& p, PartRef& part) {
  return made(part, Kind::Body, addLink(m, p[0].place, p[1].place), tr("A link needs two different places."));
}

QString buildGround(Mechanism& m, const Places& p, PartRef& part) {
  const bool held = bodyOf(p[0].place) != kGround;
  const auto joint = pinToGround(m, p[0].place);
  if (!held) return part = {Kind::Ground, 0, pointAt(m, kGround, p[0].place.position).point}, QString();
  return made(part, Kind::Joint, joint, tr("This point is pinned to ground already."));
}

/// Along a body the direction is that of the body.
int sliderPlaces(const Mechanism&, const Places& places) {
  return !places.empty() && !places[0].place.point && isBody(places[0].place.body) ? 1 : 2;
}

QString buildSlider(Mechanism& m, const Places& p, PartRef& part) {
  Vector2 direction = p.back().place.position - p[0].place.position;
  if (p.size() == 1) {
    const auto& points = m.bodies[std::size_t(*p[0].place.body)].points;
    direction =
        points.size() > 1
            ? Vector2(groundPosition(m, {*p[0].place.body, 1}) - groundPosition(m, {*p[0].place.body, 0}))
            : Vector2::UnitX();
  }
  return made(part, Kind::Joint, addSlider(m, p[0].place, direction),
              tr("A slider needs a direction: click a second place."));
}

/// The edge of a body whose line passes nearest to a place: the slot of a link lies along it.
std::optional<std::pair<Vector2, Vector2>> edgeAt(const Mechanism& m, int body, const Vector2& place) {
  const auto& points = m.bodies[std::size_t(body)].points;
  std::optional<std::pair<Vector2, Vector2>> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vector2 a = groundPosition(m, {body, int(i)}), along = groundPosition(m, {body, int(i) + 1}) - a;
    if (!(along.norm() > 0)) continue;
    const double distance = std::abs(perpendicular(along.normalized()).dot(place - a));
    if (distance < least) least = distance, best = {a, along};
  }
  return best;
}

/// On a link the slot lies along it; elsewhere it is a line of ground through the pin and the second place.
QString buildSlot(Mechanism& m, const Places& p, PartRef& part) {
  const Vector2 pin = p[0].place.position, second = p[1].place.position;
  const int carrier = bodyOf(p[1].place), own = bodyOf(p[0].place);
  if (own == carrier && own == kGround)
    return tr(
        "Neither place is at a link. Click the point of a link that slides, or the link that has the slot.");
  if (own == carrier)
    return tr("Pin and slot belong to one link: click another link, or a place in the open.");
  if (carrier == kGround)
    return made(part, Kind::Joint, addSlot(m, p[0].place, kGround, pin, second - pin),
                tr("A slot needs a direction: click a second place."));
  auto edge = edgeAt(m, carrier, second);
  if (!edge) edge = {second, pin - second};  // of a disc: towards the pin
  return made(part, Kind::Joint, addSlot(m, p[0].place, carrier, edge->first, edge->second),
              tr("A slot needs a direction: click a second place."));
}

QString buildJoin(Mechanism& m, const Places& p, PartRef& part) {
  if (bodyOf(p[0].place) == kGround && bodyOf(p[1].place) == kGround)
    return tr("Neither place is at a link. Click a point of a link first.");
  const PointRef a = pointAt(m, p[0].place), b = pointAt(m, p[1].place);
  if (a.body != kGround && a.body != b.body && isFree(m, a.body))
    moveBody(m, a.body, groundPosition(m, b) - groundPosition(m, a));
  return made(part, Kind::Joint, join(m, b, a),
              tr("These two points are held together already, or belong to one link."));
}

/// Bodies with a point at a place, ground behind them.
std::vector<PointRef> pointsAt(const Mechanism& m, const Vector2& place) {
  std::vector<PointRef> found;
  const double near = 1e-6 * characteristicLength(m);
  const auto look = [&](int body, const std::vector<Point>& points) {
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((groundPosition(m, {body, int(i)}) - place).norm() < near) return found.push_back({body, int(i)});
  };
  for (std::size_t body = 0; body < m.bodies.size(); ++body) look(int(body), m.bodies[body].points);
  look(kGround, m.ground.points);
  return found;
}

QString buildWeld(Mechanism& m, const Places& p, PartRef& part) {
  if (bodyOf(p[0].place) == kGround) return tr("Click a point of a link, or a joint between two links.");
  const PointRef own = pointAt(m, p[0].place);
  const auto here = pointsAt(m, groundPosition(m, own));
  const PointRef other = here.size() > 1 ? here[1] : pointAt(m, kGround, groundPosition(m, own));
  return made(part, Kind::Joint, weld(m, other, here.size() > 1 ? here[0] : own),
              tr("These parts are fixed to each other already."));
}

QString buildMotor(Mechanism& m, const Places& p, PartRef& part) {
  const auto joint = drivableAt(m, p[0]);
  if (!joint) return tr("A motor turns a joint: click a pin or a slider.");
  return made(part, Kind::Driver, addMotor(m, *joint), tr("This joint has a motor already."));
}

QString buildSpring(Mechanism& m, const Places& p, PartRef& part) {
  if (bodyOf(p[0].place) == bodyOf(p[1].place))
    return tr("A spring needs two different parts: one end may be in the open, the other belongs to a link.");
  const PointRef a = pointAt(m, p[0].place), b = pointAt(m, p[1].place);
  return made(part, Kind::Force, addSpring(m, a, b), tr("A spring needs two different places."));
}

QString buildForce(Mechanism& m, const Places& p, PartRef& part) {
  if (bodyOf(p[0].place) == kGround) return tr("A force acts on a link: click a point of one.");
  const PointRef at = pointAt(m, p[0].place);
  Vector2 value = kForcePerLength * (p[1].place.position - p[0].place.position);
  for (double& component : value)
    // along a line of the grid, but for rounding
    if (std::abs(component) < 1e-12 * value.norm()) component = 0;
  return made(part, Kind::Force, addForce(m, at, value), {});
}

QString buildTorque(Mechanism& m, const Places& p, PartRef& part) {
  const int body = bodyOf(p[0].place);
  if (body == kGround) return tr("A torque acts on a link: click one.");
  return made(part, Kind::Force, addTorque(m, body, 1), {});
}

QString buildTrace(Mechanism& m, const Places& p, PartRef& part) {
  if (bodyOf(p[0].place) == kGround) return tr("Only what moves leaves a curve: click a link.");
  const PointRef at = pointAt(m, p[0].place);
  bool& traced = m.bodies[std::size_t(at.body)].points[std::size_t(at.point)].traced;
  traced = !traced;
  part = {Kind::Body, at.body, at.point};
  return {};
}

QString buildDisc(Mechanism& m, const Places& p, PartRef& part) {
  return made(part, Kind::Body, addDisc(m, p[0].place, (p[1].place.position - p[0].place.position).norm()),
              {});
}

QString buildWheel(Mechanism& m, const Places& p, PartRef& part) {
  return made(part, Kind::Joint, addRollingDisc(m, p[0].place, p[1].place.position), {});
}

QString buildPlate(Mechanism& m, const Places& p, PartRef& part) {
  std::vector<Place> corners;
  for (const Pointer& pointer : p) corners.push_back(pointer.place);
  return made(part, Kind::Body, addPlate(m, corners), tr("These corners enclose no area."));
}

ToolOffer offer(const char* id, const QString& name, const QString& help, Qt::Key key, PlacesRecipe recipe) {
  return {id, name, help, key,
          [recipe](ToolHost& host) { return std::make_unique<PlacesTool>(host, recipe); }};
}

std::vector<ToolOffer> makeOffers() {
  const auto count = [](int n) { return exactly(n); };
  std::vector<ToolOffer> offers;
  offers.push_back({"select", tr("Select"),
                    tr("Select, move and turn parts; a linkage follows the point that you drag"), Qt::Key_S,
                    [](ToolHost& host) { return std::make_unique<SelectTool>(host); }});
  offers.push_back(
      offer("link", tr("Link"), tr("A bar between two places"), Qt::Key_L,
            {tr("draw a link"),
             {tr("Click where the link begins"), tr("Click where the link ends, or type its length")},
             Rubber::Bar,
             count(2),
             buildLink}));
  offers.push_back(offer(
      "plate", tr("Plate"), tr("A plate with several corners"), Qt::Key_Y,
      {tr("draw a plate"),
       {tr("Click the first corner of the plate"), tr("Click the next corner"), tr("Click the next corner"),
        tr("Click the next corner; the first or the last one again, or Enter, ends the plate")},
       Rubber::Plate,
       count(0),
       buildPlate}));
  offers.push_back(offer("disc", tr("Disc"), tr("A round disc about its centre"), Qt::Key_D,
                         {tr("draw a disc"),
                          {tr("Click the centre of the disc"), tr("Click its rim")},
                          Rubber::Circle,
                          count(2),
                          buildDisc}));
  offers.push_back(offer("wheel", tr("Rolling disc"),
                         tr("A disc that rolls without slip on a line of ground"), Qt::Key_O,
                         {tr("draw a rolling disc"),
                          {tr("Click the centre of the wheel"), tr("Click where it touches the track")},
                          Rubber::Wheel,
                          count(2),
                          buildWheel}));
  offers.push_back(offer("ground", tr("Ground pin"), tr("Pins a point to ground; it can turn"), Qt::Key_G,
                         {tr("pin to ground"),
                          {tr("Click the point that is pinned to ground")},
                          Rubber::None,
                          count(1),
                          buildGround}));
  offers.push_back(offer("slider", tr("Slider"),
                         tr("A block that slides on a line of ground or along a link"), Qt::Key_P,
                         {tr("add a slider"),
                          {tr("Click the point that slides, or a link to slide along"),
                           tr("Click a second place on the line it slides on")},
                          Rubber::Direction,
                          sliderPlaces,
                          buildSlider}));
  offers.push_back(
      offer("slot", tr("Slot"),
            tr("A pin that slides along a slot and turns in it, in a link or on a line of ground"), Qt::Key_I,
            {tr("add a slot"),
             {tr("Click the point that is the pin"),
              tr("Click the link that has the slot, or a second place on its line")},
             Rubber::Direction,
             count(2),
             buildSlot,
             true}));
  offers.push_back(offer("join", tr("Join"),
                         tr("Joins two points with a pin; the first one moves to the second"), Qt::Key_J,
                         {tr("join points"),
                          {tr("Click the point to join"), tr("Click the point or link that it joins")},
                          Rubber::Line,
                          count(2),
                          buildJoin,
                          true}));
  offers.push_back(offer("weld", tr("Fix"), tr("Fixes parts to each other, or to ground, at a point"),
                         Qt::Key_W,
                         {tr("fix parts"),
                          {tr("Click a joint to make it rigid, or a point to fix it to ground")},
                          Rubber::None,
                          count(1),
                          buildWeld}));
  offers.push_back(offer(
      "motor", tr("Motor"), tr("Turns a joint at one revolution per second (a driver of the joint)"),
      Qt::Key_M,
      {tr("add a motor"), {tr("Click the joint that the motor turns")}, Rubber::None, count(1), buildMotor}));
  offers.push_back(offer("spring", tr("Spring"), tr("A spring with a damper between two places"), Qt::Key_K,
                         {tr("add a spring"),
                          {tr("Click where the spring begins"), tr("Click where the spring ends")},
                          Rubber::Line,
                          count(2),
                          buildSpring}));
  offers.push_back(offer(
      "force", tr("Force"), tr("A constant force at a point"), Qt::Key_A,
      {tr("add a force"),
       {tr("Click the point on which the force acts"), tr("Click where the force points to: 1 m is 100 N")},
       Rubber::Arrow,
       count(2),
       buildForce}));
  offers.push_back(offer("torque", tr("Torque"), tr("A constant torque on a link, 1 N·m at first"), Qt::Key_T,
                         {tr("add a torque"),
                          {tr("Click the link on which the torque acts")},
                          Rubber::None,
                          count(1),
                          buildTorque}));
  offers.push_back(offer("trace", tr("Trace"), tr("Draws the path of a point when the mechanism runs"),
                         Qt::Key_C,
                         {tr("trace a point"),
                          {tr("Click the point whose path you want to see")},
                          Rubber::None,
                          count(1),
                          buildTrace}));
  return offers;
}

}  // namespace

const std::vector<ToolOffer>& toolOffers() {
  static const std::vector<ToolOffer> offers = makeOffers();
  return offers;
}

}  // namespace holonom
