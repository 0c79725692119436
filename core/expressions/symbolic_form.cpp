// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/symbolic_form.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/expressions/fronts.h"

namespace holonom {

using namespace symbolic;

/// One symbol per variable number, for ever: the same formula then has the same symbols.
const GiNaC::symbol& symbolOf(int variable) {
  static auto& symbols = *new std::unordered_map<int, GiNaC::symbol>;
  return symbols[variable];
}

namespace {

/// Exact only where it serves (small exponents); all else is a float, so that no power grows without bound.
GiNaC::ex numberOf(double value, bool isExponent) {
  if (value == 0) return 0;
  const double twice = 2 * value;
  if (isExponent && std::fabs(value) <= 1000 && twice == std::floor(twice))
    return GiNaC::numeric(static_cast<long>(twice), 2L);
  return GiNaC::numeric(value);
}

GiNaC::ex combine(Operation operation, const GiNaC::ex& a, const GiNaC::ex& b) {
  switch (operation) {
    case Operation::Add: return a + b;
    case Operation::Subtract: return a - b;
    case Operation::Multiply: return a * b;
    case Operation::Divide: return a / b;
    case Operation::Power: return GiNaC::pow(a, b);
    case Operation::Atan2: return GiNaC::atan2(a, b);
    case Operation::Min: return realMin(a, b);
    case Operation::Max: return realMax(a, b);
    case Operation::Negate: return -a;
    case Operation::SquareRoot: return GiNaC::sqrt(a);
    case Operation::Sin: return GiNaC::sin(a);
    case Operation::Cos: return GiNaC::cos(a);
    case Operation::Tan: return GiNaC::tan(a);
    case Operation::Asin: return GiNaC::asin(a);
    case Operation::Acos: return GiNaC::acos(a);
    case Operation::Atan: return GiNaC::atan(a);
    case Operation::Sinh: return GiNaC::sinh(a);
    case Operation::Cosh: return GiNaC::cosh(a);
    case Operation::Tanh: return GiNaC::tanh(a);
    case Operation::Exp: return GiNaC::exp(a);
    case Operation::Log: return GiNaC::log(a);
    case Operation::Abs: return realAbs(a);
    case Operation::Sign: return realSign(a);
    case Operation::Step: return realStep(a);
    default: throw std::logic_error("no symbolic form");
  }
}

bool branches(Operation operation) {
  return operation == Operation::Abs || operation == Operation::Sign || operation == Operation::Min ||
         operation == Operation::Max || operation == Operation::Step || operation == Operation::Select;
}

/// The function of each branch apart: where the base is constant its derivative is then exactly zero.
template <typename Function>
GiNaC::ex onEachBranch(const GiNaC::ex& base, const Function& function) {
  if (!GiNaC::is_a<GiNaC::function>(base) || GiNaC::ex_to<GiNaC::function>(base).get_name() != "realSelect")
    return function(base);
  return realSelect(base.op(0), onEachBranch(base.op(1), function), onEachBranch(base.op(2), function));
}

// of the exponent of eᵘ beyond a kink of u: exp(−|u|) would become exp(|u|) and outgrow all
constexpr double kGrowth = 2;
// −cos of the farthest angle to which a branch is held that leaps at half a turn
constexpr double kReach = 0.8;
constexpr double kAngleReach = 1.30;  // the same for the branches of atan2, times √2

bool isPositiveNumber(const GiNaC::ex& e) {
  return GiNaC::is_a<GiNaC::numeric>(e) && GiNaC::ex_to<GiNaC::numeric>(e).is_positive();
}

}  // namespace

SymbolicForm::SymbolicForm(const Syntax& syntax, int firstMode)
    : syntax_(syntax), kinks_(syntax), poles_(syntax, kinks_), firstMode_(firstMode), values_(syntax.size()),
      followed_(syntax.size()), branching_(syntax.size(), 0) {
  if (firstMode >= 0) numberSwitches();
  translate(static_cast<int>(syntax.size()) - 1, {});
}

/// In the order of the text; a part of the syntax that the result does not use has none.
void SymbolicForm::numberSwitches() {
  modes_.assign(syntax_.size(), -1);
  std::vector<int> open{static_cast<int>(syntax_.size()) - 1}, found;
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    const SyntaxNode& node = syntax_[at];
    if (hasBranches(at)) found.push_back(at);
    if (node.operation == Operation::Constant || node.operation == Operation::Variable) continue;
    for (const int operand : {node.left, node.right, node.condition})
      if (operand >= 0) open.push_back(operand);
  }
  std::sort(found.begin(), found.end(),
            [&](int a, int b) { return syntax_[a].position < syntax_[b].position; });
  for (const int at : found) {
    modes_[at] = static_cast<int>(texts.size());
    texts.push_back(syntax_[at].source);
    operations.push_back(syntax_[at].operation);
    variables.push_back(firstMode_ + modes_[at]);
  }
  switches.resize(texts.size());
}

void SymbolicForm::translate(int at, const Guards& guards) {
  const SyntaxNode& node = syntax_[at];
  GiNaC::ex& value = values_[at];
  const bool withModes = firstMode_ >= 0;
  if (node.operation == Operation::Constant) {
    value = followed_[at] = numberOf(node.number, false);
  } else if (node.operation == Operation::Variable) {
    value = followed_[at] = symbolOf(node.left);
    variables.push_back(node.left);
  } else if (node.operation == Operation::Select) {
    select(at, guards);
  } else {
    translate(node.left, guards);
    branching_[at] = hasBranches(at) || branching_[node.left];
    GiNaC::ex right = 0, rightFollowed = 0;
    if (node.right >= 0) {
      translate(node.right, guards);
      branching_[at] |= branching_[node.right];
      right = values_[node.right];
      rightFollowed = followed_[node.right];
      if (node.operation == Operation::Power && syntax_[node.right].operation == Operation::Constant)
        right = rightFollowed = numberOf(syntax_[node.right].number, true);
    }
    if (withModes) addPoles(at, guards);
    const bool goesOn = isContinued(at, guards);
    if (goesOn) value = continued(at, right, guards);
    else if (const auto sign = withModes && node.operation == Operation::Divide ? signs(at) : std::nullopt)
      value = *sign;
    else if (const auto bounded = withoutOverflow(at)) value = *bounded;
    else
      value = withModes && hasBranches(at) ? branchOf(at, values_[node.left], right, guards)
                                           : combine(node.operation, values_[node.left], right);
    if (!withModes) return;
    if (node.operation == Operation::Exp && branching_[node.left] && bends(node.left)) {
      const GiNaC::ex beyond = values_[node.left] - followed_[node.left];
      value = within(value, kGrowth * kGrowth - beyond * beyond);
    }
    followed_[at] =
        goesOn || branching_[at] ? combine(node.operation, followed_[node.left], rightFollowed) : value;
    noteFront(at);
  }
}

/// log(c + eᵘ) and a/(c + eᵘ), c > 0, are harmless where u is large, but eᵘ is too large for a number there:
/// with e⁻ᵘ then.
std::optional<GiNaC::ex> SymbolicForm::withoutOverflow(int at) const {
  const SyntaxNode& node = syntax_[at];
  const bool isLog = node.operation == Operation::Log;
  if (!isLog && node.operation != Operation::Divide) return std::nullopt;
  const SyntaxNode& sum = syntax_[isLog ? node.left : node.right];
  if (sum.operation != Operation::Add) return std::nullopt;
  const bool constantFirst = syntax_[sum.left].operation == Operation::Constant;
  const SyntaxNode &constant = syntax_[constantFirst ? sum.left : sum.right],
                   &power = syntax_[constantFirst ? sum.right : sum.left];
  if (constant.operation != Operation::Constant || !(constant.number > 0) ||
      power.operation != Operation::Exp)
    return std::nullopt;
  const GiNaC::ex &u = values_[power.left], c = numberOf(constant.number, false), fading = GiNaC::exp(-u);
  if (isLog) return realSelect(u, u + GiNaC::log(1 + c * fading), GiNaC::log(c + GiNaC::exp(u)));
  const GiNaC::ex& a = values_[node.left];
  return realSelect(u, a * fading / (1 + c * fading), a / (c + GiNaC::exp(u)));
}

/// The node whose absolute value this is; −1: none.
int SymbolicForm::insideSize(int at) const {
  const SyntaxNode& node = syntax_[at];
  if (node.operation == Operation::Abs) return node.left;
  if (node.operation != Operation::SquareRoot &&
      !(node.operation == Operation::Power && kinks_.isNumber(node.right, 0.5)))
    return -1;
  const SyntaxNode& square = syntax_[node.left];
  if (square.operation == Operation::Multiply)
    return kinks_.areEqual(square.left, square.right) ? square.left : -1;
  return square.operation == Operation::Power && kinks_.isNumber(square.right, 2) ? square.left : -1;
}

/// A quotient with u above and |u| below has the mode of |u| in their place, so that it has a value where u
/// is zero. None when there is nothing of the kind.
std::optional<GiNaC::ex> SymbolicForm::signs(int at) const {
  std::vector<int> above{syntax_[at].left}, below{syntax_[at].right};
  GiNaC::ex result = 1;
  const auto takeApart = [&](std::vector<int>& factors) {
    for (std::size_t i = 0; i < factors.size();) {
      const SyntaxNode& node = syntax_[factors[i]];
      if (node.operation == Operation::Negate) result = -result;
      if (node.operation == Operation::Multiply) factors.push_back(node.right);
      if (node.operation == Operation::Negate || node.operation == Operation::Multiply)
        factors[i] = node.left;
      else ++i;
    }
  };
  takeApart(above);
  takeApart(below);
  bool found = false;
  for (const int size : below) {
    const int inside = insideSize(size);
    const auto same = std::find_if(above.begin(), above.end(),
                                   [&](int u) { return inside >= 0 && kinks_.areEqual(u, inside); });
    if (same == above.end()) {
      result = result / values_[size];
      continue;
    }
    found = true;
    result = result * symbolOf(firstMode_ + modes_[size]);
    above.erase(same);
  }
  for (const int factor : above) result = result * values_[factor];
  return found ? std::optional(result) : std::nullopt;
}

/// Those that an `if` leaves out are silent, like its switching functions.
void SymbolicForm::addPoles(int at, const Guards& guards) {
  for (const HiddenPoles::Factor& factor : poles_.at(at)) {
    const GiNaC::ex u = factor.isRoot ? rootOf(factor.node) : values_[factor.node];
    const GiNaC::ex pole = factor.isCosine ? GiNaC::cos(u) : u;
    const GiNaC::ex guarded = guards.byMode ? guards.byMode(pole) : pole;
    const auto isSame = [&](const GiNaC::ex& known) { return known.is_equal(guarded); };
    if (GiNaC::is_a<GiNaC::numeric>(pole) || std::any_of(poles.begin(), poles.end(), isSame)) continue;
    poles.push_back(guarded);
    poleTexts.push_back(syntax_[at].source);
  }
}

/// One that is a kink already has a switch.
void SymbolicForm::noteFront(int at) {
  const std::optional<Front> front = hasBranches(at) ? std::nullopt : frontAt(syntax_, kinks_, at);
  if (!front) return;
  const GiNaC::ex& u = values_[front->node];
  const GiNaC::ex line = front->stretch * u - front->shift;
  const GiNaC::ex w = front->factor * (front->form == Front::Form::Root   ? rootOf(front->node)
                                       : front->form == Front::Form::Sine ? GiNaC::sin(line)
                                                                          : line);
  const bool known =
      std::any_of(fronts.begin(), fronts.end(), [&](const GiNaC::ex& other) { return other.is_equal(w); });
  if (!known && !GiNaC::is_a<GiNaC::numeric>(w)) fronts.push_back(w);
}

void SymbolicForm::select(int at, const Guards& guards) {
  const SyntaxNode& node = syntax_[at];
  translate(node.condition, guards);
  GiNaC::ex condition = values_[node.condition];
  const GiNaC::ex truth = followed_[node.condition];
  const bool withModes = firstMode_ >= 0;
  if (withModes) condition = addSwitch(at, condition, guards);
  const auto inside = [](const Guard& outer, const GiNaC::ex& chosen, bool first) -> Guard {
    return [=](const GiNaC::ex& s) {
      const GiNaC::ex inner = first ? realSelect(chosen, s, 1) : realSelect(chosen, 1, s);
      return outer ? outer(inner) : inner;
    };
  };
  const auto both = [&](bool first) {
    return withModes ? Guards{inside(guards.byMode, condition, first), inside(guards.byValue, truth, first)}
                     : Guards{};
  };
  translate(node.left, both(true));
  translate(node.right, both(false));
  branching_[at] = 1;
  values_[at] = realSelect(condition, values_[node.left], values_[node.right]);
  if (withModes) followed_[at] = realSelect(truth, followed_[node.left], followed_[node.right]);
}

bool SymbolicForm::hasBranches(int at) const { return branches(syntax_[at].operation) || kinks_.at(at); }

/// Whether all branches in it meet where they change: |u|, min, max, √(u²).
bool SymbolicForm::bends(int at) const {
  const SyntaxNode& node = syntax_[at];
  const Operation operation = node.operation;
  if (operation == Operation::Constant || operation == Operation::Variable) return true;
  const bool meet = operation == Operation::Abs || operation == Operation::Min ||
                    operation == Operation::Max || operation == Operation::SquareRoot ||
                    operation == Operation::Power;
  if (hasBranches(at) && !meet) return false;
  return bends(node.left) && (node.right < 0 || bends(node.right));
}

/// With the mode m = ±1 (beyond an eighth of a wave or so a held branch is no number, since it leaps a little
/// later): asin(sin u) = atan2(sin u, m cos u) with m = sign(cos u), which goes on straight beyond the kink
/// while m is held; asin(cos u) = atan2(cos u, m sin u), m = sign(sin u); atan(tan u) = atan2(m sin u, m cos
/// u).
GiNaC::ex SymbolicForm::fold(int at, const Guards& guards) {
  const SyntaxNode& node = syntax_[at];
  if (node.operation == Operation::SquareRoot || node.operation == Operation::Power)
    return foldPower(at, guards);
  const SyntaxNode& inner = syntax_[node.left];
  if (node.operation == Operation::Atan2 || inner.operation == Operation::Divide)
    return foldAngle(at, guards);
  const GiNaC::ex u = values_[inner.left];
  const GiNaC::ex sine = GiNaC::sin(u), cosine = GiNaC::cos(u);
  const GiNaC::numeric reach(kReach);
  if (node.operation == Operation::Atan) {
    const GiNaC::ex mode = addSwitch(at, cosine, guards);
    return within(GiNaC::atan2(mode * sine, mode * cosine), reach + mode * cosine);
  }
  const bool ofSine = inner.operation == Operation::Sin;
  const GiNaC::ex across = ofSine ? cosine : sine;
  const GiNaC::ex along = addSwitch(at, across, guards) * across;
  const GiNaC::ex arc = within(GiNaC::atan2(ofSine ? sine : cosine, along), reach + along);
  return node.operation == Operation::Asin ? arc : GiNaC::numeric(std::acos(0.0)) - arc;
}

/// atan(y/x) = atan2(m y, m x) with m = sign(x). atan2(y, x) leaps by a turn where y = 0, x < 0, but not
/// where y = 0, x > 0, so that no function of x and y alone changes its sign just there. The modes are three
/// quarters of a turn each, m = 1 from −π/2 to π and m = −1 from −π to π/2; the angle leaps where one ends at
/// ±π, and is the same in both modes at the other end. Seen from the direction m π/4 in its middle an angle
/// goes on smoothly up to an eighth of a turn beyond both ends.
GiNaC::ex SymbolicForm::foldAngle(int at, const Guards& guards) {
  const SyntaxNode& node = syntax_[at];
  if (node.operation == Operation::Atan) {
    const SyntaxNode& quotient = syntax_[node.left];
    const GiNaC::ex mode = addSwitch(at, values_[quotient.right], guards);
    const GiNaC::ex y = mode * values_[quotient.left], x = mode * values_[quotient.right];
    return within(GiNaC::atan2(y, x), x + kReach * GiNaC::sqrt(x * x + y * y));
  }
  const GiNaC::ex y = values_[node.left], x = values_[node.right], mode = symbolOf(firstMode_ + modes_[at]);
  addSwitch(at, mode * (x + mode * y + GiNaC::sqrt(x * x + y * y)), guards);
  const GiNaC::ex size = GiNaC::sqrt(x * x + y * y);
  return mode * GiNaC::numeric(std::atan(1.0)) +
         within(GiNaC::atan2(y - mode * x, x + mode * y), x + mode * y + kAngleReach * size);
}

/// |u|^e = (m u)^e with m = sign(u), on its branch a polynomial for whole e and else odd about zero.
GiNaC::ex SymbolicForm::foldPower(int at, const Guards& guards) {
  const SyntaxNode& node = syntax_[at];
  const SyntaxNode& base = syntax_[node.left];
  double exponent = node.operation == Operation::SquareRoot ? 0.5 : syntax_[node.right].number;
  const bool ofPower = base.operation == Operation::Power;
  exponent *= ofPower ? syntax_[base.right].number : 2;
  const GiNaC::ex u = ofPower ? values_[base.left] : rootOf(node.left), mode = addSwitch(at, u, guards);
  if (isOdd(exponent)) return mode * GiNaC::pow(u, numberOf(exponent, true));
  return onEachBranch(realSelect(mode, u, -u), [&](const GiNaC::ex& side) {
    return GiNaC::ex(oddPower(side, numberOf(exponent, true), 1));
  });
}

/// Of which such a node is the square, with the sign that makes it smooth.
GiNaC::ex SymbolicForm::rootOf(int at) const {
  const SyntaxNode& node = syntax_[at];
  switch (node.operation) {
    case Operation::Constant: return GiNaC::numeric(std::sqrt(node.number));
    case Operation::Power:
      return GiNaC::pow(values_[node.left], numberOf(0.5 * syntax_[node.right].number, true));
    case Operation::Multiply:
      return kinks_.areEqual(node.left, node.right) ? values_[node.left]
                                                    : rootOf(node.left) * rootOf(node.right);
    case Operation::Divide: return rootOf(node.left) / rootOf(node.right);
    default: break;
  }
  // 1 + cos u = 2 cos²(u/2), 1 − cos u = 2 sin²(u/2), 1 − sin²u, 1 − cos²u
  const SyntaxNode& other = syntax_[kinks_.isNumber(node.left, 1) ? node.right : node.left];
  if (other.operation == Operation::Cos) {
    const GiNaC::ex half = values_[other.left] / 2;
    return std::sqrt(2.0) * (node.operation == Operation::Add ? GiNaC::cos(half) : GiNaC::sin(half));
  }
  const SyntaxNode& wave = syntax_[other.left];
  return wave.operation == Operation::Sin ? GiNaC::cos(values_[wave.left]) : GiNaC::sin(values_[wave.left]);
}

GiNaC::ex SymbolicForm::addSwitch(int at, const GiNaC::ex& s, const Guards& guards) {
  switches[modes_[at]] = guards.byMode ? guards.byMode(s) : s;
  return symbolOf(firstMode_ + modes_[at]);
}

GiNaC::ex SymbolicForm::branchOf(int at, const GiNaC::ex& a, const GiNaC::ex& b, const Guards& guards) {
  if (kinks_.at(at)) return fold(at, guards);
  switch (syntax_[at].operation) {
    case Operation::Abs: return realSelect(addSwitch(at, a, guards), a, -a);
    case Operation::Sign: return realSelect(addSwitch(at, a, guards), 1, -1);
    case Operation::Step: return realSelect(addSwitch(at, a, guards), 1, 0);
    case Operation::Min: return realSelect(addSwitch(at, b - a, guards), a, b);
    default: return realSelect(addSwitch(at, a - b, guards), a, b);
  }
}

/// Whether a frozen branch can take the function beyond the range where it has a value.
bool SymbolicForm::isContinued(int at, const Guards& guards) const {
  const SyntaxNode& node = syntax_[at];
  if (firstMode_ < 0 || kinks_.at(at) || !(guards.byValue || branching_[node.left])) return false;
  if (node.operation == Operation::SquareRoot || node.operation == Operation::Log) return true;
  if (node.operation != Operation::Power) return false;
  const SyntaxNode& exponent = syntax_[node.right];
  return exponent.operation != Operation::Constant || exponent.number != std::floor(exponent.number);
}

GiNaC::ex SymbolicForm::continued(int at, const GiNaC::ex& exponent, const Guards& guards) const {
  const SyntaxNode& node = syntax_[at];
  const GiNaC::ex base = followed_[node.left], permitted = guards.byValue ? guards.byValue(base) : base;
  if (node.operation == Operation::Log)
    return onEachBranch(values_[node.left], [&](const GiNaC::ex& u) {
      return isPositiveNumber(u) ? GiNaC::log(u) : GiNaC::ex(evenLog(u, permitted));
    });
  const GiNaC::ex p = node.operation == Operation::SquareRoot ? GiNaC::ex(GiNaC::numeric(1, 2)) : exponent;
  return onEachBranch(values_[node.left], [&](const GiNaC::ex& u) {
    const bool vanishes = u.is_zero() && isPositiveNumber(p);
    return vanishes              ? GiNaC::ex(0)
           : isPositiveNumber(u) ? GiNaC::pow(u, p)
                                 : GiNaC::ex(oddPower(u, p, permitted));
  });
}

}  // namespace holonom
