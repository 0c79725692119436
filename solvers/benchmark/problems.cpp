// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/problems.h"

#include "core/base/text.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/car_axis.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "core/dynamics/reference_problems/damped_slider_crank.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "core/dynamics/reference_problems/heavy_top.h"
#include "core/model/generators.h"
#include "solvers/analyses/assembly.h"

namespace holonom {
namespace {

template <class System>
BenchmarkProblem handWritten(std::string name, std::string title) {
  return {
      std::move(name), std::move(title), System::kEndTime, [] { return std::make_unique<System>(); },
      [](const DaeSystem&) {
        return InitialGuess{
            .q = System::initialCoordinates(), .v = System::initialVelocities(), .exactQ = {}, .exactV = {}};
      }};
}

/// From the smooth start; the slider moves by 2e-10 m to close the mechanism.
BenchmarkProblem flexibleSliderCrank() {
  return {"flexible_slider_crank_ivp", tr("Flexible slider–crank"), FlexibleSliderCrank::kEndTime,
          [] { return std::make_unique<FlexibleSliderCrank>(); },
          [](const DaeSystem& system) {
            const int n = system.coordinateCount();
            InitialGuess guess{.q = FlexibleSliderCrank::initialCoordinates(),
                               .v = FlexibleSliderCrank::initialVelocities(),
                               .exactQ = Vector::Ones(n),
                               .exactV = Vector::Zero(n)};
            guess.exactQ[2] = 0;
            return guess;
          }};
}

/// From the horizontal, at rest.
BenchmarkProblem pendulum() {
  return {"pendulum_cartesian", tr("Pendulum, Cartesian coordinates"), 10,
          [] { return std::make_unique<CartesianPendulum>(10, 1); },
          [](const DaeSystem&) {
            return InitialGuess{.q = Vector2(1, 0), .v = Vector2(0, 0), .exactQ = {}, .exactV = {}};
          }};
}

}  // namespace

std::vector<BenchmarkProblem> literatureProblems() {
  return {handWritten<AndrewsRelative>("andrews_relative", tr("Andrews' mechanism, relative angles")),
          handWritten<DampedSliderCrank>("damped_slider_crank", tr("Slider–crank with spring–damper")),
          flexibleSliderCrank(), handWritten<CarAxis>("car_axis", tr("Car axis")), pendulum(),
          handWritten<HeavyTop>("heavy_top", tr("Heavy top, Euler parameters")),
          // Through flat positions, where the bars may go on in two ways: to 10 s the published motion goes
          // on, but two methods then agree to 6e-7 only.
          mechanismProblem("four_bars_10", makeFourBars(10), 6)};
}

/// Errors are those of coordinates, which charts would change.
BenchmarkProblem mechanismProblem(std::string name, Mechanism mechanism, double endTime) {
  mechanism.run.rotations = Rotations::EulerParameters;
  return {
      std::move(name), mechanism.name, endTime,
      [mechanism] { return std::make_unique<EquationsOfMotion>(mechanism); },
      [](const DaeSystem& system) { return initialGuess(static_cast<const EquationsOfMotion&>(system), 0); }};
}

}  // namespace holonom
