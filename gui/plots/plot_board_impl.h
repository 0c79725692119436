// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <cmath>
#include <limits>

#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "gui/plots/run_legend.h"
#include "gui/plots/zoom_history.h"

namespace holonom {

/// The inside of the board, shared by plot_board.cpp (time and drawing) and plot_board_panes.cpp (the list of
/// panes).
struct PlotBoard::Impl {
  PlotBoard* board;
  std::vector<PlottedRun> runs;
  std::vector<PlotView*> views;
  PlotView* current = nullptr;
  QGridLayout* head = nullptr;
  RunLegend* runLabels = nullptr;
  QLabel* timeLabel = nullptr;
  QLabel* emptyLabel = nullptr;
  QToolButton *addPane = nullptr, *wholeRun = nullptr;
  QScrollArea* scroll = nullptr;
  QWidget* content = nullptr;
  QGridLayout* grid = nullptr;
  int columns = 0, usedRows = 0;
  int headForm = -1;     // which of its arrangements the header has
  std::size_t next = 0;  // pane to refresh first in the next tick
  AxisRange expected{0, 0}, automatic{0, 1};
  std::optional<AxisRange> zoomed;
  ZoomHistory history{[this](const BoardZoom& zoom) {
    applyZoom(zoom);
    board->tick(false);
  }};
  double cost = 0;
  double cursor = std::numeric_limits<double>::quiet_NaN(), second = cursor;
  std::size_t markedEvents = 0;
  std::function<bool(const Channel&)> emphasis;

  // plot_board.cpp
  void build();
  void followRun(bool running);
  AxisRange window() const { return zoomed.value_or(automatic); }
  void applyWindow();
  BoardZoom zoom() const;
  void applyZoom(const BoardZoom& zoom);
  void noteZoom(const QString& gesture);
  void markEvents(bool anew);
  EventMarks eventMarks() const;
  void alignRightAxes();

  // plot_board_head.cpp
  QWidget* header();
  int headHeight(int width) const;                    ///< of what drawHead() draws
  void drawHead(QPainter& painter, int width) const;  ///< the names of the runs, and goes below them
  void arrangeHead();
  void showCursors();

  // plot_board_panes.cpp
  PlotView* make(const PlotSpec& spec);
  QString freshKey(const QString& topic) const;
  void insert(PlotView* view, std::size_t place);
  std::size_t placeOf(const PlotView* view) const;
  void drop(PlotView* view);
  void arrange();
  void rebuild(const std::vector<PaneState>& states);
  static std::vector<PaneState> defaultStates();
};

}  // namespace holonom
