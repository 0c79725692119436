// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/scales.h"
#include "solvers/options/options.h"
#include "solvers/simulation/loop/step_journal.h"
#include "solvers/simulation/loop/stepping.h"

namespace holonom {

class Rates;

/// Where a run stands, by which method, and what has been noted of its steps: what the parts of a run share.
struct Course {
  /// The system must outlive the course.
  Course(DaeSystem& equations, SimulationOptions given);
  ~Course();

  double tolerance() const { return std::max(usedRtol(options), usedAtol(options)); }
  double interval() const { return options.endTime - options.startTime; }
  double toGo() const { return options.endTime - state.t; }  ///< s
  /// What rounding makes of the time beside a step of size h, s.
  double rounding(double h) const { return kRounding * std::max(std::abs(state.t), h); }
  bool atEnd() const {
    return state.t >=
           options.endTime - kRounding * std::max(std::abs(options.endTime), std::abs(options.startTime));
  }
  /// Takes over all but the time from a state of the kept rows.
  void take(const State& kept) { steps.expand(kept, state); }
  /// Of the kept rows.
  Rates& rates();

  static constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

  DaeSystem& system;
  const Offers offers;  ///< of the system
  const SimulationOptions options;
  Stepping steps;
  StepJournal journal;
  State state;                       ///< last accepted, λ for all rows
  Vector scale;                      ///< of the coordinates
  std::unique_ptr<Rates> keptRates;  ///< null until they are asked for
};

}  // namespace holonom
