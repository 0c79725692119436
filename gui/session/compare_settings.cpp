// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/compare_settings.h"

#include <QSettings>

#include "gui/session/guarded.h"
#include "gui/session/session.h"

namespace holonom {

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
