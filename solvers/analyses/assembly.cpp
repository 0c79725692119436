// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/assembly.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/base/text.h"
#include "core/base/units.h"
#include "solvers/analyses/departure.h"
#include "solvers/analyses/inertia_spread.h"
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_choice.h"
#include "solvers/analyses/row_names.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/analyses/start_changes.h"
#include "solvers/analyses/start_metric.h"
#include "solvers/linear/rank_analysis.h"

namespace holonom {
namespace {

constexpr double kExactWeight = 1e6;
// between the σ of 1e-4 and that of rows that depend on others everywhere, errors of positions in it
constexpr double kRankBeside = 3e-6;
constexpr double kConsistent = 1e-8;   // residual of rows left out, in parts of their size
constexpr double kBeyondUse = 30;      // Charts::strain() of a given position that a chart can hardly tell
constexpr double kSlight = 1e-4;       // of such sizes: what rounding of files leaves
constexpr std::size_t kMostNames = 6;  // of rows in a message

/// For damped least squares, where only the exact values matter.
Vector weights(const Vector& scale, const Vector& exact) {
  Vector weight = scale.array().square().inverse();
  if (exact.size() == scale.size()) weight.array() *= 1 + (kExactWeight - 1) * exact.array();
  return weight;
}

double largest(const Vector& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0; }

/// The rows with the largest residuals (in parts of their size) behind the `first` ones, worst first.
std::vector<int> worstRows(int first, const Vector& residual, double threshold) {
  std::vector<int> rows;
  for (int i = first; i < residual.size(); ++i)
    if (!(std::abs(residual[i]) <= threshold)) rows.push_back(i);
  std::sort(rows.begin(), rows.end(),
            [&](int a, int b) { return std::abs(residual[a]) > std::abs(residual[b]); });
  return rows;
}

std::vector<int> holonomicRows(const DaeSystem& system) {
  std::vector<int> rows(system.holonomicCount());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

/// Rows of open stops say nothing; that they depend on the others is no news.
RowRank withoutOpenRows(DaeSystem& system, RowRank rank) {
  std::erase_if(rank.dependent, [&stops = system.offers().stops](int row) { return stops.isOpen(row); });
  return rank;
}

RowRank rankAt(DaeSystem& system, double t, const Vector& q, const Vector& v,
               double tolerance = kRankTolerance) {
  std::vector<double> values(system.constraintPattern().nonZeros());
  system.moveTo(t, q, v);
  system.constraintJacobian(values.data());
  std::ranges::replace_if(
      values, [](double x) { return !std::isfinite(x); }, 0.0);  // these hold nothing
  return withoutOpenRows(system, independentRows(system.constraintPattern(), values, localScales(system),
                                                 tolerance, system.layout().normalisations));
}

/// A larger rank at a neighbouring point of the manifold means that the start is singular, not
/// over-constrained.
bool isSingular(DaeSystem& system, const State& at, const Vector& weight, std::size_t rank) {
  system.moveTo(at.t, at.q, at.v);
  const Vector scale = localScales(system);
  std::mt19937 random(20200098);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 3; ++trial) {
    Vector nearby = at.q;
    for (int i = 0; i < nearby.size(); ++i) nearby[i] += 1e-3 * scale[i] * uniform(random);
    if (!leastSquaresProjection(system, at.t, at.v, weight, nearby)) continue;
    if (rankAt(system, at.t, nearby, at.v).independent.size() > rank) return true;
  }
  return false;
}

class Assembler {
  using Failure = Assembly::Failure;

 public:
  /// From `start` on, the given positions or others near them.
  Assembler(DaeSystem& system, const InitialGuess& guess, Vector start, bool nearSingular)
      : system_(system), nearSingular_(nearSingular), holonomic_(system, holonomicRows(system)),
        guess_(guess), start_(std::move(start)), normalisations_(system.layout().normalisations),
        scale_(coordinateScales(system)) {}

  Assembly run() {
    State& state = result_.state;
    state.t = guess_.t;
    state.q = start_;
    state.v = guess_.v;
    state.a = Vector::Zero(system_.coordinateCount());
    state.lambda = Vector::Zero(system_.constraintCount());
    measureGivenDrift();
    weightQ_ = weights(localScales(system_), guess_.exactQ);
    if (startIsFinite() && positions() && carryVelocities() && velocityRows() && velocities() &&
        accelerations()) {
      result_.consistent = true;
      result_.positionCorrection = largestMove(system_, guess_, state.q);
      result_.velocityCorrection = largestVelocityChange(system_, guess_, state);
      describe();
    }
    return std::move(result_);
  }

 private:
  void measureGivenDrift() {
    result_.givenGaps.resize(system_.constraintCount());
    system_.moveTo(guess_.t, guess_.q, guess_.v);
    system_.constraints(result_.givenGaps);
    result_.givenVelocityGaps = velocityResidual(system_, guess_.t, guess_.q, guess_.v);
    result_.givenVelocityGaps.tail(system_.layout().counts).setZero();  // turns that are counted follow all
    result_.givenDriftPosition = largest(result_.givenGaps);
    givenDrift_ = scaledSize(result_.givenGaps, rowSizes(system_));
    result_.givenDriftVelocity = largest(result_.givenVelocityGaps);
  }

  double rankTolerance() const { return nearSingular_ ? kRankBeside : kRankTolerance; }

  bool startIsFinite() {
    if (system_.coordinateCount() == 0)
      return fail(Failure::Accelerations, tr("Nothing can move: the model has no bodies. Add one."));
    const std::string culprit = notFiniteAt(system_, guess_);
    if (culprit.empty()) return true;
    result_.independentRows =  // for the mobility, which hangs on no motion of a driver
        rankAt(system_, guess_.t, guess_.q, guess_.v, kRankTolerance).independent;
    return fail(Failure::NotFinite, culprit);
  }

  bool fail(Failure cause, const std::string& text, std::vector<int> rows = {}) {
    result_.cause = cause;
    result_.failure = text;
    result_.failedRows = std::move(rows);
    return false;
  }

  bool positions() {
    Vector& q = result_.state.q;
    RowRank rank = nearSingular_ ? rankBeside() : rankAt(holonomic_, guess_.t, q, guess_.v, rankTolerance());
    result_.independentRows = rank.independent;  // what is known when the rest fails
    result_.redundantRows = rank.dependent;
    if (!project(rank) && !fallback(rank)) return false;
    const RowRank after = rankAt(holonomic_, guess_.t, q, guess_.v, rankTolerance());
    if (after.independent.size() != rank.independent.size()) {
      rank = after;
      if (!project(rank)) return failOpen(start_);
    }
    if (isFolded()) return failOpen(guess_.q);
    result_.independentRows = rank.independent;
    result_.redundantRows = rank.dependent;
    if (!nearSingular_ && !rank.dependent.empty())
      result_.singularStart = isSingular(holonomic_, result_.state, weightQ_, rank.independent.size());
    findAmbiguousRows();
    return redundantRowsAgree();
  }

  /// Whether what was closed but for rounding is closed far away only: a loop that closes in special places
  /// has too few digits. Where turns close a gap in the second order they are like its root.
  bool isFolded() const {
    constexpr double kTurns = 30, kNear = 1e-3;  // of that root; of the scales
    return givenDrift_ < kSlight &&
           scaledSize(result_.state.q - guess_.q, scale_) > std::max(kNear, kTurns * std::sqrt(givenDrift_));
  }

  /// Rows that depend on others on the constraints only are seen there, not where a guess has left them.
  RowRank rankBeside() {
    Vector q = start_;
    if (!leastSquaresProjection(system_, guess_.t, guess_.v, weightQ_, q)) q = start_;
    return rankAt(holonomic_, guess_.t, q, guess_.v, rankTolerance());
  }

  void findAmbiguousRows() {
    result_.ambiguousRows = result_.redundantRows;
    if (result_.redundantRows.empty()) return;
    std::vector<double> jacobian(system_.constraintPattern().nonZeros());
    system_.moveTo(guess_.t, result_.state.q, guess_.v);
    system_.constraintJacobian(jacobian.data());
    result_.ambiguousRows = withoutNormalisations(
        system_, rowsInDependencies(system_.constraintPattern(), jacobian, localScales(system_),
                                    {result_.independentRows, result_.redundantRows}));
  }

  /// Minimal weighted change onto C = 0 with the independent rows.
  bool project(const RowRank& rank) {
    RowSelection kept(system_, rank.independent);
    Vector q = start_;
    system_.moveTo(guess_.t, start_, guess_.v);
    const StartMetric metric = startMetric(system_, StartLevel::Position, scale_, guess_.exactQ);
    if (!projectPositions(kept, guess_.t, guess_.v, metric, start_, q)) return false;
    result_.state.q = q;
    return true;
  }

  /// Names the joints with the largest gaps at q.
  bool failOpen(const Vector& q) {
    Vector c(system_.constraintCount());
    system_.moveTo(guess_.t, q, guess_.v);
    system_.constraints(c);
    const Vector gaps = c.cwiseQuotient(rowSizes(system_));
    const std::vector<int> open =
        worstRows(normalisations_, gaps, std::min(kConsistent, 0.1 * largest(gaps)));
    if (isSlight(gaps, open))
      return fail(
          Failure::OpenJoints,
          tr("The joints are closed but for {} (m or rad), and cannot be closed better: {} do not quite "
             "fit together.",
             numberText(largest(c), 3), namesOf(system_, open, 3)) +
              " " + remedyOfSlightMisfit(),
          open);
    return fail(Failure::OpenJoints,
                tr("The joints cannot be closed near the given positions; the largest gaps remain at {}. "
                   "Check the points and axes of these joints and the lengths of the bodies between them, or "
                   "start from positions closer to an assembled state.",
                   namesOf(system_, open, 3)) +
                    heightsKept(system_, open),
                open);
  }

  /// From far away, or where the rank changes on the way: damped least squares on all rows, then rank again.
  bool fallback(RowRank& rank) {
    Vector q = start_;
    if (!leastSquaresProjection(system_, guess_.t, guess_.v, weightQ_, q)) return failOpen(q);
    result_.state.q = q;
    rank = rankAt(holonomic_, guess_.t, q, guess_.v, rankTolerance());
    project(rank);
    return true;
  }

  /// The given velocities at the positions that were found.
  bool carryVelocities() {
    carried_ = carriedTo(system_, guess_, result_.state.q);
    result_.state.v = carried_.v;
    return true;
  }

  /// Nonholonomic rows join at the velocity level; of those that follow from others, holonomic ones stay
  /// where they can.
  bool velocityRows() {
    if (system_.holonomicCount() == system_.constraintCount()) return true;
    const RowRank rank = withoutOpenRows(system_, chooseRows(system_, guess_.t, result_.state.q, carried_.v));
    result_.independentRows = rank.independent;
    result_.redundantRows = rank.dependent;
    if (result_.singularStart &&
        momentarilyDependentOnlyAlone(system_, result_.state, rank.independent.size()))
      result_.singularStart = false;
    findAmbiguousRows();
    return true;
  }

  bool redundantRowsAgree() {
    Vector c(system_.constraintCount());
    system_.moveTo(guess_.t, result_.state.q, guess_.v);
    system_.constraints(c);
    return agree(c, kConsistent, 0);
  }

  /// `tolerance` in parts of the sizes of the rows at the present state; `level`: of differentiation.
  bool agree(const Vector& residual, double tolerance, int level) {
    const std::vector<int> bad =
        worstRows(normalisations_, residual.cwiseQuotient(rowSizes(system_)), tolerance);
    if (bad.empty()) return true;
    const std::vector<int> rows = conflicting(bad.front());
    // Axes at right angles that shall be parallel: a row that nothing changes contradicts nobody.
    if (level == 0 && rows.size() == 1) return failOpen(result_.state.q);
    const bool slight = level == 0 && isSlight(residual.cwiseQuotient(rowSizes(system_)), rows);
    return fail(Failure::Contradiction,
                contradiction(level, namesOf(system_, rows, kMostNames),
                              numberText(std::abs(residual[bad.front()]), 3)) +
                    " " +
                    (slight ? remedyOfSlightMisfit() : tr("Remove one of them or make the data agree.")) +
                    (level == 0 ? heightsKept(system_, rows) : ""),
                rows);
  }

  /// Whether joints alone are off, by no more than that.
  bool isSlight(const Vector& gaps, const std::vector<int>& rows) const {
    return largest(gaps) < kSlight &&
           std::ranges::none_of(rows, [&](int row) { return system_.isDriverRow(row); });
  }

  /// A row that cannot be satisfied and those that imply it; drivers, the usual culprits, first.
  std::vector<int> conflicting(int row) {
    std::vector<int> rows{row};
    std::vector<double> jacobian(system_.constraintPattern().nonZeros());
    system_.moveTo(guess_.t, result_.state.q, guess_.v);
    system_.constraintJacobian(jacobian.data());
    for (const int other : rowsThatImply(system_.constraintPattern(), jacobian, localScales(system_), row,
                                         result_.independentRows))
      if (other != row && !system_.isNormalisation(other)) rows.push_back(other);
    std::stable_partition(rows.begin(), rows.end(), [&](int r) { return system_.isDriverRow(r); });
    return rows;
  }

  bool velocities() {
    RowSelection kept(system_, result_.independentRows);
    system_.moveTo(guess_.t, result_.state.q, carried_.v);
    const StartMetric metric = startMetric(system_, StartLevel::Velocity, scale_, guess_.exactV);
    if (!projectVelocities(kept, result_.state, metric, carried_.v)) {
      const std::string control = unsolvedControl();
      if (!control.empty())
        return fail(Failure::Velocities,
                    tr("{}: no solution of this equation was found at the start. It may have none; check it, "
                       "or give initial values nearer to a solution.",
                       control));
      if (const std::string masses = unequalMasses(); !masses.empty())
        return fail(Failure::Velocities, tr("The velocities cannot be made consistent: {}", masses));
      return fail(
          Failure::Velocities,
          system_.holonomicCount() == system_.constraintCount()
              ? tr("The velocities cannot be made consistent: the constraint matrix is singular at the "
                   "start. Check masses and inertias.") +
                    InertiaSpread(system_, scale_).extremes(system_)
              : tr("The velocities cannot be made consistent: the iteration for the nonholonomic constraints "
                   "does not converge. Give initial velocities closer to a possible motion."));
    }
    const Vector residual = velocityResidual(system_, guess_.t, result_.state.q, result_.state.v);
    return agree(residual, 1e-7 * std::max(1 / system_.timeScale(), scaledSize(result_.state.v, scale_)), 1);
  }

  /// Which masses are so unequal that no scaling makes up for it; else empty.
  std::string unequalMasses() const {
    const InertiaSpread inertias(system_, scale_);
    if (!inertias.beyondNumbers()) return {};
    return tr(
        "masses differ by more than numbers can hold together.{} Make the small one larger, or leave "
        "it out.",
        inertias.extremes(system_));
  }

  /// The row of a controller that the iteration for the velocities left farthest from zero, when it does not
  /// determine its quantity, or those of the mechanism hold, or are linear, so that they are not what kept it
  /// from an end; else empty.
  std::string unsolvedControl() {
    const Vector residual = velocityResidual(system_, guess_.t, result_.state.q, result_.state.v);
    const double speed = 1 / system_.timeScale() + scaledSize(result_.state.v, scale_);
    const std::vector<int>& kept = result_.independentRows;
    int worst = -1;
    bool mechanismHolds = true;
    for (int row = system_.holonomicCount(); row < system_.constraintCount(); ++row) {
      if (!system_.isControlRow(row))
        mechanismHolds = mechanismHolds && std::abs(residual[row]) <= 1e-6 * speed;
      else if (worst < 0 || !(std::abs(residual[row]) <= std::abs(residual[worst]))) worst = row;
    }
    const bool undetermined = worst >= 0 && std::find(kept.begin(), kept.end(), worst) == kept.end();
    return worst >= 0 && (mechanismHolds || undetermined) ? system_.constraintName(worst) : std::string();
  }

  bool accelerations() {
    RowSelection kept(system_, result_.independentRows);
    if (const std::string masses = unequalMasses(); !masses.empty())
      return fail(Failure::Accelerations,
                  tr("The accelerations at the start cannot be computed: {}", masses));
    if (!solveAccelerations(kept, result_.state))
      return fail(Failure::Accelerations,
                  tr("The accelerations at the start are not unique or not finite: a mechanism without mass "
                     "in some direction, or a singular start. Check masses and inertias.{}",
                     InertiaSpread(system_, scale_).extremes(system_)));
    const Vector lambda = result_.state.lambda;
    result_.state.lambda.resize(system_.constraintCount());
    kept.expand(lambda, result_.state.lambda);
    return accelerationRowsAgree();
  }

  bool accelerationRowsAgree() {
    Vector c(system_.constraintCount());
    std::vector<double> jacobian(system_.constraintPattern().nonZeros());
    const State& state = result_.state;
    system_.moveTo(state.t, state.q, state.v);
    system_.gamma(c);
    system_.constraintJacobian(jacobian.data());
    const Vector sizes = rowSizes(system_, jacobian, scale_);
    const double rate = 1 / system_.timeScale(),
                 size = std::max({rate * rate, scaledSize(c, sizes), scaledSize(state.a, scale_)});
    c *= -1;
    addProduct(system_.constraintPattern(), jacobian.data(), state.a, 1, c);
    for (const int row : withoutNormalisations(system_, result_.independentRows))
      if (!(std::abs(c[row]) <= 1e-6 * size * sizes[row]))
        return fail(
            Failure::Accelerations,
            tr("The accelerations at the start cannot be computed accurately: rounding errors outweigh {}.{}",
               system_.constraintName(row), InertiaSpread(system_, scale_).extremes(system_)));
    if (result_.singularStart) return true;  // rows that are only momentarily dependent need not agree here
    return agree(c, 1e-6 * size, 2);
  }

  void describe() {
    if (result_.singularStart) result_.immovable = isImmovable(system_, result_.state.t, result_.state.q);
    const std::string rows = namesOf(system_, result_.redundantRows, kMostNames);
    if (!result_.redundantRows.empty())
      result_.warnings.push_back(
          (result_.singularStart
               ? tr("Singular start (dead point): momentarily dependent rows left out: {}.", rows)
               : tr("Redundant constraints left out: {}.", rows)) +
          " " +
          tr("Not unique are the reactions of {}: those shown are the least of all that have the same "
             "effect.",
             namesOf(system_, result_.ambiguousRows, 12)) +
          branches());
    if (const std::string text = exactNotKept(system_, guess_, result_.state); !text.empty())
      result_.warnings.push_back(text);
    if (givenDrift_ > 1e-6) result_.warnings.push_back(movedPositions(system_, guess_, result_.state.q));
    const std::string changed = changedVelocities(system_, guess_, result_.state.q, result_.state.v);
    if (!changed.empty()) result_.warnings.push_back(changed);
  }

  std::string branches() {
    if (!result_.singularStart) return {};
    std::string text =
        " " + tr("The mechanism can go on in more than one way. Nearby starts, one on each branch:");
    int number = 0;
    for (const NearbyStart& nearby : nearbyStarts(system_, result_.state.t, result_.state.q)) {
      ++number;
      text += (number > 1 ? "; (" : " (") + std::to_string(number) + ") " + nearby.description;
    }
    if (number == 0 && result_.immovable)
      return " " + tr("These constraints hold at this position alone: no part can move away from it, and the "
                      "reactions "
                      "to a force across would be without limit.");
    return number ? text + "."
                  : " " + tr("Start from a slightly different position if another branch is meant.");
  }

  DaeSystem& system_;
  bool nearSingular_;
  RowSelection holonomic_;  // what positions must satisfy; its rows are the first ones of the system
  const InitialGuess& guess_;
  InitialGuess carried_;  // to the positions that were found
  const Vector start_;
  int normalisations_;
  Vector scale_, weightQ_;
  double givenDrift_ = 0;  // in parts of the sizes of the rows
  Assembly result_;
};

}  // namespace

/// Bars that are drawn along one axis, or axes at right angles that shall be parallel, are closed by turns
/// that change nothing in the first order: then it is tried again from positions a little aside, and from
/// some farther away where the way down to closed joints ends before: bodies were drawn turned too far.
Assembly assembleFrom(DaeSystem& system, const InitialGuess& guess, const Vector& start) {
  constexpr int kNear = 3, kFar = 20;              // trials
  constexpr double kAside = 1e-2, kFarther = 0.1;  // of the scales
  constexpr int kSmall = 300;  // coordinates; with more the search far away would take long
  Assembly asGiven = Assembler(system, guess, start, false).run();
  using Failure = Assembly::Failure;
  if (asGiven.consistent || (asGiven.cause != Failure::OpenJoints && asGiven.cause != Failure::Contradiction))
    return asGiven;
  const Vector scale = coordinateScales(system);
  std::mt19937 random(20200098);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int trials = start.size() <= kSmall ? kNear + kFar : kNear;
  for (int trial = 0; trial < trials; ++trial) {
    const double distance = trial < kNear ? kAside : std::min(1.0, kFarther * (trial - kNear + 1));
    Vector aside = start;
    for (int i = 0; i < aside.size(); ++i)
      if (guess.exactQ.size() == 0 || guess.exactQ[i] == 0) aside[i] += distance * scale[i] * uniform(random);
    Assembly found = Assembler(system, guess, aside, false).run();
    if (found.consistent && !found.singularStart) return found;
  }
  return asGiven;
}

Assembly assembleBeside(DaeSystem& system, const InitialGuess& guess) {
  return Assembler(system, guess, guess.q, true).run();
}

}  // namespace holonom
