// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace holonom {

/// Bad input: a file, a value or an option that a user gave. The text says where (file, JSON path or part
/// name), what is wrong, and what to do. Thrown outside the step loop only; the numerical core reports by
/// status.
class InputError : public std::runtime_error {
 public:
  InputError(std::string where, const std::string& what, std::string hint = {})
      : std::runtime_error(where.empty() ? what : where + ": " + what), where_(std::move(where)),
        hint_(std::move(hint)) {}

  const std::string& where() const { return where_; }  ///< "file.json: /bodies/2/mass (body 'rod')" or a part
  const std::string& hint() const { return hint_; }    ///< what to do; may be empty

  /// The whole message on one or two lines: "where: what" and, if there is one, the hint.
  std::string full() const {
    return hint_.empty() ? std::string(what()) : std::string(what()) + "\n  " + hint_;
  }

 private:
  std::string where_;
  std::string hint_;
};

}  // namespace holonom
