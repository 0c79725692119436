// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include "gui/session/session.h"

namespace holonom {

/// The work and the quality of the finished runs, side by side.
class SummaryPanel : public QTableWidget {
  Q_OBJECT
 public:
  explicit SummaryPanel(Session& session, QWidget* parent = nullptr);

 private:
  void refresh();
  Session& session_;
};

}  // namespace holonom
