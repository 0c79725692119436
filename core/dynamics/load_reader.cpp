// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/load_reader.h"

#include <algorithm>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/offers.h"
#include "core/math/hermite.h"
#include "core/results/body_columns.h"

namespace holonom {

namespace {

/// In the coordinates that are recorded.
Mechanism byParameters(Mechanism mechanism) {
  mechanism.run.rotations = Rotations::EulerParameters;
  return mechanism;
}

}  // namespace

LoadReader::LoadReader(const Recording& recording, const Mechanism& mechanism)
    : recording_(recording), equations_(std::make_unique<EquationsOfMotion>(byParameters(mechanism))) {
  const int n = equations_->coordinateCount();
  state_.q = state_.v = state_.a = Vector::Zero(n);
  state_.lambda = Vector::Zero(equations_->constraintCount());
  const Samples& samples = equations_->offers().samples;
  heldValues_ = Vector::Zero(samples.count());
  if (heldValues_.size()) samples.initial(heldValues_);
}

LoadReader::~LoadReader() = default;

// The channels have the names that Observer gives them.
void LoadReader::lookUp() {
  const Mechanism& mechanism = equations_->mechanism();
  const auto channel = [this](const std::string& name) { return recording_.channelIndex(name); };
  const CoordinateLayout& places = equations_->places();
  coordinates_.resize(static_cast<std::size_t>(places.count()));
  for (int i = 0; i < places.bodyCount(); ++i) {
    const BodyColumns columns(mechanism.bodies[i].name, channel);
    if (places.keepsPlane(i)) {
      planes_.push_back({places.place(i), planeOf(mechanism.bodies[i]), columns.frame[0], columns.frame[1]});
      continue;
    }
    if (places.hasParameters(i)) turns_.push_back({places.parameters(i), columns.frame[1]});
    const int derived = places.hasParameters(i) ? 3 : places.frame(i).count;  // whose rates are recorded
    for (int k = 0; k < derived; ++k)
      coordinates_[places.frame(i).first + k] = {columns.frame[0][k], columns.frame[1][k]};
    for (int k = derived; k < places.frame(i).count; ++k)
      coordinates_[places.frame(i).first + k] = {columns.frame[0][k], -1};
    for (int k = 0; k < places.elastic(i).count && k < static_cast<int>(columns.elastic.size()); ++k)
      coordinates_[places.elastic(i).first + k] = {columns.elastic[k][0], columns.elastic[k][1]};
  }
  lookUpControls();
  const auto add = [&](const std::string& part, int number, int row) {
    if (const int at = channel(part + ".lambda" + std::to_string(number)); at >= 0)
      multipliers_.emplace_back(row, at);
  };
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    for (int k = 0; k < rowCount(mechanism, mechanism.joints[i]); ++k)
      add(mechanism.joints[i].name, k + 1, equations_->rowOfJoint(static_cast<int>(i), k));
  for (std::size_t i = 0; i < mechanism.drivers.size(); ++i)
    add(mechanism.drivers[i].name, 1, equations_->rowOfDriver(static_cast<int>(i)));
}

/// A state of a controller is a coordinate, a variable the velocity of one, held quantities have places of
/// their own.
void LoadReader::lookUpControls() {
  const Mechanism& mechanism = equations_->mechanism();
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) {
    const int at = recording_.channelIndex(quantity.symbol);
    if (quantity.place >= 0 && at >= 0) held_.emplace_back(quantity.place, at);
    if (quantity.coordinate < 0) continue;
    Source& source = coordinates_[equations_->places().controls().first + quantity.coordinate];
    (quantity.kind == ControlQuantity::Kind::Variable ? source.velocity : source.position) = at;
  }
}

bool LoadReader::loadsAt(double t, std::vector<PartLoad>& out) {
  const std::size_t size = recording_.size();
  if (size == 0) return false;
  if (coordinates_.empty()) lookUp();
  const std::size_t row = std::min(recording_.rowAt(t), size - 1), next = std::min(row + 1, size - 1);
  const double start = recording_.time(row), h = recording_.time(next) - start;
  const double s = h > 0 ? std::clamp((t - start) / h, 0.0, 1.0) : 0.0;
  const HermiteWeights weights(s, std::max(h, 0.0));
  const auto linear = [&](int channel) {
    return channel < 0 ? 0.0 : (1 - s) * recording_.value(row, channel) + s * recording_.value(next, channel);
  };
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    const auto [place, rate] = coordinates_[i];
    state_.v[static_cast<int>(i)] = linear(rate);
    state_.q[static_cast<int>(i)] =
        place < 0 || rate < 0 ? linear(place)
                              : weights.between(recording_.value(row, place), recording_.value(next, place),
                                                recording_.value(row, rate), recording_.value(next, rate));
  }
  for (const auto& [first, rates] : turns_) {  // Euler parameters straight between the rows
    auto p = state_.q.segment<4>(first);
    p.normalize();
    state_.v.segment<4>(first) = parameterRates(p, {linear(rates[3]), linear(rates[4]), linear(rates[5])});
  }
  for (const InPlane& body : planes_) {
    const auto vector = [&](const auto& channels, std::size_t at) {
      return Vector3(linear(channels[at]), linear(channels[at + 1]), linear(channels[at + 2]));
    };
    Vector4 p;
    for (int k = 0; k < 4; ++k) p[k] = linear(body.places[std::size_t(3 + k)]);
    state_.q.segment<2>(body.first) = body.plane.inPlane(vector(body.places, 0));
    state_.q[body.first + 2] = body.plane.angleOf(p);
    state_.v.segment<2>(body.first) = body.plane.inPlane(vector(body.rates, 0));
    state_.v[body.first + 2] = body.plane.normal.dot(vector(body.rates, 3));
  }
  for (const auto& [constraint, channel] : multipliers_) state_.lambda[constraint] = linear(channel);
  for (const auto& [place, channel] : held_) heldValues_[place] = recording_.value(row, channel);
  if (heldValues_.size()) equations_->offers().samples.hold(heldValues_);
  state_.t = start + s * h;
  equations_->moveTo(state_.t, state_.q, state_.v);
  out.clear();
  equations_->reactions(state_.lambda, out);
  equations_->appliedLoads(out);
  return true;
}

}  // namespace holonom
