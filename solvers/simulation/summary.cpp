// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/summary.h"

namespace holonom {

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
    case Termination::NotFinite: return Text("not finite");
    case Termination::EventFailed: return Text("event failed");
    case Termination::Unresolved: return Text("passage not resolved");
    case Termination::EventReached: return Text("event reached");
  }
  return Text("unknown");
}

const char* toString(Termination termination) { return inWords(termination).english(); }

}  // namespace holonom
