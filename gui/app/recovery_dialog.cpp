// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/recovery_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "gui/app/file_actions.h"
#include "gui/panels/screen_room.h"

namespace holonom {
namespace {

QString dateText(const QDateTime& date) {
  return date.isValid() ? QLocale().toString(date, QLocale::ShortFormat) : QString("–");
}

}  // namespace

RecoveryDialog::RecoveryDialog(std::vector<LeftBehind> found, QWidget* parent)
    : QDialog(parent), found_(std::move(found)), list_(new QTreeWidget) {
  setObjectName("recoveryDialog");
  setWindowTitle(tr("Recover unsaved models"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* words =
      new QLabel(tr("The program ended before these models were saved. Nothing is lost: a restored model is "
                    "as it was at its last "
                    "change, and stays here until you save or discard it."));
  words->setWordWrap(true);
  list_->setObjectName("recoveryList");
  list_->setAccessibleName(tr("Models that were not saved"));
  list_->setRootIsDecorated(false);
  list_->setHeaderLabels({tr("Model"), tr("Last change"), tr("Saved"), tr("File")});
  auto* buttons = new QDialogButtonBox;
  restore_ = buttons->addButton(tr("&Restore"), QDialogButtonBox::AcceptRole);
  discard_ = buttons->addButton(tr("&Discard…"), QDialogButtonBox::DestructiveRole);
  QPushButton* later = buttons->addButton(tr("&Later"), QDialogButtonBox::RejectRole);
  restore_->setObjectName("recoveryRestore");
  discard_->setObjectName("recoveryDiscard");
  later->setObjectName("recoveryLater");
  later->setToolTip(tr("Asks again at the next start"));
  restore_->setDefault(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(words);
  layout->addWidget(list_, 1);
  layout->addWidget(buttons);
  connect(restore_, &QPushButton::clicked, this, &RecoveryDialog::restore);
  connect(discard_, &QPushButton::clicked, this, &RecoveryDialog::discard);
  connect(later, &QPushButton::clicked, this, &QDialog::reject);
  connect(list_, &QTreeWidget::itemActivated, this, &RecoveryDialog::restore);
  fill();
  resize(withinScreen(*this, {760, 280}));
}

void RecoveryDialog::fill() {
  list_->clear();
  for (const LeftBehind& left : found_) {
    const QFileInfo file(left.file);
    const QString title = !left.title.isEmpty() ? left.title
                          : left.file.isEmpty() ? tr("Untitled mechanism")
                                                : file.completeBaseName();
    const bool there = !left.file.isEmpty() && file.exists();
    auto* item = new QTreeWidgetItem(
        list_, {title, dateText(left.changed), there ? dateText(file.lastModified()) : tr("never"),
                left.file.isEmpty() ? tr("(not saved yet)") : left.file});
    item->setToolTip(3, left.file);
  }
  list_->setCurrentItem(list_->topLevelItem(0));
  for (int column = 0; column < 3; ++column) list_->resizeColumnToContents(column);
}

int RecoveryDialog::current() const { return list_->indexOfTopLevelItem(list_->currentItem()); }

void RecoveryDialog::restore() {
  if (current() < 0) return;
  const LeftBehind left = found_[std::size_t(current())];
  emit restoreRequested(left);
  close();
}

void RecoveryDialog::discard() {
  if (current() < 0) return;
  QMessageBox question(QMessageBox::Warning, tr("Discard"),
                       tr("The unsaved changes of this model are lost for good."),
                       QMessageBox::Discard | QMessageBox::Cancel, this);
  question.setObjectName("recoveryDiscardQuestion");
  question.setDefaultButton(QMessageBox::Cancel);
  if (question.exec() != QMessageBox::Discard) return;
  Autosave::remove(found_[std::size_t(current())]);
  found_.erase(found_.begin() + current());
  found_.empty() ? reject() : fill();
}

void showRecoveryOffer(Workspace& workspace, FileActions& files, QWidget& window) {
  QStringList broken;
  std::vector<LeftBehind> found = Autosave::leftBehind(&broken);
  for (const QString& record : broken)
    workspace.log.add(
        MessageLog::Level::Warning,
        RecoveryDialog::tr("A model that was not saved cannot be read; it is kept as %1.").arg(record));
  if (found.empty()) return;
  auto* dialog = new RecoveryDialog(std::move(found), &window);
  QObject::connect(dialog, &RecoveryDialog::restoreRequested, &files,
                   [&workspace, &files](const LeftBehind& left) {
                     if (!files.mayReplaceModel()) return;
                     workspace.autosave.restore(left);
                     workspace.log.add(
                         MessageLog::Level::Success,
                         RecoveryDialog::tr("Restored “%1” as it was at its last change. Save it to keep it.")
                             .arg(workspace.document.title()));
                   });
  dialog->open();
}

}  // namespace holonom
