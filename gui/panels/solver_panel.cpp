// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/solver_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/base/guarded.h"
#include "gui/panels/calm_wheel.h"
#include "gui/session/compare_settings.h"
#include "gui/session/option_words.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

using SessionSignal = void (Session::*)();

/// What is always in sight; everything else waits under "More settings".
bool isCommon(const std::string& name) {
  static const std::vector<std::string> names = {"method",    "index", "rtol", "atol",
                                                 "max-order", "rho",   "t-end"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

QString variantOf(const std::string& method, int index) {
  return QString("%1:%2").arg(QString::fromStdString(method)).arg(index);
}

QFormLayout* makeForm(QWidget* parent) {
  auto* form = new QFormLayout(parent);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->setRowWrapPolicy(QFormLayout::DontWrapRows);
  form->setContentsMargins(0, 0, 0, 0);
  return form;
}

}  // namespace

SolverPanel::SolverPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), scroll_(new QScrollArea) {
  scroll_->setAccessibleName(tr("Solver settings"));
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(4, 6, 4, 6);
  column->addWidget(makeSettings());
  column->addWidget(makeKeep());
  column->addWidget(makeComparison());
  column->addStretch(1);
  scroll_->setWidget(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(scroll_, 1);
  layout->addWidget(makeContinue());
  connect(&session_, &Session::optionsChanged, this, &SolverPanel::showOptions);
  connect(&session_, &Session::starting, this, [this] {
    for (OptionEditor* editor : editors_) editor->finish();
  });
  connect(&session_, &Session::obstructed, this, &SolverPanel::showWrongEntry);
  connect(&session_, &Session::optionWanted, this, [this](const std::string& name) {
    for (const OptionEditor* editor : editors_)
      if (editor->field().name == name) showEntry(*editor);
  });
  showOptions();
  setMinimumWidth(content->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
}

/// Settings that are changed while a run is under way can take effect at once. In sight wherever the settings
/// are scrolled to.
QWidget* SolverPanel::makeContinue() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(4, 4, 4, 4);
  auto* note = new QLabel(tr("Changed, but not in the run yet."));
  note->setWordWrap(true);
  auto* button = new QPushButton(tr("Go on with these settings"));
  button->setObjectName("continueWithOptions");
  button->setToolTip(
      tr("The run goes on from its last step with the changed settings; the curves so far stay."));
  connect(button, &QPushButton::clicked, &session_, &Session::continueWithOptions);
  column->addWidget(note);
  column->addWidget(button);
  const auto show = [this, box] {
    const bool active =
        session_.state() == Session::State::Running || session_.state() == Session::State::Paused;
    box->setVisible(active && !session_.runsWithOptions());
  };
  for (const SessionSignal signal :
       {SessionSignal(&Session::optionsChanged), &Session::stateChanged, &Session::runsChanged})
    connect(&session_, signal, box, show);
  show();
  return box;
}

/// Settings are of the session; whoever wants to find them again with the model says so.
QWidget* SolverPanel::makeKeep() {
  auto* button = new QPushButton(tr("Keep in the model"));
  button->setObjectName("keepOptions");
  button->setToolTip(
      tr("Writes method, index, tolerances and end time into the model, so that its file has them"));
  connect(button, &QPushButton::clicked, &session_, &Session::keepOptions);
  const auto show = [this, button] { button->setVisible(session_.canKeepOptions()); };
  for (const SessionSignal signal : {SessionSignal(&Session::optionsChanged), &Session::stateChanged})
    connect(&session_, signal, button, show);
  show();
  return button;
}

QWidget* SolverPanel::makeSettings() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  auto* common = new QWidget;
  mainForm_ = makeForm(common);
  auto* more = moreSettings_ = new QToolButton;
  more->setObjectName("moreSettings");
  more->setText(tr("More settings"));
  more->setCheckable(true);
  more->setAutoRaise(true);
  more->setArrowType(Qt::RightArrow);
  more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  auto* details = new QWidget;
  moreForm_ = makeForm(details);
  details->hide();
  connect(more, &QToolButton::toggled, this, [more, details](bool on) {
    more->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
    details->setVisible(on);
  });
  for (const OptionField& field : optionFields()) addEditor(field);
  for (QWidget* widget : {common, static_cast<QWidget*>(more), details}) column->addWidget(widget);
  return box;
}

void SolverPanel::addEditor(const OptionField& field) {
  auto* editor = new OptionEditor(field, this);
  QFormLayout* form = isCommon(field.name) ? mainForm_ : moreForm_;
  if (field.kind == OptionField::Kind::Choice) {  // long texts take the whole width, below their label
    form->addRow(editor->label());
    form->addRow(editor->input());
  } else {
    form->addRow(editor->label(), editor->input());
  }
  connect(editor, &OptionEditor::edited, this,
          [this, editor](const QString& value) { apply(*editor, value); });
  connect(editor, &OptionEditor::typing, this,
          [this, editor](const QString& value) { relieve(*editor, value); });
  editors_.push_back(editor);
}

QWidget* SolverPanel::makeComparison() {
  auto* box = new QGroupBox(tr("Comparison"));
  auto* column = new QVBoxLayout(box);
  compare_ = new QCheckBox(tr("Compare with another run:"));
  compare_->setObjectName("compare");
  compare_->setToolTip(tr("Both runs start together and their curves lie over each other in the plots."));
  variant_ = new QComboBox;
  variant_->setObjectName("compareVariant");
  variant_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  variant_->setMinimumContentsLength(12);
  keepFromWheel(*variant_);
  variant_->setAccessibleName(tr("Method and index of the second run"));
  for (const MethodDescriptor& method : methods()) {
    for (const int index : method.indices) {
      SimulationOptions options;
      options.method = method.name;
      options.index = index;
      variant_->addItem(QString::fromStdString(shortLabel(options)), variantOf(method.name, index));
    }
  }
  forms_ = variant_->count();
  column->addWidget(compare_);
  column->addWidget(variant_);
  twinsNote_ = new QLabel(tr("Same settings as the main run: both curves will be the same."));
  twinsNote_->setObjectName("twinsNote");
  twinsNote_->setWordWrap(true);
  column->addWidget(twinsNote_);
  more_ = new QToolButton;
  more_->setObjectName("moreRuns");
  more_->setAutoRaise(true);
  more_->setToolTip(tr("Up to four runs at the same time, and how they turned out"));
  connect(more_, &QToolButton::clicked, this, &SolverPanel::moreRunsRequested);
  column->addWidget(more_);
  connect(compare_, &QCheckBox::clicked, this, &SolverPanel::applyComparison);
  connect(variant_, &QComboBox::activated, this, &SolverPanel::applyComparison);
  return box;
}

/// In words, or empty; then the options have the value.
QString SolverPanel::faultOf(const OptionEditor& editor, const QString& value,
                             SimulationOptions& options) const {
  const OptionField& field = editor.field();
  // An emptied field goes back to what the model says, or to its default.
  const std::string text = value.isEmpty() ? field.get(session_.modelOptions()) : value.toStdString();
  const bool sound = guarded([&] { validate(session_.options()); }).first;
  bool read = false;
  auto [ok, message] = guarded([&] {
    field.set(options, text);
    read = true;
    if (sound) validate(options);  // what was wrong before must not forbid to mend it piece by piece
  });
  if (!read && field.name == "t-end")
    message += tr(" It must lie after the start time, which is %1 s.").arg(options.startTime);
  else if (!read) message += tr(" Values from %1 to %2 are possible.").arg(field.minimum).arg(field.maximum);
  return inWindowWords(message);
}

void SolverPanel::apply(OptionEditor& editor, const QString& value) {
  SimulationOptions options = session_.options();
  editor.setError(faultOf(editor, value, options));
  if (editor.error().isEmpty()) {
    session_.setOptions(options);
    editor.show(session_.options());
  }
  reportObstacle();
}

/// What is being typed is not wrong any more.
void SolverPanel::relieve(OptionEditor& editor, const QString& value) {
  SimulationOptions options = session_.options();
  if (editor.error().isEmpty() || !faultOf(editor, value, options).isEmpty()) return;
  editor.setError({});
  reportObstacle();
}

OptionEditor* SolverPanel::wrongEditor() const {
  const auto wrong = std::find_if(editors_.begin(), editors_.end(),
                                  [](const OptionEditor* editor) { return !editor->error().isEmpty(); });
  return wrong == editors_.end() ? nullptr : *wrong;
}

void SolverPanel::reportObstacle() {
  const OptionEditor* wrong = wrongEditor();
  session_.setObstacle(*this, wrong ? wrong->error() : QString());
}

void SolverPanel::showWrongEntry(const QObject* holder) {
  if (holder == this) showEntry(*wrongEditor());
}

void SolverPanel::showEntry(const OptionEditor& editor) {
  if (!isCommon(editor.field().name)) moreSettings_->setChecked(true);
  emit wrongEntryShown();
  editor.input()->setFocus(Qt::OtherFocusReason);
  QTimer::singleShot(0, editor.input(),
                     [this, input = editor.input()] {  // unfolded settings have places then
                       scroll_->ensureWidgetVisible(input);
                     });
}

void SolverPanel::applyComparison() {
  // The box starts on something that differs from the main run.
  const QString own = variantOf(session_.options().method, session_.options().index);
  if (compare_->isChecked() && session_.comparison().isEmpty() && variant_->currentData().toString() == own)
    variant_->setCurrentIndex(variant_->currentIndex() == 0 ? 1 : 0);
  QStringList variants = session_.comparisons();
  if (!compare_->isChecked()) variants.clear();
  else if (variants.isEmpty()) variants << variant_->currentData().toString();
  else variants[0] = variant_->currentData().toString();
  session_.setComparisons(variants);
  saveComparisons(session_);
}

void SolverPanel::dropWrongEntries() {
  for (OptionEditor* editor : editors_) editor->show(session_.options());
  reportObstacle();
}

/// A wrong entry stays, to be seen and mended, while its setting is one of the method.
void SolverPanel::showOptions() {
  const SimulationOptions& options = session_.options();
  for (OptionEditor* editor : editors_) {
    if (editor->error().isEmpty() || editor->entry().isEmpty() || !editor->isOfUse(options))
      editor->show(options);
    const bool common = isCommon(editor->field().name);
    for (QWidget* part : {static_cast<QWidget*>(editor->label()), editor->input()})  // may have a row each
      (common ? mainForm_ : moreForm_)->setRowVisible(part, editor->isOfUse(options));
  }
  showComparison();
  reportObstacle();
}

void SolverPanel::showComparison() {
  const QString variant = session_.comparison();
  compare_->setChecked(!variant.isEmpty());
  variant_->setEnabled(compare_->isChecked());
  bool same = false;
  if (!variant.isEmpty())
    guarded([&] {
      same = amountToTheSame(parseVariant(variant.toStdString(), session_.options()), session_.options());
    });
  twinsNote_->setVisible(same);
  const auto further = session_.comparisons().size() - 1;
  more_->setText(further > 0 ? tr("and %n more…", nullptr, int(further)) : tr("More runs…"));
  if (variant.isEmpty()) return;
  while (variant_->count() > forms_) variant_->removeItem(forms_);
  if (variant_->findData(variant) < 0) variant_->addItem(wordsOf(variant), variant);
  variant_->setCurrentIndex(variant_->findData(variant));
}

}  // namespace holonom
