// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QToolButton>
#include <vector>

#include "core/results/step_record.h"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace holonom {

/// A button that opens a list of channels grouped by part, with boxes to tick and a field to search. The list
/// stays open while several are ticked and is filled only when it opens, since a long chain has thousands of
/// channels.
class ChannelSelector : public QToolButton {
  Q_OBJECT
 public:
  explicit ChannelSelector(QWidget* parent = nullptr);

  void setOffered(std::vector<Channel> channels) { offered_ = std::move(channels); }
  void setChosen(const QStringList& names) { chosen_ = names; }
  const QStringList& chosen() const { return chosen_; }
  QTreeWidget* list() const { return list_; }

 signals:
  void choiceChanged(const QStringList& names);  ///< by the user

 protected:
  void initStyleOption(QStyleOptionToolButton* option) const override;

 private:
  void fill();
  void filter(const QString& text);
  void take(QTreeWidgetItem* item);

  std::vector<Channel> offered_;
  QStringList chosen_;
  QLineEdit* search_;
  QTreeWidget* list_;
};

}  // namespace holonom
