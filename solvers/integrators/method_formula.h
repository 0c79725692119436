// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace holonom {

/// A method of stages: Y_i = y_n + h d_i ẏ_n + h Σ_j a_ij Ẏ_j at t_n + c_i h.
struct StageTableau {
  std::vector<double> c;               ///< of the s stages
  std::vector<std::vector<double>> a;  ///< s rows of s
  std::vector<double> d = {};          ///< s; empty: all zero
  std::vector<double> b = {};          ///< s; empty: the last stage ends the step
  std::vector<double> embedded = {};   ///< s, of the formula that the error is measured by; empty: none
};

/// Numbers of a family of methods, a row for each member.
struct CoefficientTable {
  std::vector<std::string> heads;  ///< of the columns
  std::vector<std::vector<double>> rows;
  std::string note = {};  ///< about some of them, translated
};

/// What a method computes, for whoever shows it. Lines are plain text with indices and powers as y_{n+1} and
/// h^2; tables stand behind them.
struct MethodFormula {
  std::vector<std::string> lines = {};
  std::optional<StageTableau> tableau = {};
  std::optional<CoefficientTable> coefficients = {};
};

}  // namespace holonom
