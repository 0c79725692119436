// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace holonom {

/// A JSON object under construction, for files that the program writes: members keep the order in which they
/// were set. Numbers that JSON cannot hold (NaN, infinity) become null.
class JsonDocument {
 public:
  JsonDocument();
  ~JsonDocument();
  JsonDocument(const JsonDocument& other);
  JsonDocument& operator=(const JsonDocument& other);

  JsonDocument& set(std::string_view key, double value);
  JsonDocument& set(std::string_view key, long value);
  JsonDocument& set(std::string_view key, int value) { return set(key, static_cast<long>(value)); }
  JsonDocument& set(std::string_view key, bool value);
  JsonDocument& set(std::string_view key, std::string_view value);
  JsonDocument& set(std::string_view key, const char* value) { return set(key, std::string_view(value)); }
  JsonDocument& set(std::string_view key, const std::vector<std::string>& values);
  JsonDocument& set(std::string_view key, const JsonDocument& object);
  JsonDocument& set(std::string_view key, const std::vector<JsonDocument>& objects);
  JsonDocument& setNull(std::string_view key);

  /// Adds the members of the other object, replacing those of the same name.
  JsonDocument& merge(const JsonDocument& other);

  /// What a text stands for: a number, a switch ("on", "off", "true", "false"), nothing (empty: null), or
  /// itself.
  JsonDocument& setFromText(std::string_view key, const std::string& text);

  /// Indented by two spaces, UTF-8, with a line break at the end. Text that is no UTF-8 gets replacement
  /// characters.
  std::string text() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace holonom
