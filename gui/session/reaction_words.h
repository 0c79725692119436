// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>

#include "core/model/mechanism.h"

namespace holonom {

/// The multipliers of joints, drivers and stops, by their columns, in words: "pin.lambda1" is "pin force x".
QMap<QString, QString> reactionWords(const Mechanism& mechanism);

}  // namespace holonom
