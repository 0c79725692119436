// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>

class QWidget;

namespace holonom {

/// The picture of axes and curves that a pane keeps, and whether it must be drawn anew: at once where what
/// the user asked for has changed, and while a run goes on not for each small part of a pixel.
class ChartPicture {
 public:
  ChartPicture() { clock_.start(); }

  void spoil() { stale_ = true; }  ///< it shows something else than is wanted
  /// `grown`: rows have come; `advance`: by how many pixels the longest curve has grown since it was drawn.
  bool isDue(bool running, bool grown, double advance);
  void noteDrawn(bool smooth);  ///< anew, now; `smooth`: antialiased
  /// Empty, for the size of the widget.
  QPixmap& blank(const QWidget& widget);
  const QPixmap& pixmap() const { return pixmap_; }
  double now() const { return static_cast<double>(clock_.elapsed()) * 1e-3; }  ///< s

 private:
  QPixmap pixmap_;
  QElapsedTimer clock_;
  qint64 drawnAt_ = 0;    // ms
  bool stale_ = true;     // it must be drawn again even without new rows
  bool smooth_ = false;   // it was drawn antialiased
  bool pending_ = false;  // rows have come since
};

}  // namespace holonom
