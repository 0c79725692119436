// SPDX-License-Identifier: GPL-3.0-or-later
// Work against precision of all methods over the problems of the literature; takes the arguments of 'holonom
// benchmark'.
#include <vector>

#include "gui/cli/command_line.h"

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  char command[] = "benchmark";
  arguments.insert(arguments.begin() + 1, command);
  arguments.push_back(nullptr);
  return holonom::runCommandLine(argc + 1, arguments.data());
}
