// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/results/recording.h"

namespace holonom {

/// Writes a recording as CSV, which takes a while: a header of channel names, then one line per accepted step
/// with shortest exact numbers. The file appears only when it is complete. Throws OutputError.
void writeCsv(const Recording& recording, const QString& file);

}  // namespace holonom
