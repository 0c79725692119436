// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/examples.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/io/json_value.h"

namespace holonom {
namespace {

namespace fs = std::filesystem;

bool hasExamples(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(folder / "examples", error);
}

/// The running program's file; empty where the system does not tell.
fs::path programFile() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);
}

bool isInside(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

std::string textMember(const JsonValue& document, const char* key) {
  const JsonValue* value = document.find(key);
  return value && value->text() ? *value->text() : std::string();
}

/// Title and description without checking the model: a damaged example must not hide the others.
Example describe(const std::string& name, const fs::path& modelFile) {
  Example example{name, name, {}, modelFile};
  std::ifstream stream(example.modelFile, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  try {
    const JsonValue document = parseJson(text.str(), example.modelFile.string());
    if (const std::string title = textMember(document, "name"); !title.empty()) example.title = title;
    example.description = textMember(document, "description");
  } catch (const InputError& error) {
    example.description = tr("cannot be read: {}", error.what());
  }
  return example;
}

}  // namespace

fs::path dataFolder() {
  if (const char* chosen = std::getenv("HOLONOM_DATA_DIR"); chosen && *chosen) return chosen;
  const fs::path source = HOLONOM_SOURCE_DIR, program = programFile();
  // run from a build tree
  if (!program.empty() && isInside(program, source) && hasExamples(source)) return source;
  if (!program.empty()) {
    // an installation that was moved
    const fs::path beside = program.parent_path().parent_path() / "share" / "holonom";
    if (hasExamples(beside)) return beside;
  }
  const fs::path installed = HOLONOM_INSTALL_DATADIR;
  return hasExamples(installed) ? installed : source;
}

std::vector<Example> listExamples() {
  std::vector<Example> examples;
  std::error_code error;
  for (fs::directory_iterator entry(dataFolder() / "examples", error), end; !error && entry != end;
       entry.increment(error))
    if (fs::is_regular_file(entry->path() / "model.json", error))
      examples.push_back(describe(entry->path().filename().string(), entry->path() / "model.json"));
  std::sort(examples.begin(), examples.end(),
            [](const Example& a, const Example& b) { return a.name < b.name; });
  return examples;
}

std::vector<Example> listTemplates() {
  std::vector<Example> templates;
  std::error_code error;
  for (fs::directory_iterator entry(dataFolder() / "resources" / "templates", error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".json")
      templates.push_back(describe(entry->path().stem().string(), entry->path()));
  std::sort(templates.begin(), templates.end(),
            [](const Example& a, const Example& b) { return a.title < b.title; });
  return templates;
}

fs::path findModel(const std::string& fileOrExample) {
  std::error_code error;
  const fs::path file = fileOrExample;
  if (fs::exists(file, error) && !fs::is_directory(file, error)) return file;
  const std::vector<Example> examples = listExamples();
  std::vector<std::string> names;
  for (const Example& example : examples) {
    if (example.name == fileOrExample) return example.modelFile;
    names.push_back(example.name);
  }
  if (fs::is_regular_file(file / "model.json", error)) return file / "model.json";
  if (fs::is_directory(file, error))
    throw InputError(fileOrExample, tr("this is a folder, and it holds no model.json"),
                     tr("name a model file in it"));
  throw InputError(fileOrExample, tr("there is no such file or example{}", didYouMean(fileOrExample, names)),
                   names.empty() ? tr("no examples were found in {}", (dataFolder() / "examples").string())
                                 : tr("examples: {}", quotedList(names, 50)));
}

}  // namespace holonom
