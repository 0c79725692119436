// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/chart_painter.h"

#include <cairo.h>

#include <cmath>
#include <string_view>

#include "core/base/output_file.h"
#include "core/base/text.h"

namespace holonom::cli {

ChartPainter::ChartPainter(double width, double height)
    : surface_(
          cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)),
          &cairo_surface_destroy),
      cairo_(cairo_create(surface_.get()), &cairo_destroy) {
  cairo_set_source_rgb(cairo_.get(), 1, 1, 1);
  cairo_paint(cairo_.get());
  cairo_set_line_join(cairo_.get(), CAIRO_LINE_JOIN_ROUND);
  cairo_select_font_face(cairo_.get(), "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

void ChartPainter::grey(double level) { cairo_set_source_rgb(cairo_.get(), level, level, level); }

void ChartPainter::colour(const ChartColour& colour) {
  cairo_set_source_rgb(cairo_.get(), colour.red, colour.green, colour.blue);
}

double ChartPainter::text(double x, double baseline, const std::string& words, double size, double alignment,
                          bool bold) {
  cairo_t* cr = cairo_.get();
  cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, size);
  cairo_text_extents_t extents;
  cairo_text_extents(cr, words.c_str(), &extents);
  cairo_move_to(cr, x - alignment * extents.x_advance, baseline);
  cairo_show_text(cr, words.c_str());
  return extents.x_advance;
}

double ChartPainter::widthOf(const std::string& words, double size) {
  cairo_t* cr = cairo_.get();
  cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cr, size);
  cairo_text_extents_t extents;
  cairo_text_extents(cr, words.c_str(), &extents);
  return extents.x_advance;
}

void ChartPainter::uprightText(double x, double y, const std::string& words, double size) {
  cairo_t* cr = cairo_.get();
  cairo_save(cr);
  cairo_translate(cr, x, y);
  cairo_rotate(cr, -M_PI / 2);
  text(0, 0, words, size, 0.5);
  cairo_restore(cr);
}

void ChartPainter::line(double x0, double y0, double x1, double y1, double width) {
  const auto snap = [](double v) { return std::floor(v) + 0.5; };
  cairo_set_line_width(cairo_.get(), width);
  cairo_move_to(cairo_.get(), snap(x0), snap(y0));
  cairo_line_to(cairo_.get(), snap(x1), snap(y1));
  cairo_stroke(cairo_.get());
}

void ChartPainter::save(const std::filesystem::path& file) const {
  OutputFile out(file);
  const auto take = [](void* file, const unsigned char* data, unsigned length) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), length);
    return static_cast<OutputFile*>(file)->write(bytes) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
  };
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface_.get(), take, &out);
  if (status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR) return out.close();
  throw OutputError(file, tr("the plot cannot be drawn"), cairo_status_to_string(status), "");
}

}  // namespace holonom::cli
