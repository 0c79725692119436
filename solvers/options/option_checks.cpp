// SPDX-License-Identifier: GPL-3.0-or-later
// Whether options can be used together.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/option_error.h"
#include "core/base/text.h"
#include "solvers/options/options.h"

namespace holonom {
namespace {

constexpr double kLargestHhtAlpha = 1.0 / 3;

template <class Number>
std::string formatted(Number value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

template <class Number>
void require(bool holds, const std::string& option, const std::string& rule, Number value) {
  if (!holds) throw OptionError(option, tr("{}, is {}", rule, formatted(value)));
}

std::string join(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

void checkForm(const SimulationOptions& o) {
  const MethodDescriptor& method = methodOf(o);
  if (method.offers(o.index)) return;
  checkGivenIndex(o);
  throw OptionError("index", tr("the method '{}' has no index {} form", o.method, o.index),
                    tr("It offers index {}.", join(method.indices)));
}

void checkNumbers(const SimulationOptions& o) {
  for (const auto& [name, value] : {std::pair("rtol", o.rtol), std::pair("atol", o.atol)})
    if (value) require(*value >= 1e-14 && *value <= 1, name, tr("must lie between 1e-14 and 1"), *value);
  require(o.maxOrder >= 1 && o.maxOrder <= 5, "max-order", tr("must be 1, 2, 3, 4 or 5"), o.maxOrder);
  require(o.rho >= 0 && o.rho <= 1, "rho", tr("must lie between 0 and 1"), o.rho);
  require(o.alpha >= 0 && o.alpha <= kLargestHhtAlpha, "alpha", tr("must lie between 0 and 1/3"), o.alpha);
  require(o.gamma >= 0.5 && o.gamma <= 1, "gamma", tr("must lie between 0.5 and 1"), o.gamma);
  require(o.blockStages >= 2 && o.blockStages <= 6, "block-stages", tr("must be 2, 3, 4, 5 or 6"),
          o.blockStages);
  for (const auto& [name, rate] :
       {std::pair("baumgarte-alpha", o.baumgarteAlpha), std::pair("baumgarte-beta", o.baumgarteBeta),
        std::pair("penalty", o.penalty)})
    require(rate >= 0 && rate <= 1e15, name, tr("must be 0 (chosen) or a positive rate"), rate);
}

void checkTimes(const SimulationOptions& o) {
  require(std::isfinite(o.startTime), "t-start", tr("must be a finite number of seconds"), o.startTime);
  require(std::isfinite(o.endTime), "t-end", tr("must be a finite number of seconds"), o.endTime);
  require(o.endTime > o.startTime, "t-end",
          tr("must lie after the start time, which is {} s", formatted(o.startTime)), o.endTime);
  // below, t + h rounds to t
  const double smallest = 1e-13 * std::max(std::abs(o.endTime), std::abs(o.startTime));
  const auto check = [&](const char* option, double step, const std::string& zero) {
    require(step == 0 || (step >= smallest && std::isfinite(step)), option,
            tr("must be 0 ({}) or a time that is not lost beside the end time", zero), step);
  };
  check("initial-step", o.initialStep, tr("chosen"));
  check("max-step", o.maxStep, tr("no limit"));
  check("fixed-step", o.fixedStep, tr("chosen"));
}

/// "bdf, radau": those that read the option.
std::string readersOf(const std::string& option) {
  const OptionField& field = *std::find_if(optionFields().begin(), optionFields().end(),
                                           [&](const OptionField& known) { return known.name == option; });
  std::string known;
  for (const std::string& method : field.methods) known += (known.empty() ? "" : ", ") + method;
  return known;
}

/// Options that a method does not look at do no harm, but a run without the steps or the order asked for
/// would tell something else than it seems to.
void requireReader(const SimulationOptions& o, MethodOption option, const std::string& name) {
  if (!methodOf(o).reads(option))
    throw OptionError(name, tr("the method '{}' has no such option", o.method),
                      tr("Leave it out, or choose one of {}.", readersOf(name)));
}

void checkRealTime(const SimulationOptions& o) {
  require(o.speed >= 1e-6 && o.speed <= 1e6, "speed", tr("must lie between 1e-6 and 1e6"), o.speed);
  if (!o.realTime) return;
  if (!methodOf(o).reads(MethodOption::FixedStep))
    throw OptionError("real-time",
                      tr("needs steps of one size, which the method '{}' does not make", o.method),
                      tr("Choose one of {}.", readersOf("real-time")));
  if (o.fixedStep == 0)
    throw OptionError("real-time", tr("needs steps of one size"),
                      tr("Set option '{}' to a time such as 0.001 s, too.", "fixed-step"));
}

void checkFixedOrder(const SimulationOptions& o) {
  if (o.fixedOrder == 0) return;
  requireReader(o, MethodOption::FixedOrder, "fixed-order");
  const OrderRange& orders = methodOf(o).orders;
  if (orders.apart > 2) {
    std::string all;
    for (int order = orders.least; order <= orders.last(); order += orders.apart)
      all += (all.empty() ? "" : ", ") + std::to_string(order);
    require(orders.contains(o.fixedOrder), "fixed-order",
            tr("must be 0 (chosen) or one of {} for '{}'", all, o.method), o.fixedOrder);
    return;
  }
  require(orders.contains(o.fixedOrder), "fixed-order",
          orders.apart == 2
              ? tr("must be 0 (chosen) or an even number from {} to {} for '{}'", orders.least, orders.last(),
                   o.method)
              : tr("must be 0 (chosen) or from {} to {} for '{}'", orders.least, orders.last(), o.method),
          o.fixedOrder);
}

void checkStabilisation(const SimulationOptions& o) {
  const MethodDescriptor& method = methodOf(o);
  if (!method.reads(MethodOption::Stabilisation) || method.properties({}).bearsDamping) return;
  if (o.stabilisation == Stabilisation::Partitioning)
    throw OptionError("stabilisation",
                      tr("the method '{}' goes on from two steps, and lets grow what a change of the "
                         "independent coordinates between them leaves",
                         o.method),
                      tr("Choose projection or tangent-space."));
  if (o.stabilisation == Stabilisation::Baumgarte)
    throw OptionError("stabilisation",
                      tr("Baumgarte's terms damp what lies beside the constraints, and the method '{}' lets "
                         "whatever is damped grow",
                         o.method),
                      tr("Choose projection."));
}

void checkStudies(const SimulationOptions& o) {
  if (o.fixedStep > 0) requireReader(o, MethodOption::FixedStep, "fixed-step");
  require(o.fixedStep == 0 || o.maxStep == 0 || o.maxStep >= o.fixedStep, "max-step",
          tr("must not be below the fixed step, which is {} s", formatted(o.fixedStep)), o.maxStep);
  checkFixedOrder(o);
  if (o.newtonTolerance != 0) requireReader(o, MethodOption::NewtonTolerance, "newton-tolerance");
  require(o.newtonTolerance == 0 || (o.newtonTolerance >= 1e-12 && o.newtonTolerance <= 1),
          "newton-tolerance", tr("must be 0 (chosen) or lie between 1e-12 and 1"), o.newtonTolerance);
}

}  // namespace

void checkGivenIndex(const SimulationOptions& o) {
  if (methodOf(o).role == MethodRole::Chooses)
    throw OptionError("index", tr("the method '{}' chooses the index itself", o.method),
                      tr("Leave the index out."));
}

void validate(const SimulationOptions& o) {
  checkForm(o);
  checkNumbers(o);
  checkTimes(o);
  checkStabilisation(o);
  checkStudies(o);
  checkRealTime(o);
  require(o.maxSteps >= 0, "max-steps", tr("must be 0 (no limit) or a positive number"), o.maxSteps);
}

}  // namespace holonom
