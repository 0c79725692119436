// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/results/step_record.h"

namespace holonom {

/// Name of a channel where people read it: without the prefix that the plot's title says already, with signs
/// and words instead of those of the file: "crank.omega" as "crank ω", "pin.lambda1" as "pin force x",
/// "spring_force" as "spring force".
QString channelLabel(const Channel& channel);

/// The part a channel belongs to, or what it is about where it belongs to none: "crank", "Energy and work".
QString channelGroup(const Channel& channel);

/// What a channel measures, as the title of an axis: "angular velocity", "reaction".
QString channelQuantity(const Channel& channel);

/// What the label leaves open, a sentence: in which axes a component is; often empty.
QString channelNote(const Channel& channel);

}  // namespace holonom
