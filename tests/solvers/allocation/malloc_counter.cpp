// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the allocation functions of the C library in this program: operator new, Eigen and SuiteSparse all
// end here.
#include "tests/solvers/allocation/malloc_counter.h"

#include <atomic>
#include <cstddef>

namespace {
std::atomic<long> allocations{0};
}

namespace holonom {
long allocationCount() { return allocations.load(); }
}  // namespace holonom

#ifdef HOLONOM_COUNTS_MALLOC
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}
}
#endif
