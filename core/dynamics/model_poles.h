// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/expression_part.h"
#include "core/dynamics/offers/poles.h"

namespace holonom {

/// The zeros of what the expressions of a mechanism divide by. All that is given must outlive this object.
class ModelPoles final : public Poles {
 public:
  ModelPoles(const ExpressionParts& parts, const Configuration& at) : at_(at) {
    for (const ExpressionPart& part : parts)
      for (int i = 0; i < part.poles().count(); ++i) poles_.push_back({part, i});
  }

  int count() const override { return static_cast<int>(poles_.size()); }
  void values(VectorRef values) const override {
    for (std::size_t i = 0; i < poles_.size(); i += poles_[i].part.poles().count())
      poles_[i].part.poleValues(at_, values.data() + i);
  }
  double near(int i) const override { return poles_[i].part.value(at_); }
  std::string name(int i) const override {
    return poles_[i].part.name + ": " + poles_[i].part.poles().text(poles_[i].number);
  }

 private:
  struct Pole {
    ExpressionPart part;
    int number;  // within the part
  };
  std::vector<Pole> poles_;
  const Configuration& at_;
};

}  // namespace holonom
