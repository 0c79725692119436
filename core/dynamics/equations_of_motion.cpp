// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/equations_of_motion.h"

#include <algorithm>

#include "core/model/symbols.h"

namespace holonom {
namespace {

using Entries = std::vector<std::pair<int, int>>;

/// Global column of local coordinate k (0…5) of a pair; −1 on ground.
int globalColumn(int bodyA, int bodyB, int k) {
  const int body = k < 3 ? bodyA : bodyB;
  return body == kGround ? -1 : 3 * body + k % 3;
}

/// Global (row, column) of every local entry marked in a 6-column structure; rows are constraint rows from firstRow on,
/// or coordinates of the pair when firstRow < 0. Unmarked entries and ground give (−1, −1).
Entries globalEntries(std::string_view structure, int bodyA, int bodyB, int firstRow) {
  Entries entries;
  for (std::size_t k = 0; k < structure.size(); ++k) {
    const int localRow = static_cast<int>(k) / kPairSize;
    const int col = globalColumn(bodyA, bodyB, static_cast<int>(k) % kPairSize);
    const int row = firstRow >= 0 ? firstRow + localRow : globalColumn(bodyA, bodyB, localRow);
    entries.push_back(structure[k] == 'x' && row >= 0 && col >= 0 ? std::pair(row, col) : std::pair(-1, -1));
  }
  return entries;
}

constexpr std::string_view kFull = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

std::vector<int> slotsOf(const Entries& entries, const SparsePattern& pattern) {
  std::vector<int> slots;
  for (const auto& [row, col] : entries) slots.push_back(row < 0 ? -1 : pattern.slot(row, col));
  return slots;
}

void scatter(const double* local, const std::vector<int>& slots, double* values) {
  for (std::size_t k = 0; k < slots.size(); ++k)
    if (slots[k] >= 0) values[slots[k]] += local[k];
}

}  // namespace

EquationsOfMotion::EquationsOfMotion(Mechanism mechanism)
    : mechanism_(std::move(mechanism)), n_(3 * static_cast<int>(mechanism_.bodies.size())),
      length_(characteristicLength(mechanism_)) {
  at_.q = at_.v = Vector::Zero(n_);
  at_.bodies.resize(mechanism_.bodies.size());
  buildElements();
  buildPatterns();
  collectSwitches();
}

EquationsOfMotion::~EquationsOfMotion() = default;

void EquationsOfMotion::buildElements() {
  const auto add = [&](std::unique_ptr<JointConstraint> law, bool isDriver) {
    firstRow_.push_back(m_);
    const int rows = law->rowCount();
    constraints_.push_back({std::move(law), isDriver, m_, {}, {}});
    m_ += rows;
  };
  for (const Joint& joint : mechanism_.joints) add(makeJointConstraint(mechanism_, joint), false);
  for (const Driver& driver : mechanism_.drivers) add(makeDriverConstraint(mechanism_, driver), true);
  std::vector<std::string> symbols;
  for (const Force& force : mechanism_.forces) {
    if (auto law = makeForceLaw(mechanism_, force)) {
      forces_.push_back({std::move(law), {}, {}});
      expressionForces_.push_back(nullptr);
      continue;
    }
    if (symbols.empty()) symbols = stateSymbols(mechanism_);
    expressionForces_.push_back(makeExpressionForce(mechanism_, force, symbols));
  }
}

void EquationsOfMotion::buildPatterns() {
  Entries mass, jacobian, stiffness, damping;
  const auto append = [](Entries& all, const Entries& more) {
    std::copy_if(more.begin(), more.end(), std::back_inserter(all), [](const auto& e) { return e.first >= 0; });
  };
  const auto hessianEntries = [](const JointConstraint& law) {
    return globalEntries(law.hessianStructure(), law.bodyA(), law.bodyB(), -1);
  };
  const auto jacobianEntries = [](const ConstraintElement& element) {
    return globalEntries(element.law->jacobianStructure(), element.law->bodyA(), element.law->bodyB(),
                         element.firstRow);
  };
  const auto pairEntries = [](const ForceLaw& law) { return globalEntries(kFull, law.bodyA(), law.bodyB(), -1); };

  for (int i = 0; i < n_; ++i) mass.emplace_back(i, i);
  for (const auto& element : constraints_) {
    append(jacobian, jacobianEntries(element));
    append(stiffness, hessianEntries(*element.law));
  }
  for (const auto& element : forces_) {
    if (element.law->hasStiffness()) append(stiffness, pairEntries(*element.law));
    if (element.law->hasDamping()) append(damping, pairEntries(*element.law));
  }
  for (const auto& law : expressionForces_)
    if (law) law->addPatterns(stiffness, damping);
  massPattern_ = SparsePattern::fromEntries(n_, n_, mass);
  constraintPattern_ = SparsePattern::fromEntries(m_, n_, jacobian);
  stiffnessPattern_ = SparsePattern::fromEntries(n_, n_, stiffness);
  dampingPattern_ = SparsePattern::fromEntries(n_, n_, damping);
  for (auto& element : constraints_) {
    element.jacobianSlots = slotsOf(jacobianEntries(element), constraintPattern_);
    element.hessianSlots = slotsOf(hessianEntries(*element.law), stiffnessPattern_);
  }
  for (auto& element : forces_) {
    if (element.law->hasStiffness()) element.stiffnessSlots = slotsOf(pairEntries(*element.law), stiffnessPattern_);
    if (element.law->hasDamping()) element.dampingSlots = slotsOf(pairEntries(*element.law), dampingPattern_);
  }
  for (auto& law : expressionForces_)
    if (law) law->takeSlots(stiffnessPattern_, dampingPattern_);
}

void EquationsOfMotion::moveTo(double t, ConstVectorRef q, ConstVectorRef v) {
  at_.t = t;
  at_.q = q;
  at_.v = v;
  for (std::size_t i = 0; i < at_.bodies.size(); ++i) {
    PlanarMotion& motion = at_.bodies[i];
    motion.r = q.segment<2>(3 * i);
    motion.theta = q[3 * i + 2];
    motion.cosine = std::cos(motion.theta);
    motion.sine = std::sin(motion.theta);
    motion.v = v.segment<2>(3 * i);
    motion.omega = v[3 * i + 2];
  }
  for (auto& element : constraints_)
    if (element.isDriver) element.law->setTime(t);
}

void EquationsOfMotion::mass(double* values) const {
  for (const Body& body : mechanism_.bodies) {
    *values++ = body.mass;
    *values++ = body.mass;
    *values++ = body.inertia;
  }
}

void EquationsOfMotion::forces(VectorRef Q) const {
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    Q.segment<2>(3 * i) = mechanism_.bodies[i].mass * mechanism_.gravity;
    Q[3 * i + 2] = 0;
  }
  for (const auto& element : forces_) {
    PairVector local{};
    element.law->force(pairOf(*element.law), local.data());
    for (int k = 0; k < kPairSize; ++k) {
      const int row = globalColumn(element.law->bodyA(), element.law->bodyB(), k);
      if (row >= 0) Q[row] += local[k];
    }
  }
  for (const auto& law : expressionForces_)
    if (law) law->addForce(at_, Q);
}

void EquationsOfMotion::constraints(VectorRef c) const {
  for (const auto& element : constraints_) element.law->residual(pairOf(*element.law), c.data() + element.firstRow);
}

void EquationsOfMotion::constraintJacobian(double* values) const {
  std::fill_n(values, constraintPattern_.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    PairRows local{};
    element.law->jacobian(pairOf(*element.law), local.data());
    scatter(local.data(), element.jacobianSlots, values);
  }
}

void EquationsOfMotion::velocityJacobian(double* values) const {
  std::fill_n(values, constraintPattern_.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    PairRows local{};
    element.law->velocityJacobian(pairOf(*element.law), local.data());
    scatter(local.data(), element.jacobianSlots, values);
  }
}

void EquationsOfMotion::accelerationJacobian(ConstVectorRef a, double* values) const {
  std::fill_n(values, constraintPattern_.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    PairVector acceleration{};
    for (int k = 0; k < kPairSize; ++k) {
      const int col = globalColumn(element.law->bodyA(), element.law->bodyB(), k);
      if (col >= 0) acceleration[k] = a[col];
    }
    PairRows local{};
    element.law->accelerationJacobian(pairOf(*element.law), acceleration, local.data());
    scatter(local.data(), element.jacobianSlots, values);
  }
}

void EquationsOfMotion::constraintTimeDerivative(VectorRef ct) const {
  ct.setZero();
  for (const auto& element : constraints_) element.law->timeDerivative(ct.data() + element.firstRow);
}

void EquationsOfMotion::gamma(VectorRef g) const {
  g.setZero();
  for (const auto& element : constraints_) element.law->gamma(pairOf(*element.law), g.data() + element.firstRow);
}

void EquationsOfMotion::constraintHessian(ConstVectorRef lambda, double* values) const {
  std::fill_n(values, stiffnessPattern_.nonZeros(), 0.0);
  for (const auto& element : constraints_) {
    if (element.hessianSlots.empty()) continue;
    PairRows local{};
    element.law->hessian(pairOf(*element.law), lambda.data() + element.firstRow, local.data());
    scatter(local.data(), element.hessianSlots, values);
  }
}

void EquationsOfMotion::stiffness(ConstVectorRef, ConstVectorRef lambda, double* values) const {
  constraintHessian(lambda, values);  // M is constant, so (M a)_q = 0
  for (const auto& element : forces_) {
    if (element.stiffnessSlots.empty()) continue;
    PairRows local{};
    element.law->stiffness(pairOf(*element.law), local.data());
    scatter(local.data(), element.stiffnessSlots, values);
  }
  for (const auto& law : expressionForces_)
    if (law) law->addStiffness(at_, values);
}

void EquationsOfMotion::damping(double* values) const {
  std::fill_n(values, dampingPattern_.nonZeros(), 0.0);
  for (const auto& element : forces_) {
    if (element.dampingSlots.empty()) continue;
    PairRows local{};
    element.law->damping(pairOf(*element.law), local.data());
    scatter(local.data(), element.dampingSlots, values);
  }
  for (const auto& law : expressionForces_)
    if (law) law->addDamping(at_, values);
}

double EquationsOfMotion::kineticEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; i < at_.bodies.size(); ++i) {
    const Body& body = mechanism_.bodies[i];
    energy += 0.5 * body.mass * at_.bodies[i].v.squaredNorm() + 0.5 * body.inertia * at_.bodies[i].omega * at_.bodies[i].omega;
  }
  return energy;
}

double EquationsOfMotion::potentialEnergy() const {
  double energy = 0;
  for (std::size_t i = 0; i < at_.bodies.size(); ++i)
    energy -= mechanism_.bodies[i].mass * mechanism_.gravity.dot(at_.bodies[i].r);
  for (const auto& element : forces_) energy += element.law->potentialEnergy(pairOf(*element.law));
  return energy;
}

double EquationsOfMotion::dissipatedPower() const {
  double power = 0;
  for (const auto& element : forces_) power += element.law->dissipatedPower(pairOf(*element.law));
  return power;
}

double EquationsOfMotion::suppliedPower() const {
  double power = 0;
  for (const auto& element : forces_) power += element.law->suppliedPower(pairOf(*element.law));
  for (const auto& law : expressionForces_)
    if (law) power += law->power(at_);
  return power;
}

double EquationsOfMotion::forceSize(int force, int component) const {
  return expressionForces_[force] ? expressionForces_[force]->size(at_, component) : 0;
}

}  // namespace holonom
