// SPDX-License-Identifier: GPL-3.0-or-later
// What must not matter to the motion of the examples in space: the unit of length, the axes of the
// ground, and the sign of Euler parameters.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/base/units.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/part_references.h"
#include "core/model/part_view.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace spatial_models;

constexpr double kTolerance = 1e-10, kSame = 1e-7;

/// The examples in space that act by numbers alone.
std::vector<std::pair<std::string, Mechanism>> examplesInSpace(bool wholly) {
  std::vector<std::pair<std::string, Mechanism>> found;
  for (const Example& example : listExamples()) {
    Mechanism mechanism = readMechanism(example.modelFile);
    if (!isSpatial(mechanism) || !mechanism.controllers.empty()) continue;
    if (wholly && !std::ranges::all_of(mechanism.bodies, &Body::isSpatial)) continue;
    const bool byFormula = std::ranges::any_of(
        mechanism.forces, [](Force& force) { return !referencesOf(force).expressions.empty(); });
    if (byFormula) continue;
    mechanism.outputs.clear();
    mechanism.events.clear();
    found.emplace_back(example.name, std::move(mechanism));
  }
  return found;
}

/// A part in another unit of length, `scale` of which are one metre.
void rescale(const PartView& part, bool atTurning, double scale) {
  for (const PartValue& value : part.values) {
    const char* unit = atTurning && *value.turning ? value.turning : value.unit;
    const double factor = std::pow(scale, parseUnit(unit).powers[0]);
    if (const auto* number = std::get_if<double*>(&value.member)) **number *= factor;
    if (const auto* number = std::get_if<std::optional<double>*>(&value.member))
      if (**number) ***number *= factor;
    if (const auto* vector = std::get_if<Vector3*>(&value.member)) **vector *= factor;
  }
}

Mechanism inUnits(Mechanism mechanism, double scale) {
  mechanism.gravity *= scale;
  for (Point& point : mechanism.ground.points) point.position *= scale;
  for (Body& body : mechanism.bodies) {
    rescale(viewOf(body), false, scale);
    for (Point& point : body.points) point.position *= scale;
  }
  for (Joint& joint : mechanism.joints) rescale(viewOf(joint), false, scale);
  for (Force& force : mechanism.forces) {
    const int joint = jointOf(force);
    const bool turns = joint >= 0 && !slideAxis(mechanism.joints[std::size_t(joint)]);
    rescale(viewOf(force), turns, scale);
  }
  return mechanism;
}

double endTimeOf(const Mechanism& mechanism) { return std::min(mechanism.run.endTime.value_or(1), 0.4); }

Outcome runOf(const Mechanism& mechanism, double tolerance, const TestedMethod& method,
              bool flipped = false) {
  EquationsOfMotion equations(mechanism);
  InitialGuess guess = initialGuess(equations, 0);
  for (int body = 0; flipped && body < equations.places().bodyCount(); ++body)
    if (equations.places().hasParameters(body)) {
      guess.q.segment<4>(equations.places().parameters(body)) *= -1;
      guess.v.segment<4>(equations.places().parameters(body)) *= -1;
    }
  const Outcome outcome = runSystem(equations, optionsOf(method, tolerance, endTimeOf(mechanism)), guess);
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome;
}

constexpr TestedMethod kExact{"", "dop853", 1}, kUsual{"", "bdf", 2};

TEST(SpatialInvariance, MillimetresAndMetresGiveTheSameMotion) {
  constexpr double kScale = 1000;
  int compared = 0;
  for (const auto& [name, mechanism] : examplesInSpace(false)) {
    SCOPED_TRACE(name);
    const Mechanism small = inUnits(mechanism, kScale);
    EXPECT_NEAR(characteristicLength(small), kScale * characteristicLength(mechanism),
                1e-9 * characteristicLength(small));
    const double length = characteristicLength(mechanism);
    const std::vector<Coordinate> coordinates = CoordinateLayout(mechanism).describe(mechanism, length);
    const Outcome metres = runOf(mechanism, kTolerance, kExact),
                  millimetres = runOf(small, kTolerance, kExact);
    double largest = 0;
    for (int i = 0; i < int(coordinates.size()); ++i) {
      const Coordinate& coordinate = coordinates[std::size_t(i)];
      const bool isAngle = coordinate.isAngle || coordinate.isRotation;
      const double scale = isAngle ? 1 : kScale, size = isAngle ? 1 : length;
      largest = std::max(largest, std::abs(millimetres.end.q[i] / scale - metres.end.q[i]) / size);
    }
    const Outcome usual = runOf(mechanism, 1e-6, kUsual), other = runOf(small, 1e-6, kUsual);
    std::printf("%s: %ld and %ld steps, difference %.1e\n", name.c_str(), usual.counts.steps,
                other.counts.steps, largest);
    EXPECT_LT(largest, kSame);
    EXPECT_NEAR(double(other.counts.steps), double(usual.counts.steps),
                0.02 * double(usual.counts.steps) + 1);
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

TEST(SpatialInvariance, AWholeModelThatIsTurnedMovesTheSameWay) {
  const Vector4 turn = eulerParameters(Vector3(0.7, -1.1, 0.4));
  int compared = 0;
  for (const auto& [name, mechanism] : examplesInSpace(true)) {
    SCOPED_TRACE(name);
    const Vector upright = runOf(mechanism, kTolerance, kExact).end.q,
                 leaning = runOf(turned(mechanism, turn), kTolerance, kExact).end.q;
    const EquationsOfMotion equations(mechanism);
    const double size = characteristicLength(mechanism);
    for (int body = 0; body < equations.places().bodyCount(); ++body) {
      const Vector3 expected = rotationMatrix(turn) * placeIn(equations, upright, body);
      EXPECT_LT((placeIn(equations, leaning, body) - expected).norm(), kSame * size);
      if (!equations.places().hasParameters(body)) continue;
      EXPECT_LT(apart(turnIn(equations, leaning, body), composed(turn, turnIn(equations, upright, body))),
                kSame);
    }
    ++compared;
  }
  EXPECT_GE(compared, 9);
}

/// Step for step.
TEST(SpatialInvariance, BothSignsOfEulerParametersGiveTheSameMotion) {
  int compared = 0;
  for (const auto& [name, mechanism] : examplesInSpace(false)) {
    SCOPED_TRACE(name);
    const Outcome one = runOf(mechanism, 1e-6, kUsual), other = runOf(mechanism, 1e-6, kUsual, true);
    EXPECT_EQ(one.counts.steps, other.counts.steps);
    const CoordinateLayout places(mechanism);
    for (int body = 0; body < places.bodyCount(); ++body) {
      const auto [first, count] = places.frame(body);
      const int straight = places.hasParameters(body) ? 3 : count;
      EXPECT_LT((one.end.q - other.end.q).segment(first, straight).norm(), kSame);
      EXPECT_LT((one.end.q + other.end.q).segment(first + straight, count - straight).norm(), kSame);
    }
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

}  // namespace
}  // namespace holonom
