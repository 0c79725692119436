// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "gui/plots/pane_state.h"
#include "gui/plots/plot_spec.h"
#include "gui/plots/plotted_run.h"

namespace holonom {

/// Which channels of the runs a pane shows, in which form and on which axis: what the user has chosen where
/// that exists, otherwise a default of its topic. Knows nothing of widgets.
class PaneSelection {
 public:
  explicit PaneSelection(const PlotSpec& spec) : spec_(spec) { state_.topic = spec.key; }

  const PlotSpec& spec() const { return spec_; }
  const PaneState& state() const { return state_; }
  const QStringList& shown() const { return shown_; }
  const std::vector<PlottedRun>& runs() const { return runs_; }
  /// The first run whose channels are known; nullptr for none.
  const Recording* reference() const;
  std::optional<Channel> channelNamed(const QString& name) const;  ///< of the reference

  void setRuns(const std::vector<PlottedRun>& runs);
  /// From now on runs are those of another model: what was chosen for the former one holds where all of it
  /// exists.
  void meetOtherModel() { ofOtherModel_ = true; }
  void choose(const QStringList& names);  ///< as the user does; an empty list goes back to the default
  void restore(const PaneState& state);
  /// Settles what is shown. A default is chosen again, once, when there are rows to judge by.
  void update(bool running);
  bool canSettle(bool running) const;  ///< there are now

  const PlotForm& form() const { return formNamed(state_.form); }
  void setForm(const QString& key) { state_.form = key; }
  void setStatistics(bool on) { state_.statistics = on; }
  void setDifference(bool on) { state_.difference = on; }

  /// What a pane that draws one channel against another has on its horizontal axis: the user's choice, or the
  /// first channel that is shown.
  QString abscissa() const;
  QString drawnAgainst() const { return form().againstAnother ? abscissa() : QString(); }
  void setAbscissa(const QString& name) { state_.abscissa = name; }

  // Value axes: 0 left, 1 right.
  int sideOf(const QString& name) const;
  std::optional<int> chosenSide(const QString& name) const;
  void setSide(const QString& name, std::optional<int> side);  ///< none: by its unit
  bool canBeLogarithmic() const { return spec_.scale != PlotScale::Steps; }
  bool isLogarithmic() const;
  void setLogarithmic(bool on);
  /// On the right, channels that are none of the topic have no part in its logarithmic axis.
  PlotScale scaleOf(int side) const;

 private:
  const PlotSpec& spec_;
  std::vector<PlottedRun> runs_;
  PaneState state_;  // channels: the user's choice
  QStringList shown_;
  bool settled_ = false;       // the default was chosen with data to judge by
  bool ofOtherModel_ = false;  // the choice was made for the channels of another model
};

}  // namespace holonom
