// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "gui/plots/pane_state.h"
#include "gui/plots/plot_spec.h"

class QGridLayout;
class QLabel;

namespace holonom {

class PlotView;

/// The list of panes: which there are, in which order and place. They stand in reading order in one column or
/// two, the same order for the Tab key. One of them is the current one.
class PaneGrid : public QWidget {
  Q_OBJECT
 public:
  /// `welcome` is called with each new pane, to connect it and to tell it what it has to know.
  explicit PaneGrid(std::function<void(PlotView&)> welcome, QWidget* parent = nullptr);

  const std::vector<PlotView*>& panes() const { return panes_; }
  PlotView* current() const { return current_; }
  void setCurrent(PlotView* pane);
  PlotView* named(const QString& key) const;  ///< nullptr where there is none
  int columns() const { return columns_; }
  void fit(int width);  ///< as many columns as have room in it, px

  PlotView* add(const PlotSpec& spec);  ///< behind the current one, which it becomes
  void remove(PlotView* pane);
  bool bringBack();  ///< the pane that was removed last, to its place; false where there is none
  void move(PlotView* pane, int by);
  void moveTo(PlotView* pane, PlotView* place);  ///< takes the place of the other, which makes room
  void split(PlotView* pane);                    ///< one pane for each of its curves
  /// To make a pane takes 10 ms: those that are as wanted stay, from the first one on.
  void rebuild(const std::vector<PaneState>& states);
  void rebuildAsAtStart();
  /// Where the user has arranged no panes himself: those of outputs that come before the others become so
  /// many, one in each call. False when they are.
  bool leadWithOutputs(int count);
  QByteArray saveState() const;
  /// What save() gave, of this version or the first one. False: it cannot be read, and nothing changes.
  bool restoreState(const QByteArray& state);

  /// By how much panes stand lower in a file than in the window, where those above need more height; the last
  /// number is for what is below all of them.
  std::vector<int> loweredOnPaper() const;

 signals:
  void currentChanged();

 private:
  PlotView* make(const PlotSpec& spec, std::size_t place, const PaneState* state = nullptr);
  QString freshKey(const QString& topic) const;
  std::size_t placeOf(const PlotView* pane) const;
  std::size_t placeBehindCurrent() const;
  void drop(PlotView* pane);
  void arrange();

  std::function<void(PlotView&)> welcome_;
  std::vector<PlotView*> panes_;
  PlotView* current_ = nullptr;
  struct Removed {
    PaneState state;
    std::size_t place;
  };
  std::vector<Removed> removed_;
  bool asAtStart_ = true;  // the user has added, removed and moved none
  QGridLayout* grid_;
  QLabel* emptyLabel_;
  int columns_ = 1, usedRows_ = 0;
};

}  // namespace holonom
