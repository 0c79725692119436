// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace holonom {
namespace {
constexpr auto kKey = "recentFiles";
}

RecentFiles::RecentFiles(QObject* parent) : QObject(parent), files_(QSettings().value(kKey).toStringList()) {}

void RecentFiles::add(const QString& file) {
  const QString path = QFileInfo(file).absoluteFilePath();
  files_.removeAll(path);
  files_.prepend(path);
  while (files_.size() > kLimit) files_.removeLast();
  save();
}

void RecentFiles::clear() {
  files_.clear();
  save();
}

void RecentFiles::save() {
  QSettings().setValue(kKey, files_);
  emit changed();
}

}  // namespace holonom
