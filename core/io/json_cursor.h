// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/io/json_value.h"
#include "core/math/types.h"

namespace holonom {

/// What cannot be judged, since what it is made of or refers to has failed already: nothing to tell anybody.
class Consequence : public InputError {
 public:
  using InputError::InputError;
};

/// A value of a document together with the way to it, so that every complaint can say where. All readers of
/// values throw InputError: "FILE: /bodies/2/mass (body 'rod'): must be greater than 0, is -1".
class JsonCursor {
 public:
  JsonCursor(const JsonValue& value, const std::string& where) : value_(&value), where_(&where) {}

  /// Refers to a value that outlives the cursor; so do `where` and the part's name (copied).
  void setPart(std::string part) { part_ = std::move(part); }
  /// Where remarks go; they are lost unless it is told.
  void setRemarks(std::vector<std::string>* remarks) { remarks_ = remarks; }
  /// Where attempt() notes what fails; until it is told the first failure ends the reading.
  void setComplaints(std::vector<InputError>* complaints) { complaints_ = complaints; }
  /// Some parts have failed, so that names which nobody knows may be theirs.
  void setPartial(bool partial) { partial_ = partial; }
  bool isPartial() const { return partial_; }
  const JsonValue& value() const { return *value_; }
  const std::string& path() const { return path_; }

  [[noreturn]] void fail(const std::string& what, const std::string& hint = {}) const;
  /// Says of a value that is taken all the same what the user should know.
  void remark(const std::string& what) const;

  /// Reads on where `read` fails, so that all that is wrong can be told at once. Whether it went well; false,
  /// too, when there are enough complaints.
  bool attempt(const std::function<void()>& read) const;
  /// Attempts all of them, and fails as a Consequence when one has failed.
  void readAll(std::initializer_list<std::function<void()>> pieces) const;
  void readEach(std::size_t count, const std::function<void(std::size_t)>& read) const;
  static constexpr std::size_t kMostComplaints = 20;

  /// Checks that this is an object, and tells each of its keys that is not among these. Reading goes on: what
  /// is missing may stand under such a key, and then is a Consequence.
  void requireKeys(const std::vector<std::string>& allowed) const;
  JsonCursor member(const std::string& key, const std::string& remedy = {}) const;  ///< fails when missing
  std::optional<JsonCursor> find(const std::string& key) const;

  std::size_t size() const;                                         ///< of a list; fails when it is none
  JsonCursor element(std::size_t index) const;                      ///< of a list
  std::vector<std::pair<std::string, JsonCursor>> members() const;  ///< of an object, in order

  double number() const;           ///< finite and at most 1e100 in size
  std::string numberText() const;  ///< a number as messages show it
  double positive() const;         ///< at least 1e-100
  double nonNegative() const;
  int integer(int minimum, int maximum) const;
  bool boolean() const;  ///< true or false
  double angle() const;  ///< rad: a number, or a string such as "30 deg" or "0.5 rad"
  /// A list of two numbers, or of so many; those left out are 0.
  Vector3 vector(int least = 2, int most = 2, const std::string& hint = {}) const;
  Vector3 threeAngles(const std::string& hint = {}) const;
  const std::string& text() const;

  /// A name that an expression can contain: letters, digits and _; with `dots`, several of them joined by
  /// dots.
  const std::string& name(bool dots = false) const;

  /// One of the given words, by its index. `elsewhere`: what others call them, for the refusal.
  std::size_t choice(const std::vector<std::string>& words, const NamesElsewhere& elsewhere = {}) const;

 private:
  JsonCursor child(const JsonValue& value, const std::string& step) const;
  std::string place() const;  ///< "/bodies/2/mass (body 'rod')"
  void requireNumbers(int least, int most, const std::string& hint) const;

  const JsonValue* value_;
  const std::string* where_;
  std::string path_, part_;
  std::vector<std::string>* remarks_ = nullptr;
  std::vector<InputError>* complaints_ = nullptr;
  bool partial_ = false;
  mutable bool hasUnknownKeys_ = false;  ///< as requireKeys() has found
};

/// Checks a name that stands as a key or value at `cursor` (see JsonCursor::name).
void requireName(const JsonCursor& cursor, const std::string& name, bool dots = false);

}  // namespace holonom
