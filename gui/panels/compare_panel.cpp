// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/compare_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/models/error_table.h"
#include "gui/plots/plot_palette.h"
#include "gui/session/compare_settings.h"
#include "gui/session/run_names.h"

namespace holonom {
namespace {

constexpr int kCellMargin = 12;  // px
constexpr char kWidestErrors[] = "8.8e+08 / 8.8e+08", kWidestError[] = "8.8e+08";

/// The name of a run in lines of at most that many pixels, broken behind commas only.
QString inLines(const QString& name, const QFontMetrics& metrics, int width) {
  QString text, line;
  for (const QString& piece : name.split(", ")) {
    const QString longer = line.isEmpty() ? piece : line + ", " + piece;
    if (line.isEmpty() || metrics.horizontalAdvance(longer + ',') <= width) {
      line = longer;
      continue;
    }
    text += line + ",\n";
    line = piece;
  }
  return text + line;
}

}  // namespace

ComparePanel::ComparePanel(Session& session, QWidget* parent)
    : QTabWidget(parent), session_(session), comparison_(session) {
  setObjectName("compareTabs");
  setDocumentMode(true);
  addTab(makeList(), tr("What runs"));
  addTab(makeResults(), tr("Results"));
  setCornerWidget(makeReferenceBar());
  connect(&session_, &Session::optionsChanged, this, &ComparePanel::refreshList);
  connect(&comparison_, &RunComparison::changed, this, &ComparePanel::refreshResults);
  for (auto signal :
       {&Session::stateChanged, &Session::runsChanged, &Session::runFinished, &Session::runsJudged})
    connect(&session_, signal, this, &ComparePanel::refreshResults);
  connect(&session_, &Session::runFinished, this, [this] {
    if (session_.runs().size() > 1) setCurrentIndex(1);
  });
  refreshList();
  refreshResults();
}

QWidget* ComparePanel::makeList() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(3, 2, 3, 2);
  column->setSpacing(3);
  auto* grid = new QGridLayout;
  grid->setSpacing(2);
  grid->addWidget(new QLabel(tr("Show")), 0, 0);
  grid->addWidget(new QLabel(tr("Method")), 0, 1);
  grid->addWidget(new QLabel(tr("Tolerance")), 0, 2);
  grid->setColumnStretch(1, 1);
  column->addLayout(grid);
  for (std::size_t place = 0; place < Session::kMostRuns; ++place) {
    rows_.push_back(new VariantRow(session_, place, *grid, this));
    connect(rows_.back(), &VariantRow::edited, this, [this] { saveComparisons(session_); });
  }
  add_ = makeAdd(tr("&Add"), "addVariant",
                 tr("Another method, index or tolerance that runs at the same time; four runs at most"),
                 &ComparePanel::add);
  addSettings_ = makeAdd(tr("&With settings…"), "addWithSettings",
                         tr("The method and index of the main run with other settings: order strategy, "
                            "largest step, drift and so on"),
                         &ComparePanel::addWithSettings);
  column->addStretch(1);
  auto* scroll = new QScrollArea;
  lines_ = scroll->viewport();
  lines_->installEventFilter(this);
  scroll->setAccessibleName(tr("Runs that start together"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content);
  for (VariantRow* row : rows_)
    connect(row, &VariantRow::wrongEntryMet, this, [this, row, scroll] {
      setCurrentIndex(0);
      emit wrongEntryShown();
      scroll->ensureWidgetVisible(row->tolerance());
      row->tolerance()->setFocus(Qt::OtherFocusReason);
    });
  twinsNote_ = new QLabel;
  twinsNote_->setObjectName("twinRuns");
  twinsNote_->setWordWrap(true);
  column->insertWidget(column->count() - 1, twinsNote_);  // beside the buttons it would widen a small window
  makeTogether();
  // Whatever scrolls, these stay in sight.
  auto* buttons = new QWidget;
  auto* side = new QBoxLayout(QBoxLayout::LeftToRight, buttons);
  side->setContentsMargins(3, 2, 3, 2);
  side->setSpacing(3);
  side->addWidget(add_);
  side->addWidget(addSettings_);
  side->addWidget(together_);
  side->addStretch(1);
  list_ = new QWidget;
  listLayout_ = new QBoxLayout(QBoxLayout::TopToBottom, list_);
  listLayout_->setContentsMargins(0, 0, 0, 0);
  listLayout_->setSpacing(0);
  listLayout_->addWidget(scroll, 1);
  listLayout_->addWidget(buttons);
  return list_;
}

void ComparePanel::makeTogether() {
  together_ = new QCheckBox(tr("&Keep together"));
  together_->setObjectName("keepTogether");
  together_->setToolTip(
      tr("No run gets ahead of the slowest by more than one picture, so that all are seen at the same time.\n"
         "Otherwise each goes as fast as it can."));
  connect(together_, &QCheckBox::clicked, this, [this](bool on) {
    session_.setKeepsTogether(on);
    saveComparisons(session_);
  });
}

QPushButton* ComparePanel::makeAdd(const QString& text, const char* name, const QString& help,
                                   void (ComparePanel::*add)()) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setToolTip(help);
  connect(button, &QPushButton::clicked, this, add);
  return button;
}

/// The buttons stand beside the list where there is room, so that four runs are seen without scrolling.
void ComparePanel::arrangeList() {
  const int beside = 30 * fontMetrics().averageCharWidth() +
                     std::max(addSettings_->sizeHint().width(), together_->sizeHint().width()) + 120;
  const bool wide = width() >= beside;
  QWidget* buttons = add_->parentWidget();
  static_cast<QBoxLayout*>(buttons->layout())
      ->setDirection(wide ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  listLayout_->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  buttons->updateGeometry();  // a page that is not shown keeps the former size of the buttons
}

/// The note beside the tabs stands back where these would not have room.
void ComparePanel::fitBar() {
  constexpr int kAround = 40;
  const int others = tabBar()->sizeHint().width() + measure_->sizeHint().width() +
                     (progress_->isHidden() ? 0 : progress_->sizeHint().width());
  note_->setVisible(!note_->text().isEmpty() && others + note_->sizeHint().width() + kAround <= width());
}

QWidget* ComparePanel::makeResults() {
  table_ = new QTableWidget;
  table_->setObjectName("errorTable");
  table_->setAccessibleName(tr("Spikes, differences and errors of the runs"));
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionMode(QAbstractItemView::ContiguousSelection);
  table_->setAlternatingRowColors(true);
  table_->setTabKeyNavigation(false);
  table_->setFrameShape(QFrame::NoFrame);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->viewport()->installEventFilter(this);
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  table_->verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 2);
  table_->verticalHeader()->setDefaultAlignment(
      Qt::Alignment::fromInt(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap));
  return table_;
}

QWidget* ComparePanel::makeReferenceBar() {
  measure_ = new QPushButton;
  measure_->setObjectName("measureErrors");
  measure_->setToolTip(
      tr("Computes a reference run in the background (BDF, index 2, tolerance 1e-10) and measures by how "
         "much each run is off."));
  connect(measure_, &QPushButton::clicked, this, [this] {
    setCurrentIndex(1);
    comparison_.isBusy() ? comparison_.cancel() : comparison_.measureErrors();
  });
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the reference run"));
  progress_->setRange(0, 1000);
  progress_->setFixedWidth(90);
  note_ = new QLabel;
  note_->setObjectName("referenceNote");
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(2, 0, 4, 2);
  line->addWidget(note_);
  line->addWidget(progress_);
  line->addWidget(measure_);
  return bar;
}

/// The form of the equations that differs most from the main run comes first: index 3 beside 2 and the other
/// way round.
void ComparePanel::add() {
  const SimulationOptions& options = session_.options();
  const auto form = [](const SimulationOptions& of) {
    return QString("%1:%2").arg(QString::fromStdString(of.method)).arg(of.index);
  };
  const QString candidates[] = {options.index == 3 ? "bdf:2" : "bdf:3", "generalized-alpha:3", "bdf:2",
                                "bdf:3", "generalized-alpha:2"};
  for (const QString& candidate : candidates)
    if (candidate != form(options) && !session_.comparisons().contains(candidate)) {
      append(candidate);
      break;
    }
  rows_[std::size_t(session_.comparisons().size())]->method()->setFocus();
}

/// The main run once more, for its settings to be changed.
void ComparePanel::addWithSettings() {
  const SimulationOptions& options = session_.options();
  append(QString("%1:%2").arg(QString::fromStdString(options.method)).arg(options.index));
  rows_[std::size_t(session_.comparisons().size())]->showSettings();
}

void ComparePanel::append(const QString& variant) {
  session_.setComparisons(session_.comparisons() + QStringList(variant));
  saveComparisons(session_);
}

void ComparePanel::dropWrongEntries() {
  for (VariantRow* row : rows_) row->dropWrongEntry();
}

void ComparePanel::refreshList() {
  if (session_.comparisons().size() < listed_) dropWrongEntries();  // runs have moved up
  listed_ = session_.comparisons().size();
  for (VariantRow* row : rows_) row->refresh();
  QStringList notes;
  for (const QString& marks : twins(session_)) notes << tr("%1: same settings, same curves").arg(marks);
  twinsNote_->setText(notes.join('\n'));
  twinsNote_->setVisible(!notes.isEmpty());
  refreshReference();
  for (QPushButton* button : {add_, addSettings_})
    button->setEnabled(session_.comparisons().size() + 1 < qsizetype(Session::kMostRuns));
  together_->setChecked(session_.keepsTogether());
}

void ComparePanel::refreshResults() {
  refreshReference();
  const auto& runs = session_.runs();
  const auto rows = runs.empty() ? std::vector<ErrorRow>() : errorTable(session_, comparison_);
  if (table_->columnCount() != int(runs.size())) wholeColumn_ = 0;
  table_->setColumnCount(int(runs.size()));
  table_->setRowCount(int(rows.size()));
  int widest = fontMetrics().horizontalAdvance(kWidestError);
  for (std::size_t c = 0; c < runs.size(); ++c) {
    QString label = runs[c]->label();
    if (runs.size() > 1) label.prepend(runMark(runs[c]->place()) + "  ");
    if (brief_)
      label.replace(tr("Generalized-"), tr("Gen.-"))
          .replace(QString::fromUtf8("Dormand–Prince"), "DoPri")
          .replace(QString::fromUtf8("Gragg–Bulirsch–Stoer"), "GBS")
          .replace(tr("tolerance "), tr("tol. "))
          .replace(tr("(absolute "), tr("(abs. "));
    label =
        inLines(label, fontMetrics(), fontMetrics().horizontalAdvance(brief_ ? kWidestError : kWidestErrors));
    for (const QString& line : label.split('\n'))
      widest = std::max(widest, fontMetrics().horizontalAdvance(line));
    auto* header = new QTableWidgetItem(label);
    header->setToolTip(runs[c]->label());
    header->setForeground(standingOut(Session::colour(runs[c]->place())));
    table_->setHorizontalHeaderItem(int(c), header);
  }
  for (const ErrorRow& row : rows)
    for (const ErrorCell& cell : row.cells)
      widest =
          std::max(widest, fontMetrics().horizontalAdvance(cell.brief.isEmpty() ? cell.text : cell.brief));
  table_->horizontalHeader()->setMinimumSectionSize(widest + kCellMargin);
  if (!brief_) wholeColumn_ = widest + kCellMargin;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto* header = new QTableWidgetItem(rows[r].quantity);
    header->setToolTip(rows[r].quantity + '\n' + rows[r].help);
    table_->setVerticalHeaderItem(int(r), header);
    for (std::size_t c = 0; c < rows[r].cells.size(); ++c) {
      const ErrorCell& cell = rows[r].cells[c];
      auto* item = new QTableWidgetItem(brief_ && !cell.brief.isEmpty() ? cell.brief : cell.text);
      item->setTextAlignment(Qt::AlignCenter);
      item->setToolTip(cell.help.isEmpty() ? rows[r].help : cell.help);
      table_->setItem(int(r), int(c), item);
    }
  }
  fitTitles();
  if (isNarrow() != brief_) {
    brief_ = !brief_;
    refreshResults();
  }
}

/// The titles of the rows get what the columns leave, a quarter at least, and wrap in it.
void ComparePanel::fitTitles() {
  QHeaderView& titles = *table_->verticalHeader();
  const int room = table_->width() - table_->verticalScrollBar()->sizeHint().width();
  titles.setMaximumWidth(
      std::max(room / 4, room - table_->columnCount() * table_->horizontalHeader()->minimumSectionSize()));
  const int width = std::min(titles.maximumWidth(), titles.sizeHint().width()) - kCellMargin;
  for (int row = 0; row < table_->rowCount(); ++row) {
    const QString text = table_->verticalHeaderItem(row)->text();
    table_->setRowHeight(
        row, titles.fontMetrics().boundingRect(0, 0, width, 0, Qt::TextWordWrap, text).height() + 4);
  }
}

/// Four runs beside long names: a cell then holds the largest value, and its tool tip both.
bool ComparePanel::isNarrow() const {
  const int columns = std::max(1, table_->columnCount());
  return table_->viewport()->width() / columns <
         std::max(wholeColumn_, fontMetrics().horizontalAdvance(kWidestErrors) + kCellMargin);
}

/// By the panel and not by the list, which learns nothing of its size while the results stand before it.
void ComparePanel::resizeEvent(QResizeEvent* event) {
  QTabWidget::resizeEvent(event);
  arrangeList();
  fitBar();
}

bool ComparePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == lines_)
    for (VariantRow* row : rows_) row->fitWords(lines_->width());
  if (event->type() == QEvent::Resize && table_ && watched == table_->viewport())
    QMetaObject::invokeMethod(this,
                              isNarrow() == brief_ ? &ComparePanel::fitTitles : &ComparePanel::refreshResults,
                              Qt::QueuedConnection);
  return QTabWidget::eventFilter(watched, event);
}

void ComparePanel::refreshReference() {
  using Stage = RunComparison::Stage;
  const bool busy = comparison_.isBusy();
  measure_->setText(busy ? tr("&Cancel") : tr("&Measure errors"));
  measure_->setEnabled(busy || session_.state() == Session::State::Finished);
  progress_->setVisible(busy);
  progress_->setValue(int(1000 * comparison_.progress()));
  QString brief, whole;
  switch (comparison_.stage()) {
    case Stage::None:
      brief = session_.runs().empty() && listed_ > 0 ? tr("Run starts all of them") : QString();
      break;
    case Stage::Running: brief = tr("Reference run"); break;
    case Stage::Measuring: brief = tr("Measuring"); break;
    case Stage::Stopped: brief = tr("Reference cancelled"); break;
    case Stage::Failed: brief = tr("No reference"); break;
    case Stage::Done:
      brief = comparison_.failure().isEmpty() ? (brief_ ? tr("largest") : tr("largest / rms"))
                                              : tr("Reference ended early");
      break;
  }
  whole = comparison_.failure();
  if (comparison_.stage() == Stage::Done && whole.isEmpty())
    whole =
        tr("Errors are distances from a run of BDF, index 2, tolerance 1e-10: the largest, and the root of "
           "the mean of the "
           "squares. Where and when the largest is tells the tool tip of a cell.");
  note_->setText(brief);
  fitBar();
  note_->setToolTip(whole);
}

void ComparePanel::changeEvent(QEvent* event) {
  QTabWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || !table_) return;
  refreshResults();  // the colours of the runs are those of the theme
  refreshList();
}

}  // namespace holonom
