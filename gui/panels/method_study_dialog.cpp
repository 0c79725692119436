// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/method_study_dialog.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/base/output_file.h"
#include "gui/base/guarded.h"
#include "gui/panels/method_study_words.h"
#include "gui/panels/screen_room.h"

namespace holonom {

using namespace study;

namespace {

constexpr int kArrivals = 100;  // ms from one look at what was measured to the next

void setRow(QTableWidget& table, int row, const QStringList& texts, const QString& help) {
  for (int column = 0; column < texts.size(); ++column) {
    auto* item = new QTableWidgetItem(texts[column]);
    item->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                       : Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(help);
    table.setItem(row, column, item);
  }
}

}  // namespace

MethodStudyDialog::MethodStudyDialog(Document& document, Session& session, MessageLog& log, QWidget* parent)
    : QDialog(parent), document_(document), session_(session), log_(log) {
  setObjectName("methodStudy");
  setWindowTitle(tr("Compare methods"));
  resize(withinScreen(*this, {1320, 780}));
  auto* across = new QSplitter(Qt::Horizontal);
  across->addWidget(makeChoice());
  across->addWidget(makeResults());
  across->setStretchFactor(1, 1);
  across->setChildrenCollapsible(false);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(across);

  connect(&study_, &MethodStudy::stageChanged, this, &MethodStudyDialog::showStage);
  arrival_.setSingleShot(true);
  arrival_.setInterval(kArrivals);
  connect(&arrival_, &QTimer::timeout, this, &MethodStudyDialog::showMeasurements);
  connect(&study_, &MethodStudy::measured, this, [this] {
    if (!arrival_.isActive()) arrival_.start();
  });
  connect(&document_, &Document::opened, this, &MethodStudyDialog::showEndTime);
  connect(&session_, &Session::optionsChanged, this, &MethodStudyDialog::showEndTime);
  showEndTime();
  showStage();
}

void MethodStudyDialog::tickAll(bool on) {
  {
    const QSignalBlocker once(methods_);
    for (int i = 0; i < methods_->count(); ++i)
      methods_->item(i)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
  }
  showTicks();
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
  showMarks(*methods_);  // what was measured before is forgotten
  showChart();
  progress_->setRange(0, 0);
}

QString MethodStudyDialog::describe() const {
  using Stage = MethodStudy::Stage;
  const auto made = study_.measurements().size();
  QString reference;
  if (study_.reference())
    reference =
        tr("Reference: %1, confirmed by %2 to %3.")
            .arg(QString::fromStdString(study_.reference()->method),
                 QString::fromStdString(study_.reference()->other), number(study_.reference()->uncertainty));
  if (study_.reference() && study_.reference()->judged == Judged::AccelerationsAndReactions)
    reference +=
        ' ' + tr("Drivers prescribe the whole motion: the error is the largest of accelerations and "
                 "reactions along the way. Kinematic analysis finds them exactly, without integration.");
  switch (study_.stage()) {
    case Stage::Idle:
      return tr(
          "Choose methods and press Start: each runs at many tolerances, and its error is measured by a "
          "reference of two unrelated methods. CPU times compare best when the machine has nothing else to "
          "do.");
    case Stage::Reference: return tr("Finding the reference: two unrelated methods at tight tolerance …");
    case Stage::Measuring:
      return tr("%1 of at most %2 measurements. %3").arg(made).arg(study_.expected()).arg(reference);
    case Stage::Done:
      return nothingToJudge(study_.measurements(), *study_.reference())
                 ? tr("All runs are equally exact, to rounding: there is nothing to judge the methods by. %1")
                       .arg(reference)
                 : tr("%1 measurements. %2").arg(made).arg(reference);
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
    chart_->setErrorTitle(QString::fromStdString(inWords(study_.reference()->judged)));
  }
  if (!study_.isRunning()) showMeasurements();  // the last ones
  enable();
}

void MethodStudyDialog::showMeasurements() {
  arrival_.stop();
  const auto& made = study_.measurements();
  if (int(made.size()) <= table_->rowCount()) return;
  // first, for it paints at once, with whatever else has changed in the window
  progress_->setValue(int(made.size()));
  for (std::size_t i = std::size_t(table_->rowCount()); i < made.size(); ++i) addRow(made[i]);
  table_->scrollToBottom();
  status_->setText(describe());
  showChart();
  showCheapest();
  enable();
}

void MethodStudyDialog::addRow(const Measurement& m) {
  const int row = table_->rowCount();
  table_->insertRow(row);
  const QString error = m.finished() ? number(m.error) : QString::fromStdString(inWords(m.termination));
  setRow(*table_, row,
         {methodName(m.method), QString::number(m.index), number(m.tolerance), error,
          milliseconds(m.cpuSeconds), QString::number(m.counts.steps)},
         m.finished() ? QString() : QString::fromStdString(m.message));
  table_->item(row, 0)->setIcon(markOf(m.method, m.index));
}

QIcon MethodStudyDialog::markOf(const std::string& method, int index) const {
  const auto place = std::size_t(placeOf(method, index));
  return place < marks_.size() ? markIcon(marks_[place]) : QIcon();
}

/// What is ticked, and what was measured before, has colours that differ.
void MethodStudyDialog::showMarks(QListWidget& list) {
  std::vector<bool> shown;
  for (int i = 0; i < list.count(); ++i) shown.push_back(list.item(i)->checkState() == Qt::Checked);
  for (const Measurement& m : study_.measurements())
    if (const auto place = std::size_t(placeOf(m.method, m.index)); place < shown.size()) shown[place] = true;
  marks_ = seriesMarks(shown);
  const QSignalBlocker quiet(list);
  for (int i = 0; i < list.count(); ++i) list.item(i)->setIcon(markIcon(marks_[std::size_t(i)]));
  list.viewport()->update();
}

/// The tables and the chart follow the list.
void MethodStudyDialog::showTicks() {
  showMarks(*methods_);
  const auto& made = study_.measurements();
  for (int row = 0; row < table_->rowCount(); ++row)
    table_->item(row, 0)->setIcon(markOf(made[std::size_t(row)].method, made[std::size_t(row)].index));
  if (!made.empty()) {
    showChart();
    showCheapest();
  }
  enable();
}

void MethodStudyDialog::showChart() {
  std::vector<ErrorCostChart::Series> series;
  for (const Measurement& m : study_.measurements()) {
    if (!m.finished() || !std::isfinite(m.error)) continue;
    const QString name = variantLabel(m.method, m.index);
    auto found = std::find_if(series.begin(), series.end(), [&](const auto& s) { return s.name == name; });
    if (found == series.end())
      found = series.insert(series.end(), {name, marks_.at(std::size_t(placeOf(m.method, m.index))), {}});
    found->points.push_back({m.error, 1e3 * m.cpuSeconds,
                             tr("%1, tolerance %2\nerror %3, %4 ms, %5 steps")
                                 .arg(name, number(m.tolerance), number(m.error), milliseconds(m.cpuSeconds))
                                 .arg(m.counts.steps)});
  }
  chart_->setSeries(std::move(series));
}

void MethodStudyDialog::showCheapest() {
  if (!study_.reference()) return;
  if (nothingToJudge(study_.measurements(), *study_.reference())) return cheapest_->setRowCount(0);
  const auto list = cheapestPerDecade(study_.measurements(), study_.reference()->uncertainty);
  cheapest_->setRowCount(int(list.size()));
  for (int row = 0; row < int(list.size()); ++row) {
    const auto& [error, run] = list[std::size_t(row)];
    setRow(*cheapest_, row,
           {QString::fromUtf8("≤ ") + power(int(std::lround(std::log10(error)))),
            variantLabel(run.method, run.index), number(run.tolerance), milliseconds(run.cpuSeconds)},
           {});
    cheapest_->item(row, 1)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    cheapest_->item(row, 1)->setIcon(markOf(run.method, run.index));
  }
}

void MethodStudyDialog::enable() {
  bool any = false;
  for (int i = 0; i < methods_->count(); ++i) any = any || methods_->item(i)->checkState() == Qt::Checked;
  const bool ready =
      document_.isOpen() && any && allowed_->hasAcceptableInput() && endTime_->hasAcceptableInput();
  start_->setEnabled(study_.isRunning() || ready);
  if (save_) save_->setEnabled(!study_.measurements().empty());
}

void MethodStudyDialog::save() {
  const QString file =
      QFileDialog::getSaveFileName(this, tr("Save the measurements"), {}, tr("Tables (*.csv)"));
  if (file.isEmpty()) return;
  const auto [ok, message] =
      guarded([&] { writeTextFile(file.toStdString(), csvOf(study_.measurements())); });
  log_.add(ok ? MessageLog::Level::Success : MessageLog::Level::Error,
           ok ? tr("Wrote %1.").arg(file) : message);
  status_->setText(ok ? tr("Wrote %1.").arg(file) : message);
}

void MethodStudyDialog::reject() {
  study_.stop();
  QDialog::reject();
}

}  // namespace holonom
