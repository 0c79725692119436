// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "gui/plots/plot_board.h"
#include "gui/plots/plot_spec.h"

namespace holonom {

class ChannelSelector;
class ChartArea;
class PlotTitle;

/// One plot with its title bar: knows which channels it shows, for all runs.
class PlotView : public QWidget {
  Q_OBJECT
 public:
  explicit PlotView(const PlotSpec& spec, QWidget* parent = nullptr);

  void setRuns(const std::vector<PlottedRun>& runs);

  /// Redraws what has changed; takes in at most `mostRows` new rows per curve. Returns whether it drew.
  bool refresh(bool running, std::size_t mostRows);

  const PlotSpec& spec() const { return spec_; }
  ChartArea* area() const { return area_; }
  ChannelSelector* selector() const { return selector_; }
  const QStringList& shown() const { return shown_; }
  bool chosenByUser() const { return !wanted_.isEmpty(); }
  void choose(const QStringList& names);  ///< as if the user had; an empty list goes back to the default

 private:
  void updateSelection(bool running);
  void show(const QStringList& names);
  void setTitle(const std::vector<Channel>& channels);
  QString unitOf(const std::vector<Channel>& channels) const;
  const Recording* reference() const;

  const PlotSpec& spec_;
  std::vector<PlottedRun> runs_;
  std::size_t readyRuns_ = 0;
  bool defaultSettled_ = false;  // the default was chosen with data to judge by
  QStringList wanted_;           // the user's choice
  QStringList shown_;
  PlotTitle* title_;
  ChannelSelector* selector_;
  ChartArea* area_;
};

}  // namespace holonom
