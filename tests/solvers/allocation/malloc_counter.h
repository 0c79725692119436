// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

// Only with glibc, and not under the sanitizers, which replace malloc themselves.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define HOLONOM_COUNTS_MALLOC 1
#endif

namespace holonom {

/// Calls of malloc, calloc, realloc and aligned_alloc by this process so far.
long allocationCount();

}  // namespace holonom
