// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/compare_settings.h"

#include <QSettings>
#include <algorithm>

#include "gui/base/guarded.h"
#include "gui/base/window_text.h"
#include "gui/session/run_names.h"
#include "gui/session/session.h"

namespace holonom {

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
  Variant taken;
  SimulationOptions options;
  const auto read = [&] { options = optionsOf(taken = splitVariant(variant.toStdString()), {}); };
  if (!guarded(read).first) return variant;
  QString words = QString::fromStdString(shortLabel(options));
  const QString settings = settingsInWords(taken, options);
  return settings.isEmpty() ? words : words + ", " + settings;
}

QString settingsInWords(const Variant& variant, const SimulationOptions& options) {
  QStringList words;
  if (variant.setting("rtol")) words << QString::fromStdString(toleranceInWords(options));
  else if (variant.setting("atol"))
    words << tr("absolute tolerance %1").arg(QString::fromStdString(briefTolerance(usedAtol(options))));
  for (const OptionField& field : optionFields())
    if (field.name != "rtol" && field.name != "atol" && variant.setting(field.name))
      words << QString::fromStdString(inWords(field, options));
  return words.join(", ");
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
