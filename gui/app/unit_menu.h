// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace holonom {

class UnitSettings;

/// View > Units: metres or millimetres, degrees or radians.
void fillUnitMenu(QMenu& menu, UnitSettings& units);

}  // namespace holonom
