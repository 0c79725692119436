// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/forms/curve_form.h"

#include <cmath>

namespace holonom {

QString readOutOf(double value) { return std::isnan(value) ? QString::fromUtf8("–") : readableNumber(value); }

QStringList CurveForm::readOut(const ChartScene& scene) const {
  QStringList texts;
  if (!std::isfinite(scene.cursor)) return texts;
  for (const auto& curve : scene.set.curves) {
    const double value = curve->valueAt(scene.cursor);
    QString text = readOutOf(value);
    if (std::isfinite(scene.second))
      text += QString::fromUtf8("  Δ ") + readOutOf(value - curve->valueAt(scene.second));
    texts << text;
  }
  return texts;
}

}  // namespace holonom
