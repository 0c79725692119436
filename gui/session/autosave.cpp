// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/autosave.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>

#include "core/base/output_file.h"
#include "core/io/clipping_text.h"
#include "gui/base/guarded.h"

namespace holonom {
namespace {

constexpr int kDelay = 250;  // ms; edits within it are written together

QString lockOf(const QString& record) { return record.left(record.size() - 5) + ".lock"; }

std::shared_ptr<QLockFile> tryLock(const QString& record) {
  auto lock = std::make_shared<QLockFile>(lockOf(record));
  lock->setStaleLockTime(0);  // only a program that is gone gives its lock up
  return lock->tryLock(0) ? lock : nullptr;
}

bool read(const QString& record, LeftBehind& left) {
  QFile stream(record);
  if (!stream.open(QIODevice::ReadOnly)) return false;
  const QByteArray text = stream.readAll();
  return guarded([&] {
           RecoveryRecord content =
               parseRecovery({text.data(), std::size_t(text.size())}, record.toStdString());
           left.file = QString::fromStdString(content.file);
           left.title = QString::fromStdString(content.mechanism.name);
           left.changed = QDateTime::fromString(QString::fromStdString(content.time), Qt::ISODateWithMs);
           left.mechanism = std::make_shared<const Mechanism>(std::move(content.mechanism));
         })
      .first;
}

}  // namespace

Autosave::Autosave(Document& document, QObject* parent) : QObject(parent), document_(document) {
  timer_.setSingleShot(true);
  timer_.setInterval(kDelay);
  connect(&timer_, &QTimer::timeout, this, &Autosave::write);
  connect(&document_, &Document::changed, this, &Autosave::changed);
  connect(&document_, &Document::opened, this, &Autosave::discard);
  connect(&document_, &Document::modifiedChanged, this, &Autosave::changed);
}

Autosave::~Autosave() { finishWriting(); }

QString Autosave::folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/recovery";
}

/// The timer runs from the first change that is not written; later ones do not put it off.
void Autosave::changed() {
  if (!document_.isModified()) return discard();
  if (!timer_.isActive()) timer_.start();
}

bool Autosave::claim() {
  if (!record_.isEmpty()) return true;
  if (!QDir().mkpath(folder())) return false;
  record_ = folder() + "/" + QUuid::createUuid().toString(QUuid::WithoutBraces) + ".json";
  lock_ = tryLock(record_);
  return true;
}

void Autosave::write() {
  if (!document_.isModified() || !claim()) return;
  writer_.start([record = record_, mechanism = document_.snapshot(),
                 file = document_.filePath().toStdString(),
                 time = QDateTime::currentDateTime().toString(Qt::ISODateWithMs).toStdString()] {
    writeTextFile(record.toStdString(), formatRecovery({*mechanism, file, time}));
  });
}

void Autosave::discard() {
  timer_.stop();
  if (record_.isEmpty()) return;
  writer_.start([record = record_, lock = lock_] { QFile::remove(record); });
  record_.clear();
  writer_.wait();
  lock_.reset();
}

void Autosave::restore(LeftBehind left) {
  // its signals take the record away that was here before
  document_.recover(*left.mechanism, left.file, left.changed);
  timer_.stop();
  record_ = left.record;
  lock_ = std::move(left.lock);
}

void Autosave::finishWriting() {
  if (timer_.isActive()) {
    timer_.stop();
    write();
  }
  writer_.wait();
}

std::vector<LeftBehind> Autosave::leftBehind(QStringList* broken) {
  std::vector<LeftBehind> found;
  const QDir place(folder());
  for (const QString& name : place.entryList({"*.json"}, QDir::Files)) {
    LeftBehind left;
    left.record = place.filePath(name);
    left.lock = tryLock(left.record);
    if (!left.lock) continue;  // of a window that is open
    if (read(left.record, left)) found.push_back(std::move(left));
    else if (broken) broken->push_back(left.record);
  }
  std::sort(found.begin(), found.end(),
            [](const LeftBehind& a, const LeftBehind& b) { return a.changed > b.changed; });
  return found;
}

void Autosave::remove(const LeftBehind& left) { QFile::remove(left.record); }

}  // namespace holonom
