// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/zoom_history.h"

#include <utility>

namespace holonom {

class ZoomHistory::Step : public QUndoCommand {
 public:
  Step(ZoomHistory& history, BoardZoom before, BoardZoom after, QString gesture)
      : history_(history), before_(std::move(before)), after_(std::move(after)),
        gesture_(std::move(gesture)) {}
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* later) override {
    const auto& step = static_cast<const Step&>(*later);
    if (gesture_.isEmpty() || step.gesture_ != gesture_) return false;
    after_ = step.after_;
    return true;
  }
  void undo() override { show(before_); }
  void redo() override {
    if (std::exchange(done_, true)) show(after_);  // the first time it has been done by hand already
  }

 private:
  void show(const BoardZoom& zoom) {
    history_.present_ = zoom;
    history_.apply_(zoom);
  }
  ZoomHistory& history_;
  BoardZoom before_, after_;
  QString gesture_;
  bool done_ = false;
};

void ZoomHistory::note(const BoardZoom& now, const QString& gesture) {
  if (now == present_) return;
  stack_.push(new Step(*this, std::exchange(present_, now), now, gesture));
}

}  // namespace holonom
