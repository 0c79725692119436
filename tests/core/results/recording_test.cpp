// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/recording.h"

#include <gtest/gtest.h>

#include <atomic>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>

#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

using test::append;
using test::channel;

std::vector<Channel> columns(int count) {
  std::vector<Channel> channels{channel("t", "s", ChannelKind::Time)};
  for (int i = 1; i < count; ++i)
    channels.push_back({std::string("c").append(std::to_string(i)), "", ChannelKind::Output, ""});
  return channels;
}

double cell(std::size_t row, std::size_t column) {
  return static_cast<double>(row) + 1e-3 * static_cast<double>(column);
}

bool appendRow(Recording& recording, std::size_t row, std::vector<double>& buffer) {
  for (std::size_t c = 0; c < buffer.size(); ++c) buffer[c] = cell(row, c);
  StepRecord record;
  record.row = buffer;
  return recording.accept(record);
}

TEST(Recording, KeepsEveryValueAcrossChunks) {
  Recording recording;
  EXPECT_FALSE(recording.ready());
  EXPECT_EQ(recording.channelIndex("t"), -1);
  recording.begin(columns(7));
  std::vector<double> buffer(7), copy(7);
  const std::size_t rows = 3 * recording.chunkRows() + 5;
  for (std::size_t row = 0; row < rows; ++row) ASSERT_TRUE(appendRow(recording, row, buffer));
  ASSERT_EQ(recording.size(), rows);
  for (std::size_t row = 0; row < rows; row += 17) {
    recording.copyRow(row, copy);
    for (std::size_t c = 0; c < 7; ++c) {
      ASSERT_EQ(recording.value(row, static_cast<int>(c)), cell(row, c));
      ASSERT_EQ(copy[c], cell(row, c));
    }
  }
  EXPECT_EQ(recording.channelIndex("c4"), 4);
  EXPECT_EQ(recording.channelIndex("nothing"), -1);
}

TEST(Recording, StretchesCoverAChannelWithoutGaps) {
  Recording recording;
  recording.begin(columns(3));
  std::vector<double> buffer(3);
  const std::size_t rows = 2 * recording.chunkRows() + 100;
  for (std::size_t row = 0; row < rows; ++row) appendRow(recording, row, buffer);
  std::size_t row = 10;
  int stretches = 0;
  while (row < rows) {
    const auto part = recording.stretch(row, rows, 2);
    ASSERT_FALSE(part.empty());
    for (std::size_t i = 0; i < part.size(); ++i) ASSERT_EQ(part[i], cell(row + i, 2));
    row += part.size();
    ++stretches;
  }
  EXPECT_EQ(row, rows);
  EXPECT_EQ(stretches, 3);
  EXPECT_TRUE(recording.stretch(rows, rows, 2).empty());
}

TEST(Recording, ChunkSizeFollowsTheNumberOfColumns) {
  for (const int count : {1, 35, 500, 5000, 100000}) {
    Recording recording;
    recording.begin(columns(count));
    EXPECT_GE(recording.chunkRows(), 16u);
    EXPECT_LE(recording.chunkRows(), 4096u);
    if (recording.chunkRows() > 16) {
      EXPECT_LE(recording.chunkRows() * 8 * static_cast<std::size_t>(count), std::size_t{1} << 20);
    }
  }
}

TEST(Recording, RowAtFindsTheLastRowNotAfterT) {
  Recording recording;
  recording.begin(columns(1));
  for (const double t : {0.0, 0.1, 0.1, 0.4, 2.0}) append(recording, {t});
  EXPECT_EQ(recording.rowAt(-1), 0u);
  EXPECT_EQ(recording.rowAt(0), 0u);
  EXPECT_EQ(recording.rowAt(0.1), 2u);
  EXPECT_EQ(recording.rowAt(0.39), 2u);
  EXPECT_EQ(recording.rowAt(0.4), 3u);
  EXPECT_EQ(recording.rowAt(99), 4u);
}

TEST(Recording, StopsAtTheMemoryBudgetAndSaysSo) {
  // 4096 rows × (8 columns × 8 bytes + a note) < 400 KB: one chunk fits
  Recording recording(std::size_t{500} << 10);
  recording.begin(columns(8));
  std::vector<double> buffer(8);
  std::size_t row = 0;
  while (appendRow(recording, row, buffer)) ++row;
  EXPECT_EQ(row, recording.chunkRows());
  EXPECT_EQ(recording.size(), row);
  EXPECT_TRUE(recording.full());
  EXPECT_FALSE(appendRow(recording, row, buffer));
  EXPECT_EQ(recording.value(row - 1, 3), cell(row - 1, 3));
}

TEST(Recording, BeginsOnce) {
  Recording recording;
  recording.begin(columns(2));
  EXPECT_THROW(recording.begin(columns(2)), std::logic_error);
}

TEST(Recording, KeepsRejectionsInOrder) {
  Recording recording;
  recording.begin(columns(1));
  const std::vector<Rejection> first{{0.1, 1e-2, 2, RejectionCause::ErrorTest, 3.5, 4}};
  const std::vector<Rejection> second{{0.2, 2e-2, 3, RejectionCause::NewtonSlow, 0, -1},
                                      {0.2, 1e-2, 3, RejectionCause::SingularMatrix, 0, -1}};
  const double row[] = {0.3};
  StepRecord record;
  record.row = row;
  for (const auto* list : {&first, &second}) {
    record.rejections = *list;
    recording.accept(record);
  }
  const auto log = recording.rejections();
  ASSERT_EQ(log.size(), 3u);
  EXPECT_EQ(log[0].coordinate, 4);
  EXPECT_EQ(log[2].cause, RejectionCause::SingularMatrix);
  EXPECT_STREQ(toString(log[1].cause), "Newton too slow");
}

TEST(Recording, KeepsANoteOfEveryStepAndTheAttemptsOfALastOneThatFailed) {
  Recording recording;
  recording.begin(columns(3));
  const std::vector<Rejection> pair(2, {0.2, 2e-2, 3, RejectionCause::NewtonSlow, 0, -1});
  std::vector<double> row(3);
  for (std::size_t i = 0; i < 10000; ++i) {  // several chunks
    StepRecord record;
    record.row = row;
    record.t = row[0] = double(i);
    record.error = 1e-4 * double(i);
    record.rate = 0.25;
    record.dominantCoordinate = int(i % 7);
    record.restarted = i == 5000;
    record.orderReason = i % 2 ? Text("kept") : Text("lower");
    if (i % 100 == 3) record.rejections = pair;
    ASSERT_TRUE(recording.accept(record));
  }
  for (const std::size_t i : {0u, 3u, 4095u, 4096u, 5000u, 9903u, 9999u}) {
    const StepNote& note = recording.note(i);
    EXPECT_FLOAT_EQ(note.error, 1e-4f * float(i));
    EXPECT_EQ(note.dominantCoordinate, int(i % 7));
    EXPECT_EQ(note.restarted, i == 5000);
    EXPECT_EQ(note.orderReason.text.str(), i % 2 ? "kept" : "lower");
    EXPECT_EQ(note.rejections, i % 100 == 3 ? 2 : 0);
    EXPECT_EQ(note.firstRejection, 2 * ((i + 96) / 100));
    EXPECT_EQ(recording.value(i, 0), double(i));
  }
  EXPECT_EQ(recording.rejectionCount(), 200u);
  recording.abandon(pair);
  EXPECT_EQ(recording.rejections(200).size(), 2u);
  EXPECT_EQ(recording.rejections(199, 2).size(), 2u);
  EXPECT_TRUE(recording.rejections(999).empty());
}

TEST(Recording, KeepsTheFirstEventsInOrder) {
  Recording recording;
  recording.begin(columns(1));
  const double row[] = {0};
  EXPECT_EQ(recording.eventCount(), 0u);
  std::vector<Event> pair(2);
  for (std::size_t i = 0; i < Recording::kMostEvents; ++i) {
    pair[0] = {double(i), "stop", "hits"};
    pair[1] = {double(i), "stop", "leaves"};
    StepRecord record;
    record.row = row;
    if (i % 2 == 0) record.events = pair;
    ASSERT_TRUE(recording.accept(record));
  }
  EXPECT_EQ(recording.eventCount(), Recording::kMostEvents);
  const auto events = recording.events();
  ASSERT_EQ(events.size(), Recording::kMostEvents);
  EXPECT_EQ(events[0], (Event{0, "stop", "hits"}));
  EXPECT_EQ(events[3], (Event{2, "stop", "leaves"}));
  ASSERT_TRUE(recording.accept({.events = pair, .row = row})) << "more events than are kept do not end a run";
  EXPECT_EQ(recording.eventCount(), Recording::kMostEvents);
}

TEST(Recording, ReadersSeeOnlyWholeRowsWhileAnotherThreadWrites) {
  Recording recording;
  const std::size_t rows = 300000;
  // the second half is written only after a look, whatever the scheduler does
  std::atomic<bool> looked{false};
  std::jthread writer([&] {
    recording.begin(columns(6));
    std::vector<double> buffer(6);
    for (std::size_t row = 0; row < rows; ++row) {
      while (row == rows / 2 && !looked) std::this_thread::yield();
      appendRow(recording, row, buffer);
    }
  });
  std::size_t seen = 0, looks = 0;
  while (seen < rows) {
    if (!recording.ready()) {
      std::this_thread::yield();
      continue;
    }
    const std::size_t size = recording.size();
    ASSERT_GE(size, seen);
    for (std::size_t row = seen; row < size; ++row)
      for (int c = 0; c < 6; ++c) ASSERT_EQ(recording.value(row, c), cell(row, static_cast<std::size_t>(c)));
    seen = size;
    looked = true;
    ++looks;
  }
  EXPECT_GT(looks, 1u);
}

TEST(Recording, MillionRowsOf35Channels) {
  Recording recording;
  recording.begin(columns(35));
  std::vector<double> buffer(35, 1.0);
  const auto start = std::chrono::steady_clock::now();
  const std::size_t rows = 1000000;
  for (std::size_t row = 0; row < rows; ++row) {
    buffer[0] = static_cast<double>(row);
    StepRecord record;
    record.row = buffer;
    ASSERT_TRUE(recording.accept(record));
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  const std::size_t chunks = (rows + recording.chunkRows() - 1) / recording.chunkRows();
  std::printf("1e6 rows x 35 channels: %.0f ns per row, %.0f MB in %zu chunks\n", spent.count() * 1e3,
              static_cast<double>(chunks * recording.chunkRows()) * 35 * 8 / 1e6, chunks);
  EXPECT_EQ(recording.rowAt(777777.5), 777777u);
}

}  // namespace
}  // namespace holonom
