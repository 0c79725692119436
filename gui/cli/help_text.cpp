// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/help_text.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

constexpr std::size_t kColumns = 100;

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
    if (column > indent && column + 1 + displayWidth(word) > kColumns) {
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
  std::string out =
      "Holonom, a laboratory for mechanism dynamics\n\n"
      "Usage:\n"
      "  holonom [MODEL]                 opens the window (MODEL: a model file or the name of an example)\n"
      "  holonom SUBCOMMAND ARGUMENTS    works without a display\n\n"
      "Subcommands ('holonom SUBCOMMAND --help' tells more):\n";
  for (const auto& command : commands) out += entry(command->name(), command->purpose(), 14);
  out += "\nOptions:\n";
  out += entry("-h, --help", "this text", 18);
  out += entry("--version", "the version of the program", 18);
  out +=
      "\nThe window also takes, for pictures and tests:\n"
      "  holonom --example NAME [--method NAME] [--index N] [--autorun]\n"
      "          [--compare METHOD:INDEX[:OPTION=VALUE …]]\n"
      "          [--screenshot FILE.png] [--after SECONDS] [--size WxH] and the other options of 'holonom "
      "run'\n"
      "\nExit codes:\n"
      "  0  success\n"
      "  1  the command line is wrong: unknown subcommand or option, value missing\n"
      "  2  a model or the value of an option cannot be used\n"
      "  3  the run failed: no consistent initial conditions, or the integration broke off\n"
      "  4  the window cannot open: no display, or built without it\n"
      "  5  a result could not be written\n"
      "Messages go to standard error, results to standard output.\n";
  return out;
}

std::string commandHelp(const Command& command, const CLI::App& app) {
  std::string out = std::string(command.purpose()) + "\n\nUsage:\n  holonom " + command.name() + ' ' +
                    command.synopsis() + "\n\nArguments and options:\n";
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
