// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"

namespace holonom {

/// The ideal stops of a system that are touched, and which of them hold: a stop at which the mechanism has
/// come to rest is closed, its row s = 0 joins the constraints with λ ≥ 0, until λ would have to pull. Which
/// stops of those touched are closed follows from the complementarity of the accelerations, 0 ≤ λ ⊥ s̈ = s̈₀
/// + G λ ≥ 0, where s̈₀ belongs to the mechanism with all stops open and G is the response of the distances
/// to unit forces (Lötstedt; solved by principal pivots).
class StopContacts {
 public:
  static constexpr double kContact = 1e-9;  ///< distance from a stop, in parts of the model's size

  /// `tolerance`: of the run, relative. The system must outlive this object.
  StopContacts(DaeSystem& system, double tolerance);

  bool any() const { return !stops_.empty(); }
  bool holds() const;  ///< whether a stop is closed
  bool isClosed(int function) const { return closed_[function]; }
  /// Whether the stop is driven back to its limit by the motion that decide() saw.
  bool isPressed(int function) const { return pressed_[function]; }
  /// Closed stops, one flag per switch, as Stops::close() takes them.
  std::span<const char> closed() const { return closed_; }
  /// `rows` of the system are kept from here on: closed are the stops whose rows are among them.
  void follow(const std::vector<int>& rows);
  /// Whether the rows of all closed stops are among these (ascending).
  bool areKept(const std::vector<int>& rows) const;
  void openAll();
  /// The rows that belong to no stop; and these with the closed stops, ascending.
  std::vector<int> otherRows(const std::vector<int>& rows) const;
  std::vector<int> withClosed(std::vector<int> others) const;

  /// Decides which stops are closed behind an event, at state.t, q, v. `open`: the independent rows without
  /// those of stops. `located`, `struck`: per switch, found at the event, and hit there. False: no consistent
  /// set was found.
  bool decide(const State& state, DaeSystem& open, std::span<const char> located,
              std::span<const char> struck);
  /// Velocities by which no stop that is touched is approached any more: plastic impulses p ≥ 0 at once, 0 ≤
  /// p ⊥ ṡ⁺ ≥ 0.
  bool part(State& state, DaeSystem& open, std::span<const char> located);

  /// Distances become what is watched: λ of closed stops; nothing for stops that others hold; and a stop that
  /// is touched without pressing is left with a margin. `rows`: of λ.
  void watch(ConstVectorRef lambda, const std::vector<int>& rows, VectorRef values) const;
  /// The watched values at the end of a step without event: stops that have been left are watched without
  /// margin again.
  void leave(ConstVectorRef values);

 private:
  struct Stop {
    int function, row;
    double size = 0;       // m or rad, of its distance when the coordinates change by their scales
    bool implied = false;  // it holds without a row of its own: closed stops and joints hold it already
    bool armed = true;     // its distance is watched as it is, else with margin() added
    bool before = false;   // it held, closed or implied, when openAll() was called
  };
  struct Contact;
  struct Touched;
  bool touch(const State& state, DaeSystem& open, std::span<const char> located, Touched& touched);
  bool stays(const Contact& contact) const;
  Vector gammaOf(const std::vector<Contact>& contacts, const State& state);
  bool chooseHeld(Touched& touched, const Vector& s2, std::vector<int>& held, std::vector<int>& chosen);
  void close(const Touched& touched, const std::vector<int>& held, const std::vector<int>& chosen);

  /// A stop that was left or is touched without pressing is watched with the margin that the errors of the
  /// positions need.
  double margin(const Stop& stop) const { return std::max(kContact, tolerance_) * stop.size; }

  DaeSystem& system_;
  Switches& switches_;
  Stops& limits_;
  double tolerance_;
  std::vector<Stop> stops_;
  std::vector<char> closed_, pressed_;  // per switch
  Vector scale_;
};

}  // namespace holonom
