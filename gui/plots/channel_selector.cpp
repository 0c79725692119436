// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/channel_selector.h"

#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWidgetAction>

#include "gui/base/channel_words.h"

namespace holonom {

namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr int kOpenGroups = 8;  // with more parts than this the groups start closed

}  // namespace

ChannelSelector::ChannelSelector(QWidget* parent) : QToolButton(parent) {
  setText(tr("Channels") + QString::fromUtf8(" ▾"));
  setToolTip(tr("Choose the curves of this plot"));
  setAccessibleName(tr("Channels"));
  setPopupMode(QToolButton::InstantPopup);
  setAutoRaise(true);
  auto* menu = new QMenu(this);
  auto* box = new QWidget(menu);
  auto* layout = new QVBoxLayout(box);
  layout->setContentsMargins(4, 4, 4, 4);
  search_ = new QLineEdit(box);
  search_->setPlaceholderText(tr("Search"));
  search_->setClearButtonEnabled(true);
  search_->setAccessibleName(tr("Search the channels of this plot"));
  list_ = new QTreeWidget(box);
  list_->setHeaderHidden(true);
  list_->setUniformRowHeights(true);
  list_->setMinimumSize(260, 280);
  list_->setAccessibleName(tr("Channels of this plot"));
  layout->addWidget(search_);
  layout->addWidget(list_);
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(box);
  menu->addAction(action);
  setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, &ChannelSelector::fill);
  connect(search_, &QLineEdit::textChanged, this, &ChannelSelector::filter);
  connect(list_, &QTreeWidget::itemChanged, this, &ChannelSelector::take);
}

// Its text has an arrow already.
void ChannelSelector::initStyleOption(QStyleOptionToolButton* option) const {
  QToolButton::initStyleOption(option);
  option->features &= ~QStyleOptionToolButton::HasMenu;
}

void ChannelSelector::fill() {
  const QSignalBlocker quiet(list_);
  list_->clear();
  search_->clear();
  QMap<QString, QTreeWidgetItem*> groups;
  for (const Channel& channel : offered_) {
    const QString group = channelGroup(channel), name = QString::fromStdString(channel.name);
    QTreeWidgetItem*& parent = groups[group];
    if (parent == nullptr) {
      parent = new QTreeWidgetItem(list_, {group});
      parent->setFlags(Qt::ItemIsEnabled);
    }
    QString text = channelLabel(channel);
    if (!channel.unit.empty()) text += QStringLiteral("  (%1)").arg(QString::fromStdString(channel.unit));
    auto* item = new QTreeWidgetItem(parent, {text});
    item->setData(0, kNameRole, name);
    item->setToolTip(0, name);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
    const bool chosen = chosen_.contains(name);
    item->setCheckState(0, chosen ? Qt::Checked : Qt::Unchecked);
    if (chosen) parent->setExpanded(true);
  }
  if (groups.size() <= kOpenGroups) list_->expandAll();
}

void ChannelSelector::filter(const QString& text) {
  for (int g = 0; g < list_->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = list_->topLevelItem(g);
    bool any = false;
    for (int i = 0; i < group->childCount(); ++i) {
      const bool fits = group->child(i)->text(0).contains(text, Qt::CaseInsensitive) ||
                        group->child(i)->data(0, kNameRole).toString().contains(text, Qt::CaseInsensitive) ||
                        group->text(0).contains(text, Qt::CaseInsensitive);
      group->child(i)->setHidden(!fits);
      any = any || fits;
    }
    group->setHidden(!any);
    if (any && !text.isEmpty()) group->setExpanded(true);
  }
}

void ChannelSelector::take(QTreeWidgetItem* item) {
  const QString name = item->data(0, kNameRole).toString();
  if (name.isEmpty()) return;
  chosen_.removeAll(name);
  if (item->checkState(0) == Qt::Checked) chosen_ << name;
  emit choiceChanged(chosen_);
}

}  // namespace holonom
