// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/spike_metric.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace holonom {

namespace {

constexpr std::size_t kStartUpSamples = 4;
constexpr std::size_t kFewestSamples = 8;
constexpr double kFloorSameUnit = 1e-3;
constexpr double kFloorSameKind = 1e-6;
constexpr double kFloorOwn = 1e-6;
constexpr double kFloorForces = 1e-9;  // of accelerations and multipliers together
constexpr int kResolving = 5;          // orders whose steps resolve a curve, so that cubics follow it
constexpr double kWithin = 0.25;       // of the step: samples that resolve one of higher order
constexpr int kSmoothings = 2;

struct Samples {
  std::vector<double> t, x;
  std::vector<bool> resolved;  // close enough to those before that a cubic follows the curve
};

Samples finiteSamples(const Recording& recording, int channel) {
  Samples samples;
  const int orders = recording.channelIndex("step.order"), sizes = recording.channelIndex("step.h");
  const auto isResolved = [&](std::size_t at) {
    return orders < 0 || sizes < 0 || at == 0 || recording.value(at, orders) <= kResolving ||
           recording.time(at) - recording.time(at - 1) <= kWithin * recording.value(at, sizes);
  };
  const std::size_t size = recording.size();
  const std::size_t skipped = std::min(kStartUpSamples, size / 5);
  samples.t.reserve(size - skipped);
  samples.x.reserve(size - skipped);
  for (std::size_t row = skipped; row < size;) {
    const auto times = recording.stretch(row, size, 0);
    const auto values = recording.stretch(row, size, channel);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) continue;
      samples.t.push_back(times[i]);
      samples.x.push_back(values[i]);
      samples.resolved.push_back(isResolved(row + i));
    }
    row += values.size();
  }
  return samples;
}

double quantile(std::vector<double>& values, double fraction) {
  const auto k = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + k, values.end());
  return values[static_cast<std::size_t>(k)];
}

/// ¼, ½, ¼ of neighbours, a few times: what swings from sample to sample goes, what they resolve stays.
std::vector<double> smoothed(std::vector<double> values) {
  for (int pass = 0; pass < kSmoothings; ++pass) {
    double before = values.empty() ? 0 : values.front();
    for (std::size_t i = 1; i + 1 < values.size(); ++i) {
      const double here = values[i];
      values[i] = 0.25 * before + 0.5 * here + 0.25 * values[i + 1];
      before = here;
    }
  }
  return values;
}

double robustRange(std::vector<double> values) { return quantile(values, 0.95) - quantile(values, 0.05); }

double robustMagnitude(std::vector<double> values) {
  if (values.empty()) return 0;
  for (double& value : values) value = std::abs(value);
  return quantile(values, 0.95);
}

/// Value at t[i] of the cubic through the two neighbours on each side (Lagrange); NaN where times coincide.
double neighboursCubic(const Samples& s, std::size_t i) {
  const std::size_t nodes[4] = {i - 2, i - 1, i + 1, i + 2};
  double sum = 0;
  for (const std::size_t a : nodes) {
    double weight = 1;
    for (const std::size_t b : nodes)
      if (b != a) weight *= (s.t[i] - s.t[b]) / (s.t[a] - s.t[b]);
    sum += weight * s.x[a];
  }
  return sum;
}

double largestDeviation(const Samples& s) {
  double largest = 0;
  for (std::size_t i = 2; i + 2 < s.x.size(); ++i) {
    if (!s.resolved[i]) continue;
    const auto [low, high] = std::minmax(s.x[i - 1], s.x[i + 1]);
    const double outside = std::max({low - s.x[i], s.x[i] - high, 0.0});
    if (outside <= largest) continue;
    const double cubic = std::abs(s.x[i] - neighboursCubic(s, i));
    largest = std::max(largest, std::isfinite(cubic) ? std::min(outside, cubic) : outside);
  }
  return largest;
}

/// The largest robust magnitude among the forces of a recording, accelerations or multipliers.
double magnitudeOfForces(const Recording& recording) {
  double largest = 0;
  for (std::size_t c = 0; c < recording.channels().size(); ++c)
    if (const ChannelKind kind = recording.channels()[c].kind;
        kind == ChannelKind::Acceleration || kind == ChannelKind::Multiplier)
      largest = std::max(largest, robustMagnitude(finiteSamples(recording, static_cast<int>(c)).x));
  return largest;
}

/// Robust magnitudes of the smoothed channels of one kind: the largest per unit and of all.
class Magnitudes {
 public:
  Magnitudes(const Recording& recording, ChannelKind kind)
      : rounding_(kFloorForces * magnitudeOfForces(recording)) {
    for (std::size_t c = 0; c < recording.channels().size(); ++c) {
      const Channel& channel = recording.channels()[c];
      if (channel.kind != kind) continue;
      const double magnitude = robustMagnitude(smoothed(finiteSamples(recording, static_cast<int>(c)).x));
      double& ofUnit = largestOfUnit_[channel.unit];
      ofUnit = std::max(ofUnit, magnitude);
      largest_ = std::max(largest_, magnitude);
    }
  }

  /// The smallest range that counts as variation of a channel with this unit.
  double floorOf(const std::string& unit) const {
    const auto found = largestOfUnit_.find(unit);
    const double ofUnit = found == largestOfUnit_.end() ? 0 : found->second;
    return std::max({kFloorSameUnit * ofUnit, kFloorSameKind * largest_, rounding_});
  }

 private:
  std::map<std::string, double> largestOfUnit_;
  double largest_ = 0, rounding_;
};

double metric(const Recording& recording, int channel, const Magnitudes& magnitudes) {
  const Samples samples = finiteSamples(recording, channel);
  if (samples.x.size() < kFewestSamples) return 0;
  const double deviation = largestDeviation(samples);
  if (deviation == 0) return 0;
  const double range =
      std::max({robustRange(smoothed(samples.x)), kFloorOwn * robustMagnitude(samples.x),
                magnitudes.floorOf(recording.channels()[static_cast<std::size_t>(channel)].unit)});
  // Nothing of the kind differs from zero apart from less than 5 % of the samples: compare with those
  // themselves.
  return range > 0 ? deviation / range : 1;
}

double largestOfKind(const Recording& recording, ChannelKind kind) {
  const Magnitudes magnitudes(recording, kind);
  double largest = 0;
  for (std::size_t c = 0; c < recording.channels().size(); ++c)
    if (recording.channels()[c].kind == kind)
      largest = std::max(largest, metric(recording, static_cast<int>(c), magnitudes));
  return largest;
}

}  // namespace

double spikeMetric(const Recording& recording, int channel) {
  if (!recording.ready()) return 0;
  return metric(recording, channel,
                Magnitudes(recording, recording.channels()[static_cast<std::size_t>(channel)].kind));
}

double spikeMetric(const Recording& recording) {
  if (!recording.ready()) return 0;
  return std::max(largestOfKind(recording, ChannelKind::Acceleration),
                  largestOfKind(recording, ChannelKind::Multiplier));
}

}  // namespace holonom
