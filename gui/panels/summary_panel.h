// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSplitter>

#include "gui/session/session.h"

class QTableWidget;
class QTextBrowser;

namespace holonom {

/// The work and the quality of the finished runs, side by side, and beside them what they found out in words.
class SummaryPanel : public QSplitter {
  Q_OBJECT
 public:
  explicit SummaryPanel(Session& session, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void fillTable();
  Session& session_;
  QTableWidget* table_;
  QTextBrowser* findings_;
};

}  // namespace holonom
