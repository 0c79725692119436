// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/expression.h"

#include <ginac/ginac.h>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <unordered_map>

#include "core/expressions/syntax.h"
#include "core/expressions/tape_builder.h"

#if defined(__SANITIZE_ADDRESS__)
/// CLN, which GiNaC computes with, never frees one string that it makes when it is loaded: not a leak of ours.
extern "C" const char* __lsan_default_suppressions() { return "leak:libcln"; }
#endif

namespace {

// Own versions of the functions with a kink: GiNaC's abs and csgn live in the complex plane.
DECLARE_FUNCTION_1P(realAbs)
DECLARE_FUNCTION_1P(realSign)
DECLARE_FUNCTION_2P(realMin)
DECLARE_FUNCTION_2P(realMax)
DECLARE_FUNCTION_2P(realLess)
DECLARE_FUNCTION_1P(realStep)
DECLARE_FUNCTION_3P(realSelect)

GiNaC::ex zeroSlope(const GiNaC::ex&, unsigned) { return 0; }
GiNaC::ex zeroSlope2(const GiNaC::ex&, const GiNaC::ex&, unsigned) { return 0; }
GiNaC::ex absSlope(const GiNaC::ex& x, unsigned) { return realSign(x); }
GiNaC::ex minSlope(const GiNaC::ex& a, const GiNaC::ex& b, unsigned which) {
  return which == 0 ? realLess(a, b) : realLess(b, a);
}
GiNaC::ex maxSlope(const GiNaC::ex& a, const GiNaC::ex& b, unsigned which) {
  return which == 0 ? realLess(b, a) : realLess(a, b);
}

/// Of the branch; the condition only chooses.
GiNaC::ex selectSlope(const GiNaC::ex& condition, const GiNaC::ex& a, const GiNaC::ex& b, const GiNaC::symbol& x) {
  const GiNaC::ex first = a.diff(x), second = b.diff(x);
  return first.is_equal(second) ? first : GiNaC::ex(realSelect(condition, first, second));
}

REGISTER_FUNCTION(realAbs, derivative_func(absSlope))
REGISTER_FUNCTION(realSign, derivative_func(zeroSlope))
REGISTER_FUNCTION(realMin, derivative_func(minSlope))
REGISTER_FUNCTION(realMax, derivative_func(maxSlope))
REGISTER_FUNCTION(realLess, derivative_func(zeroSlope2))
REGISTER_FUNCTION(realStep, derivative_func(zeroSlope))
REGISTER_FUNCTION(realSelect, expl_derivative_func(selectSlope))

}  // namespace

namespace holonom {
namespace {

/// GiNaC counts references without locks; one lock around all symbolic work lets the window and a run both use it.
std::mutex& symbolicLock() {
  static std::mutex mutex;
  return mutex;
}

/// One symbol per variable number, for ever: the same formula then has the same symbols.
const GiNaC::symbol& symbolOf(int variable) {
  static auto& symbols = *new std::unordered_map<int, GiNaC::symbol>;
  return symbols[variable];
}

int variableOf(const GiNaC::ex& symbol, const std::vector<int>& candidates) {
  for (int variable : candidates)
    if (symbol.is_equal(symbolOf(variable))) return variable;
  throw std::logic_error("a symbol without a variable");
}

/// Runs symbolic work; what GiNaC and CLN throw (a pole, an overflow) becomes an ExpressionError.
template <typename Work>
auto symbolically(Work&& work) {
  const std::lock_guard guard(symbolicLock());
  try {
    return work();
  } catch (const ExpressionError&) {
    throw;
  } catch (const std::exception& error) {
    throw ExpressionError(0, std::string("the expression has no real value: ") + error.what());
  }
}

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

/// Symbolic form of a parsed formula; notes the variables that occur, and the switches when their modes are variables.
class SymbolicForm {
 public:
  /// firstMode: variable number of the first mode; −1: no modes, branches follow the values.
  SymbolicForm(const Syntax& syntax, int firstMode) : syntax_(syntax), firstMode_(firstMode), values_(syntax.size()) {
    if (firstMode >= 0) numberSwitches();
    translate(static_cast<int>(syntax.size()) - 1);
  }

  const GiNaC::ex& result() const { return values_.back(); }
  std::vector<int> variables;
  std::vector<GiNaC::ex> switches;
  std::vector<std::string> texts;

 private:
  /// Makes a switching function constant where an `if` around it takes the other branch.
  using Guard = std::function<GiNaC::ex(const GiNaC::ex&)>;

  static bool branches(Operation operation) {
    return operation == Operation::Abs || operation == Operation::Sign || operation == Operation::Min ||
           operation == Operation::Max || operation == Operation::Step || operation == Operation::Select;
  }

  /// In the order of the text; a part of the syntax that the result does not use has none.
  void numberSwitches() {
    modes_.assign(syntax_.size(), -1);
    std::vector<int> open{static_cast<int>(syntax_.size()) - 1}, found;
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      const SyntaxNode& node = syntax_[at];
      if (branches(node.operation)) found.push_back(at);
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

  void translate(int at, const Guard& guard = {}) {
    const SyntaxNode& node = syntax_[at];
    GiNaC::ex& value = values_[at];
    if (node.operation == Operation::Constant) {
      value = numberOf(node.number, false);
    } else if (node.operation == Operation::Variable) {
      value = symbolOf(node.left);
      variables.push_back(node.left);
    } else if (node.operation == Operation::Select) {
      select(at, guard);
    } else {
      translate(node.left, guard);
      GiNaC::ex right = 0;
      if (node.right >= 0) {
        translate(node.right, guard);
        right = values_[node.right];
        if (node.operation == Operation::Power && syntax_[node.right].operation == Operation::Constant)
          right = numberOf(syntax_[node.right].number, true);
      }
      value = firstMode_ >= 0 && branches(node.operation) ? branchOf(at, values_[node.left], right, guard)
                                                          : combine(node.operation, values_[node.left], right);
    }
  }

  void select(int at, const Guard& guard) {
    const SyntaxNode& node = syntax_[at];
    translate(node.condition, guard);
    GiNaC::ex condition = values_[node.condition];
    if (firstMode_ >= 0) condition = addSwitch(at, condition, guard);
    const auto inside = [&](bool first) {
      return [=, this](const GiNaC::ex& s) {
        const GiNaC::ex inner = first ? realSelect(condition, s, 1) : realSelect(condition, 1, s);
        return guard ? guard(inner) : inner;
      };
    };
    translate(node.left, inside(true));
    translate(node.right, inside(false));
    values_[at] = realSelect(condition, values_[node.left], values_[node.right]);
  }

  GiNaC::ex addSwitch(int at, const GiNaC::ex& s, const Guard& guard) {
    switches[modes_[at]] = guard ? guard(s) : s;
    return symbolOf(firstMode_ + modes_[at]);
  }

  GiNaC::ex branchOf(int at, const GiNaC::ex& a, const GiNaC::ex& b, const Guard& guard) {
    switch (syntax_[at].operation) {
      case Operation::Abs: return realSelect(addSwitch(at, a, guard), a, -a);
      case Operation::Sign: return realSelect(addSwitch(at, a, guard), 1, -1);
      case Operation::Step: return realSelect(addSwitch(at, a, guard), 1, 0);
      case Operation::Min: return realSelect(addSwitch(at, b - a, guard), a, b);
      default: return realSelect(addSwitch(at, a - b, guard), a, b);
    }
  }

  const Syntax& syntax_;
  int firstMode_;
  std::vector<GiNaC::ex> values_;
  std::vector<int> modes_;
};

/// Nodes of the expression as a tree, at most `limit`.
long countNodes(const GiNaC::ex& e, long limit) {
  long count = 1;
  for (std::size_t i = 0; i < e.nops() && count < limit; ++i) count += countNodes(e.op(i), limit - count);
  return count;
}

GiNaC::ex differentiate(const GiNaC::ex& e, int variable) {
  constexpr long kLargest = 20000;  // a derivative can be as long as the square of this
  if (countNodes(e, kLargest) >= kLargest)
    throw ExpressionError(0, "the expression is too long to be differentiated; split it or write it with fewer factors");
  return e.diff(symbolOf(variable));
}

const std::map<std::string, Operation>& functionOperations() {
  static const std::map<std::string, Operation> table = {
      {"sin", Operation::Sin},       {"cos", Operation::Cos},         {"tan", Operation::Tan},
      {"asin", Operation::Asin},     {"acos", Operation::Acos},       {"atan", Operation::Atan},
      {"atan2", Operation::Atan2},   {"sinh", Operation::Sinh},       {"cosh", Operation::Cosh},
      {"tanh", Operation::Tanh},     {"exp", Operation::Exp},         {"log", Operation::Log},
      {"realAbs", Operation::Abs},   {"realSign", Operation::Sign},   {"realMin", Operation::Min},
      {"realMax", Operation::Max},   {"realLess", Operation::Less},
      {"realStep", Operation::Step}};
  return table;
}

/// Turns GiNaC expressions into instructions.
class Compiler {
 public:
  Compiler(int variableCount, const std::vector<int>& variables) : builder_(variableCount), variables_(variables) {}

  void addResult(const GiNaC::ex& e) { builder_.addResult(value(e)); }
  Tape finish() { return builder_.finish(); }

 private:
  using Value = TapeBuilder::Value;

  Value value(const GiNaC::ex& e) {
    const auto found = known_.find(e);
    if (found != known_.end()) return found->second;
    const Value result = emit(e);
    known_.emplace(e, result);
    return result;
  }

  Value emit(const GiNaC::ex& e) {
    if (GiNaC::is_a<GiNaC::symbol>(e)) return builder_.variable(variableOf(e, variables_));
    if (GiNaC::is_a<GiNaC::numeric>(e)) return number(GiNaC::ex_to<GiNaC::numeric>(e));
    if (GiNaC::is_a<GiNaC::constant>(e)) return number(GiNaC::ex_to<GiNaC::numeric>(e.evalf()));
    if (GiNaC::is_a<GiNaC::add>(e)) return builder_.sum(operands(e));
    if (GiNaC::is_a<GiNaC::mul>(e)) return builder_.product(operands(e));
    if (GiNaC::is_a<GiNaC::power>(e)) return power(e.op(0), e.op(1));
    if (GiNaC::is_a<GiNaC::function>(e)) return function(e);
    throw std::logic_error("no instruction for this expression");
  }

  Value number(const GiNaC::numeric& n) {
    const double real = n.is_real() ? n.to_double() : std::nan("");
    if (!std::isfinite(real)) throw ExpressionError(0, "a part of the expression is no finite real number");
    return builder_.constant(real);
  }

  std::vector<Value> operands(const GiNaC::ex& e) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < e.nops(); ++i) values.push_back(value(e.op(i)));
    return values;
  }

  Value power(const GiNaC::ex& base, const GiNaC::ex& exponent) {
    constexpr long kLongestProduct = 64;
    if (GiNaC::is_a<GiNaC::numeric>(exponent)) {
      const Value twice = number(2 * GiNaC::ex_to<GiNaC::numeric>(exponent));
      const double n = twice.constant;
      if (n == std::floor(n) && std::fabs(n) <= 2 * kLongestProduct) return halfPower(value(base), static_cast<long>(n));
    }
    return builder_.binary(Operation::Power, value(base), value(exponent));
  }

  Value halfPower(const Value& base, long twice) {  // base^(twice/2)
    if (twice % 2 == 0) return builder_.integerPower(base, twice / 2);
    return builder_.integerPower(builder_.unary(Operation::SquareRoot, base), twice);
  }

  Value function(const GiNaC::ex& e) {
    const auto& call = GiNaC::ex_to<GiNaC::function>(e);
    if (call.get_name() == "realSelect") return builder_.select(value(e.op(0)), value(e.op(1)), value(e.op(2)));
    const auto known = functionOperations().find(call.get_name());
    if (known == functionOperations().end()) throw std::logic_error("no instruction for " + call.get_name());
    const Value first = value(e.op(0));
    return e.nops() == 1 ? builder_.unary(known->second, first) : builder_.binary(known->second, first, value(e.op(1)));
  }

  TapeBuilder builder_;
  const std::vector<int>& variables_;
  std::map<GiNaC::ex, Value, GiNaC::ex_is_less> known_;
};

}  // namespace

struct Expression::Impl {
  std::unique_ptr<GiNaC::ex> form;
  std::vector<int> variables;  ///< those that occur in the text, modes among them
  int variableCount = 0;       ///< modes included
  std::vector<GiNaC::ex> switches = {};
  std::vector<std::string> texts = {};

  Impl(GiNaC::ex e, std::vector<int> occurring, int count)
      : form(std::make_unique<GiNaC::ex>(std::move(e))), variables(std::move(occurring)), variableCount(count) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    const std::lock_guard guard(symbolicLock());
    switches.clear();
    form.reset();
  }

  Tape compile(const std::vector<GiNaC::ex>& forms) const {
    Compiler compiler(variableCount, variables);
    for (const GiNaC::ex& e : forms) compiler.addResult(e);
    return compiler.finish();
  }
};

namespace {

auto makeForm(const Syntax& syntax, std::size_t variableCount, bool withModes) {
  struct Parts {
    GiNaC::ex form;
    std::vector<int> variables;
    std::vector<GiNaC::ex> switches;
    std::vector<std::string> texts;
  };
  SymbolicForm form(syntax, withModes ? static_cast<int>(variableCount) : -1);
  return Parts{form.result(), std::move(form.variables), std::move(form.switches), std::move(form.texts)};
}

}  // namespace

Expression Expression::parse(std::string_view text, std::span<const std::string> variables,
                             std::span<const std::pair<std::string, double>> constants) {
  const Syntax syntax = parseSyntax(text, variables, constants);
  Expression result;
  result.impl_ = symbolically([&] {
    auto parts = makeForm(syntax, variables.size(), false);
    return std::make_unique<Impl>(parts.form, std::move(parts.variables), static_cast<int>(variables.size()));
  });
  result.compile();  // finds parts without a real value now rather than in a run
  return result;
}

Expression Expression::parseWithModes(std::string_view text, std::span<const std::string> variables,
                                      std::span<const std::pair<std::string, double>> constants) {
  const Syntax syntax = parseSyntax(text, variables, constants);
  Expression result;
  result.impl_ = symbolically([&] {
    auto parts = makeForm(syntax, variables.size(), true);
    auto impl = std::make_unique<Impl>(parts.form, std::move(parts.variables),
                                       static_cast<int>(variables.size() + parts.switches.size()));
    impl->switches = std::move(parts.switches);
    impl->texts = std::move(parts.texts);
    return impl;
  });
  result.compile();
  return result;
}

int Expression::switchCount() const { return static_cast<int>(impl_->switches.size()); }

Tape Expression::compileSwitch(int i) const {
  return symbolically([&] { return impl_->compile({impl_->switches[i]}); });
}

const std::string& Expression::switchText(int i) const { return impl_->texts[i]; }

Expression Expression::derivative(int variable) const {
  Expression result;
  result.impl_ = symbolically([&] {
    return std::make_unique<Impl>(differentiate(*impl_->form, variable), impl_->variables, impl_->variableCount);
  });
  return result;
}

Tape Expression::compile() const {
  return symbolically([&] { return impl_->compile({*impl_->form}); });
}

Tape Expression::compileWithGradient(std::span<const int> variables) const {
  return symbolically([&] {
    std::vector<GiNaC::ex> forms{*impl_->form};
    for (const int variable : variables) forms.push_back(differentiate(*impl_->form, variable));
    return impl_->compile(forms);
  });
}

Tape Expression::compileWithDerivatives(int variable) const {
  return symbolically([&] {
    const GiNaC::ex first = differentiate(*impl_->form, variable);
    return impl_->compile({*impl_->form, first, differentiate(first, variable)});
  });
}

}  // namespace holonom
