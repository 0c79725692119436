// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "gui/app/movie_export.h"

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace holonom {

class PictureFields;

/// Asks what a video is to show and how, and tells how far it is. The window can be used meanwhile.
class VideoDialog : public QDialog {
  Q_OBJECT
 public:
  VideoDialog(Workspace& workspace, PictureGrid& pictures, QWidget* parent = nullptr);
  void begin();  ///< shows itself with the present run's range and speed
  bool isBusy() const { return export_.isBusy(); }
  void reject() override;  ///< also gives up what is being written

 signals:
  void written(const QString& file, const QString& error);  ///< error empty: the file is complete

 private:
  void makeFields(QFormLayout& form);
  void adoptRun();  ///< the range of the present one
  void extendRun();
  MovieRequest request() const;
  void showSummary();
  void save();
  void setBusy(bool busy);
  void ended(const QString& file, const QString& error);

  Workspace& workspace_;
  PictureGrid& pictures_;
  MovieExport export_;
  QWidget* options_;
  QDoubleSpinBox *from_, *to_, *speed_;
  QSpinBox* rate_;
  PictureFields* fields_;
  QLabel* summary_;
  QString note_;  // how the last one ended
  QProgressBar* progress_;
  QPushButton *save_, *close_;
};

}  // namespace holonom
