// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/pole_source.h"

#include <algorithm>

namespace holonom {

PoleSource::PoleSource(const Expression& expression, const Tape& value) {
  const std::vector<int>& known = value.usedVariables();
  std::size_t scratch = 0;
  for (int i = 0; i < expression.poleCount(); ++i) {
    Tape tape = expression.compilePole(i);
    const std::vector<int>& used = tape.usedVariables();
    if (!std::includes(known.begin(), known.end(), used.begin(), used.end())) continue;
    scratch = std::max(scratch, static_cast<std::size_t>(tape.scratchSize()));
    tapes_.push_back(std::move(tape));
    texts_.push_back(expression.poleText(i));
  }
  scratch_.assign(scratch, 0.0);
}

void PoleSource::values(const double* variables, double* out) const {
  for (std::size_t i = 0; i < tapes_.size(); ++i) tapes_[i].evaluate(variables, out + i, scratch_.data());
}

}  // namespace holonom
