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
  bool eventFilter(QObject* watched, QEvent* event) override;  // the table gets another width

 private:
  void refresh();
  void fillTable();
  void fitTitles();
  Session& session_;
  QTableWidget* table_;
  QTextBrowser* findings_;
  bool brief_ = false;  // titles in more and shorter lines
  int roomy_ = 0;       // px; what a column needs for a title that is not brief
};

}  // namespace holonom
