// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/fronts.h"

#include <cmath>
#include <utility>

namespace holonom {
namespace {

constexpr double kFewTimes = 32;  // exponents below make no peak that is much narrower than its wave
constexpr double kTail = 25;      // −log of what is left of a peak at the border of its zone
const double kQuarterTurn = std::acos(0.0);

class Search {
 public:
  Search(const Syntax& syntax, const HiddenKinks& kinks) : syntax_(syntax), kinks_(kinks) {}

  std::optional<Front> at(int node) const {
    const SyntaxNode& it = syntax_[node];
    switch (it.operation) {
      case Operation::Tanh:
      case Operation::Atan: return Front{it.left};
      case Operation::Exp: return bell(it.left, 1);
      case Operation::Add: return logistic(it);
      case Operation::SquareRoot: return rounded(it.left);
      case Operation::Power: return ofPower(node);
      case Operation::Divide: return inDenominator(it.right);
      default: return std::nullopt;
    }
  }

 private:
  /// factor · |node|^power, or factor · node where node is a square by its form.
  struct Size {
    int node;
    double factor, power;
    bool isSquare;
  };
  /// centre + reach · sin(node + phase)
  struct Wave {
    int node = -1;
    double centre = 0, reach = 0, phase = 0;
  };

  bool isConstant(int node) const { return syntax_[node].operation == Operation::Constant; }
  double number(int node) const { return syntax_[node].number; }

  /// A number and what it stands beside, in a sum or a product.
  std::optional<std::pair<double, int>> besideConstant(const SyntaxNode& it) const {
    if (isConstant(it.left)) return std::pair(number(it.left), it.right);
    if (isConstant(it.right)) return std::pair(number(it.right), it.left);
    return std::nullopt;
  }

  /// A node without the numbers that it is multiplied with, and these.
  std::pair<double, int> core(int node) const {
    double factor = 1;
    for (;;) {
      const SyntaxNode& it = syntax_[node];
      if (it.operation == Operation::Negate) {
        factor = -factor;
        node = it.left;
      } else if (const auto beside =
                     it.operation == Operation::Multiply ? besideConstant(it) : std::nullopt) {
        factor *= beside->first;
        node = beside->second;
      } else if (it.operation == Operation::Divide && isConstant(it.right)) {
        factor /= number(it.right);
        node = it.left;
      } else {
        return {factor, node};
      }
    }
  }

  /// c u · u, as −1e6*(t-1)*(t-1) is read: c and u.
  std::optional<std::pair<double, int>> sameTwice(const SyntaxNode& product) const {
    const auto [left, u] = core(product.left);
    const auto [right, v] = core(product.right);
    return kinks_.areEqual(u, v) ? std::optional(std::pair(left * right, u)) : std::nullopt;
  }

  /// The square of one quantity: a sum like 1 + cos u is none that vanishes at a front.
  bool isPlainSquare(int node) const {
    const Operation operation = syntax_[node].operation;
    return operation != Operation::Constant && operation != Operation::Add &&
           operation != Operation::Subtract && kinks_.isSquare(node);
  }

  /// What cannot change its sign, and is zero in one place only.
  std::optional<Size> sizeAt(int node) const {
    double factor = 1, power = 1;
    bool even = false;
    const auto scale = [&](double by) { factor *= even ? std::pow(std::abs(by), power) : by; };
    const auto square = [&](double by, double exponent) {
      scale(by);
      even = true;
      power *= exponent;
    };
    for (;;) {
      const auto [by, inner] = core(node);
      scale(by);
      node = inner;
      const SyntaxNode& it = syntax_[node];
      if (it.operation == Operation::Abs) {
        even = true;
        node = it.left;
      } else if (it.operation == Operation::Power && isConstant(it.right) && number(it.right) > 0 &&
                 (even || isEven(number(it.right)) || syntax_[it.left].operation == Operation::Abs)) {
        square(1, number(it.right));
        node = it.left;
      } else if (const auto same = it.operation == Operation::Multiply ? sameTwice(it) : std::nullopt) {
        square(same->first, 2);
        node = same->second;
      } else {
        break;
      }
    }
    if (isConstant(node) || factor == 0 || !std::isfinite(factor)) return std::nullopt;
    if (even) return Size{node, factor, power, false};
    return isPlainSquare(node) ? std::optional(Size{node, factor, 2, true}) : std::nullopt;
  }

  /// w with size · over = (|w| / unit)^power
  Front across(const Size& size, double over, double unit) const {
    const double factor = unit * std::pow(std::abs(size.factor) * over, 1 / size.power);
    return {size.node, factor, 0, 1, size.isSquare ? Front::Form::Root : Front::Form::Line};
  }

  /// exp(scale · node), as exp(−f |u|ᵖ) or exp(f cos u).
  std::optional<Front> bell(int node, double scale) const {
    if (auto size = sizeAt(node)) {
      size->factor *= scale;
      return size->factor < 0 ? std::optional(across(*size, 1 / kTail, Front::kZone)) : std::nullopt;
    }
    const auto wave = waveAt(node);
    if (!wave || !(std::abs(scale * wave->reach) >= kFewTimes)) return std::nullopt;
    return crest(*wave, scale * wave->reach, std::abs(scale * wave->reach));
  }

  /// c + exp(u), from c to the exponential; 1/(1 + exp(−u)) = ½ (1 + tanh(u/2)).
  std::optional<Front> logistic(const SyntaxNode& sum) const {
    const auto beside = besideConstant(sum);
    if (!beside || !(beside->first > 0) || syntax_[beside->second].operation != Operation::Exp)
      return std::nullopt;
    return Front{syntax_[beside->second].left, 0.5, std::log(beside->first)};
  }

  /// |u|ᵖ + c under a root, a power or a line.
  std::optional<Front> rounded(int node) const {
    const SyntaxNode& sum = syntax_[node];
    if (sum.operation != Operation::Add) return std::nullopt;
    const auto beside = besideConstant(sum);
    if (!beside || !(beside->first > 0)) return std::nullopt;
    const auto size = sizeAt(beside->second);
    if (!size || !(size->factor > 0)) return std::nullopt;
    return across(*size, 1 / beside->first, size->power > 2 ? 2 : 1);  // steeper flanks
  }

  std::optional<Front> inDenominator(int node) const {
    const SyntaxNode& it = syntax_[node];
    switch (it.operation) {
      case Operation::Cosh: {  // of a size 2 exp(−|u|ᵖ) at its flanks
        const auto size = sizeAt(it.left);
        return size ? across(*size, 1 / kTail, Front::kZone) : Front{it.left};
      }
      case Operation::Exp: return bell(it.left, -1);
      case Operation::Power:
        return isConstant(it.left) ? bell(it.right, -std::log(number(it.left))) : inDenominator(it.left);
      default: return rounded(node);
    }
  }

  std::optional<Front> ofPower(int node) const {
    const SyntaxNode& it = syntax_[node];
    if (isConstant(it.left)) return bell(it.right, std::log(number(it.left)));  // b^u = exp(u log b)
    if (!isConstant(it.right)) return std::nullopt;
    if (syntax_[it.left].operation == Operation::Exp) return bell(syntax_[it.left].left, number(it.right));
    if (number(it.right) >= kFewTimes)
      if (const auto found = ofHill(it.left, number(it.right))) return found;
    if (std::abs(number(it.right)) >= kFewTimes)
      if (const auto found = ofWave(it.left, std::abs(number(it.right)))) return found;
    return kinks_.isSquare(node) ? std::nullopt : rounded(it.left);
  }

  /// The nth power of c − f |u|ᵖ: near its top exp(−n f/c |u|ᵖ).
  std::optional<Front> ofHill(int node, double n) const {
    const SyntaxNode& it = syntax_[node];
    if (it.operation != Operation::Subtract || !isConstant(it.left) || !(number(it.left) > 0))
      return std::nullopt;
    const auto size = sizeAt(it.right);
    if (!size || !(size->factor > 0)) return std::nullopt;
    return across(*size, n / (number(it.left) * kTail), Front::kZone);
  }

  /// A power of a wave, of its size or of its square.
  std::optional<Front> ofWave(int base, double n) const {
    const auto same =
        syntax_[base].operation == Operation::Multiply ? sameTwice(syntax_[base]) : std::nullopt;
    if (same) base = same->second, n *= 2;
    // |sin u| is as large at its lowest places
    const bool ofSize = syntax_[base].operation == Operation::Abs;
    const auto wave = waveAt(ofSize ? syntax_[base].left : base);
    return wave && ((!ofSize && !same) || wave->centre == 0) ? ridge(*wave, n) : std::nullopt;
  }

  /// The nth power of a wave: near its largest size exp(−n (reach/size) u²/2).
  std::optional<Front> ridge(const Wave& wave, double n) const {
    if (wave.centre == 0)
      return Front{wave.node, std::sqrt(2 * n), -wave.phase - kQuarterTurn, 1, Front::Form::Sine};
    const double part = std::abs(wave.reach) / (std::abs(wave.centre) + std::abs(wave.reach));
    return crest(wave, wave.centre * wave.reach, n * part);
  }

  /// exp(−n (1 − cos u)) about the highest (`side` > 0), or the lowest, places of a wave.
  Front crest(const Wave& wave, double side, double n) const {
    const double middle = (side > 0 ? kQuarterTurn : -kQuarterTurn) - wave.phase;
    return {wave.node, 2 * std::sqrt(2 * n), 0.5 * middle, 0.5, Front::Form::Sine};
  }

  std::optional<Wave> waveAt(int node) const {
    const SyntaxNode& it = syntax_[node];
    std::optional<Wave> inner;
    switch (it.operation) {
      case Operation::Sin: return Wave{it.left, 0, 1, 0};
      case Operation::Cos: return Wave{it.left, 0, 1, kQuarterTurn};
      case Operation::Negate:
        inner = waveAt(it.left);
        if (inner) inner->centre = -inner->centre, inner->reach = -inner->reach;
        return inner;
      case Operation::Divide:
        if (!isConstant(it.right) || !(inner = waveAt(it.left))) return std::nullopt;
        inner->centre /= number(it.right), inner->reach /= number(it.right);
        return inner;
      case Operation::Multiply: {
        const auto beside = besideConstant(it);
        if (!beside || !(inner = waveAt(beside->second))) return std::nullopt;
        inner->centre *= beside->first, inner->reach *= beside->first;
        return inner;
      }
      case Operation::Add:
      case Operation::Subtract: {
        const auto beside = besideConstant(it);
        if (!beside || !(inner = waveAt(beside->second))) return std::nullopt;
        const bool minus = it.operation == Operation::Subtract;
        if (minus && isConstant(it.left)) inner->centre = -inner->centre, inner->reach = -inner->reach;
        inner->centre += minus && isConstant(it.right) ? -beside->first : beside->first;
        return inner;
      }
      default: return std::nullopt;
    }
  }

  const Syntax& syntax_;
  const HiddenKinks& kinks_;
};

}  // namespace

std::optional<Front> frontAt(const Syntax& syntax, const HiddenKinks& kinks, int node) {
  return Search(syntax, kinks).at(node);
}

}  // namespace holonom
