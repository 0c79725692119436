// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/control_rows.h"

#include <algorithm>

#include "core/model/controller.h"

namespace holonom {

ControlRows::ControlRows(const Mechanism& mechanism, const std::vector<std::string>& symbols, int firstRow,
                         Vector scales)
    : neighbours_(mechanism, std::move(scales)) {
  std::size_t positions = 0, velocities = 0;
  for (const ControlQuantity& quantity : controlQuantities(mechanism)) {
    if (quantity.coordinate < 0) continue;
    const bool isState = quantity.kind == ControlQuantity::Kind::State;
    rows_.push_back({quantity.symbol, StateFunction(quantity.formula, mechanism, symbols),
                     isState ? -1.0 : 1.0, neighbours_.layout().controls().first + quantity.coordinate,
                     isState, firstRow + count()});
    positions = std::max(positions, rows_.back().function.positions().size());
    velocities = std::max(velocities, rows_.back().function.velocities().size());
  }
  byPosition_.resize(positions);
  byVelocity_.resize(velocities);
  change_.resize(std::max(positions, velocities));
  otherGradient_.resize(change_.size());
}

std::vector<StateFunction*> ControlRows::functions() {
  std::vector<StateFunction*> functions;
  for (Row& row : rows_) functions.push_back(&row.function);
  return functions;
}

void ControlRows::addPattern(Entries& jacobian) const {
  for (const Row& row : rows_) {
    if (row.isState) jacobian.emplace_back(row.row, row.coordinate);
    for (const int col : row.function.positions()) jacobian.emplace_back(row.row, col);
    for (const int col : row.function.velocities()) jacobian.emplace_back(row.row, col);
  }
}

void ControlRows::takeSlots(const SparsePattern& jacobian) {
  for (Row& row : rows_) {
    if (row.isState) row.ownSlot = jacobian.slot(row.row, row.coordinate);
    for (const int col : row.function.positions()) row.positionSlots.push_back(jacobian.slot(row.row, col));
    for (const int col : row.function.velocities()) row.velocitySlots.push_back(jacobian.slot(row.row, col));
  }
}

double ControlRows::evaluate(const Row& row, const Configuration& at) const {
  return row.function.gradient(at, byPosition_.data(), byVelocity_.data());
}

double ControlRows::rateByPositions(const Row& row, const Configuration& at) const {
  double rate = 0;
  for (std::size_t k = 0; k < row.function.positions().size(); ++k)
    rate += byPosition_[k] * at.v[row.function.positions()[k]];
  return rate;
}

double ControlRows::rateByVelocities(const Row& row, const Configuration& at) const {
  double rate = 0;
  for (std::size_t k = 0; k < row.function.velocities().size(); ++k)
    rate += byVelocity_[k] * at.v[row.function.velocities()[k]];
  return rate;
}

/// The term ż of a state is linear and its own time derivative, so it drops out of G − G_v v.
void ControlRows::timeDerivative(const Configuration& at, VectorRef ct) const {
  for (const Row& row : rows_) {
    const double value = evaluate(row, at);
    ct[row.row] = row.sign * (value - rateByVelocities(row, at));
  }
}

void ControlRows::gamma(const Configuration& at, VectorRef g) const {
  for (const Row& row : rows_) {
    evaluate(row, at);
    g[row.row] = -row.sign * (rateByPositions(row, at) + row.function.timeDerivative(at));
  }
}

void ControlRows::addJacobian(const Configuration& at, double* values) const {
  for (const Row& row : rows_) {
    evaluate(row, at);
    if (row.isState) values[row.ownSlot] += 1;
    for (std::size_t k = 0; k < row.velocitySlots.size(); ++k)
      values[row.velocitySlots[k]] += row.sign * byVelocity_[k];
  }
}

void ControlRows::addVelocityJacobian(const Configuration& at, double* values) const {
  for (const Row& row : rows_) {
    evaluate(row, at);
    for (std::size_t k = 0; k < row.positionSlots.size(); ++k)
      values[row.positionSlots[k]] += row.sign * byPosition_[k];
  }
}

/// change_ = rate of the gradient by positions or velocities where (t, q, v) move with (1, v, a).
void ControlRows::difference(const Row& row, const Configuration& at, ConstVectorRef a,
                             bool byPosition) const {
  std::vector<double>& gradient = byPosition ? byPosition_ : byVelocity_;
  const std::size_t size = byPosition ? row.function.positions().size() : row.function.velocities().size();
  const double between = neighbours_.visit(at, a, [&](const Configuration& moved, bool isAhead) {
    evaluate(row, moved);
    if (isAhead) std::copy_n(gradient.data(), size, otherGradient_.data());
  });
  for (std::size_t k = 0; k < size; ++k) change_[k] = (otherGradient_[k] - gradient[k]) / between;
}

void ControlRows::addAccelerationJacobian(const Configuration& at, ConstVectorRef a, double* values) const {
  for (const Row& row : rows_) {
    difference(row, at, a, true);
    for (std::size_t k = 0; k < row.positionSlots.size(); ++k)
      values[row.positionSlots[k]] += row.sign * change_[k];
  }
}

void ControlRows::addAccelerationVelocityJacobian(const Configuration& at, ConstVectorRef a,
                                                  double* values) const {
  addVelocityJacobian(at, values);
  for (const Row& row : rows_) {
    difference(row, at, a, false);
    for (std::size_t k = 0; k < row.velocitySlots.size(); ++k)
      values[row.velocitySlots[k]] += row.sign * change_[k];
  }
}

}  // namespace holonom
