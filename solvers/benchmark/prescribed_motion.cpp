// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/prescribed_motion.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

constexpr double kTight = 1e-12;           // tolerance to which positions are closed
constexpr double kLeastPivotRatio = 1e-8;  // below, the constraints are as good as dependent

IntegratorSettings tightSettings() {
  IntegratorSettings settings;
  settings.rtol = settings.atol = kTight;
  return settings;
}

}  // namespace

std::unique_ptr<PrescribedMotion> PrescribedMotion::of(DaeSystem& system,
                                                       const std::vector<int>& independentRows) {
  const int counts = system.constraintCount() - system.layout().counts;  // their first row
  const auto prescribed = std::ranges::count_if(
      independentRows, [&](int row) { return row < system.holonomicCount() || row >= counts; });
  const auto rows = static_cast<std::ptrdiff_t>(independentRows.size());
  if (prescribed != system.coordinateCount() || rows != prescribed) return nullptr;
  return std::unique_ptr<PrescribedMotion>(new PrescribedMotion(system, independentRows));
}

PrescribedMotion::PrescribedMotion(DaeSystem& system, const std::vector<int>& rows)
    : system_(system), kept_(system, rows), settings_(tightSettings()), solver_(kept_, settings_, work_),
      weights_(kept_, kTight, kTight), scale_(system.coordinateCount()), reaction_(scale_.size()),
      exactReaction_(scale_.size()), jacobian_(system.constraintPattern().nonZeros()),
      mass_(system.massPattern().nonZeros()) {
  for (int i = 0; i < scale_.size(); ++i) scale_[i] = system.coordinateScale(i);
}

void PrescribedMotion::look(const State& state) {
  exact_ = state;
  exact_.lambda.resize(kept_.constraintCount());
  weights_.start(state.q, state.v);
  if (solver_.settle(exact_, weights_) != AttemptStatus::Success || solver_.pivotRatio() < kLeastPivotRatio)
    return;
  system_.moveTo(exact_.t, exact_.q, exact_.v);
  system_.constraintJacobian(jacobian_.data());
  reaction_.setZero();
  addTransposedProduct(system_.constraintPattern(), jacobian_.data(), state.lambda, 1, reaction_);
  system_.forces(exactReaction_);
  system_.mass(mass_.data());
  addProduct(system_.massPattern(), mass_.data(), exact_.a, -1, exactReaction_);
  compare(state.a, exact_.a, scale_.cwiseInverse(), acceleration_);
  compare(reaction_, exactReaction_, scale_, reactions_);
}

void PrescribedMotion::compare(ConstVectorRef is, ConstVectorRef exact, ConstVectorRef unit,
                               Part& part) const {
  const double distance = (is - exact).cwiseAbs().cwiseProduct(unit).maxCoeff();
  if (!(distance <= part.distance)) part.distance = distance;  // not finite, too
  part.size = std::max(part.size, exact.cwiseAbs().cwiseProduct(unit).maxCoeff());
}

double PrescribedMotion::error() const { return std::max(acceleration_.relative(), reactions_.relative()); }

}  // namespace holonom
