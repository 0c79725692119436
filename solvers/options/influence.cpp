// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/influence.h"

#include <algorithm>
#include <string_view>

#include "core/base/text.h"
#include "solvers/integrators/method_descriptor.h"

namespace holonom {
namespace {

using S = SimulationOptions;

struct Rule {
  std::string_view option;
  Text why;
  bool (*idle)(const S&);
};

constexpr Text kOfOneSize("all steps have the fixed size");
constexpr Text kAtIndex3("it acts at index 3");
constexpr Text kOfRuleBdf("it belongs to the rule bdf (local-rule)");
constexpr Text kOfBaumgarte("it belongs to the stabilisation baumgarte");

bool hasFixedSteps(const S& o) { return o.fixedStep > 0; }
bool isOfIndex2Or1(const S& o) { return o.index < 3; }
bool isNotBaumgarte(const S& o) { return o.stabilisation != Stabilisation::Baumgarte; }

bool hasRuleOfOneOrder(const S& o) {
  return methodOf(o).reads(MethodOption::LocalRule) && o.localRule != LocalRule::Bdf;
}

/// Of methods that read the option.
constexpr Rule kIdleRules[] = {
    {"initial-step", kOfOneSize, hasFixedSteps},
    {"max-step", kOfOneSize, hasFixedSteps},
    {"max-order", Text("the order is fixed"), [](const S& o) { return o.fixedOrder > 0; }},
    {"max-order", kOfRuleBdf, hasRuleOfOneOrder},
    {"fixed-order", kOfRuleBdf, hasRuleOfOneOrder},
    {"speed", Text("it acts in real time"), [](const S& o) { return !o.realTime; }},
    {"projection-filter", kAtIndex3, isOfIndex2Or1},
    {"end-projection", Text("it acts at index 3 and 1"), [](const S& o) { return o.index == 2; }},
    {"baumgarte-alpha", kOfBaumgarte, isNotBaumgarte},
    {"baumgarte-beta", kOfBaumgarte, isNotBaumgarte},
};

}  // namespace

std::string whyIdle(const OptionField& field, const SimulationOptions& options) {
  if (!isReadBy(field, options.method)) {
    std::string readers;
    for (const std::string& method : field.methods) readers += (readers.empty() ? "" : ", ") + method;
    return tr("it belongs to the method {}", readers);
  }
  for (const Rule& rule : kIdleRules)
    if (field.name == rule.option && rule.idle(options)) return rule.why;
  return {};
}

std::string whyIdle(const OptionField& field, const SimulationOptions& options, const Mechanism& mechanism) {
  const auto turnsInSpace = [](const Body& body) {
    return body.frame() == FrameKind::Space && !body.keepsPlane();
  };
  if (field.name == "rotations" && std::ranges::none_of(mechanism.bodies, turnsInSpace))
    return tr("no body of the model turns in space");
  return whyIdle(field, options);
}

std::vector<int> ordersToChoose(const SimulationOptions& options) {
  const auto& fields = optionFields();
  const auto order = std::find_if(fields.begin(), fields.end(),
                                  [](const OptionField& field) { return field.name == "fixed-order"; });
  return whyIdle(*order, options).empty() ? methodOf(options).orders.all() : std::vector<int>();
}

}  // namespace holonom
