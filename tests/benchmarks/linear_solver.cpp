// SPDX-License-Identifier: GPL-3.0-or-later
// Dense LU against KLU on the Newton matrix of index-3 BDF, [M̂ C_qᵀ; C_q 0], of chains of 1, 2, 3 … links
// and of Andrews' mechanism: one factorisation and two solves. Shows that a dense path would not pay, and
// what it costs that pivots do not hang on units.
#include "solvers/linear/linear_solver.h"

#include <benchmark/benchmark.h>

#include <Eigen/LU>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/model/generators.h"
#include "solvers/linear/block_matrix.h"
#include "tests/solvers/run_helpers.h"

namespace {

using namespace holonom;

/// M̂ with ĥ = 1e-3 s at the start of the motion.
BlockMatrix newtonMatrix(DaeSystem& system, const InitialGuess& guess) {
  const int n = system.coordinateCount();
  BlockMatrix matrix(n + system.constraintCount());
  const auto mass = matrix.declare(system.massPattern(), 0, 0),
             stiffness = matrix.declare(system.stiffnessPattern(), 0, 0),
             transposed = matrix.declare(system.constraintPattern(), 0, n, true),
             jacobian = matrix.declare(system.constraintPattern(), n, 0);
  matrix.freeze();
  std::vector<double> M(system.massPattern().nonZeros()), K(system.stiffnessPattern().nonZeros()),
      C(system.constraintPattern().nonZeros());
  system.moveTo(0, guess.q, guess.v);
  system.mass(M.data());
  system.stiffness(Vector::Ones(n), Vector::Ones(system.constraintCount()), K.data());
  system.constraintJacobian(C.data());
  matrix.add(mass, M.data());
  matrix.add(stiffness, K.data(), 1e-6);
  matrix.add(transposed, C.data());
  matrix.add(jacobian, C.data());
  return matrix;
}

/// Eigen's dense LU behind the same interface, to compare with.
class DenseSolver final : public LinearSolver {
 public:
  explicit DenseSolver(const SparsePattern& pattern)
      : pattern_(pattern), full_(Eigen::MatrixXd::Zero(pattern.rows, pattern.cols)), lu_(pattern.rows) {}
  bool factorize(const std::vector<double>& values) override {
    for (int col = 0; col < pattern_.cols; ++col)
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        full_(pattern_.rowIndex[k], col) = values[k];
    lu_.compute(full_);
    return true;
  }
  void solve(VectorRef x) const override { x = lu_.solve(x).eval(); }
  void solveTransposed(VectorRef x) const override { x = lu_.transpose().solve(x).eval(); }
  double pivotRatio() const override { return lu_.rcond(); }

 private:
  SparsePattern pattern_;
  Eigen::MatrixXd full_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

std::unique_ptr<LinearSolver> makeDenseSolver(const SparsePattern& pattern) {
  return std::make_unique<DenseSolver>(pattern);
}

using Maker = std::unique_ptr<LinearSolver> (*)(const SparsePattern&);

/// Coordinates are in front, of size 1, and a multiplier has no entry on the diagonal.
std::unique_ptr<LinearSolver> makeSolverOfSizedUnknowns(const SparsePattern& pattern) {
  Vector sizes(pattern.cols);
  for (int i = 0; i < pattern.cols; ++i) sizes[i] = pattern.slot(i, i) >= 0 ? 1 : 0;
  return makeScaledSolver(pattern, sizes);
}

void measure(benchmark::State& state, Maker maker, DaeSystem& system, const InitialGuess& guess) {
  const BlockMatrix matrix = newtonMatrix(system, guess);
  const auto solver = maker(matrix.pattern());
  const Vector b = Vector::Ones(matrix.pattern().rows);
  Vector x = b;
  for (auto _ : state) {
    if (!solver->factorize(matrix.values())) state.SkipWithError("singular");
    for (int i = 0; i < 2; ++i) {
      x = b;
      solver->solve(x);
    }
    benchmark::DoNotOptimize(x.data());
  }
  state.counters["unknowns"] = matrix.pattern().rows;
}

void chain(benchmark::State& state, Maker maker) {
  EquationsOfMotion equations(makeChain(static_cast<int>(state.range(0))));
  measure(state, maker, equations, initialGuess(equations, 0));
}

void andrews(benchmark::State& state, Maker maker) {
  AndrewsRelative system;
  measure(state, maker, system,
          guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()));
}

BENCHMARK_CAPTURE(andrews, dense, &makeDenseSolver);
BENCHMARK_CAPTURE(andrews, klu, &makeLinearSolver);
BENCHMARK_CAPTURE(andrews, scaled, &makeSolverOfSizedUnknowns);
BENCHMARK_CAPTURE(chain, dense, &makeDenseSolver)->DenseRange(1, 8)->Arg(12)->Arg(20);
BENCHMARK_CAPTURE(chain, klu, &makeLinearSolver)->DenseRange(1, 8)->Arg(12)->Arg(20)->Arg(300);
BENCHMARK_CAPTURE(chain, scaled, &makeSolverOfSizedUnknowns)->DenseRange(1, 8)->Arg(12)->Arg(20)->Arg(300);

}  // namespace

BENCHMARK_MAIN();
