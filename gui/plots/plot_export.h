// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <functional>

#include "gui/base/job.h"
#include "gui/plots/data_table.h"

class QPainter;

namespace holonom {

/// Something that draws itself with lines and text into any painter, size in px of the screen.
struct Drawing {
  QSize size;
  QString title;
  std::function<void(QPainter&)> draw;
};

/// Writes a drawing as PNG (two pixels per pixel of the screen), SVG or PDF, by the ending of the file, which
/// appears only when it is complete; it is written beside the window. `done` is called in the owner's thread,
/// if the owner still lives, with an empty text or what went wrong.
void savePicture(const Drawing& drawing, const QString& file, QObject* owner,
                 const std::function<void(const QString& error)>& done);

QImage pictureOf(const Drawing& drawing, double scale = 2);

/// Writes tables to files and to the clipboard beside the window, one at a time.
class TableWriter : public QObject {
  Q_OBJECT
 public:
  explicit TableWriter(QObject* parent = nullptr);
  void toFile(DataTable table, const QString& file);  ///< CSV
  void toClipboard(DataTable table);                  ///< tab-separated, as spreadsheets take it

 signals:
  void finished(const QString& message, bool success);

 private:
  using Text = Outcome<QByteArray>;  // empty for a file
  void start(std::function<Text()> work, std::function<void(const Text&)> done);
  Job<QByteArray> job_;
};

}  // namespace holonom
