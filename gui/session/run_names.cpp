// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "core/base/spelling.h"
#include "gui/session/session_run.h"

namespace holonom {
namespace {

using Group = std::vector<SessionRun*>;  // runs of one method and index

constexpr int kMostOptions = 2;  // beside the tolerance: names are to be read at a glance

QString tr(const char* text) { return QCoreApplication::translate("RunNames", text); }

QString formOf(const SessionRun& run) { return QString::fromStdString(shortLabel(run.options())); }

template <typename Get>
bool differ(const Group& group, Get get) {
  return std::any_of(group.begin(), group.end(), [&](const SessionRun* run) {
    return get(run->options()) != get(group.front()->options());
  });
}

/// Tolerances and interval are told in words of their own.
bool isOther(const OptionField& field) {
  static const std::vector<std::string> kToldElsewhere{"method", "index", "rtol", "atol", "t-start", "t-end"};
  return std::find(kToldElsewhere.begin(), kToldElsewhere.end(), field.name) == kToldElsewhere.end();
}

/// An absolute one that was chosen is told where it is another.
QString toleranceOf(const SimulationOptions& options) {
  const double relative = usedRtol(options);
  const QString text = tr("tolerance %1").arg(briefTolerance(relative));
  return options.atol && *options.atol != relative
             ? text + ' ' + tr("(absolute %1)").arg(briefTolerance(*options.atol))
             : text;
}

/// What sets the runs of one form apart, as additions to its name.
void addOptions(const Group& group, bool tolerances, std::vector<QString>& names) {
  const auto add = [&](const auto& text) {
    for (std::size_t i = 0; i < group.size(); ++i) names[i] += ", " + text(group[i]->options());
  };
  if (tolerances || differ(group, usedRtol)) add(toleranceOf);
  else if (differ(group, usedAtol))
    add([](const auto& options) {
      return tr("absolute tolerance %1").arg(briefTolerance(usedAtol(options)));
    });
  // A live run takes steps that the clock asks for.
  const bool live =
      std::any_of(group.begin(), group.end(), [](const SessionRun* run) { return run->isLive(); });
  int added = 0;
  for (const OptionField& field : optionFields()) {
    if (!isOther(field) || (live && field.name.ends_with("-step")) || added == kMostOptions ||
        !differ(group, field.get))
      continue;
    ++added;
    add([&](const auto& options) {
      return QString::fromStdString(withinSentence(field.label)) + ' ' +
             QString::fromStdString(field.get(options));
    });
  }
}

void addBeginning(const SessionRun& run, QString& name) {
  if (run.isLive()) name += ", " + tr("live");
  if (run.isBranch()) name += ", " + tr("from %1 s").arg(run.options().startTime, 0, 'g', 4);
}

}  // namespace

QString runMark(std::size_t place) { return QString(QChar(0x2460 + int(place % 20))); }

QString briefTolerance(double tolerance) {
  static const QRegularExpression kIdleZeros("\\.?0*e-0*");
  return tolerance < 1e-3 ? QString::number(tolerance, 'e', 2).replace(kIdleZeros, "e-")
                          : QString::number(tolerance, 'g', 3);
}

void nameRuns(const std::vector<std::unique_ptr<SessionRun>>& runs) {
  std::vector<SessionRun*> left;
  for (const auto& run : runs) left.push_back(run.get());
  // Where one was chosen, the usual ones of other methods are to be seen as well.
  const bool tolerances = differ(left, usedRtol) &&
                          std::any_of(left.begin(), left.end(),
                                      [](const SessionRun* run) { return run->options().rtol.has_value(); });
  while (!left.empty()) {
    const QString form = formOf(*left.front());
    const auto others = std::stable_partition(left.begin(), left.end(),
                                              [&](const SessionRun* run) { return formOf(*run) == form; });
    const Group group(left.begin(), others);
    left.erase(left.begin(), others);
    std::vector<QString> names(group.size(), form);
    addOptions(group, tolerances, names);
    for (std::size_t i = 0; i < group.size(); ++i) addBeginning(*group[i], names[i]);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const bool taken = std::count(names.begin(), names.end(), names[i]) > 1;
      group[i]->setLabel(taken ? QStringLiteral("%1 (%2)").arg(names[i], runMark(group[i]->place()))
                               : names[i]);
    }
  }
}

}  // namespace holonom
