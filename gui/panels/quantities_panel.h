// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QTreeView>
#include <QWidget>

#include "gui/base/event_loop_turn.h"
#include "gui/models/channel_tree.h"
#include "gui/session/session.h"

class QLabel;
class QLineEdit;

namespace holonom {

/// All quantities of the runs, grouped by part, with a field to search. They are dragged into a plot, or
/// added to the current one by Enter or a double click.
class QuantitiesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit QuantitiesPanel(Session& session, QWidget* parent = nullptr);
  void focusSearch();
  void clearSearch();

 signals:
  void chosen(const QStringList& channels);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;  // keys in the field that belong to the list

 private:
  void collect();
  void filter(const QString& text);
  void choose(const QModelIndex& index);
  void chooseSelected();

  Session& session_;
  ChannelTree tree_;
  ChannelFilter found_;
  std::vector<Channel> channels_;
  eventloop::TurnWait wait_;
  QTimer waiting_;  // for the channels of a run that has just started
  QLineEdit* search_;
  QTreeView* list_;
  QLabel* hint_;
};

}  // namespace holonom
