// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace holonom {

/// Which of its plural forms a language takes for a number: an expression of n in C, as the header of a .po
/// file has it ("n%10==1 && n%100!=11 ? 0 : 1").
class PluralRule {
 public:
  explicit PluralRule(std::string expression = "n != 1") : text_(std::move(expression)) {}
  /// 0 for what is no such expression.
  long operator()(long n) const;

 private:
  std::string text_;
};

}  // namespace holonom
