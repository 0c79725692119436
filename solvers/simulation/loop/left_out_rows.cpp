// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/left_out_rows.h"

#include <algorithm>
#include <cmath>

#include "solvers/analyses/row_names.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/singularity_watch.h"
#include "solvers/linear/rank_analysis.h"
#include "solvers/simulation/loop/narration.h"
#include "solvers/simulation/watches/configuration_guard.h"

namespace holonom {
namespace {

constexpr double kWeakRows = 0.2;  // σ of the kept rows that makes others worth a look
// the same where nonholonomic rows can take the place of holonomic ones, before a step is too long
constexpr double kWeakMixedRows = 0.7;
// times the tolerance: what rows left out may miss, in parts of their size
constexpr double kContradiction = 100;
constexpr double kDrift = 0.1;     // tolerances, of a row left out: worth a restart with it
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

/// When the kept rows come close to being dependent, others may serve better. A holonomic row that was left
/// out for nonholonomic ones drifts, and is taken back where it can be.
std::optional<Assembly> LeftOutRows::reselect(const std::function<bool(const std::vector<int>&)>& allowed,
                                              bool urgent) {
  if (!any()) return std::nullopt;
  DaeSystem& system = course_.system;
  const State& at = course_.state;
  const bool mixed = system.holonomicCount() < system.constraintCount();
  const double enough = mixed ? kWeakMixedRows : kWeakRows;
  const bool weak = guard_.closeness() <= enough && guard_.sigma() <= std::max(enough, 0.5) * triedSigma_;
  const bool drifts = mixed && (urgent || gap_ > std::max(kDrift * course_.tolerance(), 2 * triedGap_));
  if (!weak && !drifts) return std::nullopt;
  if (weak) triedSigma_ = guard_.sigma();
  if (drifts) triedGap_ = urgent ? 0 : gap_;
  Assembly here = assemble(system, {.t = at.t, .q = at.q, .v = at.v, .exactQ = {}, .exactV = {}});
  if (!here.consistent || here.singularStart || here.independentRows == course_.steps.keptRows() ||
      !allowed(here.independentRows) || (!drifts && !isBetter(here.independentRows)))
    return std::nullopt;
  triedSigma_ = std::numeric_limits<double>::infinity();
  triedGap_ = 0;
  if (!drifts)
    guard_.note(at.t, narration::rowsSelectedAnew(namesOf(system, here.redundantRows),
                                                  namesOf(system, course_.steps.leftOut())));
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
  gap_ = 0;
  system.moveTo(at.t, at.q, at.v);
  system.constraints(residual_);
  for (const int row : course_.steps.leftOut()) {
    if (row >= system.holonomicCount()) break;
    gap_ = std::max(gap_, std::abs(residual_[row]) / size_[row]);
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
  const std::string others =
      namesOf(system, rowsThatImply(system.constraintPattern(), jacobian, course_.scale, contradicted_,
                                    course_.steps.keptRows()));
  return narration::contradiction(course_.state.t, system.constraintName(contradicted_), others);
}

}  // namespace holonom
