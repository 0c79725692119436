// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holonom {

enum class Operation : unsigned char;  // operation.h

/// A text that is no expression. `position` counts characters from 0.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(std::size_t position, const std::string& what)
      : std::runtime_error(what), position_(position) {}
  std::size_t position() const { return position_; }

 private:
  std::size_t position_;
};

/// It is right but for a name that is none of the variables and constants.
class UnknownName : public ExpressionError {
 public:
  using ExpressionError::ExpressionError;
};

/// A compiled list of expressions of the same variables: straight-line code over registers, common parts
/// shared. Evaluation allocates nothing and is safe from several threads, each with its own scratch.
class Tape {
 public:
  int variableCount() const { return variableCount_; }
  int resultCount() const { return static_cast<int>(results_.size()); }
  int scratchSize() const { return registerCount_; }

  /// Which variables the results really depend on, ascending.
  const std::vector<int>& usedVariables() const { return usedVariables_; }

  /// variables[variableCount], results[resultCount], scratch[scratchSize].
  void evaluate(const double* variables, double* results, double* scratch) const noexcept;

 private:
  friend class TapeBuilder;
  struct Instruction {
    unsigned char operation;
    int target, left, right, third;
    double constant;
  };
  int variableCount_ = 0;
  int registerCount_ = 0;
  std::vector<Instruction> instructions_;
  std::vector<int> results_;
  std::vector<int> usedVariables_;
};

/// Stands for an infinite derivative where a finite number is needed.
inline constexpr double kInfiniteSlope = 1e100;

/// A formula in named variables. Symbolic work (parsing, differentiation) is done here, once, through GiNaC;
/// numbers come from the compiled Tape. Not for use from several threads at once (GiNaC's symbols are
/// shared).
class Expression {
 public:
  /// Parses `text`. Operators + - * / ^ and parentheses; functions sin cos tan asin acos atan atan2 sinh cosh
  /// tanh exp log sqrt abs sign min max step, if(a > b, value, other value); the constant pi; a number may
  /// carry "deg" ("30 deg"). Names may contain dots ("crank.theta"). Throws ExpressionError with the place
  /// and, for an unknown name, the nearest known one.
  static Expression parse(std::string_view text, std::span<const std::string> variables,
                          std::span<const std::pair<std::string, double>> constants = {});

  /// The same with the branches of abs, sign, min, max, step and if left open: which one holds is read from
  /// switchCount() further variables behind the given ones, the modes, +1 or −1. Between events, where a
  /// switching function changes its sign, the modes stay, so that the expression is smooth; its derivatives
  /// are those of the branch. Roots, powers and logarithms go on smoothly where a frozen branch takes their
  /// base beyond its edge (odd about zero); of a number that is negative on the branches that the values
  /// choose they are NaN as ever.
  static Expression parseWithModes(std::string_view text, std::span<const std::string> variables,
                                   std::span<const std::pair<std::string, double>> constants = {});

  int switchCount() const;
  /// Switching function number i of the variables and the modes; a branch that is not taken has constant 1.
  Tape compileSwitch(int i) const;
  /// Its source: "if(x > 1, 2, 3)", "abs(v)".
  const std::string& switchText(int i) const;
  /// What changes with its sign: Select of "if", Abs …
  Operation switchOperation(int i) const;

  /// Functions of the variables and the modes at whose zeros the expression may be infinite, or jump
  /// (hidden_poles.h); with parseWithModes() only. In a branch that is not taken one has the constant 1.
  int poleCount() const;
  Tape compilePole(int i) const;
  /// Its source: "1/(x - 2)", "tan(x)".
  const std::string& poleText(int i) const;

  /// Number of fronts: places where a smooth function goes steeply from one branch to another one (fronts.h).
  /// With modes only.
  int frontCount() const;
  /// Argument of front i: zero in its middle, its width is about one.
  Tape compileFront(int i) const;

  /// Arguments of the sines, cosines and tangents in it and in its switching functions, rad. With modes only.
  std::vector<Tape> compileWaves() const;

  /// ∂/∂(variable).
  Expression derivative(int variable) const;

  /// The value only.
  Tape compile() const;

  /// Value and first derivatives by the given variables, in one tape with 1 + variables.size() results. A
  /// factor of zero makes a derivative zero also where another one, the slope of a root at zero, is infinite;
  /// where nothing does, its size is about kInfiniteSlope.
  Tape compileWithGradient(std::span<const int> variables) const;

  /// Second derivatives by each pair of the given variables, the lower triangle row by row; sizes as there.
  Tape compileHessian(std::span<const int> variables) const;

  /// Value, first and second derivative by one variable, in one tape with three results.
  Tape compileWithDerivatives(int variable) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace holonom
