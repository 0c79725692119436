// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/method_facts.h"

#include <algorithm>
#include <numbers>

#include "solvers/options/method_settings.h"

namespace holonom {
namespace {

constexpr int kCells = 120, kFrequencies = 120;
constexpr std::size_t kKept = 40;

/// `known`: facts of the same options in another view; null: none.
MethodFacts measured(const SimulationOptions& options, const RegionView& view, const MethodFacts* known,
                     const JobContext& context) {
  const StabilityProbe probe(methodOf(options), settingsOf(options));
  MethodFacts facts;
  facts.stability = known ? known->stability : stabilityOf(probe);
  facts.response = known ? known->response : frequencyResponse(probe, std::numbers::pi, kFrequencies);
  std::vector<std::complex<double>> shown;
  if (view.reach > 0) shown.emplace_back(view.reach);
  facts.whole = windowFor(facts.stability, shown);
  facts.region = stabilityRegion(probe, view.window.value_or(facts.whole), kCells, kCells / 2, context.stop);
  return facts;
}

}  // namespace

SimulationOptions probedOptions(const SimulationOptions& options, const MethodDescriptor& method, int order) {
  SimulationOptions probed;
  probed.method = method.name;
  probed.index = method.indices.front();
  probed.fixedOrder = order;
  probed.rho = options.rho;
  probed.alpha = options.alpha;
  probed.gamma = options.gamma;
  probed.blockStages = options.blockStages;
  probed.blockNodes = options.blockNodes;
  probed.blockNumerator = options.blockNumerator;
  probed.localRule = options.localRule;
  return probed;
}

bool canBeProbed(const MethodDescriptor& method) { return method.role == MethodRole::Integrates; }

std::shared_ptr<const MethodFacts> MethodFactsFinder::factsOf(const SimulationOptions& probed,
                                                              const RegionView& view) {
  std::shared_ptr<const MethodFacts> other;
  for (const Known& known : known_) {
    if (known.options != probed) continue;
    if (known.view == view) return known.facts;
    other = known.facts;
  }
  if (asked_ && asked_->first.method == probed.method)
    return nullptr;  // whoever asks again and again gets some
  asked_ = std::pair(probed, view);
  job_.start(
      [probed, view, other](const JobContext& context) {
        return measured(probed, view, other.get(), context);
      },
      [this](Outcome<MethodFacts> outcome) {
        const auto [options, asked] = *std::exchange(asked_, std::nullopt);
        if (!outcome) return;
        if (known_.size() >= kKept) known_.erase(known_.begin());
        known_.push_back({options, asked, std::make_shared<const MethodFacts>(std::move(*outcome.result))});
        emit found();
      });
  return nullptr;
}

}  // namespace holonom
