// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/expressions/hidden_kinks.h"
#include "core/expressions/syntax.h"

namespace holonom {

/// Finds in a formula the functions at whose zeros it may become infinite, or jump: what it divides by, the
/// bases of negative powers, the cosines of tangents. Of a product its factors count, of an absolute value, a
/// root or a power what stands inside; what is positive by its form never vanishes. Sums of squares, which
/// touch zero without a change of sign, are not told of.
class HiddenPoles {
 public:
  struct Factor {
    int node = -1;
    bool isCosine = false;  ///< the function is the cosine of the node
    bool isRoot = false;    ///< the node is a square by its form, the function its root
  };

  /// Both must outlive this object.
  HiddenPoles(const Syntax& syntax, const HiddenKinks& kinks);

  /// Of one node, without those of its operands.
  std::vector<Factor> at(int node) const;

 private:
  void addFactors(int node, std::vector<Factor>& factors) const;
  bool neverVanishes(int node) const;
  bool isNotNegative(int node) const;

  const Syntax& syntax_;
  const HiddenKinks& kinks_;
  std::vector<char> asAngle_;  // inside an arc tangent, which is finite where this is not
};

}  // namespace holonom
