// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/video_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "gui/app/picture_fields.h"
#include "gui/app/picture_grid.h"

namespace holonom {
namespace {

template <typename Box>
Box* named(const char* name, const QString& words, const QString& help) {
  auto* box = new Box;
  box->setObjectName(name);
  box->setAccessibleName(words);
  box->setToolTip(help);
  return box;
}

}  // namespace

VideoDialog::VideoDialog(Workspace& workspace, PictureGrid& pictures, QWidget* parent)
    : QDialog(parent), workspace_(workspace), pictures_(pictures), export_(workspace, pictures),
      options_(new QWidget), summary_(new QLabel), progress_(new QProgressBar) {
  setObjectName("videoDialog");
  setWindowTitle(tr("Export a video"));
  auto* form = new QFormLayout(options_);
  form->setContentsMargins(0, 0, 0, 0);
  makeFields(*form);
  summary_->setObjectName("videoSummary");
  summary_->setWordWrap(true);
  progress_->setObjectName("videoProgress");
  progress_->setAccessibleName(tr("Pictures of the video that are ready"));
  progress_->setFormat(tr("%v of %m pictures"));
  auto* buttons = new QDialogButtonBox;
  save_ = buttons->addButton(tr("&Save as…"), QDialogButtonBox::ActionRole);
  save_->setObjectName("videoSave");
  save_->setDefault(true);
  close_ = buttons->addButton(QDialogButtonBox::Close);
  close_->setObjectName("videoClose");
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(options_);
  layout->addWidget(summary_);
  layout->addWidget(progress_);
  layout->addWidget(buttons);
  connect(save_, &QPushButton::clicked, this, &VideoDialog::save);
  connect(close_, &QPushButton::clicked, this, &VideoDialog::reject);
  connect(&export_, &MovieExport::progressed, this, [this](int done, int total) {
    progress_->setMaximum(total);
    progress_->setValue(done);
  });
  connect(&export_, &MovieExport::finished, this, &VideoDialog::ended);
  connect(&export_, &MovieExport::cancelled, this, [this] { setBusy(false); });
  connect(&workspace_.session, &Session::runsChanged, this, &VideoDialog::adoptRun);
  connect(&workspace_.session, &Session::stateChanged, this, &VideoDialog::extendRun);
  setBusy(false);
}

void VideoDialog::makeFields(QFormLayout& form) {
  from_ = named<QDoubleSpinBox>("videoFrom", tr("First moment"),
                                tr("Time of the run at the beginning of the video, s"));
  to_ = named<QDoubleSpinBox>("videoTo", tr("Last moment"), tr("Time of the run at the end of the video, s"));
  speed_ = named<QDoubleSpinBox>("videoSpeed", tr("Speed"),
                                 tr("Seconds of the run in one second of the video: 0.1 is slow motion"));
  rate_ = named<QSpinBox>("videoRate", tr("Pictures per second"), tr("Frames per second of the video"));
  for (QDoubleSpinBox* box : {from_, to_}) {
    box->setDecimals(4);
    box->setSuffix(tr(" s"));
    box->setSingleStep(0.1);
  }
  speed_->setDecimals(4);
  speed_->setRange(1e-4, 1e4);
  speed_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  speed_->setSuffix(QString::fromUtf8(" ×"));
  rate_->setRange(1, 120);
  rate_->setValue(30);
  form.addRow(tr("&From"), from_);
  form.addRow(tr("&Until"), to_);
  form.addRow(tr("S&peed"), speed_);
  form.addRow(tr("Pictures per secon&d"), rate_);
  fields_ = new PictureFields(form, this);
  const auto ask = [this] {
    note_.clear();
    showSummary();
  };
  for (QDoubleSpinBox* box : {from_, to_, speed_}) connect(box, &QDoubleSpinBox::valueChanged, this, ask);
  connect(rate_, &QSpinBox::valueChanged, this, ask);
}

void VideoDialog::begin() {
  if (!isBusy()) {
    note_.clear();
    speed_->setValue(workspace_.playback.speed());
    adoptRun();
    fields_->setWindowSize(pictures_.size() * devicePixelRatioF());
    fields_->setNames(pictures_.main().labelsVisible());
  }
  show();
  raise();
  activateWindow();
}

void VideoDialog::adoptRun() {
  if (isBusy()) return;
  const double start = workspace_.session.startTime(), end = workspace_.session.recordedUntil();
  const QSignalBlocker quiet[] = {QSignalBlocker(from_), QSignalBlocker(to_)};
  for (QDoubleSpinBox* box : {from_, to_}) box->setRange(start, end);
  from_->setValue(start);
  to_->setValue(end);
  showSummary();
}

/// More of it is recorded: a video that went to its end still does.
void VideoDialog::extendRun() {
  if (isBusy()) return;
  const double end = workspace_.session.recordedUntil();
  const bool whole = to_->value() >= to_->maximum();
  for (QDoubleSpinBox* box : {from_, to_}) box->setMaximum(end);
  if (whole) {
    const QSignalBlocker quiet(to_);
    to_->setValue(end);
  }
  showSummary();
}

MovieRequest VideoDialog::request() const {
  MovieRequest request;
  request.from = from_->value();
  request.to = to_->value();
  request.speed = speed_->value();
  request.rate = rate_->value();
  request.size = fields_->size();
  request.parts = fields_->parts();
  return request;
}

void VideoDialog::showSummary() {
  const MovieRequest wanted = request();
  const int count = wanted.pictureCount();
  save_->setEnabled(count > 1 && !isBusy());
  const bool recorded = workspace_.session.recordedUntil() > workspace_.session.startTime();
  summary_->setText(!note_.isEmpty() ? note_
                    : !recorded      ? tr("Nothing is recorded yet: run the mechanism first.")
                    : count > 1
                        ? tr("%1 pictures, %2 s of video.").arg(count).arg(wanted.duration(), 0, 'f', 1)
                    : wanted.to <= wanted.from ? tr("The last moment must be later than the first.")
                                               : tr("Choose another speed: that would not be a video."));
}

void VideoDialog::save() {
  QFileDialog dialog(this, tr("Save the video"), {}, tr("Videos (*.ogv)"));
  dialog.setObjectName("saveVideo");
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("ogv");
  dialog.selectFile(workspace_.document.proposedName() + ".ogv");
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
  MovieRequest wanted = request();
  note_.clear();
  wanted.file = dialog.selectedFiles().front();
  if (QFileInfo(wanted.file).suffix().toLower() != "ogv") return ended(wanted.file, tr("videos end in .ogv"));
  progress_->setRange(0, wanted.pictureCount());
  progress_->setValue(0);
  export_.start(wanted);
  setBusy(true);
}

void VideoDialog::setBusy(bool busy) {
  options_->setEnabled(!busy);
  progress_->setVisible(busy);
  close_->setText(busy ? tr("&Cancel") : tr("&Close"));
  showSummary();
}

void VideoDialog::ended(const QString& file, const QString& error) {
  note_ = error.isEmpty() ? tr("Wrote %1.").arg(file) : tr("%1 could not be written: %2").arg(file, error);
  setBusy(false);
  emit written(file, error);
}

void VideoDialog::reject() {
  if (isBusy()) return export_.cancel();
  QDialog::reject();
}

}  // namespace holonom
