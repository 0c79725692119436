// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/step_record.h"

namespace holonom {

const char* toString(RejectionCause cause) {
  switch (cause) {
    case RejectionCause::ErrorTest: return "error test";
    case RejectionCause::NewtonDivergence: return "Newton diverged";
    case RejectionCause::NewtonSlow: return "Newton too slow";
    case RejectionCause::SingularMatrix: return "singular matrix";
    case RejectionCause::NotFinite: return "not a finite number";
  }
  return "unknown";
}

}  // namespace holonom
