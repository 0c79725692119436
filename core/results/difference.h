// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/results/recording.h"

/// What tells two runs of one model apart: their difference at every time at which one of them has a row.
/// Between its own rows a run is read by the cubic that takes values and rates on at both ends (positions and
/// velocities, whose rates are recorded), and by a straight line otherwise; what is one for a whole step (its
/// size, the order) by that of the step.
namespace holonom {

/// In the place of a rate: the channel holds for the step that ends at its row.
inline constexpr int kHeldByStep = -2;

/// For each channel the index of the one that is its rate: of the same part, the next kind (position,
/// velocity, acceleration), the same place among the channels of part and kind, and a unit that is the first
/// one over time. Of outputs and measures what they say, of channels that tell of steps kHeldByStep, of
/// others −1.
std::vector<int> rateChannels(const std::vector<Channel>& channels);
/// That of one channel alone, without looking at all others for theirs.
int rateChannel(const std::vector<Channel>& channels, int channel);

/// A channel of two runs, with its rates (−1: none). Of an Euler parameter also the first of its four: p and
/// −p are the same rotation, and are compared by the nearer of the two.
struct ChannelPair {
  int a, rateA, b, rateB;
  int turnA = -1, turnB = -1;
};
/// Makes pairs of the channels of two runs, which must outlive it; none where one of them is not there (−1).
class ChannelPairs {
 public:
  ChannelPairs(const std::vector<Channel>& a, const std::vector<Channel>& b);
  std::optional<ChannelPair> of(int inA, int inB) const;

 private:
  const std::vector<Channel>&a_, &b_;
  std::vector<int> ratesA_, ratesB_;
};

/// Goes through the times at which `a` or `b` has a row, from the later start to the earlier end, each time
/// once. At a jump, where rows share a time, the last of them counts. Knows nothing of channels that only one
/// of them has.
class CommonTimes {
 public:
  CommonTimes(const Recording& a, const Recording& b);
  /// Moves on; false while there is no further time that both have reached.
  bool next();
  double time() const { return t_; }  ///< s
  bool isRowOfFirst() const { return a_.recording->time(a_.row) == t_; }
  /// a − b at this time.
  double difference(const ChannelPair& pair) const;

 private:
  struct Cursor {
    const Recording* recording;
    std::size_t row = 0;
    void moveTo(double t, std::size_t size);
    double at(double t, int channel, int rate) const;
  };
  Cursor a_, b_;
  double t_ = 0;
  bool begun_ = false;
};

/// The difference of some channels as a recording of its own, which plots read like any other: time and a −
/// b.
class DifferenceRecording {
 public:
  DifferenceRecording(std::shared_ptr<const Recording> a, std::shared_ptr<const Recording> b,
                      std::vector<std::string> channels);

  /// Takes in at most `most` further times. Returns whether there were any. The recording begins once both
  /// have begun.
  bool advance(std::size_t most);
  const std::shared_ptr<Recording>& recording() const { return recording_; }
  bool isOf(const std::shared_ptr<const Recording>& a, const std::shared_ptr<const Recording>& b,
            const std::vector<std::string>& channels) const;

 private:
  bool begin();

  std::shared_ptr<const Recording> a_, b_;
  std::vector<std::string> names_;
  std::shared_ptr<Recording> recording_ = std::make_shared<Recording>();
  std::vector<ChannelPair> pairs_;
  std::unique_ptr<CommonTimes> times_;
  std::vector<double> row_;
};

/// How far two runs are apart in the channels of one kind and unit.
struct DifferenceGroup {
  ChannelKind kind = ChannelKind::Position;
  std::string unit;
  double largest = 0;   ///< of |a − b|, in the unit
  std::string channel;  ///< where that is
  double time = 0;      ///< when, s
  double rms = 0;       ///< root of the mean of (a − b)² over time and the channels of the group
};

/// The rows of both runs; or those of the first alone, where the other one is a reference with short steps
/// and what lies between the rows of the first is only a line.
enum class DifferenceAt { RowsOfBoth, RowsOfFirst };

/// Positions, velocities, accelerations, reactions and outputs, in this order, grouped by their units.
/// Differences that are not finite are passed over. Empty when the runs share no time, or when a stop was
/// requested meanwhile.
std::vector<DifferenceGroup> differencesOf(const Recording& a, const Recording& b,
                                           const std::stop_token& stop = {},
                                           DifferenceAt at = DifferenceAt::RowsOfBoth);

}  // namespace holonom
