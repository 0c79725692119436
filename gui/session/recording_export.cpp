// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/recording_export.h"

#include <QtConcurrentRun>
#include <vector>

#include "core/io/csv_stream.h"
#include "gui/base/guarded.h"

namespace holonom {
namespace {

void writeRows(const Recording& recording, const QString& file) {
  CsvStream stream(file.toStdString());
  stream.begin(recording.channels());
  std::vector<double> row(recording.channels().size());
  StepRecord record;
  record.row = row;
  for (std::size_t i = 0, rows = recording.size(); i < rows; ++i) {
    recording.copyRow(i, row);
    record.t = row.front();
    if (!stream.accept(record)) break;  // close() says why
  }
  stream.close();
}

}  // namespace

QString writeCsv(const Recording& recording, const QString& file) {
  return guarded([&] { writeRows(recording, file); }).second;
}

RecordingExport::RecordingExport(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<QString>::finished, this,
          [this] { emit finished(file_, watcher_.result()); });
}

void RecordingExport::write(std::shared_ptr<const Recording> recording, const QString& file) {
  if (isBusy()) return;
  file_ = file;
  watcher_.setFuture(
      QtConcurrent::run([recording = std::move(recording), file] { return writeCsv(*recording, file); }));
}

}  // namespace holonom
