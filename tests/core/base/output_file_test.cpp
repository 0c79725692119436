// SPDX-License-Identifier: GPL-3.0-or-later
// A file comes to its place whole or not at all, and a failure says why.
#include "core/base/output_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>

namespace holonom {
namespace {

namespace fs = std::filesystem;

/// While it lives no file grows beyond `bytes`: what a full disk or a quota does, also for the superuser.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int);
};

class OutputFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("holonom_output_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    file_ = folder_ / "result.csv";
    std::ofstream(file_) << "old";
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string textOf(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  static std::string complaint(const fs::path& file, const std::string& text = "new") {
    try {
      writeTextFile(file, text);
      return {};
    } catch (const OutputError& error) {
      return error.full();
    }
  }
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_, file_;
};

TEST_F(OutputFiles, TheOldFileStaysUntilTheNewOneIsComplete) {
  OutputFile out(file_);
  EXPECT_TRUE(out.write("new"));
  EXPECT_EQ(textOf(file_), "old");
  out.close();
  EXPECT_EQ(textOf(file_), "new");
  EXPECT_EQ(files(), 1) << "nothing else is left";
}

TEST_F(OutputFiles, WhatIsNotClosedNeverWas) {
  { OutputFile(file_).write("half"); }
  EXPECT_EQ(textOf(file_), "old");
  { OutputFile(folder_ / "other.csv").write("half"); }
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFiles, NothingWrittenChangesNothing) {
  OutputFile(file_).close();
  EXPECT_EQ(textOf(file_), "old");
  OutputFile(folder_ / "other.csv").close();
  EXPECT_EQ(files(), 1);
  writeTextFile(file_, "");
  EXPECT_EQ(textOf(file_), "") << "an empty text is a text";
}

TEST_F(OutputFiles, AFullDiskKeepsTheOldFile) {
  {
    const SmallDisk disk(1000);
    for (const std::size_t size : {5000, 500000}) {  // within the buffer, beyond it
      const std::string said = complaint(file_, std::string(size, 'x'));
      EXPECT_NE(said.find("File too large"), std::string::npos) << said;
      EXPECT_NE(said.find("Free some space"), std::string::npos) << said;
    }
  }
  EXPECT_EQ(textOf(file_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFiles, ADeviceIsWrittenAsItIs) {
  EXPECT_NE(complaint("/dev/full").find("No space left"), std::string::npos);
  EXPECT_EQ(complaint("/dev/null"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputFiles, AReadOnlyFileIsNotReplaced) {
  fs::permissions(file_, fs::perms::owner_read);
  EXPECT_NE(complaint(file_).find("read-only"), std::string::npos);
  EXPECT_EQ(textOf(file_), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFiles, AFolderWhereNothingMayBeWrittenIsNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  const std::string said = complaint(file_);
  fs::permissions(folder_, fs::perms::owner_all);
  EXPECT_NE(said.find("Permission denied"), std::string::npos) << said;
  EXPECT_EQ(textOf(file_), "old");
}

TEST_F(OutputFiles, AMissingFolderAndAFolderInTheWayAreNamed) {
  EXPECT_NE(complaint(folder_ / "none" / "x.csv").find("there is no folder"), std::string::npos);
  EXPECT_NE(complaint(folder_).find("this is a folder"), std::string::npos);
}

TEST_F(OutputFiles, ALinkStaysALink) {
  fs::create_symlink(file_, folder_ / "link.csv");
  writeTextFile(folder_ / "link.csv", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.csv"));
  EXPECT_EQ(textOf(file_), "new");
}

TEST_F(OutputFiles, PermissionsStay) {
  const auto narrow = fs::perms::owner_read | fs::perms::owner_write;
  fs::permissions(file_, narrow);
  writeTextFile(file_, "new");
  EXPECT_EQ(fs::status(file_).permissions(), narrow);
}

TEST_F(OutputFiles, TwoWritersDoNotMix) {
  OutputFile first(file_), second(file_);
  first.write("first");
  second.write("second");
  second.close();
  first.close();
  EXPECT_EQ(textOf(file_), "first") << "the last one that is complete";
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace holonom
