// SPDX-License-Identifier: GPL-3.0-or-later
// The one executable: the command line when the arguments ask for it, else the window.
#include "core/io/languages.h"
#include "gui/cli/command_line.h"
#include "gui/cli/exit_codes.h"

#ifdef HOLONOM_WITH_GUI
#include "gui/app/window_main.h"
#else
#include <cstdio>
#endif

int main(int argc, char** argv) {
  holonom::chooseLanguage();
  if (holonom::isCommandLine(argc, argv)) return holonom::runCommandLine(argc, argv);
#ifdef HOLONOM_WITH_GUI
  return holonom::runWindow(argc, argv);
#else
  std::fputs(
      "holonom: this program was built without the window (HOLONOM_BUILD_GUI=OFF).\n"
      "  Use the command line: holonom --help\n",
      stderr);
  return holonom::cli::kNoWindow;
#endif
}
