// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_document.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace holonom {

using Json = nlohmann::ordered_json;

struct JsonDocument::Impl {
  Json object = Json::object();

  template <class Value>
  void put(std::string_view key, Value&& value) {
    object[std::string(key)] = std::forward<Value>(value);
  }
};

JsonDocument::JsonDocument() : impl_(std::make_unique<Impl>()) {}
JsonDocument::~JsonDocument() = default;
JsonDocument::JsonDocument(const JsonDocument& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}

JsonDocument& JsonDocument::operator=(const JsonDocument& other) {
  *impl_ = *other.impl_;
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, double value) {
  impl_->put(key, std::isfinite(value) ? Json(value) : Json());
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, long value) {
  impl_->put(key, value);
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, bool value) {
  impl_->put(key, value);
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, std::string_view value) {
  impl_->put(key, std::string(value));
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, const std::vector<std::string>& values) {
  impl_->put(key, Json(values));
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, const JsonDocument& object) {
  impl_->put(key, object.impl_->object);
  return *this;
}

JsonDocument& JsonDocument::set(std::string_view key, const std::vector<JsonDocument>& objects) {
  Json array = Json::array();
  for (const JsonDocument& object : objects) array.push_back(object.impl_->object);
  impl_->put(key, std::move(array));
  return *this;
}

JsonDocument& JsonDocument::setNull(std::string_view key) {
  impl_->put(key, Json());
  return *this;
}

JsonDocument& JsonDocument::merge(const JsonDocument& other) {
  impl_->object.update(other.impl_->object);
  return *this;
}

JsonDocument& JsonDocument::setFromText(std::string_view key, const std::string& text) {
  if (text.empty()) return setNull(key);
  if (text == "on" || text == "true") return set(key, true);
  if (text == "off" || text == "false") return set(key, false);
  const char* end = text.data() + text.size();
  long integer = 0;
  if (auto [stop, error] = std::from_chars(text.data(), end, integer); error == std::errc() && stop == end)
    return set(key, integer);
  double number = 0;
  if (auto [stop, error] = std::from_chars(text.data(), end, number); error == std::errc() && stop == end)
    return set(key, number);
  return set(key, std::string_view(text));
}

std::string JsonDocument::text() const {
  return impl_->object.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace holonom
