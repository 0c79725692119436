// SPDX-License-Identifier: GPL-3.0-or-later
// The one executable: the command line when the arguments ask for it, else the window.
#include "core/io/languages.h"
#include "gui/cli/command_line.h"
#include "gui/cli/exit_codes.h"

#ifdef HOLONOM_WITH_GUI
#include "gui/app/window_main.h"
#else
#include <cstdio>

#include "core/base/text.h"
#endif

int main(int argc, char** argv) {
  holonom::chooseLanguage();
  if (holonom::isCommandLine(argc, argv)) return holonom::runCommandLine(argc, argv);
#ifdef HOLONOM_WITH_GUI
  return holonom::runWindow(argc, argv);
#else
  using holonom::tr;
  std::fprintf(stderr, "holonom: %s\n  %s\n",
               tr("this program was built without the window (HOLONOM_BUILD_GUI=OFF).").c_str(),
               tr("Use the command line: holonom --help").c_str());
  return holonom::cli::kNoWindow;
#endif
}
