// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

#include "gui/session/document.h"
#include "gui/session/selection.h"

namespace holonom {

/// The values of the selected part (read-only), or of the whole mechanism.
class PropertiesPanel : public QTreeWidget {
  Q_OBJECT
 public:
  PropertiesPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

 private:
  void showPart();
  Document& document_;
  Selection& selection_;
};

}  // namespace holonom
