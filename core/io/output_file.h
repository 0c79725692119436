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

/// A file that is written from its beginning and notices every failure, also those that show up only when the last
/// bytes leave the buffer (a full disk). After the first failure it ignores what it is given.
class OutputFile {
 public:
  /// Creates or empties the file. Throws OutputError.
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
  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
  int failure_ = 0;  // errno of the first failure
};

/// Writes a whole text. Throws OutputError.
void writeTextFile(const std::filesystem::path& file, std::string_view text);

/// Creates a folder with its parents unless it is there. Throws OutputError.
void createFolder(const std::filesystem::path& folder);

}  // namespace holonom
