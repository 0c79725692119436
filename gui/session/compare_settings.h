// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

class Session;

/// What runs beside the main run belongs to the user, not to the model: it is kept for the next start of the program.
void saveComparisons(const Session& session);
void restoreComparisons(Session& session);

}  // namespace holonom
