// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/coordinate_layout.h"

#include <algorithm>
#include <array>

#include "core/base/body_quantities.h"

namespace holonom {
namespace {

constexpr int kCardanFrameSize = 6;

/// Coordinates of its frame.
int countOf(const Mechanism& mechanism, const Body& body) {
  if (body.keepsPlane()) return kFrameSize;
  if (body.frame() == FrameKind::Space && mechanism.run.rotations == Rotations::CardanAngles)
    return kCardanFrameSize;
  return static_cast<int>(bodyQuantities(0, body.frame()).size());
}

}  // namespace

CoordinateLayout::CoordinateLayout(const Mechanism& mechanism) {
  auto place = [next = 0](int count) mutable {
    next += count;
    return Span{next - count, count};
  };
  for (const Body& body : mechanism.bodies) {
    kinds_.push_back(body.frame());
    frames_.push_back(place(countOf(mechanism, body)));
  }
  stations_ = stationsOf(mechanism);
  elastics_ = place(0);
  for (const Body& body : mechanism.bodies)
    elastic_.push_back(place(body.flexible ? body.flexible->coordinateCount() : 0));
  controls_ = place(0);
  elastics_.count = controls_.first - elastics_.first;
  for (const ControlQuantity& quantity : controlQuantities(mechanism))
    controls_.count += quantity.coordinate >= 0;
}

int CoordinateLayout::bodyOf(int coordinate) const {
  for (const auto* spans : {&frames_, &elastic_}) {
    const auto behind = std::upper_bound(spans->begin(), spans->end(), coordinate,
                                         [](int i, const Span& span) { return i < span.end(); });
    if (behind != spans->end() && behind->has(coordinate)) return static_cast<int>(behind - spans->begin());
  }
  return -1;
}

std::vector<int> CoordinateLayout::ofFrame(int frame) const {
  std::vector<int> coordinates;
  const auto add = [&](const Span& span) {
    for (int i = span.first; i < span.end(); ++i) coordinates.push_back(i);
  };
  if (frame == kGround) return coordinates;
  const int body = isStation(frame) ? stations_[static_cast<std::size_t>(frame - bodyCount())].body : frame;
  add(this->frame(body));
  if (isStation(frame)) add(elastic(body));
  return coordinates;
}

/// Elastic coordinates are lengths in the directions of their body: its points have velocities of both, and
/// what is small beside one is small beside the sum. The vibrations that errors of the large motion excite
/// are then not held to a tolerance of their own.
std::vector<Coordinate> CoordinateLayout::describe(const Mechanism& mechanism, double length) const {
  std::vector<Coordinate> all(static_cast<std::size_t>(count()));
  for (int body = 0; body < bodyCount(); ++body) {
    const PartRef part{PartRef::Kind::Body, body};
    const Coordinate along{.scale = length, .group = place(body), .part = part};
    for (const Span& span : {frame(body), elastic(body)})
      std::fill_n(all.begin() + span.first, span.count, along);
    if (turns(body)) all[static_cast<std::size_t>(angle(body))] = {.isAngle = true, .part = part};
    if (hasRotation(body)) {
      const int first = rotation(body);
      const Coordinate parameter{.scale = 0.5, .group = first, .isRotation = true, .part = part},
          angle{.group = first, .isAngle = true, .part = part};
      std::fill_n(all.begin() + first, rotationCount(body), hasParameters(body) ? parameter : angle);
    }
    for (int i = frame(body).first; keepsPlane(body) && i < frame(body).end(); ++i)
      all[static_cast<std::size_t>(i)].inPlane = true;
  }
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) {
    if (quantity.coordinate < 0) continue;
    const bool isState = quantity.kind == ControlQuantity::Kind::State;
    all[static_cast<std::size_t>(controls_.first + quantity.coordinate)] = {
        .scale = quantity.scale,
        .role = isState ? Coordinate::Role::State : Coordinate::Role::Variable,
        .part = quantity.joint >= 0 ? PartRef{PartRef::Kind::Joint, quantity.joint}
                                    : PartRef{PartRef::Kind::Controller, quantity.controller}};
  }
  return all;
}

std::string CoordinateLayout::nameOf(const Mechanism& mechanism, int coordinate) const {
  const int body = bodyOf(coordinate);
  if (body < 0) {
    for (const ControlQuantity& quantity : controlQuantities(mechanism))
      if (quantity.coordinate >= 0 && controls_.first + quantity.coordinate == coordinate)
        return quantity.symbol;
    return {};
  }
  const std::string& part = mechanism.bodies[static_cast<std::size_t>(body)].name;
  if (!frame(body).has(coordinate)) return part + ".q" + std::to_string(coordinate - elastic(body).first + 1);
  if (keepsPlane(body))
    return part + std::array{".plane1", ".plane2", ".turn"}[std::size_t(coordinate - frame(body).first)];
  if (hasCardanAngles(body) && coordinate >= rotation(body))
    return part + ".cardan" + std::to_string(coordinate - rotation(body) + 1);
  return part + "." + bodyQuantities(0, kind(body))[coordinate - frame(body).first].name;
}

}  // namespace holonom
