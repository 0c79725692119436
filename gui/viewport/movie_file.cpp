// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/movie_file.h"

#include <vtkCommand.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkOggTheoraWriter.h>

#include <QFileInfo>
#include <QStorageInfo>
#include <cstring>

#include "gui/base/window_text.h"

namespace holonom {
namespace {

constexpr qint64 kLeastSpace = 16 << 20;  // bytes; VTK does not tell when the disk is full

}  // namespace

struct MovieFile::Writer {
  vtkNew<vtkImageData> image;
  vtkNew<vtkOggTheoraWriter> writer;
  QString problem;
  bool open = false;

  void onError(vtkObject*, unsigned long, void* text) {
    if (problem.isEmpty()) problem = QString::fromLocal8Bit(static_cast<const char*>(text)).trimmed();
  }
  /// Rows from below, red, green, blue.
  void take(const QImage& picture) {
    const QImage rgb = picture.convertToFormat(QImage::Format_RGB888);
    const int width = rgb.width(), height = rgb.height();
    for (int y = 0; y < height; ++y)
      std::memcpy(image->GetScalarPointer(0, height - 1 - y, 0), rgb.constScanLine(y),
                  std::size_t(3) * std::size_t(width));
    image->Modified();
  }
};

MovieFile::MovieFile(const QString& file, int framesPerSecond) : file_(file), rate_(framesPerSecond) {}

MovieFile::~MovieFile() {
  if (!writer_) return;
  if (writer_->open) writer_->writer->End();
}

QString MovieFile::state() const {
  if (!writer_->problem.isEmpty()) return writer_->problem;
  const QStorageInfo disk(QFileInfo(file_).absolutePath());
  return disk.isValid() && disk.bytesAvailable() < kLeastSpace ? tr("the disk is full") : QString();
}

QString MovieFile::begin(const QSize& size) {
  if (size.isEmpty() || size.width() % 2 || size.height() % 2)
    return tr("width and height must be even numbers");
  try {
    place_.emplace(file_.toStdString());
  } catch (const OutputError& error) {
    return QString::fromStdString(error.reason());
  }
  writer_ = std::make_unique<Writer>();
  vtkOggTheoraWriter& writer = *writer_->writer;
  writer.AddObserver(vtkCommand::ErrorEvent, writer_.get(), &Writer::onError);
  writer_->image->SetDimensions(size.width(), size.height(), 1);
  writer_->image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  writer.SetInputData(writer_->image);
  writer.SetFileName(place_->part().c_str());
  writer.SetRate(rate_);
  writer.SetQuality(2);      // of 0, 1, 2
  writer.SetSubsampling(1);  // of colours, as every player expects it
  writer.Start();
  writer_->open = true;
  return state();
}

QString MovieFile::add(const QImage& picture) {
  if (!writer_)
    if (const QString problem = begin(picture.size()); !problem.isEmpty()) return problem;
  const int* size = writer_->image->GetDimensions();
  if (picture.width() != size[0] || picture.height() != size[1]) return tr("pictures differ in size");
  writer_->take(picture);
  writer_->writer->Write();
  return state();
}

QString MovieFile::finish() {
  if (!writer_) return tr("there are no pictures");
  writer_->open = false;
  writer_->writer->End();
  QString problem = state();
  writer_.reset();
  try {
    if (problem.isEmpty()) place_->commit();
  } catch (const OutputError& error) {
    problem = QString::fromStdString(error.reason());
  }
  place_.reset();
  return problem;
}

}  // namespace holonom
