// SPDX-License-Identifier: GPL-3.0-or-later
// A program of its own, because it replaces operator new to count.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "core/expressions/expression.h"

namespace {
std::atomic<long> allocations{0};
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace holonom {
namespace {

TEST(TapeAllocation, EvaluateAllocatesNothing) {
  const std::vector<std::string> variables{"t", "x"};
  const Tape tape =
      Expression::parse("2.5*sin(3*t+.1)*exp(-.2*t) + x^2*cos(t) - min(t, x^3.3) + atan2(t, x)", variables)
          .compileWithDerivatives(0);
  std::vector<double> scratch(static_cast<std::size_t>(tape.scratchSize()));
  double at[2] = {0.3, 1.7}, results[3], sum = 0;
  const long before = allocations;
  ASSERT_GT(before, 0);  // the counter does count
  for (int i = 0; i < 1000; ++i) {
    at[0] += 1e-3;
    tape.evaluate(at, results, scratch.data());
    sum += results[2];
  }
  EXPECT_EQ(allocations, before);
  EXPECT_NE(sum, 0);
}

}  // namespace
}  // namespace holonom
