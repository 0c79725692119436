// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

enum class PlotScale { Linear, Logarithmic, Steps };

enum class PlotTopic { Outputs, Acceleration, Reactions, Drift, Energy, Order, StepSize, Independence, Free };

/// What a pane is about, in words for the user.
struct PlotSpec {
  PlotTopic topic;
  const char* key;   ///< name in saved states
  QString title;     ///< "Acceleration"
  QString hint;      ///< shown beside the title: what to look at
  QString help;      ///< tooltip: a sentence or two
  QString quantity;  ///< axis title without the unit
  PlotScale scale;
  bool atStart = true;  ///< among the panes that a new board has, whatever the model
};

/// The ready-made panes.
const std::vector<PlotSpec>& plotSpecs();
/// The pane that starts empty and takes any quantity.
const PlotSpec& freeSpec();
/// By key; nullptr for one that is not known.
const PlotSpec* findSpec(const QString& key);

/// Can the plot show this channel at all?
bool offers(PlotTopic topic, const Channel& channel);

/// The units of the model's outputs, in the order of the outputs.
QStringList outputUnits(const Recording& recording);

/// The channels that a plot shows before the user has chosen: at most three (four energies, six outputs).
/// Where rows are recorded, channels that vary are preferred, and accelerations with one unit and the largest
/// range. `unit`: of outputs, the place of theirs in outputUnits().
QStringList defaultChannels(PlotTopic topic, const Recording& recording, int unit = 0);

}  // namespace holonom
