// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>
#include <optional>

#include "gui/plots/forms/time_form.h"

namespace holonom {

/// MIME type of a pane that is dragged to another place: its key.
inline constexpr char kPaneMime[] = "application/x-holonom-pane";

/// What the user has made of one pane: enough to build it again.
struct PaneState {
  QString topic;                    ///< key of its PlotSpec
  QStringList channels;             ///< names
  bool chosen = false;              ///< by the user; otherwise the default of the topic
  int unit = 0;                     ///< of outputs: which one of their units the default shows
  QString form = kTimeForm;         ///< key of its PlotForm
  std::optional<bool> logarithmic;  ///< none: as the topic has it
  QString abscissa;                 ///< channel of the horizontal axis in phase plots
  QMap<QString, int> sides;         ///< channels that the user put on the left (0) or right (1) axis
  bool statistics = false;          ///< shown below the curves
  bool difference = false;          ///< the runs minus the first one, instead of the runs

  bool operator==(const PaneState&) const = default;
};

QJsonObject toJson(const PaneState& state);
/// What is missing or cannot be read keeps its default.
PaneState paneFromJson(const QJsonObject& object);

}  // namespace holonom
