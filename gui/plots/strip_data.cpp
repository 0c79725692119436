// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/strip_data.h"

#include <algorithm>
#include <cmath>

namespace holonom {

void StripData::Summary::add(const Summary& other) {
  hMin = std::min(hMin, other.hMin);
  hMax = std::max(hMax, other.hMax);
  rateMax = std::max(rateMax, other.rateMax);
  orderMin = std::min(orderMin, other.orderMin);
  orderMax = std::max(orderMax, other.orderMax);
  newtonMax = std::max(newtonMax, other.newtonMax);
  steps += other.steps;
  iterated += other.iterated;
  evaluated += other.evaluated;
}

void StripData::begin() {
  begun_ = true;
  h_ = recording_->channelIndex("step.h");
  order_ = recording_->channelIndex("step.order");
  newton_ = recording_->channelIndex("step.newton");
  jacobians_ = recording_->channelIndex("step.jacobians");
  for (const Channel& channel : unknownsOf(recording_->channels())) {
    if (channel.kind == ChannelKind::Multiplier) break;
    if (parts_.empty() || parts_.back() != channel.part) {
      const auto known = std::find(parts_.begin(), parts_.end(), channel.part);
      partOf_.push_back(static_cast<int>(known - parts_.begin()));
      if (known == parts_.end()) parts_.push_back(channel.part);
    } else {
      partOf_.push_back(static_cast<int>(parts_.size()) - 1);
    }
  }
}

StripData::Summary StripData::ofRow(std::size_t row) const {
  const auto value = [&](int channel) { return channel < 0 ? 0 : recording_->value(row, channel); };
  Summary s;
  const double h = value(h_);
  if (row == 0 || !(h > 0) || recording_->isBehindJump(row)) return s;
  s.steps = 1;
  s.hMin = s.hMax = static_cast<float>(h);
  s.orderMin = s.orderMax = static_cast<int>(value(order_));
  s.newtonMax = static_cast<int>(value(newton_));
  s.rateMax = recording_->note(row).rate;
  s.iterated = s.newtonMax > 0;
  s.evaluated = s.iterated && value(jacobians_) > 0;
  return s;
}

void StripData::takeRejections(std::size_t row) {
  const StepNote& note = recording_->note(row);
  if (note.rejections == 0) return;
  rejected_.push_back(row);
  for (const Rejection& rejection : recording_->rejections(note.firstRejection, note.rejections))
    marks_[static_cast<std::size_t>(rejection.cause)].push_back({recording_->time(row), row});
  taken_ = note.firstRejection + note.rejections;
}

bool StripData::update(std::size_t mostRows, bool ended) {
  if (!recording_->ready()) return false;
  if (!begun_) begin();
  const std::size_t former = size_, all = recording_->size(),
                    end = all - size_ > mostRows ? size_ + mostRows : all;
  for (; size_ < end; ++size_) {
    const Summary row = ofRow(size_);
    if (size_ % kBlock == 0) blocks_.push_back(row);
    else blocks_.back().add(row);
    whole_.add(row);
    takeRejections(size_);
  }
  if (!ended || abandoned_ || size_ == 0 || size_ < recording_->size() ||
      recording_->rejectionCount() <= taken_)
    return size_ > former;
  abandoned_ = true;
  for (const Rejection& rejection : recording_->rejections(taken_))
    marks_[static_cast<std::size_t>(rejection.cause)].push_back({recording_->time(size_ - 1), size_});
  taken_ = recording_->rejectionCount();
  return true;
}

StripData::Summary StripData::over(std::size_t first, std::size_t last) const {
  Summary sum;
  for (; first < last && first % kBlock != 0; ++first) sum.add(ofRow(first));
  for (; first + kBlock <= last; first += kBlock) sum.add(blocks_[first / kBlock]);
  for (; first < last; ++first) sum.add(ofRow(first));
  return sum;
}

std::pair<std::size_t, std::size_t> StripData::stepsWithin(double from, double to) const {
  return stepsWithin(from, to, 1).front();
}

std::vector<std::pair<std::size_t, std::size_t>> StripData::stepsWithin(double from, double to,
                                                                        std::size_t count) const {
  std::vector<std::pair<std::size_t, std::size_t>> stretches(count, {0, 0});
  if (size_ < 2) return stretches;
  // Rows are searched among those taken in only: the recording may be far ahead.
  const double start = recording_->time(0), end = recording_->time(size_ - 1);
  std::size_t after = 0;  // first row whose time is > the border
  const auto seek = [&](double t) {
    std::size_t high = size_;
    for (std::size_t stride = 1; after + stride < size_; stride *= 2)  // the next border is near
      if (recording_->time(after + stride) > t) {
        high = after + stride + 1;
        break;
      }
    while (after < high) {
      const std::size_t middle = after + (high - after) / 2;
      if (recording_->time(middle) <= t) after = middle + 1;
      else high = middle;
    }
  };
  seek(from);
  for (std::size_t i = 0; i < count; ++i) {
    const double left = from + (to - from) * static_cast<double>(i) / static_cast<double>(count);
    const double right = from + (to - from) * static_cast<double>(i + 1) / static_cast<double>(count);
    const std::size_t first = std::max<std::size_t>(after, 1);
    seek(right);
    if (right > start && left < end) stretches[i] = {first, std::max(first + 1, std::min(after + 1, size_))};
  }
  return stretches;
}

std::size_t StripData::stepAt(double t) const {
  std::size_t low = 0, high = size_;  // first row whose time is ≥ t
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (recording_->time(middle) < t) low = middle + 1;
    else high = middle;
  }
  return std::min(low, size_ > 0 ? size_ - 1 : 0);
}

std::size_t StripData::stepFrom(std::size_t row, std::ptrdiff_t count) const {
  const std::size_t most = abandoned_ ? size_ : size_ - 1;
  const auto isStep = [&](std::size_t k) { return k >= size_ || !recording_->isBehindJump(k); };
  for (; count > 0 && row < most; count -= isStep(row)) ++row;
  for (; count < 0 && row > 0; count += isStep(row)) --row;
  return isStep(row) ? row : row - 1;
}

std::optional<std::size_t> StripData::nextRejected(std::size_t row, int direction) const {
  if (direction > 0) {
    const auto next = std::upper_bound(rejected_.begin(), rejected_.end(), row);
    if (next != rejected_.end()) return *next;
    return abandoned_ && row < size_ ? std::optional(size_) : std::nullopt;
  }
  const auto next = std::lower_bound(rejected_.begin(), rejected_.end(), row);
  return next == rejected_.begin() ? std::nullopt : std::optional(*(next - 1));
}

int StripData::decidingPart(std::size_t row) const {
  const int coordinate = row == 0 ? -1 : recording_->note(row).dominantCoordinate;
  return coordinate < 0 || coordinate >= static_cast<int>(partOf_.size())
             ? -1
             : partOf_[static_cast<std::size_t>(coordinate)];
}

int StripData::decidingPart(std::size_t first, std::size_t last) const {
  constexpr std::size_t kLooks = 12;
  if (first >= last) return -1;
  std::array<std::pair<int, int>, kLooks> votes;  // part, count
  std::size_t candidates = 0;
  const std::size_t looks = std::min(kLooks, last - first);
  for (std::size_t i = 0; i < looks; ++i) {
    const int part = decidingPart(first + i * (last - first) / looks);
    const auto known = std::find_if(votes.begin(), votes.begin() + candidates,
                                    [part](const auto& v) { return v.first == part; });
    if (known != votes.begin() + candidates) ++known->second;
    else votes[candidates++] = {part, 1};
  }
  const auto most = std::max_element(votes.begin(), votes.begin() + candidates,
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most->first;
}

}  // namespace holonom
