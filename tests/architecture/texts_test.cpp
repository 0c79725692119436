// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people are marked, so that they can be translated, and the template for translators has them all.
// HOLONOM_UPDATE_TEXTS=1 writes it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "tests/architecture/include_rules.h"
#include "tests/architecture/marked_texts.h"

namespace holonom::architecture {
namespace {

constexpr const char* kTemplate = HOLONOM_SOURCE_DIR "/resources/texts/holonom.pot";

std::vector<SourceText> sources() { return readSources(HOLONOM_SOURCE_DIR, {"core", "gui", "solvers"}); }

/// In gettext's form: each text once, in the order of the sources, with the files that have it.
std::string templateOf(const std::vector<SourceText>& sources) {
  std::vector<MarkedText> order;
  std::map<std::string, std::string> files;
  for (const SourceText& source : sources)
    for (const MarkedText& text : textsOf(source.text).marked) {
      std::string& in = files[text.text];
      if (in.empty()) order.push_back(text);
      if (in.find(source.path) == std::string::npos) in += "#: " + source.path + '\n';
    }
  std::string out =
      "# Texts of the program, for translators: {}, {0} and, in the window, %1 stand for a name or a "
      "number.\n"
      "# Made of the sources by architecture_tests with HOLONOM_UPDATE_TEXTS=1.\n"
      "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n";
  for (const MarkedText& text : order) {
    out += '\n' + files[text.text] + "msgid \"" + text.text + "\"\n";
    out += text.plural.empty() ? "msgstr \"\"\n"
                               : "msgid_plural \"" + text.plural + "\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
  }
  return out;
}

TEST(Texts, TemplateHasThoseOfTheSources) {
  const std::string wanted = templateOf(sources());
  EXPECT_GT(textsOf(wanted).unmarked.size(), 100u);  // it is not empty
  if (std::getenv("HOLONOM_UPDATE_TEXTS")) std::ofstream(kTemplate) << wanted;
  std::ostringstream there;
  there << std::ifstream(kTemplate).rdbuf();
  EXPECT_TRUE(there.str() == wanted)
      << "resources/texts/holonom.pot is out of date: HOLONOM_UPDATE_TEXTS=1 architecture_tests "
         "--gtest_filter='Texts.*' writes it";
}

/// What libraries say, and what style sheets and rich text are made of.
bool isForMachines(const std::string& text) {
  static const std::regex markup("</?[a-z]+[ >]|border: ");
  return text == "number overflow" || text == "GLEW could not be initialized" ||
         std::regex_search(text, markup);
}

/// Words of files, as the schema has them, are English ones.
bool hasWordsOfFiles(const std::string& path) { return path == "core/io/schema.cpp"; }

TEST(Texts, EverySentenceIsMarked) {
  for (const SourceText& source : sources())
    for (const std::string& text : textsOf(source.text).unmarked)
      if (!hasWordsOfFiles(source.path) && !isForMachines(text))
        ADD_FAILURE() << source.path << ": is not marked by tr(), trn() or Text: " << text;
}

TEST(Texts, FindsMarkedAndUnmarkedOnes) {
  const TextsOfSource found = textsOf(R"cpp(
    throw InputError(where,
                     tr("'{}' is no unit, "
                        "nor a name",
                        name),
                     "Choose another one.");  // "not this one"
    constexpr Text kRule("a name begins with a letter");
    const Text label = Text("Damping");
    return trn(count(rows, "x"), "one step", "{} steps") + ".csv";
    throw std::logic_error("a symbol without a variable");
  )cpp");
  ASSERT_EQ(found.marked.size(), 4u);
  EXPECT_EQ(found.marked[0].text, "'{}' is no unit, nor a name");
  EXPECT_EQ(found.marked[1].text, "a name begins with a letter");
  EXPECT_EQ(found.marked[2].text, "Damping");
  EXPECT_EQ(found.marked[3].text, "one step");
  EXPECT_EQ(found.marked[3].plural, "{} steps");
  EXPECT_EQ(found.unmarked, std::vector<std::string>{"Choose another one."});
}

}  // namespace
}  // namespace holonom::architecture
