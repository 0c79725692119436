// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/io/examples.h"
#include "core/model/symbols.h"
#include "gui/cli/command.h"
#include "gui/cli/help_text.h"

namespace holonom {
namespace {

using cli::Command;
using cli::UsageError;

std::vector<std::unique_ptr<Command>> allCommands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(cli::makeRunCommand());
  commands.push_back(cli::makeCompareCommand());
  commands.push_back(cli::makeCheckCommand());
  commands.push_back(cli::makeAssembleCommand());
  commands.push_back(cli::makeMethodsCommand());
  commands.push_back(cli::makeMethodCommand());
  commands.push_back(cli::makeExamplesCommand());
  commands.push_back(cli::makeGenerateCommand());
  commands.push_back(cli::makeBenchmarkCommand());
  commands.push_back(cli::makeReproduceCommand());
  commands.push_back(cli::makeSchemaCommand());
  return commands;
}

bool isHelp(const std::string& argument) { return argument == "--help" || argument == "-h"; }

bool isExample(const std::string& name) {
  for (const Example& example : listExamples())
    if (example.name == name) return true;
  return false;
}

UsageError unknownCommand(const std::string& word, const std::vector<std::unique_ptr<Command>>& commands) {
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command->name());
  const std::string nearest = closestName(word, names);
  return UsageError(word, tr("is no subcommand, no file and no example"),
                    nearest.empty()
                        ? tr("'holonom --help' lists the subcommands, 'holonom examples' the examples.")
                        : tr("Did you mean 'holonom {}'? 'holonom --help' lists all.", nearest));
}

// What CLI11 left over: an option it does not know, or one argument too many.
UsageError leftOver(const std::string& argument, const CLI::App& app, const std::string& command) {
  const std::string help = tr("'holonom {} --help' shows what it takes.", command);
  if (argument.size() < 2 || argument[0] != '-')
    return UsageError(argument, tr("is one argument too many"), help);
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back(name);
  const std::string given = argument.substr(0, argument.find('='));
  const std::string nearest = closestName(
      given.substr(given.find_first_not_of('-') == std::string::npos ? given.size()
                                                                     : given.find_first_not_of('-')),
      names);
  return UsageError(given, tr("is no option of 'holonom {}'", command),
                    nearest.empty() ? help : tr("Did you mean --{}?", nearest) + " " + help);
}

// CLI11 begins its messages with the option ("--rtol: 1 required TEXT missing").
UsageError translated(const CLI::ParseError& error, const std::string& command) {
  const std::string text = error.what();
  const std::size_t colon = text.find(':');
  const std::string help = tr("'holonom {} --help' shows what it takes.", command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) && colon != std::string::npos)
    return UsageError(text.substr(0, colon), tr("needs a value"),
                      tr("Write it after the option.") + " " + help);
  return UsageError("holonom " + command, text, help);
}

// An empty value is a slip of the shell ("$UNSET"), not a wish for the default.
void requireValues(const CLI::App& app, const std::string& command) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& value : option->results())
      if (value.empty())
        throw UsageError(option->get_name(), tr("has an empty value"),
                         tr("'holonom {} --help' shows what it takes.", command));
}

// Of two different values one would be lost without a word.
void refuseRepetition(const CLI::App& app, const std::string& command) {
  for (const CLI::Option* option : app.get_options())
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeLast && option->count() > 1)
      throw UsageError(option->get_name(),
                       trn(static_cast<long>(option->count()), "is given {} time", "is given {} times"),
                       tr("Give it once. 'holonom {} --help' shows which options may be repeated.", command));
}

int execute(Command& command, int argc, char** argv) {
  CLI::App app(command.purpose(), std::string("holonom ") + command.name());
  app.set_help_flag("-h,--help", tr("Print this help message and exit"));
  app.allow_extras();
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command.addArguments(app);
  try {
    app.parse(argc - 1, argv + 1);
  } catch (const CLI::CallForHelp&) {
    std::cout << cli::commandHelp(command, app);
    return cli::kSuccess;
  } catch (const CLI::ParseError& error) {
    throw translated(error, command.name());
  }
  if (const auto extras = app.remaining(); !extras.empty())
    throw leftOver(extras.front(), app, command.name());
  requireValues(app, command.name());
  refuseRepetition(app, command.name());
  return command.execute();
}

int dispatch(int argc, char** argv) {
  const auto commands = allCommands();
  const std::string word = argc > 1 ? argv[1] : "--help";
  if (isHelp(word)) {
    std::cout << cli::programHelp(commands);
    return cli::kSuccess;
  }
  if (word == "--version") {
    std::cout << "holonom " << HOLONOM_VERSION << '\n';
    return cli::kSuccess;
  }
  for (const auto& command : commands)
    if (word == command->name()) return execute(*command, argc, argv);
  throw unknownCommand(word, commands);
}

int fail(const std::string& message, int code) {
  std::cout.flush();
  std::cerr << "holonom: " << message << '\n';
  return code;
}

}  // namespace

bool isCommandLine(int argc, char** argv) {
  if (argc < 2) return false;
  const std::string word = argv[1];
  if (isHelp(word) || word == "--version") return true;
  for (const auto& command : allCommands())
    if (word == command->name()) return true;
  std::error_code ignored;
  const bool isOption = !word.empty() && word[0] == '-';
  return !isOption && !std::filesystem::exists(word, ignored) && !isExample(word);
}

int runCommandLine(int argc, char** argv) {
  try {
    const int code = dispatch(argc, argv);
    if (!std::cout.flush()) return fail(tr("standard output: cannot be written"), cli::kNotWritten);
    return code;
  } catch (const UsageError& error) {
    return fail(error.full(), cli::kBadUsage);
  } catch (const OutputError& error) {
    return fail(error.full(), cli::kNotWritten);
  } catch (const InputError& error) {
    return fail(error.full(), cli::kBadInput);
  } catch (const std::bad_alloc&) {
    return fail(
        tr("the memory of this machine does not suffice for this model") + "\n  " + tr("Try fewer bodies."),
        cli::kRunFailed);
  } catch (const std::exception& error) {
    return fail(tr("unexpected failure: {}", error.what()), cli::kRunFailed);
  }
}

}  // namespace holonom
