// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/expressions/syntax.h"

namespace holonom {

/// Finds the places of a formula at which smooth functions together have a kink or a jump: inverse functions
/// that undo what is inside them on one of its branches only (asin(sin u) is a wave, atan(tan u) a saw),
/// angles that leap over a turn (atan2) or half a turn (atan of a quotient), roots and powers of squares
/// (sqrt(u^2) and (u^2)^0.5 are |u|).
class HiddenKinks {
 public:
  /// `syntax` must outlive this object.
  explicit HiddenKinks(const Syntax& syntax);

  bool at(int node) const;
  /// Whether a node is a square by its form: a product, or a quotient, of even powers, u·u, positive numbers;
  /// 1 − sin²u, 1 ± cos u and the like.
  bool isSquare(int node) const;
  /// Whether both are the same formula.
  bool areEqual(int one, int other) const;
  bool isNumber(int node, double number) const;

 private:
  bool isConstant(int node) const { return syntax_[node].operation == Operation::Constant; }
  bool isSquareOf(int node, Operation operation) const;
  bool isPowerOfSquare(int node) const;
  bool entersPeriodically(int node, double turns) const;

  const Syntax& syntax_;
  std::vector<int> user_;  // of each node; −1: none
};

/// Whether a number is an even, or an odd, integer that serves as an exponent.
bool isEven(double number);
bool isOdd(double number);

}  // namespace holonom
