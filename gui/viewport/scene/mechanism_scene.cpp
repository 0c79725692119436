// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/mechanism_scene.h"

#include <vtkLight.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "gui/viewport/scene/floor_mark.h"
#include "gui/viewport/scene/hand_mark.h"
#include "gui/viewport/scene/part_picking.h"
#include "gui/viewport/scene/picking.h"
#include "gui/viewport/scene/scene_parts.h"
#include "gui/viewport/scene/standing.h"

namespace holonom {
namespace {

constexpr double kPickTolerance = 4;  // pixels
constexpr double kTooLarge = 2;       // more than so many times as large as needed is too large
constexpr double kLifted = 2;         // layers, seen askance, take up so many times their depth

}  // namespace

MechanismScene::MechanismScene()
    : renderer_(vtkRenderer::New()), parts_(std::make_unique<Parts>(*renderer_)) {
  setTransparent(false);
  vtkNew<vtkLight> light;  // over the viewer's left shoulder: faces of different tilt differ in tone
  light->SetLightTypeToCameraLight();
  light->SetPosition(-0.2, 0.3, 1);
  light->SetFocalPoint(0, 0, 0);
  renderer_->AddLight(light);
  setMechanism({});
  restyle();
}

MechanismScene::~MechanismScene() {
  parts_.reset();
  renderer_->Delete();
}

const SceneSizes& MechanismScene::sizes() const { return parts_->layout.sizes; }

void MechanismScene::setMechanism(const Mechanism& mechanism, const SceneSizes* kept) {
  // it may be of the parts that go
  const std::optional<SceneSizes> sizes = kept ? std::optional(*kept) : std::nullopt;
  mechanism_ = mechanism;
  poses_ = initialPoses(mechanism_);
  parts_->build(mechanism_, gridPlane(), sizes ? &*sizes : nullptr);
  keepsSizes_ = kept;
  parts_->exaggeration.setOn(exaggerated_);
  parts_->apply(items_);
  loads_.clear();
  time_ = 0;
  travelled_ = fitted_ = Box3();
  levelGrid();
  show();
}

bool MechanismScene::takeOwnSizes() {
  if (!keepsSizes_ || !travelled_.isEmpty() || !parts_->traces.isEmpty() || time_ != 0) return false;
  const std::vector<BodyPose> shown = poses_;
  setMechanism(Mechanism(mechanism_));
  return setPoses(shown);
}

bool MechanismScene::setPoses(std::span<const BodyPose> poses) {
  if (poses.size() != poses_.size()) return false;
  std::copy(poses.begin(), poses.end(), poses_.begin());
  show();
  return true;
}

bool MechanismScene::setGhosts(std::span<const Ghost> ghosts) {
  for (const Ghost& ghost : ghosts)
    if (ghost.poses.size() != poses_.size()) return false;
  auto& layers = parts_->ghosts;
  for (size_t i = 0; i < ghosts.size(); ++i) {
    if (i == layers.size()) layers.emplace_back();
    if (!layers[i].second || layers[i].first != ghosts[i].colour) {
      layers[i] = {ghosts[i].colour, std::make_unique<BodyLayer>(*renderer_, ghosts[i].colour, i)};
      layers[i].second->build(mechanism_, parts_->shapes);
    }
    layers[i].second->setBendingFactor(parts_->exaggeration.factor());
    layers[i].second->setPoses(ghosts[i].poses);
    layers[i].second->setVisible(true);
  }
  for (size_t i = ghosts.size(); i < layers.size(); ++i) layers[i].second->setVisible(false);
  return true;
}

void MechanismScene::setSelectedBodies(const std::vector<int>& bodies) { parts_->bodies.setSelected(bodies); }

void MechanismScene::show() { parts_->show({mechanism_, poses_, time_, loads_}); }

void MechanismScene::setMoment(double time, std::vector<PartLoad> loads) {
  time_ = time;
  loads_ = std::move(loads);
}

void MechanismScene::extendTrace(double time, std::span<const BodyPose> poses) {
  if (poses.size() == poses_.size()) parts_->traces.extend({mechanism_, poses, time});
}

void MechanismScene::clearTraces() { parts_->traces.trace(mechanism_, {}, {}); }

void MechanismScene::setItems(const SceneItems& items) {
  if (items_.reactions != items.reactions || items_.loads != items.loads) parts_->loads.scale().forget();
  const bool turned = items_.up != items.up;
  items_ = items;
  parts_->apply(items_);
  if (turned) layGrid();
  show();
}

ArrowLengths MechanismScene::arrowLengths() const {
  const LoadLayer& loads = parts_->loads;
  return {loads.scale().newtons(), loads.referenceLength(), loads.scale().newtonMetres(),
          loads.referenceRadius()};
}

void MechanismScene::surveyArrows(std::span<const PartLoad> loads) { parts_->loads.survey(loads); }

void MechanismScene::settleArrows() {
  parts_->loads.scale().settle();
  show();
}

void MechanismScene::forgetArrows() { parts_->loads.scale().forget(); }

void MechanismScene::copyArrowScale(const MechanismScene& other) {
  parts_->loads.scale() = other.parts_->loads.scale();
  show();
}

void MechanismScene::setGridVisible(bool visible) { parts_->showGrid(visible); }

void MechanismScene::restyle() {
  const auto [bottom, top] = backgroundColours();
  renderer_->SetBackground(bottom[0] / 255.0, bottom[1] / 255.0, bottom[2] / 255.0);
  renderer_->SetBackground2(top[0] / 255.0, top[1] / 255.0, top[2] / 255.0);
  parts_->restyle();
  show();
}

void MechanismScene::setTransparent(bool on) {
  renderer_->SetGradientBackground(!on);
  renderer_->SetBackgroundAlpha(on ? 0 : 1);
  // edges are mixed with it: premultiplied
  const Colour bottom = on ? Colour{0, 0, 0} : backgroundColours().first;
  renderer_->SetBackground(bottom[0] / 255.0, bottom[1] / 255.0, bottom[2] / 255.0);
}

Box3 MechanismScene::reached() const {
  constexpr double kRoom = 0.2;  // of the size in space, where much can be reached and little is
  const Box3 now = currentExtent(mechanism_, poses_);
  Box3 reach = parts_->layout.reach.box;
  if (parts_->layout.inSpace && !now.isEmpty()) {
    const Vector3 room = Vector3::Constant(kRoom * now.sizes().maxCoeff());
    reach = reach.intersection({now.min() - room, now.max() + room});
  }
  return reach.merged(now);
}

Box3 MechanismScene::framed() const {
  const Box3 box = reached().merged(travelled_);
  if (!box.isEmpty()) return box;
  const Vector2 half = Vector2::Constant(0.5 * sizes().model);
  return plane_.around({-half, half});
}

Box3 MechanismScene::withMargin(const Box3& box) const {
  const Vector3 margin = Vector3::Constant(3 * sizes().halfWidth);
  return {box.min() - margin, box.max() + margin};
}

bool MechanismScene::meet(std::span<const BodyPose> poses, double ahead) {
  if (poses.size() != poses_.size()) return false;
  parts_->exaggeration.meet(poses);
  const Box3 extent = currentExtent(mechanism_, poses);
  if (extent.isEmpty() || fitted_.isEmpty() || withMargin(fitted_).contains(extent)) return false;
  const Box3 grown = framed().merged(extent);
  travelled_.extend(extent);
  for (int i = 0; i < 3; ++i) {
    // in space a long way in one direction makes no room in the others
    const double room =
        ahead * (parts_->layout.inSpace ? std::max(grown.sizes()[i], extent.sizes().maxCoeff())
                                        : grown.sizes().maxCoeff());
    if (extent.min()[i] < fitted_.min()[i]) travelled_.min()[i] -= room;
    if (extent.max()[i] > fitted_.max()[i]) travelled_.max()[i] += room;
  }
  return true;
}

bool MechanismScene::setTravel(const std::vector<std::vector<BodyPose>>& way, std::span<const double> times) {
  travelled_ = Box3();
  fitted_ = framed();
  parts_->exaggeration.forget();
  bool beyond = false;
  for (const auto& poses : way) {
    if (poses.size() != poses_.size()) continue;
    beyond = meet(poses, 0) || beyond;
    for (Layer* layer : parts_->layers()) layer->lengthen({mechanism_, poses});
  }
  parts_->traces.trace(mechanism_, way, times);
  show();
  return beyond;
}

void MechanismScene::setBendingExaggerated(bool on) {
  exaggerated_ = on;
  parts_->exaggeration.setOn(on);
  show();
}

double MechanismScene::bendingFactor() const { return parts_->exaggeration.factor(); }

Box3 MechanismScene::extent() const { return currentExtent(mechanism_, poses_); }

bool MechanismScene::fitStillServes() const {
  if (seen_.isEmpty()) return false;
  const Box3 next = framed();
  return withMargin(seen_).contains(next) && seen_.sizes().maxCoeff() <= kTooLarge * next.sizes().maxCoeff();
}

bool MechanismScene::isTooWide() const {
  return widened_ && seen_.sizes().maxCoeff() > kTooLarge * framed().sizes().maxCoeff();
}

bool MechanismScene::forgetTravel() {
  travelled_ = Box3();
  const bool far = isTooWide();
  widened_ = false;
  return far;
}

/// The ground of what is in sight, with coarser cells where it has become large and finer ones where it is
/// small again.
void MechanismScene::fitGrid() {
  constexpr double kFar = 3;
  levelGrid();
  const Box2 wanted = GridLayer::extent(gridPlane().shadowOf(fitted_)), laid = parts_->grid.box();
  const bool far = laid.sizes().maxCoeff() > kFar * wanted.sizes().maxCoeff();
  if (gridSpacing_ > 0 || (!far && (travelled_.isEmpty() || laid.contains(wanted)))) return;
  parts_->grid.lay(far ? wanted : wanted.merged(laid));
  parts_->grid.setVisible(items_.grid);
}

/// What can be reached in space is round: its box would be seen from far off for corners where nothing comes.
std::vector<Vector3> MechanismScene::roundOutline() const {
  std::vector<Vector3> points;
  const auto add = [&](const Box3& box, double share) {
    if (box.isEmpty()) return;
    const Box3 wide = withMargin(box);
    for (int i = 0; i < 8; ++i)
      points.push_back(wide.center() + share * (wide.corner(Box3::CornerType(i)) - wide.center()));
    for (int i = 0; share < 1 && i < 3; ++i)
      for (const double side : {-0.5, 0.5})
        points.push_back(wide.center() + side * wide.sizes()[i] * Vector3::Unit(i));
  };
  add(reached(), 1 / std::numbers::sqrt3);
  add(currentExtent(mechanism_, poses_).merged(travelled_), 1);
  return points;
}

void MechanismScene::fit() {
  const SceneLayout& layout = parts_->layout;
  Box3 box = fitted_ = seen_ = framed();
  widened_ = !travelled_.isEmpty();
  fitGrid();
  if (layout.inSpace && !extent().isEmpty()) return camera_.fit(roundOutline(), true);
  const bool flat = box.sizes().z() == 0;
  box = withMargin(box);
  if (flat && !layout.inSpace) box.min().z() = layout.zLow(kGround), box.max().z() = layout.zFront();
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) corners.push_back(box.corner(Box3::CornerType(i)));
  camera_.fit(corners);
}

double MechanismScene::radiusOfBodies() const {
  const Box3 box = extentOfBodies(mechanism_, parts_->layout.initial);
  return box.isEmpty() ? 0.5 * sizes().model : 0.5 * box.sizes().norm();
}

void MechanismScene::fitBodies(const Vector3& about) {
  constexpr double kRoom = 1.6;  // for what goes by
  fitted_ = seen_ = framed();
  fitGrid();
  std::vector<Vector3> points;
  for (int i = 0; i < 3; ++i)
    for (const double side : {-kRoom, kRoom})
      points.push_back(about + side * radiusOfBodies() * Vector3::Unit(i));
  camera_.fit(points, true);
}

double MechanismScene::radiusAbout(const Vector3& centre) const {
  double radius = 0.5 * parts_->grid.box().sizes().norm();
  for (const BodyPose& pose : poses_)
    if (const double r = (pose.position - centre).norm(); std::isfinite(r)) radius = std::max(radius, r);
  return 1.1 * (radius + parts_->layout.sizes.model + parts_->layout.zFront());
}

void MechanismScene::setGridSpacing(double spacing, int major) {
  const bool back = gridSpacing_ > 0 && !(spacing > 0);
  gridSpacing_ = spacing;
  gridMajor_ = major;
  if (back) layGrid();
}

WorkPlane MechanismScene::gridPlane() const { return liesUnderneath() ? levelOf(upwards()) : plane_; }

/// Below all that is framed, the slopes there, and the feet of what stands there.
void MechanismScene::levelGrid() {
  if (!liesUnderneath()) return;
  const Box3 box = framed();
  const Vector3 up = upwards();
  double low = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 8; ++i) low = std::min(low, up.dot(box.corner(Box3::CornerType(i))));
  constexpr double kBeside = 0.3, kSteep = 0.1;  // a slope reaches farther than what rolls there
  const Vector3 beside = Vector3::Constant(kBeside * box.sizes().maxCoeff());
  const Box3 around(box.min() - beside, box.max() + beside);
  for (const GroundPlane& plane : groundPlanesOf(mechanism_))
    for (int i = 0; i < 8 && plane.normal.dot(up) > kSteep; ++i) {
      const Vector3 corner = around.corner(Box3::CornerType(i));
      low = std::min(low, up.dot(corner) + plane.normal.dot(plane.through - corner) / plane.normal.dot(up));
    }
  floor_ = low - 4 * sizes().halfWidth;
}

void MechanismScene::layGrid() {
  levelGrid();
  parts_->grid.lay(GridLayer::extent(gridPlane().shadowOf(reached())));
  parts_->grid.setVisible(items_.grid);
}

void MechanismScene::setPlane(const WorkPlane& plane) {
  plane_ = plane;
  layGrid();
}

/// More than the view shows, so that it can be moved a while.
void MechanismScene::layDrawingGrid() {
  const Vector2 low = planePoint(0, camera_.height()), high = planePoint(camera_.width(), 0);
  const Box2 seen(low.cwiseMin(high), low.cwiseMax(high));
  if (parts_->grid.isLaid(seen, gridSpacing_, gridMajor_)) return;
  const Vector2 margin = 0.5 * seen.sizes();
  parts_->grid.lay(Box2(seen.min() - margin, seen.max() + margin), gridSpacing_, gridMajor_);
  parts_->grid.setVisible(items_.grid);
}

Vector2 MechanismScene::planePoint(double x, double y) const {
  return plane_.seenAlong(camera_.rayThrough(x, y));
}

Vector2 MechanismScene::pixelOf(const Vector2& place) const { return camera_.project(plane_.at(place)); }

Vector2 MechanismScene::pixelOf(int body, const Vector3& local) const {
  return camera_.project(placeOf(mechanism_, body, local, poses_));
}

SignScale MechanismScene::signScale() const {
  return {sizes().model, HandMark::radiusOf(sizes()), sizes().halfWidth, time_};
}

PartRef MechanismScene::pickPart(double x, double y) const {
  const Hit hit = hitAt(x, y);
  const Sight sight{[this](int body, const Vector3& local) { return pixelOf(body, local); },
                    [this](int body, const Vector3& local) {
                      return camera_.depthOf(placeOf(mechanism_, body, local, poses_));
                    },
                    kLifted * (parts_->layout.zFront() + sizes().pitch), hit.way};
  const PartRef small = pickSmallPart(mechanism_, signScale(), sight, {x, y});
  if (small.kind != PartRef::Kind::None) return small;
  if (const auto stop = stopAt(x, y, hit)) return {PartRef::Kind::Force, *stop};
  return hit.body >= 0 ? PartRef{PartRef::Kind::Body, hit.body} : PartRef{};
}

/// It stands beside the body that it stops, in the same layer.
std::optional<int> MechanismScene::stopAt(double x, double y, const Hit& body) const {
  const std::vector<StopMark>& stops = parts_->elements.stops();
  std::vector<BodyPose> carriers;
  for (const StopMark& stop : stops)
    carriers.push_back(stop.carrier() == kGround ? BodyPose() : poses_[std::size_t(stop.carrier())]);
  const auto plates = [&](int stop) -> const auto& { return stops[std::size_t(stop)].plates(); };
  const Hit hit = pickBody(camera_.rayThrough(x, y), carriers, plates,
                           body.body >= 0 ? 0 : kPickTolerance * camera_.pixelSize());
  if (hit.body < 0 || hit.way > body.way + sizes().thickness) return {};
  return stops[std::size_t(hit.body)].force();
}

std::optional<Spot> MechanismScene::surfaceAt(double x, double y) const {
  const Hit hit = hitAt(x, y);
  if (hit.body < 0) return {};
  const Ray ray = camera_.rayThrough(x, y);
  Spot spot;
  spot.body = hit.body;
  spot.place = ray.origin + hit.way * ray.direction;
  spot.local = mechanism_.bodies[std::size_t(hit.body)].centreOfMass +
               poses_[std::size_t(hit.body)].toLocal(spot.place);
  return spot;
}

std::optional<Grip> MechanismScene::gripAt(double x, double y) const {
  constexpr double kOnEdge = 0.2;  // in a plane that is seen more flatly a pixel is too far
  const std::optional<Spot> spot = surfaceAt(x, y);
  if (!spot) return {};
  const bool inPlane =
      !isSpatial(mechanism_, spot->body) && std::abs(camera_.inCameraAxes(plane_.normal()).z()) > kOnEdge;
  return Grip{*spot, inPlane ? plane_ : camera_.pictureAt(spot->place)};
}

std::optional<Spot> MechanismScene::spotAt(double x, double y) const {
  const PartRef part = pickPart(x, y);
  Spot spot;
  if (part.kind == PartRef::Kind::Joint) {
    spot.joint = part.index;
    spot.point = endsOf(mechanism_.joints[std::size_t(part.index)]).second;
  } else if (part.point >= 0 && (part.kind == PartRef::Kind::Body || part.kind == PartRef::Kind::Ground)) {
    spot.point = PointRef{part.kind == PartRef::Kind::Ground ? kGround : part.index, part.point};
  }
  if (!spot.point) return surfaceAt(x, y);
  spot.body = spot.point->body;
  spot.local = localPosition(mechanism_, *spot.point);
  spot.place = placeOf(mechanism_, spot.body, spot.local, poses_);
  return spot;
}

void MechanismScene::applyCamera() {
  if (gridSpacing_ > 0) layDrawingGrid();
  const SceneLayout& layout = parts_->layout;
  const WorkPlane plane = gridPlane();
  const double pitch = layout.sizes.pitch;
  if (liesUnderneath()) {
    parts_->grid.place(plane, floor_);
  } else {  // the grid stays behind the mechanism
    const bool fromBehind = camera_.inCameraAxes(plane.normal()).z() < 0;
    parts_->grid.place(plane, fromBehind ? layout.zFront() + pitch : layout.zLow(kGround) - pitch);
  }
  const Vector3 centre = plane.at(parts_->grid.box().center(), liesUnderneath() ? floor_ : 0);
  camera_.applyTo(*renderer_->GetActiveCamera(), centre, radiusAbout(centre));
}

Hit MechanismScene::hitAt(double x, double y) const {
  const auto footprints = [this](int body) -> const std::vector<Footprint>& {
    return parts_->shapes[static_cast<std::size_t>(body)]->footprints;
  };
  return pickBody(camera_.rayThrough(x, y), poses_, footprints, kPickTolerance * camera_.pixelSize());
}

std::vector<MechanismScene::Label> MechanismScene::labels() const {
  std::vector<Label> out;
  for (int body = 0; body < static_cast<int>(poses_.size()); ++body) {
    const auto& points = mechanism_.bodies[body].points;
    Vector3 at = mechanism_.bodies[body].centreOfMass;
    // between the first two points rather than at the centre of mass, which may be at a pin
    if (points.size() >= 2) at = 0.5 * (points[0].position + points[1].position);
    out.push_back({camera_.project(placeOf(mechanism_, body, at, poses_, parts_->layout.zHigh(body))),
                   {PartRef::Kind::Body, body}});
  }
  for (int joint = 0; joint < static_cast<int>(mechanism_.joints.size()); ++joint) {
    const PointRef b = endsOf(mechanism_.joints[joint]).second;
    const double above = b.body == kGround ? 0 : parts_->layout.zHigh(b.body);
    out.push_back({camera_.project(placeOf(mechanism_, b.body, localPosition(mechanism_, b), poses_, above)),
                   {PartRef::Kind::Joint, joint}});
  }
  return out;
}

}  // namespace holonom
