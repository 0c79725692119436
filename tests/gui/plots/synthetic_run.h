// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "core/results/recording.h"

namespace holonom::test {

/// Row and value of the one sample of "pin.lambda1" that sticks out.
constexpr std::size_t kSpikeRow = 5000;
constexpr double kSpike = 900;

inline std::vector<Channel> syntheticChannels() {
  using enum ChannelKind;
  std::vector<Channel> channels{{"t", "s", Time, ""}, {"beta", "rad", Output, ""}};
  int unknown = 0;
  for (const char* body : {"crank", "rod", "slider"}) {
    const std::string name = body;
    for (const char* suffix : {".x", ".y"})
      channels.push_back({name + suffix, "m", Position, name, {}, unknown++});
    for (const char* suffix : {".ax", ".ay"}) channels.push_back({name + suffix, "m/s²", Acceleration, name});
    channels.push_back({name + ".alpha", "rad/s²", Acceleration, name});
  }
  for (const char* joint : {"pin", "hinge"})
    for (const char* suffix : {".lambda1", ".lambda2"})
      channels.push_back({std::string(joint) + suffix, "N", Multiplier, joint});
  for (const char* name : {"kinetic", "potential", "total", "balance"})
    channels.push_back({std::string("energy.") + name, "J", Energy, ""});
  channels.push_back({"drift.position", "m", Drift, ""});
  channels.push_back({"drift.velocity", "m/s", Drift, ""});
  channels.push_back({"drift.acceleration", "m/s²", Drift, ""});
  channels.push_back({"step.h", "s", Step, ""});
  for (const char* name : {"order", "newton", "jacobians", "rejected"})
    channels.push_back({std::string("step.") + name, "", Step, ""});
  return channels;
}

/// Fills a row with sines, drifts that are exactly zero now and then, a growing order, and one spike.
/// `phase` tells runs apart.
inline void syntheticRow(std::size_t i, double t, double h, double phase, std::vector<double>& row) {
  std::size_t k = 0;
  const auto put = [&](double value) { row[k++] = value; };
  put(t);
  put(std::sin(t + phase));
  for (int body = 0; body < 3; ++body) {
    const double w = 2 + body;
    put(0.1 * std::cos(w * t + phase));
    put(0.1 * std::sin(w * t + phase));
    put(body == 0 ? -12.5 * std::cos(w * t + phase) : 40 * std::sin(w * t + phase) + 8 * std::sin(3 * w * t));
    put(-12.5 * std::sin(w * t + phase));
    put(body == 1 ? 300 * std::sin(w * t + phase) : 0);
  }
  for (int j = 0; j < 4; ++j)
    put(150 * std::sin((1 + j) * t + phase) + 60 * j + (j == 0 && i == kSpikeRow ? kSpike : 0));
  const double kinetic = 4 + 2 * std::sin(2 * t + phase), potential = 3 - 2 * std::sin(2 * t + phase);
  put(kinetic);
  put(potential);
  put(kinetic + potential);
  put(7 + 1e-3 * t);
  put(i % 50 == 0 ? 0 : 1e-12 * (1 + std::abs(std::sin(5 * t))));
  put(i % 70 == 0 ? 0 : 1e-5 * (1 + std::abs(std::sin(7 * t))));
  put(i == 0 ? 0 : 1e-2 * (1 + std::abs(std::sin(3 * t))));
  put(i == 0 ? 0 : h);
  put(i == 0 ? 0 : static_cast<double>(i < 40 ? 1 + i / 10 : 4 + (i / 2000) % 2));
  put(2);
  put(i % 20 == 0);
  put(i % 300 == 0);
}

inline double syntheticStep(std::size_t i) {
  return 1e-3 * (1 + 0.5 * std::sin(0.01 * static_cast<double>(i)));
}

/// Appends rows until the recording has `rows`.
class SyntheticWriter {
 public:
  SyntheticWriter(Recording& recording, double phase)
      : recording_(recording), phase_(phase), row_(syntheticChannels().size()) {
    recording.begin(syntheticChannels());
  }
  void writeUpTo(std::size_t rows) {
    for (; i_ < rows; ++i_) {
      const double h = syntheticStep(i_);
      if (i_ > 0) t_ += h;
      syntheticRow(i_, t_, h, phase_, row_);
      StepRecord record;
      record.t = t_;
      record.row = row_;
      recording_.accept(record);
    }
  }

 private:
  Recording& recording_;
  double phase_, t_ = 0;
  std::size_t i_ = 0;
  std::vector<double> row_;
};

inline std::shared_ptr<Recording> syntheticRecording(std::size_t rows, double phase = 0) {
  auto recording = std::make_shared<Recording>();
  SyntheticWriter(*recording, phase).writeUpTo(rows);
  return recording;
}

/// A channel that is f(t) at uneven times.
template <typename Function>
std::shared_ptr<Recording> recordingOf(Function f, double end, std::size_t rows,
                                       ChannelKind kind = ChannelKind::Output) {
  auto recording = std::make_shared<Recording>();
  recording->begin({{"t", "s", ChannelKind::Time, ""}, {"y", "m", kind, ""}});
  for (std::size_t i = 0; i <= rows; ++i) {
    const double u = double(i) / double(rows), t = end * (u + 0.02 * std::sin(2 * std::numbers::pi * u));
    const std::vector<double> row{t, f(t)};
    StepRecord record{.t = t, .row = row};
    recording->accept(record);
  }
  return recording;
}

}  // namespace holonom::test
