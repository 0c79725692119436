// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/element_set.h"

#include <algorithm>
#include <functional>
#include <type_traits>

namespace holonom {
namespace {

using RowOf = std::function<int(int)>;

/// Global (row, column) of every local entry marked in a structure over the coordinates of a map; rows are
/// the constraint rows that rowOf gives, or coordinates of the map when it is empty. Unmarked entries and
/// ground give (−1, −1).
template <class S>
Entries globalEntries(const PairMapIn<S>& map, std::string_view structure, const RowOf& rowOf) {
  Entries entries;
  entries.reserve(structure.size());
  for (std::size_t k = 0; k < structure.size(); ++k) {
    const int localRow = static_cast<int>(k) / map.size();
    const int col = map.coordinates()[k % map.size()];
    const int row = rowOf ? rowOf(localRow) : map.coordinates()[localRow];
    entries.push_back(structure[k] == 'x' && row >= 0 && col >= 0 ? std::pair(row, col) : std::pair(-1, -1));
  }
  return entries;
}

void append(Entries& all, const Entries& more) {
  std::copy_if(more.begin(), more.end(), std::back_inserter(all), [](const auto& e) { return e.first >= 0; });
}

/// Values of a law, one per row, to the rows of the system.
void put(const ConstraintRows& element, const double* local, VectorRef rows) {
  for (int k = 0; k < element.rows; ++k) rows[element.row(k)] = local[k];
}

}  // namespace

template <class S>
void ElementSet<S>::add(std::unique_ptr<ConstraintIn<S>> law, PartRef part, int firstRow) {
  const PairMapIn<S> map(at_.layout, law->frameA(), law->frameB());
  const Coincidence* pin = nullptr;
  if constexpr (std::is_same_v<S, Plane>) {
    const auto isRigid = [&](int frame) { return frame == kGround || at_.layout.turns(frame); };
    if (map.isPlain() && map.frameA() != map.frameB() && isRigid(map.frameA()) && isRigid(map.frameB()))
      pin = law->pin();
    if (pin) pins_.add(*pin, map.frameA(), map.frameB(), firstRow);
  }
  Constraint element{{.law = law.get(),
                      .part = part,
                      .firstRow = firstRow,
                      .rows = law->rowCount(),
                      .holonomicRows = law->holonomicRowCount(),
                      .open = part.kind == PartRef::Kind::Force},
                     nullptr,
                     map,
                     {},
                     {},
                     pin != nullptr};
  element.formulas = std::move(law);
  constraints_.push_back(std::move(element));
}

template <class S>
void ElementSet<S>::add(std::unique_ptr<ForceLawIn<S>> law, int number) {
  PairMapIn<S> map(at_.layout, law->frameA(), law->frameB());
  forces_.push_back({std::move(law), std::move(map), number, {}, {}});
}

/// What each element says of the patterns, and is then given slots for.
template <class S>
Entries ElementSet<S>::jacobianEntries(const Constraint& element) const {
  return globalEntries(element.map, element.map.spread(at_, element.formulas->jacobianStructure(), false),
                       [&](int k) { return element.row(k); });
}

template <class S>
Entries ElementSet<S>::hessianEntries(const Constraint& element) const {
  return globalEntries(element.map, element.map.spread(at_, element.formulas->hessianStructure(), true), {});
}

template <class S>
Entries ElementSet<S>::pairEntries(const PairMapIn<S>& map) const {
  static const std::string full(S::kPair * S::kPair, 'x');
  return globalEntries(map, map.spread(at_, full, true), {});
}

template <class S>
void ElementSet<S>::addPatterns(Entries& jacobian, Entries& stiffness, Entries& damping) const {
  for (const Constraint& element : constraints_) {
    append(jacobian, jacobianEntries(element));
    append(stiffness, hessianEntries(element));
  }
  for (const auto& element : forces_) {
    if (element.law->hasStiffness()) append(stiffness, pairEntries(element.map));
    if (element.law->hasDamping()) append(damping, pairEntries(element.map));
  }
}

template <class S>
void ElementSet<S>::takeSlots(const SystemLayout& layout) {
  pins_.takeSlots(at_.layout, layout.constraint);
  for (Constraint& element : constraints_) {
    element.jacobianSlots = slotsOf(jacobianEntries(element), layout.constraint);
    element.hessianSlots = slotsOf(hessianEntries(element), layout.stiffness);
  }
  for (auto& element : forces_) {
    if (element.law->hasStiffness())
      element.stiffnessSlots = slotsOf(pairEntries(element.map), layout.stiffness);
    if (element.law->hasDamping()) element.dampingSlots = slotsOf(pairEntries(element.map), layout.damping);
  }
}

template <class S>
void ElementSet<S>::constraints(VectorRef c) const {
  pins_.constraints(at_, c);
  for (const Constraint& element : constraints_) {
    if (element.pinned) continue;
    double local[S::kPair] = {};
    if (!element.open) element.formulas->residual(pairOf(element.map), local);
    put(element, local, c);
  }
}

template <class S>
void ElementSet<S>::constraintTimeDerivative(VectorRef ct) const {
  for (const Constraint& element : constraints_) {
    if (element.pinned) continue;
    double local[S::kPair] = {};
    element.law->timeDerivative(local);
    put(element, local, ct);
  }
}

template <class S>
void ElementSet<S>::gamma(VectorRef g) const {
  pins_.gamma(at_, g);
  for (const Constraint& element : constraints_) {
    if (element.pinned) continue;
    double local[S::kPair] = {};
    if (!element.open) {
      element.formulas->gamma(pairOf(element.map), local);
      if (!element.map.isPlain()) subtractBias(element, local);
    }
    put(element, local, g);
  }
}

/// γ_u − C_u W v
template <class S>
void ElementSet<S>::subtractBias(const Constraint& element, double* gamma) const {
  PairMatrix<S> jacobian{};
  element.formulas->jacobian(pairOf(element.map), jacobian.data());
  const PairValues<S> bias = element.map.bias(at_);
  for (int row = 0; row < element.rows; ++row)
    for (int k = 0; k < S::kPair; ++k) gamma[row] -= jacobian[row * S::kPair + k] * bias[k];
}

/// Rows of all laws, put together by `evaluate`, to the pattern of C_q; those of pins only where that is
/// asked for.
template <class S>
template <class Evaluate>
void ElementSet<S>::scatterRows(double* values, bool withPins, Evaluate evaluate) const {
  for (const Constraint& element : constraints_) {
    if (element.pinned && !withPins) continue;
    for (const EntrySlot& entry : element.jacobianSlots) values[entry.slot] = 0;
    if (element.open) continue;
    LocalRows<S> local(element.map, at_, element.rows);
    evaluate(element, local);
    scatter(local.values(), element.jacobianSlots, values);
  }
}

template <class S>
void ElementSet<S>::constraintJacobian(double* values) const {
  scatterRows(values, false, [&](const Constraint& element, LocalRows<S>& local) {
    local.timesT([&](double* J) { element.formulas->jacobian(pairOf(element.map), J); });
  });
  pins_.jacobian(at_, values);
}

template <class S>
void ElementSet<S>::velocityJacobian(double* values) const {
  scatterRows(values, true, [&](const Constraint& element, LocalRows<S>& local) {
    const Pair pair = pairOf(element.map);
    local.timesT([&](double* P) { element.formulas->velocityJacobian(pair, P); });
    local.timesW(1, [&](double* J) { element.formulas->jacobian(pair, J); });
  });
}

template <class S>
void ElementSet<S>::accelerationJacobian(ConstVectorRef a, double* values) const {
  scatterRows(values, true, [&](const Constraint& element, LocalRows<S>& local) {
    const Pair pair = pairOf(element.map);
    const PairValues<S> second = element.map.acceleration(at_, a);
    local.timesT([&](double* A) { element.formulas->accelerationJacobian(pair, second, A); });
    local.timesW(1, [&](double* B) { element.formulas->accelerationVelocityJacobian(pair, B); });
    local.timesZ(a, [&](double* J) { element.formulas->jacobian(pair, J); });
  });
}

template <class S>
void ElementSet<S>::accelerationVelocityJacobian(ConstVectorRef, double* values) const {
  scatterRows(values, true, [&](const Constraint& element, LocalRows<S>& local) {
    const Pair pair = pairOf(element.map);
    local.timesT([&](double* B) { element.formulas->accelerationVelocityJacobian(pair, B); });
    local.timesW(2, [&](double* J) { element.formulas->jacobian(pair, J); });
  });
}

template <class S>
void ElementSet<S>::addHessian(ConstVectorRef lambda, double* values) const {
  for (const Constraint& element : constraints_) {
    if (element.hessianSlots.empty() || element.open) continue;
    const Pair pair = pairOf(element.map);
    double multipliers[S::kPair] = {};
    for (int k = 0; k < element.rows; ++k) multipliers[k] = lambda[element.row(k)];
    LocalBlock<S> local(element.map, at_);
    local.timesT([&](double* H) { element.formulas->hessian(pair, multipliers, H); });
    local.curve([&](double* Q) {
      PairMatrix<S> jacobian{};
      element.formulas->jacobian(pair, jacobian.data());
      for (int k = 0; k < element.rows * S::kPair; ++k)
        Q[k % S::kPair] += multipliers[k / S::kPair] * jacobian[k];
    });
    scatter(local.values(), element.hessianSlots, values);
  }
}

template <class S>
void ElementSet<S>::addForces(VectorRef Q) const {
  for (const auto& element : forces_) {
    PairValues<S> local{};
    element.law->force(pairOf(element.map), local.data());
    element.map.addForce(at_, local, Q);
  }
}

template <class S>
void ElementSet<S>::addStiffness(double* values) const {
  for (const auto& element : forces_) {
    if (element.stiffnessSlots.empty()) continue;
    const Pair pair = pairOf(element.map);
    LocalBlock<S> local(element.map, at_);
    local.timesT([&](double* K) { element.law->stiffness(pair, K); });
    local.timesW([&](double* D) { element.law->damping(pair, D); });
    local.curve([&](double* Q) {
      element.law->force(pair, Q);
      for (int k = 0; k < S::kPair; ++k) Q[k] = -Q[k];
    });
    scatter(local.values(), element.stiffnessSlots, values);
  }
}

template <class S>
void ElementSet<S>::addDamping(double* values) const {
  for (const auto& element : forces_) {
    if (element.dampingSlots.empty()) continue;
    LocalBlock<S> local(element.map, at_);
    local.timesT([&](double* D) { element.law->damping(pairOf(element.map), D); });
    scatter(local.values(), element.dampingSlots, values);
  }
}

template <class S>
void ElementSet<S>::addPotentialEnergy(double& energy) const {
  for (const auto& element : forces_) energy += element.law->potentialEnergy(pairOf(element.map));
}

template <class S>
void ElementSet<S>::addDissipatedPower(double& power) const {
  for (const auto& element : forces_) power += element.law->dissipatedPower(pairOf(element.map));
}

template <class S>
void ElementSet<S>::addSuppliedPower(double& power) const {
  for (const auto& element : forces_) power += element.law->suppliedPower(pairOf(element.map));
}

template class ElementSet<Plane>;
template class ElementSet<Space>;

}  // namespace holonom
