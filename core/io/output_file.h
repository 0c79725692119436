// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace holonom {

/// A result that could not be written: missing folder, no permission, disk full.
class OutputError : public InputError {
 public:
  using InputError::InputError;
};

/// A file that is written from its beginning and notices every failure, also those that show up only when the
/// last bytes leave the buffer (a full disk). After the first failure it ignores what it is given. What was
/// in the file before goes with the first write: as long as nothing is written an existing file keeps its
/// content, and a new one is removed again. The name - is standard output; ./- is a file of that name.
class OutputFile {
 public:
  /// Opens the file for writing, so that a wrong place is known at once. Throws OutputError.
  explicit OutputFile(const std::filesystem::path& file);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// False once a write has failed.
  bool write(std::string_view text) noexcept;

  /// Writes what is buffered and closes. Throws OutputError when anything was lost since the beginning.
  void close();

  const std::filesystem::path& path() const { return path_; }

 private:
  void removeUnlessWritten() noexcept;

  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
  bool isNew_ = false;    // not there before
  bool written_ = false;  // the old content is gone
  int failure_ = 0;       // errno of the first failure
};

/// Writes a whole text. Throws OutputError.
void writeTextFile(const std::filesystem::path& file, std::string_view text);

/// Creates a folder with its parents unless it is there. Throws OutputError.
void createFolder(const std::filesystem::path& folder);

}  // namespace holonom
