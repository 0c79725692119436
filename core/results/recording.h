// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/results/step_record.h"

namespace holonom {

/// The rows of one run: append-only, written by one thread, read by any number without a lock. Rows below
/// size() never change and never move. Values lie column by column inside chunks, so one channel is read in
/// runs.
class Recording : public StepSink {
 public:
  /// Stops accepting when values and rejections would exceed the budget (bytes). Memory is taken chunk by
  /// chunk.
  explicit Recording(std::size_t memoryBudget = std::size_t{2} << 30);
  ~Recording() override;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // Writer's side.
  /// Once per recording; throws std::logic_error the second time.
  void begin(const std::vector<Channel>& channels) override;
  /// Allocates only when the row opens a new chunk. Returns false, now and from then on, when memory is used
  /// up.
  bool accept(const StepRecord& record) override;
  void abandon(std::span<const Rejection> rejections) override;

  // Readers' side. Channels may be read once ready() is true.
  bool ready() const { return ready_.load(std::memory_order_acquire); }
  const std::vector<Channel>& channels() const { return channels_; }
  int channelIndex(std::string_view name) const;  ///< −1 when there is none or nothing has begun
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  bool full() const { return full_.load(std::memory_order_acquire); }

  /// Of a channel, or of a rate that none shows.
  double value(std::size_t row, int channel) const;
  double time(std::size_t row) const { return value(row, 0); }

  /// A contiguous stretch of one channel that starts at `row` and ends at a chunk border or at `end` (≤
  /// size()).
  std::span<const double> stretch(std::size_t row, std::size_t end, int channel) const;

  /// Whether a row holds what is behind a jump at the time of the row before it: no step.
  bool isBehindJump(std::size_t row) const { return row > 0 && time(row) == time(row - 1); }

  /// Copies one row (channels().size() values).
  void copyRow(std::size_t row, std::span<double> out) const;

  /// Last row whose time is ≤ t (0 when t lies before the first). size() must be > 0.
  std::size_t rowAt(double t) const;

  std::size_t chunkRows() const { return chunkRows_; }

  const StepNote& note(std::size_t row) const;

  /// How many attempts were rejected so far; those of the rows below size() and, at the end, of a step never
  /// accepted.
  std::size_t rejectionCount() const { return rejectionCount_.load(std::memory_order_acquire); }
  /// The rejected attempts so far, `count` of them from the `first` on (a copy; taken under a lock that the
  /// solver only touches after a rejection).
  std::vector<Rejection> rejections(std::size_t first = 0,
                                    std::size_t count = static_cast<std::size_t>(-1)) const;

  /// How many events are kept so far: the first kMostEvents of the run.
  std::size_t eventCount() const { return eventCount_.load(std::memory_order_acquire); }
  static constexpr std::size_t kMostEvents = 10000;
  /// The events so far (a copy; taken under a lock that the solver only touches at an event).
  std::vector<Event> events() const;

 private:
  static constexpr std::size_t kMaxChunks = 1 << 16;
  bool openChunk(std::size_t chunk);
  std::size_t valuesPerChunk() const { return chunkRows_ * std::max<std::size_t>(width_, 1); }
  StepNote* notes(double* chunk) const { return reinterpret_cast<StepNote*>(chunk + valuesPerChunk()); }
  void keepRejections(std::span<const Rejection> rejections);
  void keepEvents(std::span<const Event> events);

  std::vector<Channel> channels_;
  std::size_t width_ = 0;                                  // of a row
  std::unordered_map<std::string_view, int> indexByName_;  // views into channels_
  std::size_t memoryBudget_;
  std::size_t usedBytes_ = 0;  // writer's thread only
  std::size_t chunkRows_ = 0;  // a power of two: 2^chunkShift_
  unsigned chunkShift_ = 0;
  std::unique_ptr<std::atomic<double*>[]> chunks_;  // columns, and behind them the notes of their rows
  std::atomic<std::size_t> size_{0};
  std::atomic<bool> ready_{false};
  std::atomic<bool> full_{false};
  std::atomic<std::size_t> eventCount_{0}, rejectionCount_{0};
  struct Log;  // what does not come with every row
  std::unique_ptr<Log> log_;
};

}  // namespace holonom
