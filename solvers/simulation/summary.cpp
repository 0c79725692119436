// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/summary.h"

namespace holonom {

const char* toString(Termination termination) {
  switch (termination) {
    case Termination::NotRun: return "not run";
    case Termination::ReachedEnd: return "reached end";
    case Termination::Stopped: return "stopped";
    case Termination::StepLimit: return "step limit";
    case Termination::SinkFull: return "output full";
    case Termination::AssemblyFailed: return "assembly failed";
    case Termination::StepTooSmall: return "step too small";
    case Termination::Locked: return "locked";
    case Termination::NotFinite: return "not finite";
    case Termination::EventFailed: return "event failed";
    case Termination::Unresolved: return "passage not resolved";
    case Termination::EventReached: return "event reached";
  }
  return "unknown";
}

}  // namespace holonom
