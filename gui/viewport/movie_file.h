// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <memory>
#include <optional>

#include "core/base/output_file.h"

namespace holonom {

/// A video as it is written: Ogg Theora, which is free and which players and browsers know. It grows under a
/// temporary name beside its place and gets there when it is complete; what is not finished is removed.
class MovieFile {
 public:
  /// framesPerSecond: 1 … 5000. An older file of that name stays until finish().
  MovieFile(const QString& file, int framesPerSecond);
  ~MovieFile();
  MovieFile(const MovieFile&) = delete;
  MovieFile& operator=(const MovieFile&) = delete;

  /// Appends a picture; all have the size of the first, which is even in both directions. Empty, or what went
  /// wrong: the file is of no use then.
  QString add(const QImage& picture);
  QString finish();

 private:
  struct Writer;
  QString begin(const QSize& size);
  QString state() const;
  QString file_;
  std::optional<AtomicFile> place_;  // from the first picture on
  int rate_;
  std::unique_ptr<Writer> writer_;
};

}  // namespace holonom
