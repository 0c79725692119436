// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/mechanism_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/lookup.h"
#include "core/base/subnormals.h"
#include "core/base/text.h"
#include "solvers/analyses/scales.h"
#include "solvers/integrators/work.h"
#include "solvers/simulation/loop/endings.h"
#include "solvers/simulation/loop/narration.h"

namespace holonom {
namespace {

constexpr int kOrderOfLeaps = 20;

StepStatistics statisticsOf(const StepRecord& record, const Independence& rows) {
  return {record.h,
          record.order,
          record.newtonIterations,
          record.jacobians,
          static_cast<int>(record.rejections.size()),
          static_cast<int>(record.events.size()),
          rows.sigma,
          rows.condition};
}

/// A controller that acts so often until the end that no machine gets there, though each step ends on one of
/// its samples: that as a sentence, empty where there is none.
std::string endlessSampling(const Mechanism& mechanism, const SimulationOptions& options) {
  constexpr double kHopelessSamples = 5e8;  // an hour of the cheapest steps
  if (options.maxSteps > 0 || options.realTime) return {};
  for (const Controller& controller : mechanism.controllers)
    if (const auto law = sampledLawOf(mechanism, controller)) {
      const double samples = (options.endTime - options.startTime) / law->sampling.period;
      if (samples > kHopelessSamples)
        return tr(
            "The end is out of reach: controller '{}' acts every {} s, {} times until then, and each "
            "step ends on a sample. Lengthen its period, or end the run sooner.",
            controller.name, significant(law->sampling.period, 3), significant(samples, 2));
    }
  return {};
}

/// What is behind a jump at the end of a step.
StepRecord behindJump(const StepRecord& step) {
  StepRecord behind;
  behind.t = step.t;
  behind.h = step.h;
  behind.order = step.order;
  behind.orderReason = step.orderReason;
  behind.events = step.events;
  return behind;
}

Mechanism inCoordinatesOf(const SimulationOptions& options, Mechanism mechanism) {
  mechanism.run.rotations = options.rotations;
  return mechanism;
}

}  // namespace

MechanismRun::MechanismRun(const Mechanism& mechanism, SimulationOptions options, StepSink& sink,
                           WallClock& clock, int points, bool freeHands)
    : given_(options),
      equations_(std::make_unique<EquationsOfMotion>(inCoordinatesOf(options, mechanism), freeHands)),
      observer_(*equations_), simulation_(*equations_, std::move(options)), sink_(sink), points_(points),
      ends_(*equations_), row_(rowSize(observer_.channels())), sampleRow_(row_.size()),
      kineticChannel_(indexOf(observer_.channels(), "energy.kinetic")),
      energyChannel_(indexOf(observer_.channels(), "energy.balance")),
      driftChannel_(indexOf(observer_.channels(), "drift.position")) {
  simulation_.countMultipliers(observer_.multiplierRows());
  if (given_.realTime) pacer_.emplace(given_.fixedStep, given_.speed, clock);
}

bool MechanismRun::start() {
  const SubnormalsAreZero fast;
  cpu_ = {};
  bool assembled;
  {
    PhaseTimer timer(assemblyTime_);
    assembled = simulation_.start(guess());
  }
  begin();
  if (!assembled) return false;
  if (std::string endless = endlessSampling(equations_->mechanism(), given_); !endless.empty()) {
    broken_ = Ending{Termination::EventFailed, std::move(endless)};
    return false;
  }
  sample_ = simulation_.state();
  noticeable_ = noticeableEnergy();
  observer_.start(simulation_.state(), before_.work);
  const Independence rows = simulation_.independence(simulation_.state());
  observer_.fill(withSharedReactions(simulation_.state()), {.sigma = rows.sigma, .condition = rows.condition},
                 row_);
  firstBalance_ = row_[energyChannel_];
  runaway_.start(energies(), noticeable_);
  growth_.start(sample_, row_[kineticChannel_]);
  followExtremes();
  nextPoint_ = 1;
  const bool goesOn = emit(simulation_.record());
  startClock();
  return goesOn;
}

InitialGuess MechanismRun::guess() const {
  InitialGuess guess = initialGuess(*equations_, given_.startTime);
  if (std::ssize(before_.turns) == equations_->layout().counts)
    std::ranges::copy(before_.turns, guess.q.end() - std::ssize(before_.turns));
  return guess;
}

void MechanismRun::begin() {
  if (!std::exchange(begun_, true)) sink_.begin(observer_.channels());
}

bool MechanismRun::step(const std::atomic<bool>* interrupt) {
  const long made = simulation_.counts().steps;
  const bool goesOn = makeStep(interrupt);
  if (pacer_ && simulation_.counts().steps > made) pacer_->done();
  return goesOn;
}

/// Where a step was made but nothing leads on behind its end, the run ends with that step.
bool MechanismRun::makeStep(const std::atomic<bool>* interrupt) {
  const SubnormalsAreZero fast;
  const long made = simulation_.counts().steps;
  const bool over = simulation_.advance(interrupt) == Simulation::Advance::Finished;
  if (over && simulation_.counts().steps == made) {
    if (!simulation_.rejections().empty()) sink_.abandon(simulation_.rejections());
    if (points_ > 1) emitEnd();
    return false;
  }
  PhaseTimer timer(outputTime_);
  simulation_.showBefore();
  followWork();
  const bool sampled = points_ > 1;
  if (sampled && !emitSamples()) return false;
  const bool jumps = simulation_.crossedEvent();
  const double balanceBefore = row_[energyChannel_];
  if (jumps && !sampled && !emitBeforeJump()) return false;
  const StepRecord record = jumps && !sampled ? behindJump(simulation_.record()) : simulation_.record();
  simulation_.showBehind();
  if (jumps) observer_.jump(simulation_.stateBeforeEvent(), simulation_.state());
  // of a row that nobody sees only energies and drift count
  if (sampled) fill(simulation_.state(), record, std::span(row_).first(observer_.channels().size()));
  else fill(withSharedReactions(simulation_.state()), record, row_);
  followExtremes();
  if (over || !mayGoOn(balanceBefore)) {
    if (sampled) emitEnd();
    else emit(record);
    return false;
  }
  return sampled || emit(record);
}

/// The step, without what happens at its end.
bool MechanismRun::emitBeforeJump() {
  StepRecord step = simulation_.record();
  step.events = {};
  fill(withSharedReactions(simulation_.stateBeforeEvent()), step, row_);
  followExtremes();
  return emit(step);
}

void MechanismRun::fill(const State& at, const StepRecord& record, std::span<double> row) {
  observer_.fill(at, statisticsOf(record, simulation_.independence(at)), row);
}

/// The method knows nothing of the reactions of rows that it leaves out, and those of the others jump where
/// it leaves out other ones.
const State& MechanismRun::withSharedReactions(const State& at) {
  if (simulation_.leftOut().empty()) return at;
  if (!reactions_) {
    equations_->moveTo(at.t, at.q, at.v);
    reactions_.emplace(*equations_);
  }
  shared_ = at;
  reactions_->share(shared_, shared_.lambda);
  return shared_;
}

/// With points within the step where the method has a higher order than the quadrature, as a leap (order 0)
/// has, and in the first steps behind an event, which may be long where little happens.
void MechanismRun::followWork() {
  const StepRecord& record = simulation_.record();
  const int order = record.order > 0 ? record.order : kOrderOfLeaps;
  const int enough = simulation_.properties().limitedByStability ? 4 : 3;  // of steps that are short anyway
  if ((order > enough || observer_.needsPointsWithin(record.h)) && observer_.countsWork()) {
    const GaussRule& rule = gaussRule(std::clamp(order - 2, 3, GaussRule::kMost));
    for (int i = 0; i < rule.count; ++i) {
      sample_.t = record.t - record.h * (1 - rule.nodes[std::size_t(i)]);
      simulation_.interpolate(sample_.t, sample_);
      observer_.within(sample_);
    }
  }
  observer_.advance(simulation_.crossedEvent() ? simulation_.stateBeforeEvent() : simulation_.state());
}

bool MechanismRun::mayGoOn(double energyBefore) {
  if (const std::string& why = simulation_.unresolvedPassage(); !why.empty())
    broken_ = Ending{Termination::Unresolved, why};
  else if (std::string flat = ends_.discThatLiesFlat(simulation_.state()); !flat.empty())
    broken_ = Ending{Termination::Locked, std::move(flat)};
  else if (runaway_.exploded())
    broken_ =
        endingOfExplosion(simulation_.state().t, runaway_, simulation_.options(), simulation_.properties());
  else if (growth_.look(simulation_.state(), row_[kineticChannel_],
                        simulation_.options().endTime - simulation_.state().t, equations_->layout()))
    broken_ = endingOfGrowth(simulation_.state().t, growth_.describe(*equations_, simulation_.state()),
                             simulation_.options());
  if (broken_ && broken_->termination == Termination::Exploded)
    if (std::string pole = simulation_.describePoleAhead(); !pole.empty())
      broken_ = Ending{Termination::NotFinite, std::move(pole)};
  return !broken_ && energyContinues(energyBefore);
}

/// A step over a singular configuration may end on a branch to which the momentum does not lead; the energy
/// then jumps. The work of drivers says nothing: between the ends of such a step it comes from reactions that
/// may have a pole there.
bool MechanismRun::energyContinues(double before) {
  constexpr double kFar = 1000;  // tolerances, in parts of the largest kinetic energy
  if (!simulation_.nearSingular() || simulation_.crossedEvent()) return true;
  const SimulationOptions& options = simulation_.options();
  const double jump = row_[energyChannel_] - before;
  const double tolerance = kFar * std::max(usedRtol(options), usedAtol(options));
  if (std::abs(jump) <= tolerance * largestKinetic_ || simulation_.passageConfirmed(tolerance)) return true;
  if (std::string lock = simulation_.describeLockAhead(); !lock.empty())
    broken_ = Ending{Termination::Locked, std::move(lock)};
  else
    broken_ =
        Ending{Termination::Unresolved,
               narration::at(
                   simulation_.state().t,
                   tr("the energy jumps by {} J in a step near a singular configuration: the passage was not "
                      "resolved, and which branch follows is not determined at this tolerance. Tighten rtol, "
                      "or keep "
                      "away from the place.",
                      significant(jump, 3)))};
  return false;
}

void MechanismRun::moveHand(const HandMove& move) {
  const Mechanism& mechanism = equations_->mechanism();
  const auto hand = std::find_if(mechanism.forces.rbegin(), mechanism.forces.rend(),
                                 [](const Force& force) { return std::holds_alternative<Hand>(force.kind); });
  if (hand == mechanism.forces.rend()) return;
  const State& state = simulation_.state();
  Vector3 place = move.to;
  if (move.body != kGround) {
    const Body& body = mechanism.bodies[static_cast<std::size_t>(move.body)];
    equations_->moveTo(state.t, state.q, state.v);
    place = equations_->configuration().place(
        move.body, body.turns() ? Vector3(move.at - body.centreOfMass) : Vector3());
  }
  hand_.move(move, state.t, place);
  equations_->moveHand(static_cast<int>(mechanism.forces.rend() - hand) - 1, hand_.grabs());
}

void MechanismRun::stop() { stopped_ = true; }

bool MechanismRun::emit(const StepRecord& record) {
  StepRecord full = record;
  full.row = row_;
  sinkFull_ = !sink_.accept(full);
  return !sinkFull_;
}

/// All sample times that the last step has passed.
bool MechanismRun::emitSamples() {
  const SimulationOptions& options = simulation_.options();
  const double end = simulation_.state().t;
  const StepRecord& record = simulation_.record();
  const bool last = end >= options.endTime - 1e-12 * (options.endTime - options.startTime);
  for (; nextPoint_ < points_; ++nextPoint_) {
    const bool final = nextPoint_ == points_ - 1;
    const double fraction = static_cast<double>(nextPoint_) / (points_ - 1);
    const double t =
        final ? options.endTime : options.startTime + fraction * (options.endTime - options.startTime);
    if (t > end && !(final && last)) return true;
    simulation_.interpolate(std::min(t, end), sample_);
    sample_.t = t;
    StepRecord full = record;
    full.t = t;
    full.events = {};  // they are at the end of the step
    fill(withSharedReactions(sample_), full, sampleRow_);
    full.events = record.events;
    full.row = sampleRow_;
    sinkFull_ = !sink_.accept(full);
    if (sinkFull_) return false;
  }
  return true;
}

/// Where a run ends between two samples is its last row.
void MechanismRun::emitEnd() {
  const State& end = simulation_.state();
  if (nextPoint_ >= points_ || !(sample_.t < end.t)) return;
  fill(withSharedReactions(end), simulation_.record(), row_);
  emit(simulation_.record());
}

Energies MechanismRun::energies() const {
  const double* row = &row_[kineticChannel_];  // kinetic, potential, total, work, dissipated, balance
  return {row[0], row[1], row[3], row[4], row[5]};
}

/// That of a motion by the size of the model in a second.
double MechanismRun::noticeableEnergy() {
  const State& at = simulation_.state();
  equations_->moveTo(at.t, at.q, coordinateScales(*equations_));
  return equations_->kineticEnergy();
}

void MechanismRun::followExtremes() {
  const auto raise = [](double& largest, double value) { largest = std::max(largest, std::abs(value)); };
  raise(largestKinetic_, row_[kineticChannel_]);
  runaway_.look(energies());
  raise(summary_.energyError, row_[energyChannel_] - firstBalance_);
  raise(summary_.largestDriftPosition, row_[driftChannel_]);
  raise(summary_.largestDriftVelocity, row_[driftChannel_ + 1]);
  raise(summary_.largestDriftAcceleration, row_[driftChannel_ + 2]);
}

/// Dissipation by a method shows in no estimate of single steps: a fast rotor that slows down looks well
/// otherwise.
std::string MechanismRun::energyWarning(Termination termination) const {
  constexpr double kNoticeable = 0.01, kAtRest = 1e-6;
  if (termination != Termination::ReachedEnd && termination != Termination::EventReached) return {};
  if (!(summary_.energyError > kNoticeable * largestKinetic_ && largestKinetic_ > kAtRest * noticeable_))
    return {};
  return tr(
      "The energy balance is off by {} J, {} % of the largest kinetic energy: the method adds or loses so "
      "much. Tighten rtol, shorten fixed steps, or compare with another method; where drivers work, noisy "
      "reactions (spikes) count as well.",
      significant(summary_.energyError, 2), significant(100 * summary_.energyError / largestKinetic_, 2));
}

const Summary& MechanismRun::finish() {
  if (finished_) return summary_;
  finished_ = true;
  begin();  // where the start has thrown
  sink_.end();
  summary_.given = given_;
  summary_.used = simulation_.options();
  summary_.used.rtol = usedRtol(summary_.used);
  summary_.used.atol = usedAtol(summary_.used);
  Ending ending{simulation_.termination(), simulation_.message()};
  if (broken_)
    ending = asTold(*broken_, simulation_.state().t, simulation_.counts().steps, simulation_.options());
  if (ending.termination == Termination::StepFailed &&
      runaway_.doubtful())  // of which the failure is the end
    ending =
        endingOfExplosion(simulation_.state().t, runaway_, simulation_.options(), simulation_.properties());
  if (ending.termination == Termination::StepTooSmall || ending.termination == Termination::Locked ||
      ending.termination == Termination::NotFinite) {
    if (std::string flat = ends_.discThatLiesFlat(simulation_.state()); !flat.empty())
      ending.message = std::move(flat);
    else if (std::string angle = ends_.angleAtItsEnd(simulation_.state()); !angle.empty())
      ending.message = std::move(angle);
    else if (std::string meeting = ends_.endsThatMeet(simulation_.state()); !meeting.empty())
      ending.message = std::move(meeting);
  }
  summary_.termination = ending.termination;
  summary_.message = ending.message;
  if (sinkFull_) {
    summary_.termination = Termination::SinkFull;
    summary_.message =
        tr("The receiver of the results can take no more (disk full, or memory budget reached).");
  } else if (stopped_) {
    summary_.termination = Termination::Stopped;
    summary_.message = tr("Stopped before the end time.");
  }
  summary_.time = simulation_.state().t;
  summary_.counts = simulation_.counts();
  if (pacer_) summary_.realTime = pacer_->report();
  summary_.remarks = simulation_.remarks();
  summary_.warnings = simulation_.warnings();
  if (runaway_.doubtful() && ending.termination != Termination::Exploded)
    summary_.warnings.push_back(
        {summary_.time, tr("The motion has come to {} J that nothing supplied, {} times the energy that it "
                           "had: it is not to "
                           "be trusted. {}",
                           significant(runaway_.unexplained(), 2), significant(runaway_.ratio(), 2),
                           causeOfGrowth(summary_.used, simulation_.properties()))});
  else if (std::string warning = energyWarning(ending.termination); !warning.empty())
    summary_.warnings.push_back({summary_.time, warning});
  const Assembly& assembly = simulation_.assembly();
  for (const int row : assembly.redundantRows)
    summary_.redundantConstraints.push_back(equations_->rowName(row));
  for (const int row : assembly.ambiguousRows)
    summary_.ambiguousReactions.push_back(equations_->rowName(row));
  for (const SingularPoint& point : simulation_.singularPoints())
    summary_.singularConfigurations.push_back(point.text);
  summary_.events = simulation_.allEvents();
  const Work& work = simulation_.work();
  summary_.times = {assemblyTime_,  work.residualTime, work.jacobianTime, work.factorizationTime,
                    work.solveTime, outputTime_,       cpu_.seconds()};
  return summary_;
}

}  // namespace holonom
