// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/base/text.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {

/// Whether SUNDIALS was found when the program was built.
#ifdef HOLONOM_HAS_IDA
inline constexpr bool kHasIda = true;
#else
inline constexpr bool kHasIda = false;
#endif

inline constexpr const char* kIdaName = "ida";

/// What lists of methods and measurements against IDA say where it is missing; empty where it is there.
inline std::string noteOnReference(bool built = kHasIda) {
  if (built) return "";
  return tr(
      "IDA of SUNDIALS (ida), the reference method, is not built in: install libsundials-dev and build "
      "again.");
}

/// IDA of SUNDIALS (Hindmarsh et al., ACM TOMS 31 (2005) 363–396) with KLU on the equations of index 2 or 1,
/// as a method beside the others: for cross-checks. IDA chooses steps and orders and repeats failed steps on
/// its own; the error is weighed as everywhere here. Defined only if kHasIda.
std::unique_ptr<Integrator> makeIda(DaeSystem& system, int index, const IntegratorSettings& settings,
                                    Work& work);
MethodDescriptor idaMethod();

}  // namespace holonom
