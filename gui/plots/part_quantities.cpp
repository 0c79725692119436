// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/part_quantities.h"

#include "gui/base/channel_words.h"

namespace holonom {

void addQuantities(QMenu& menu, const Recording* recording, const QStringList& parts,
                   const std::function<void(const QString& channel)>& chosen) {
  if (!recording || !recording->ready()) return;
  menu.setToolTipsVisible(true);
  for (const Channel& channel : recording->channels()) {
    if (!parts.contains(QString::fromStdString(
            channel.kind == ChannelKind::Output && channel.part.empty() ? channel.name : channel.part)))
      continue;
    const QString name = QString::fromStdString(channel.name), unit = QString::fromStdString(channel.unit);
    const QString label = channelLabel(channel);
    QAction* action = menu.addAction(unit.isEmpty() ? label : QMenu::tr("%1 in %2").arg(label, unit), &menu,
                                     [chosen, name] { chosen(name); });
    action->setObjectName("plot_" + name);
    action->setToolTip(name);
  }
}

}  // namespace holonom
