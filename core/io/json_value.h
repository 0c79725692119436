// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace holonom {

struct JsonValue;
struct JsonMember;
using JsonArray = std::vector<JsonValue>;
using JsonObject = std::vector<JsonMember>;  ///< in the order of the file, keys unique

/// A JSON document as plain values. Numbers are doubles.
struct JsonValue {
  std::variant<std::nullptr_t, bool, double, std::string, JsonArray, JsonObject> data = nullptr;

  JsonValue() = default;
  JsonValue(bool value) : data(value) {}
  JsonValue(double value) : data(value) {}
  JsonValue(int value) : data(static_cast<double>(value)) {}
  JsonValue(std::string value) : data(std::move(value)) {}
  JsonValue(const char* value) : data(std::string(value)) {}
  JsonValue(JsonArray value);
  JsonValue(JsonObject value);

  const double* number() const { return std::get_if<double>(&data); }
  const std::string* text() const { return std::get_if<std::string>(&data); }
  const JsonArray* array() const { return std::get_if<JsonArray>(&data); }
  JsonArray* array() { return std::get_if<JsonArray>(&data); }
  const JsonObject* object() const { return std::get_if<JsonObject>(&data); }
  JsonObject* object() { return std::get_if<JsonObject>(&data); }

  /// The member of an object; nullptr when there is none or this is no object.
  const JsonValue* find(std::string_view key) const;
  JsonValue* find(std::string_view key);
};

struct JsonMember {
  std::string key;
  JsonValue value;
};

inline JsonValue::JsonValue(JsonArray value) : data(std::move(value)) {}
inline JsonValue::JsonValue(JsonObject value) : data(std::move(value)) {}

/// Parses a whole JSON text. Throws InputError with `where`, line and column for bad syntax, duplicate keys,
/// nesting deeper than 64, and more values than fit in memory comfortably.
JsonValue parseJson(std::string_view text, const std::string& where);

/// Indented text, short parts on one line, numbers with the fewest digits that read back exactly. Throws
/// InputError for a number that is not finite.
std::string formatJson(const JsonValue& value);

/// A number as JSON has it, with the least digits that read back as the same. Throws InputError for one that
/// is not finite.
std::string numberJson(double value);

/// The kind and, when short, the value, for messages: "a string (\"abc\")", "null", "an object".
std::string describeJson(const JsonValue& value);

/// Whether the bytes are valid UTF-8, as JSON requires.
bool isUtf8(std::string_view text);

}  // namespace holonom
