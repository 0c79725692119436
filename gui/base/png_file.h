// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <functional>

namespace holonom {

/// Packs a picture and writes it beside the window, which a large one would hold up; the file appears only
/// when it is complete. `done` is called in the owner's thread, if the owner still lives, with an empty text
/// or what went wrong.
void writePng(const QImage& picture, const QString& file, QObject* owner,
              std::function<void(const QString& error)> done);

}  // namespace holonom
