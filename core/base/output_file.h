// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace holonom {

/// A result that could not be written: missing folder, no permission, disk full.
class OutputError : public InputError {
 public:
  /// what: "cannot be written"; reason: why.
  OutputError(const std::filesystem::path& file, const std::string& what, std::string reason,
              std::string hint)
      : InputError(file.string(), what + ": " + reason, std::move(hint)), reason_(std::move(reason)) {}

  /// For a sentence that says already what could not be done.
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

/// The one way in which a file gets to its place: it is written beside it, as part(), and moved there by
/// commit() when it is complete and on the disk. Until then, and after a failure, an older file is what it
/// was. A link stays a link, and the new file has the permissions of the older one.
class AtomicFile {
 public:
  /// Creates the empty part, so that a wrong place is known at once. Throws OutputError.
  explicit AtomicFile(const std::filesystem::path& file);
  /// Removes the part unless commit() was called.
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Where to write, under whatever library; closed before commit().
  const std::filesystem::path& part() const { return part_; }

  /// Puts the part in its place. Throws OutputError.
  void commit();

 private:
  std::filesystem::path file_, target_;  // as it was named; behind links
  std::filesystem::path part_;
};

/// A file that is written from its beginning and notices every failure, also those that show up only when
/// the last bytes leave the buffer (a full disk). After the first failure it ignores what it is given. It
/// comes to its place with close() (see AtomicFile), unless nothing was written. The name - is standard
/// output, ./- a file of that name; devices and pipes are written as they are.
class OutputFile {
 public:
  /// Opens the file for writing, so that a wrong place is known at once. Throws OutputError.
  explicit OutputFile(const std::filesystem::path& file);
  /// Without close() an older file stays.
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
  std::optional<AtomicFile> place_;  // none for standard output, devices and pipes
  std::FILE* file_ = nullptr;
  bool written_ = false;
  int failure_ = 0;  // errno of the first failure
};

/// Writes a whole text. Throws OutputError.
void writeTextFile(const std::filesystem::path& file, std::string_view text);

/// Creates a folder with its parents unless it is there. Throws OutputError.
void createFolder(const std::filesystem::path& folder);

}  // namespace holonom
