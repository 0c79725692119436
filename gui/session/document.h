// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>

#include "core/model/mechanism.h"
#include "gui/base/job.h"

namespace holonom {

/// A model as a file holds it.
struct ModelFile {
  Mechanism mechanism;
  QString path = {};       ///< empty: the model has no file of its own
  QByteArray digest = {};  ///< of what the file held

  /// Throw InputError; on any thread.
  static ModelFile read(const QString& file);
  static ModelFile readTemplate(const QString& file);  ///< a copy, to be changed and saved elsewhere
};

/// The mechanism in the window, the file it came from, and how it came to be what it is: every change is one
/// step of the history and can be taken back. A file that cannot be read leaves it untouched.
class Document : public QObject {
  Q_OBJECT
 public:
  explicit Document(QObject* parent = nullptr);

  bool isOpen() const { return open_; }
  const Mechanism& mechanism() const { return *mechanism_; }
  /// The same as a value that stays as it is now.
  const std::shared_ptr<const Mechanism>& snapshot() const { return mechanism_; }
  const QString& filePath() const { return filePath_; }  ///< empty when the model came from no file
  QString title() const;                                 ///< the model's name, else the file's
  QString proposedName() const;                          ///< of a file made of the model, without its ending
  bool isModified() const { return !history_.isClean(); }

  /// A model that was read. Where there is none, returns false, emits failed() with the whole message and
  /// changes nothing.
  bool take(Outcome<ModelFile> read);
  /// The file of that name, or of the shipped example; empty after failed() where there is none.
  QString find(const QString& fileOrExample);
  /// The same at once, for scripts; a user does not wait for files (gui/app/model_opening.h).
  bool open(const QString& file);
  bool openNamed(const QString& fileOrExample);
  /// Another model, with an empty history.
  void setMechanism(Mechanism mechanism, const QString& file = {});
  /// A model that was not saved when the program ended: there is something to save from the beginning.
  void recover(Mechanism mechanism, const QString& file, const QDateTime& lastChange);
  /// Whether the file holds something else than what was read from it or written to it here.
  bool fileHasChanged() const;
  bool save() { return saveAs(filePath_); }
  /// The file becomes that of the document. What it held before is kept beside it as FILE.bak.
  bool saveAs(const QString& file);
  bool saveCopy(const QString& file);

  /// One change by the user, named as in "Undo NAME". Changes with the same `gesture`, one directly after the
  /// other, become one step of the history: a drag, a value that is being typed. Without a change nothing
  /// happens.
  void edit(const QString& name, Mechanism changed, const QString& gesture = {});
  QUndoStack& history() { return history_; }

 signals:
  void leaving();  ///< another model takes its place: what is under way with this one ends
  void opened();   ///< another model
  /// this model is edited, undone or redone: once, however many steps of the history that was
  void changed();
  void modifiedChanged();  ///< whether there is something to save, or where it was saved
  void failed(const QString& message);

 private:
  class Change;
  void announce();
  void set(ModelFile model);
  bool write(const QString& file, const QString& failure);

  bool open_ = false;
  std::shared_ptr<const Mechanism> mechanism_, announced_;
  QString filePath_;
  QByteArray known_;  // a digest of what the file held
  QUndoStack history_;
};

}  // namespace holonom
