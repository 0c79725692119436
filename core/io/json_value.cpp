// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/error.h"
#include "core/base/text.h"

namespace holonom {
std::string numberJson(double value) {
  if (!std::isfinite(value))
    throw InputError("", tr("a number that is not finite cannot be written"), tr("correct the value first"));
  if (value == 0 && std::signbit(value)) return "-0.0";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

namespace {

constexpr std::size_t kLineLength = 110;

std::string formatText(const std::string& text) {
  if (!isUtf8(text))
    throw InputError("", tr("a text that is not valid UTF-8 cannot be written"),
                     tr("correct the text first"));
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      constexpr const char* kDigits = "0123456789abcdef";
      quoted += std::string("\\u00") + kDigits[c >> 4] + kDigits[c & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string formatScalar(const JsonValue& value) {
  if (value.number()) return numberJson(*value.number());
  if (value.text()) return formatText(*value.text());
  if (const bool* flag = std::get_if<bool>(&value.data)) return *flag ? "true" : "false";
  return "null";
}

void appendInline(const JsonValue& value, std::string& text) {
  if (const JsonArray* array = value.array()) {
    text += '[';
    for (std::size_t i = 0; i < array->size(); ++i) {
      if (i) text += ", ";
      appendInline((*array)[i], text);
    }
    text += ']';
  } else if (const JsonObject* object = value.object()) {
    text += '{';
    for (std::size_t i = 0; i < object->size(); ++i) {
      text += (i ? ", " : " ") + formatText((*object)[i].key) + ": ";
      appendInline((*object)[i].value, text);
    }
    text += object->empty() ? "}" : " }";
  } else {
    text += formatScalar(value);
  }
}

/// Whether the value may stand on one line: lists of objects never do, so that each part starts its own line,
/// nor does a whole document.
bool mayBeInline(const JsonValue& value, int level) {
  if (const JsonArray* array = value.array())
    return std::none_of(array->begin(), array->end(),
                        [](const JsonValue& v) { return v.object() != nullptr; });
  return level > 0 || !value.object();
}

void append(const JsonValue& value, int level, std::string& text) {
  if (mayBeInline(value, level)) {
    const std::size_t before = text.size(), lineStart = text.rfind('\n') + 1;  // npos + 1 is 0
    appendInline(value, text);
    if (text.size() - lineStart <= kLineLength || (!value.array() && !value.object())) return;
    text.resize(before);
  }
  const std::string indent(static_cast<std::size_t>(2 * level + 2), ' ');
  const JsonArray* array = value.array();
  const JsonObject* object = value.object();
  const std::size_t count = array ? array->size() : object->size();
  text += array ? "[" : "{";
  for (std::size_t i = 0; i < count; ++i) {
    text += (i ? ",\n" : "\n") + indent;
    if (object) text += formatText((*object)[i].key) + ": ";
    append(array ? (*array)[i] : (*object)[i].value, level + 1, text);
  }
  text += "\n" + indent.substr(2) + (array ? "]" : "}");
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  if (const JsonObject* members = object())
    for (const JsonMember& member : *members)
      if (member.key == key) return &member.value;
  return nullptr;
}

JsonValue* JsonValue::find(std::string_view key) {
  return const_cast<JsonValue*>(static_cast<const JsonValue*>(this)->find(key));
}

std::string formatJson(const JsonValue& value) {
  std::string text;
  append(value, 0, text);
  return text + "\n";
}

std::string describeJson(const JsonValue& value) {
  if (value.object()) return tr("an object");
  if (value.array()) return tr("a list of {}", value.array()->size());
  if (value.number()) return tr("the number {}", numberJson(*value.number()));
  if (const std::string* text = value.text()) {
    constexpr std::size_t kLongest = 40;
    return text->size() <= kLongest ? tr("the string {}", formatText(*text)) : tr("a string");
  }
  return std::holds_alternative<bool>(value.data) ? tr("a truth value") : "null";
}

bool isUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const int extra = lead < 0x80                   ? 0
                      : lead >= 0xc2 && lead < 0xe0 ? 1
                      : lead >= 0xe0 && lead < 0xf0 ? 2
                      : lead >= 0xf0 && lead < 0xf5 ? 3
                                                    : -1;
    if (extra < 0 || i + static_cast<std::size_t>(extra) >= text.size()) return false;
    unsigned long code = extra == 0 ? lead : lead & (0x3f >> extra);
    for (int k = 1; k <= extra; ++k) {
      const auto next = static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3f);
    }
    const bool overlong = (extra == 2 && code < 0x800) || (extra == 3 && code < 0x10000);
    if (overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
    i += static_cast<std::size_t>(extra) + 1;
  }
  return true;
}

}  // namespace holonom
