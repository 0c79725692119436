// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>
#include <vector>

#include "gui/panels/variant_row.h"
#include "gui/session/run_comparison.h"

class QBoxLayout;
class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace holonom {

/// What runs at the same time, and how the runs turned out: a page with the list of up to four methods, and a
/// page with spikes, differences and errors side by side, which comes to the front when the runs have ended.
class ComparePanel : public QTabWidget {
  Q_OBJECT
 public:
  explicit ComparePanel(Session& session, QWidget* parent = nullptr);

  const RunComparison& comparison() const { return comparison_; }
  void dropWrongEntries();  ///< they were meant for another model

 signals:
  void wrongEntryShown();  ///< a run was refused because of it

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;  // list and table get other widths

 private:
  QWidget* makeList();
  QWidget* makeResults();
  QWidget* makeReferenceBar();
  QPushButton* makeAdd(const QString& text, const char* name, const QString& help,
                       void (ComparePanel::*add)());
  void makeTogether();
  void add();
  void addWithSettings();
  void append(const QString& variant);
  void refreshList();
  void refreshResults();
  void refreshReference();
  bool isNarrow() const;
  void fitTitles();
  void arrangeList();
  void fitBar();

  Session& session_;
  RunComparison comparison_;
  std::vector<VariantRow*> rows_;
  QPushButton *add_ = nullptr, *addSettings_ = nullptr, *measure_ = nullptr;
  QCheckBox* together_ = nullptr;
  QWidget *list_ = nullptr, *lines_ = nullptr;  // lines_: what is seen of the rows
  QBoxLayout* listLayout_ = nullptr;
  QTableWidget* table_ = nullptr;
  QLabel* twinsNote_ = nullptr;  // said when runs would be the same
  qsizetype listed_ = 0;         // runs beside the main one
  bool brief_ = false;           // one number in a cell
  int wholeColumn_ = 0;          // px, that names and pairs of values need
  QProgressBar* progress_ = nullptr;
  QLabel* note_ = nullptr;
};

}  // namespace holonom
