// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/body_pose.h"

#include <algorithm>
#include <cassert>

#include "core/math/hermite.h"

namespace holonom {

namespace {

constexpr std::array<const char*, 6> kSuffixes{".x", ".y", ".theta", ".vx", ".vy", ".omega"};

}  // namespace

PoseReader::PoseReader(const Recording& recording, const std::vector<std::string>& bodies)
    : recording_(&recording), bodies_(bodies) {
  if (recording.ready()) lookUp();
}

void PoseReader::lookUp() const {
  for (const std::string& body : bodies_) {
    std::array<int, 6> channels;
    for (std::size_t k = 0; k < 6; ++k) channels[k] = recording_->channelIndex(body + kSuffixes[k]);
    channels_.push_back(channels);
    elastic_.emplace_back();
    for (int j = 1; j <= BodyPose::kMaxElastic; ++j) {
      const std::string number = "q" + std::to_string(j);
      const int place = recording_->channelIndex(body + "." + number),
                rate = recording_->channelIndex(body + ".v" + number);
      if (place < 0 || rate < 0) break;
      elastic_.back().push_back({place, rate});
    }
  }
}

bool PoseReader::posesAt(double t, std::span<BodyPose> out) const {
  assert(out.size() == bodies_.size());
  const std::size_t size = recording_->size();
  if (size == 0) return false;
  if (channels_.size() < bodies_.size()) lookUp();

  const std::size_t row = std::min(recording_->rowAt(t), size - 1);
  const std::size_t next = std::min(row + 1, size - 1);
  const double start = recording_->time(row), h = recording_->time(next) - start;
  // equal times: the later of the equal rows
  const double s = h > 0 ? std::clamp((t - start) / h, 0.0, 1.0) : 0.0;
  const HermiteWeights weights(s, h > 0 ? h : 0);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto& channel = channels_[i];
    if (*std::min_element(channel.begin(), channel.end()) < 0) continue;
    const auto between = [&](int place, int rate) {
      return weights.between(recording_->value(row, place), recording_->value(next, place),
                             recording_->value(row, rate), recording_->value(next, rate));
    };
    const auto at = [&](std::size_t k) { return between(channel[k], channel[k + 3]); };
    out[i] = {at(0), at(1), at(2), {}};
    for (std::size_t j = 0; j < elastic_[i].size(); ++j)
      out[i].elastic[j] = between(elastic_[i][j][0], elastic_[i][j][1]);
  }
  return true;
}

}  // namespace holonom
