// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace holonom {

/// A text of the window in the language of the program, where no class of Qt stands around that has tr(). The
/// tr() of core/base/text.h makes strings for terminals and files.
inline QString tr(const char* text) { return QCoreApplication::translate("Window", text); }

}  // namespace holonom
