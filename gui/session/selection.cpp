// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/selection.h"  // the meta-object of Selection is generated from here
