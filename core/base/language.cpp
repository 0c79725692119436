// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language.h"

#include <istream>
#include <map>
#include <vector>

#include "core/base/plural_rule.h"

namespace holonom {
namespace {

class Pseudo final : public Language {
  std::string shown(std::string_view words) const override {
    return words.empty() ? std::string() : "⟦" + std::string(words) + "⟧";
  }
};

/// What stands between the quotes of a line.
std::string unquoted(std::string_view line) {
  const std::size_t first = line.find('"'), last = line.rfind('"');
  std::string text;
  for (std::size_t i = first + 1; first != std::string_view::npos && i < last; ++i) {
    if (line[i] != '\\' || i + 1 >= last) text += line[i];
    else text += line[++i] == 'n' ? '\n' : line[i];
  }
  return text;
}

class Translations final : public Language {
 public:
  explicit Translations(std::istream& po) {
    std::string english, *current = nullptr;
    std::vector<std::string> forms;
    const auto keep = [&] {
      if (!forms.empty() && !forms[0].empty()) forms_[english] = forms;
      english.clear(), forms.clear();
    };
    for (std::string line; std::getline(po, line);) {
      if (line.starts_with("msgid ")) keep(), current = &english;
      else if (line.starts_with("msgid_plural")) current = nullptr;
      else if (line.starts_with("msgstr")) current = &forms.emplace_back();
      else if (!line.starts_with('"')) continue;
      if (current) *current += unquoted(line);
    }
    keep();
    readRule();
  }

  std::string_view find(std::string_view english) const override {
    const auto known = forms_.find(english);
    return known == forms_.end() ? english : known->second[0];
  }

  std::string_view find(std::string_view one, std::string_view many, long count) const override {
    const auto known = forms_.find(one);
    if (known == forms_.end()) return Language::find(one, many, count);
    const auto form = static_cast<std::size_t>(rule_(count));
    return known->second[form < known->second.size() ? form : 0];
  }

 private:
  /// The header is the translation of the empty text.
  void readRule() {
    const std::string header(find(""));
    const std::size_t begin = header.find("plural=");
    if (begin != std::string::npos)
      rule_ = PluralRule(header.substr(begin + 7, header.find_first_of(";\n", begin) - begin - 7));
    forms_.erase("");
  }

  std::map<std::string, std::vector<std::string>, std::less<>> forms_;
  PluralRule rule_;
};

}  // namespace

std::unique_ptr<Language> pseudoLanguage() { return std::make_unique<Pseudo>(); }

std::unique_ptr<Language> languageOf(std::istream& po) { return std::make_unique<Translations>(po); }

}  // namespace holonom
