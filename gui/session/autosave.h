// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "gui/base/job.h"
#include "gui/session/document.h"

namespace holonom {

/// A model that a program which ended without asking left behind. Its lock is held while it is offered, so
/// that no other window offers it too.
struct LeftBehind {
  QString record;  ///< the file that holds it
  QString file;    ///< the model file that it belongs to; empty when it was never saved
  QString title;
  QDateTime changed;
  std::shared_ptr<const Mechanism> mechanism;
  std::shared_ptr<QLockFile> lock;
};

/// Keeps what is not saved in a file of its own, at most one second behind the last change, and takes it away
/// once the model is saved or discarded. Writing happens beside the window.
class Autosave : public QObject {
  Q_OBJECT
 public:
  explicit Autosave(Document& document, QObject* parent = nullptr);
  ~Autosave() override;

  /// Forgets the record: what is not saved is not wanted.
  void discard();
  /// Shows a model that was left behind, with its file and its record, which stays until the user saves or
  /// discards.
  void restore(LeftBehind left);
  void finishWriting();

  static QString folder();
  /// Newest first. Records that cannot be read are left where they are, and named in `broken`.
  static std::vector<LeftBehind> leftBehind(QStringList* broken = nullptr);
  static void remove(const LeftBehind& left);

 private:
  void changed();
  void write();
  bool claim();

  Document& document_;
  QTimer timer_;
  Job<> writer_;    // writing and removing keep their order
  QString record_;  // empty until there is something to keep
  std::shared_ptr<QLockFile> lock_;
};

}  // namespace holonom
