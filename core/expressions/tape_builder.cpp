// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/tape_builder.h"

#include <algorithm>
#include <bit>

namespace holonom {
namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = a * 0x9e3779b97f4a7c15ULL + b + 0x632be59bd9b4e019ULL;  // finaliser of splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

void sortByKey(std::vector<TapeBuilder::Value>& values) {
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
}

}  // namespace

TapeBuilder::Value TapeBuilder::constant(double number) const {
  return {true, number, -1,
          mix(static_cast<std::uint64_t>(Operation::Constant), std::bit_cast<std::uint64_t>(number))};
}

TapeBuilder::Value TapeBuilder::variable(int index) {
  Value place;
  place.isConstant = false;
  place.place = index;
  place.key = static_cast<std::uint64_t>(index);
  return emit(Operation::Variable, place, {}, 0);
}

TapeBuilder::Value TapeBuilder::emit(Operation operation, const Value& a, const Value& b, double constant,
                                     const Value& third) {
  const auto bits = std::bit_cast<std::uint64_t>(constant);
  auto [entry, isNew] = known_.try_emplace({operation, a.place, b.place, third.place, bits});
  if (!isNew) return entry->second;
  const int target = tape_.registerCount_++;
  tape_.instructions_.push_back({static_cast<unsigned char>(operation), target, std::max(a.place, 0),
                                 std::max(b.place, 0), std::max(third.place, 0), constant});
  if (operation == Operation::Variable) tape_.usedVariables_.push_back(a.place);
  const std::uint64_t key =
      mix(mix(mix(static_cast<std::uint64_t>(operation), a.key), b.key), bits ^ third.key);
  entry->second = {false, 0, target, key};
  return entry->second;
}

TapeBuilder::Value TapeBuilder::unary(Operation operation, const Value& a) {
  if (a.isConstant) return constant(apply(operation, a.constant, 0));
  return emit(operation, a, {}, 0);
}

TapeBuilder::Value TapeBuilder::binary(Operation operation, const Value& a, const Value& b) {
  if (a.isConstant && b.isConstant) return constant(apply(operation, a.constant, b.constant));
  const Value left = inRegister(a);
  const Value right = inRegister(b);
  return emit(operation, left, right, 0);
}

TapeBuilder::Value TapeBuilder::inRegister(const Value& value) {
  return value.isConstant ? emit(Operation::Constant, {}, {}, value.constant) : value;
}

TapeBuilder::Value TapeBuilder::select(const Value& condition, const Value& a, const Value& b) {
  if (condition.isConstant) return condition.constant > 0 ? a : b;
  const Value left = inRegister(a);
  const Value right = inRegister(b);
  return emit(Operation::Select, left, right, 0, condition);
}

TapeBuilder::Value TapeBuilder::sum(std::vector<Value> terms) {
  sortByKey(terms);
  double offset = 0;
  Value total;
  for (const Value& term : terms) {
    if (term.isConstant) offset += term.constant;
    else total = total.isConstant ? term : emit(Operation::Add, total, term, 0);
  }
  if (total.isConstant) return constant(offset);
  return offset == 0 ? total : emit(Operation::AddConstant, total, {}, offset);
}

TapeBuilder::Value TapeBuilder::product(std::vector<Value> factors) {
  sortByKey(factors);
  double scale = 1;
  Value total;
  for (const Value& factor : factors) {
    if (factor.isConstant) scale *= factor.constant;
    else total = total.isConstant ? factor : emit(Operation::Multiply, total, factor, 0);
  }
  if (total.isConstant || scale == 0) return constant(scale);
  if (scale == 1) return total;
  return scale == -1 ? unary(Operation::Negate, total) : emit(Operation::Scale, total, {}, scale);
}

TapeBuilder::Value TapeBuilder::integerPower(const Value& a, long n) {
  if (n < 0) return unary(Operation::Reciprocal, integerPower(a, -n));
  if (n == 0) return constant(1);
  if (n == 1) return a;
  const Value square = unary(Operation::Square, integerPower(a, n / 2));
  return n % 2 ? product({square, a}) : square;
}

void TapeBuilder::addResult(const Value& value) {
  const Value place = value.isConstant ? emit(Operation::Constant, {}, {}, value.constant) : value;
  tape_.results_.push_back(place.place);
}

Tape TapeBuilder::finish() {
  std::sort(tape_.usedVariables_.begin(), tape_.usedVariables_.end());
  return std::move(tape_);
}

}  // namespace holonom
