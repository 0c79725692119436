// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/base/text.h"

namespace holonom {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kEveryone = 0666;  // what the umask leaves of it
constexpr mode_t kPermissions = 0777;
constexpr mode_t kWriters = 0222;

std::string hintFor(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return tr("Create the folder first, or choose another place for the file.");
    case EACCES:
    case EPERM:
    case EROFS: return tr("Choose a place where you may write.");
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return tr("Free some space on the disk, or write fewer rows with --points N.");
    case EISDIR: return tr("Give the name of a file inside that folder.");
    default: return tr("Choose another place for the file.");
  }
}

OutputError cannotWrite(const fs::path& path, int error, const std::string& reason = {}) {
  return OutputError(path, tr("cannot be written"), reason.empty() ? std::strerror(error) : reason,
                     hintFor(error));
}

/// Standard output, a device or a pipe: nothing could be put in its place. By their names such files look
/// regular where a shell has led the output into a file.
bool isStream(const fs::path& file) {
  const std::string name = file.lexically_normal().string();
  for (const char* folder : {"/dev/std", "/dev/fd/", "/proc/"})
    if (name.starts_with(folder)) return true;
  struct stat about {};
  return ::stat(file.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/// The permissions of the file that is there, none when it is not; throws when it may not be replaced. For
/// the superuser everything is writable, but a file that is meant to be read only is left alone.
mode_t permissionsOf(const fs::path& named, const fs::path& target) {
  struct stat about {};
  if (::stat(target.c_str(), &about) != 0) return 0;
  if (S_ISDIR(about.st_mode)) throw cannotWrite(named, EISDIR, tr("this is a folder"));
  if (!(about.st_mode & kWriters) || ::access(target.c_str(), W_OK) != 0)
    throw cannotWrite(named, EACCES, tr("the file is read-only"));
  return about.st_mode & kPermissions;
}

/// Beside the file, and of this process and object alone.
fs::path partOf(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  fs::path part = target;
  part += ".part" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  return part;
}

/// What was written has arrived on the disk; errno of the failure otherwise.
int flushToDisk(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  return error;
}

std::FILE* openStream(const fs::path& path) {
  const int descriptor =
      path == "-" ? ::dup(STDOUT_FILENO) : ::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY);
  std::FILE* file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "wb");
  if (!file) throw cannotWrite(path, errno);
  return file;
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& file) : file_(file) {
  std::error_code error;
  target_ = fs::weakly_canonical(file, error);
  if (error || target_.empty()) target_ = file;
  const mode_t permissions = permissionsOf(file_, target_);
  const fs::path folder = target_.has_parent_path() ? target_.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error))
    throw cannotWrite(file_, ENOENT, tr("there is no folder {}", folder.string()));
  part_ = partOf(target_);
  const int descriptor = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kEveryone);
  if (descriptor < 0) throw cannotWrite(file_, errno);
  if (permissions != 0) ::fchmod(descriptor, permissions);
  ::close(descriptor);
}

AtomicFile::~AtomicFile() {
  std::error_code error;
  if (!part_.empty()) fs::remove(part_, error);
}

void AtomicFile::commit() {
  int error = flushToDisk(part_);
  if (error == 0 && ::rename(part_.c_str(), target_.c_str()) != 0) error = errno;
  if (error != 0) throw cannotWrite(file_, error);
  part_.clear();
}

OutputFile::OutputFile(const fs::path& file) : path_(file) {
  if (file == "-" || isStream(file)) {
    file_ = openStream(file);
    return;
  }
  place_.emplace(file);
  file_ = std::fopen(place_->part().c_str(), "wbe");
  if (!file_) throw cannotWrite(path_, errno);
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
}

bool OutputFile::write(std::string_view text) noexcept {
  if (failure_ != 0 || !file_) return false;
  written_ = true;
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) failure_ = errno != 0 ? errno : EIO;
  return failure_ == 0;
}

void OutputFile::close() {
  if (!file_) return;
  const int closed = std::fclose(std::exchange(file_, nullptr));
  if (failure_ == 0 && closed != 0) failure_ = errno != 0 ? errno : EIO;
  if (failure_ != 0) throw cannotWrite(path_, failure_);
  if (written_ && place_) place_->commit();
  place_.reset();
}

void writeTextFile(const fs::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

void createFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && fs::is_directory(folder, error)) return;
  throw OutputError(folder, tr("the folder cannot be created"),
                    error ? error.message() : tr("a file is in its place"),
                    tr("Choose another folder, or one that you may write to."));
}

}  // namespace holonom
