// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/variant_settings.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/base/guarded.h"
#include "gui/panels/option_editor.h"
#include "gui/session/option_words.h"
#include "gui/session/run_names.h"

namespace holonom {

VariantSettings::VariantSettings(Session& session, std::size_t place, QWidget* parent)
    : QDialog(parent), session_(session), place_(place), subject_(new QLabel), form_(new QFormLayout) {
  setObjectName(QString("variantSettingsOf%1").arg(place));
  setWindowTitle(tr("Settings of run %1").arg(runMark(place)));
  subject_->setWordWrap(true);
  for (const OptionField& field : optionFields())
    if (field.name != "method" && field.name != "index") addEditor(field, *form_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  auto* all = buttons->addButton(tr("&As the main run"), QDialogButtonBox::ResetRole);
  all->setObjectName("asTheMainRun");
  all->setToolTip(tr("Takes all settings of this run back"));
  for (QAbstractButton* button : buttons->buttons()) static_cast<QPushButton*>(button)->setAutoDefault(false);
  connect(all, &QPushButton::clicked, this, &VariantSettings::reset);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addWidget(subject_);
  column->addLayout(form_);
  column->addWidget(buttons);
  connect(&session_, &Session::starting, this, [this] {
    for (OptionEditor* editor : editors_) editor->finish();
  });
  connect(&session_, &Session::obstructed, this, [this](const QObject* holder) {
    if (holder == this) showWrongEntry();
  });
  refresh();
}

void VariantSettings::addEditor(const OptionField& field, QFormLayout& form) {
  auto* editor = new OptionEditor(field, this, OptionEditor::Of::ComparedRun);
  editor->input()->setMinimumWidth(28 * fontMetrics().averageCharWidth());
  form.addRow(editor->label(), editor->input());
  connect(editor, &OptionEditor::edited, this,
          [this, editor](const QString& value) { apply(*editor, value); });
  editors_.push_back(editor);
}

Variant VariantSettings::variant() const {
  return splitVariant(session_.comparisons().at(qsizetype(place_) - 1).toStdString());
}

void VariantSettings::refresh() {
  if (qsizetype(place_) > session_.comparisons().size()) return hide();
  const Variant own = variant();
  SimulationOptions otherwise;
  const Variant form{own.method, own.index, {}};
  if (!guarded([&] { otherwise = optionsOf(form, session_.options()); }).first) return hide();
  subject_->setText(tr("<b>%1</b><br>What is not set here is as in the main run.")
                        .arg(QString::fromStdString(shortLabel(otherwise))));
  for (OptionEditor* editor : editors_) {
    const std::string* value = own.setting(editor->field().name);
    if (editor->error().isEmpty() || editor->entry().isEmpty())
      editor->showOwn(value ? QString::fromStdString(*value) : QString(), otherwise);
    form_->setRowVisible(editor->input(), editor->isOfUse(otherwise));
  }
  reportObstacle();
}

void VariantSettings::apply(OptionEditor& editor, const QString& value) {
  if (!exists()) return;  // the run was removed while something was typed
  Variant changed = variant();
  const std::string& name = editor.field().name;
  value.isEmpty() ? changed.reset(name) : changed.set(name, value.toStdString());
  const auto [ok, message] = guarded([&] { optionsOf(changed, session_.options()); });
  editor.setError(inWindowWords(message));
  if (ok) take(changed);
  reportObstacle();
}

void VariantSettings::reset() {
  for (OptionEditor* editor : editors_) editor->setError({});
  Variant plain = variant();
  plain.settings.clear();
  take(plain);
}

bool VariantSettings::exists() const { return qsizetype(place_) <= session_.comparisons().size(); }

void VariantSettings::take(const Variant& variant) {
  QStringList variants = session_.comparisons();
  variants[qsizetype(place_) - 1] = QString::fromStdString(variant.text());
  session_.setComparisons(variants);
  refresh();
  emit edited();
}

void VariantSettings::reportObstacle() {
  const auto wrong = std::find_if(editors_.begin(), editors_.end(),
                                  [](const OptionEditor* editor) { return !editor->error().isEmpty(); });
  session_.setObstacle(
      *this, wrong == editors_.end() ? QString() : tr("Run %1: %2").arg(runMark(place_), (*wrong)->error()));
}

void VariantSettings::showWrongEntry() {
  show();
  raise();
  activateWindow();
  for (OptionEditor* editor : editors_)
    if (!editor->error().isEmpty()) return editor->input()->setFocus(Qt::OtherFocusReason);
}

/// What was wrong goes with the dialog: nobody would see it.
void VariantSettings::hideEvent(QHideEvent* event) {
  QDialog::hideEvent(event);
  for (OptionEditor* editor : editors_) editor->setError({});
  reportObstacle();
}

}  // namespace holonom
