// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <concepts>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Texts for people stand in English where they arise, marked as tr(), trn() or Text, and are put into the
/// language of the program as they are shown. Names that users gave and words of files and of the command
/// line are no texts: they are arguments. Sentences are marked whole, since other languages order their parts
/// otherwise; what is marked stands in resources/texts/holonom.pot.
namespace holonom {

/// A constant text, as tables hold it: `Text("Damping ρ")`. It becomes a string, in the language of the
/// program, where it is used.
class Text {
 public:
  constexpr Text() = default;
  explicit consteval Text(const char* english) : english_(english) {}
  operator std::string() const;
  std::string str() const { return *this; }
  /// For files, whose words are English ones.
  constexpr const char* english() const { return english_; }
  constexpr bool operator==(const Text&) const = default;  ///< the same place in the source
  constexpr bool empty() const { return *english_ == 0; }

 private:
  const char* english_ = "";
};
std::ostream& operator<<(std::ostream& out, const Text& text);

/// What takes the place of {} in a text: a name, a whole number, another text. Other numbers are written
/// first, with the digits that suit them.
struct TextArgument {
  std::string value;
  TextArgument(std::string text) : value(std::move(text)) {}
  TextArgument(std::string_view text) : value(text) {}
  TextArgument(const char* text) : value(text) {}
  TextArgument(const Text& text) : value(text) {}
  TextArgument(char c) : value(1, c) {}
  TextArgument(bool) = delete;
  TextArgument(std::integral auto number) : value(std::to_string(number)) {}
};

/// How many arguments a text takes: {}, {}, … or, in an order of its own, {0}, {1}, …
constexpr std::size_t placesIn(std::string_view text) {
  std::size_t inOrder = 0, numbered = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '{') continue;
    if (text[i + 1] == '}') ++inOrder;
    else if (i + 2 < text.size() && text[i + 2] == '}' && text[i + 1] >= '0' && text[i + 1] <= '9')
      numbered = std::max<std::size_t>(numbered, std::size_t(text[i + 1] - '0') + 1);
  }
  return inOrder + numbered;
}

/// A text in the source, whose places the compiler counts.
template <std::size_t places>
struct EnglishText {
  const char* english;
  consteval EnglishText(const char* text) : english(text) {
    if (placesIn(text) != places) throw "another number of arguments than places";
  }
};

/// The text in the language of the program, with arguments in its places. Use tr() and trn().
std::string inLanguage(const char* english, const std::vector<TextArgument>& arguments);
std::string inLanguage(const char* one, const char* many, long count, std::vector<TextArgument> arguments);

/// `tr("joint '{}' has no {}", name, what)`.
template <class... Arguments>
std::string tr(EnglishText<sizeof...(Arguments)> text, const Arguments&... arguments) {
  return inLanguage(text.english, {TextArgument(arguments)...});
}

/// By number: `trn(n, "one step", "{} steps")`. The count is argument 0, whether it is shown or not.
template <class... Arguments>
std::string trn(long count, const char* one, const char* many, const Arguments&... arguments) {
  return inLanguage(one, many, count, {TextArgument(arguments)...});
}

/// A number as texts have it, with that many significant digits: "0.25", "1.2e-05".
std::string significant(double value, int digits);

/// Whether texts are shown as they stand in the source.
bool isEnglish();

}  // namespace holonom
