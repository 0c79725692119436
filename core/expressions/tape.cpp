// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/expression.h"
#include "core/expressions/operation.h"

namespace holonom {

void Tape::evaluate(const double* variables, double* results, double* scratch) const noexcept {
  for (const Instruction& step : instructions_) {
    double& target = scratch[step.target];
    switch (const auto operation = static_cast<Operation>(step.operation)) {
      case Operation::Variable: target = variables[step.left]; break;
      case Operation::Constant: target = step.constant; break;
      case Operation::AddConstant: target = scratch[step.left] + step.constant; break;
      case Operation::Scale: target = scratch[step.left] * step.constant; break;
      case Operation::Add: target = scratch[step.left] + scratch[step.right]; break;
      case Operation::Multiply: target = scratch[step.left] * scratch[step.right]; break;
      case Operation::Select:
        target = scratch[step.third] > 0 ? scratch[step.left] : scratch[step.right];
        break;
      default: target = apply(operation, scratch[step.left], scratch[step.right]);
    }
  }
  for (std::size_t i = 0; i < results_.size(); ++i) results[i] = scratch[results_[i]];
}

}  // namespace holonom
