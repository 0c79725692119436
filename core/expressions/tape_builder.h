// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "core/expressions/expression.h"
#include "core/expressions/operation.h"

namespace holonom {

/// Writes a Tape instruction by instruction. Equal instructions become one register, operations on constants
/// become constants, and sums and products are ordered by structure, so that the same formula always gives
/// the same bits, whatever order the symbolic engine keeps its terms in.
class TapeBuilder {
 public:
  /// An operand: a number, or the register that will hold it. `key` depends on the structure only.
  struct Value {
    bool isConstant = true;
    double constant = 0;
    int place = -1;
    std::uint64_t key = 0;
  };

  explicit TapeBuilder(int variableCount) { tape_.variableCount_ = variableCount; }

  Value constant(double number) const;
  Value variable(int index);
  Value unary(Operation operation, const Value& a);
  Value binary(Operation operation, const Value& a, const Value& b);
  Value select(const Value& condition, const Value& a, const Value& b);
  Value sum(std::vector<Value> terms);
  Value product(std::vector<Value> factors);

  /// a^n by repeated squaring.
  Value integerPower(const Value& a, long n);

  void addResult(const Value& value);
  Tape finish();

 private:
  Value emit(Operation operation, const Value& a, const Value& b, double constant, const Value& third);
  Value emit(Operation operation, const Value& a, const Value& b, double constant) {
    return emit(operation, a, b, constant, Value{});
  }
  Value inRegister(const Value& value);

  Tape tape_;
  std::map<std::tuple<Operation, int, int, int, std::uint64_t>, Value> known_;
};

}  // namespace holonom
