// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/endings.h"

#include <algorithm>
#include <cmath>

#include "solvers/simulation/loop/causes.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/event_watch.h"
#include "solvers/simulation/watches/pole_watch.h"

namespace holonom {
namespace {

// σ of the constraints, of its largest value: at the end of a mechanism's way
constexpr double kLocked = 0.05;
constexpr double kLockedForSure = 1e-4;     // where numbers that are not finite come from the lock-up itself
constexpr double kNear = 1e-6;              // of the interval: where the cause of tiny steps is looked for
constexpr double kAsLargeAsVelocities = 3;  // times: what index 3 leaves untested is no remark but a warning
constexpr double kLongStep = 1e6;           // time scales of the system

std::string describeExploding(const Course& course, int control) {
  return narration::exploding(course.state.t, course.system.coordinateName(control));
}

std::string describeStiff(const Course& course) {
  const int control = explodingControl(course);
  return control >= 0 ? describeExploding(course, control) : narration::stiff();
}

std::string describeCreeping(const Course& course, PoleWatch& poles) {
  const double t = course.state.t, h = course.journal.record().h;
  const int coordinate = course.journal.record().dominantCoordinate;
  if (isControl(course.system, coordinate))
    return narration::creepingControl(t, h, course.system.coordinateName(coordinate));
  if (std::string pole = poleAhead(course, poles); !pole.empty()) return pole;
  return narration::creeping(t, h, notFiniteAhead(course, kNear));
}

std::string describeFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                            PoleWatch& poles) {
  if (const int control = explodingControl(course); control >= 0) return describeExploding(course, control);
  if (std::string pole = poleAhead(course, poles); !pole.empty()) return pole;
  const double h = course.steps.plan().h;
  narration::Failure failure;
  failure.t = course.state.t;
  failure.h = h;
  failure.status = attempt.status;
  failure.farFromSingular = guard.closeness() > kLocked;
  if (attempt.status == AttemptStatus::NotFinite) {
    if (course.journal.counts().steps == 0 && course.options.initialStep == 0 &&
        h > kLongStep * course.system.timeScale())
      return narration::runTooLong(course.interval());
    failure.notFinite = notFiniteAhead(course, 1);
  }
  if (attempt.status == AttemptStatus::ErrorTooLarge && attempt.coordinate >= 0) {
    failure.coordinate = course.system.coordinateName(attempt.coordinate);
    failure.ofController = isControl(course.system, attempt.coordinate);
    failure.roundedAcceleration = roundingOfAcceleration(course, attempt.coordinate);
  }
  return narration::failed(failure);
}

/// Tolerances hold for each step; where nothing damps them, errors add up.
bool errorsMayAddUp(const Course& course) {
  constexpr double kMany = 1e4, kManyOfLowOrder = 2e3;  // tolerances
  if (course.options.fixedStep > 0) return false;
  return course.journal.counts().errors > (course.steps.method().order() > 2 ? kMany : kManyOfLowOrder);
}

/// Of a run that gets nowhere; none when its pace is fine.
std::optional<Ending> endingByPace(Pace::Finding pace, const Course& course, ConfigurationGuard& guard,
                                   PoleWatch& poles) {
  switch (pace) {
    case Pace::Finding::Fine: return std::nullopt;
    case Pace::Finding::Stiff: return Ending{Termination::StepTooSmall, describeStiff(course)};
    case Pace::Finding::Creeping:
    case Pace::Finding::Failing: break;
  }
  guard.examine(course.state);
  if (guard.closeness() < kLocked) return Ending{Termination::Locked, describeLock(course, guard)};
  return Ending{Termination::StepTooSmall, describeCreeping(course, poles)};
}

}  // namespace

std::optional<Ending> endingBetweenSteps(const Course& course, Pace& pace, ConfigurationGuard& guard,
                                         PoleWatch& poles, const std::string& event) {
  const long most = course.options.maxSteps;
  if (!event.empty()) return Ending{Termination::EventReached, "The " + event + " ended the run."};
  if (course.atEnd()) return Ending{Termination::ReachedEnd, "The end time was reached."};
  if (most > 0 && course.journal.counts().steps >= most)
    return Ending{Termination::StepLimit, "The largest number of steps was reached."};
  return endingByPace(pace.look(), course, guard, poles);
}

Ending endingOfFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                       PoleWatch& poles) {
  const bool notFinite = attempt.status == AttemptStatus::NotFinite;
  if (guard.closeness() < (notFinite ? kLockedForSure : kLocked))
    return {Termination::Locked, describeLock(course, guard)};
  return {notFinite ? Termination::NotFinite : Termination::StepTooSmall,
          describeFailure(attempt, course, guard, poles)};
}

Ending asTold(Ending ending, double t, long steps, const SimulationOptions& options) {
  const Termination how = ending.termination;
  if (how != Termination::StepTooSmall && how != Termination::NotFinite && how != Termination::Locked &&
      how != Termination::Unresolved)
    return ending;
  const std::vector<Overruling> by = overruling(options, steps);
  return by.empty() ? ending : Ending{Termination::StepTooSmall, narration::overruled(t, by, options)};
}

std::string describeLock(const Course& course, const ConfigurationGuard& guard) {
  const double t = course.state.t;
  if (const int control = explodingControl(course); control >= 0) return describeExploding(course, control);
  if (guard.dependentOnControls()) return narration::controllerEnds(t, guard.dependentRows());
  return narration::locked(t, guard.dependentRows(), guard.nearMiss(t, course.steps.method().state().q));
}

std::string poleAhead(const Course& course, PoleWatch& poles) {
  if (!poles.active()) return {};
  const double least = std::max(std::abs(course.steps.plan().h), 1e-15 * course.interval());
  auto pole = poles.noted();
  if (!pole) pole = poles.ahead(course.state, least, kNear * course.toGo());
  return pole ? narration::infinite(pole->t, course.offers.poles.name(pole->pole)) : std::string();
}

std::vector<std::string> warningsOf(const Assembly& assembly, const Course& course,
                                    const ConfigurationGuard& guard, std::optional<double> strainedSince) {
  constexpr std::size_t kMostJumps = 5, kMostPoints = 4;
  std::vector<std::string> all = assembly.warnings;
  std::vector<std::string> stories;
  for (const Event& event : course.journal.allEvents())
    if (event.kind == Event::Kind::UndeclaredJump && stories.size() < kMostJumps)
      stories.push_back(narration::jumpFound(event));
  const bool started = course.steps.started();
  if (const auto since = started ? course.steps.method().stiffSince() : std::nullopt)
    stories.push_back(narration::stiffSince(*since));
  const std::vector<SingularPoint>& points = guard.points();
  const std::vector<Overruling> by = overruling(course.options, course.journal.counts().steps);
  if (!by.empty() && (!stories.empty() || !points.empty()))
    stories = {narration::doubtful(by, course.options)};
  all.insert(all.end(), stories.begin(), stories.end());
  if (strainedSince) all.push_back(narration::strainedSince(*strainedSince));
  for (std::size_t i = 0; i < std::min(points.size(), kMostPoints); ++i) all.push_back(points[i].text);
  if (points.size() > kMostPoints)
    all.push_back("And " + std::to_string(points.size() - kMostPoints) +
                  " more such places, the last: " + points.back().text);
  if (!started) return all;
  if (errorsMayAddUp(course))
    all.push_back(narration::errorsAddUp(course.journal.counts().steps, course.journal.counts().errors));
  const Counts& counts = course.journal.counts();
  const double mean = counts.errors / static_cast<double>(std::max(1L, counts.steps));
  if (course.options.fixedStep > 0 && mean > 1) all.push_back(narration::errorsNotJudged(mean));
  const double part = course.steps.untestedErrors() * usedRtol(course.options);
  if (part > kAsLargeAsVelocities) all.push_back(narration::untestedVelocities(part));
  return all;
}

std::vector<std::string> remarksOf(const Course& course) {
  constexpr double kWorthTelling = 1e3;  // tolerances
  std::vector<std::string> all = course.steps.remarks();
  const double untested = course.steps.untestedErrors(), part = untested * usedRtol(course.options);
  if (untested > kWorthTelling && !(part > kAsLargeAsVelocities))
    all.push_back(narration::untestedVelocities(part));
  return all;
}

}  // namespace holonom
