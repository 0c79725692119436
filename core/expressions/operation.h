// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace holonom {

/// What one instruction of a tape does, and what the parser folds between constants. Unary ones use the left
/// operand.
enum class Operation : unsigned char {
  Variable,  ///< variables[left]
  Constant,  ///< constant
  Add,
  Subtract,
  Multiply,
  Divide,
  Power,
  Atan2,
  Min,
  Max,
  Less,         ///< 1 where left < right, ½ where equal, else 0: the slope of min and max
  AddConstant,  ///< left + constant
  Scale,        ///< left · constant
  Negate,
  Square,
  Reciprocal,
  SquareRoot,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Tanh,
  Exp,
  Log,
  Abs,
  Sign,
  Step,   ///< 1 where left ≥ 0, else 0
  Select  ///< left where third > 0, else right
};

inline bool isBinary(Operation operation) {
  return operation >= Operation::Add && operation <= Operation::Less;
}

/// The value of an operation on numbers (all but Variable, Constant, AddConstant, Scale and Select).
inline double apply(Operation operation, double a, double b) noexcept {
  switch (operation) {
    case Operation::Add: return a + b;
    case Operation::Subtract: return a - b;
    case Operation::Multiply: return a * b;
    case Operation::Divide: return a / b;
    case Operation::Power: return std::pow(a, b);
    case Operation::Atan2: return std::atan2(a, b);
    case Operation::Min: return b < a ? b : a;
    case Operation::Max: return a < b ? b : a;
    case Operation::Less: return a < b ? 1.0 : (a == b ? 0.5 : 0.0);
    case Operation::Negate: return -a;
    case Operation::Square: return a * a;
    case Operation::Reciprocal: return 1.0 / a;
    case Operation::SquareRoot: return std::sqrt(a);
    case Operation::Sin: return std::sin(a);
    case Operation::Cos: return std::cos(a);
    case Operation::Tan: return std::tan(a);
    case Operation::Asin: return std::asin(a);
    case Operation::Acos: return std::acos(a);
    case Operation::Atan: return std::atan(a);
    case Operation::Sinh: return std::sinh(a);
    case Operation::Cosh: return std::cosh(a);
    case Operation::Tanh: return std::tanh(a);
    case Operation::Exp: return std::exp(a);
    case Operation::Log: return std::log(a);
    case Operation::Abs: return std::fabs(a);
    case Operation::Step: return a >= 0 ? 1.0 : 0.0;
    case Operation::Sign: return a > 0 ? 1.0 : (a < 0 ? -1.0 : a);
    default: return std::nan("");
  }
}

}  // namespace holonom
