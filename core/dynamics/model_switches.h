// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/constraint_element.h"
#include "core/dynamics/expression_part.h"
#include "core/dynamics/offers/stops.h"
#include "core/dynamics/offers/switches.h"

namespace holonom {

/// The switching functions of a mechanism: those of its expressions, then one per limit of an ideal stop, the
/// distance to it, positive inside. `constraints`: of joints,
/// drivers and stops in their order. All that is given must outlive this object.
class ModelSwitches final : public Switches, public Stops {
 public:
  ModelSwitches(const Mechanism& mechanism, const ExpressionParts& parts,
                std::vector<ConstraintRows*> constraints, const Configuration& at);

  int count() const override { return static_cast<int>(switches_.size() + limits_.size()); }
  void values(VectorRef s) const override;
  void setModes(std::span<const signed char> modes) override;
  bool isOfTime(int i) const override;
  double valueAt(int i, double t) const override;
  SwitchKind kind(int i) const override;
  std::string name(int i) const override;

  bool hits(int i, VectorRef n, double& restitution) const override;
  int row(int i) const override;
  void close(std::span<const char> closed) override;
  bool isOpen(int row) const override;

 private:
  struct Switch {
    ExpressionPart part;
    int number;  // within the part
  };
  struct Limit {
    std::shared_ptr<StateQuantity> quantity;
    double sign, limit;  // s = sign · (x − limit)
    double restitution;
    std::string name;
    ConstraintRows* element;
  };
  void addLimits(const Mechanism& mechanism);
  const Limit* limitOf(int i) const {
    return i < static_cast<int>(switches_.size()) ? nullptr : &limits_[i - switches_.size()];
  }

  std::vector<Switch> switches_;
  std::vector<Limit> limits_;
  std::vector<ConstraintRows*> constraints_;
  const Configuration& at_;
  mutable std::vector<double> slopes_;
};

}  // namespace holonom
