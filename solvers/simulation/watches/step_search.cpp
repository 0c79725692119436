// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/step_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace holonom {

StepSearch::StepSearch(DaeSystem& system, int count, int evaluations, Functions functions)
    : StepScan(count), system_(system), functions_(std::move(functions)), evaluations_(evaluations),
      ways_(Vector::Constant(system.coordinateCount(), std::numeric_limits<double>::infinity())),
      source_(system.offers().waves), waves_(Vector::Zero(source_.count())), before_(waves_), turned_(waves_),
      evaluate_([this](double t, Vector& values) {
        step_->at(t, probe_);
        functions_(probe_, values);
      }),
      values_(Vector::Zero(count)) {
  probe_.q = probe_.v = probe_.a = Vector::Zero(system.coordinateCount());
  probe_.lambda = Vector::Zero(system.constraintCount());
  constexpr double kWay = 0.2;
  for (int i = 0; i < ways_.size(); ++i)
    if (system.role(i) == DaeSystem::Role::Motion) ways_[i] = kWay * system.coordinateScale(i);
}

int StepSearch::pieces() {
  constexpr double kMost = 256, kMostOfWaves = 4096, kTurn = 0.4;  // rad
  double rate = 0;
  for (const double t : {step_->from(), step_->to()}) {
    step_->at(t, probe_);
    rate = std::max(rate, (probe_.v.array() / ways_.array()).abs().maxCoeff());
  }
  double pieces = std::min(0.5 * rate * (step_->to() - step_->from()), kMost);
  if (waves_.size() > 0) pieces = std::max(pieces, std::min(0.5 * turns() / kTurn, kMostOfWaves));
  return pieces > 1 ? static_cast<int>(std::ceil(pieces)) : 1;
}

/// By how much the waves turn within the step, rad.
double StepSearch::turns() {
  constexpr int kParts = 8;
  turned_.setZero();
  for (int k = 0; k <= kParts; ++k) {
    step_->at(step_->from() + (step_->to() - step_->from()) * k / kParts, probe_);
    before_.swap(waves_);
    system_.moveTo(probe_.t, probe_.q, probe_.v);
    source_.values(waves_);
    if (k > 0) turned_ += (waves_ - before_).cwiseAbs();
  }
  return turned_.maxCoeff();
}

void StepSearch::begin(const StepCurve& step, const std::vector<char>* ignored) {
  step_ = &step;
  const int count = pieces();
  StepScan::begin(step.from(), step.to(), count, evaluations_ + 2 * count, ignored, evaluate_);
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
