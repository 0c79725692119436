// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUndoStack>
#include <functional>
#include <map>

#include "gui/plots/chart_axes.h"

namespace holonom {

/// What is seen of all panes: the window of time (none: the whole run) and what the user chose in single
/// panes.
struct BoardZoom {
  std::optional<AxisRange> time;
  std::map<QString, AreaZoom> panes;  ///< by key; panes without a choice are not listed
  bool operator==(const BoardZoom&) const = default;
};

/// Takes zooming back and does it again. Steps with the same gesture (notches of the wheel, one drag) count
/// as one.
class ZoomHistory {
 public:
  explicit ZoomHistory(std::function<void(const BoardZoom&)> apply) : apply_(std::move(apply)) {}

  void note(const BoardZoom& now, const QString& gesture);
  void rebase(const BoardZoom& now) { present_ = now; }  ///< panes came or went: not a step
  void undo() { stack_.undo(); }
  void redo() { stack_.redo(); }
  const QUndoStack& stack() const { return stack_; }

 private:
  class Step;
  QUndoStack stack_;
  BoardZoom present_;
  std::function<void(const BoardZoom&)> apply_;
};

}  // namespace holonom
