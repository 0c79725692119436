// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/csv_file.h"

#include <vector>

#include "core/io/csv_stream.h"

namespace holonom {

void writeCsv(const Recording& recording, const QString& file) {
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

}  // namespace holonom
