// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/expressions/expression.h"

namespace holonom {

/// The functions at whose zeros one expression may be infinite, or jump. Variables as for SwitchSource, the
/// modes set.
class PoleSource {
 public:
  PoleSource() = default;
  /// `value`: of the expression. Functions of variables that it does not have (they cancel, as in x/abs(x))
  /// are left out.
  PoleSource(const Expression& expression, const Tape& value);

  int count() const { return static_cast<int>(tapes_.size()); }
  const std::string& text(int i) const { return texts_[i]; }
  void values(const double* variables, double* out) const;

 private:
  std::vector<Tape> tapes_;
  std::vector<std::string> texts_;
  mutable std::vector<double> scratch_;
};

}  // namespace holonom
