// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/summary.h"

#include <cmath>

#include "core/base/text.h"

namespace holonom {
namespace {

/// "0.52 %", "188 %"
std::string inPercent(double part) {
  const double percent = 100 * part;
  return (percent < 10 ? significant(percent, 2) : std::to_string(std::lround(percent))) + " %";
}

}  // namespace

Text inWords(Termination termination) {
  switch (termination) {
    case Termination::NotRun: return Text("not run");
    case Termination::ReachedEnd: return Text("reached end");
    case Termination::Stopped: return Text("stopped");
    case Termination::StepLimit: return Text("step limit");
    case Termination::SinkFull: return Text("output full");
    case Termination::AssemblyFailed: return Text("assembly failed");
    case Termination::StepTooSmall: return Text("step too small");
    case Termination::Locked: return Text("locked");
    case Termination::StepFailed: return Text("step failed");
    case Termination::Exploded: return Text("exploded");
    case Termination::NotFinite: return Text("not finite");
    case Termination::EventFailed: return Text("event failed");
    case Termination::Unresolved: return Text("passage not resolved");
    case Termination::EventReached: return Text("event reached");
  }
  return Text("unknown");
}

std::string RealTimeReport::verdict() const {
  constexpr long kSeldom = 100;  // steps, of which one may wait for what else the machine does
  constexpr long kFew = 10;      // of so many may be late: a step that waits makes the next ones late, too
  if (steps == 0) return tr("no step was made");
  const std::string times =
      tr("the step takes {} of its time, the longest {}", inPercent(load), inPercent(largestLoad));
  if (2 * tooLong > steps)
    return tr("too slow for real time: {}; take a longer step, a method with less work, or fewer bodies",
              times);
  if (late == 0) return tr("keeps up: {}", times);
  if (kSeldom * tooLong <= steps && kFew * late <= steps)
    return tr("keeps up but for single steps, as when the machine does something else: {}", times);
  if (kSeldom * tooLong <= steps)
    return tr(
        "does not keep its times: {}, but {} of {} steps are late; the machine does something else, or a few "
        "steps are so long that many must catch up: take a longer step, or leave the machine to the run",
        times, late, steps);
  return tr("hardly keeps up: {}, and {} of {} take too long; take a longer step or a method with less work",
            times, tooLong, steps);
}

const char* toString(Termination termination) { return inWords(termination).english(); }

}  // namespace holonom
