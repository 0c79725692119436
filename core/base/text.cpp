// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <cstdio>
#include <ostream>

#include "core/base/language.h"

namespace holonom {
namespace {

const Language kEnglish;

std::unique_ptr<Language>& chosen() {
  static std::unique_ptr<Language> language;
  return language;
}

/// Which argument stands at `at`, where {} or {0} begins; −1 when it is a brace like others.
int placeAt(std::string_view text, std::size_t at, int next) {
  if (text.substr(at, 2) == "{}") return next;
  const bool numbered = at + 2 < text.size() && text[at + 2] == '}';
  return numbered && text[at + 1] >= '0' && text[at + 1] <= '9' ? text[at + 1] - '0' : -1;
}

std::string filled(std::string_view text, const std::vector<TextArgument>& arguments) {
  std::string result;
  std::size_t begin = 0;
  int next = 0;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
    const int place = placeAt(text, at, next);
    if (place < 0 || place >= static_cast<int>(arguments.size())) continue;
    result +=
        language().shown(text.substr(begin, at - begin)) + arguments[static_cast<std::size_t>(place)].value;
    begin = text.find('}', at) + 1;
    next = place + 1;
  }
  return result + language().shown(text.substr(begin));
}

}  // namespace

void setLanguage(std::unique_ptr<Language> language) { chosen() = std::move(language); }

const Language& language() { return chosen() ? *chosen() : kEnglish; }

bool isEnglish() { return !chosen(); }

Text::operator std::string() const { return inLanguage(english_, {}); }

std::ostream& operator<<(std::ostream& out, const Text& text) { return out << text.str(); }

std::string inLanguage(const char* english, const std::vector<TextArgument>& arguments) {
  return filled(language().find(english), arguments);
}

std::string inLanguage(const char* one, const char* many, long count, std::vector<TextArgument> arguments) {
  arguments.insert(arguments.begin(), count);
  return filled(language().find(one, many, count), arguments);
}

std::string significant(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace holonom
