// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/body_pose.h"

#include <algorithm>
#include <cassert>

#include "core/math/euler_parameters.h"
#include "core/math/hermite.h"
#include "core/math/pose.h"

namespace holonom {
namespace {

/// The Euler parameters and their rates in a row.
template <class Read>
std::pair<Vector4, Vector4> turnIn(const BodyColumns& columns, std::size_t row, Read read) {
  const auto& [place, rate, _] = columns.frame;
  const Vector4 p(read(row, place[3]), read(row, place[4]), read(row, place[5]), read(row, place[6]));
  return {p, parameterRates(p, {read(row, rate[3]), read(row, rate[4]), read(row, rate[5])})};
}

/// Between two rows, of length 1. Where the second has the same rotation by −p it is taken by p.
template <class Read>
Vector4 turnBetween(const BodyColumns& columns, Read read, std::size_t row, std::size_t next,
                    const HermiteWeights& weights) {
  const auto [p, rate] = turnIn(columns, row, read);
  const auto [q, nextRate] = turnIn(columns, next, read);
  const double sign = p.dot(q) < 0 ? -1 : 1;
  Vector4 between;
  for (int k = 0; k < 4; ++k) between[k] = weights.between(p[k], sign * q[k], rate[k], sign * nextRate[k]);
  return between.normalized();
}

}  // namespace

PoseReader::PoseReader(const Recording& recording, const std::vector<std::string>& bodies)
    : recording_(&recording), bodies_(bodies) {
  if (recording.ready()) lookUp();
}

void PoseReader::lookUp() const {
  const auto channel = [this](const std::string& name) { return recording_->channelIndex(name); };
  for (const std::string& body : bodies_) columns_.emplace_back(body, channel);
}

bool PoseReader::posesAt(double t, std::span<BodyPose> out) const {
  assert(out.size() == bodies_.size());
  const std::size_t size = recording_->size();
  if (size == 0) return false;
  if (columns_.size() < bodies_.size()) lookUp();

  const std::size_t row = std::min(recording_->rowAt(t), size - 1);
  const std::size_t next = std::min(row + 1, size - 1);
  const double start = recording_->time(row), h = recording_->time(next) - start;
  // equal times: the later of the equal rows
  const double s = h > 0 ? std::clamp((t - start) / h, 0.0, 1.0) : 0.0;
  const HermiteWeights weights(s, h > 0 ? h : 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto& [place, rate, _] = columns_[i].frame;
    if (!columns_[i].kind) continue;
    const auto between = [&](int value, int slope) {
      return weights.between(recording_->value(row, value), recording_->value(next, value),
                             recording_->value(row, slope), recording_->value(next, slope));
    };
    if (const auto kind = columns_[i].kind; kind == FrameKind::Space || kind == FrameKind::SpacePoint) {
      const auto read = [&](std::size_t at, int column) { return recording_->value(at, column); };
      out[i] = Pose{{between(place[0], rate[0]), between(place[1], rate[1]), between(place[2], rate[2])},
                    kind == FrameKind::SpacePoint
                        ? Matrix3(Matrix3::Identity())
                        : rotationMatrix(turnBetween(columns_[i], read, row, next, weights))};
      continue;
    }
    const double angle = columns_[i].kind == FrameKind::Plane ? between(place[2], rate[2]) : 0;
    out[i] = planarPose(between(place[0], rate[0]), between(place[1], rate[1]), angle);
    const auto& elastic = columns_[i].elastic;
    for (std::size_t j = 0; j < elastic.size() && j < out[i].elastic.size(); ++j)
      out[i].elastic[j] = between(elastic[j][0], elastic[j][1]);
  }
  return true;
}

}  // namespace holonom
