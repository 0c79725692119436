// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/text.h"

namespace holonom {

/// An option of a run that has no such value, or not together with the others.
class OptionError : public InputError {
 public:
  OptionError(std::string option, const std::string& what, std::string hint = {})
      : InputError(tr("option '{}'", option), what, std::move(hint)), option_(std::move(option)) {}

  const std::string& option() const { return option_; }  ///< "rtol"

 private:
  std::string option_;
};

}  // namespace holonom
