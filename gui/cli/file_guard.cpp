// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/file_guard.h"

#include "core/base/text.h"
#include "gui/cli/command.h"

namespace holonom::cli {
namespace {

namespace fs = std::filesystem;

// Also of a file that does not exist yet; the target of a link that leads nowhere yet is what will be
// created.
fs::path finalPlace(fs::path path) {
  std::error_code error;
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / target;  // an absolute target replaces the folder
  }
  const fs::path whole = fs::absolute(path, error);
  const fs::path place = fs::weakly_canonical(whole, error);
  return error ? whole.lexically_normal() : place;
}

}  // namespace

bool isSameFile(const fs::path& a, const fs::path& b) {
  std::error_code error;
  const auto status = fs::status(a, error);
  // a terminal or pipe may be read and written
  if (fs::exists(status) && !fs::is_regular_file(status)) return a == b;
  if (fs::equivalent(a, b, error) && !error) return true;
  return finalPlace(a) == finalPlace(b);
}

void requireOwnFiles(const fs::path& model, const std::vector<ResultFile>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ResultFile& result = results[i];
    if (result.path.empty()) continue;
    if (isSameFile(result.path, model))
      throw UsageError(result.option,
                       tr("'{}' is the model file and would be overwritten", result.path.string()),
                       tr("Choose another place for the results."));
    for (std::size_t k = 0; k < i; ++k)
      if (!results[k].path.empty() && isSameFile(result.path, results[k].path))
        throw UsageError(result.option,
                         tr("'{}' is the same file as that of {}", result.path.string(), results[k].option),
                         tr("Give different files."));
  }
}

}  // namespace holonom::cli
