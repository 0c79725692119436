// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

namespace holonom {

/// The ten files opened last, newest first, kept in the user's settings. Missing files stay listed: they may
/// be on a drive that comes back.
class RecentFiles : public QObject {
  Q_OBJECT
 public:
  static constexpr int kLimit = 10;

  explicit RecentFiles(QObject* parent = nullptr);
  const QStringList& files() const { return files_; }
  void add(const QString& file);
  void clear();

 signals:
  void changed();

 private:
  void save();
  QStringList files_;
};

}  // namespace holonom
