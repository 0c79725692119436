// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/png_file.h"

#include <QSaveFile>
#include <QtConcurrentRun>
#include <utility>

namespace holonom {

void writePng(const QImage& picture, const QString& file, QObject* owner,
              std::function<void(const QString& error)> done) {
  const auto write = [picture, file] {
    QSaveFile target(file);
    return target.open(QIODevice::WriteOnly) && picture.save(&target, "PNG") && target.commit()
               ? QString()
               : target.errorString();
  };
  QtConcurrent::run(write).then(owner, std::move(done));
}

}  // namespace holonom
