// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/expressions/syntax.h"

namespace holonom {
namespace {

constexpr double kLargest = 1e100, kSmallest = 1e-100;  // products of a few such numbers still are numbers

/// One step of a JSON pointer (RFC 6901).
std::string pointerStep(const std::string& key) {
  std::string step = "/";
  for (const char c : key)
    if (c == '~') step += "~0";
    else if (c == '/') step += "~1";
    else step += c;
  return step;
}

std::string_view trimmed(std::string_view text) {
  const auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string JsonCursor::place() const {
  return (path_.empty() ? "/" : path_) + (part_.empty() ? "" : " (" + part_ + ")");
}

void JsonCursor::fail(const std::string& what, const std::string& hint) const {
  throw InputError(*where_ + ": " + place(), what, hint);
}

void JsonCursor::remark(const std::string& what) const {
  if (remarks_) remarks_->push_back(place() + ": " + what);
}

JsonCursor JsonCursor::child(const JsonValue& value, const std::string& step) const {
  JsonCursor result(value, *where_);
  result.path_ = path_ + step;
  result.part_ = part_;
  result.remarks_ = remarks_;
  result.complaints_ = complaints_;
  result.partial_ = partial_;
  return result;
}

bool JsonCursor::attempt(const std::function<void()>& read) const {
  if (complaints_ && complaints_->size() >= kMostComplaints) return false;
  const std::size_t before = complaints_ ? complaints_->size() : 0;
  try {
    read();
    return !complaints_ || complaints_->size() == before;
  } catch (const Consequence&) {
    return false;
  } catch (const InputError& error) {
    if (!complaints_) throw;
    complaints_->push_back(error);
    return false;
  }
}

void JsonCursor::readEach(std::size_t count, const std::function<void(std::size_t)>& read) const {
  bool whole = true;
  for (std::size_t i = 0; i < count; ++i) whole = attempt([&] { read(i); }) && whole;
  if (!whole) throw Consequence(*where_ + ": " + place(), tr("is not whole"));
}

void JsonCursor::readAll(std::initializer_list<std::function<void()>> pieces) const {
  readEach(pieces.size(), [&](std::size_t i) { pieces.begin()[i](); });
}

void JsonCursor::requireKeys(const std::vector<std::string>& allowed) const {
  if (!value_->object()) fail(tr("must be an object { … }, is {}", describeJson(*value_)));
  for (const auto& [key, value] : *value_->object())
    if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
      hasUnknownKeys_ = true;
      attempt([&] {
        child(value, pointerStep(key))
            .fail(tr("unknown key '{}'{}", key, didYouMean(key, allowed)),
                  tr("allowed here: {}", quotedList(allowed, 20)));
      });
    }
}

JsonCursor JsonCursor::member(const std::string& key, const std::string& remedy) const {
  if (auto found = find(key)) return *found;
  if (hasUnknownKeys_) throw Consequence(path_, tr("'{}' is missing", key));
  fail(tr("'{}' is missing", key), remedy.empty() ? tr("add \"{}\": … to this object", key) : remedy);
}

std::optional<JsonCursor> JsonCursor::find(const std::string& key) const {
  if (!value_->object()) fail(tr("must be an object { … }, is {}", describeJson(*value_)));
  const JsonValue* found = value_->find(key);
  return found ? std::optional(child(*found, pointerStep(key))) : std::nullopt;
}

std::size_t JsonCursor::size() const {
  if (!value_->array()) fail(tr("must be a list [ … ], is {}", describeJson(*value_)));
  return value_->array()->size();
}

JsonCursor JsonCursor::element(std::size_t index) const {
  return child(value_->array()->at(index), "/" + std::to_string(index));
}

std::vector<std::pair<std::string, JsonCursor>> JsonCursor::members() const {
  if (!value_->object()) fail(tr("must be an object { … }, is {}", describeJson(*value_)));
  std::vector<std::pair<std::string, JsonCursor>> result;
  for (const JsonMember& member : *value_->object())
    result.emplace_back(member.key, child(member.value, pointerStep(member.key)));
  return result;
}

double JsonCursor::number() const {
  const double* number = value_->number();
  if (!number) fail(tr("must be a number, is {}", describeJson(*value_)));
  if (!(std::fabs(*number) <= kLargest))
    fail(tr("the number {} is too large", numberJson(*number)),
         tr("numbers up to 1e100 are accepted; all units are SI"));
  return *number;
}

std::string JsonCursor::numberText() const { return numberJson(number()); }

double JsonCursor::positive() const {
  const double value = number();
  if (!(value > 0))
    fail(tr("must be greater than 0, is {}", numberJson(value)), tr("give a positive value in SI units"));
  if (value < kSmallest)
    fail(tr("the number {} is too small", numberJson(value)), tr("give at least 1e-100"));
  return value;
}

double JsonCursor::nonNegative() const {
  const double value = number();
  if (value < 0)
    fail(tr("must not be negative, is {}", numberJson(value)), tr("give 0 or a positive value in SI units"));
  return value;
}

int JsonCursor::integer(int minimum, int maximum) const {
  const double value = number();
  if (value != std::floor(value) || value < minimum || value > maximum)
    fail(tr("must be a whole number from {} to {}, is {}", minimum, maximum, numberJson(value)));
  return static_cast<int>(value);
}

double JsonCursor::angle() const {
  if (!value_->text()) return number();
  const std::string_view text = trimmed(*value_->text());
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  if (status != std::errc() || !std::isfinite(value) || (unit != "deg" && unit != "rad"))
    fail(tr("is no angle: {}", describeJson(*value_)),
         tr("write a number in radians, or a string such as \"30 deg\" or \"0.5 rad\""));
  const double radians = unit == "deg" ? value * (std::numbers::pi / 180) : value;
  const JsonValue checked(radians);
  JsonCursor copy = *this;
  copy.value_ = &checked;
  return copy.number();
}

void JsonCursor::requireNumbers(int least, int most, const std::string& hint) const {
  if (const JsonArray* list = value_->array())
    if (int(list->size()) >= least && int(list->size()) <= most) return;
  const std::string is = describeJson(*value_);
  if (most == 2) fail(tr("must be a list of two numbers [x, y], is {}", is), hint);
  if (least == 3) fail(tr("must be a list of three numbers, is {}", is), hint);
  fail(tr("must be a list of two or three numbers [x, y, z], is {}", is), hint);
}

Vector3 JsonCursor::vector(int least, int most, const std::string& hint) const {
  requireNumbers(least, most, hint);
  Vector3 vector;
  for (std::size_t i = 0; i < size(); ++i) vector[Eigen::Index(i)] = element(i).number();
  return vector;
}

Vector3 JsonCursor::threeAngles(const std::string& hint) const {
  requireNumbers(3, 3, hint);
  return {element(0).angle(), element(1).angle(), element(2).angle()};
}

bool JsonCursor::boolean() const {
  if (const bool* value = std::get_if<bool>(&value_->data)) return *value;
  fail(tr("must be true or false, not {}", describeJson(*value_)),
       tr("write true or false without quotation marks"));
}

const std::string& JsonCursor::text() const {
  if (!value_->text()) fail(tr("must be a string, is {}", describeJson(*value_)));
  return *value_->text();
}

const std::string& JsonCursor::name(bool dots) const {
  requireName(*this, text(), dots);
  return text();
}

std::size_t JsonCursor::choice(const std::vector<std::string>& words, const NamesElsewhere& elsewhere) const {
  const auto found = std::find(words.begin(), words.end(), text());
  if (found == words.end())
    fail(tr("unknown word '{}'{}", text(), didYouMean(text(), words, elsewhere)),
         tr("allowed here: {}", quotedList(words, 20)));
  return static_cast<std::size_t>(found - words.begin());
}

void requireName(const JsonCursor& cursor, const std::string& name, bool dots) {
  if (isName(name, dots)) return;
  cursor.fail(tr("'{}' cannot be a name", name),
              kNameRule.str() + (dots ? "; " + tr("dots may stand between words") : ""));
}

}  // namespace holonom
