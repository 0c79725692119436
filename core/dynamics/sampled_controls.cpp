// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/sampled_controls.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {
namespace {

constexpr double kSame = 1e-9;  // of a period: times that differ by less are one

}  // namespace

double nextSample(const Sampling& sampling, double t) {
  double k = std::max(0.0, std::floor((t - sampling.offset) / sampling.period));
  while (sampling.offset + k * sampling.period <= t + kSame * sampling.period) ++k;
  return sampling.offset + k * sampling.period;
}

SampledControls::SampledControls(const Mechanism& mechanism, const std::vector<std::string>& symbols)
    : at_(mechanism) {
  std::vector<double> initial;
  for (const holonom::Controller& part : mechanism.controllers) {
    const auto law = sampledLawOf(mechanism, part);
    if (!law) continue;
    Controller controller;
    controller.sampling = law->sampling;
    const auto add = [&](const std::vector<HeldQuantity>& quantities, std::vector<StateFunction>& functions) {
      const int first = static_cast<int>(initial.size());
      for (const HeldQuantity& quantity : quantities) {
        functions.emplace_back(quantity.formula, mechanism, symbols);
        initial.push_back(quantity.initial);
      }
      return first;
    };
    controller.firstOutput = add(law->outputs, controller.outputs);
    controller.firstState = add(law->states, controller.states);
    controllers_.push_back(std::move(controller));
  }
  initial_ = Eigen::Map<Vector>(initial.data(), static_cast<Eigen::Index>(initial.size()));
  next_ = initial_;
}

bool SampledControls::Controller::due(double t) const {
  const double k = std::round((t - sampling.offset) / sampling.period);
  return k >= 0 && std::abs(t - (sampling.offset + k * sampling.period)) <= kSame * sampling.period;
}

double SampledControls::next(double t) const {
  double first = std::numeric_limits<double>::infinity();
  for (const Controller& controller : controllers_)
    first = std::min(first, nextSample(controller.sampling, t));
  return first;
}

bool SampledControls::due(double t) const {
  return std::any_of(controllers_.begin(), controllers_.end(),
                     [t](const Controller& controller) { return controller.due(t); });
}

void SampledControls::sample(const Configuration& at, VectorRef held) {
  at_.takeCharts(at);
  at_.moveTo(at.t, at.q, at.v);
  at_.held = at.held;
  for (const Controller& controller : controllers_) {
    if (!controller.due(at.t)) continue;
    for (std::size_t i = 0; i < controller.outputs.size(); ++i)
      at_.held[controller.firstOutput + i] = controller.outputs[i].value(at_);
    for (std::size_t i = 0; i < controller.states.size(); ++i)
      next_[controller.firstState + i] = controller.states[i].value(at_);
    for (std::size_t i = 0; i < controller.states.size(); ++i)
      at_.held[controller.firstState + i] = next_[controller.firstState + i];
  }
  held = at_.held;
}

}  // namespace holonom
