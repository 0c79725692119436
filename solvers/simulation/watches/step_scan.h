// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <vector>

#include "core/math/types.h"

namespace holonom {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();  ///< rounding of a time, of itself

/// Cuts an interval of time into pieces in each of which no function of a group changes its sign more than
/// once, as far as can be told from samples: so that a function that falls through zero and rises again
/// within one step is not missed. A piece is known by values and rates at its ends and the value in its
/// middle; the polynomial of degree 4 through these has at most as many roots as its Bernstein coefficients
/// have changes of sign (Descartes' rule in the form of Pólya and Schoenberg, by variation diminution).
/// Pieces with more are halved, down to 2⁻¹² of those that the caller asks for. Allocates only when made.
class StepScan {
 public:
  /// Writes the values of all functions at a time within the interval.
  using Evaluate = std::function<void(double t, Vector& values)>;

  explicit StepScan(int functions);

  /// Begins at t0 with equal pieces up to t1, at most `most` evaluations beyond those. Functions with
  /// `ignored` (may be null: none) do not cause cuts.
  void begin(double t0, double t1, int pieces, int most, const std::vector<char>* ignored,
             const Evaluate& evaluate);
  /// Moves on to the next interval, in the order of time; false behind the last one, of which left() then is
  /// the end.
  bool next(const Evaluate& evaluate);

  double left() const { return left_.t; }
  double right() const { return ahead_[count_ - 1].t; }
  const Vector& atLeft() const { return left_.values; }
  const Vector& atRight() const { return ahead_[count_ - 1].values; }
  double size(int i) const { return sizes_[i]; }  ///< the largest value of function i so far, without sign

 private:
  static constexpr int kDepth = 12;
  struct Place {
    double t = 0;
    Vector values, rates;
    bool settled = false;  // what lies to its left, back to the next place, is an interval to be given out
  };
  void measure(Place& place, double t, const Evaluate& evaluate);
  void measureRates(Place& place, const Evaluate& evaluate);
  bool mayTurn(int i, const Place& middle, const Place& end) const;

  double t0_ = 0, t1_ = 0, delta_ = 0;  // delta_: of the differences for rates
  int pieces_ = 0, piece_ = 0, evaluationsLeft_ = 0;
  const std::vector<char>* ignored_ = nullptr;
  Place left_;
  std::vector<Place> ahead_;  // right ends of what is still to do, nearest last
  int count_ = 0;             // how many of ahead_ are in use
  bool given_ = false;        // the interval up to the nearest of them has been given out
  Vector beside_;
  Vector sizes_;  // largest values seen, for what is zero but for rounding
};

}  // namespace holonom
