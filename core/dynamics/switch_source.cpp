// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/switch_source.h"

#include <algorithm>

#include "core/expressions/operation.h"

namespace holonom {
namespace {

SwitchKind kindOf(Operation operation) {
  switch (operation) {
    case Operation::Select: return SwitchKind::Choice;
    case Operation::Step: return SwitchKind::Step;
    case Operation::Sign: return SwitchKind::Sign;
    case Operation::Min:
    case Operation::Max: return SwitchKind::Extreme;
    default: return SwitchKind::Branch;
  }
}

}  // namespace

SwitchSource::SwitchSource(const Expression& expression, int variableCount, int time)
    : first_(variableCount) {
  std::size_t scratch = 0;
  for (int i = 0; i < expression.switchCount(); ++i) {
    tapes_.push_back(expression.compileSwitch(i));
    texts_.push_back(expression.switchText(i));
    kinds_.push_back(kindOf(expression.switchOperation(i)));
    scratch = std::max(scratch, static_cast<std::size_t>(tapes_.back().scratchSize()));
  }
  for (int i = 0; i < expression.frontCount(); ++i) {
    fronts_.push_back(expression.compileFront(i));
    scratch = std::max(scratch, static_cast<std::size_t>(fronts_.back().scratchSize()));
  }
  waves_ = expression.compileWaves();
  for (const Tape& wave : waves_) scratch = std::max(scratch, static_cast<std::size_t>(wave.scratchSize()));
  scratch_.assign(scratch, 0.0);
  // A function that depends on the mode of another one depends on what that one depends on.
  timeOnly_.assign(tapes_.size(), true);
  for (std::size_t round = 0; round < tapes_.size(); ++round)
    for (std::size_t i = 0; i < tapes_.size(); ++i)
      for (const int variable : tapes_[i].usedVariables())
        if (variable < first_ ? variable != time : !timeOnly_[variable - first_]) timeOnly_[i] = false;
}

void SwitchSource::describe(std::vector<std::string> texts, std::vector<SwitchKind> kinds) {
  texts_ = std::move(texts);
  kinds_ = std::move(kinds);
}

void SwitchSource::setModes(const signed char* modes) {
  held_.resize(modes ? tapes_.size() : 0);
  for (std::size_t i = 0; i < held_.size(); ++i) held_[i] = modes[i];
}

void SwitchSource::complete(double* variables) const {
  if (tapes_.empty()) return;
  double* modes = variables + first_;
  if (!held_.empty()) {
    std::copy(held_.begin(), held_.end(), modes);
    return;
  }
  // A nested function is right once those around it are; each round settles one level at least.
  std::fill_n(modes, tapes_.size(), 1.0);
  for (std::size_t round = 0; round < tapes_.size(); ++round)
    for (std::size_t i = 0; i < tapes_.size(); ++i)
      modes[i] = value(static_cast<int>(i), variables) >= 0 ? 1 : -1;
}

void SwitchSource::values(const double* variables, double* out) const {
  for (int i = 0; i < count(); ++i) out[i] = value(i, variables);
}

void SwitchSource::frontValues(const double* variables, double* out) const {
  for (int i = 0; i < frontCount(); ++i) fronts_[i].evaluate(variables, out + i, scratch_.data());
}

void SwitchSource::waveValues(const double* variables, double* out) const {
  for (int i = 0; i < waveCount(); ++i) waves_[i].evaluate(variables, out + i, scratch_.data());
}

double SwitchSource::value(int i, const double* variables) const {
  double result;
  tapes_[i].evaluate(variables, &result, scratch_.data());
  return result;
}

}  // namespace holonom
