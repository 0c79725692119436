// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/png_file.h"

#include <utility>

#include "gui/base/job.h"
#include "gui/base/saved_file.h"

namespace holonom {

void writePng(const QImage& picture, const QString& file, QObject* owner,
              std::function<void(const QString& error)> done) {
  const auto write = [picture, file] {
    return saveFile(file, [&picture](QIODevice& device) { return picture.save(&device, "PNG"); });
  };
  startJob<QString>(*owner, write, [done = std::move(done)](const Outcome<QString>& outcome) {
    done(outcome ? *outcome : outcome.error);
  });
}

}  // namespace holonom
