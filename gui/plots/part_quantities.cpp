// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/part_quantities.h"

namespace holonom {

void addQuantities(QMenu& menu, const Recording* recording, const QStringList& parts,
                   const std::function<void(const QString& channel)>& chosen) {
  if (!recording || !recording->ready()) return;
  for (const Channel& channel : recording->channels()) {
    if (!parts.contains(QString::fromStdString(
            channel.kind == ChannelKind::Output && channel.part.empty() ? channel.name : channel.part)))
      continue;
    const QString name = QString::fromStdString(channel.name), unit = QString::fromStdString(channel.unit);
    QAction* action = menu.addAction(unit.isEmpty() ? name : QMenu::tr("%1 in %2").arg(name, unit), &menu,
                                     [chosen, name] { chosen(name); });
    action->setObjectName("plot_" + name);
  }
}

}  // namespace holonom
