// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/picture_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <algorithm>

namespace holonom {
namespace {

constexpr int kLeast = 64, kMost = 7680;  // pixels

/// Even, as films want it.
int pixels(const QSpinBox& box) { return std::min(box.value(), kMost) / 2 * 2; }

}  // namespace

PictureFields::PictureFields(QFormLayout& form, QObject* parent)
    : QObject(parent), preset_(new QComboBox), width_(new QSpinBox), height_(new QSpinBox),
      legend_(new QCheckBox(tr("&Legend: runs, axes, lengths of arrows"))),
      names_(new QCheckBox(tr("&Names of bodies and joints"))),
      selection_(new QCheckBox(tr("&Marks of what is selected"))) {
  preset_->setObjectName("pictureSize");
  preset_->setAccessibleName(tr("Size of the picture"));
  preset_->addItem(tr("1280 × 720 (HD)"), QSize(1280, 720));
  preset_->addItem(tr("1920 × 1080 (full HD)"), QSize(1920, 1080));
  preset_->addItem(tr("3840 × 2160 (4K)"), QSize(3840, 2160));
  preset_->addItem(tr("As in the window"));
  preset_->addItem(tr("Own size"), QSize());
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  for (const auto& [box, name, words] : {std::tuple{width_, "pictureWidth", tr("Width in pixels")},
                                         {height_, "pictureHeight", tr("Height in pixels")}}) {
    box->setObjectName(name);
    box->setAccessibleName(words);
    box->setToolTip(words);
    box->setRange(kLeast, 99999);  // a box does not take digits beyond its range: 9999 would become 999
    connect(box, &QSpinBox::editingFinished, box, [box = box] { box->setValue(pixels(*box)); });
    box->setSingleStep(2);
    connect(box, &QSpinBox::valueChanged, this, [this] {
      const int found = preset_->findData(QSize(width_->value(), height_->value()));
      if (preset_->currentData().isValid())
        preset_->setCurrentIndex(found >= 0 ? found : preset_->count() - 1);
      emit changed();
    });
  }
  layout->addWidget(width_);
  layout->addWidget(new QLabel(QString::fromUtf8("×")));
  layout->addWidget(height_);
  layout->addWidget(new QLabel(tr("pixels")));
  layout->addStretch(1);
  form.addRow(tr("Si&ze"), preset_);
  form.addRow(QString(), row);
  legend_->setObjectName("pictureLegend");
  legend_->setChecked(true);
  names_->setObjectName("pictureNames");
  form.addRow(tr("Show"), legend_);
  selection_->setObjectName("pictureSelection");
  form.addRow(QString(), names_);
  form.addRow(QString(), selection_);
  connect(preset_, &QComboBox::activated, this, &PictureFields::preset);
  preset(0);
}

void PictureFields::preset(int index) {
  QSize size = preset_->itemData(index).toSize();
  if (!preset_->itemData(index).isValid()) size = window_;
  if (size.isEmpty()) return;  // as it is, to be changed
  width_->setValue(size.width());
  height_->setValue(size.height());
}

void PictureFields::setNames(bool on) { names_->setChecked(on); }

QSize PictureFields::size() const { return {pixels(*width_), pixels(*height_)}; }

PictureParts PictureFields::parts() const {
  return {.legend = legend_->isChecked(), .names = names_->isChecked(), .selection = selection_->isChecked()};
}

}  // namespace holonom
