// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/left_out_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/analyses/row_names.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/singularity_watch.h"
#include "solvers/linear/rank_analysis.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/configuration_guard.h"

namespace holonom {
namespace {

constexpr double kWeakRows = 0.2;  // σ of the kept rows that makes others worth a look
// times the tolerance: what rows left out may miss, in parts of their size
constexpr double kContradiction = 100;
constexpr double kMuchBetter = 2;  // times larger σ: worth a restart

}  // namespace

void LeftOutRows::useRows() {
  DaeSystem& system = course_.system;
  if (!course_.steps.selection()) return;
  const State& at = course_.state;
  system.moveTo(at.t, at.q, at.v);
  size_ = rowSizes(system);
  residual_.resize(size_.size());
  jacobian_.resize(system.constraintPattern().nonZeros());
}

/// When the kept rows come close to being dependent, others may serve better.
std::optional<Assembly> LeftOutRows::reselect(const std::function<bool(const std::vector<int>&)>& allowed) {
  if (!any()) return std::nullopt;
  DaeSystem& system = course_.system;
  const State& at = course_.state;
  if (guard_.closeness() > kWeakRows || guard_.sigma() > 0.5 * triedSigma_) return std::nullopt;
  triedSigma_ = guard_.sigma();
  Assembly here = assemble(system, {.t = at.t, .q = at.q, .v = at.v, .exactQ = {}, .exactV = {}});
  if (!here.consistent || here.singularStart || here.independentRows == course_.steps.keptRows() ||
      !allowed(here.independentRows) || !isBetter(here.independentRows))
    return std::nullopt;
  triedSigma_ = std::numeric_limits<double>::infinity();
  guard_.note(at.t, tr("the redundant constraints were selected anew: {} are left out instead of {}",
                       namesOf(system, here.redundantRows), namesOf(system, course_.steps.leftOut())));
  return here;
}

bool LeftOutRows::isBetter(const std::vector<int>& rows) const {
  const State& at = course_.state;
  RowSelection candidate(course_.system, rows);
  SingularityWatch watch(candidate);
  watch.start(at.t, at.q, at.v);
  return std::abs(watch.follow(at.t, at.q, at.v)) >= kMuchBetter * guard_.sigma();
}

/// Rows that agreed with the others at the start are left out then; whether they still do must be seen at
/// every step: a second driver of the same joint may begin to differ.
bool LeftOutRows::hold() {
  if (!any()) return true;
  const double limit = kContradiction * course_.tolerance();
  DaeSystem& system = course_.system;
  const State& at = course_.state;
  system.moveTo(at.t, at.q, at.v);
  system.constraints(residual_);
  for (const int row : course_.steps.leftOut()) {
    if (row >= system.holonomicCount()) break;
    if (!(std::abs(residual_[row]) <= limit * size_[row])) contradicted_ = row;
  }
  return contradicted_ < 0 && velocitiesHold(limit);
}

bool LeftOutRows::velocitiesHold(double limit) {
  DaeSystem& system = course_.system;
  const std::vector<int>& rows = course_.steps.leftOut();
  const Vector& v = course_.state.v;
  if (rows.back() < system.holonomicCount()) return true;
  double speed = std::max(1 / system.timeScale(), scaledSize(v, course_.scale));
  // velocities carry the error of the positions over a step
  if (course_.options.index == 3) speed += 1 / course_.journal.record().h;
  system.constraintJacobian(jacobian_.data());
  system.constraintTimeDerivative(residual_);
  addProduct(system.constraintPattern(), jacobian_.data(), v, 1, residual_);
  for (const int row : rows)
    if (row >= system.holonomicCount() && !(std::abs(residual_[row]) <= limit * speed * size_[row]))
      contradicted_ = row;
  return contradicted_ < 0;
}

std::string LeftOutRows::describeContradiction() const {
  const DaeSystem& system = course_.system;
  std::vector<double> jacobian(jacobian_.size());
  system.constraintJacobian(jacobian.data());
  const std::string others = namesOf(
      system, withoutNormalisations(system, rowsThatImply(system.constraintPattern(), jacobian, course_.scale,
                                                          contradicted_, course_.steps.keptRows())));
  const std::string name = system.constraintName(contradicted_);
  return narration::at(
      course_.state.t,
      others.empty()
          ? tr("the constraints contradict each other: {}, which followed from the others before cannot hold "
               "together any longer. Remove one of them or make the data agree.",
               name)
          : tr("the constraints contradict each other: {}, which followed from the others before, and {} "
               "cannot hold together any longer. Remove one of them or make the data agree.",
               name, others));
}

}  // namespace holonom
