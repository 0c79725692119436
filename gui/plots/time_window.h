// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "gui/plots/axis_ticks.h"
#include "gui/plots/plotted_run.h"

namespace holonom {

/// The stretch of time that all panes show, s: the whole of the runs, as far as it is known, until the user
/// zooms.
class TimeWindow {
 public:
  AxisRange shown() const { return zoomed_.value_or(whole_); }
  AxisRange whole() const { return whole_; }
  const std::optional<AxisRange>& zoomed() const { return zoomed_; }

  void expect(AxisRange run) { expected_ = run; }  ///< of the run to come
  /// The whole becomes what is expected, or recorded where that is longer. While runs go on beyond what is
  /// expected there is room ahead, so that the axis moves now and then and not with every step. Returns
  /// whether it has changed.
  bool follow(const std::vector<PlottedRun>& runs, bool running);

  void setZoomed(std::optional<AxisRange> zoom) { zoomed_ = zoom; }
  /// Cut to the whole, which is no zoom. False: there would be nothing to see, and nothing changes.
  bool zoomTo(AxisRange wanted);

 private:
  AxisRange wanted(const std::vector<PlottedRun>& runs) const;
  AxisRange expected_{0, 0}, whole_{0, 1};
  std::optional<AxisRange> zoomed_;
};

}  // namespace holonom
