// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/properties_panel.h"

#include <QHeaderView>

#include "gui/models/part_properties.h"

namespace holonom {

PropertiesPanel::PropertiesPanel(Document& document, Selection& selection, QWidget* parent)
    : QTreeWidget(parent), document_(document), selection_(selection) {
  setAccessibleName(tr("Properties of the selected part"));
  setColumnCount(2);
  setHeaderLabels({tr("Property"), tr("Value")});
  setRootIsDecorated(false);
  setAlternatingRowColors(true);
  setWordWrap(true);
  header()->resizeSection(0, 130);
  connect(&document_, &Document::opened, this, &PropertiesPanel::showPart);
  connect(&document_, &Document::changed, this, &PropertiesPanel::showPart);
  connect(&selection_, &Selection::changed, this, &PropertiesPanel::showPart);
}

void PropertiesPanel::showPart() {
  clear();
  for (const Property& property : propertiesOf(document_.mechanism(), selection_.part())) {
    auto* item = new QTreeWidgetItem(this, {property.label, property.value});
    const QString tip = property.help.isEmpty() ? property.value : property.help;
    item->setToolTip(0, tip);
    item->setToolTip(1, tip);
    if (!property.value.isEmpty()) continue;
    QFont font = item->font(0);
    font.setBold(true);
    item->setFont(0, font);
    item->setFirstColumnSpanned(true);
  }
}

}  // namespace holonom
