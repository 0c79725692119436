// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/configuration.h"

#include "core/dynamics/flexible/beam_station.h"

namespace holonom {

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
  moveTo(0, Vector::Zero(layout.count()), v);
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
    const double angle = place[2], cosine = std::cos(angle), sine = std::sin(angle);  // one call for both
    motion.theta = angle;
    motion.cosine = cosine;
    motion.sine = sine;
    motion.omega = rate[2];
  }
  for (std::size_t i = 0; i < maps_.size(); ++i)
    maps_[i]->moveTo(frames_[layout.stations()[i].body], q, v, frames_[bodies + i]);
}

FrameVector Configuration::acceleration(int frame, ConstVectorRef a) const {
  if (frame == kGround) return {};
  if (const FrameMap* station = map(frame)) return station->acceleration(a);
  const int first = layout.place(frame);
  return {a[first], a[first + 1], layout.angleIn(a, frame)};
}

}  // namespace holonom
