// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/hidden_kinks.h"

#include <cmath>

namespace holonom {

bool isEven(double number) { return std::abs(number) < 1000 && std::fmod(number, 2) == 0; }
bool isOdd(double number) { return std::abs(number) < 1000 && std::abs(std::fmod(number, 2)) == 1; }

HiddenKinks::HiddenKinks(const Syntax& syntax) : syntax_(syntax), user_(syntax.size(), -1) {
  std::vector<int> open{static_cast<int>(syntax.size()) - 1};
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    const SyntaxNode& node = syntax[at];
    if (node.operation == Operation::Constant || node.operation == Operation::Variable) continue;
    for (const int operand : {node.left, node.right, node.condition})
      if (operand >= 0) user_[operand] = at, open.push_back(operand);
  }
}

bool HiddenKinks::at(int at) const {
  const SyntaxNode& node = syntax_[at];
  const auto inside = [&](Operation operation) { return syntax_[node.left].operation == operation; };
  switch (node.operation) {
    case Operation::Asin:
    case Operation::Acos: return inside(Operation::Sin) || inside(Operation::Cos);
    case Operation::Atan:
      if (inside(Operation::Tan)) return true;
      return inside(Operation::Divide) && !isConstant(syntax_[node.left].right) &&
             !entersPeriodically(at, 0.5);
    case Operation::Atan2: {
      const SyntaxNode &y = syntax_[node.left], &x = syntax_[node.right];
      const bool aside = (isConstant(node.left) && y.number != 0) || (isConstant(node.right) && x.number > 0);
      return !aside && !entersPeriodically(at, 1);
    }
    case Operation::SquareRoot:
    case Operation::Power: return isPowerOfSquare(at);
    default: return false;
  }
}

/// |u|^e with an e that is no even number, written with a square of u: it is the root or a power between
/// integers of that square.
bool HiddenKinks::isPowerOfSquare(int at) const {
  const SyntaxNode& node = syntax_[at];
  double exponent = 0.5;
  if (node.operation == Operation::Power) {
    if (!isConstant(node.right)) return false;
    exponent = syntax_[node.right].number;
  }
  if (!(exponent > 0) || exponent == std::floor(exponent) || isConstant(node.left) || !isSquare(node.left))
    return false;
  const SyntaxNode& base = syntax_[node.left];
  return base.operation != Operation::Power || !isEven(exponent * syntax_[base.right].number);
}

bool HiddenKinks::isSquare(int at) const {
  const SyntaxNode& node = syntax_[at];
  switch (node.operation) {
    case Operation::Constant: return node.number > 0;
    case Operation::Power:
      return isConstant(node.right) && syntax_[node.right].number > 0 && isEven(syntax_[node.right].number);
    case Operation::Multiply:
      return areEqual(node.left, node.right) || (isSquare(node.left) && isSquare(node.right));
    case Operation::Divide: return isSquare(node.left) && isSquare(node.right);
    case Operation::Add:
      return (isNumber(node.left, 1) && syntax_[node.right].operation == Operation::Cos) ||
             (isNumber(node.right, 1) && syntax_[node.left].operation == Operation::Cos);
    case Operation::Subtract:
      return isNumber(node.left, 1) &&
             (syntax_[node.right].operation == Operation::Cos || isSquareOf(node.right, Operation::Sin) ||
              isSquareOf(node.right, Operation::Cos));
    default: return false;
  }
}

bool HiddenKinks::isSquareOf(int at, Operation operation) const {
  const SyntaxNode& node = syntax_[at];
  return node.operation == Operation::Power && isNumber(node.right, 2) &&
         syntax_[node.left].operation == operation;
}

bool HiddenKinks::isNumber(int at, double number) const {
  return isConstant(at) && syntax_[at].number == number;
}

bool HiddenKinks::areEqual(int one, int other) const {
  if (one < 0 || other < 0 || one == other) return one == other;
  const SyntaxNode &a = syntax_[one], &b = syntax_[other];
  if (a.operation != b.operation) return false;
  if (a.operation == Operation::Constant) return a.number == b.number;
  if (a.operation == Operation::Variable) return a.left == b.left;
  return areEqual(a.left, b.left) && areEqual(a.right, b.right) && areEqual(a.condition, b.condition);
}

/// Whether a leap by this part of a turn is not seen: the value only enters a sine, cosine or tangent,
/// together with other terms and times numbers that make whole turns of it.
bool HiddenKinks::entersPeriodically(int at, double turns) const {
  const auto isWhole = [](double number) { return number == std::round(number); };
  for (int user = user_[at]; user >= 0; at = user, user = user_[user]) {
    const SyntaxNode& node = syntax_[user];
    switch (node.operation) {
      case Operation::Add:
      case Operation::Subtract:
      case Operation::Negate: break;
      case Operation::Multiply: {
        const int factor = node.left == at ? node.right : node.left;
        if (!isConstant(factor)) return false;
        turns *= syntax_[factor].number;
        break;
      }
      case Operation::Divide:
        if (node.left != at || !isConstant(node.right)) return false;
        turns /= syntax_[node.right].number;
        break;
      case Operation::Select:
        if (node.condition == at) return false;
        break;
      case Operation::Sin:
      case Operation::Cos: return isWhole(turns);
      case Operation::Tan: return isWhole(2 * turns);
      default: return false;
    }
  }
  return false;
}

}  // namespace holonom
