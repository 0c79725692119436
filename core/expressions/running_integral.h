// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

namespace holonom {

/// The integrals of a function of time from an origin, zero at first, at any time and to rounding: what a
/// prescribed velocity or acceleration says of positions. The way that times have gone is kept as knots with
/// the integrals up to them, so that a time farther on costs its own part only. A part is halved until its
/// halves agree with the whole; where the function has a corner, jump or front inside it is halved down to
/// that place.
class RunningIntegral {
 public:
  /// f: of the time (s). marks: numbers that change their signs where f is not smooth, first `jumps` of them
  /// for its corners and jumps, then arguments of fronts (core/expressions/fronts.h).
  using Function = std::function<double(double)>;
  using Marks = std::function<void(double, double*)>;
  RunningIntegral(Function f, Marks marks, int jumps, int markCount);

  struct Value {
    double once = 0;   ///< ∫ f from the origin to t
    double twice = 0;  ///< the integral of that from there
    double size = 0;   ///< of f without sign, on the way from the origin
  };
  Value at(double t) const;
  /// Begins anew, for another function as well. `size`: what came before, to which errors are small.
  void restart(double origin, double size = 0);
  double origin() const { return origin_; }

 private:
  struct Knot {
    double t = 0;  // from the origin on, on either side
    Value value;
  };
  /// One side of the origin: the times behind it, or those before.
  struct Side {
    double sign;
    std::vector<Knot> knots;
  };
  Knot advanced(const Side& side, const Knot& from, double t) const;
  bool isResolved(const Side& side, const Knot& from, const Knot& to, double shortest) const;
  void reach(Side& side, double t) const;
  Value valueOn(Side& side, double t) const;

  Function f_;
  Marks marks_;
  double origin_ = 0;
  std::size_t jumps_;
  mutable std::vector<double> before_, behind_;
  mutable Side later_{1, {Knot{}}}, earlier_{-1, {Knot{}}};
};

}  // namespace holonom
