// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

#include "core/results/recording.h"

class QIODevice;

namespace holonom {

/// Channels of one or more runs as columns of a table, each run with its own column of times: runs step at
/// times of their own. Holds the recordings, so it may be read on any thread.
struct DataTable {
  struct Part {
    std::shared_ptr<const Recording> recording;
    QString run;                      // its label; written only where there are several
    std::vector<int> channels;        // the time is channel 0
    std::size_t first = 0, last = 0;  // rows [first, last)
    QString mark = {};                // a sign for the run, which has room where its label has not
    std::size_t rows() const { return last - first; }
  };
  std::vector<Part> parts;

  std::size_t rows() const;  ///< of the longest part
  QStringList titles() const;
};

/// The accepted steps of a recording in [t0, t1] as [first, last).
std::pair<std::size_t, std::size_t> rowsBetween(const Recording& recording, double t0, double t1);

/// Writes titles and rows with shortest exact numbers; cells of parts that have ended stay empty. Titles are
/// quoted where they hold the separator. Returns false when the device takes no more.
bool writeTable(const DataTable& table, char separator, QIODevice& device);

}  // namespace holonom
