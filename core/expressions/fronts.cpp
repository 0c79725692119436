// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/fronts.h"

#include <cmath>

namespace holonom {
namespace {

class Search {
 public:
  Search(const Syntax& syntax, const HiddenKinks& kinks) : syntax_(syntax), kinks_(kinks) {}

  std::optional<Front> at(int node) const {
    const SyntaxNode& it = syntax_[node];
    switch (it.operation) {
      case Operation::Tanh:
      case Operation::Atan: return Front{it.left};
      case Operation::Exp: return bell(it.left);
      case Operation::Add: return logistic(it);
      case Operation::SquareRoot: return rounded(it.left);
      case Operation::Power: return kinks_.isSquare(node) ? std::nullopt : rounded(it.left);
      case Operation::Divide: return inDenominator(it.right);
      default: return std::nullopt;
    }
  }

 private:
  bool isConstant(int node) const { return syntax_[node].operation == Operation::Constant; }

  /// The square of one quantity: a sum like 1 + cos u is none that vanishes at a front.
  bool isPlainSquare(int node) const {
    const Operation operation = syntax_[node].operation;
    return operation != Operation::Constant && operation != Operation::Add && operation != Operation::Subtract && kinks_.isSquare(node);
  }

  /// exp(−f u²): at |w| = 10 it is e⁻²⁵.
  std::optional<Front> bell(int node) const {
    double factor = 1;
    for (;;) {
      const SyntaxNode& it = syntax_[node];
      if (it.operation == Operation::Negate) {
        factor = -factor;
        node = it.left;
      } else if (it.operation == Operation::Multiply && (isConstant(it.left) || isConstant(it.right))) {
        factor *= syntax_[isConstant(it.left) ? it.left : it.right].number;
        node = isConstant(it.left) ? it.right : it.left;
      } else if (it.operation == Operation::Divide && isConstant(it.right)) {
        factor /= syntax_[it.right].number;
        node = it.left;
      } else {
        break;
      }
    }
    if (!(factor < 0) || !isPlainSquare(node)) return std::nullopt;
    return Front{node, true, 2 * std::sqrt(-factor), 0};
  }

  /// c + exp(u), from c to the exponential; 1/(1 + exp(−u)) = ½ (1 + tanh(u/2)).
  std::optional<Front> logistic(const SyntaxNode& sum) const {
    const int constant = isConstant(sum.left) ? sum.left : sum.right, other = isConstant(sum.left) ? sum.right : sum.left;
    if (!isConstant(constant) || !(syntax_[constant].number > 0) || syntax_[other].operation != Operation::Exp) return std::nullopt;
    return Front{syntax_[other].left, false, 0.5, std::log(syntax_[constant].number)};
  }

  /// u² + c under a root, a power or a line.
  std::optional<Front> rounded(int node) const {
    const SyntaxNode& sum = syntax_[node];
    if (sum.operation != Operation::Add) return std::nullopt;
    const int constant = isConstant(sum.left) ? sum.left : sum.right, other = isConstant(sum.left) ? sum.right : sum.left;
    if (!isConstant(constant) || !(syntax_[constant].number > 0) || !isPlainSquare(other)) return std::nullopt;
    return Front{other, true, 1 / std::sqrt(syntax_[constant].number), 0};
  }

  std::optional<Front> inDenominator(int node) const {
    const SyntaxNode& it = syntax_[node];
    if (it.operation == Operation::Cosh) return Front{it.left};
    if (it.operation == Operation::Power) return inDenominator(it.left);
    return rounded(node);
  }

  const Syntax& syntax_;
  const HiddenKinks& kinks_;
};

}  // namespace

std::optional<Front> frontAt(const Syntax& syntax, const HiddenKinks& kinks, int node) { return Search(syntax, kinks).at(node); }

}  // namespace holonom
