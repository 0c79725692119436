// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/option_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <algorithm>

#include "core/base/units.h"
#include "core/model/fields.h"
#include "gui/base/guarded.h"
#include "gui/panels/calm_wheel.h"
#include "gui/panels/tones.h"
#include "solvers/options/influence.h"

namespace holonom {
namespace {

QString text(const std::string& value) { return QString::fromStdString(value); }

QString indexText(int index) {
  if (index == 3) return OptionEditor::tr("3 – positions (least work)");
  if (index == 2) return OptionEditor::tr("2 – positions and velocities");
  if (index == 1) return OptionEditor::tr("1 – positions to accelerations");
  return QString::number(index);
}

QString choiceText(const OptionField& field, const std::string& choice) {
  const auto place = std::find(field.choices.begin(), field.choices.end(), choice) - field.choices.begin();
  return text(std::size_t(place) < field.words.size() ? field.words[std::size_t(place)].str() : choice);
}

}  // namespace

OptionEditor::OptionEditor(const OptionField& field, QWidget* parent, Of of)
    : QObject(parent), field_(field), of_(of), label_(new QLabel(parent)), help_(text(field.help)) {
  const QString unit = field_.unit.empty() ? QString() : QString(" (%1)").arg(text(field_.unit));
  label_->setText(text(field_.label) + unit);
  const bool isSwitch = field_.kind == OptionField::Kind::Switch;
  const bool choice = field_.kind == OptionField::Kind::Choice || (isSwitch && of_ == Of::ComparedRun);
  input_ = choice ? makeChoice() : isSwitch ? makeSwitch() : makeText();
  input_->setParent(parent);
  input_->setObjectName((of_ == Of::MainRun ? "option_" : "own_") + text(field_.name));
  input_->setAccessibleName(text(field_.label));
  input_->setAccessibleDescription(help_);
  label_->setBuddy(input_);
  for (QWidget* widget : {static_cast<QWidget*>(label_), input_}) {
    widget->setToolTip(help_);
    widget->setWhatsThis(help_);
  }
}

bool OptionEditor::isOfUse(const SimulationOptions& options) const {
  const MethodDescriptor* method = findMethod(options.method);
  if (field_.name == "index" && method)
    return method->indices.size() > 1 || method->indices.front() != options.index;
  return isReadBy(field_, options.method);
}

void OptionEditor::fillChoices(QComboBox& combo) const {
  if (of_ == Of::ComparedRun) combo.addItem(QString(), QString());
  if (field_.kind == OptionField::Kind::Switch)
    for (const char* value : {"on", "off"}) combo.addItem(value, value);
  else if (field_.name != "method")
    for (const std::string& choice : field_.choices) combo.addItem(choiceText(field_, choice), text(choice));
  else
    for (const MethodDescriptor& method : methods()) {
      combo.addItem(text(method.label), text(method.name));
      combo.setItemData(combo.count() - 1, text(method.whenToChoose), Qt::ToolTipRole);
    }
}

QWidget* OptionEditor::makeChoice() {
  auto* combo = new QComboBox;
  fillChoices(*combo);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setMinimumContentsLength(12);
  keepFromWheel(*combo);
  connect(combo, &QComboBox::activated, this,
          [this, combo] { emit edited(combo->currentData().toString()); });
  return combo;
}

QWidget* OptionEditor::makeSwitch() {
  auto* box = new QCheckBox(tr("on"));
  connect(box, &QCheckBox::clicked, this, [this](bool on) { emit edited(on ? "on" : "off"); });
  return box;
}

QWidget* OptionEditor::makeText() {
  auto* edit = new QLineEdit;
  edit->setClearButtonEnabled(true);
  connect(edit, &QLineEdit::editingFinished, this, &OptionEditor::finish);
  connect(edit, &QLineEdit::textEdited, this, [this] { emit typing(entry()); });
  return edit;
}

void OptionEditor::finish() {
  auto* edit = qobject_cast<QLineEdit*>(input_);
  // what was wrong is judged anew: the other settings may have changed
  if (!edit || (!edit->isModified() && error_.isEmpty())) return;
  edit->setModified(false);
  emit edited(entry());
}

QString OptionEditor::entry() const {
  const auto* edit = qobject_cast<QLineEdit*>(input_);
  const QString typed = edit ? edit->text().trimmed() : QString();
  if (field_.unit.empty() || typed.isEmpty()) return typed;
  double value = 0;  // "2000 ms" as well
  const auto [ok, complaint] =
      guarded([&] { value = parseQuantity(typed.toStdString(), field_.unit, parseUnit(field_.unit), {}); });
  return ok ? text(numberText(value)) : typed;
}

void OptionEditor::fillIndices(const std::string& name) {
  auto* combo = static_cast<QComboBox*>(input_);
  const MethodDescriptor* method = findMethod(name);
  if (!method) return;
  combo->clear();
  for (const int index : method->indices) combo->addItem(indexText(index), QString::number(index));
}

/// The value that counts where the field is empty.
QString OptionEditor::placeholder(const SimulationOptions& options) const {
  if (field_.name == "rtol") return QString::number(usedRtol(options));
  if (field_.name == "atol") return QString::number(usedAtol(options));
  const std::string value = field_.get(options);
  return value == "0" && !field_.zero.empty() ? text(field_.zero) : choiceText(field_, value);
}

void OptionEditor::show(const SimulationOptions& options) {
  const QSignalBlocker quiet(input_);
  const QString value = text(field_.get(options));
  if (field_.name == "index") fillIndices(options.method);
  if (auto* combo = qobject_cast<QComboBox*>(input_)) combo->setCurrentIndex(combo->findData(value));
  else if (auto* box = qobject_cast<QCheckBox*>(input_)) box->setChecked(value == "on");
  else showText(value == "0" && !field_.zero.empty() ? QString() : value, placeholder(options));
  setError({});
  showInfluence(whyIdle(field_, options));
}

void OptionEditor::showInfluence(const std::string& whyNone) {
  for (QWidget* widget : {static_cast<QWidget*>(label_), input_}) {
    widget->setEnabled(whyNone.empty());
    widget->setToolTip(whyNone.empty() ? help_ : tr("Without influence here: %1.").arg(text(whyNone)));
  }
}

void OptionEditor::showOwn(const QString& value, const SimulationOptions& otherwise) {
  const QSignalBlocker quiet(input_);
  const QString inherited = tr("not set here: %1").arg(placeholder(otherwise));
  if (auto* combo = qobject_cast<QComboBox*>(input_)) {
    combo->setItemText(0, inherited);
    combo->setCurrentIndex(value.isEmpty() ? 0 : combo->findData(value));
  } else {
    showText(value, inherited);
  }
  setError({});
}

void OptionEditor::showText(const QString& value, const QString& placeholder) {
  auto* edit = static_cast<QLineEdit*>(input_);
  edit->setPlaceholderText(placeholder);
  if (edit->text() != value && !(edit->hasFocus() && edit->isModified())) edit->setText(value);
}

void OptionEditor::setError(const QString& message) {
  error_ = message;
  input_->setStyleSheet(message.isEmpty() ? QString()
                                          : QStringLiteral("border: 1px solid %1; background: %2;")
                                                .arg(tones().errorBorder, tones().errorPaper));
  input_->setToolTip(message.isEmpty() ? help_ : message);
}

}  // namespace holonom
