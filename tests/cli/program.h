// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// Runs the real program as a user does.
namespace holonom::cli_test {

struct Outcome {
  int code = -1;  ///< exit code; −1 when a signal ended the program
  std::string out, err;
};

/// `holonom ARGUMENTS...`, in the present folder.
Outcome holonom(const std::vector<std::string>& arguments);

/// A folder of its own for each test, removed at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

 private:
  std::filesystem::path folder_;
};

std::string readText(const std::filesystem::path& file);
void writeText(const std::filesystem::path& file, const std::string& text);
nlohmann::json readJson(const std::filesystem::path& file);

/// A CSV file of numbers: header and columns by name.
struct Table {
  std::vector<std::string> header;
  std::map<std::string, std::vector<double>> columns;
  std::size_t rows = 0;
};
Table readTable(const std::filesystem::path& file);

}  // namespace holonom::cli_test
