// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIODevice>
#include <QObject>
#include <QString>
#include <functional>

namespace holonom {

/// Writes a file through a device from its beginning to its end. It comes to its place whole or not at all
/// (OutputFile). `write` returns false where it cannot draw or convert. Empty, or what went wrong.
QString saveFile(const QString& file, const std::function<bool(QIODevice&)>& write);

/// The same beside the window, which a large picture or a slow disk would hold up. `done` is called in the
/// owner's thread, if the owner still lives; the file is written in any case.
void saveFileBeside(const QString& file, std::function<bool(QIODevice&)> write, QObject& owner,
                    std::function<void(const QString& error)> done);

}  // namespace holonom
