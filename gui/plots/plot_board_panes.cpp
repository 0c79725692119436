// SPDX-License-Identifier: GPL-3.0-or-later
// The list of panes: which there are, in which order and place, and how they are kept.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QResizeEvent>
#include <algorithm>
#include <limits>

#include "gui/base/drag_types.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board_impl.h"
#include "gui/plots/plot_table.h"

namespace holonom {

namespace {

constexpr int kTwoColumnsFrom = 700;  // px
constexpr int kStateVersion = 2;      // 1 knew the six ready-made panes only

}  // namespace

PlotView* PlotBoard::Impl::make(const PlotSpec& spec) {
  auto* view = new PlotView(spec, freshKey(spec.key), content);
  QObject::connect(view->area(), &ChartArea::cursorRequested, board, [this](double t) {
    board->setCursorTime(t);
    emit board->cursorMoved(t);
  });
  QObject::connect(view, &PlotView::cursorRequested, board, [this](double t) {
    board->setCursorTime(t);
    emit board->cursorMoved(t);
  });
  view->area()->setEmphasis(emphasis);
  QObject::connect(view->area(), &ChartArea::channelPicked, board, &PlotBoard::channelPicked);
  QObject::connect(view->area(), &ChartArea::secondCursorRequested, board, &PlotBoard::setSecondCursor);
  QObject::connect(view->area(), &ChartArea::windowRequested, board, &PlotBoard::setTimeWindow);
  QObject::connect(view->area(), &ChartArea::zoomed, board,
                   [this](const QString& gesture) { noteZoom(gesture); });
  QObject::connect(view->area(), &ChartArea::resetRequested, board, &PlotBoard::resetZoom);
  QObject::connect(view, &PlotView::activated, board, [this, view] { board->setCurrentPane(view); });
  QObject::connect(view, &PlotView::menuRequested, board, [this, view](const QPoint& at) {
    board->setCurrentPane(view);
    emit board->menuRequested(at);
  });
  QObject::connect(view, &PlotView::paneDropped, board, [this, view](const QString& key) {
    for (PlotView* other : views)
      if (other->key() == key && other != view) return board->movePaneTo(other, view);
  });
  return view;
}

QString PlotBoard::Impl::freshKey(const QString& topic) const {
  const auto taken = [this](const QString& key) {
    return std::any_of(views.begin(), views.end(), [&](const PlotView* view) { return view->key() == key; });
  };
  QString key = topic;
  for (int number = 2; taken(key); ++number) key = QStringLiteral("%1.%2").arg(topic).arg(number);
  return key;
}

std::size_t PlotBoard::Impl::placeOf(const PlotView* view) const {
  return static_cast<std::size_t>(std::find(views.begin(), views.end(), view) - views.begin());
}

void PlotBoard::Impl::insert(PlotView* view, std::size_t place) {
  views.insert(views.begin() + static_cast<std::ptrdiff_t>(std::min(place, views.size())), view);
  view->setRuns(runs);
  view->area()->setWindow(window());
  view->area()->setEvents(eventMarks());
  view->setCursors(cursor, second);
  view->show();
}

void PlotBoard::Impl::drop(PlotView* view) {
  std::erase(views, view);
  if (current == view) current = nullptr;
  grid->removeWidget(view);
  view->setObjectName({});  // until it is gone, nobody finds it by its key
  view->hide();
  view->deleteLater();
}

// Panes in reading order, in one column or two; the same order for the Tab key.
void PlotBoard::Impl::arrange() {
  columns = board->width() >= kTwoColumnsFrom ? 2 : 1;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const int k = static_cast<int>(i);
    grid->addWidget(views[i], k / columns, k % columns);
    if (i == 0) continue;
    QWidget::setTabOrder(views[i - 1]->area(), views[i]->area());
  }
  const int rows = (static_cast<int>(views.size()) + columns - 1) / columns;
  for (int row = 0; row < std::max(rows, usedRows); ++row) grid->setRowStretch(row, row < rows ? 1 : 0);
  usedRows = rows;
  for (int column = 0; column < 2; ++column) grid->setColumnStretch(column, column < columns ? 1 : 0);
  emptyLabel->setVisible(views.empty());
}

std::vector<PaneState> PlotBoard::Impl::defaultStates() {
  std::vector<PaneState> states;
  for (const PlotSpec& spec : plotSpecs()) {
    if (!spec.atStart) continue;
    states.emplace_back();
    states.back().topic = spec.key;
  }
  return states;
}

void PlotBoard::Impl::rebuild(const std::vector<PaneState>& states) {
  // To make a pane takes 10 ms: those that are as wanted stay, from the first one on.
  std::size_t kept = 0;
  for (; kept < std::min(views.size(), states.size()) && views[kept]->state() == states[kept]; ++kept) {
    views[kept]->restore(states[kept]);
    views[kept]->area()->setZoom({});
  }
  while (views.size() > kept) drop(views.back());
  for (std::size_t i = kept; i < states.size(); ++i) {
    const PlotSpec* spec = findSpec(states[i].topic);
    if (spec == nullptr) continue;
    PlotView* view = make(*spec);
    view->restore(states[i]);
    insert(view, views.size());
  }
  next = 0;
  arrange();
  history.rebase(zoom());
  board->setCurrentPane(views.empty() ? nullptr : views.front());
}

void PlotBoard::meetOtherModel() {
  setSecondCursor(std::numeric_limits<double>::quiet_NaN());
  impl_->applyZoom({});
  impl_->noteZoom({});
  for (PlotView* view : impl_->views) view->meetOtherModel();
}

const std::vector<PlotView*>& PlotBoard::panes() const { return impl_->views; }

PlotView* PlotBoard::currentPane() const { return impl_->current; }

void PlotBoard::setCurrentPane(PlotView* pane) {
  if (pane == impl_->current) return;
  if (impl_->current != nullptr) impl_->current->setCurrent(false);
  impl_->current = pane;
  if (pane != nullptr) pane->setCurrent(true);
  emit currentPaneChanged();
}

PlotView* PlotBoard::addPane(const QString& topic) {
  const PlotSpec* spec = findSpec(topic);
  if (spec == nullptr) return nullptr;
  PlotView* view = impl_->make(*spec);
  impl_->insert(view, impl_->current ? impl_->placeOf(impl_->current) + 1 : impl_->views.size());
  impl_->arrange();
  setCurrentPane(view);
  view->area()->setFocus();
  impl_->grid->activate();
  impl_->scroll->ensureWidgetVisible(view);
  return view;
}

void PlotBoard::removePane(PlotView* pane) {
  const std::size_t place = impl_->placeOf(pane);
  if (place >= impl_->views.size()) return;
  impl_->drop(pane);
  impl_->arrange();
  impl_->history.rebase(impl_->zoom());
  const std::size_t count = impl_->views.size();
  setCurrentPane(count == 0 ? nullptr : impl_->views[std::min(place, count - 1)]);
  if (impl_->current != nullptr) impl_->current->area()->setFocus();
}

void PlotBoard::movePane(PlotView* pane, int by) {
  const auto place = static_cast<std::ptrdiff_t>(impl_->placeOf(pane));
  const std::ptrdiff_t target = place + by;
  if (target < 0 || target >= static_cast<std::ptrdiff_t>(impl_->views.size())) return;
  movePaneTo(pane, impl_->views[static_cast<std::size_t>(target)]);
}

void PlotBoard::movePaneTo(PlotView* pane, PlotView* place) {
  auto& views = impl_->views;
  const std::size_t from = impl_->placeOf(pane), to = impl_->placeOf(place);
  if (from >= views.size() || to >= views.size()) return;
  views.erase(views.begin() + static_cast<std::ptrdiff_t>(from));
  views.insert(views.begin() + static_cast<std::ptrdiff_t>(to), pane);
  impl_->arrange();
  setCurrentPane(pane);
}

void PlotBoard::splitPane(PlotView* pane) {
  const QStringList names = pane->shown();
  if (names.size() < 2) return;
  const PaneState state = pane->state();
  setCurrentPane(pane);
  for (const QString& name : names) {
    if (name == names.front()) continue;
    PaneState part = state;
    part.channels = {name};
    part.chosen = true;
    PlotView* view = impl_->make(pane->spec());
    view->restore(part);
    impl_->insert(view, impl_->placeOf(impl_->current) + 1);
    setCurrentPane(view);
  }
  pane->choose({names.front()});
  impl_->arrange();
  setCurrentPane(pane);
}

void PlotBoard::restoreDefaultPanes() { impl_->rebuild(Impl::defaultStates()); }

void PlotBoard::addToCurrent(const QStringList& channels) {
  if (impl_->current == nullptr) addPane(freeSpec().key);
  impl_->current->add(channels);
}

QByteArray PlotBoard::saveState() const {
  QJsonArray panes;
  for (const PlotView* view : impl_->views) panes.append(toJson(view->state()));
  return QJsonDocument(QJsonObject{{"version", kStateVersion}, {"panes", panes}})
      .toJson(QJsonDocument::Compact);
}

void PlotBoard::restoreState(const QByteArray& state) {
  const QJsonObject root = QJsonDocument::fromJson(state).object();
  std::vector<PaneState> states;
  if (root["version"].toInt() == 1) {
    states = Impl::defaultStates();
    const QJsonObject plots = root["plots"].toObject();
    for (PaneState& pane : states) {
      QJsonObject saved = plots[pane.topic].toObject();
      saved["topic"] = pane.topic;
      pane = paneFromJson(saved);
    }
  } else if (root["version"].toInt() == kStateVersion) {
    for (const auto& pane : root["panes"].toArray()) states.push_back(paneFromJson(pane.toObject()));
  } else {
    return;
  }
  impl_->rebuild(states);
}

void PlotBoard::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange && impl_ && impl_->runLabels) impl_->arrangeHead();
}

void PlotBoard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  impl_->arrangeHead();
  if ((event->size().width() >= kTwoColumnsFrom ? 2 : 1) != impl_->columns) impl_->arrange();
}

void PlotBoard::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasFormat(kChannelMime)) event->acceptProposedAction();
}

// Beside the panes: a new one.
void PlotBoard::dropEvent(QDropEvent* event) {
  if (!event->mimeData()->hasFormat(kChannelMime)) return;
  event->acceptProposedAction();
  addPane(freeSpec().key)
      ->add(QString::fromUtf8(event->mimeData()->data(kChannelMime)).split('\n', Qt::SkipEmptyParts));
}

}  // namespace holonom
