// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/json_value.h"

namespace holonom {
namespace {

constexpr const char* kOverflow = "number overflow";  // in the words of the library

constexpr std::size_t kDeepestNesting = 64;
constexpr std::size_t kMostValues = 32'000'000;

/// Receives the events of the JSON library and builds a JsonValue. The path to the open value is the stack
/// itself.
class DocumentBuilder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  DocumentBuilder(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  JsonValue take() { return std::move(root_); }

  bool null() override { return add(JsonValue()); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(JsonObject()); }
  bool start_array(std::size_t) override { return open(JsonArray()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    if (!open_.back().keys.insert(name).second)
      throw InputError(where_ + ": " + path() + "/" + name,
                       tr("the key '{}' appears twice in the same object", name),
                       tr("remove one of the two"));
    open_.back().key = name;
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    if (reason(error).find(kOverflow) != std::string::npos)
      throw InputError(place(byte), tr("the number is too large"),
                       tr("numbers up to 1e100 are accepted; all units are SI"));
    throw InputError(place(byte), reason(error), hint(byte));
  }

 private:
  struct Level {
    JsonValue* value;
    std::string key;
    std::unordered_set<std::string> keys;
  };

  JsonValue& put(JsonValue value) {
    if (++count_ > kMostValues)
      throw InputError(where_, tr("the file holds more than {} values", kMostValues));
    if (open_.empty()) return root_ = std::move(value);
    Level& level = open_.back();
    if (JsonArray* array = level.value->array()) return array->emplace_back(std::move(value));
    return level.value->object()->emplace_back(JsonMember{level.key, std::move(value)}).value;
  }

  bool add(JsonValue value) {
    put(std::move(value));
    return true;
  }

  bool open(JsonValue value) {
    if (open_.size() >= kDeepestNesting)
      throw InputError(where_, tr("nested deeper than {} levels", kDeepestNesting),
                       tr("a model never needs that; the file is damaged or no model"));
    JsonValue& placed = put(std::move(value));
    open_.push_back({&placed, {}, {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::string path() const {
    std::string text;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const JsonArray* array = open_[i].value->array();
      text += "/" + (array ? std::to_string(array->size() - 1) : open_[i].key);
    }
    return text;
  }

  std::string place(std::size_t byte) const {
    const std::string_view before = text_.substr(0, byte > 0 ? byte - 1 : 0);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto lineStart = before.rfind('\n');
    const std::string_view inLine =
        lineStart == std::string_view::npos ? before : before.substr(lineStart + 1);
    const auto column =
        1 + std::count_if(inLine.begin(), inLine.end(), [](char c) { return (c & 0xc0) != 0x80; });
    return tr("{}: line {}, column {}", where_, line, column);
  }

  /// The library's reason without its number and place: "[json.exception…] parse error at …: syntax error … -
  /// reason".
  static std::string reason(const nlohmann::detail::exception& error) {
    std::string text = error.what();
    if (const auto end = text.find("] "); end != std::string::npos) text = text.substr(end + 2);
    if (const auto dash = text.find(" - "); dash != std::string::npos) text = text.substr(dash + 3);
    return tr("no valid JSON: {}", text);
  }

  std::string hint(std::size_t byte) const {
    std::size_t start = std::min(byte, text_.size());
    while (start > 0 &&
           (std::isalpha(static_cast<unsigned char>(text_[start - 1])) || text_[start - 1] == '-'))
      --start;
    const std::string_view word = text_.substr(start, 9);
    for (std::string_view name : {"NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", "-nan", "-NaN"})
      if (word.substr(0, name.size()) == name)
        return tr("JSON has no NaN and no Infinity; write a finite number");
    if (byte > text_.size()) return tr("the file ends too early: a quote, bracket or brace is not closed");
    return tr("look at this place and just before it: a comma, quote or bracket is missing or superfluous");
  }

  std::string_view text_;
  const std::string& where_;
  JsonValue root_;
  std::vector<Level> open_;
  std::size_t count_ = 0;
};

}  // namespace

JsonValue parseJson(std::string_view text, const std::string& where) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw InputError(where, tr("the file is empty"), tr("a model begins with { \"holonom\": 1, …"));
  if (text.find('\0') != std::string_view::npos)
    throw InputError(where, tr("this is no text file"),
                     tr("a model is a text file that begins with { \"holonom\": 1, …; choose another file"));
  DocumentBuilder builder(text, where);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

}  // namespace holonom
