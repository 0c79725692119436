// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

enum class PlotScale { Linear, Logarithmic, Steps };

enum class PlotTopic { Acceleration, Reactions, Drift, Energy, Order, StepSize };

/// What one of the six plots is about, in words for the user.
struct PlotSpec {
  PlotTopic topic;
  const char* key;      ///< name in saved states
  QString title;        ///< "Acceleration"
  QString hint;         ///< shown beside the title: what to look at
  QString help;         ///< tooltip: a sentence or two
  QString quantity;     ///< axis title without the unit
  PlotScale scale;
};

const std::vector<PlotSpec>& plotSpecs();

/// Can the plot show this channel at all?
bool offers(PlotTopic topic, const Channel& channel);

/// Name of a channel in legends: without the prefix that the plot's title says already, "pin.lambda1" as "pin λ1".
QString channelLabel(const Channel& channel);

/// The channels that a plot shows before the user has chosen: at most three (four energies). Where rows are recorded,
/// channels that vary are preferred, and accelerations with one unit and the largest range.
QStringList defaultChannels(PlotTopic topic, const Recording& recording);

}  // namespace holonom
