// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/io/model_reader.h"
#include "core/io/reader_parts.h"

namespace holonom {
namespace {

/// Steps of a path: JSON pointer when it begins with '/', else words joined by dots.
std::vector<std::string> stepsOf(const std::string& path) {
  const bool pointer = path.front() == '/';
  const char separator = pointer ? '/' : '.';
  std::vector<std::string> steps;
  for (std::size_t begin = pointer ? 1 : 0;;) {
    const std::size_t end = path.find(separator, begin);
    std::string step = path.substr(begin, end == std::string::npos ? end : end - begin);
    for (std::size_t at = 0; pointer && (at = step.find('~', at)) != std::string::npos; ++at)
      step.replace(at, std::min<std::size_t>(2, step.size() - at),
                   step.compare(at, 2, "~1") == 0 ? "/" : "~");
    steps.push_back(std::move(step));
    if (end == std::string::npos) return steps;
    begin = end + 1;
  }
}

std::vector<std::string> namesIn(const JsonValue& value) {
  std::vector<std::string> names;
  if (const JsonObject* object = value.object())
    for (const JsonMember& member : *object) names.push_back(member.key);
  if (const JsonArray* array = value.array())
    for (std::size_t i = 0; i < array->size(); ++i) {
      const JsonValue* name = (*array)[i].find("name");
      names.push_back(name && name->text() ? *name->text() : std::to_string(i));
    }
  return names;
}

/// Objects that a model may leave out: an assignment into them creates them.
bool isOptionalObject(const std::string& key) {
  for (const char* known : {"run", "pose", "velocity", "display"})
    if (key == known) return true;
  return false;
}

/// Walks one assignment down the document.
class Walk {
 public:
  Walk(const Assignment& change, const std::string& where)
      : change_(change), where_(where), steps_(stepsOf(change.path)) {}

  void assign(JsonValue& document, JsonValue newValue) const {
    JsonValue* at = &document;
    for (std::size_t i = 0; i < steps_.size(); ++i) at = &enter(*at, i);
    *at = std::move(newValue);
  }

 private:
  [[noreturn]] void fail(const JsonValue& at, std::size_t step) const {
    std::string parent = tr("the model");
    if (step > 0) {
      parent = steps_[0];
      for (std::size_t i = 1; i < step; ++i) parent += "." + steps_[i];
    }
    const std::vector<std::string> names = namesIn(at);
    const std::string what =
        tr("there is no '{}' in {}{}", steps_[step], parent, didYouMean(steps_[step], names));
    throw InputError(
        where_ + ": --set " + change_.path + "=" + change_.value, what,
        names.empty() ? tr("{} has no parts", parent) : tr("there is {}", quotedList(names, 20)));
  }

  JsonValue& enter(JsonValue& at, std::size_t step) const {
    const std::string& key = steps_[step];
    if (JsonArray* array = at.array()) return elementOf(*array, at, step);
    if (JsonValue* member = at.find(key)) return *member;
    const bool last = step + 1 == steps_.size();
    const bool ownNames = step > 0 && (steps_[step - 1] == "parameters" || steps_[step - 1] == "points");
    JsonObject* object = at.object();
    if (!object || key.empty() || ownNames || (!last && !isOptionalObject(key))) fail(at, step);
    return object->emplace_back(JsonMember{key, last ? JsonValue() : JsonValue(JsonObject())}).value;
  }

  JsonValue& elementOf(JsonArray& array, const JsonValue& at, std::size_t step) const {
    const std::string& key = steps_[step];
    for (JsonValue& element : array)
      if (const JsonValue* name = element.find("name"); name && name->text() && *name->text() == key)
        return element;
    const bool isNumber =
        !key.empty() && key.size() < 10 && key.find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber || std::stoul(key) >= array.size()) fail(at, step);
    return array[std::stoul(key)];
  }

  const Assignment& change_;
  const std::string& where_;
  std::vector<std::string> steps_;
};

/// "nan", "-inf", "1e999": a number for people, none for JSON.
bool isNotFinite(const std::string& text) {
  const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  double value = 0;
  const char *begin = text.data() + sign, *end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(begin, end, value);
  if (begin == end || stop != end) return false;
  return status == std::errc::result_out_of_range || (status == std::errc() && !std::isfinite(value));
}

JsonValue valueOf(const Assignment& change) {
  try {
    return parseJson(change.value, change.path);
  } catch (const InputError&) {
    if (isNotFinite(change.value))
      throw InputError(
          "--set " + change.path + "=" + change.value, tr("'{}' is not a finite number", change.value),
          tr("numbers up to 1e100 are accepted; write a text with quotes: '\"{}\"'", change.value));
    if (isUtf8(change.value)) return change.value;  // a word or formula without quotes
    throw InputError("--set " + change.path, tr("the value is not valid UTF-8"));
  }
}

}  // namespace

Assignment parseAssignment(std::string_view text) {
  const auto equals = text.find('=');
  const std::string hint = tr("write PATH=VALUE, for example bodies.crank.mass=2 or /gravity/1=-1.62");
  if (equals == std::string_view::npos)
    throw InputError("--set " + std::string(text), tr("the '=' is missing"), hint);
  Assignment change{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
  const auto steps = change.path.empty() ? std::vector<std::string>{""} : stepsOf(change.path);
  if (std::find(steps.begin(), steps.end(), "") != steps.end() || !isUtf8(change.path))
    throw InputError("--set " + std::string(text), tr("the path '{}' is not complete", change.path), hint);
  return change;
}

void applyAssignments(JsonValue& document, const std::vector<Assignment>& changes, const std::string& where) {
  for (const Assignment& change : changes) {
    if (change.path.empty()) throw InputError(where + ": --set", tr("an assignment has no path"));
    Walk(change, where).assign(document, valueOf(change));
  }
}

}  // namespace holonom
