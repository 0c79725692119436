// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/condition_reader.h"

namespace holonom {

class SingularityWatch;

/// A singular configuration that a run has met.
struct SingularPoint {
  double t = 0;      ///< s
  std::string text;  ///< with time and the constraints that become dependent
};

/// Watches the constraints of a run for singular configurations: notes those that were passed, foresees the
/// next one, and keeps points of the run away from it. σ is measured only as often as its rate of change asks
/// for, so that the watch costs little far from singular configurations. Allocates only when there is
/// something to note.
class ConfigurationGuard {
 public:
  ConfigurationGuard();
  ~ConfigurationGuard();

  /// At the start, and whenever other rows are kept from here on. The system must outlive this object.
  void start(DaeSystem& kept, DaeSystem& all, const State& state);
  /// Of the run, relative: a miss (nearMiss()) of less than a hundred is not resolved.
  void setTolerance(double tolerance) { tolerance_ = tolerance; }
  /// After each accepted step. True: it was seen to pass a singular configuration.
  bool follow(const State& state);
  /// Measures now.
  void examine(const State& state);

  /// The planned step, changed so that it does not end close to a singular configuration.
  double limit(double t, double h) const;
  /// σ relative to the largest one of the run; 1 without constraints.
  double closeness() const { return watch_ ? sigma_ / reference_ : 1; }
  /// σ itself at the last point measured.
  double sigma() const { return sigma_; }
  /// At a time of the run not before the last step. Its rows have length one where they were measured, those
  /// of sigma() where the rows were chosen.
  Independence independence(double t) const { return watch_ ? reader_.at(t) : Independence{}; }
  /// The last start was behind a leap over a singular configuration.
  void leapt() { reader_.leapt(); }
  /// When σ would reach zero if it went on as between the last two points; infinite when it grows.
  double expectedTime() const { return expected_; }
  /// Constraints that come close to being dependent, by joint and direction.
  std::string dependentRows() const;
  /// "within 3e-09 of a singular configuration, in which … depend on other constraints" for the configuration
  /// q at time t when the constraints have such a place near it that they miss by more than the rounding of
  /// their data; empty otherwise.
  std::string nearMiss(double t, const Vector& q) const;
  /// Whether the constraints near this state have a singular configuration that is one to the rounding of
  /// their data.
  bool meetsExactly(const State& state) const;
  /// Why the run cannot go on: it passed a place near a singular configuration in a way that does not tell
  /// which branch follows. Empty while it can.
  const std::string& unresolved() const { return unresolved_; }
  /// Whether all of these belong to controllers: then it is not the mechanism that is singular.
  bool dependentOnControls() const;

  const std::vector<SingularPoint>& points() const { return points_; }
  void note(double t, const std::string& what);
  /// That the configuration q was met in that way ("the mechanism passed {}", "the run stepped over {}"): a
  /// singular one, or one so near it that the way on is not determined.
  void noteCrossing(double t, const Vector& q, Text how);
  /// Of the fastest coordinate, in scales per second.
  double speed(const State& state) const;

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  bool measure(const State& state);
  double travelled(const State& to) const;
  std::vector<int> rowsTakingPart() const;
  bool locate(const State& state, double before, double after);
  bool othersHold(double t, const Vector& q) const;
  void followDip(const State& state, bool turned);
  void judgeDip();
  std::optional<double> missAt(double t, const Vector& q) const;
  std::string describeMiss(double miss) const;

  DaeSystem *system_ = nullptr, *all_ = nullptr;  // the rows that are kept, and all of them
  std::unique_ptr<SingularityWatch> watch_;
  ConditionReader reader_;
  std::vector<SingularPoint> points_;
  State last_, probe_;
  Vector scale_;  // of the coordinates
  double sigma_ = 1, reference_ = 1e-300, rate_ = 0, nextCheck_ = 0;
  double expected_ = kNever;
  double lowest_ = kNever;  // σ in the present dip, and the place
  State lowestAt_;
  bool crossed_ = false;  // in the present dip
  double tolerance_ = 0;
  std::string unresolved_;
};

}  // namespace holonom
