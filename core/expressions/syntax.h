// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/expressions/operation.h"

namespace holonom {

/// One node of a parsed formula. Operation::Constant and Variable are leaves.
struct SyntaxNode {
  Operation operation = Operation::Constant;
  double number = 0;          ///< of a constant
  int left = -1, right = -1;  ///< operands by index; of a variable, `left` is its number
  std::size_t position = 0;   ///< in characters
  int condition = -1;         ///< of Select: left where this is positive, else right
  std::string source = {};    ///< of a function, a power or a quotient: its text, for messages
};

/// A formula as a list in which operands stand before their users; the last node is the result.
using Syntax = std::vector<SyntaxNode>;

/// Largest accepted text and nesting: far beyond any formula by hand, small enough for the stack.
inline constexpr std::size_t kLongestExpression = 4096;
inline constexpr int kDeepestNesting = 64;

/// Parses (see Expression::parse), with operations between numbers done at once. Throws ExpressionError.
Syntax parseSyntax(std::string_view text, std::span<const std::string> variables,
                   std::span<const std::pair<std::string, double>> constants);

/// Names with a meaning in every expression (functions, pi, deg, rad): not to be used for parameters.
const std::vector<std::string>& reservedNames();

/// A letter, underscore or any byte of a character outside ASCII; digits count except in the first place.
bool isNameCharacter(char c, bool first);

/// Whether parts of a model and quantities may have this name; with `dots`, several such words joined by
/// dots.
bool isName(std::string_view text, bool dots = false);
inline constexpr Text kNameRule(
    "a name starts with a letter and consists of letters, digits and _; at most 100 characters");

}  // namespace holonom
