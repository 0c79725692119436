// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/method_study_dialog.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QFileDialog>
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
#include <cmath>

#include "core/io/output_file.h"
#include "gui/session/guarded.h"

namespace holonom {
namespace {

constexpr int kLoosestTightest = 4, kTightestTightest = 13;  // decades that can be chosen
constexpr int kUsualTightest = 9;

QString number(double value) { return QString::number(value, 'g', 3); }

/// Times of 1000 ms and more without a power of ten.
QString milliseconds(double seconds) {
  return seconds < 1 ? number(1e3 * seconds) : QString::number(1e3 * seconds, 'f', 0);
}

QString power(int exponent) { return QString::fromUtf8("10") + superscript(exponent); }

QString variantLabel(const std::string& method, int index) {
  SimulationOptions options;
  options.method = method;
  options.index = index;
  return QString::fromStdString(shortLabel(options));
}

QString methodName(const std::string& method) {
  for (const MethodInfo& info : methods())
    if (info.name == method) return QString::fromStdString(info.shortName);
  return QString::fromStdString(method);
}

/// The place of a variant among all, which gives it the same colour and shape in every study.
int placeOf(const std::string& method, int index) {
  static const std::vector<SimulationOptions> all = allVariants();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].method == method && all[i].index == index) return int(i);
  return int(all.size());
}

QTableWidget* makeTable(const char* name, const QString& accessible, const QStringList& columns) {
  auto* table = new QTableWidget(0, int(columns.size()));
  table->setObjectName(name);
  table->setAccessibleName(accessible);
  table->setHorizontalHeaderLabels(columns);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setTabKeyNavigation(false);
  table->setAlternatingRowColors(true);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 4);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

void setRow(QTableWidget& table, int row, const QStringList& texts, const QString& help) {
  for (int column = 0; column < texts.size(); ++column) {
    auto* item = new QTableWidgetItem(texts[column]);
    item->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(help);
    table.setItem(row, column, item);
  }
}

QLineEdit* makeSeconds(const char* name, const QString& accessible, const QString& help, double low, double high) {
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

MethodStudyDialog::MethodStudyDialog(Document& document, Session& session, MessageLog& log, QWidget* parent)
    : QDialog(parent), document_(document), session_(session), log_(log) {
  setObjectName("methodStudy");
  setWindowTitle(tr("Compare methods"));
  resize(1320, 780);
  auto* across = new QSplitter(Qt::Horizontal);
  across->addWidget(makeChoice());
  across->addWidget(makeResults());
  across->setStretchFactor(1, 1);
  across->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(across);

  connect(&study_, &MethodStudy::stageChanged, this, &MethodStudyDialog::showStage);
  connect(&study_, &MethodStudy::measured, this, &MethodStudyDialog::addMeasurement);
  connect(&document_, &Document::opened, this, &MethodStudyDialog::showEndTime);
  connect(&session_, &Session::optionsChanged, this, &MethodStudyDialog::showEndTime);
  showEndTime();
  showStage();
}

QListWidget* MethodStudyDialog::makeMethods() {
  auto* list = new QListWidget;
  list->setObjectName("studyMethods");
  list->setAccessibleName(tr("Methods to measure"));
  list->setToolTip(tr("Ticked methods are measured; a click on a name brings out its curve in the chart."));
  int place = 0;
  for (const SimulationOptions& variant : allVariants()) {
    auto* item = new QListWidgetItem(markIcon(seriesMark(place++)), variantLabel(variant.method, variant.index), list);
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(Qt::Checked);
    item->setData(Qt::UserRole, QString::fromStdString(variant.method));
    item->setData(Qt::UserRole + 1, variant.index);
  }
  list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->setMinimumWidth(list->sizeHintForColumn(0) + list->style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 8);
  connect(list, &QListWidget::itemChanged, this, &MethodStudyDialog::enable);
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
  tightest_->setToolTip(tr("Every method runs at two tolerances for each decade, from 10⁻² down to this one."));
  for (int decade = kLoosestTightest; decade <= kTightestTightest; ++decade) tightest_->addItem(power(-decade), decade);
  tightest_->setCurrentIndex(kUsualTightest - kLoosestTightest);
  allowed_ = makeSeconds("studyAllowed", tr("Time allowed for one run, in seconds"),
                         tr("A run that takes more CPU time is given up, and its method is not tried at tighter tolerances."),
                         1e-3, 1e6);
  allowed_->setText("2");
  endTime_ = makeSeconds("studyEnd", tr("End time, in seconds"), tr("Every run goes from 0 to this time."), 1e-9, 1e9);
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
  table_ = makeTable("studyTable", tr("Measurements"),
                     {tr("Method"), tr("Index"), tr("Tolerance"), tr("Error"), tr("CPU (ms)"), tr("Steps")});
  cheapest_ = makeTable("studyCheapest", tr("The cheapest method for each accuracy"),
                        {tr("Error"), tr("Cheapest method"), tr("Tolerance"), tr("CPU (ms)")});
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

void MethodStudyDialog::tickAll(bool on) {
  for (int i = 0; i < methods_->count(); ++i) methods_->item(i)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
}

void MethodStudyDialog::showEndTime() {
  if (!endTime_->isModified()) endTime_->setText(QString::number(session_.options().endTime, 'g', 8));
  enable();
}

void MethodStudyDialog::toggle() { study_.isRunning() ? study_.stop() : begin(); }

void MethodStudyDialog::begin() {
  MethodStudy::Plan plan;
  for (int i = 0; i < methods_->count(); ++i) {
    const QListWidgetItem& item = *methods_->item(i);
    if (item.checkState() != Qt::Checked) continue;
    SimulationOptions options;
    options.method = item.data(Qt::UserRole).toString().toStdString();
    options.index = item.data(Qt::UserRole + 1).toInt();
    plan.variants.push_back(options);
  }
  plan.tightest = std::pow(10.0, -tightest_->currentData().toInt());
  plan.allowed = QLocale::c().toDouble(allowed_->text());
  plan.endTime = QLocale::c().toDouble(endTime_->text());
  table_->setRowCount(0);
  cheapest_->setRowCount(0);
  chart_->setFloor(0);
  subject_->setText(tr("%1, 0 … %2 s").arg(document_.title(), number(plan.endTime)));
  setWindowTitle(tr("Compare methods – %1").arg(document_.title()));
  study_.start(document_.mechanism(), plan);
  showChart();
  progress_->setRange(0, 0);
}

QString MethodStudyDialog::describe() const {
  using Stage = MethodStudy::Stage;
  const auto made = study_.measurements().size();
  QString reference;
  if (study_.reference())
    reference = tr("Reference: %1, confirmed by %2 to %3.")
                    .arg(QString::fromStdString(study_.reference()->method),
                         QString::fromStdString(study_.reference()->other), number(study_.reference()->uncertainty));
  switch (study_.stage()) {
    case Stage::Idle: return tr("Choose methods and press Start: each runs at many tolerances, and its error is measured by a "
                                "reference of two unrelated methods. CPU times compare best when the machine has nothing else to do.");
    case Stage::Reference: return tr("Finding the reference: two unrelated methods at tight tolerance …");
    case Stage::Measuring: return tr("%1 of at most %2 measurements. %3").arg(made).arg(study_.expected()).arg(reference);
    case Stage::Done: return tr("%1 measurements. %2").arg(made).arg(reference);
    case Stage::Stopped: return tr("Stopped after %1 measurements. %2").arg(made).arg(reference);
    case Stage::Failed: return study_.failure();
  }
  return {};
}

void MethodStudyDialog::showStage() {
  using Stage = MethodStudy::Stage;
  status_->setText(describe());
  progress_->setVisible(study_.isRunning());
  start_->setText(study_.isRunning() ? tr("S&top") : tr("&Start"));
  if (study_.stage() == Stage::Measuring) {
    progress_->setRange(0, int(study_.expected()));
    chart_->setFloor(10 * study_.reference()->uncertainty);
  }
  if (study_.stage() == Stage::Done) showCheapest();
  enable();
}

void MethodStudyDialog::addMeasurement() {
  const Measurement& m = study_.measurements().back();
  const int row = table_->rowCount();
  table_->insertRow(row);
  const QString error = m.finished() ? number(m.error) : QString(toString(m.termination));
  setRow(*table_, row,
         {methodName(m.method), QString::number(m.index), number(m.tolerance), error,
          milliseconds(m.cpuSeconds), QString::number(m.counts.steps)},
         m.finished() ? QString() : QString::fromStdString(m.message));
  table_->item(row, 0)->setIcon(markIcon(seriesMark(placeOf(m.method, m.index))));
  table_->scrollToBottom();
  progress_->setValue(int(study_.measurements().size()));
  status_->setText(describe());
  showChart();
  showCheapest();
  enable();
}

void MethodStudyDialog::showChart() {
  std::vector<ErrorCostChart::Series> series;
  for (const Measurement& m : study_.measurements()) {
    if (!m.finished() || !std::isfinite(m.error)) continue;
    const QString name = variantLabel(m.method, m.index);
    auto found = std::find_if(series.begin(), series.end(), [&](const auto& s) { return s.name == name; });
    if (found == series.end()) found = series.insert(series.end(), {name, seriesMark(placeOf(m.method, m.index)), {}});
    found->points.push_back({m.error, 1e3 * m.cpuSeconds,
                             tr("%1, tolerance %2\nerror %3, %4 ms, %5 steps")
                                 .arg(name, number(m.tolerance), number(m.error), milliseconds(m.cpuSeconds))
                                 .arg(m.counts.steps)});
  }
  chart_->setSeries(std::move(series));
}

void MethodStudyDialog::showCheapest() {
  if (!study_.reference()) return;
  const auto list = cheapestPerDecade(study_.measurements(), study_.reference()->uncertainty);
  cheapest_->setRowCount(int(list.size()));
  for (int row = 0; row < int(list.size()); ++row) {
    const auto& [error, run] = list[std::size_t(row)];
    setRow(*cheapest_, row,
           {QString::fromUtf8("≤ ") + power(int(std::lround(std::log10(error)))), variantLabel(run.method, run.index), number(run.tolerance),
            milliseconds(run.cpuSeconds)}, {});
    cheapest_->item(row, 1)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    cheapest_->item(row, 1)->setIcon(markIcon(seriesMark(placeOf(run.method, run.index))));
  }
}

void MethodStudyDialog::enable() {
  bool any = false;
  for (int i = 0; i < methods_->count(); ++i) any = any || methods_->item(i)->checkState() == Qt::Checked;
  const bool ready = document_.isOpen() && any && allowed_->hasAcceptableInput() && endTime_->hasAcceptableInput();
  start_->setEnabled(study_.isRunning() || ready);
  if (save_) save_->setEnabled(!study_.measurements().empty());
}

void MethodStudyDialog::save() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Save the measurements"), {}, tr("Tables (*.csv)"));
  if (file.isEmpty()) return;
  const auto [ok, message] = guarded([&] { writeTextFile(file.toStdString(), csvOf(study_.measurements())); });
  log_.add(ok ? MessageLog::Level::Success : MessageLog::Level::Error, ok ? tr("Wrote %1.").arg(file) : message);
  status_->setText(ok ? tr("Wrote %1.").arg(file) : message);
}

void MethodStudyDialog::reject() {
  study_.stop();
  QDialog::reject();
}

}  // namespace holonom
