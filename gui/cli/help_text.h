// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gui/cli/command.h"

namespace holonom::cli {

/// `holonom --help`: subcommands, the window and the exit codes.
std::string programHelp(const std::vector<std::unique_ptr<Command>>& commands);

/// `holonom COMMAND --help`: usage and every option, wrapped to 100 columns.
std::string commandHelp(const Command& command, const CLI::App& app);

}  // namespace holonom::cli
