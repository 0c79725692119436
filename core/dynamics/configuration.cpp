// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/configuration.h"

#include "core/dynamics/flexible/beam_station.h"
#include "core/dynamics/spatial/plane_in_space.h"
#include "core/math/pose.h"
#include "core/model/centre_motion.h"

namespace holonom {
namespace {

std::unique_ptr<FrameMapIn<Space>> mapInSpace(const CoordinateLayout& layout, const Mechanism& mechanism,
                                              int body) {
  if (layout.hasParameters(body)) return nullptr;
  if (layout.keepsPlane(body))
    return std::make_unique<PlaneInSpace>(layout.ofFrame(body), planeOf(mechanism.bodies[body]));
  if (layout.turns(body)) return std::make_unique<PlaneInSpace>(layout.ofFrame(body));
  return std::make_unique<PointInSpace>(layout.ofFrame(body));
}

}  // namespace

Configuration::Configuration(const Mechanism& mechanism) : layout(mechanism) {
  v = Vector::Zero(layout.count());
  const std::vector<PointRef>& stations = layout.stations();
  frames_.resize(layout.bodyCount() + stations.size());
  for (std::size_t i = 0; i < stations.size(); ++i) {
    const Body& body = mechanism.bodies[stations[i].body];
    maps_.push_back(
        std::make_unique<BeamStation>(beamPoint(body, inPlane(body.points[stations[i].point].position)),
                                      layout.ofFrame(layout.bodyCount() + static_cast<int>(i))));
  }
  if (isSpatial(mechanism)) {
    inSpace_.resize(layout.bodyCount());
    for (int body = 0; body < layout.bodyCount(); ++body) {
      if (layout.hasCardanAngles(body)) addCardanFrame(mechanism.bodies[body], body);
      else mapsInSpace_.push_back(mapInSpace(layout, mechanism, body));
    }
  }
  moveTo(0, Vector::Zero(layout.count()), v);
}

/// In the chart that suits the start.
void Configuration::addCardanFrame(const Body& body, int number) {
  auto frame = std::make_unique<CardanFrame>(layout.ofFrame(number), CardanChart::at(centreMotion(body).p));
  cardan_.resize(layout.bodyCount());
  cardan_[number] = frame.get();
  mapsInSpace_.push_back(std::move(frame));
}

void Configuration::takeCharts(const Configuration& from) {
  for (std::size_t i = 0; i < cardan_.size(); ++i)
    if (cardan_[i]) cardan_[i]->use(from.cardan_[i]->chart());
}

void Configuration::moveTo(double time, ConstVectorRef positions, ConstVectorRef velocities) {
  t = time;
  q = positions;
  v = velocities;
  const int bodies = layout.bodyCount();
  for (int body = 0; body < bodies; ++body) {
    const int first = layout.place(body);
    const double *place = q.data() + first, *rate = v.data() + first;
    PlanarMotion& motion = frames_[body];
    motion.r = {place[0], place[1]};
    motion.v = {rate[0], rate[1]};
    if (!layout.turns(body)) continue;
    motion.omega = rate[2];
    const double angle = place[2];
    if (angle == motion.theta) continue;  // as when velocities are projected, or time alone goes on
    const double cosine = std::cos(angle), sine = std::sin(angle);  // one call for both
    motion.theta = angle;
    motion.cosine = cosine;
    motion.sine = sine;
  }
  for (std::size_t i = 0; i < maps_.size(); ++i)
    maps_[i]->moveTo(frames_[layout.stations()[i].body], q, v, frames_[bodies + i]);
  if (!inSpace_.empty()) moveInSpace();
}

void Configuration::moveInSpace() {
  for (int body = 0; body < layout.bodyCount(); ++body) {
    SpatialMotion& motion = inSpace_[body];
    if (FrameMapIn<Space>* map = mapsInSpace_[body].get()) {
      map->moveTo(frames_[body], q, v, motion);
    } else {
      motion.at = SpatialPlace::of(q.segment<kSpatialFrameSize>(layout.place(body)));
      motion.rate = SpatialPlace::of(v.segment<kSpatialFrameSize>(layout.place(body)));
    }
  }
}

FrameVector Configuration::acceleration(int frame, ConstVectorRef a, Plane) const {
  if (frame == kGround) return {};
  if (const FrameMap* station = map(frame)) return station->acceleration(a);
  const int first = layout.place(frame);
  return {a[first], a[first + 1], layout.angleIn(a, frame)};
}

FrameValues<Space> Configuration::acceleration(int frame, ConstVectorRef a, Space) const {
  FrameValues<Space> second{};
  if (frame == kGround) return second;
  if (const FrameMapIn<Space>* own = map(frame, Space())) return own->acceleration(a);
  std::copy_n(a.data() + layout.place(frame), kSpatialFrameSize, second.begin());
  return second;
}

Vector3 Configuration::place(int frame, const Vector3& s) const {
  if (frame == kGround) return s;
  if (layout.isSpatial(frame)) {
    const SpatialPlace& at = motion(frame, Space()).at;
    return at.r + rotationMatrix(at.p) * s;
  }
  const PlanarMotion& at = motion(frame);
  return lifted(at.r + at.turn(inPlane(s)), s.z());
}

}  // namespace holonom
