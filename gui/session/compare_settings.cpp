// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/compare_settings.h"

#include <QCoreApplication>
#include <QSettings>
#include <algorithm>

#include "gui/session/guarded.h"
#include "gui/session/run_names.h"
#include "gui/session/session.h"

namespace holonom {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("CompareSettings", text); }

bool isTolerance(const OptionField& field) { return field.name == "rtol" || field.name == "atol"; }

bool isFor(const OptionField& field, const std::string& method) {
  return field.methods.empty() ||
         std::find(field.methods.begin(), field.methods.end(), method) != field.methods.end();
}

}  // namespace

bool amountToTheSame(const SimulationOptions& a, const SimulationOptions& b) {
  if (usedRtol(a) != usedRtol(b) || usedAtol(a) != usedAtol(b)) return false;
  return std::all_of(optionFields().begin(), optionFields().end(), [&](const OptionField& field) {
    return isTolerance(field) || !isFor(field, a.method) || field.get(a) == field.get(b);
  });
}

QStringList twins(const Session& session) {
  std::vector<SimulationOptions> runs{session.options()};
  guarded([&] {
    for (const QString& variant : session.comparisons())
      runs.push_back(parseVariant(variant.toStdString(), session.options()));
  });
  QStringList groups;
  std::vector<bool> told(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    QStringList marks{runMark(i)};
    for (std::size_t k = i + 1; k < runs.size(); ++k) {
      if (told[k] || !amountToTheSame(runs[i], runs[k])) continue;
      told[k] = true;
      marks << runMark(k);
    }
    if (marks.size() > 1) groups << marks.join(", ");
  }
  return groups;
}

QString wordsOf(const QString& variant) {
  SimulationOptions options;
  if (!guarded([&] { options = parseVariant(variant.toStdString(), {}); }).first) return variant;
  QString words = QString::fromStdString(shortLabel(options));
  if (options.rtol) words += ", " + tr("tolerance %1").arg(briefTolerance(*options.rtol));
  if (options.atol && options.atol != options.rtol)
    words += ", " + tr("absolute tolerance %1").arg(briefTolerance(*options.atol));
  SimulationOptions plain;
  selectMethod(plain, options.method);
  for (const OptionField& field : optionFields())
    if (field.name != "method" && field.name != "index" && !isTolerance(field) &&
        field.get(options) != field.get(plain))
      words += QString(", %1 %2").arg(QString::fromStdString(field.label).toLower(),
                                      QString::fromStdString(field.get(options)));
  return words;
}

void saveComparisons(const Session& session) {
  QSettings settings;
  settings.setValue("compare/variants", session.comparisons());
  settings.setValue("compare/together", session.keepsTogether());
}

void restoreComparisons(Session& session) {
  const QSettings settings;
  QStringList known;  // methods may have gone since
  for (const QString& variant : settings.value("compare/variants").toStringList())
    if (guarded([&] { parseVariant(variant.toStdString(), {}); }).first) known << variant;
  session.setComparisons(known);
  session.setKeepsTogether(settings.value("compare/together", true).toBool());
}

}  // namespace holonom
