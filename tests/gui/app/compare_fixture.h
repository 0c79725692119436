// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableWidget>

#include "gui/app/central_area.h"
#include "gui/app/picture_grid.h"
#include "gui/panels/compare_panel.h"
#include "window_fixture.h"

namespace holonom {

class Comparing : public WindowTest {
 protected:
  SessionRun& run(std::size_t i) { return *session().runs().at(i); }
  PictureGrid& pictures() { return window_->findChild<CentralArea*>()->pictures(); }
  const RunComparison& comparison() { return window_->findChild<ComparePanel*>()->comparison(); }
  void showPanel() {
    auto* dock = find<QDockWidget>("compareDock");
    dock->show();
    dock->raise();
    find<QTabWidget>("compareTabs")->setCurrentIndex(0);
    QApplication::processEvents();
  }
  void runToEnd() {
    click(button("actionRun"));
    ASSERT_TRUE(waitFor([this] { return finished(); }));
  }
  /// The text of a row of the table, found by the beginning of its name.
  QString cell(const QString& quantity, int column) {
    auto* table = find<QTableWidget>("errorTable");
    for (int row = 0; row < table->rowCount(); ++row)
      if (table->verticalHeaderItem(row)->text().startsWith(quantity))
        return table->item(row, column)->text();
    return {};
  }
  void typeTolerance(const char* name, const char* text) {
    auto* edit = find<QLineEdit>(name);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
};

}  // namespace holonom
