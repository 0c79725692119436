// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/expressions/expression.h"

namespace holonom {

inline const std::vector<std::string> kTimeAndPlace{"t", "x"}, kPlaceAndSpeed{"x", "v"};

/// Result number `which`; variables that are not given, such as modes, are 0.
inline double resultOf(const Tape& tape, std::vector<double> variables, int which = 0) {
  variables.resize(tape.variableCount());
  std::vector<double> all(tape.resultCount()), scratch(tape.scratchSize());
  tape.evaluate(variables.data(), all.data(), scratch.data());
  return all[which];
}

/// All of them; variables that are not given, such as modes, are 1.
inline std::vector<double> results(const Tape& tape, std::vector<double> variables) {
  variables.resize(tape.variableCount(), 1.0);
  std::vector<double> all(tape.resultCount()), scratch(tape.scratchSize());
  tape.evaluate(variables.data(), all.data(), scratch.data());
  return all;
}

}  // namespace holonom
