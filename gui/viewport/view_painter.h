// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/gap_marks.h"
#include "gui/viewport/label_placing.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/pulls.h"

namespace holonom {

/// What is painted over the rendered mechanism, on the screen and in pictures for files: notes, names, marks
/// of what is selected, gaps.
class ViewPainter {
 public:
  ViewPainter(MechanismScene& scene, const DrawingBoard& board, const Pulls& pulls);

  void select(std::vector<PartRef> parts);
  const std::vector<PartRef>& selected() const { return selected_; }
  PartRef focused() const { return selected_.empty() ? PartRef{} : selected_.back(); }
  void showSelected();  ///< anew, in a scene that was made anew
  void setGaps(std::vector<GapMark> gaps) { gaps_ = std::move(gaps); }
  const std::vector<GapMark>& gaps() const { return gaps_; }
  void setLabels(bool on) { labels_ = on; }
  bool labels() const { return labels_; }

  /// In pixels of the widget.
  void paint(QPainter& painter, const QSize& size, const QImage& rendered);
  /// For a file: of `size` in pixels of the widget, each of which is `scale` pixels of the picture.
  QImage picture(const QImage& rendered, const QSize& size, const QSize& pixels, double scale,
                 const PictureParts& parts, const QFont& font);

 private:
  void paintNotes(QPainter& painter, const QSize& size, const PictureParts& parts, LabelPlacing& places);

  MechanismScene& scene_;
  const DrawingBoard& board_;
  const Pulls& pulls_;
  std::vector<PartRef> selected_;
  std::vector<GapMark> gaps_;
  bool labels_ = false;
  LabelPlacing labelPlaces_, pictureLabels_;  // of the widget; of pictures for files
};

}  // namespace holonom
