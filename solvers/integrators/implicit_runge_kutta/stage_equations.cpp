// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/stage_equations.h"

#include <algorithm>

#include "solvers/integrators/sampled_timer.h"
#include "solvers/integrators/scaled_solver.h"

namespace holonom {
namespace {

double times(double x, double y) { return x * y; }
/// Without what the product of the language asks of infinite parts.
std::complex<double> times(std::complex<double> x, std::complex<double> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

}  // namespace

StageEquations::StageEquations(DaeSystem& system, int index, Work& work)
    : form_(system, index, work, false, index == 1 ? IndexForm::Levels::Own : IndexForm::Levels::All),
      qRates_(n(), kMostStages), endPosition_(n()), endVelocity_(n()), realValues_(form_.matrix().values()),
      complexValues_(realValues_.size()), rowPowers_(std::size_t(form_.layout().size), 2),
      columnPowers_(rowPowers_), real_(form_.layout().size), unknowns_(form_.layout().size), gap_(n()),
      rows_(m()) {
  const auto& at = form_.layout();
  values_.q = values_.v = values_.a = Eigen::MatrixXd::Zero(n(), kMostStages);
  values_.lambda = Eigen::MatrixXd::Zero(m(), kMostStages);
  values_.mu = Eigen::MatrixXd::Zero(index == 2 ? system.holonomicCount() : 0, kMostStages);
  const Vector sizes = unknownSizes(form_.matrix(), system, {0, at.velocity, at.position});
  realSolver_ = makeScaledSolver(form_.matrix().pattern(), sizes);
  for (int k = 0; k < kMostStages / 2; ++k) {
    complexSolvers_.push_back(makeScaledComplexSolver(form_.matrix().pattern(), sizes));
    complex_.emplace_back(at.size);
    complexScales_.emplace_back();
  }
  // as IndexForm::sizesOfRows() and sizesOfUnknowns() have them
  const auto fill = [](std::vector<int>& powers, int first, int count, int power) {
    std::fill_n(powers.begin() + first, count, power);
  };
  fill(columnPowers_, at.velocity, n(), 1);
  fill(columnPowers_, at.position, n(), index == 1 ? 2 : 0);
  fill(columnPowers_, at.mu, at.size - at.mu, 1);
  if (index == 2) fill(rowPowers_, at.position, n(), 1);
  fill(rowPowers_, at.positionLevel, at.lastAtPosition, 0);
  fill(rowPowers_, at.velocityLevel, m() - at.firstAtVelocity, 1);
}

void StageEquations::begin(const State& from, double h, const StageCoefficients& method) {
  from_ = from;
  h_ = h;
  method_ = &method;
  values_.mu.setZero();
}

/// out_i = ofStart_i · start + Σ_j of(i, j) values_j
template <class Of, class OfStart>
void StageEquations::combine(const Of& of, const OfStart& ofStart, const Vector& start,
                             const Eigen::MatrixXd& values, Eigen::MatrixXd& out) const {
  const int s = method_->stages(), size = n();
  for (int i = 0; i < s; ++i) {
    double* sum = out.col(i).data();
    const double first = ofStart(i);
    for (int k = 0; k < size; ++k) sum[k] = first * start[k];
    for (int j = 0; j < s; ++j) {
      const double factor = of(i, j);
      const double* value = values.col(j).data();
      for (int k = 0; k < size; ++k) sum[k] += factor * value[k];
    }
  }
}

/// The rates of what is unknown: index 3 has q, index 2 has q and v. Index 1 has a, and what it integrates
/// to: as derivatives of q, v and a would have its rounding divided by h².
void StageEquations::complete() {
  const double h = h_, perStep = 1 / h_;
  const auto rate = [&](int i, int j) { return perStep * method_->rate(i, j); };
  const auto rateOfStart = [&](int i) { return method_->rateOfStart(i); };
  const auto integral = [&](int i, int j) { return h * method_->integral(i, j); };
  if (form_.index() == 1) {
    combine(
        integral, [&](int i) { return h * method_->integralOfStart(i); }, from_.a, values_.a, values_.v);
    combine(
        integral, [&](int i) { return h * method_->node(i); }, from_.v, values_.v, values_.q);
    return;
  }
  combine(rate, rateOfStart, from_.v, values_.q, qRates_);
  if (form_.index() == 3)
    values_.v.leftCols(method_->stages()) = qRates_.leftCols(method_->stages()).colwise() - from_.v;
  combine(rate, rateOfStart, from_.a, values_.v, values_.a);
}

void StageEquations::moveTo(int i) {
  State& x = form_.iterate();
  x.t = from_.t + method_->node(i) * h_;
  x.q = from_.q + values_.q.col(i);
  x.v = from_.v + values_.v.col(i);
  x.a = values_.a.col(i);
  x.lambda = values_.lambda.col(i);
  form_.begin({.rate = h_, .damping = h_});
  if (form_.hasPositionsOnly()) return;
  gap_ = qRates_.col(i) - x.v;
  const Eigen::Map<const Vector> none(nullptr, 0);
  form_.beginApart(gap_, none);
  form_.setLowerMultipliers(none, values_.mu.col(i));
}

void StageEquations::residual(VectorRef F) {
  const int size = form_.layout().size;
  complete();
  for (int i = 0; i < method_->stages(); ++i) {
    moveTo(i);
    form_.residual(F.segment(i * size, size));
  }
}

void StageEquations::renewMatrix() {
  complete();
  moveTo(method_->stages() / 2);
  form_.renewPowers(powers_);
}

bool StageEquations::factorize() {
  Work& work = form_.balance().work();
  SampledTimer timer(work.factorizationTime, work.factorizations++);
  factorized_ = h_;
  const auto& [constant, linear, quadratic] = powers_;
  const auto fill = [&](auto& values, const auto& step) {
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = constant[k] + step * (linear[k] + step * quadratic[k]);
  };
  fill(realValues_, h_ / method_->filterEigenvalue());
  if (!realSolver_->factorize(realValues_)) return false;
  if (const auto& real = method_->realMode()) realScales_.take(real->eigenvalue, rowPowers_, columnPowers_);
  for (std::size_t k = 0; k < method_->pairs().size(); ++k) {
    fill(complexValues_, h_ / method_->pairs()[k].eigenvalue);
    if (!complexSolvers_[k]->factorize(complexValues_)) return false;
    complexScales_[k].take(method_->pairs()[k].eigenvalue, rowPowers_, columnPowers_);
  }
  return true;
}

template <class Scalar>
void StageEquations::Scales<Scalar>::take(Scalar eigenvalue, const std::vector<int>& rowPowers,
                                          const std::vector<int>& columnPowers) {
  const Scalar inverse = Scalar(1) / eigenvalue;
  const std::array<Scalar, 3> ofRow{Scalar(1), inverse, inverse * inverse},
      ofColumn{Scalar(1), eigenvalue, eigenvalue * eigenvalue};
  rows.resize(rowPowers.size());
  columns.resize(columnPowers.size());
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = ofRow[rowPowers[k]];
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = ofColumn[columnPowers[k]];
}

/// y ← the part of x that belongs to a mode. The rows of the form are those of a step h, the matrix is that
/// of h/λ.
template <class Scalar, class Solver, class Unknowns>
void StageEquations::solveMode(const StageMode<Scalar>& mode, const Scales<Scalar>& scales,
                               const Solver& solver, ConstVectorRef x, Unknowns& y) const {
  const int size = form_.layout().size, s = method_->stages();
  for (int row = 0; row < size; ++row) {
    Scalar sum = 0;
    for (int i = 0; i < s; ++i) sum += mode.in[i] * x[i * size + row];
    y[row] = times(sum, scales.rows[row]);
  }
  solver.solve(y);
  for (int row = 0; row < size; ++row) y[row] = times(y[row], scales.columns[row]);
}

void StageEquations::solve(VectorRef x) {
  SampledTimer timer(form_.balance().work().solveTime, form_.balance().work().solves++);
  const int size = form_.layout().size, s = method_->stages();
  const auto& pairs = method_->pairs();
  if (const auto& real = method_->realMode()) solveMode(*real, realScales_, *realSolver_, x, real_);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    solveMode(pairs[k], complexScales_[k], *complexSolvers_[k], x, complex_[k]);
  for (int i = 0; i < s; ++i) {
    auto part = x.segment(i * size, size);
    if (const auto& real = method_->realMode()) part = real->out[i] * real_;
    else part.setZero();
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const double re = 2 * pairs[k].out[i].real(), im = 2 * pairs[k].out[i].imag();
      for (int row = 0; row < size; ++row)
        part[row] += re * complex_[k][row].real() - im * complex_[k][row].imag();
    }
  }
}

void StageEquations::update(ConstVectorRef d) {
  const double perStep = 1 / h_, perSquare = perStep * perStep;
  for (int i = 0; i < method_->stages(); ++i) {
    if (form_.index() == 1) values_.a.col(i) += perSquare * positionPart(d, i);
    else values_.q.col(i) += positionPart(d, i);
    if (form_.index() == 2) {
      values_.v.col(i) += perStep * velocityPart(d, i);
      values_.mu.col(i) += part(d, i, form_.layout().mu, static_cast<int>(values_.mu.rows()));
    }
    values_.lambda.col(i) += perSquare * multiplierPart(d, i);
  }
}

Eigen::Map<const Vector> StageEquations::endPosition(ConstVectorRef d) {
  if (form_.index() > 1) return positionPart(d, method_->stages() - 1);
  return sumOf(
      d, [&](int j) { return method_->endIntegral(j); }, endPosition_);
}

Eigen::Map<const Vector> StageEquations::endVelocity(ConstVectorRef d) {
  const int last = method_->stages() - 1;
  if (form_.index() == 2) return velocityPart(d, last);
  if (form_.index() == 3)
    return sumOf(
        d, [&](int j) { return method_->rate(last, j); }, endVelocity_);
  return sumOf(
      d, [&](int j) { return method_->integral(last, j); }, endVelocity_);
}

template <class Of>
Eigen::Map<const Vector> StageEquations::sumOf(ConstVectorRef d, const Of& of, Vector& out) const {
  out.setZero();
  for (int j = 0; j < method_->stages(); ++j) out += of(j) * positionPart(d, j);
  return {out.data(), n()};
}

void StageEquations::readEnd(State& out) {
  complete();
  const int last = method_->stages() - 1;
  out.t = from_.t + h_;
  out.q = from_.q + values_.q.col(last);
  out.v = from_.v + values_.v.col(last);
  out.a = values_.a.col(last);
  out.lambda = values_.lambda.col(last);
}

void StageEquations::findDefect(VectorRef positionError, VectorRef velocityError) {
  positionError = h_ * from_.v;
  velocityError = h_ * from_.a;
  for (int j = 0; j < method_->stages(); ++j) {
    positionError -= method_->rateAtStart(j) * values_.q.col(j);
    velocityError -= method_->rateAtStart(j) * values_.v.col(j);
  }
  positionError /= method_->filterEigenvalue();
  velocityError /= method_->filterEigenvalue();
}

void StageEquations::keepTangential(VectorRef w) {
  const Balance& balance = form_.balance();
  const DaeSystem& system = balance.system();
  const double step = factorized_ / method_->filterEigenvalue();
  real_.setZero();
  addProduct(system.massPattern(), balance.mass(), w, 1, real_.head(n()));
  addProduct(system.dampingPattern(), balance.damping(), w, step, real_.head(n()));
  addProduct(system.stiffnessPattern(), balance.stiffness(), w, step * step, real_.head(n()));
  realSolver_->solve(real_);
  w = real_.head(n());
}

void StageEquations::filter(VectorRef positionError, VectorRef velocityError) {
  const double step = factorized_ / method_->filterEigenvalue();
  SampledTimer timer(form_.balance().work().solveTime, form_.balance().work().solves++);
  switch (form_.index()) {
    case 1: filterAsEquation(step, positionError, velocityError); break;
    case 2: filterTogether(step, positionError, velocityError); break;
    default: filterApart(step, positionError, velocityError);
  }
}

/// (1 − g J)⁻¹ [ε_q; ε_v] of the differential equation q̇ = v, v̇ = a(q, v) that the form is, with the step
/// g: v̂ = ε_v + g â, q̂ = ε_q + g v̂, and the form, linearised, for â; nonholonomic rows say that
/// G_v v̂ + P q̂ = 0.
void StageEquations::filterAsEquation(double step, VectorRef positionError, VectorRef velocityError) {
  const auto& [constant, linear, quadratic] = powers_;
  positionError += step * velocityError;
  real_.setZero();
  unknowns_.setZero();
  unknowns_.head(n()) = velocityError;
  addProduct(form_.matrix().pattern(), linear.data(), unknowns_, -1, real_);
  unknowns_.head(n()) = positionError;
  addProduct(form_.matrix().pattern(), quadratic.data(), unknowns_, -1, real_);
  if (const int rows = m() - form_.layout().firstAtVelocity; rows > 0) {
    const Balance& balance = form_.balance();
    const SparsePattern& pattern = balance.system().constraintPattern();
    rows_.setZero();
    addProduct(pattern, balance.constraintJacobian(), velocityError, -1 / step, rows_);
    addProduct(pattern, balance.velocityJacobian(), positionError, -1 / step, rows_);
    real_.segment(form_.layout().velocityLevel, rows) = rows_.tail(rows);
  }
  realSolver_->solve(real_);
  velocityError += step * real_.head(n());
  positionError += step * step * real_.head(n());
}

/// [ε̂_q, ε̂_v] are what a step of the form makes of rates with these errors.
void StageEquations::filterTogether(double step, VectorRef positionError, VectorRef velocityError) {
  const auto& at = form_.layout();
  const Balance& balance = form_.balance();
  real_.setZero();
  real_.segment(at.position, n()).array() = balance.metricArray() * positionError.array();
  addProduct(balance.system().massPattern(), balance.mass(), velocityError, step, real_.head(n()));
  realSolver_->solve(real_);
  positionError = real_.segment(at.position, n());
  velocityError = real_.segment(at.velocity, n()) / step;
}

/// The same would find ε_q at index 3 in the velocities divided by the step: there each is filtered by
/// itself. Nonholonomic rows, which hold at index 3 for q̇, let the position have what it has across them.
void StageEquations::filterApart(double step, VectorRef positionError, VectorRef velocityError) {
  const auto& at = form_.layout();
  const Balance& balance = form_.balance();
  const DaeSystem& system = balance.system();
  real_.setZero();
  addProduct(system.massPattern(), balance.mass(), velocityError, 1, real_.head(n()));
  realSolver_->solve(real_);
  velocityError = real_.head(n());
  real_.setZero();
  addProduct(system.massPattern(), balance.mass(), positionError, 1, real_.head(n()));
  addProduct(system.dampingPattern(), balance.damping(), positionError, step, real_.head(n()));
  rows_.setZero();
  addProduct(system.constraintPattern(), balance.constraintJacobian(), positionError, 1, rows_);
  real_.segment(at.velocityLevel, m() - at.firstAtVelocity) = rows_.tail(m() - at.firstAtVelocity);
  realSolver_->solve(real_);
  positionError = real_.head(n());
}

}  // namespace holonom
