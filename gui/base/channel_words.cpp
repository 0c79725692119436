// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/channel_words.h"

#include <QMap>
#include <QRegularExpression>

#include "gui/base/window_text.h"

namespace holonom {

namespace {

/// "omegax" as "ωx".
QString symbolOf(const QString& column) {
  static const QRegularExpression greek(QStringLiteral("^(lambda|theta|omega|alpha)([xyz]?|[0-9]+)$"));
  static const QMap<QString, QString> letters{{QStringLiteral("lambda"), QString::fromUtf8("λ")},
                                              {QStringLiteral("theta"), QString::fromUtf8("θ")},
                                              {QStringLiteral("omega"), QString::fromUtf8("ω")},
                                              {QStringLiteral("alpha"), QString::fromUtf8("α")}};
  const QRegularExpressionMatch match = greek.match(column);
  return match.hasMatch() ? letters[match.captured(1)] + match.captured(2) : column;
}

/// What an output is, as far as its unit tells; empty where it does not.
QString quantityIn(const QString& unit) {
  static const QMap<QString, QString> words{{QStringLiteral("m"), tr("position")},
                                            {QStringLiteral("rad"), tr("angle")},
                                            {QStringLiteral("m/s"), tr("velocity")},
                                            {QStringLiteral("rad/s"), tr("angular velocity")},
                                            {QString::fromUtf8("m/s²"), tr("acceleration")},
                                            {QString::fromUtf8("rad/s²"), tr("angular acceleration")},
                                            {QStringLiteral("N"), tr("force")},
                                            {QString::fromUtf8("N·m"), tr("moment")},
                                            {QStringLiteral("J"), tr("energy")},
                                            {QStringLiteral("W"), tr("power")}};
  return words.value(unit);
}

}  // namespace

QString channelLabel(const Channel& channel) {
  if (!channel.label.empty()) return QString::fromStdString(channel.label);
  QString name = QString::fromStdString(channel.name);
  if (name == QStringLiteral("constraints.sigma")) return QString::fromUtf8("σ");
  for (const char* prefix : {"energy.", "drift.", "step.", "constraints."})
    if (name.startsWith(prefix)) return name.mid(static_cast<int>(qstrlen(prefix)));
  const QString part = QString::fromStdString(channel.part);
  if (channel.kind == ChannelKind::Output && part.isEmpty())
    return name.replace(QChar('_'), QChar(' ')).replace(QChar('.'), QChar(' '));
  if (part.isEmpty() || !name.startsWith(part + QChar('.'))) return name;
  return part + QChar(' ') + symbolOf(name.mid(part.size() + 1));
}

QString channelGroup(const Channel& channel) {
  if (!channel.part.empty()) return QString::fromStdString(channel.part);
  switch (channel.kind) {
    case ChannelKind::Output: return tr("Outputs of the model");
    case ChannelKind::Energy: return tr("Energy and work");
    case ChannelKind::Drift:
    case ChannelKind::Independence: return tr("Whole mechanism");
    case ChannelKind::Step: return tr("Accepted steps");
    default: return tr("Others");
  }
}

QString channelQuantity(const Channel& channel) {
  const bool angular = channel.unit.starts_with("rad");
  switch (channel.kind) {
    case ChannelKind::Position: return angular ? tr("angle") : tr("position");
    case ChannelKind::Velocity: return angular ? tr("angular velocity") : tr("velocity");
    case ChannelKind::Acceleration: return angular ? tr("angular acceleration") : tr("acceleration");
    case ChannelKind::Multiplier: return tr("reaction");
    case ChannelKind::Energy: return tr("energy");
    case ChannelKind::Drift: return tr("violation");
    case ChannelKind::Time: return tr("time");
    case ChannelKind::Step:
    case ChannelKind::Independence: break;
    case ChannelKind::Measure:
      if (channel.unit == "m") return channel.name.ends_with(".length") ? tr("length") : tr("travel");
      [[fallthrough]];
    case ChannelKind::Output:
      if (const QString word = quantityIn(QString::fromStdString(channel.unit)); !word.isEmpty()) return word;
  }
  return channelLabel(channel);
}

QString channelNote(const Channel& channel) {
  const QString label = QString::fromStdString(channel.label);
  if (channel.kind == ChannelKind::Multiplier) {
    static const QRegularExpression across(QStringLiteral(" across [12]$")),
        tilt(QStringLiteral(" tilt ([12])$")), component(QStringLiteral(" [xyz]$"));
    if (label.contains(component)) return tr("On the second body of the joint, in ground axes.");
    if (label.contains(across))
      return tr("Along one of two directions across the axis of the joint, which stay with its first body.");
    if (const auto match = tilt.match(label); match.hasMatch())
      return tr("About direction %1 of two across the axis of the joint, which stay with its first body.")
          .arg(match.captured(1));
  }
  // components of a force end in the letter, and are in its own axes
  static const QRegularExpression component(QStringLiteral("\\.[ft]([xyz])$"));
  const auto match = component.match(QString::fromStdString(channel.name));
  return channel.kind == ChannelKind::Measure && match.hasMatch() && !label.endsWith(match.captured(1))
             ? tr("In ground axes; a moment about the second point of the joint.")
             : QString();
}

}  // namespace holonom
