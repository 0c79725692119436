// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/measured_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/text.h"
#include "solvers/analyses/stability.h"
#include "solvers/options/method_settings.h"

namespace holonom {
namespace {

constexpr double kSettled = 0.02;         // of a slope between two sizes: by how much the next one may differ
constexpr double kLargestError = 1e-2;    // above, an error says nothing of the order
constexpr double kAboveUncertainty = 30;  // times that of the reference, which otherwise is seen in the slope
constexpr double kRounding = 1e-12;       // of runs in which errors of rounding add up
constexpr int kFewestSteps = 8, kSizes = 16;
constexpr int kHighOrder = 7;   // from which eight steps of a smooth motion may have no errors but rounding
constexpr double kBudget = 10;  // s of CPU time, after which one run is given up
// What the iteration leaves, the product of both, shows nowhere; fixed steps need no tolerance otherwise.
constexpr double kTightNewton = 1e-9, kTolerance = 1e-3;

/// Its error at the end; NaN where it does not get there.
double errorOf(const BenchmarkProblem& problem, const SimulationOptions& options,
               const ReferenceEnd& reference, const std::atomic<bool>* stop, long& steps) {
  const std::vector<Measurement> made = measure(
      problem, {options}, reference,
      {.tolerances = {usedRtol(options)}, .repetitions = 1, .enough = 0, .budget = kBudget}, {}, stop);
  if (made.empty() || !made.front().finished()) return std::numeric_limits<double>::quiet_NaN();
  steps = made.front().counts.steps;
  return made.front().error;
}

/// Between a point and the next one.
double slopeAt(const std::vector<MeasuredOrder::Point>& points, std::size_t i) {
  return std::log(points[i].error / points[i + 1].error) / std::log(points[i].size / points[i + 1].size);
}

int orderOf(const SimulationOptions& options) {
  const MethodDescriptor& method = methodOf(options);
  return options.fixedOrder > 0 ? options.fixedOrder : std::max(method.order, method.orders.most);
}

bool settled(const std::vector<MeasuredOrder::Point>& points) {
  const std::size_t n = points.size();
  return int(n) >= kFewestOrderPoints && std::abs(slopeAt(points, n - 3) - slopeAt(points, n - 2)) <
                                             kSettled * std::abs(slopeAt(points, n - 2));
}

/// Without the largest sizes, on which the slope was another one.
void dropUnsettled(std::vector<MeasuredOrder::Point>& points) {
  while (int(points.size()) > kFewestOrderPoints) {
    const double last = slopeAt(points, points.size() - 2);
    if (std::abs(slopeAt(points, 0) - last) < 2 * kSettled * std::abs(last)) break;
    points.erase(points.begin());
  }
}

}  // namespace

double MeasuredOrder::slope() const {
  if (points.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  double x = 0, y = 0, xx = 0, xy = 0;
  const double n = double(points.size());
  for (const Point& point : points) {
    const double size = std::log(point.size), error = std::log(point.error);
    x += size / n, y += error / n, xx += size * size / n, xy += size * error / n;
  }
  return (xy - x * y) / (xx - x * x);
}

bool MeasuredOrder::isBelowFormula() const {
  constexpr double kClearly = 0.85;
  return slope() < kClearly * ofFormula;
}

/// Methods with a past begin at order 1 where the motion cannot be continued backwards, as in a fast decay;
/// those of one step lose order on stiff parts and constraints instead.
std::string whyLowerOrder(const MeasuredOrder& found, const SimulationOptions& options) {
  const MethodDescriptor& method = methodOf(options);
  const bool hasPast = method.buildsUpOrder || method.properties(settingsOf(options)).beginsFromPast;
  const long order = std::lround(found.ofFormula);
  return hasPast ? tr("The formula has order {}. A model shows less where something in it fades so fast that "
                      "the first steps can only be of order 1, whose error stays; where impacts, stops or "
                      "other jumps interrupt the motion; or where even the shortest steps were long for it.",
                      order)
                 : tr("The formula has order {}. A model shows less where impacts, stops or other jumps "
                      "interrupt the motion; where stiff parts or constraints take order away; or where even "
                      "the shortest steps were long for it.",
                      order);
}

int measurableOrder(const std::vector<int>& orders) {
  int found = orders.empty() ? 0 : orders.front();
  for (const int order : orders)
    if (order < kHighOrder) found = std::max(found, order);
  return found;
}

MeasuredOrder measureOrder(const BenchmarkProblem& problem, SimulationOptions options,
                           const std::function<void(const MeasuredOrder&)>& each,
                           const std::atomic<bool>* stop) {
  const MethodDescriptor& method = methodOf(options);
  const auto reference = referenceEnd(problem, {.tolerances = {}, .budget = kBudget}, stop);
  MeasuredOrder found;
  if (stop && *stop) return found;
  if (!reference)
    throw InputError("", tr("no two methods agree on the motion, so there is nothing to measure errors by"),
                     tr("Choose a shorter time."));
  if (reference->judged != Judged::Coordinates)
    throw InputError("", tr("drivers prescribe the whole motion: there is nothing to integrate"),
                     tr("Kinematic analysis finds it exactly."));
  found.bySteps = method.reads(MethodOption::FixedStep);
  found.uncertainty = reference->uncertainty;
  if (found.bySteps) found.ofFormula = stabilityOf(StabilityProbe(method, settingsOf(options))).order;
  found.leastError = std::max(kAboveUncertainty * reference->uncertainty, kRounding);
  if (found.bySteps) options.rtol = options.atol = kTolerance;
  if (found.bySteps && method.reads(MethodOption::NewtonTolerance)) options.newtonTolerance = kTightNewton;
  const int fewest = orderOf(options) < kHighOrder ? kFewestSteps : 1;
  const auto follow = [&](const std::vector<double>& sizes) {
    found.points.clear();
    for (const double size : sizes) {
      if (settled(found.points) || (stop && *stop)) return;
      MeasuredOrder::Point point{size, 0, 0};
      if (found.bySteps) options.fixedStep = size;
      else options.rtol = options.atol = size;
      point.error = errorOf(problem, options, *reference, stop, point.steps);
      found.reachesLeast = point.error < found.leastError;
      if (found.reachesLeast) return;
      if (!(point.error < kLargestError)) continue;
      found.points.push_back(point);
      if (int(found.points.size()) > kMostOrderPoints) found.points.erase(found.points.begin());
      if (each) each(found);
    }
  };
  std::vector<double> sizes, between;
  for (int k = 0; k < kSizes; ++k) {
    sizes.push_back(found.bySteps ? problem.endTime / std::ldexp(fewest, k) : std::pow(10, -2 - k));
    between.push_back(sizes.back());
    if (k > 0) between.push_back(sizes.back() / (found.bySteps ? 1.5 : std::sqrt(10)));  // whole steps
  }
  follow(sizes);
  if (found.reachesLeast && found.points.size() < kFewestOrderPoints) follow(between);
  found.settled = settled(found.points);
  dropUnsettled(found.points);
  if (found.points.size() < 2 && found.reachesLeast && !(stop && *stop))
    throw InputError(
        "",
        tr("not measurable in double precision here: errors reach rounding, or what the "
           "reference knows, before the order shows"),
        options.fixedOrder >= kHighOrder
            ? tr("Choose a lower order or a longer time; on y′ = λy the page of the method shows "
                 "the order.")
            : tr("Choose a longer time; on y′ = λy the page of the method shows the order."));
  if (found.points.size() < 2 && !(stop && *stop))
    throw InputError(
        "", tr("fewer than two sizes of steps have errors that tell anything"),
        tr("Choose another time: over a long one errors are large, over a short one the reference "
           "knows too little."));
  return found;
}

}  // namespace holonom
