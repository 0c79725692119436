// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace holonom {
namespace {

std::string hintFor(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return "Create the folder first, or choose another place for the file.";
    case EACCES:
    case EPERM:
    case EROFS: return "Choose a place where you may write.";
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return "Free some space on the disk, or write fewer rows with --points N.";
    case EISDIR: return "Give the name of a file inside that folder.";
    default: return "Choose another place for the file.";
  }
}

OutputError cannotWrite(const std::filesystem::path& path, int error) {
  return OutputError(path.string(), std::string("cannot be written: ") + std::strerror(error),
                     hintFor(error));
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& file) : path_(file) {
  if (file == "-") {
    const int copy = ::dup(STDOUT_FILENO);
    file_ = copy < 0 ? nullptr : ::fdopen(copy, "wb");
    written_ = true;  // what is behind it already stays
    if (!file_) throw cannotWrite(path_, errno);
    return;
  }
  constexpr mode_t kEveryone = 0666;  // what the umask leaves of it
  int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0 && errno == ENOENT) {
    descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, kEveryone);
    isNew_ = descriptor >= 0;
  }
  if (descriptor < 0) throw cannotWrite(path_, errno);
  file_ = ::fdopen(descriptor, "wb");  // does not empty the file
  if (file_) return;
  const int error = errno;
  ::close(descriptor);
  throw cannotWrite(path_, error);
}

OutputFile::~OutputFile() {
  if (!file_) return;
  std::fclose(file_);
  removeUnlessWritten();
}

bool OutputFile::write(std::string_view text) noexcept {
  if (failure_ != 0 || !file_) return false;
  if (!std::exchange(written_, true)) {
    struct stat about {};
    const bool isFile = ::fstat(::fileno(file_), &about) == 0 && S_ISREG(about.st_mode);
    if (isFile && ::ftruncate(::fileno(file_), 0) != 0) failure_ = errno;
  }
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) failure_ = errno != 0 ? errno : EIO;
  return failure_ == 0;
}

void OutputFile::close() {
  if (!file_) return;
  const int closed = std::fclose(std::exchange(file_, nullptr));
  if (failure_ == 0 && closed != 0) failure_ = errno != 0 ? errno : EIO;
  removeUnlessWritten();
  if (failure_ != 0) throw cannotWrite(path_, failure_);
}

// Behind a symbolic link the file is removed and the link stays.
void OutputFile::removeUnlessWritten() noexcept {
  if (!isNew_ || written_) return;
  std::error_code error;
  const std::filesystem::path place = std::filesystem::canonical(path_, error);
  if (!error) std::filesystem::remove(place, error);
}

void writeTextFile(const std::filesystem::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

void createFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder, error)) return;
  throw OutputError(folder.string(),
                    "the folder cannot be created: " + (error ? error.message() : "a file is in its place"),
                    "Choose another folder, or one that you may write to.");
}

}  // namespace holonom
