// SPDX-License-Identifier: GPL-3.0-or-later
// What the dialog consists of.
#include <QComboBox>
#include <QDoubleValidator>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QStyle>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

#include "gui/panels/method_study_dialog.h"
#include "gui/panels/method_study_words.h"
#include "solvers/simulation/summary.h"

namespace holonom {

using namespace study;

namespace {

constexpr int kLoosestTightest = 4, kTightestTightest = 13;  // decades that can be chosen
constexpr int kUsualTightest = 9;

/// Wide enough for its name and for a text that is as long as they get; measuring all rows at each new one
/// takes long.
struct Column {
  QString name, longest;
};

QTableWidget* makeTable(const char* name, const QString& accessible, const std::vector<Column>& columns) {
  auto* table = new QTableWidget(0, int(columns.size()));
  table->setObjectName(name);
  table->setAccessibleName(accessible);
  const int margin = 4 * table->style()->pixelMetric(QStyle::PM_HeaderMargin),
            widest = table->fontMetrics().averageCharWidth() * 40;
  for (int i = 0; i < int(columns.size()); ++i) {
    const Column& column = columns[std::size_t(i)];
    table->setHorizontalHeaderItem(i, new QTableWidgetItem(column.name));
    const QFontMetrics header = table->horizontalHeader()->fontMetrics();
    table->setColumnWidth(i,
                          std::min(widest, std::max(header.horizontalAdvance(column.name),
                                                    table->fontMetrics().horizontalAdvance(column.longest)) +
                                               margin));
  }
  table->setTabKeyNavigation(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setTabKeyNavigation(false);
  table->setAlternatingRowColors(true);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 4);
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

QLineEdit* makeSeconds(const char* name, const QString& accessible, const QString& help, double low,
                       double high) {
  auto* edit = new QLineEdit;
  edit->setObjectName(name);
  edit->setAccessibleName(accessible);
  edit->setToolTip(help);
  auto* validator = new QDoubleValidator(low, high, 9, edit);
  validator->setLocale(QLocale::c());
  edit->setValidator(validator);
  return edit;
}

}  // namespace

QListWidget* MethodStudyDialog::makeMethods() {
  auto* list = new QListWidget;
  list->setObjectName("studyMethods");
  list->setAccessibleName(tr("Methods to measure"));
  list->setToolTip(tr("Ticked methods are measured; a click on a name brings out its curve in the chart."));
  for (const SimulationOptions& variant : allVariants()) {
    auto* item = new QListWidgetItem(variantLabel(variant.method, variant.index), list);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Checked);
    item->setData(Qt::UserRole, QString::fromStdString(variant.method));
    item->setData(Qt::UserRole + 1, variant.index);
  }
  showMarks(*list);  // before the width is asked for
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->setMinimumWidth(list->sizeHintForColumn(0) + list->style()->pixelMetric(QStyle::PM_ScrollBarExtent) +
                        8);
  connect(list, &QListWidget::itemChanged, this, &MethodStudyDialog::showTicks);
  connect(list, &QListWidget::itemSelectionChanged, this, [this, list] {
    const auto chosen = list->selectedItems();
    chart_->setEmphasis(chosen.isEmpty() ? QString() : chosen.front()->text());
  });
  return list;
}

QWidget* MethodStudyDialog::makeChoice() {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 6, 0);
  auto* heading = new QLabel(tr("&Methods"));
  methods_ = makeMethods();
  heading->setBuddy(methods_);
  column->addWidget(heading);
  column->addWidget(methods_, 1);
  auto* all = new QPushButton(tr("&All"));
  auto* none = new QPushButton(tr("&None"));
  none->setObjectName("studyNone");
  connect(all, &QPushButton::clicked, this, [this] { tickAll(true); });
  connect(none, &QPushButton::clicked, this, [this] { tickAll(false); });
  auto* row = new QHBoxLayout;
  for (QPushButton* button : {all, none}) {
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  column->addLayout(row);

  auto* form = new QFormLayout;
  tightest_ = new QComboBox;
  tightest_->setObjectName("studyTightest");
  tightest_->setToolTip(
      tr("Every method runs at two tolerances for each decade, from 10⁻² down to this one."));
  for (int decade = kLoosestTightest; decade <= kTightestTightest; ++decade)
    tightest_->addItem(power(-decade), decade);
  tightest_->setCurrentIndex(kUsualTightest - kLoosestTightest);
  allowed_ = makeSeconds(
      "studyAllowed", tr("Time allowed for one run, in seconds"),
      tr("A run that takes more CPU time is given up, and its method is not tried at tighter tolerances."),
      1e-3, 1e6);
  allowed_->setText("2");
  endTime_ = makeSeconds("studyEnd", tr("End time, in seconds"), tr("Every run goes from 0 to this time."),
                         1e-9, 1e9);
  form->addRow(tr("&Tightest tolerance"), tightest_);
  form->addRow(tr("Time allo&wed (s)"), allowed_);
  form->addRow(tr("&End time (s)"), endTime_);
  column->addLayout(form);
  connect(allowed_, &QLineEdit::textChanged, this, &MethodStudyDialog::enable);
  connect(endTime_, &QLineEdit::textChanged, this, &MethodStudyDialog::enable);
  start_ = new QPushButton;
  start_->setObjectName("studyStart");
  start_->setDefault(true);
  connect(start_, &QPushButton::clicked, this, &MethodStudyDialog::toggle);
  column->addWidget(start_);
  return side;
}

QWidget* MethodStudyDialog::makeResults() {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(6, 0, 0, 0);
  subject_ = new QLabel;
  subject_->setObjectName("studySubject");
  QFont bold = subject_->font();
  bold.setBold(true);
  subject_->setFont(bold);
  status_ = new QLabel;
  status_->setObjectName("studyStatus");
  status_->setWordWrap(true);
  progress_ = new QProgressBar;
  progress_->setTextVisible(false);
  progress_->setFixedHeight(6);
  chart_ = new ErrorCostChart;
  chart_->setObjectName("studyChart");
  const QString mark(5, QChar('m'));  // room for an icon
  QString longestMethod, longestVariant;
  for (const SimulationOptions& variant : allVariants()) {
    const QString method = methodName(variant.method), label = variantLabel(variant.method, variant.index);
    if (method.size() > longestMethod.size()) longestMethod = method;
    if (label.size() > longestVariant.size()) longestVariant = label;
  }
  table_ = makeTable("studyTable", tr("Measurements"),
                     {{tr("Method"), mark + longestMethod},
                      {tr("Index"), {}},
                      {tr("Tolerance"), number(1.23e-10)},
                      {tr("Error"), QString::fromStdString(inWords(Termination::StepTooSmall))},
                      {tr("CPU (ms)"), number(1.23e-10)},
                      {tr("Steps"), {}}});
  cheapest_ = makeTable("studyCheapest", tr("The cheapest method for each accuracy"),
                        {{tr("Error"), QString::fromUtf8("≤ ") + power(-10)},
                         {tr("Cheapest method"), mark + longestVariant},
                         {tr("Tolerance"), number(1.23e-10)},
                         {tr("CPU (ms)"), {}}});
  auto* tables = new QSplitter(Qt::Horizontal);
  tables->addWidget(table_);
  tables->addWidget(cheapest_);
  tables->setSizes({550, 450});
  tables->setChildrenCollapsible(false);
  auto* down = new QSplitter(Qt::Vertical);
  down->addWidget(chart_);
  down->addWidget(tables);
  down->setSizes({400, 220});
  down->setChildrenCollapsible(false);
  column->addWidget(subject_);
  column->addWidget(status_);
  column->addWidget(progress_);
  column->addWidget(down, 1);
  save_ = new QPushButton(tr("&Save as CSV…"));
  save_->setObjectName("studySave");
  auto* close = new QPushButton(tr("&Close"));
  for (QPushButton* button : {save_, close}) button->setAutoDefault(false);
  connect(save_, &QPushButton::clicked, this, &MethodStudyDialog::save);
  connect(close, &QPushButton::clicked, this, &MethodStudyDialog::reject);
  auto* row = new QHBoxLayout;
  row->addStretch(1);
  row->addWidget(save_);
  row->addWidget(close);
  column->addLayout(row);
  return side;
}

}  // namespace holonom
