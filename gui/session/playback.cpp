// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/playback.h"

#include <algorithm>
#include <cmath>

namespace holonom {

const std::vector<double>& Playback::speeds() {
  static const std::vector<double> list = {1. / 128, 1. / 64, 1. / 32, 1. / 16, 1. / 8, 1. / 4,
                                           1. / 2,   1,       2,       4,       8};
  return list;
}

double Playback::speedFor(double duration) {
  constexpr double kShownSeconds = 4;
  if (!(duration > 0)) return 1;
  // Slower than life only: a long run plays at its own pace unless the user asks for more.
  const double exponent = std::clamp(std::floor(std::log2(duration / kShownSeconds)), -7., 0.);
  return std::exp2(exponent);
}

void Playback::setMarks(std::vector<double> times) {
  if (times == marks_) return;
  marks_ = std::move(times);
  emit marksChanged();
}

void Playback::setRange(double start, double expectedEnd) {
  start_ = available_ = newest_ = start;
  end_ = std::max(expectedEnd, start);
  playing_ = false;
  emit rangeChanged();
  emit stateChanged();
  moveTo(start);
}

void Playback::setAvailable(double t, double newest) {
  if (t == available_ && newest == newest_) return;
  available_ = std::max(t, start_);
  newest_ = newest;
  if (follow_ && !playing_) moveTo(newest_);
  emit rangeChanged();
}

void Playback::setExpectedEnd(double t) {
  if (t == end_) return;
  end_ = std::max(t, start_);
  emit rangeChanged();
}

void Playback::setTime(double t) {
  const bool changed = playing_ || follow_;
  playing_ = follow_ = false;
  if (changed) emit stateChanged();
  moveTo(t);
}

void Playback::setSpeed(double speed) {
  if (speed == speed_ || !(speed > 0)) return;
  speed_ = speed;
  emit stateChanged();
}

void Playback::changeSpeed(int places) {
  const auto& list = speeds();
  const auto nearest = std::min_element(list.begin(), list.end(), [this](double a, double b) {
    return std::abs(std::log2(a / speed_)) < std::abs(std::log2(b / speed_));
  });
  const auto place = std::clamp<std::ptrdiff_t>(nearest - list.begin() + places, 0, std::ssize(list) - 1);
  setSpeed(list[static_cast<std::size_t>(place)]);
}

void Playback::setLoop(bool on) {
  if (on == loop_) return;
  loop_ = on;
  emit stateChanged();
}

void Playback::setFollowLive(bool on) {
  if (on == follow_) return;
  follow_ = on;
  if (on) {
    playing_ = false;
    moveTo(newest_);
  }
  emit stateChanged();
}

void Playback::play() {
  if (playing_ || !(available_ > start_)) return;
  if (time_ >= available_) moveTo(start_);
  playing_ = true;
  follow_ = false;
  emit stateChanged();
}

void Playback::playFromStart() {
  moveTo(start_);
  play();
}

void Playback::pause() {
  if (!playing_) return;
  playing_ = false;
  emit stateChanged();
}

void Playback::advance(double seconds) {
  if (!playing_) return;
  const double next = time_ + seconds * speed_;
  if (next < available_) return moveTo(next);
  const bool complete = available_ >= end_;
  if (!complete) return moveTo(available_);  // caught up with the solver: wait for it
  if (loop_) return moveTo(start_);
  moveTo(available_);
  pause();
}

void Playback::moveTo(double t) {
  const double clamped = std::clamp(std::isfinite(t) ? t : start_, start_, available_);
  if (clamped == time_) return;
  time_ = clamped;
  emit timeChanged(time_);
}

}  // namespace holonom
