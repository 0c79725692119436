// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/marked_texts.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace holonom::architecture {
namespace {

struct Token {
  enum class Kind { Word, Text, Sign } kind;
  std::string text;
  bool is(const char* sign) const { return kind != Kind::Text && text == sign; }
};

/// Words, signs and texts of C++; texts side by side are one. Comments, characters, preprocessor lines and
/// raw strings are left out.
std::vector<Token> tokensOf(const std::string& source) {
  static const std::regex token(R"re(//[^\n]*|/\*[^]*?\*/|\n#[^\n]*|R"\w*\([^]*?\)\w*"|'(?:[^'\\\n]|\\.)+')re"
                                R"re(|"((?:[^"\\\n]|\\.)*)"|([A-Za-z_]\w*)|([^\s\w"']))re");
  std::vector<Token> tokens;
  for (std::sregex_iterator at(source.begin(), source.end(), token), end; at != end; ++at) {
    if ((*at)[1].matched && !tokens.empty() && tokens.back().kind == Token::Kind::Text)
      tokens.back().text += (*at)[1];
    else if ((*at)[1].matched) tokens.push_back({Token::Kind::Text, (*at)[1]});
    else if ((*at)[2].matched) tokens.push_back({Token::Kind::Word, (*at)[2]});
    else if ((*at)[3].matched) tokens.push_back({Token::Kind::Sign, (*at)[3]});
  }
  return tokens;
}

/// Behind the first argument of a call that begins at `at`, its opening parenthesis.
std::size_t behindFirst(const std::vector<Token>& tokens, std::size_t at) {
  int depth = 0;
  for (++at; at < tokens.size(); ++at) {
    if (tokens[at].is("(") || tokens[at].is("{") || tokens[at].is("[")) ++depth;
    else if (tokens[at].is(")") || tokens[at].is("}") || tokens[at].is("]")) --depth;
    else if (depth == 0 && tokens[at].is(",")) return at + 1;
  }
  return tokens.size();
}

bool isAny(const Token& token, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return token.is(word); });
}

bool marksSecond(const Token& token) { return isAny(token, {"trn", "translate", "QT_TRANSLATE_NOOP"}); }
bool marks(const Token& token) { return isAny(token, {"tr", "Text", "QT_TR_NOOP"}) || marksSecond(token); }

/// Where the text stands that a mark at `at` marks: tr(", trn(n, ", Text(", Text kName(", translate("x", ";
/// 0 when it marks none.
std::size_t textBehind(const std::vector<Token>& tokens, std::size_t at) {
  std::size_t place = at + 1;
  if (tokens[at].is("Text") && place < tokens.size() && tokens[place].kind == Token::Kind::Word) ++place;
  if (place >= tokens.size() || !tokens[place].is("(")) return 0;
  place = marksSecond(tokens[at]) ? behindFirst(tokens, place) : place + 1;
  return place < tokens.size() && tokens[place].kind == Token::Kind::Text ? place : 0;
}

/// Two words, of which the second is in small letters.
bool isSentence(const std::string& text) {
  static const std::regex words(R"([A-Za-z]{2,}[,;:.)']* [a-z]{2,})");
  return std::regex_search(text, words);
}

/// Failures of the program itself and formats of numbers are for its developers.
bool isForDevelopers(const std::vector<Token>& tokens, std::size_t text) {
  if (text > 0 && tokens[text - 1].is("throw")) return true;  // a message of the compiler
  for (std::size_t back = text; back > 0 && text - back < 12; --back) {
    const Token& token = tokens[back - 1];
    if (token.is(";") || token.is("}")) return false;
    if (token.is("logic_error") || token.is("invalid_argument") || token.is("static_assert")) return true;
  }
  return false;
}

}  // namespace

TextsOfSource textsOf(const std::string& source) {
  const std::vector<Token> tokens = tokensOf(source);
  std::vector<bool> isMarked(tokens.size());
  TextsOfSource found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!marks(tokens[i])) continue;
    const std::size_t text = textBehind(tokens, i);
    if (text == 0) continue;
    isMarked[text] = true;
    found.marked.push_back({tokens[text].text});
    if (!tokens[i].is("trn") || text + 2 >= tokens.size()) continue;
    isMarked[text + 2] = true;
    found.marked.back().plural = tokens[text + 2].text;
  }
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == Token::Kind::Text && !isMarked[i] && isSentence(tokens[i].text) &&
        !isForDevelopers(tokens, i))
      found.unmarked.push_back(tokens[i].text);
  return found;
}

}  // namespace holonom::architecture
