// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/narration.h"

#include <algorithm>

#include "core/base/text.h"

namespace holonom::narration {
namespace {

/// Tolerances hold for each step; where nothing damps them, errors add up.
bool errorsMayAddUp(const Course& course) {
  constexpr double kMany = 1e4, kManyOfLowOrder = 2e3;  // tolerances
  if (course.options.fixedStep > 0) return false;
  return course.journal.counts().errors > (course.steps.method().order() > 2 ? kMany : kManyOfLowOrder);
}

/// What has been found that need not be there: jumps that nothing declares, stiffness.
std::vector<Warning> findingsOf(const Course& course) {
  constexpr std::size_t kMostJumps = 5;
  std::vector<Warning> all;
  for (const Event& event : course.journal.allEvents())
    if (event.kind == Event::Kind::UndeclaredJump && all.size() < kMostJumps)
      all.push_back({event.t, tr("A jump was found at t = {} s, in {}. Nothing in the model declares it; "
                                 "step() or if() in its expression would let the run meet it.",
                                 significant(event.t, 9), event.name)});
  if (const auto since = course.steps.started() ? course.steps.method().stiffSince() : std::nullopt)
    all.push_back({*since, course.steps.properties().bearsDamping
                               ? tr("From t = {} s on stability limits the step size, not accuracy. The "
                                    "problem looks stiff: choose bdf.",
                                    significant(*since, 6))
                               : tr("From t = {} s on stability limits the step size, not accuracy. {}",
                                    significant(*since, 6), growsWithAnyStep())});
  return all;
}

}  // namespace

std::string blame(const std::vector<Overruling>& by, const SimulationOptions& options) {
  std::string told;
  for (std::size_t i = 0; i < by.size(); ++i) {
    told += (i == 0 ? "" : ", ") + by[i].field->name + ' ' + by[i].field->get(options);
    const bool saidNext = i + 1 < by.size() && by[i + 1].without == by[i].without;
    if (!saidNext) told += " (" + by[i].without.str() + ')';
  }
  return tr("The run was told {}: that alone can be the cause. Leave it out before you look for one in the "
            "model.",
            told) +
         (options.fixedStep > 0 ? ' ' + tr("Too long a fixed step lets motions grow beyond all bounds: try "
                                           "one half as long.")
                                : std::string());
}

std::string growsWithAnyStep() {
  return tr(
      "This method lets whatever is damped grow, with any step, and shorter ones only delay that: choose one "
      "that bears damping, such as heun or rk4, or bdf where the model is stiff.");
}

std::vector<Warning> warningsOf(const Assembly& assembly, const Course& course,
                                const ConfigurationGuard& guard, std::optional<double> strainedSince) {
  constexpr std::size_t kMostPoints = 4;
  std::vector<Warning> all, findings = findingsOf(course);
  for (const std::string& warning : assembly.warnings) all.push_back({course.options.startTime, warning});
  const std::vector<SingularPoint>& points = guard.points();
  const Counts& counts = course.journal.counts();
  const std::vector<Overruling> by = overruling(course.options, counts.steps);
  if (!by.empty() && (!findings.empty() || !points.empty()))
    findings = {{course.state.t,
                 tr("A jump, stiffness or a singular configuration that seems to be there need not be. {}",
                    blame(by, course.options))}};
  all.insert(all.end(), findings.begin(), findings.end());
  if (strainedSince)
    all.push_back({*strainedSince, tr("From t = {} s on the coordinates are near a singularity of their "
                                      "parametrisation, and the system offers no others.",
                                      significant(*strainedSince, 6))});
  for (std::size_t i = 0; i < std::min(points.size(), kMostPoints); ++i)
    all.push_back({points[i].t, points[i].text});
  if (points.size() > kMostPoints)
    all.push_back({points.back().t, trn(static_cast<long>(points.size() - kMostPoints),
                                        "And {0} more such places, the last: {1}",
                                        "And {0} more such places, the last: {1}", points.back().text)});
  std::ranges::stable_sort(all, {}, &Warning::t);
  if (!course.steps.started()) return all;
  if (errorsMayAddUp(course))
    all.push_back({course.state.t,
                   tr("The errors of the {} steps, each within its tolerance, can add up to {} tolerances "
                      "where nothing damps them. Compare with a run at a tenth of the tolerance, or choose a "
                      "method of higher order.",
                      counts.steps, significant(counts.errors, 1))});
  const double mean = counts.errors / static_cast<double>(std::max(1L, counts.steps));
  if (course.options.fixedStep > 0 && mean > 1)
    all.push_back(
        {course.state.t,
         tr("Steps of a fixed size are not judged: their estimated errors are {} tolerances on average.",
            significant(mean, 2))});
  return all;
}

std::vector<std::string> remarksOf(const Course& course) {
  constexpr double kWorthTelling = 1e3;  // tolerances
  std::vector<std::string> all = course.steps.remarks();
  if (const double untested = course.steps.untestedErrors(); untested > kWorthTelling)
    all.push_back(
        tr("At index 3 this method tests positions, not velocities: by their estimates the errors of the "
           "velocities can add up to {} times their size. Index 2 tests both.",
           significant(untested * usedRtol(course.options), 1)));
  return all;
}

}  // namespace holonom::narration
