// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "gui/app/picture_fields.h"

namespace holonom {

class PictureGrid;

/// Asks for the size and the content of a picture of the mechanism, and writes or copies it.
class PictureDialog : public QDialog {
  Q_OBJECT
 public:
  explicit PictureDialog(PictureGrid& pictures, QWidget* parent = nullptr);
  void open() override;
  void setProposedName(const QString& name) { proposedName_ = name; }  ///< of the file, without ending

 signals:
  void written(const QString& file, const QString& error);  ///< error empty: the file is complete
  void copied();

 private:
  QImage picture();
  void save();
  void copy();

  PictureGrid& pictures_;
  PictureFields* fields_;
  QCheckBox* transparent_;
  QString proposedName_;
};

}  // namespace holonom
