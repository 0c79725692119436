// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/reaction_words.h"

#include "gui/base/window_text.h"

namespace holonom {

QMap<QString, QString> reactionWords(const Mechanism& mechanism) {
  QMap<QString, QString> words;
  const auto put = [&words](const std::string& part, std::size_t number, bool turns, const QString& which) {
    const QString name = QString::fromStdString(part), word = turns ? tr("%1 moment") : tr("%1 force");
    words[name + QStringLiteral(".lambda%1").arg(number)] =
        which.isEmpty() ? word.arg(name) : word.arg(name) + QChar(' ') + which;
  };
  for (const Joint& joint : mechanism.joints) {
    const std::vector<JointRow>& rows = rowsOf(mechanism, joint);
    for (std::size_t k = 0; k < rows.size(); ++k)
      put(joint.name, k + 1, rows[k].keeps == JointRow::Keeps::Angle,
          rows.size() > 1 ? QString::fromUtf8(rows[k].name) : QString());
  }
  for (const Driver& driver : mechanism.drivers)
    put(driver.name, 1, !slideAxis(mechanism.joints[std::size_t(driver.joint)], driver.coordinate), {});
  for (const Force& force : mechanism.forces) {
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop) continue;
    const bool turns = stop->joint >= 0 && !slideAxis(mechanism.joints[std::size_t(stop->joint)]);
    const std::vector<StopLimit> limits = stopLimits(*stop);
    for (std::size_t k = 0; k < limits.size(); ++k)
      put(force.name, k + 1, turns,
          limits.size() < 2 ? QString()
          : limits[k].upper ? tr("at its upper limit")
                            : tr("at its lower limit"));
  }
  return words;
}

}  // namespace holonom
