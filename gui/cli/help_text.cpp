// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/help_text.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "core/base/text.h"
#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

constexpr std::size_t kTextColumns = 100;

constexpr std::pair<ExitCode, Text> kExitCodes[] = {
    {kSuccess, Text("success")},
    {kBadUsage, Text("the command line is wrong: unknown subcommand or option, value missing")},
    {kBadInput, Text("a model or the value of an option cannot be used")},
    {kRunFailed, Text("the run failed: no consistent initial conditions, or the integration broke off")},
    {kNoWindow, Text("the window cannot open: no display, or built without it")},
    {kNotWritten, Text("a result could not be written")}};

// "left" in its column, then `text` wrapped into the rest of the line.
std::string entry(const std::string& left, const std::string& text, std::size_t indent) {
  std::string out = "  " + left;
  std::size_t column = displayWidth(out);
  if (column + 2 > indent) {
    out += '\n';
    column = 0;
  }
  out.append(indent - column, ' ');
  column = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + displayWidth(word) > kTextColumns) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    if (column > indent) out += ' ', ++column;
    out += word;
    column += displayWidth(word);
  }
  return out + '\n';
}

}  // namespace

std::string programHelp(const std::vector<std::unique_ptr<Command>>& commands) {
  std::string out = tr("Holonom, a laboratory for mechanism dynamics") + "\n\n" + tr("Usage:") +
                    "\n  holonom [MODEL]                 " +
                    tr("opens the window (MODEL: a model file or the name of an example)") +
                    "\n  holonom SUBCOMMAND ARGUMENTS    " + tr("works without a display") + "\n\n" +
                    tr("Subcommands ('holonom SUBCOMMAND --help' tells more):") + "\n";
  for (const auto& command : commands) out += entry(command->name(), command->purpose(), 14);
  out += "\n" + tr("Options:") + "\n";
  out += entry("-h, --help", tr("this text"), 18);
  out += entry("--version", tr("the version of the program"), 18);
  out += "\n" + tr("The window also takes, for pictures and tests:") +
         "\n  holonom --example NAME [--method NAME] [--index N] [--autorun]\n"
         "          [--compare METHOD[:INDEX][:OPTION=VALUE …]]\n"
         "          [--screenshot FILE.png] [--after SECONDS] [--size WxH] " +
         tr("and the other options of 'holonom run'") + "\n\n" + tr("Exit codes:") + "\n";
  for (const auto& [code, meaning] : kExitCodes)
    out += "  " + std::to_string(code) + "  " + meaning.str() + "\n";
  return out + tr("Messages go to standard error, results to standard output.") + "\n";
}

std::string commandHelp(const Command& command, const CLI::App& app) {
  std::string out = command.purpose().str() + "\n\n" + tr("Usage:") + "\n  holonom " + command.name() + ' ' +
                    command.synopsis() + "\n\n" + tr("Arguments and options:") + "\n";
  for (const CLI::Option* option : app.get_options()) {
    std::string left = option->get_positional() ? option->get_name(true) : option->get_name(false, true);
    if (const std::size_t comma = left.find(','); comma != std::string::npos) left.insert(comma + 1, " ");
    if (!option->get_positional() && option->get_items_expected_max() > 0)
      left += ' ' + option->get_type_name();
    out += entry(left, option->get_description(), 28);
  }
  return out;
}

}  // namespace holonom::cli
