// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/expression_part.h"
#include "core/dynamics/offers/poles.h"

namespace holonom {

/// Where forces and motions of a mechanism may be infinite, or jump, without a switching function: the zeros
/// of what its expressions divide by, then the lines of springs and actuators. All that is given must outlive
/// this object.
class ModelPoles final : public Poles {
 public:
  ModelPoles(const Mechanism& mechanism, const ExpressionParts& parts, const Configuration& at);

  int count() const override { return static_cast<int>(poles_.size() + lines_.size()); }
  void values(VectorRef values) const override;
  void holdLines() override;
  double near(int i) const override;
  bool isLine(int i) const override { return i >= static_cast<int>(poles_.size()); }
  std::string name(int i) const override;

 private:
  struct Pole {
    ExpressionPart part;
    int number;  // within the part
  };
  struct Line {
    int a, b;        // bodies
    Vector2 sa, sb;  // from their centres of mass, body axes
    Vector2 held;    // a direction of the line
    std::string name;
  };
  void addLine(const Mechanism& mechanism, const std::string& force, const PointRef& a, const PointRef& b);
  Vector2 across(const Line& line) const;

  std::vector<Pole> poles_;
  std::vector<Line> lines_;
  const Configuration& at_;
};

}  // namespace holonom
