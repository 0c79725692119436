// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/expression_part.h"
#include "core/dynamics/offers/fronts.h"

namespace holonom {

/// The fronts of the expressions of a mechanism, then the lines of its springs and actuators. All that is
/// given must outlive this object.
class ModelFronts final : public Fronts {
 public:
  ModelFronts(const Mechanism& mechanism, const ExpressionParts& parts, const Configuration& at);

  int count() const override { return ofExpressions_ + static_cast<int>(lines_.size()); }
  void holdLines() override;
  void values(VectorRef values) const override;
  std::string name(int i) const override;

 private:
  struct Line {
    int a, b;        // frames
    Vector3 sa, sb;  // from their centres of mass, body axes
    Vector3 held;    // a direction of the line
    std::string force;
  };
  void addLine(const Mechanism& mechanism, const Force& force, const PointRef& a, const PointRef& b);
  Vector3 along(const Line& line) const;

  ExpressionParts parts_;  // that have some
  int ofExpressions_ = 0;
  std::vector<Line> lines_;
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
  /// Of the expressions that switch with the state, have poles or fronts.
  void add(const ExpressionParts& parts) {
    for (const ExpressionPart& part : parts)
      if (part.function &&
          (switchesWithState(part) || part.poles().count() > 0 || part.switches().frontCount() > 0))
        add(*part.function);
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
