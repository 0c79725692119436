// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

class QAbstractItemView;
class QLineEdit;

namespace holonom {

/// Says in a list that is searched that nothing was found, where the list would otherwise just be empty.
class SearchNote : public QLabel {
  Q_OBJECT
 public:
  /// `text` holds %1 for what was searched. Belongs to the view.
  SearchNote(QAbstractItemView& list, QLineEdit& search, QString text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  QAbstractItemView& list_;
  QLineEdit& search_;
  QString text_;
};

}  // namespace holonom
