// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/body_pose.h"

#include <algorithm>
#include <cassert>

#include "core/math/hermite.h"

namespace holonom {

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
    if (!columns_[i].isKnown()) continue;
    const auto between = [&](int value, int slope) {
      return weights.between(recording_->value(row, value), recording_->value(next, value),
                             recording_->value(row, slope), recording_->value(next, slope));
    };
    const double angle = columns_[i].turns() ? between(place[2], rate[2]) : 0;
    out[i] = planarPose(between(place[0], rate[0]), between(place[1], rate[1]), angle);
    const auto& elastic = columns_[i].elastic;
    for (std::size_t j = 0; j < elastic.size() && j < out[i].elastic.size(); ++j)
      out[i].elastic[j] = between(elastic[j][0], elastic[j][1]);
  }
  return true;
}

}  // namespace holonom
