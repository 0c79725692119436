// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/spectrum.h"

#include <fftw3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <memory>
#include <mutex>
#include <numbers>
#include <numeric>
#include <optional>

#include "core/results/channel_curve.h"

namespace holonom {

namespace {

constexpr std::size_t kLeastRows = 8, kLeastSamples = 256, kMostSamples = std::size_t{1} << 18;

struct FftwFree {
  void operator()(void* memory) const { fftw_free(memory); }
};
template <typename T>
std::unique_ptr<T[], FftwFree> fftwArray(std::size_t n) {
  auto* memory = static_cast<T*>(fftw_malloc(n * sizeof(T)));
  if (memory == nullptr) throw std::bad_alloc();
  return std::unique_ptr<T[], FftwFree>(memory);
}

// FFTW makes and destroys plans on one thread at a time only; running them needs no lock.
std::mutex& planning() {
  static std::mutex mutex;
  return mutex;
}

/// Reads a recorded channel forwards in time: values of the curve that plots draw, means of a broken line.
class ChannelReader {
 public:
  ChannelReader(const Recording& recording, int channel, double t0)
      : recording_(recording), curve_(recording, channel), channel_(channel) {
    size_ = recording.size();
    row_ = recording.rowAt(t0);
    load(row_, from_);
    if (row_ + 1 < size_) load(row_ + 1, to_);
    else to_ = from_;
    t_ = t0;
  }

  /// Value at t, which does not lie before the last one asked for.
  double at(double t) {
    while (t > to_.t && row_ + 2 < size_) {
      ++row_;
      from_ = to_;
      load(row_ + 1, to_);
      piece_.reset();
    }
    if (row_ + 1 >= size_ || !(to_.t > from_.t)) return to_.y;
    if (!piece_) piece_ = curve_.piece(row_);
    const double y = piece_->at(t);
    return std::isfinite(y) ? y : value(t);
  }

  /// Integral from the last time asked for to t.
  double integralTo(double t) {
    double sum = 0, y = value(t_);
    while (t > to_.t && row_ + 2 < size_) {
      sum += 0.5 * (y + to_.y) * std::max(0.0, to_.t - t_);
      t_ = std::max(t_, to_.t);
      ++row_;
      from_ = to_;
      load(row_ + 1, to_);
      y = from_.y;
    }
    sum += 0.5 * (y + value(t)) * (t - t_);
    t_ = t;
    return sum;
  }

 private:
  struct Point {
    double t = 0, y = 0;
  };
  void load(std::size_t row, Point& point) const {
    point.t = recording_.time(row);
    const double y = recording_.value(row, channel_);
    if (std::isfinite(y)) point.y = y;  // otherwise the last one that was
  }
  double value(double t) const {
    return to_.t > from_.t
               ? from_.y + (to_.y - from_.y) * std::clamp((t - from_.t) / (to_.t - from_.t), 0.0, 1.0)
               : to_.y;
  }

  const Recording& recording_;
  ChannelCurve curve_;
  std::optional<ChannelCurve::Piece> piece_;  // from row_ on
  int channel_;
  std::size_t size_ = 0, row_ = 0;
  Point from_, to_;
  double t_ = 0;
};

}  // namespace

std::vector<double> resampled(const Recording& recording, int channel, double t0, double t1, std::size_t n) {
  std::vector<double> samples(n);
  const std::size_t rows = recording.rowAt(t1) - recording.rowAt(t0) + 1;
  const double distance = (t1 - t0) / static_cast<double>(n);
  ChannelReader reader(recording, channel, t0);
  for (std::size_t k = 0; k < n; ++k) {
    const double t = t0 + distance * static_cast<double>(k);
    if (rows <= n) samples[k] = reader.at(t);
    else samples[k] = reader.integralTo(k + 1 < n ? t + distance : t1) / distance;
  }
  return samples;
}

std::vector<SpectrumLine> amplitudeSpectrum(const Recording& recording, int channel, double t0, double t1) {
  const std::size_t size = recording.size();
  if (size < kLeastRows) return {};
  t0 = std::max(t0, recording.time(0));
  t1 = std::min(t1, recording.time(size - 1));
  if (!(t1 > t0)) return {};
  const std::size_t rows = recording.rowAt(t1) - recording.rowAt(t0) + 1;
  if (rows < kLeastRows) return {};
  const std::size_t n = std::clamp(std::bit_ceil(2 * rows), kLeastSamples, kMostSamples);

  const std::vector<double> samples = resampled(recording, channel, t0, t1, n);
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(n);
  const auto in = fftwArray<double>(n);
  const auto out = fftwArray<fftw_complex>(n / 2 + 1);
  for (std::size_t k = 0; k < n; ++k) {
    const double hann =
        0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
    in[k] = hann * (samples[k] - mean);
  }
  std::unique_lock lock(planning());
  // leaves `in` as it is
  const fftw_plan plan = fftw_plan_dft_r2c_1d(static_cast<int>(n), in.get(), out.get(), FFTW_ESTIMATE);
  lock.unlock();
  fftw_execute(plan);
  lock.lock();
  fftw_destroy_plan(plan);
  lock.unlock();

  const double sumOfWindow = 0.5 * static_cast<double>(n);
  std::vector<SpectrumLine> lines;
  lines.reserve(n / 2);
  for (std::size_t k = 1; k <= n / 2; ++k)
    lines.push_back({static_cast<double>(k) / (t1 - t0),
                     (k == n / 2 ? 1 : 2) * std::hypot(out[k][0], out[k][1]) / sumOfWindow});
  return lines;
}

}  // namespace holonom
