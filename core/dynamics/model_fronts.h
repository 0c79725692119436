// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/expression_part.h"
#include "core/dynamics/offers/fronts.h"

namespace holonom {

/// The fronts of the expressions of a mechanism. What is given must outlive this object.
class ModelFronts final : public Fronts {
 public:
  ModelFronts(const ExpressionParts& parts, const Configuration& at) : at_(at) {
    for (const ExpressionPart& part : parts) {
      const int count = part.switches().frontCount();
      if (count > 0) parts_.push_back(part);
      count_ += count;
    }
  }

  int count() const override { return count_; }
  void values(VectorRef values) const override {
    int first = 0;
    for (const ExpressionPart& part : parts_) {
      part.frontValues(at_, values.data() + first);
      first += part.switches().frontCount();
    }
  }

 private:
  ExpressionParts parts_;  // that have some
  int count_ = 0;
  const Configuration& at_;
};

/// The waves in functions of the state that are watched for changes of sign.
class ModelWaves final : public Waves {
 public:
  explicit ModelWaves(const Configuration& at) : at_(at) {}

  void add(const StateFunction& function) {
    if (function.switches().waveCount() == 0) return;
    functions_.push_back(&function);
    count_ += function.switches().waveCount();
  }
  /// Of the expressions that switch with the state or have poles.
  void add(const ExpressionParts& parts) {
    for (const ExpressionPart& part : parts)
      if (part.function && (switchesWithState(part) || part.poles().count() > 0)) add(*part.function);
  }

  int count() const override { return count_; }
  void values(VectorRef values) const override {
    int first = 0;
    for (const StateFunction* function : functions_) {
      function->waveValues(at_, values.data() + first);
      first += function->switches().waveCount();
    }
  }

 private:
  static bool switchesWithState(const ExpressionPart& part) {
    for (int i = 0; i < part.switches().count(); ++i)
      if (!part.switches().dependsOnTimeOnly(i)) return true;
    return false;
  }

  std::vector<const StateFunction*> functions_;  // that have some
  int count_ = 0;
  const Configuration& at_;
};

}  // namespace holonom
