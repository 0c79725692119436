// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/history_panel.h"

#include "gui/session/document.h"

namespace holonom {

HistoryPanel::HistoryPanel(Document& document, QWidget* parent) : QUndoView(&document.history(), parent) {
  setObjectName("historyList");
  setEmptyLabel(tr("As opened"));
  setAccessibleName(tr("History of changes"));
  setToolTip(tr("Every change of the model. A click goes back to a step, or forward again."));
}

}  // namespace holonom
