// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/field_editors.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPointer>

#include "gui/models/field_model.h"
#include "gui/panels/tones.h"

namespace holonom {
namespace {

bool isNamePart(QChar c) { return c.isLetterOrNumber() || c == '_' || c == '.'; }

}  // namespace

FieldEdit::FieldEdit(const FieldModel& model, const QModelIndex& index, QWidget* parent)
    : QLineEdit(parent), model_(model), index_(index) {
  setFrame(false);
  setAutoFillBackground(true);
  setObjectName("fieldEdit");
  if (const Field* field = model.fieldAt(index)) {
    setAccessibleName(QString::fromStdString(field->label));
    setAccessibleDescription(QString::fromStdString(field->help));
    if (field->optional) setPlaceholderText(tr("none"));
  }
  if (const QStringList names = index.column() == 1 ? model.completions(index) : QStringList();
      !names.isEmpty()) {
    completer_ = new QCompleter(names, this);
    completer_->setWidget(this);
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    connect(completer_, QOverload<const QString&>::of(&QCompleter::activated), this,
            &FieldEdit::insertCompletion);
    completer_->popup()->installEventFilter(this);
  }
  connect(this, &QLineEdit::textEdited, this, [this] {
    judge();
    complete();
  });
}

void FieldEdit::judge() {
  const QString complaint = model_.complaint(index_, text());
  good_ = complaint.isEmpty();
  setStyleSheet(good_ ? QString()
                      : QStringLiteral("QLineEdit { color: %1; background: %2; }")
                            .arg(tones().errorText, tones().errorPaper));
  setToolTip(complaint);
  emit judged(complaint);
}

QString FieldEdit::wordBeforeCursor() const {
  int begin = cursorPosition();
  while (begin > 0 && isNamePart(text()[begin - 1])) --begin;
  return text().mid(begin, cursorPosition() - begin);
}

void FieldEdit::complete() {
  if (!completer_) return;
  const QString word = wordBeforeCursor();
  completer_->setCompletionPrefix(word);
  const bool known = completer_->completionCount() == 1 && completer_->currentCompletion() == word;
  if (word.isEmpty() || word[0].isDigit() || known || completer_->completionCount() == 0) {
    completer_->popup()->hide();
    return;
  }
  QRect place = cursorRect();
  place.setWidth(std::max(200, completer_->popup()->sizeHintForColumn(0) + 30));
  completer_->complete(place);
}

void FieldEdit::insertCompletion(const QString& name) {
  const QString word = wordBeforeCursor();
  setSelection(cursorPosition() - int(word.size()), int(word.size()));
  insert(name);
  judge();
}

void FieldEdit::keyPressEvent(QKeyEvent* event) {
  const int direction = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
  if (direction != 0 && !completer_) {
    emit stepped(event->modifiers() & Qt::ControlModifier ? 10 * direction : direction);
    return;
  }
  if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier && completer_)
    return complete();
  QLineEdit::keyPressEvent(event);
}

/// The list of names comes by itself while one types: Enter takes what was typed unless a name is chosen.
bool FieldEdit::eventFilter(QObject* watched, QEvent* event) {
  if (!completer_ || watched != completer_->popup() || event->type() != QEvent::KeyPress)
    return QLineEdit::eventFilter(watched, event);
  const auto* press = static_cast<QKeyEvent*>(event);
  const bool enter = press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter;
  if (!enter || completer_->popup()->currentIndex().isValid()) return false;
  completer_->popup()->hide();
  QCoreApplication::postEvent(
      this, new QKeyEvent(QEvent::KeyPress, press->key(), press->modifiers(), press->text()));
  return true;
}

FieldDelegate::FieldDelegate(FieldModel& model, QObject* parent)
    : QStyledItemDelegate(parent), model_(model) {}

QWidget* FieldDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                     const QModelIndex& index) const {
  if (!model_.fieldAt(index)) return nullptr;
  return index.column() == 1 && !model_.options(index).empty() ? makeCombo(parent, index)
                                                               : makeLine(parent, index);
}

QWidget* FieldDelegate::makeCombo(QWidget* parent, const QModelIndex& index) const {
  auto* combo = new QComboBox(parent);
  combo->setObjectName("fieldChoice");
  combo->setAccessibleName(QString::fromStdString(model_.fieldAt(index)->label));
  for (const auto& [name, value] : model_.options(index)) combo->addItem(QString::fromStdString(name));
  auto* self = const_cast<FieldDelegate*>(this);
  connect(combo, &QComboBox::activated, self, [self, combo] { self->commit(*combo); });
  return combo;
}

QWidget* FieldDelegate::makeLine(QWidget* parent, const QModelIndex& index) const {
  auto* edit = new FieldEdit(model_, index, parent);
  connect(edit, &FieldEdit::judged, this, &FieldDelegate::judged);
  static int gestures = 0;
  connect(edit, &FieldEdit::stepped, this,
          [this, edit, at = QPersistentModelIndex(index),
           gesture = QString("step %1").arg(++gestures)](int steps) {
            const QString text = model_.stepped(at, edit->text(), steps);
            if (text.isEmpty() || !model_.change(at, text, gesture)) return;
            edit->setText(text);
            edit->selectAll();
          });
  return edit;
}

void FieldDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const QString text = index.data(Qt::EditRole).toString();
  if (auto* combo = qobject_cast<QComboBox*>(editor)) combo->setCurrentIndex(combo->findText(text));
  else if (auto* edit = qobject_cast<FieldEdit*>(editor); edit && !edit->isModified()) edit->setText(text);
}

void FieldDelegate::setModelData(QWidget* editor, QAbstractItemModel*, const QModelIndex& index) const {
  emit judged({});
  if (auto* combo = qobject_cast<QComboBox*>(editor)) {
    const auto options = model_.options(index);
    const auto place = std::size_t(combo->currentIndex());
    if (combo->currentIndex() >= 0 && place < options.size()) model_.setOption(index, options[place].second);
  } else if (auto* edit = qobject_cast<FieldEdit*>(editor); edit && edit->isModified() && edit->isGood()) {
    edit->setModified(false);
    model_.setData(index, edit->text());
  }
}

QSize FieldDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  size.setHeight(std::max(size.height(), option.fontMetrics.height() + 8));
  return size;
}

void FieldDelegate::commit(QWidget& editor) {
  const QPointer<QWidget> open = &editor;
  emit commitData(&editor);
  if (open && open->isVisible()) emit closeEditor(&editor);  // unless other lines came with the value
}

bool FieldDelegate::eventFilter(QObject* editor, QEvent* event) {
  const auto* edit = qobject_cast<FieldEdit*>(editor);
  if (edit && !edit->isGood() && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    // stays until it is right, or Esc
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab || key == Qt::Key_Backtab)
      return true;
  }
  // the list, once it is open, takes letters
  if (qobject_cast<QComboBox*>(editor) && event->type() == QEvent::KeyPress) {
    const QString letter = static_cast<QKeyEvent*>(event)->text();
    if (!letter.isEmpty() && letter[0].isLetterOrNumber()) return true;
  }
  if (edit && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
    emit judged({});
  return QStyledItemDelegate::eventFilter(editor, event);
}

}  // namespace holonom
