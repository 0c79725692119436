// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/symbolic_form.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

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
  if (isExponent && std::fabs(value) <= 1000 && twice == std::floor(twice)) return GiNaC::numeric(static_cast<long>(twice), 2L);
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
  if (!GiNaC::is_a<GiNaC::function>(base) || GiNaC::ex_to<GiNaC::function>(base).get_name() != "realSelect") return function(base);
  return realSelect(base.op(0), onEachBranch(base.op(1), function), onEachBranch(base.op(2), function));
}

bool isPositiveNumber(const GiNaC::ex& e) {
  return GiNaC::is_a<GiNaC::numeric>(e) && GiNaC::ex_to<GiNaC::numeric>(e).is_positive();
}

}  // namespace

SymbolicForm::SymbolicForm(const Syntax& syntax, int firstMode)
    : syntax_(syntax), firstMode_(firstMode), values_(syntax.size()), followed_(syntax.size()), branching_(syntax.size(), 0) {
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
  std::sort(found.begin(), found.end(), [&](int a, int b) { return syntax_[a].position < syntax_[b].position; });
  for (const int at : found) {
    modes_[at] = static_cast<int>(texts.size());
    texts.push_back(syntax_[at].source);
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
    const bool goesOn = isContinued(at, guards);
    if (goesOn)
      value = continued(at, right, guards);
    else
      value = withModes && hasBranches(at) ? branchOf(at, values_[node.left], right, guards)
                                                    : combine(node.operation, values_[node.left], right);
    if (withModes)
      followed_[at] = goesOn || branching_[at] ? combine(node.operation, followed_[node.left], rightFollowed) : value;
  }
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
    return withModes ? Guards{inside(guards.byMode, condition, first), inside(guards.byValue, truth, first)} : Guards{};
  };
  translate(node.left, both(true));
  translate(node.right, both(false));
  branching_[at] = 1;
  values_[at] = realSelect(condition, values_[node.left], values_[node.right]);
  if (withModes) followed_[at] = realSelect(truth, followed_[node.left], followed_[node.right]);
}

bool SymbolicForm::hasBranches(int at) const { return branches(syntax_[at].operation) || folds(at); }

/// Inverse functions that undo what is inside them on one of its branches only: asin(sin u), acos(cos u) and the like are
/// waves with kinks, atan(tan u) is a saw, sqrt(u^2) is |u|.
bool SymbolicForm::folds(int at) const {
  const SyntaxNode& node = syntax_[at];
  const auto inside = [&](Operation operation) { return syntax_[node.left].operation == operation; };
  switch (node.operation) {
    case Operation::Asin:
    case Operation::Acos: return inside(Operation::Sin) || inside(Operation::Cos);
    case Operation::Atan: return inside(Operation::Tan);
    case Operation::SquareRoot: {
      if (!inside(Operation::Power)) return false;
      const SyntaxNode& exponent = syntax_[syntax_[node.left].right];
      return exponent.operation == Operation::Constant && std::fmod(exponent.number, 4) == 2 && exponent.number < 1000;
    }
    default: return false;
  }
}

/// With the mode m = ±1: asin(sin u) = atan2(sin u, m cos u) with m = sign(cos u), which goes on straight beyond the kink while m
/// is held; asin(cos u) = atan2(cos u, m sin u), m = sign(sin u); atan(tan u) = atan2(m sin u, m cos u).
GiNaC::ex SymbolicForm::fold(int at, const Guards& guards) {
  const SyntaxNode& node = syntax_[at];
  const SyntaxNode& inner = syntax_[node.left];
  const GiNaC::ex u = values_[inner.left];
  if (node.operation == Operation::SquareRoot)
    return addSwitch(at, u, guards) * GiNaC::pow(u, numberOf(0.5 * syntax_[inner.right].number, true));
  const GiNaC::ex sine = GiNaC::sin(u), cosine = GiNaC::cos(u);
  if (node.operation == Operation::Atan) {
    const GiNaC::ex mode = addSwitch(at, cosine, guards);
    return GiNaC::atan2(mode * sine, mode * cosine);
  }
  const bool ofSine = inner.operation == Operation::Sin;
  const GiNaC::ex across = ofSine ? cosine : sine;
  const GiNaC::ex arc = GiNaC::atan2(ofSine ? sine : cosine, addSwitch(at, across, guards) * across);
  return node.operation == Operation::Asin ? arc : GiNaC::numeric(std::acos(0.0)) - arc;
}

GiNaC::ex SymbolicForm::addSwitch(int at, const GiNaC::ex& s, const Guards& guards) {
  switches[modes_[at]] = guards.byMode ? guards.byMode(s) : s;
  return symbolOf(firstMode_ + modes_[at]);
}

GiNaC::ex SymbolicForm::branchOf(int at, const GiNaC::ex& a, const GiNaC::ex& b, const Guards& guards) {
  if (folds(at)) return fold(at, guards);
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
  if (firstMode_ < 0 || folds(at) || !(guards.byValue || branching_[node.left])) return false;
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
    return vanishes ? GiNaC::ex(0) : isPositiveNumber(u) ? GiNaC::pow(u, p) : GiNaC::ex(oddPower(u, p, permitted));
  });
}

}  // namespace holonom
