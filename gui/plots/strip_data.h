// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

/// The steps of one run, summarised block by block, so that any stretch of a long run is told in few
/// operations and no extreme and no rejection is lost. Row i is the step that ends at its time; row 0 is the
/// start and no step, nor is a row behind a jump.
class StripData {
 public:
  static constexpr int kCauses = kRejectionCauses;

  /// Of a stretch of steps.
  struct Summary {
    float hMin = std::numeric_limits<float>::infinity(), hMax = 0;  ///< s
    float rateMax = 0;                                              ///< contraction of the iteration
    int orderMin = std::numeric_limits<int>::max(), orderMax = 0, newtonMax = 0;
    /// steps; those with an iteration; of those, with a new Jacobian
    unsigned steps = 0, iterated = 0, evaluated = 0;
    void add(const Summary& other);
  };

  /// One rejected attempt. Attempts of a step that was never accepted have row == size().
  struct Mark {
    double t;  ///< where it is drawn: the end of its step (or its start, when it was never accepted), s
    std::size_t row;
  };

  explicit StripData(std::shared_ptr<const Recording> recording) : recording_(std::move(recording)) {}

  /// Takes in new rows, at most `mostRows` of them. Returns whether there were any. Attempts behind the last
  /// row are known to belong to no step only when the run has `ended`.
  bool update(std::size_t mostRows, bool ended);

  const Recording& recording() const { return *recording_; }
  std::size_t size() const { return size_; }                ///< rows taken in
  Summary over(std::size_t first, std::size_t last) const;  ///< rows [first, last)
  const Summary& whole() const { return whole_; }
  /// Rejections of one cause in the order of time.
  const std::vector<Mark>& rejections(int cause) const { return marks_[static_cast<std::size_t>(cause)]; }
  bool hasAbandoned() const { return abandoned_; }  ///< a last step was tried and never accepted
  std::size_t rejectionCount() const { return taken_; }

  /// Rows of the steps that fall into the stretch of time (from, to], as [first, last); empty when there are
  /// none.
  std::pair<std::size_t, std::size_t> stepsWithin(double from, double to) const;
  /// The same for `count` equal stretches beside each other.
  std::vector<std::pair<std::size_t, std::size_t>> stepsWithin(double from, double to,
                                                               std::size_t count) const;
  /// The step at a time: the one under way then, or the one that ends there.
  std::size_t stepAt(double t) const;
  /// `count` steps behind (or before) a row, or the last (first) one; row == size() where the run ended in
  /// one.
  std::size_t stepFrom(std::size_t row, std::ptrdiff_t count) const;
  /// The next step with rejections behind (or before) a row; row == size() where the run ended in one.
  std::optional<std::size_t> nextRejected(std::size_t row, int direction) const;

  const std::vector<std::string>& parts() const { return parts_; }
  /// The part whose coordinate decided a step, −1 unknown.
  int decidingPart(std::size_t row) const;
  /// The part that decided most of the steps [first, last), judged by some of them where they are many.
  int decidingPart(std::size_t first, std::size_t last) const;

 private:
  void begin();
  Summary ofRow(std::size_t row) const;
  void takeRejections(std::size_t row);

  static constexpr std::size_t kBlock = 32;
  std::shared_ptr<const Recording> recording_;
  int h_ = -1, order_ = -1, newton_ = -1, jacobians_ = -1;  // channels
  std::vector<std::string> parts_;
  std::vector<int> partOf_;  // of each coordinate
  std::vector<Summary> blocks_;
  Summary whole_;
  std::size_t size_ = 0, taken_ = 0;
  bool begun_ = false, abandoned_ = false;
  std::array<std::vector<Mark>, kCauses> marks_;
  std::vector<std::size_t> rejected_;  // rows with rejections, ascending
};

}  // namespace holonom
