// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace holonom::cli_test {
namespace {

std::string quoted(const std::string& argument) {
  std::string text = "'";
  for (char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Outcome holonom(const std::vector<std::string>& arguments) {
  const Scratch scratch;
  std::string command = quoted(HOLONOM_PROGRAM);
  for (const std::string& argument : arguments) command += ' ' + quoted(argument);
  command += " >" + quoted(scratch.file("out")) + " 2>" + quoted(scratch.file("err")) + " </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readText(scratch.file("out")),
          readText(scratch.file("err"))};
}

Scratch::Scratch() {
  static std::atomic<int> count{0};
  folder_ = std::filesystem::temp_directory_path() /
            ("holonom-cli-" + std::to_string(getpid()) + "-" + std::to_string(count++));
  std::filesystem::create_directories(folder_);
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string readText(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

void writeText(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

nlohmann::json readJson(const std::filesystem::path& file) { return nlohmann::json::parse(readText(file)); }

Table readTable(const std::filesystem::path& file) {
  Table table;
  std::istringstream lines(readText(file));
  std::string line, field;
  std::getline(lines, line);
  for (std::istringstream fields(line); std::getline(fields, field, ',');) table.header.push_back(field);
  while (std::getline(lines, line)) {
    std::istringstream fields(line);
    for (const std::string& name : table.header) {
      if (!std::getline(fields, field, ',')) throw std::runtime_error("a short row in " + file.string());
      table.columns[name].push_back(std::strtod(field.c_str(), nullptr));
    }
    ++table.rows;
  }
  return table;
}

}  // namespace holonom::cli_test
