// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <memory>

#include "core/results/recording.h"

namespace holonom {

/// Writes a recording as CSV beside the window: a header of channel names, then one line per accepted step
/// with shortest exact numbers. The file appears only when it is complete.
class RecordingExport : public QObject {
  Q_OBJECT
 public:
  explicit RecordingExport(QObject* parent = nullptr);
  void write(std::shared_ptr<const Recording> recording, const QString& file);
  bool isBusy() const { return watcher_.isRunning(); }

 signals:
  void finished(const QString& file, const QString& error);  ///< error empty: written

 private:
  QFutureWatcher<QString> watcher_;
  QString file_;
};

/// The work itself, on the calling thread. Returns an empty string or what went wrong.
QString writeCsv(const Recording& recording, const QString& file);

}  // namespace holonom
