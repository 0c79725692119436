// SPDX-License-Identifier: GPL-3.0-or-later
// How a run starts, and what it has to say.
#include "core/base/text.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/options/method_settings.h"
#include "solvers/simulation/loop/endings.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/loop/simulation.h"
#include "solvers/simulation/watches/jump_watch.h"
#include "solvers/simulation/watches/mark_watch.h"
#include "solvers/simulation/watches/place_watch.h"
#include "solvers/simulation/watches/rates.h"

namespace holonom {
namespace {

constexpr double kSingularStart = 1e-4;  // σ

}  // namespace

Course::Course(DaeSystem& equations, SimulationOptions given)
    : system(equations), offers(system.offers()), options(std::move(given)), steps(system, options) {}

Course::~Course() = default;

Rates& Course::rates() {
  if (!keptRates) keptRates = std::make_unique<Rates>(steps.rows());
  return *keptRates;
}

Simulation::Simulation(DaeSystem& system, SimulationOptions options)
    : course_(system, std::move(options)), crossing_(course_),
      passage_(course_, [this](const StepCurve& step) { return crossing_.isWithin(step); }),
      leftOut_(course_, passage_.guard()), charts_(course_), pace_(course_) {
  validate(course_.options);
}

Simulation::~Simulation() = default;

bool Simulation::start(const InitialGuess& guess) {
  if (!assembleStart(guess)) return false;
  enter(departure_ ? *departure_ : assembly_);
  course_.state = assembly_.state;
  const bool constrained = course_.steps.rows().constraintCount() > 0;
  const std::string warning = methodOf(course_.options).warning(settingsOf(course_.options));
  if (!warning.empty() && constrained) assembly_.warnings.push_back(warning);
  if (!assembly_.singularStart && passage_.guard().sigma() < kSingularStart && constrained)
    assembly_.warnings.push_back(
        tr("The start lies very close to a singular configuration, in which {} depend on other constraints: "
           "within the tolerances the mechanism can go on in more than one way.",
           passage_.guard().dependentRows()));
  if (!beginEvents()) return false;
  course_.journal.begin(course_.state.t);
  course_.journal.noteEvents();
  pace_.begin();
  finish(Termination::Stopped, Text("Stopped before the end time."));
  return true;
}

bool Simulation::assembleStart(const InitialGuess& guess) {
  DaeSystem& system = course_.system;
  const Offers& offers = course_.offers;
  offers.switches.setModes({});
  offers.stops.close({});
  Vector held(offers.samples.count());
  offers.samples.initial(held);
  offers.samples.hold(held);
  course_.scale = coordinateScales(system);
  charts_.begin();
  departure_.reset();
  leftOut_.begin();
  crossing_.forget();
  course_.steps.forget();
  leap_.reset();
  assembly_ = assemble(system, guess);
  std::string failure = assembly_.failure;
  if (assembly_.consistent)
    failure =
        methodOf(course_.options)
            .refusal(system, static_cast<int>(assembly_.independentRows.size()), assembly_.singularStart);
  course_.state = assembly_.state;
  if (assembly_.consistent && failure.empty()) {
    passage_.begin();
    if (assembly_.singularStart) departure_ = passage_.departure(assembly_, failure);
  }
  if (assembly_.consistent && failure.empty()) return true;
  finish(Termination::AssemblyFailed, failure);
  return false;
}

/// The branches of the equations at the start, and all that watches steps from there on.
bool Simulation::beginEvents() {
  places_ = std::make_unique<PlaceWatch>(course_);
  jumps_ = std::make_unique<JumpWatch>(course_, passage_.guard(), crossing_);
  marks_ = std::make_unique<MarkWatch>(course_, crossing_);
  if (course_.options.fixedStep > 0) watches_ = {&crossing_, marks_.get()};
  else watches_ = {places_.get(), jumps_.get(), &crossing_, marks_.get()};
  if (!crossing_.start()) {
    finish(Termination::EventFailed, crossing_.failure());
    return false;
  }
  if (crossing_.active()) {
    if (!departure_) enterBehind();
    course_.steps.method().start(crossing_.behind(), course_.steps.plan().h);
    if (!departure_) course_.take(crossing_.behind());
  }
  for (Watch* watch : watches_) watch->begin(course_.state);
  return true;
}

void Simulation::countMultipliers(const std::vector<int>& rows) {
  multiplierPlace_.assign(course_.system.constraintCount(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] >= 0 && rows[i] < course_.system.constraintCount())
      multiplierPlace_[rows[i]] = static_cast<int>(i);
}

std::string Simulation::describeLockAhead() {
  return passage_.leadsOn() ? std::string() : describeLock(course_, passage_.guard());
}

std::string Simulation::describePoleAhead() { return poleOfTimeNear(course_, *places_); }

std::vector<Warning> Simulation::warnings() const {
  return narration::warningsOf(assembly_, course_, passage_.guard(), charts_.strainedSince());
}

std::vector<std::string> Simulation::remarks() const { return narration::remarksOf(course_); }

}  // namespace holonom
