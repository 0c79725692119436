// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/channel_words.h"

#include <QCoreApplication>

namespace holonom {

QString channelLabel(const Channel& channel) {
  QString name = QString::fromStdString(channel.name);
  if (name == QStringLiteral("constraints.sigma")) return QString::fromUtf8("σ");
  for (const char* prefix : {"energy.", "drift.", "step.", "constraints."})
    if (name.startsWith(prefix)) return name.mid(static_cast<int>(qstrlen(prefix)));
  return name.replace(QStringLiteral(".lambda"), QString::fromUtf8(" λ"));
}

QString channelGroup(const Channel& channel) {
  if (!channel.part.empty()) return QString::fromStdString(channel.part);
  switch (channel.kind) {
    case ChannelKind::Output: return QCoreApplication::translate("Channels", "Outputs of the model");
    case ChannelKind::Energy: return QCoreApplication::translate("Channels", "Energy and work");
    case ChannelKind::Drift:
    case ChannelKind::Independence: return QCoreApplication::translate("Channels", "Whole mechanism");
    case ChannelKind::Step: return QCoreApplication::translate("Channels", "Accepted steps");
    default: return QCoreApplication::translate("Channels", "Others");
  }
}

QString channelQuantity(const Channel& channel) {
  const bool angular = channel.unit.starts_with("rad");
  switch (channel.kind) {
    case ChannelKind::Position: return angular ? "angle" : "position";
    case ChannelKind::Velocity: return angular ? "angular velocity" : "velocity";
    case ChannelKind::Acceleration: return angular ? "angular acceleration" : "acceleration";
    case ChannelKind::Multiplier: return "reaction";
    case ChannelKind::Energy: return "energy";
    case ChannelKind::Drift: return "violation";
    case ChannelKind::Time: return "time";
    case ChannelKind::Step:
    case ChannelKind::Independence:
    case ChannelKind::Output: break;
  }
  return channelLabel(channel);
}

}  // namespace holonom
