// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/pole_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kEvaluations = 60;  // within one step, beyond the regular ones

}  // namespace

PoleWatch::PoleWatch(DaeSystem& system)
    : system_(system), poles_(system.offers().poles), search_(system, poles_.count(), kEvaluations,
                                                              [this](const State& at, Vector& values) {
                                                                system_.moveTo(at.t, at.q, at.v);
                                                                poles_.values(values);
                                                              }),
      values_(Vector::Zero(poles_.count())) {
  probe_.q = probe_.v = Vector::Zero(system.coordinateCount());
}

/// Whether the formula of function i, which goes through zero at this state, grows by a power of the distance
/// towards it, on either side, at distances 10⁻¹, 10⁻² … of the step. A logarithm, whose integral is finite,
/// does not count. Steps towards a pole may have become so short that nothing can be seen within them: it is
/// looked at as far away as it takes.
bool PoleWatch::growsTowards(int i, const State& at, double before, double h) {
  constexpr double kFar = 0.1;          // the farthest distance, in parts of the step
  constexpr double kNearest = 1e3;      // the nearest one, in roundings of t
  constexpr double kMuchFarther = 1e7;  // the farthest one is at least so many times the nearest
  constexpr double kGrowth = 1.5;       // from one distance to the next
  constexpr double kMuch = 5;           // from the farthest distance to the nearest
  constexpr int kDecades = 5;           // the nearest distances: so many in a row must show growth
  const double nearest = kNearest * kEpsilon * std::max(std::abs(at.t), h);
  for (const double side : {-1.0, 1.0}) {
    double first = 0, last = 0;
    int grown = -1;  // the first value is no growth
    for (double distance = std::max(kFar * h, kMuchFarther * nearest); distance > nearest; distance *= 0.1) {
      system_.moveTo(at.t + side * distance, at.q + side * distance * at.v, at.v);
      poles_.values(values_);
      if (!(side * values_[i] * before < 0)) continue;  // beyond another zero, or too near for its rounding
      const double value = std::abs(poles_.near(i));
      grown = grown < 0 ? 0 : value > kGrowth * last || !std::isfinite(value) ? grown + 1 : 0;
      if (first == 0) first = value;
      last = value;
    }
    if (grown >= kDecades - 1 && !(last <= kMuch * first)) return true;
  }
  return false;
}

/// The first such place in a step.
std::optional<PoleWatch::Finding> PoleWatch::look(const StepCurve& step) {
  const double h = step.to() - step.from(), tolerance = 4 * kEpsilon * std::max(std::abs(step.to()), h);
  std::optional<Finding> first;
  search_.begin(step);
  while (!first && search_.next())
    for (int i = 0; i < values_.size(); ++i) {
      if (!search_.changes(i)) continue;
      const double at = search_.change(i, tolerance);
      step.at(at, probe_);
      probe_.t = at;
      if (!(first && first->t <= at) && growsTowards(i, probe_, search_.atLeft()[i], h))
        first = Finding{at, i};
    }
  return first;
}

Verdict PoleWatch::judge(const Tried& step) {
  if (!active() || !step.to || !step.succeeded()) return {};
  if (!step.to->q.allFinite() || !step.to->v.allFinite()) return {};
  const auto finding = look(step.curve());
  if (!finding) return {};
  noted_ = *finding;
  return {.kind = Verdict::Kind::Fail};
}

std::optional<PoleWatch::Finding> PoleWatch::ahead(const State& from, double least, double span) {
  constexpr double kFarther = 4;
  if (!active()) return std::nullopt;
  for (double h = least; h <= span; h *= kFarther) {
    ahead_ = from;
    ahead_.t += h;
    ahead_.q += h * from.v;
    if (const auto finding = look(GuessedCurve(from, ahead_, false))) return finding;
  }
  return std::nullopt;
}

}  // namespace holonom
