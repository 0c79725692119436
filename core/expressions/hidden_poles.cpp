// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/hidden_poles.h"

namespace holonom {

HiddenPoles::HiddenPoles(const Syntax& syntax, const HiddenKinks& kinks)
    : syntax_(syntax), kinks_(kinks), asAngle_(syntax.size(), 0) {
  for (const SyntaxNode& node : syntax)
    if (node.operation == Operation::Atan) asAngle_[node.left] = 1;
}

std::vector<HiddenPoles::Factor> HiddenPoles::at(int at) const {
  const SyntaxNode& node = syntax_[at];
  std::vector<Factor> factors;
  if (asAngle_[at]) return factors;
  if (node.operation == Operation::Divide) addFactors(node.right, factors);
  if (node.operation == Operation::Tan) factors.push_back({node.left, true, false});
  if (node.operation == Operation::Power && syntax_[node.right].operation == Operation::Constant &&
      syntax_[node.right].number < 0)
    addFactors(node.left, factors);
  return factors;
}

void HiddenPoles::addFactors(int at, std::vector<Factor>& factors) const {
  const SyntaxNode& node = syntax_[at];
  if (neverVanishes(at)) return;
  switch (node.operation) {
    case Operation::Multiply:
      addFactors(node.left, factors);
      if (!kinks_.areEqual(node.left, node.right)) addFactors(node.right, factors);
      return;
    case Operation::Divide:
    case Operation::Negate:
    case Operation::SquareRoot:
    case Operation::Abs: return addFactors(node.left, factors);
    case Operation::Power:
      if (syntax_[node.right].operation != Operation::Constant) break;
      if (syntax_[node.right].number > 0) addFactors(node.left, factors);
      return;
    default: break;
  }
  if (kinks_.isSquare(at)) factors.push_back({at, false, true});
  else if (!isNotNegative(at)) factors.push_back({at, false, false});
}

bool HiddenPoles::neverVanishes(int at) const {
  const SyntaxNode& node = syntax_[at];
  switch (node.operation) {
    case Operation::Constant: return node.number != 0;
    case Operation::Exp:
    case Operation::Cosh: return true;
    case Operation::SquareRoot: return neverVanishes(node.left);
    case Operation::Add:
      return (neverVanishes(node.left) && isNotNegative(node.left) && isNotNegative(node.right)) ||
             (neverVanishes(node.right) && isNotNegative(node.left) && isNotNegative(node.right));
    case Operation::Multiply:
    case Operation::Divide: return neverVanishes(node.left) && neverVanishes(node.right);
    case Operation::Power: return neverVanishes(node.left);
    case Operation::Max:
      return (neverVanishes(node.left) && isNotNegative(node.left)) ||
             (neverVanishes(node.right) && isNotNegative(node.right));
    default: return false;
  }
}

bool HiddenPoles::isNotNegative(int at) const {
  const SyntaxNode& node = syntax_[at];
  switch (node.operation) {
    case Operation::Constant: return node.number >= 0;
    case Operation::Exp:
    case Operation::Cosh:
    case Operation::Abs:
    case Operation::SquareRoot: return true;
    case Operation::Add:
      return (isNotNegative(node.left) && isNotNegative(node.right)) || kinks_.isSquare(at);
    case Operation::Multiply:
      return kinks_.isSquare(at) || (isNotNegative(node.left) && isNotNegative(node.right));
    case Operation::Divide: return isNotNegative(node.left) && isNotNegative(node.right);
    case Operation::Power: return kinks_.isSquare(at) || isNotNegative(node.left);
    case Operation::Max: return isNotNegative(node.left) || isNotNegative(node.right);
    default: return kinks_.isSquare(at);
  }
}

}  // namespace holonom
