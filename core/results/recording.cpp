// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/recording.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <mutex>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace holonom {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kMinChunkRows = 16;
constexpr std::size_t kMaxChunkRows = 4096;

std::size_t rowsPerChunk(std::size_t columns) {
  const std::size_t rows = kChunkBytes / (sizeof(double) * std::max<std::size_t>(columns, 1));
  return std::bit_floor(std::clamp(rows, kMinChunkRows, kMaxChunkRows));
}

}  // namespace

struct Recording::Log {
  mutable std::mutex mutex;
  std::vector<Rejection> rejections;
  std::vector<Event> events;
};

Recording::Recording(std::size_t memoryBudget)
    : memoryBudget_(memoryBudget), chunks_(std::make_unique<std::atomic<double*>[]>(kMaxChunks)),
      log_(std::make_unique<Log>()) {}

Recording::~Recording() {
  for (std::size_t k = 0; k < kMaxChunks; ++k) {
    double* chunk = chunks_[k].load(std::memory_order_relaxed);
    if (chunk == nullptr) break;
    ::operator delete(chunk);
  }
}

void Recording::begin(const std::vector<Channel>& channels) {
  if (ready()) throw std::logic_error("Recording::begin: this recording has begun already");
  channels_ = channels;
  width_ = rowSize(channels);
  indexByName_.reserve(channels_.size());
  for (std::size_t i = 0; i < channels_.size(); ++i)
    indexByName_.emplace(channels_[i].name, static_cast<int>(i));
  chunkRows_ = rowsPerChunk(width_);
  chunkShift_ = static_cast<unsigned>(std::countr_zero(chunkRows_));
  ready_.store(true, std::memory_order_release);
}

// The only place that takes memory: the chunk itself, and room for as many rejections as it has rows, so that
// logging one does not allocate in an ordinary run.
bool Recording::openChunk(std::size_t chunk) {
  static_assert(std::is_trivially_copyable_v<StepNote> && alignof(StepNote) <= alignof(double));
  const std::size_t chunkBytes = valuesPerChunk() * sizeof(double) + chunkRows_ * sizeof(StepNote);
  if (chunk >= kMaxChunks || usedBytes_ + chunkBytes > memoryBudget_) return false;
  auto* values = static_cast<double*>(::operator new(chunkBytes, std::nothrow));
  if (values == nullptr) return false;
  chunks_[chunk].store(values, std::memory_order_release);
  usedBytes_ += chunkBytes;

  auto& log = log_->rejections;  // this thread alone writes it, so reading its size needs no lock
  if (log.capacity() - log.size() < chunkRows_) {
    const std::lock_guard lock(log_->mutex);
    log.reserve(std::max(2 * log.size(), log.size() + chunkRows_));
  }
  return true;
}

bool Recording::accept(const StepRecord& record) {
  assert(ready() && record.row.size() == width_);
  if (full_.load(std::memory_order_relaxed)) return false;
  const std::size_t row = size_.load(std::memory_order_relaxed);
  const std::size_t chunk = row >> chunkShift_;
  const std::size_t offset = row & (chunkRows_ - 1);
  const std::size_t logBytes = record.rejections.size() * sizeof(Rejection);
  if (usedBytes_ + logBytes > memoryBudget_ || (offset == 0 && !openChunk(chunk))) {
    full_.store(true, std::memory_order_release);
    return false;
  }
  double* const block = chunks_[chunk].load(std::memory_order_relaxed);
  new (notes(block) + offset)
      StepNote{record.orderReason,
               static_cast<float>(record.error),
               static_cast<float>(record.rate),
               record.dominantCoordinate,
               static_cast<std::uint32_t>(rejectionCount_.load(std::memory_order_relaxed)),
               static_cast<std::uint16_t>(record.rejections.size()),
               record.restarted,
               record.loweredForStability};
  if (!record.rejections.empty()) keepRejections(record.rejections);
  if (!record.events.empty()) keepEvents(record.events);
  double* cell = block + offset;
  for (const double value : record.row) {
    *cell = value;
    cell += chunkRows_;
  }
  size_.store(row + 1, std::memory_order_release);
  return true;
}

void Recording::keepRejections(std::span<const Rejection> rejections) {
  usedBytes_ += rejections.size() * sizeof(Rejection);
  const std::lock_guard lock(log_->mutex);
  log_->rejections.insert(log_->rejections.end(), rejections.begin(), rejections.end());
  rejectionCount_.store(log_->rejections.size(), std::memory_order_release);
}

void Recording::abandon(std::span<const Rejection> rejections) {
  if (ready() && !full()) keepRejections(rejections);
}

void Recording::keepEvents(std::span<const Event> events) {
  const std::size_t kept = eventCount_.load(std::memory_order_relaxed);
  const std::size_t fresh = std::min(events.size(), kMostEvents - kept);
  if (fresh == 0) return;
  const std::lock_guard lock(log_->mutex);
  for (const Event& event : events.first(fresh)) {
    log_->events.push_back(event);
    usedBytes_ += sizeof(Event) + event.name.capacity() + event.what.capacity();
  }
  eventCount_.store(kept + fresh, std::memory_order_release);
}

int Recording::channelIndex(std::string_view name) const {
  if (!ready()) return -1;
  const auto found = indexByName_.find(name);
  return found == indexByName_.end() ? -1 : found->second;
}

double Recording::value(std::size_t row, int channel) const {
  assert(row < size());
  const double* chunk = chunks_[row >> chunkShift_].load(std::memory_order_acquire);
  return chunk[(static_cast<std::size_t>(channel) << chunkShift_) + (row & (chunkRows_ - 1))];
}

std::span<const double> Recording::stretch(std::size_t row, std::size_t end, int channel) const {
  assert(row <= end && end <= size());
  if (row >= end) return {};
  const double* chunk = chunks_[row >> chunkShift_].load(std::memory_order_acquire);
  const std::size_t offset = row & (chunkRows_ - 1);
  const double* first = chunk + (static_cast<std::size_t>(channel) << chunkShift_) + offset;
  return {first, std::min(end - row, chunkRows_ - offset)};
}

void Recording::copyRow(std::size_t row, std::span<double> out) const {
  assert(row < size() && out.size() == channels_.size());
  const double* cell = chunks_[row >> chunkShift_].load(std::memory_order_acquire) + (row & (chunkRows_ - 1));
  for (double& value : out) {
    value = *cell;
    cell += chunkRows_;
  }
}

std::size_t Recording::rowAt(double t) const {
  std::size_t low = 0, high = size();  // the answer lies in [low, high)
  assert(high > 0);
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (time(middle) <= t ? low : high) = middle;
  }
  return low;
}

const StepNote& Recording::note(std::size_t row) const {
  assert(row < size());
  return notes(chunks_[row >> chunkShift_].load(std::memory_order_acquire))[row & (chunkRows_ - 1)];
}

std::vector<Rejection> Recording::rejections(std::size_t first, std::size_t count) const {
  const std::lock_guard lock(log_->mutex);
  const auto& all = log_->rejections;
  first = std::min(first, all.size());
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(std::min(count, all.size() - first))};
}

std::vector<Event> Recording::events() const {
  const std::lock_guard lock(log_->mutex);
  return log_->events;
}

}  // namespace holonom
