// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "gui/base/guarded.h"

namespace holonom {

/// Mechanisms are plain values: a step of the history is the one before and the one after.
class Document::Change : public QUndoCommand {
 public:
  using Snapshot = std::shared_ptr<const Mechanism>;
  Change(Document& document, const QString& name, Snapshot after, QString gesture)
      : QUndoCommand(name), document_(document), before_(document.mechanism_), after_(std::move(after)),
        gesture_(std::move(gesture)) {}

  void undo() override { document_.mechanism_ = before_; }
  void redo() override { document_.mechanism_ = after_; }
  int id() const override { return gesture_.isEmpty() ? -1 : 1; }
  bool mergeWith(const QUndoCommand* next) override {
    const auto& later = static_cast<const Change&>(*next);
    if (later.gesture_ != gesture_) return false;
    after_ = later.after_;
    setObsolete(*after_ == *before_);
    return true;
  }

 private:
  Document& document_;
  Snapshot before_, after_;
  QString gesture_;
};

namespace {

QByteArray digestOf(QByteArrayView content) {
  return QCryptographicHash::hash(content, QCryptographicHash::Sha256);
}

/// Of what a file holds; empty where there is none, and of a pipe, which says it once.
QByteArray digestOfFile(const QString& file) {
  QFile stream(file);
  return QFileInfo(file).isFile() && stream.open(QIODevice::ReadOnly) ? digestOf(stream.readAll())
                                                                      : QByteArray();
}

/// What a file held before it is written over, as FILE.bak; without it saving goes on all the same.
void keepPrevious(const QString& file) {
  const QString target = QFileInfo(file).isSymLink() ? QFileInfo(file).symLinkTarget() : file;
  if (!QFileInfo(target).isFile()) return;
  guarded([&] {
    AtomicFile backup((target + ".bak").toStdString());
    std::filesystem::copy_file(target.toStdString(), backup.part(),
                               std::filesystem::copy_options::overwrite_existing);
    backup.commit();
  });
}

}  // namespace

ModelFile ModelFile::read(const QString& file) {
  const std::string text = readModelText(file.toStdString());
  return {parseUnfinished(text, file.toStdString()), QFileInfo(file).absoluteFilePath(), digestOf(text)};
}

ModelFile ModelFile::readTemplate(const QString& file) { return {readUnfinished(file.toStdString())}; }

Document::Document(QObject* parent) : QObject(parent), mechanism_(std::make_shared<Mechanism>()) {
  announced_ = mechanism_;
  connect(&history_, &QUndoStack::indexChanged, this, &Document::announce);
  connect(&history_, &QUndoStack::cleanChanged, this, &Document::modifiedChanged);
}

QString Document::title() const {
  if (!mechanism_->name.empty()) return QString::fromStdString(mechanism_->name);
  return filePath_.isEmpty() ? tr("Untitled mechanism") : QFileInfo(filePath_).completeBaseName();
}

QString Document::proposedName() const { return title().simplified().replace('/', '-'); }

bool Document::take(Outcome<ModelFile> read) {
  if (read) set(std::move(*read.result));
  else emit failed(tr("The model could not be opened.") + "\n" + read.error);
  return bool(read);
}

QString Document::find(const QString& fileOrExample) {
  QString file;
  const auto [ok, message] =
      guarded([&] { file = QString::fromStdString(findModel(fileOrExample.toStdString()).string()); });
  if (!ok) emit failed(message);
  return file;
}

bool Document::open(const QString& file) {
  Outcome<ModelFile> read;
  read.error = guarded([&] { read.result = ModelFile::read(file); }).second;
  return take(std::move(read));
}

bool Document::openNamed(const QString& fileOrExample) {
  const QString file = find(fileOrExample);
  return !file.isEmpty() && open(file);
}

void Document::setMechanism(Mechanism mechanism, const QString& file) {
  set({std::move(mechanism), file, digestOfFile(file)});
}

void Document::set(ModelFile model) {
  emit leaving();
  mechanism_ = announced_ = std::make_shared<const Mechanism>(std::move(model.mechanism));
  filePath_ = model.path;
  known_ = model.digest;
  open_ = true;
  history_.clear();
  // clearing leaves an empty history as it is: of a restored model, with something to save
  history_.setClean();
  emit opened();
  emit modifiedChanged();
}

void Document::recover(Mechanism mechanism, const QString& file, const QDateTime& lastChange) {
  setMechanism(std::move(mechanism), file);
  if (QFileInfo(file).lastModified() > lastChange) known_.clear();
  history_.resetClean();
  emit modifiedChanged();
}

void Document::edit(const QString& name, Mechanism changed, const QString& gesture) {
  if (!open_ || changed == *mechanism_) return;
  history_.push(new Change(*this, name, std::make_shared<const Mechanism>(std::move(changed)), gesture));
}

/// Behind a jump over many steps only the model where it ends is shown.
void Document::announce() {
  if (announced_ == mechanism_) return;
  announced_ = mechanism_;
  emit changed();
}

bool Document::write(const QString& file, const QString& failure) {
  const auto [ok, message] = guarded([&] { writeMechanism(*mechanism_, file.toStdString()); });
  if (!ok) emit failed(failure + "\n" + message);
  return ok;
}

bool Document::fileHasChanged() const {
  const QByteArray now = digestOfFile(filePath_);
  return !now.isEmpty() && now != known_;
}

bool Document::saveCopy(const QString& file) { return write(file, tr("The copy could not be saved.")); }

bool Document::saveAs(const QString& file) {
  keepPrevious(file);
  if (!write(file, tr("The model could not be saved."))) return false;
  filePath_ = QFileInfo(file).absoluteFilePath();
  known_ = digestOfFile(filePath_);
  history_.setClean();
  emit modifiedChanged();
  return true;
}

}  // namespace holonom
