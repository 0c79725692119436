// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoView>

namespace holonom {

class Document;

/// The steps by which the model came to be what it is; a click goes back to one, or forward.
class HistoryPanel : public QUndoView {
  Q_OBJECT
 public:
  explicit HistoryPanel(Document& document, QWidget* parent = nullptr);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void showEvent(QShowEvent* event) override;
};

}  // namespace holonom
