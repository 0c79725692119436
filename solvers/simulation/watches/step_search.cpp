// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/step_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace holonom {

StepSearch::StepSearch(DaeSystem& system, int count, int evaluations, Functions functions)
    : functions_(std::move(functions)), scan_(count), pieces_(system), evaluations_(evaluations),
      evaluate_([this](double t, Vector& values) {
        step_->at(t, probe_);
        functions_(probe_, values);
      }),
      values_(Vector::Zero(count)) {
  probe_.q = probe_.v = probe_.a = Vector::Zero(system.coordinateCount());
  probe_.lambda = Vector::Zero(system.constraintCount());
}

void StepSearch::begin(const StepCurve& step, const std::vector<char>* ignored) {
  step_ = &step;
  const int pieces = pieces_.count(probe_, step.from(), step.to(), step);
  scan_.begin(step.from(), step.to(), pieces, evaluations_ + 2 * pieces, ignored, evaluate_);
}

double StepSearch::at(int i, double t) {
  evaluate_(t, values_);
  return values_[i];
}

double StepSearch::change(int i, double tolerance) {
  if (atRight()[i] == 0) return right();
  const auto value = [&](double t) { return at(i, t); };
  return narrowBracket(value, {left(), right(), atLeft()[i], atRight()[i]}, tolerance).right;
}

}  // namespace holonom
