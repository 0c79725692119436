// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace holonom::cli {

/// A file that a command is about to write, and what on the command line asks for it ("--output").
struct ResultFile {
  std::string option;
  std::filesystem::path path;
};

/// Whether both names lead to one file, now or once it is written: other spellings, symbolic and hard links
/// count.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

/// Refuses results that would replace the model or each other; empty paths are passed over. Call it before
/// anything is opened. Throws UsageError.
void requireOwnFiles(const std::filesystem::path& model, const std::vector<ResultFile>& results);

}  // namespace holonom::cli
