// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/syntax.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <numbers>
#include <optional>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/expressions/expression.h"

namespace holonom {
namespace {

struct Function {
  Operation operation;
  int arguments;
};

const std::map<std::string, Function>& functions() {
  static const std::map<std::string, Function> table = {
      {"sin", {Operation::Sin, 1}},         {"cos", {Operation::Cos, 1}},   {"tan", {Operation::Tan, 1}},
      {"asin", {Operation::Asin, 1}},       {"acos", {Operation::Acos, 1}}, {"atan", {Operation::Atan, 1}},
      {"atan2", {Operation::Atan2, 2}},     {"sinh", {Operation::Sinh, 1}}, {"cosh", {Operation::Cosh, 1}},
      {"tanh", {Operation::Tanh, 1}},       {"exp", {Operation::Exp, 1}},   {"log", {Operation::Log, 1}},
      {"sqrt", {Operation::SquareRoot, 1}}, {"abs", {Operation::Abs, 1}},   {"sign", {Operation::Sign, 1}},
      {"min", {Operation::Min, 2}},         {"max", {Operation::Max, 2}},   {"step", {Operation::Step, 1}},
      {"if", {Operation::Select, 3}}};
  return table;
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Binding strengths of the Pratt parser; unary minus binds between * and ^, so that -x^2 is -(x^2).
constexpr int kSum = 1, kProduct = 2, kUnary = 3, kPower = 4;

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> variables,
         std::span<const std::pair<std::string, double>> constants)
      : text_(text), variables_(variables), constants_(constants) {}

  Syntax parse() {
    if (text_.size() > kLongestExpression)
      fail(0, tr("the expression is longer than {} characters", kLongestExpression));
    skipSpace();
    if (atEnd()) fail(0, tr("the expression is empty"));
    const int root = expression(kSum, 0);
    if (!atEnd()) fail(at_, unexpected());
    if (root != static_cast<int>(nodes_.size()) - 1) nodes_.push_back(nodes_[root]);
    return std::move(nodes_);
  }

 private:
  [[noreturn]] void fail(std::size_t byte, const std::string& what) const {
    throw ExpressionError(characters(byte), what);
  }

  // UTF-8: continuation bytes are no characters of their own
  std::size_t characters(std::size_t bytes) const {
    const auto text = text_.substr(0, bytes);
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  }

  bool atEnd() const { return at_ >= text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[at_]; }
  void skipSpace() {
    while (!atEnd() && isSpace(text_[at_])) ++at_;
  }
  void advance() {
    ++at_;
    skipSpace();
  }

  std::string unexpected() const {
    if (atEnd()) return tr("the expression ends where a value is expected");
    if (peek() == ')') return tr("there is no '(' for this ')'");
    if (peek() == '=') return tr("an expression has no '='; write only the right-hand side");
    if (peek() == ',')
      return tr("a decimal fraction is written with a point; commas only separate arguments");
    std::string character(1, peek());
    for (std::size_t i = at_ + 1; i < text_.size() && (text_[i] & 0xc0) == 0x80; ++i) character += text_[i];
    if (isNameCharacter(peek(), true) || isDigit(peek()) || peek() == '(')
      return tr("an operator is missing before '{}'; write * for a product", character);
    if (peek() == '<' || peek() == '>')
      return tr("a comparison belongs into the first argument of if(condition, value, other value)");
    return tr("unexpected character '{}'", character);
  }

  int expression(int binding, int depth) {
    if (depth > kDeepestNesting) fail(at_, tr("nested deeper than {} levels", kDeepestNesting));
    const std::size_t begin = at_;
    int left = operand(depth);
    while (!atEnd()) {
      const char symbol = peek();
      const std::size_t position = at_;
      const int strength = symbol == '+' || symbol == '-'   ? kSum
                           : symbol == '*' || symbol == '/' ? kProduct
                           : symbol == '^'                  ? kPower
                                                            : 0;
      if (strength == 0 || strength < binding) break;
      advance();
      const int right = expression(symbol == '^' ? kUnary : strength + 1, depth + 1);
      left = node(symbol == '+'   ? Operation::Add
                  : symbol == '-' ? Operation::Subtract
                  : symbol == '*' ? Operation::Multiply
                  : symbol == '/' ? Operation::Divide
                                  : Operation::Power,
                  left, right, position);
      if (symbol == '^' || symbol == '/') nodes_[left].source = textFrom(begin);
    }
    return left;
  }

  int operand(int depth) {
    const std::size_t position = at_;
    const char c = peek();
    if (c == '-' || c == '+') {
      advance();
      const int value = expression(kUnary, depth + 1);
      return c == '-' ? node(Operation::Negate, value, -1, position) : value;
    }
    if (c == '(') {
      advance();
      const int value = expression(kSum, depth + 1);
      closeParenthesis(position);
      return value;
    }
    if (isDigit(c) || (c == '.' && at_ + 1 < text_.size() && isDigit(text_[at_ + 1]))) return number();
    if (isNameCharacter(c, true)) return named(depth);
    fail(position, unexpected());
  }

  void closeParenthesis(std::size_t opened) {
    if (atEnd()) fail(opened, tr("this '(' is not closed"));
    if (peek() != ')') fail(at_, unexpected());
    advance();
  }

  int number() {
    const std::size_t position = at_;
    double value = 0;
    const auto [end, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (status == std::errc::result_out_of_range) fail(position, tr("the number is too large or too small"));
    at_ = static_cast<std::size_t>(end - text_.data());
    skipSpace();
    return constant(value * unit(), position);
  }

  /// The factor of a unit after a number: "deg" turns into radians, "rad" is a remark.
  double unit() {
    const std::size_t length = nameLength();
    const std::string_view word = text_.substr(at_, length);
    if (word != "deg" && word != "rad") return 1;
    at_ += length;
    skipSpace();
    return word == "deg" ? std::numbers::pi / 180 : 1;
  }

  /// Length of the name that begins here, dots inside included.
  std::size_t nameLength() const {
    std::size_t end = at_;
    while (end < text_.size() && isNameCharacter(text_[end], end == at_ || text_[end - 1] == '.')) {
      ++end;
      if (end + 1 < text_.size() && text_[end] == '.' && isNameCharacter(text_[end + 1], true)) ++end;
    }
    return end - at_;
  }

  int named(int depth) {
    const std::size_t position = at_;
    const std::string name(text_.substr(at_, nameLength()));
    at_ += name.size();
    skipSpace();
    if (peek() == '(' && !atEnd()) return call(name, position, depth);
    if (functions().count(name))
      fail(position, tr("the function '{}' needs its argument in parentheses", name));
    if (name == "pi") return constant(std::numbers::pi, position);
    const auto known = std::find(variables_.begin(), variables_.end(), name);
    if (known != variables_.end()) {
      nodes_.push_back(
          {Operation::Variable, 0, static_cast<int>(known - variables_.begin()), -1, characters(position)});
      return static_cast<int>(nodes_.size()) - 1;
    }
    for (const auto& [key, value] : constants_)
      if (key == name) return constant(value, position);
    if (name == "deg" || name == "rad") fail(position, tr("the unit '{}' must follow a number", name));
    if (const std::string all = quantitiesOf(name); !all.empty())
      throw UnknownName(characters(position), tr("'{}' has no value of its own, but {}", name, all));
    const std::string part = name.substr(0, name.rfind('.'));
    const std::string others = part == name ? std::string() : quantitiesOf(part);
    const std::string nearest = didYouMean(name, others.empty() ? allNames() : namesOf(part));
    if (nearest.empty() && !others.empty())
      throw UnknownName(characters(position), tr("unknown name '{}': '{}' has {}", name, part, others));
    throw UnknownName(characters(position), tr("unknown name '{}'{}", name, nearest));
  }

  std::vector<std::string> namesOf(const std::string& part) const {
    std::vector<std::string> names;
    for (const std::string& variable : variables_)
      if (variable.starts_with(part + ".")) names.push_back(variable);
    return names;
  }

  /// "leg.length, leg.rate, leg.force" of a part, the first ones where it has many.
  std::string quantitiesOf(const std::string& part) const {
    constexpr int kMost = 6;
    std::string list;
    int count = 0;
    for (const std::string& name : namesOf(part))
      if (++count <= kMost) list += (count > 1 ? ", " : "") + name;
    return count > kMost ? list + " …" : list;
  }

  std::vector<std::string> allNames() const {
    std::vector<std::string> names(variables_.begin(), variables_.end());
    for (const auto& entry : constants_) names.push_back(entry.first);
    names.insert(names.end(), reservedNames().begin(), reservedNames().end());
    return names;
  }

  int call(const std::string& name, std::size_t position, int depth) {
    const auto function = functions().find(name);
    if (function == functions().end()) {
      std::vector<std::string> names;
      for (const auto& entry : functions()) names.push_back(entry.first);
      fail(position, tr("unknown function '{}'{}", name, didYouMean(name, names)));
    }
    const std::size_t opened = at_;
    advance();
    if (peek() == ')')
      fail(position, tr("'{}' takes {} argument(s), not {}", name, function->second.arguments, 0));
    const bool chooses = function->second.operation == Operation::Select;
    std::vector<int> arguments{chooses ? condition(depth + 1) : expression(kSum, depth + 1)};
    while (!atEnd() && peek() == ',') {
      advance();
      arguments.push_back(expression(kSum, depth + 1));
    }
    closeParenthesis(opened);
    if (static_cast<int>(arguments.size()) != function->second.arguments)
      fail(position,
           tr("'{}' takes {} argument(s), not {}", name, function->second.arguments, arguments.size()));
    const int result = chooses ? selection(arguments, position)
                               : node(function->second.operation, arguments[0],
                                      arguments.size() > 1 ? arguments[1] : -1, position);
    nodes_[result].source = textFrom(position);
    return result;
  }

  /// What has been read since a place.
  std::string textFrom(std::size_t begin) const {
    return std::string(text_.substr(begin, text_.find_last_not_of(" \t\r\n", at_ - 1) + 1 - begin));
  }

  /// "a > b" or "a < b" (also >=, <=) as a difference that is positive where it holds; or any value, true
  /// where positive.
  int condition(int depth) {
    const int left = expression(kSum, depth);
    if (peek() != '<' && peek() != '>') return left;
    const bool greater = peek() == '>';
    const std::size_t position = at_++;
    if (peek() == '=') ++at_;
    skipSpace();
    const int right = expression(kSum, depth);
    return greater ? node(Operation::Subtract, left, right, position)
                   : node(Operation::Subtract, right, left, position);
  }

  int selection(const std::vector<int>& arguments, std::size_t position) {
    if (const auto known = constantAt(arguments[0])) {
      nodes_.push_back(nodes_[*known > 0 ? arguments[1] : arguments[2]]);
    } else {
      nodes_.push_back(
          {Operation::Select, 0, arguments[1], arguments[2], characters(position), arguments[0]});
    }
    return static_cast<int>(nodes_.size()) - 1;
  }

  int constant(double value, std::size_t position) {
    if (!std::isfinite(value)) fail(position, tr("the value is not a finite real number"));
    nodes_.push_back({Operation::Constant, value, -1, -1, characters(position)});
    return static_cast<int>(nodes_.size()) - 1;
  }

  std::optional<double> constantAt(int index) const {
    if (index < 0) return 0;
    const SyntaxNode& node = nodes_[index];
    return node.operation == Operation::Constant ? std::optional(node.number) : std::nullopt;
  }

  int node(Operation operation, int left, int right, std::size_t position) {
    const auto a = constantAt(left), b = constantAt(right);
    if (operation == Operation::Divide && b && *b == 0) fail(position, tr("division by zero"));
    if (a && b) return constant(apply(operation, *a, *b), position);
    nodes_.push_back({operation, 0, left, right, characters(position)});
    return static_cast<int>(nodes_.size()) - 1;
  }

  std::string_view text_;
  std::span<const std::string> variables_;
  std::span<const std::pair<std::string, double>> constants_;
  std::size_t at_ = 0;
  Syntax nodes_;
};

}  // namespace

bool isNameCharacter(char c, bool first) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) || (!first && isDigit(c));
}

bool isName(std::string_view text, bool dots) {
  constexpr std::size_t kLongest = 100;
  bool good = !text.empty() && text.size() <= kLongest, first = true;
  for (const char c : text) {
    const bool isDot = dots && c == '.' && !first;
    good = good && (isDot || isNameCharacter(c, first));
    first = isDot;
  }
  return good && !first;
}

const std::vector<std::string>& reservedNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"pi", "deg", "rad"};
    for (const auto& entry : functions()) all.push_back(entry.first);
    return all;
  }();
  return names;
}

Syntax parseSyntax(std::string_view text, std::span<const std::string> variables,
                   std::span<const std::pair<std::string, double>> constants) {
  return Parser(text, variables, constants).parse();
}

}  // namespace holonom
