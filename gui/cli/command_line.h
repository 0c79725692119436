// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// Whether the arguments are for the command line and not for the window: a subcommand, --help or --version
/// comes first, or a word that is neither a file nor an example (a misspelled subcommand, which is then
/// reported).
bool isCommandLine(int argc, char** argv);

/// Runs a subcommand. Results go to stdout, messages to stderr. Returns the exit code, which --help explains.
int runCommandLine(int argc, char** argv);

}  // namespace holonom
