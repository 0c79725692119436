// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/document.h"

#include <QFileInfo>

#include "core/base/error.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "gui/session/guarded.h"

namespace holonom {

QString Document::title() const {
  if (!mechanism_.name.empty()) return QString::fromStdString(mechanism_.name);
  return filePath_.isEmpty() ? tr("Untitled mechanism") : QFileInfo(filePath_).completeBaseName();
}

bool Document::open(const QString& file) {
  const auto [ok, message] = guarded([&] {
    setMechanism(readMechanism(file.toStdString()), QFileInfo(file).absoluteFilePath());
  });
  if (!ok) emit failed(tr("The model could not be opened.") + "\n" + message);
  return ok;
}

bool Document::openNamed(const QString& fileOrExample) {
  QString file;
  const auto [ok, message] =
      guarded([&] { file = QString::fromStdString(findModel(fileOrExample.toStdString()).string()); });
  if (!ok) emit failed(message);
  return ok && open(file);
}

void Document::setMechanism(Mechanism mechanism, const QString& file) {
  mechanism_ = std::move(mechanism);
  filePath_ = file;
  open_ = true;
  emit opened();
}

bool Document::saveCopy(const QString& file) {
  const auto [ok, message] = guarded([&] { writeMechanism(mechanism_, file.toStdString()); });
  if (!ok) emit failed(tr("The copy could not be saved.") + "\n" + message);
  return ok;
}

}  // namespace holonom
