// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <functional>

#include "core/results/recording.h"

namespace holonom {

/// An entry for each channel of the parts (names; outputs by theirs). Nothing where nothing is recorded.
void addQuantities(QMenu& menu, const Recording* recording, const QStringList& parts,
                   const std::function<void(const QString& channel)>& chosen);

}  // namespace holonom
