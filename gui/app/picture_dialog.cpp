// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/picture_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/app/picture_grid.h"
#include "gui/base/saved_file.h"

namespace holonom {
PictureDialog::PictureDialog(PictureGrid& pictures, QWidget* parent)
    : QDialog(parent), pictures_(pictures), transparent_(new QCheckBox(tr("&Transparent background"))) {
  setObjectName("pictureDialog");
  setWindowTitle(tr("Export a picture"));
  auto* form = new QFormLayout;
  fields_ = new PictureFields(*form, this);
  transparent_->setObjectName("pictureTransparent");
  transparent_->setToolTip(tr("Only the mechanism and what is shown with it, for slides and reports"));
  form->addRow(QString(), transparent_);
  auto* buttons = new QDialogButtonBox;
  auto* save = buttons->addButton(tr("&Save as…"), QDialogButtonBox::ActionRole);
  auto* copy = buttons->addButton(tr("C&opy"), QDialogButtonBox::ActionRole);
  buttons->addButton(QDialogButtonBox::Close);
  save->setObjectName("pictureSave");
  save->setDefault(true);
  copy->setObjectName("pictureCopy");
  copy->setToolTip(tr("The picture goes to the clipboard"));
  connect(save, &QPushButton::clicked, this, &PictureDialog::save);
  connect(copy, &QPushButton::clicked, this, &PictureDialog::copy);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(buttons);
}

void PictureDialog::open() {
  fields_->setWindowSize(pictures_.size() * devicePixelRatioF());
  fields_->setNames(pictures_.main().labelsVisible());
  QDialog::open();
}

QImage PictureDialog::picture() {
  PictureParts parts = fields_->parts();
  parts.transparent = transparent_->isChecked();
  return pictures_.picture(fields_->size(), parts);
}

void PictureDialog::save() {
  QFileDialog dialog(this, tr("Save the picture"), {}, tr("Pictures (*.png)"));
  dialog.setObjectName("savePicture");
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("png");
  dialog.selectFile(proposedName_ + ".png");
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
  const QString name = dialog.selectedFiles().front();
  if (QFileInfo(name).suffix().toLower() != "png") {
    emit written(name, tr("pictures of the mechanism end in .png"));
    return;
  }
  setEnabled(false);
  saveFileBeside(
      name, [image = picture()](QIODevice& device) { return image.save(&device, "PNG"); }, *this,
      [this, name](const QString& error) {
        setEnabled(true);
        emit written(name, error);
        if (error.isEmpty()) accept();
      });
}

void PictureDialog::copy() {
  QGuiApplication::clipboard()->setImage(picture());
  emit copied();
}

}  // namespace holonom
