// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/saved_file.h"

#include <QCoreApplication>
#include <utility>

#include "core/base/output_file.h"
#include "gui/base/job.h"

namespace holonom {
namespace {

class Device : public QIODevice {
 public:
  explicit Device(OutputFile& file) : file_(file) { open(QIODevice::WriteOnly | QIODevice::Unbuffered); }
  bool isSequential() const override { return true; }

 protected:
  qint64 readData(char*, qint64) override { return -1; }
  qint64 writeData(const char* data, qint64 size) override {
    failed_ = !file_.write({data, static_cast<std::size_t>(size)}) || failed_;
    return failed_ ? -1 : size;
  }

 public:
  bool failed() const { return failed_; }

 private:
  OutputFile& file_;
  bool failed_ = false;
};

}  // namespace

QString saveFile(const QString& file, const std::function<bool(QIODevice&)>& write) {
  try {
    OutputFile out(file.toStdString());
    Device device(out);
    if (!write(device) && !device.failed())
      return QCoreApplication::translate("saveFile", "the contents could not be written in this form");
    out.close();  // says what failed
    return {};
  } catch (const OutputError& error) {
    return QString::fromStdString(error.reason());
  }
}

void saveFileBeside(const QString& file, std::function<bool(QIODevice&)> write, QObject& owner,
                    std::function<void(const QString& error)> done) {
  startJob<QString>(
      owner, [file, write = std::move(write)] { return saveFile(file, write); },
      [done = std::move(done)](const Outcome<QString>& outcome) {
        done(outcome ? *outcome : outcome.error);
      });
}

}  // namespace holonom
