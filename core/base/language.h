// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace holonom {

/// Puts the texts of the program into words. This one leaves them as they stand in the source, in English.
class Language {
 public:
  virtual ~Language() = default;
  virtual std::string_view find(std::string_view english) const { return english; }
  virtual std::string_view find(std::string_view one, std::string_view many, long count) const {
    return count == 1 ? one : many;
  }
  /// A piece of a text between two arguments, as it is shown.
  virtual std::string shown(std::string_view words) const { return std::string(words); }
};

/// Shows each text between ⟦ and ⟧, and what its arguments bring outside of them: what is not marked and no
/// name, number or word of a file has escaped translation.
std::unique_ptr<Language> pseudoLanguage();

/// The translations of a file in gettext's .po form with its rule for plural forms. What it does not have
/// stays English.
std::unique_ptr<Language> languageOf(std::istream& po);

/// For all texts from now on; none: English. Called before there are other threads.
void setLanguage(std::unique_ptr<Language> language);

/// That in which texts are shown.
const Language& language();

}  // namespace holonom
