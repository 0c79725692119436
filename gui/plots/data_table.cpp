// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/data_table.h"

#include <QIODevice>
#include <QLocale>
#include <algorithm>

namespace holonom {

namespace {

constexpr qsizetype kPiece = 1 << 16;  // bytes gathered before they are written

QByteArray quoted(const QString& title, char separator) {
  QByteArray text = title.toUtf8();
  if (!text.contains(separator) && !text.contains('"') && !text.contains('\n')) return text;
  return '"' + text.replace("\"", "\"\"") + '"';
}

}  // namespace

std::size_t DataTable::rows() const {
  std::size_t most = 0;
  for (const Part& part : parts) most = std::max(most, part.rows());
  return most;
}

QStringList DataTable::titles() const {
  QStringList titles;
  for (const Part& part : parts)
    for (const int channel : part.channels) {
      const Channel& of = part.recording->channels()[static_cast<std::size_t>(channel)];
      QString name = QString::fromStdString(of.name);
      if (!of.unit.empty()) name += QStringLiteral(" (%1)").arg(QString::fromStdString(of.unit));
      titles << (parts.size() > 1 ? QStringLiteral("%1 [%2]").arg(name, part.run) : name);
    }
  return titles;
}

std::pair<std::size_t, std::size_t> rowsBetween(const Recording& recording, double t0, double t1) {
  const std::size_t size = recording.size();
  if (size == 0 || !(t1 >= t0) || t1 < recording.time(0) || t0 > recording.time(size - 1)) return {0, 0};
  std::size_t first = recording.rowAt(t0);
  while (first > 0 && recording.time(first - 1) >= t0) --first;  // several rows at one time
  if (recording.time(first) < t0) ++first;
  return {first, std::max(first, recording.rowAt(t1) + 1)};
}

bool writeTable(const DataTable& table, char separator, QIODevice& device) {
  QByteArray piece;
  piece.reserve(2 * kPiece);
  for (const QString& title : table.titles()) {
    if (!piece.isEmpty()) piece += separator;
    piece += quoted(title, separator);
  }
  piece += '\n';
  for (std::size_t row = 0, rows = table.rows(); row < rows; ++row) {
    bool firstCell = true;
    for (const auto& part : table.parts)
      for (const int channel : part.channels) {
        if (!firstCell) piece += separator;
        firstCell = false;
        if (row < part.rows())
          piece += QByteArray::number(part.recording->value(part.first + row, channel), 'g',
                                      QLocale::FloatingPointShortest);
      }
    piece += '\n';
    if (piece.size() < kPiece) continue;
    if (device.write(piece) != piece.size()) return false;
    piece.resize(0);
  }
  return device.write(piece) == piece.size();
}

}  // namespace holonom
