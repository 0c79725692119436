// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "core/model/mechanism.h"

namespace holonom {

/// The mechanism in the window and the file it came from. A file that cannot be read leaves it untouched.
class Document : public QObject {
  Q_OBJECT
 public:
  bool isOpen() const { return open_; }
  const Mechanism& mechanism() const { return mechanism_; }
  const QString& filePath() const { return filePath_; }  ///< empty when the model came from no file
  QString title() const;                                 ///< the model's name, else the file's

  /// Reads a model file. On failure returns false, emits failed() with the whole message and changes nothing.
  bool open(const QString& file);
  /// A file, or the name of a shipped example.
  bool openNamed(const QString& fileOrExample);
  void setMechanism(Mechanism mechanism, const QString& file = {});
  bool saveCopy(const QString& file);

 signals:
  void opened();
  void failed(const QString& message);

 private:
  bool open_ = false;
  Mechanism mechanism_;
  QString filePath_;
};

}  // namespace holonom
