// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plural_rule.h"

#include <cctype>
#include <cstdlib>
#include <string_view>

namespace holonom {
namespace {

/// Operators of one binding, the weakest first; in each row the longer ones come first.
struct Level {
  std::string_view operators[4];
};
constexpr Level kLevels[] = {{"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"%"}};
constexpr int kLevelCount = 6;

class Evaluation {
 public:
  Evaluation(std::string_view text, long n) : rest_(text), n_(n) {}

  long choice() {
    const long condition = binary(0);
    if (!take("?")) return condition;
    const long first = choice();
    take(":");
    const long second = choice();
    return condition ? first : second;
  }

 private:
  bool take(std::string_view sign) {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0]))) rest_.remove_prefix(1);
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  long binary(int level) {
    if (level == kLevelCount) return operand();
    long left = binary(level + 1);
    for (bool found = true; found;) {
      found = false;
      for (const std::string_view sign : kLevels[level].operators)
        if (!sign.empty() && take(sign)) {
          left = apply(sign, left, binary(level + 1));
          found = true;
          break;
        }
    }
    return left;
  }

  static long apply(std::string_view sign, long a, long b) {
    if (sign == "||") return a || b;
    if (sign == "&&") return a && b;
    if (sign == "==") return a == b;
    if (sign == "!=") return a != b;
    if (sign == "<=") return a <= b;
    if (sign == ">=") return a >= b;
    if (sign == "<") return a < b;
    if (sign == ">") return a > b;
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    return b == 0 ? 0 : a % b;
  }

  long operand() {
    if (take("!")) return !operand();
    if (take("n")) return n_;
    if (take("(")) {
      const long value = choice();
      take(")");
      return value;
    }
    std::size_t digits = 0;
    while (digits < rest_.size() && std::isdigit(static_cast<unsigned char>(rest_[digits]))) ++digits;
    const long value = std::atol(std::string(rest_.substr(0, digits)).c_str());
    rest_.remove_prefix(digits);
    return value;
  }

  std::string_view rest_;
  long n_;
};

}  // namespace

long PluralRule::operator()(long n) const { return Evaluation(text_, n).choice(); }

}  // namespace holonom
