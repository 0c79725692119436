// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/expression.h"

#include <ginac/ginac.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "core/base/text.h"
#include "core/expressions/symbolic_form.h"
#include "core/expressions/syntax.h"
#include "core/expressions/tape_builder.h"

#if defined(__SANITIZE_ADDRESS__)
/// Libraries that keep what they make until the program ends (CLN, which GiNaC computes with, and those
/// behind the window; Qt's note of the current context of a thread) leak nothing of ours. A program has one
/// such list; it stands here because every program links this file.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libcln\nleak:libdbus-1\nleak:libfontconfig\nleak:libLLVM\nleak:swrast_dri\nleak:"
         "QOpenGLContextPrivate\n";
}
#endif

namespace holonom {
namespace {

/// GiNaC counts references without locks; one lock around all symbolic work lets the window and a run both
/// use it.
std::mutex& symbolicLock() {
  static std::mutex mutex;
  return mutex;
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
    throw ExpressionError(0, tr("the expression has no real value: {}", error.what()));
  }
}

/// Nodes of the expression as a tree, at most `limit`.
long countNodes(const GiNaC::ex& e, long limit) {
  long count = 1;
  for (std::size_t i = 0; i < e.nops() && count < limit; ++i) count += countNodes(e.op(i), limit - count);
  return count;
}

GiNaC::ex differentiate(const GiNaC::ex& e, int variable) {
  constexpr long kLargest = 20000;  // a derivative can be as long as the square of this
  if (countNodes(e, kLargest) >= kLargest)
    throw ExpressionError(
        0, tr("the expression is too long to be differentiated; split it or write it with fewer factors"));
  return e.diff(symbolOf(variable));
}

const std::map<std::string, Operation>& functionOperations() {
  static const std::map<std::string, Operation> table = {
      {"sin", Operation::Sin},     {"cos", Operation::Cos},       {"tan", Operation::Tan},
      {"asin", Operation::Asin},   {"acos", Operation::Acos},     {"atan", Operation::Atan},
      {"atan2", Operation::Atan2}, {"sinh", Operation::Sinh},     {"cosh", Operation::Cosh},
      {"tanh", Operation::Tanh},   {"exp", Operation::Exp},       {"log", Operation::Log},
      {"realAbs", Operation::Abs}, {"realSign", Operation::Sign}, {"realMin", Operation::Min},
      {"realMax", Operation::Max}, {"realLess", Operation::Less}, {"realStep", Operation::Step}};
  return table;
}

/// Turns GiNaC expressions into instructions.
class Compiler {
 public:
  Compiler(int variableCount, const std::vector<int>& variables)
      : builder_(variableCount), variables_(variables) {}

  void addResult(const GiNaC::ex& e) { builder_.addResult(value(e)); }
  /// A derivative. Where a power of zero makes it infinite, the power counts as kInfiniteSlope: a factor of
  /// zero makes it zero.
  void addSlope(const GiNaC::ex& e) {
    isSlope_ = true;
    addResult(e);
    isSlope_ = false;
  }
  Tape finish() { return builder_.finish(); }

 private:
  using Value = TapeBuilder::Value;

  Value value(const GiNaC::ex& e) {
    auto& known = known_[isSlope_];
    const auto found = known.find(e);
    if (found != known.end()) return found->second;
    const Value result = emit(e);
    known.emplace(e, result);
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
    if (!std::isfinite(real))
      throw ExpressionError(0, tr("a part of the expression is no finite real number"));
    return builder_.constant(real);
  }

  std::vector<Value> operands(const GiNaC::ex& e) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < e.nops(); ++i) values.push_back(value(e.op(i)));
    return values;
  }

  Value power(const GiNaC::ex& base, const GiNaC::ex& exponent) { return powerOf(value(base), exponent); }

  Value powerOf(const Value& base, const GiNaC::ex& exponent) {
    constexpr long kLongestProduct = 64;
    if (GiNaC::is_a<GiNaC::numeric>(exponent)) {
      const Value twice = number(2 * GiNaC::ex_to<GiNaC::numeric>(exponent));
      const double n = twice.constant;
      if (n == std::floor(n) && std::fabs(n) <= 2 * kLongestProduct)
        return halfPower(base, static_cast<long>(n));
    }
    const Value result = builder_.binary(Operation::Power, base, value(exponent));
    const bool negative =
        GiNaC::is_a<GiNaC::numeric>(exponent) && GiNaC::ex_to<GiNaC::numeric>(exponent).is_negative();
    return negative ? finite(base, result) : result;
  }

  Value halfPower(const Value& base, long twice) {  // base^(twice/2)
    if (twice % 2 == 0) return builder_.integerPower(base, twice / 2);
    const Value result = builder_.integerPower(builder_.unary(Operation::SquareRoot, base), twice);
    return twice < 0 ? finite(base, result) : result;
  }

  Value finite(const Value& base, const Value& result) {
    return isSlope_ ? builder_.select(builder_.unary(Operation::Abs, base), result,
                                      builder_.constant(kInfiniteSlope))
                    : result;
  }

  /// |u| where a continuation is permitted, else u itself, of which a root has no value when it is negative.
  Value continuedBase(const Value& u, const Value& permitted) {
    return builder_.select(builder_.unary(Operation::Step, permitted), builder_.unary(Operation::Abs, u), u);
  }

  static bool grows(Operation operation) {
    return operation == Operation::Exp || operation == Operation::Sinh || operation == Operation::Cosh;
  }

  /// In slopes an exponential ends at e¹⁷⁰: as far as forces go it is the same, and the slope of 1/(1 +
  /// exp(w)), exp(w) (1 + exp(w))⁻², is zero then where w is large, and not ∞ · 0.
  Value limited(const Value& w) {
    constexpr double kLargest = 170;
    return builder_.binary(Operation::Max, builder_.binary(Operation::Min, w, builder_.constant(kLargest)),
                           builder_.constant(-kLargest));
  }

  /// √(−|g| − 1) is no number.
  Value withinBranch(const Value& e, const Value& g) {
    const Value size = builder_.unary(Operation::Abs, g);
    const Value none =
        builder_.unary(Operation::SquareRoot,
                       builder_.sum({builder_.unary(Operation::Negate, size), builder_.constant(-1)}));
    return builder_.select(builder_.unary(Operation::Step, g), e, none);
  }

  Value continuation(const std::string& name, const GiNaC::ex& e) {
    const Value u = value(e.op(0));
    const Value base = continuedBase(u, value(e.op(e.nops() - 1)));
    if (name == "evenLog") return builder_.unary(Operation::Log, base);
    const Value size = powerOf(base, e.op(1));
    if (name == "evenPower") return size;
    const Value below = builder_.unary(Operation::Negate, u);
    return builder_.select(below, builder_.unary(Operation::Negate, size), size);
  }

  Value function(const GiNaC::ex& e) {
    const auto& call = GiNaC::ex_to<GiNaC::function>(e);
    if (call.get_name() == "realSelect")
      return builder_.select(value(e.op(0)), value(e.op(1)), value(e.op(2)));
    if (call.get_name() == "within") return withinBranch(value(e.op(0)), value(e.op(1)));
    if (call.get_name() == "oddPower" || call.get_name() == "evenPower" || call.get_name() == "evenLog")
      return continuation(call.get_name(), e);
    const auto known = functionOperations().find(call.get_name());
    if (known == functionOperations().end()) throw std::logic_error("no instruction for " + call.get_name());
    Value first = value(e.op(0));
    if (isSlope_ && grows(known->second)) first = limited(first);
    return e.nops() == 1 ? builder_.unary(known->second, first)
                         : builder_.binary(known->second, first, value(e.op(1)));
  }

  TapeBuilder builder_;
  bool isSlope_ = false;
  const std::vector<int>& variables_;
  std::map<GiNaC::ex, Value, GiNaC::ex_is_less> known_[2];  // of values, of slopes
};

}  // namespace

struct Expression::Impl {
  std::unique_ptr<GiNaC::ex> form;
  std::vector<int> variables;  ///< those that occur in the text, modes among them
  int variableCount = 0;       ///< modes included
  std::vector<GiNaC::ex> switches = {};
  std::vector<std::string> texts = {};
  std::vector<Operation> operations = {};  // that switch
  std::vector<GiNaC::ex> poles = {};
  std::vector<std::string> poleTexts = {};
  std::vector<GiNaC::ex> fronts = {};

  Impl(GiNaC::ex e, std::vector<int> occurring, int count)
      : form(std::make_unique<GiNaC::ex>(std::move(e))), variables(std::move(occurring)),
        variableCount(count) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    const std::lock_guard guard(symbolicLock());
    switches.clear();
    poles.clear();
    fronts.clear();
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
    std::vector<Operation> operations;
    std::vector<GiNaC::ex> poles;
    std::vector<std::string> poleTexts;
    std::vector<GiNaC::ex> fronts;
  };
  SymbolicForm form(syntax, withModes ? static_cast<int>(variableCount) : -1);
  return Parts{form.result(),
               std::move(form.variables),
               std::move(form.switches),
               std::move(form.texts),
               std::move(form.operations),
               std::move(form.poles),
               std::move(form.poleTexts),
               std::move(form.fronts)};
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
    impl->operations = std::move(parts.operations);
    impl->poles = std::move(parts.poles);
    impl->poleTexts = std::move(parts.poleTexts);
    impl->fronts = std::move(parts.fronts);
    return impl;
  });
  result.compile();
  return result;
}

int Expression::switchCount() const { return static_cast<int>(impl_->switches.size()); }

Tape Expression::compileSwitch(int i) const {
  return symbolically([&] { return impl_->compile({impl_->switches[i]}); });
}

int Expression::frontCount() const { return static_cast<int>(impl_->fronts.size()); }

Tape Expression::compileFront(int i) const {
  return symbolically([&] { return impl_->compile({impl_->fronts[i]}); });
}

std::vector<Tape> Expression::compileWaves() const {
  return symbolically([&] {
    GiNaC::exset arguments;
    const auto collect = [&](const GiNaC::ex& e) {
      for (auto part = e.preorder_begin(); part != e.preorder_end(); ++part) {
        if (!GiNaC::is_a<GiNaC::function>(*part)) continue;
        const std::string name = GiNaC::ex_to<GiNaC::function>(*part).get_name();
        if (name == "sin" || name == "cos" || name == "tan") arguments.insert(part->op(0));
      }
    };
    collect(*impl_->form);
    for (const GiNaC::ex& e : impl_->switches) collect(e);
    std::vector<Tape> tapes;
    for (const GiNaC::ex& argument : arguments) tapes.push_back(impl_->compile({argument}));
    return tapes;
  });
}

const std::string& Expression::switchText(int i) const { return impl_->texts[i]; }
Operation Expression::switchOperation(int i) const { return impl_->operations[i]; }

int Expression::poleCount() const { return static_cast<int>(impl_->poles.size()); }

Tape Expression::compilePole(int i) const {
  return symbolically([&] { return impl_->compile({impl_->poles[i]}); });
}

const std::string& Expression::poleText(int i) const { return impl_->poleTexts[i]; }

Expression Expression::derivative(int variable) const {
  Expression result;
  result.impl_ = symbolically([&] {
    return std::make_unique<Impl>(differentiate(*impl_->form, variable), impl_->variables,
                                  impl_->variableCount);
  });
  return result;
}

Tape Expression::compile() const {
  return symbolically([&] { return impl_->compile({*impl_->form}); });
}

Tape Expression::compileWithGradient(std::span<const int> variables) const {
  return symbolically([&] {
    Compiler compiler(impl_->variableCount, impl_->variables);
    compiler.addResult(*impl_->form);
    for (const int variable : variables) compiler.addSlope(differentiate(*impl_->form, variable));
    return compiler.finish();
  });
}

Tape Expression::compileHessian(std::span<const int> variables) const {
  return symbolically([&] {
    Compiler compiler(impl_->variableCount, impl_->variables);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const GiNaC::ex slope = differentiate(*impl_->form, variables[i]);
      for (std::size_t j = 0; j <= i; ++j) compiler.addSlope(differentiate(slope, variables[j]));
    }
    return compiler.finish();
  });
}

Tape Expression::compileWithDerivatives(int variable) const {
  return symbolically([&] {
    const GiNaC::ex first = differentiate(*impl_->form, variable);
    return impl_->compile({*impl_->form, first, differentiate(first, variable)});
  });
}

}  // namespace holonom
