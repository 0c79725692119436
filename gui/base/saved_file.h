// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>
#include <QString>
#include <functional>

namespace holonom {

/// Writes a file through a device from its beginning to its end. It comes to its place whole or not at all
/// (OutputFile). `write` returns false where it cannot draw or convert. Empty, or what went wrong.
QString saveFile(const QString& file, const std::function<bool(QIODevice&)>& write);

}  // namespace holonom
