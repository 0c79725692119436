// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/model/mechanism.h"
#include "gui/session/selection.h"

namespace holonom {

/// One line of the property panel; a line without value is a heading.
struct Property {
  QString label, value;
  QString help = {};
};

/// The values of a part, with units. With no part selected: those of the whole mechanism.
std::vector<Property> propertiesOf(const Mechanism& mechanism, const PartRef& part);

}  // namespace holonom
