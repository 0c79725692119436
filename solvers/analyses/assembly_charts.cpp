// SPDX-License-Identifier: GPL-3.0-or-later
// Assembly over changes of chart.
#include "core/dynamics/offers.h"
#include "solvers/analyses/assembly.h"

namespace holonom {

/// A start may be assembled to where the chart in which it was given is singular, or beyond: it goes on from
/// there in one that suits the place.
Assembly assemble(DaeSystem& system, const InitialGuess& guess) {
  constexpr int kChanges = 3;
  constexpr double kBeyondUse = 30;  // strain of a given position that the chart can hardly tell
  Charts& charts = system.offers().charts;
  Assembly found = assembleFrom(system, guess, guess.q);
  InitialGuess given = guess;
  for (int change = 0; charts.count() > 1 && change < kChanges; ++change) {
    const State& at = found.state;
    if (!at.q.allFinite()) return found;
    system.moveTo(at.t, at.q, at.v);
    if (charts.strain() < 1 || charts.change().empty()) return found;
    const auto toPresent = [&charts](Vector& q, Vector v) {
      Vector a = Vector::Zero(q.size());
      charts.toPresent(q, v, a);
      return v;
    };
    Vector start = at.q;
    const Vector rates = toPresent(start, at.v);
    given.v = toPresent(given.q, given.v);
    system.moveTo(given.t, given.q, given.v);
    if (!given.q.allFinite() || !given.v.allFinite() || !(charts.strain() < kBeyondUse))
      given.q = start, given.v = rates;
    found = assembleFrom(system, given, start);
  }
  return found;
}

}  // namespace holonom
