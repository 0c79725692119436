// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace holonom {

/// While it lives, numbers of this thread below 2.2e-308 count as zero. What fades from body to body, as
/// accelerations do along a chain whose end is let go, gets there after some hundred bodies, and x86
/// processors take some hundred cycles for an operation with such a number. Elsewhere nothing changes.
class SubnormalsAreZero {
 public:
#ifdef __SSE2__
  SubnormalsAreZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | kResults | kOperands); }
  ~SubnormalsAreZero() { _mm_setcsr(before_); }
#else
  SubnormalsAreZero() {}
  ~SubnormalsAreZero() {}
#endif
  SubnormalsAreZero(const SubnormalsAreZero&) = delete;
  SubnormalsAreZero& operator=(const SubnormalsAreZero&) = delete;

 private:
#ifdef __SSE2__
  static constexpr unsigned kResults = 0x8000, kOperands = 0x0040;  // bits FTZ and DAZ of MXCSR
  unsigned before_;
#endif
};

}  // namespace holonom
