// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_arguments.h"

#include <QCommandLineParser>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "gui/session/session.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

[[noreturn]] void reject(const QString& option, const QString& value, Text rule) {
  throw InputError("--" + option.toStdString(), inLanguage(rule.english(), {value.toStdString()}));
}

QSize parseSize(const QString& text) {
  const QStringList parts = text.split('x');
  bool okWidth = false, okHeight = false;
  const QSize size(parts.value(0).toInt(&okWidth), parts.value(1).toInt(&okHeight));
  constexpr int kLargest = 16384;
  const bool sensible =
      size.width() >= 200 && size.height() >= 200 && size.width() <= kLargest && size.height() <= kLargest;
  if (parts.size() != 2 || !okWidth || !okHeight || !sensible)
    reject("size", text, Text("\"{}\" is not a size such as 1400x900"));
  return size;
}

double parseSeconds(const QString& text) {
  bool ok = false;
  const double seconds = text.toDouble(&ok);
  if (!ok || !(seconds >= 0) || seconds > 86400)
    reject("after", text, Text("\"{}\" is not a number of seconds"));
  return seconds;
}

/// The name of a switch alone switches it on, as for 'holonom run'.
QStringList withSwitchesOn(QStringList arguments) {
  for (const OptionField& field : optionFields()) {
    const QString name = "--" + QString::fromStdString(field.name);
    if (field.kind == OptionField::Kind::Switch && field.get(SimulationOptions{}) == "off")
      std::replace(arguments.begin(), arguments.end(), name, name + "=on");
  }
  return arguments;
}

}  // namespace

WindowArguments parseWindowArguments(const QStringList& arguments) {
  QCommandLineParser parser;
  parser.addPositionalArgument("MODEL", "");
  parser.addOptions({{"example", "", "NAME"},
                     {"compare", "", "METHOD[:INDEX]"},
                     {"autorun", ""},
                     {"screenshot", "", "FILE"},
                     {"after", "", "SECONDS"},
                     {"size", "", "WxH"},
                     {"set", "", "PATH=VALUE"}});
  for (const OptionField& field : optionFields())
    parser.addOption({QString::fromStdString(field.name), "", "VALUE"});
  if (!parser.parse(withSwitchesOn(arguments)))
    throw InputError("", parser.errorText().toStdString(), tr("See holonom --help."));
  if (parser.positionalArguments().size() > 1)
    throw InputError("", tr("the window opens one model at a time"),
                     tr("Give one file or the name of one example."));

  if (parser.isSet("example") && !parser.positionalArguments().isEmpty())
    throw InputError("", tr("both a model and --example were given"), tr("Give one of them."));

  WindowArguments result;
  for (const QString& change : parser.values("set")) result.changes.push_back(change.toStdString());
  result.model = parser.isSet("example") ? parser.value("example") : parser.positionalArguments().value(0);
  for (const OptionField& field : optionFields()) {
    const QString name = QString::fromStdString(field.name);
    if (parser.isSet(name)) result.options.emplace_back(name, parser.value(name));
  }
  result.comparisons = parser.values("compare");
  if (result.comparisons.size() >= qsizetype(Session::kMostRuns))
    throw InputError("", tr("the window compares at most {} runs", Session::kMostRuns),
                     tr("Give --compare three times at most."));
  result.autorun = parser.isSet("autorun");
  result.screenshot = parser.value("screenshot");
  if (parser.isSet("after")) result.after = parseSeconds(parser.value("after"));
  if (parser.isSet("size")) result.size = parseSize(parser.value("size"));
  return result;
}

SimulationOptions overlaid(SimulationOptions options, const WindowArguments& arguments) {
  for (const auto& [name, value] : arguments.options)
    for (const OptionField& field : optionFields())
      if (field.name == name.toStdString()) field.set(options, value.toStdString());
  validate(options);
  for (const QString& variant : arguments.comparisons) parseVariant(variant.toStdString(), options);
  return options;
}

}  // namespace holonom
