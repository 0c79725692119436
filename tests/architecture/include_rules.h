// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// The dependency rules of resources/docs/dev/architecture.md, checked on the text of the sources.
namespace holonom::architecture {

/// A source file as the rules see it.
struct SourceText {
  std::string path;  ///< from the top of the repository, "core/io/model_reader.cpp"
  std::string text;
};

/// The files named by the #include lines of a text, without quotes or brackets, in their order.
std::vector<std::string> includesOf(const std::string& text);

/// Every rule that the file breaks, one sentence each, beginning with its path. Empty when it keeps all.
std::vector<std::string> violations(const SourceText& source);

/// All .h and .cpp files below the named folders of the repository.
std::vector<SourceText> readSources(const std::string& root, const std::vector<std::string>& folders);

}  // namespace holonom::architecture
