// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace holonom {

/// A text of the window in the language of the program, where no class of Qt stands around that has tr().
inline QString tr(const char* text) { return QCoreApplication::translate("Window", text); }

}  // namespace holonom
