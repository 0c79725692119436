// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_export.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>
#include <QPdfWriter>
#include <QScreen>
#include <QSvgGenerator>

#include "gui/base/saved_file.h"

namespace holonom {

namespace {

// Fonts are measured by the screen's dots per inch, so files are drawn with the same.
int resolution() {
  const QScreen* screen = QGuiApplication::primaryScreen();
  return screen ? qRound(screen->logicalDotsPerInch()) : 96;
}

/// The name of a font of this machine means nothing elsewhere: the usual kind follows it.
QByteArray withUsualFonts(QByteArray svg) {
  const QFont font = QGuiApplication::font();
  const QByteArray asked = "font-family=\"" + font.family().toUtf8() + '"';
  return svg.replace(asked, "font-family=\"" + QFontInfo(font).family().toUtf8() + ", sans-serif\"");
}

bool drawSvg(const Drawing& drawing, QIODevice& device) {
  QSvgGenerator svg;
  QBuffer buffer;
  svg.setOutputDevice(&buffer);
  svg.setSize(drawing.size);
  svg.setViewBox(QRect(QPoint(), drawing.size));
  svg.setResolution(resolution());
  svg.setTitle(drawing.title);
  svg.setDescription(TableWriter::tr("Drawn by Holonom"));
  QPainter painter;
  if (!painter.begin(&svg)) return false;
  drawing.draw(painter);
  if (!painter.end()) return false;
  const QByteArray text = withUsualFonts(buffer.data());
  return device.write(text) == text.size();
}

bool drawPdf(const Drawing& drawing, QIODevice& device) {
  QPdfWriter pdf(&device);
  pdf.setResolution(resolution());
  const QSizeF points = QSizeF(drawing.size) * 72.0 / resolution();
  pdf.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
  pdf.setPageMargins(QMarginsF());
  pdf.setTitle(drawing.title);
  pdf.setCreator(QStringLiteral("Holonom"));
  QPainter painter;
  if (!painter.begin(&pdf)) return false;
  drawing.draw(painter);
  return painter.end();
}

}  // namespace

QImage pictureOf(const Drawing& drawing, double scale) {
  QImage image((QSizeF(drawing.size) * scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  image.fill(Qt::white);
  QPainter painter(&image);
  drawing.draw(painter);
  return image;
}

void savePicture(const Drawing& drawing, const QString& file, QObject* owner,
                 const std::function<void(const QString& error)>& done) {
  const QString kind = QFileInfo(file).suffix().toLower();
  if (kind != "png" && kind != "svg" && kind != "pdf")
    return done(TableWriter::tr("pictures end in .png, .svg or .pdf"));
  if (kind == "png")
    return saveFileBeside(
        file, [image = pictureOf(drawing)](QIODevice& device) { return image.save(&device, "PNG"); }, *owner,
        done);
  QBuffer text;  // what the panes show can only be drawn here
  text.open(QIODevice::WriteOnly);
  const bool drawn = kind == "svg" ? drawSvg(drawing, text) : drawPdf(drawing, text);
  saveFileBeside(
      file,
      [drawn, bytes = text.data()](QIODevice& device) {
        return drawn && device.write(bytes) == bytes.size();
      },
      *owner, done);
}

TableWriter::TableWriter(QObject* parent) : QObject(parent) {}

void TableWriter::start(std::function<Text()> work, std::function<void(const Text&)> done) {
  if (job_.busy()) emit finished(tr("Another table is being written."), false);
  else job_.start(std::move(work), std::move(done));
}

void TableWriter::toFile(DataTable table, const QString& file) {
  start(
      [table = std::move(table), file]() -> Text {
        const QString error =
            saveFile(file, [&table](QIODevice& device) { return writeTable(table, ',', device); });
        return error.isEmpty() ? Text{QByteArray()} : Text{std::nullopt, error};
      },
      [this, file](const Text& written) {
        if (written) emit finished(tr("Wrote %1.").arg(file), true);
        else emit finished(tr("%1 could not be written: %2").arg(file, written.error), false);
      });
}

void TableWriter::toClipboard(DataTable table) {
  const std::size_t rows = table.rows();
  start(
      [table = std::move(table)]() -> Text {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        writeTable(table, '\t', buffer);
        return {buffer.data()};
      },
      [this, rows](const Text& text) {
        if (!text) return emit finished(text.error, false);
        QGuiApplication::clipboard()->setText(QString::fromUtf8(*text));
        emit finished(tr("Copied %1 rows.").arg(QLocale().toString(static_cast<qulonglong>(rows))), true);
      });
}

}  // namespace holonom
