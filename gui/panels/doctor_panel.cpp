// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/doctor_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTextLayout>
#include <algorithm>

#include "core/model/editing.h"
#include "gui/base/guarded.h"
#include "gui/panels/severity_icons.h"
#include "gui/session/document.h"
#include "gui/session/model_checker.h"
#include "gui/session/selection.h"
#include "gui/session/session.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// A button whose words wrap where it gets less room than they need.
class WrappingButton : public QPushButton {
 public:
  explicit WrappingButton(const QString& words) : words_(words) {
    setAccessibleName(words);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setText(words);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QPushButton::resizeEvent(event);
    constexpr int kFrame = 16;  // px, of all styles
    QTextLayout layout(words_, font());
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(std::max(1, width() - kFrame));
      lines << words_.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    setText(lines.join('\n'));
  }

 private:
  const QString words_;
};

QLabel* label(const char* name, const QString& accessible) {
  auto* made = new QLabel;
  made->setObjectName(name);
  made->setAccessibleName(accessible);
  made->setWordWrap(true);
  made->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  made->setTextFormat(Qt::PlainText);
  made->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return made;
}

QString helpOf(const Remedy& remedy) {
  switch (remedy.kind) {
    case Remedy::Kind::Assemble:
      return DoctorPanel::tr(
          "Moves the parts (and what is to be made equal) as little as possible until every joint closes, as "
          "a run would (assembly, projection onto C(q) = 0)");
    case Remedy::Kind::MakeVelocitiesConsistent:
      return DoctorPanel::tr(
          "Changes the initial velocities as little as possible until they fit joints and drivers "
          "(projection onto C_q v + C_t = 0)");
    case Remedy::Kind::ChangeJoint:
      return DoctorPanel::tr("Holds less, with the same mobility: the redundant constraint is gone");
    case Remedy::Kind::RemovePart: return DoctorPanel::tr("The others hold the same: the mobility stays");
    case Remedy::Kind::UseMethod:
      return DoctorPanel::tr("Sets the method of the next run in the solver settings");
  }
  return {};
}

const char* nameOf(Remedy::Kind kind) {
  switch (kind) {
    case Remedy::Kind::Assemble: return "doctorAssemble";
    case Remedy::Kind::MakeVelocitiesConsistent: return "doctorVelocities";
    case Remedy::Kind::ChangeJoint: return "doctorChangeJoint";
    case Remedy::Kind::RemovePart: return "doctorRemovePart";
    case Remedy::Kind::UseMethod: return "doctorUseMethod";
  }
  return "";
}

}  // namespace

DoctorPanel::DoctorPanel(ModelChecker& checker, Document& document, Selection& selection, Session& session,
                         QWidget* parent)
    : QWidget(parent), checker_(checker), document_(document), selection_(selection), session_(session),
      summary_(label("doctorSummary", tr("Readiness of the model"))), summaryIcon_(new QLabel),
      title_(label("doctorTitle", tr("Chosen finding"))),
      explanation_(label("doctorExplanation", tr("What it means"))), list_(new QListWidget),
      buttons_(new QWidget) {
  QFont bold = font();
  bold.setBold(true);
  summary_->setFont(bold);
  title_->setFont(bold);
  list_->setObjectName("doctorList");
  list_->setAccessibleName(tr("Findings of the Doctor"));
  list_->setToolTip(
      tr("What the model lacks, how it can move, and what suits it. A finding that is chosen selects its "
         "parts."));
  list_->setWordWrap(true);
  list_->setUniformItemSizes(false);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

  auto* details = new QWidget;
  auto* detailsLayout = new QVBoxLayout(details);
  detailsLayout->setContentsMargins(8, 2, 4, 2);
  detailsLayout->addWidget(title_);
  detailsLayout->addWidget(buttons_);  // in sight in a low panel as well
  detailsLayout->addWidget(explanation_);
  auto* buttonLayout = new QVBoxLayout(buttons_);
  buttonLayout->setContentsMargins(0, 2, 0, 0);
  buttonLayout->setSpacing(4);
  detailsLayout->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setAccessibleName(tr("What the finding means and what can be done"));
  scroll->setWidget(details);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setObjectName("doctorDetails");
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // all of it wraps

  auto* splitter = new QSplitter;
  splitter->addWidget(list_);
  splitter->addWidget(scroll);
  list_->setMinimumWidth(160);
  scroll->setMinimumWidth(180);
  for (int i = 0; i < 2; ++i) splitter->setStretchFactor(i, 1);
  splitter->setSizes({1000, 1000});
  splitter->setChildrenCollapsible(false);

  auto* top = new QHBoxLayout;
  top->setContentsMargins(6, 4, 6, 0);
  top->addWidget(summaryIcon_);
  top->addWidget(summary_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(top);
  layout->addWidget(splitter, 1);

  connect(&checker_, &ModelChecker::checked, this, &DoctorPanel::show);
  connect(&checker_, &ModelChecker::outdated, this, &DoctorPanel::showOutdated);
  connect(&session_, &Session::obstacleChanged, this, [this] {
    if (const Diagnosis* diagnosis = checker_.diagnosis()) show(*diagnosis);
  });
  connect(&document_, &Document::opened, this, [this] {
    shownDetails_.clear();
    showOutdated();
  });
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
    showFinding(row);
    if (list_->hasFocus()) selectParts(row);  // walking through the list with the keys
  });
  connect(list_, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { selectParts(list_->row(item)); });
  connect(list_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { selectParts(list_->row(item)); });
  summaryText_ = tr("No model is open.");
  summary_->setText(summaryText_);
  buttons_->hide();
}

QString DoctorPanel::summary() const { return summaryText_; }

// What was found stays readable, but its changes belong to a model that is no more.
void DoctorPanel::showOutdated() { buttons_->setEnabled(false); }

void DoctorPanel::show(const Diagnosis& diagnosis) {
  findings_ = diagnosis.findings;
  const QSignalBlocker quiet(list_);
  QStringList before;
  for (int row = 0; row < list_->count(); ++row) before << list_->item(row)->text();
  list_->clear();
  int chosen = 0;
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    const DoctorFinding& finding = findings_[i];
    auto* item = new QListWidgetItem(severityIcon(finding.severity),
                                     severityWord(finding.severity) + ": " + text(finding.title), list_);
    item->setToolTip(text(finding.explanation));
    if (item->text() == shownDetails_) chosen = static_cast<int>(i);
  }
  // What has newly come into the way is to be seen, whatever was read before.
  const bool graver = !findings_.empty() &&
                      (findings_[0].severity == Severity::Blocks || findings_[0].severity == Severity::Warns);
  if (graver && !list_->hasFocus() && !before.contains(list_->item(0)->text())) chosen = 0;
  list_->setCurrentRow(findings_.empty() ? -1 : chosen);
  const bool warned = std::any_of(findings_.begin(), findings_.end(),
                                  [](const DoctorFinding& f) { return f.severity == Severity::Warns; });
  const bool obstructed = !session_.obstacle().isEmpty();
  const Severity gravest = obstructed || !diagnosis.ready() ? Severity::Blocks
                           : warned                         ? Severity::Warns
                                                            : Severity::Fine;
  summaryIcon_->setPixmap(severityIcon(gravest).pixmap(18, 18));
  summaryText_ = obstructed ? tr("In the way of a run: %1").arg(session_.obstacle().section('\n', 0, 0))
                            : text(diagnosis.summary());
  summary_->setText(summaryText_);
  showFinding(list_->currentRow());
  emit summaryChanged(summaryText_);
}

void DoctorPanel::showFinding(int row) {
  // the keyboard stays in the panel
  if (QApplication::focusWidget() && buttons_->isAncestorOf(QApplication::focusWidget())) list_->setFocus();
  qDeleteAll(buttons_->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly));
  const bool any = row >= 0 && row < static_cast<int>(findings_.size());
  title_->setText(any ? text(findings_[std::size_t(row)].title) : QString());
  explanation_->setText(any ? text(findings_[std::size_t(row)].explanation) : QString());
  buttons_->setVisible(any && !findings_[std::size_t(row)].remedies.empty());
  if (!any) return;
  shownDetails_ = list_->item(row)->text();
  const DoctorFinding& finding = findings_[std::size_t(row)];
  for (const Remedy& remedy : finding.remedies) {
    addButton(text(remedy.label), nameOf(remedy.kind), helpOf(remedy), [this, remedy] { apply(remedy); });
    if (remedy.kind == Remedy::Kind::UseMethod)
      addButton(tr("Try both"), "doctorTryBoth",
                tr("Runs the model with the present method and with this one, side by side"),
                [this, remedy] { tryBoth(remedy); });
  }
  buttons_->setEnabled(checker_.isCurrent());
}

void DoctorPanel::addButton(const QString& words, const QString& name, const QString& help,
                            const std::function<void()>& action) {
  auto* button = new WrappingButton(words);
  button->setObjectName(name);
  button->setToolTip(help);
  button->setAccessibleDescription(help);
  buttons_->layout()->addWidget(button);
  button->show();
  // By Tab directly from the list.
  const auto others = buttons_->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly);
  setTabOrder(others.size() > 1 ? static_cast<QWidget*>(others[others.size() - 2]) : list_, button);
  // Later: the list, and this button with it, is made anew by what the action does.
  connect(
      button, &QPushButton::clicked, this, [action] { action(); }, Qt::QueuedConnection);
}

void DoctorPanel::apply(const Remedy& remedy) {
  if (!checker_.isCurrent()) return;
  if (remedy.kind == Remedy::Kind::UseMethod) {
    guarded([&] { session_.setOptions(parseVariant(remedy.variant, session_.options())); });
    return;
  }
  if (remedy.changed) document_.edit(text(remedy.label), *remedy.changed);
}

void DoctorPanel::tryBoth(const Remedy& remedy) {
  session_.setComparisons({text(remedy.variant)});
  session_.start();
}

void DoctorPanel::selectParts(int row) {
  if (row < 0 || row >= static_cast<int>(findings_.size())) return;
  std::vector<PartRef> parts = findings_[std::size_t(row)].parts;
  std::erase_if(parts, [this](const PartRef& part) { return !exists(document_.mechanism(), part); });
  if (!parts.empty()) selection_.selectAll(std::move(parts));
}

}  // namespace holonom
