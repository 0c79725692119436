// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/quantities_panel.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <unordered_set>

#include "gui/panels/search_note.h"
#include "gui/panels/tree_columns.h"

namespace holonom {
namespace {

constexpr int kOpenGroups = 12;   // with more parts than this the groups start closed
constexpr int kMostOpened = 300;  // channels; more would be built when a search opens their groups

}  // namespace

QuantitiesPanel::QuantitiesPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), found_(tree_), search_(new QLineEdit), list_(new QTreeView),
      hint_(new QLabel(tr("The quantities of a run are listed here as soon as it has started."))) {
  search_->setObjectName("quantitySearch");
  search_->setPlaceholderText(tr("Search, e.g. “crank velocity”"));
  search_->setAccessibleName(tr("Search quantities"));
  search_->setToolTip(tr("Ctrl+K or / from anywhere. Enter adds what is marked to the current plot."));
  search_->setClearButtonEnabled(true);
  search_->installEventFilter(this);
  list_->setObjectName("quantityList");
  list_->setAccessibleName(tr("Quantities of the runs"));
  list_->setModel(&found_);
  list_->setUniformRowHeights(true);
  list_->setAlternatingRowColors(true);
  list_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setDragEnabled(true);
  list_->setDragDropMode(QAbstractItemView::DragOnly);
  list_->setExpandsOnDoubleClick(true);
  list_->header()->setStretchLastSection(true);
  list_->setTextElideMode(Qt::ElideMiddle);  // names of one part differ at their ends
  constexpr double kNames = 0.65;            // of the width
  new TreeColumns(*list_, 220, kNames);
  list_->setIndentation(12);                                    // px
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // the last column takes what there is
  list_->installEventFilter(this);
  hint_->setWordWrap(true);
  hint_->setMargin(8);
  hint_->setAlignment(Qt::AlignTop);
  hint_->setMinimumHeight(3 * hint_->fontMetrics().lineSpacing() + 2 * hint_->margin());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 0);
  layout->setSpacing(4);
  layout->addWidget(search_);
  layout->addWidget(hint_);
  layout->addWidget(list_, 1);
  setFocusProxy(search_);

  connect(search_, &QLineEdit::textChanged, this, &QuantitiesPanel::filter);
  new SearchNote(*list_, *search_, tr("No quantity has “%1” in its name."));
  connect(list_, &QTreeView::doubleClicked, this, &QuantitiesPanel::choose);
  waiting_.setInterval(100);
  connect(&waiting_, &QTimer::timeout, this, [this] {
    if (!wait_.goesOn()) collect();  // it is asked again
  });
  connect(&session_, &Session::runsChanged, this, &QuantitiesPanel::collect);
  collect();
}

void QuantitiesPanel::focusSearch() {
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

void QuantitiesPanel::clearSearch() { search_->clear(); }

// All channels that any run has; a name that two runs have counts once.
void QuantitiesPanel::collect() {
  bool complete = true;
  std::vector<Channel> channels;
  std::unordered_set<std::string> names;
  for (const auto& run : session_.runs()) {
    if (!run->recording()->ready()) {
      complete = false;
      continue;
    }
    for (const Channel& channel : run->recording()->channels())
      if (names.insert(channel.name).second) channels.push_back(channel);
  }
  complete ? waiting_.stop() : waiting_.start();
  if (!complete && channels.empty()) return;  // those of the last run stay until the new ones are known
  if (channels != channels_) {
    channels_ = std::move(channels);
    tree_.setChannels(channels_);
    filter(search_->text());
  }
  hint_->setVisible(tree_.isEmpty());
  list_->setVisible(!tree_.isEmpty());
}

void QuantitiesPanel::filter(const QString& text) {
  found_.setWords(text);
  int shown = 0;
  const int groups = found_.rowCount();
  for (int g = 0; g < groups; ++g) {
    const QModelIndex group = found_.index(g, 0);
    shown += found_.rowCount(group);
    const bool open = text.trimmed().isEmpty() ? groups <= kOpenGroups : shown <= kMostOpened || g == 0;
    list_->setExpanded(group, open);
  }
  // The first hit is marked, so that Enter takes it.
  if (!text.trimmed().isEmpty() && groups > 0) list_->setCurrentIndex(found_.index(0, 0, found_.index(0, 0)));
}

void QuantitiesPanel::choose(const QModelIndex& index) {
  const QString name = index.siblingAtColumn(0).data(ChannelTree::kNameRole).toString();
  if (!name.isEmpty()) emit chosen({name});
}

void QuantitiesPanel::chooseSelected() {
  QStringList names;
  for (const QModelIndex& index : list_->selectionModel()->selectedRows())
    if (const QString name = index.data(ChannelTree::kNameRole).toString(); !name.isEmpty()) names << name;
  if (!names.isEmpty()) emit chosen(names);
}

bool QuantitiesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  auto* press = static_cast<QKeyEvent*>(event);
  switch (press->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: chooseSelected(); return true;
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
      if (watched != search_) return false;
      list_->setFocus(Qt::OtherFocusReason);
      QCoreApplication::sendEvent(list_, press);
      return true;
    case Qt::Key_Escape:
      if (watched != search_ || search_->text().isEmpty()) return false;
      search_->clear();
      return true;
    default: return false;
  }
}

}  // namespace holonom
