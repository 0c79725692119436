// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/problems.h"

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/car_axis.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "core/dynamics/reference_problems/damped_slider_crank.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "core/model/generators.h"

namespace holonom {
namespace {

InitialGuess guessOf(Vector q, Vector v) {
  InitialGuess guess;
  guess.q = std::move(q);
  guess.v = std::move(v);
  return guess;
}

template <class System>
BenchmarkProblem handWritten(std::string name, std::string title) {
  return {std::move(name), std::move(title), System::kEndTime, [] { return std::make_unique<System>(); },
          [](const DaeSystem&) { return guessOf(System::initialCoordinates(), System::initialVelocities()); }};
}

/// From the horizontal, at rest.
BenchmarkProblem pendulum() {
  return {"pendulum_cartesian", "Pendulum, Cartesian coordinates", 10, [] { return std::make_unique<CartesianPendulum>(10, 1); },
          [](const DaeSystem&) { return guessOf(Vector2(1, 0), Vector2(0, 0)); }};
}

}  // namespace

std::vector<BenchmarkProblem> literatureProblems() {
  return {handWritten<AndrewsRelative>("andrews_relative", "Andrews' mechanism, relative angles"),
          handWritten<FlexibleSliderCrank>("flexible_slider_crank", "Flexible slider–crank"),
          handWritten<DampedSliderCrank>("damped_slider_crank", "Slider–crank with spring–damper"),
          handWritten<CarAxis>("car_axis", "Car axis"),
          pendulum(),
          mechanismProblem("four_bars_10", makeFourBars(10), 0.6)};
}

BenchmarkProblem mechanismProblem(std::string name, const Mechanism& mechanism, double endTime) {
  return {std::move(name), mechanism.name, endTime, [mechanism] { return std::make_unique<EquationsOfMotion>(mechanism); },
          [](const DaeSystem& system) {
            const auto& equations = static_cast<const EquationsOfMotion&>(system);
            return InitialGuess{.q = equations.givenCoordinates(),
                                .v = equations.givenVelocities(),
                                .exactQ = equations.exactCoordinates(),
                                .exactV = equations.exactVelocities()};
          }};
}

}  // namespace holonom
