// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/pane_grid.h"

#include <QGridLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <algorithm>
#include <numeric>

#include "gui/plots/chart_area.h"
#include "gui/plots/plot_view.h"

namespace holonom {

namespace {

constexpr int kTwoColumnsFrom = 700;  // px
constexpr int kStateVersion = 2;      // 1 knew the six ready-made panes only

std::vector<PaneState> defaultStates() {
  std::vector<PaneState> states;
  for (const PlotSpec& spec : plotSpecs())
    if (spec.atStart) states.emplace_back().topic = spec.key;
  return states;
}

/// Version 1 kept what was changed of the panes that were always there.
std::vector<PaneState> fromFirstVersion(const QJsonObject& plots) {
  std::vector<PaneState> states = defaultStates();
  for (PaneState& pane : states) {
    QJsonObject saved = plots[pane.topic].toObject();
    saved["topic"] = pane.topic;
    pane = paneFromJson(saved);
  }
  return states;
}

}  // namespace

PaneGrid::PaneGrid(std::function<void(PlotView&)> welcome, QWidget* parent)
    : QWidget(parent), welcome_(std::move(welcome)), grid_(new QGridLayout(this)),
      emptyLabel_(new QLabel(tr("No panes. Add one with “Add pane” above, or drop a quantity here."))) {
  grid_->setContentsMargins(2, 2, 2, 2);
  grid_->setSpacing(4);
  emptyLabel_->setAlignment(Qt::AlignCenter);
  emptyLabel_->setWordWrap(true);
  grid_->addWidget(emptyLabel_, 0, 0);
}

QString PaneGrid::freshKey(const QString& topic) const {
  QString key = topic;
  for (int number = 2; named(key); ++number) key = QStringLiteral("%1.%2").arg(topic).arg(number);
  return key;
}

PlotView* PaneGrid::named(const QString& key) const {
  const auto found =
      std::find_if(panes_.begin(), panes_.end(), [&](const PlotView* pane) { return pane->key() == key; });
  return found == panes_.end() ? nullptr : *found;
}

std::size_t PaneGrid::placeOf(const PlotView* pane) const {
  return static_cast<std::size_t>(std::find(panes_.begin(), panes_.end(), pane) - panes_.begin());
}

std::size_t PaneGrid::placeBehindCurrent() const { return current_ ? placeOf(current_) + 1 : panes_.size(); }

PlotView* PaneGrid::make(const PlotSpec& spec, std::size_t place, const PaneState* state) {
  auto* pane = new PlotView(spec, freshKey(spec.key), this);
  if (state) pane->restore(*state);
  panes_.insert(panes_.begin() + static_cast<std::ptrdiff_t>(std::min(place, panes_.size())), pane);
  welcome_(*pane);
  pane->show();
  return pane;
}

void PaneGrid::drop(PlotView* pane) {
  std::erase(panes_, pane);
  if (current_ == pane) current_ = nullptr;
  grid_->removeWidget(pane);
  pane->setObjectName({});  // until it is gone, nobody finds it by its key
  pane->hide();
  pane->deleteLater();
}

void PaneGrid::fit(int width) {
  const int columns = width >= kTwoColumnsFrom ? 2 : 1;
  if (columns == columns_) return;
  columns_ = columns;
  arrange();
}

void PaneGrid::arrange() {
  for (std::size_t i = 0; i < panes_.size(); ++i) {
    const int k = static_cast<int>(i);
    grid_->addWidget(panes_[i], k / columns_, k % columns_);
    if (i > 0) QWidget::setTabOrder(panes_[i - 1]->area(), panes_[i]->area());
  }
  const int rows = (static_cast<int>(panes_.size()) + columns_ - 1) / columns_;
  for (int row = 0; row < std::max(rows, usedRows_); ++row) grid_->setRowStretch(row, row < rows ? 1 : 0);
  usedRows_ = rows;
  for (int column = 0; column < 2; ++column) grid_->setColumnStretch(column, column < columns_ ? 1 : 0);
  emptyLabel_->setVisible(panes_.empty());
}

void PaneGrid::setCurrent(PlotView* pane) {
  if (pane == current_) return;
  if (current_ != nullptr) current_->setCurrent(false);
  current_ = pane;
  if (pane != nullptr) pane->setCurrent(true);
  emit currentChanged();
}

PlotView* PaneGrid::add(const PlotSpec& spec) {
  asAtStart_ = false;
  PlotView* pane = make(spec, placeBehindCurrent());
  arrange();
  setCurrent(pane);
  pane->area()->setFocus();
  grid_->activate();
  return pane;
}

void PaneGrid::remove(PlotView* pane) {
  const std::size_t place = placeOf(pane);
  if (place >= panes_.size()) return;
  asAtStart_ = false;
  removed_.push_back({pane->state(), place});
  drop(pane);
  arrange();
  setCurrent(panes_.empty() ? nullptr : panes_[std::min(place, panes_.size() - 1)]);
  if (current_ != nullptr) current_->area()->setFocus();
}

bool PaneGrid::bringBack() {
  if (removed_.empty()) return false;
  const Removed last = std::move(removed_.back());
  removed_.pop_back();
  PlotView* pane = make(*findSpec(last.state.topic), last.place, &last.state);
  arrange();
  setCurrent(pane);
  pane->area()->setFocus();
  return true;
}

void PaneGrid::move(PlotView* pane, int by) {
  const auto target = static_cast<std::ptrdiff_t>(placeOf(pane)) + by;
  if (target >= 0 && target < std::ssize(panes_)) moveTo(pane, panes_[static_cast<std::size_t>(target)]);
}

void PaneGrid::moveTo(PlotView* pane, PlotView* place) {
  const std::size_t from = placeOf(pane), to = placeOf(place);
  if (from >= panes_.size() || to >= panes_.size()) return;
  asAtStart_ = false;
  panes_.erase(panes_.begin() + static_cast<std::ptrdiff_t>(from));
  panes_.insert(panes_.begin() + static_cast<std::ptrdiff_t>(to), pane);
  arrange();
  setCurrent(pane);
}

void PaneGrid::split(PlotView* pane) {
  const QStringList names = pane->shown();
  if (names.size() < 2) return;
  asAtStart_ = false;
  PaneState part = pane->state();
  part.chosen = true;
  std::size_t place = placeOf(pane);
  for (const QString& name : names.mid(1)) {
    part.channels = {name};
    make(pane->spec(), ++place, &part);
  }
  pane->choose({names.front()});
  arrange();
  setCurrent(pane);
}

void PaneGrid::rebuild(const std::vector<PaneState>& states) {
  removed_.clear();
  std::size_t kept = 0;
  for (; kept < std::min(panes_.size(), states.size()) && panes_[kept]->state() == states[kept]; ++kept) {
    panes_[kept]->restore(states[kept]);
    panes_[kept]->area()->setZoom({});
  }
  while (panes_.size() > kept) drop(panes_.back());
  for (std::size_t i = kept; i < states.size(); ++i)
    if (const PlotSpec* spec = findSpec(states[i].topic)) make(*spec, panes_.size(), &states[i]);
  arrange();
  setCurrent(panes_.empty() ? nullptr : panes_.front());
}

void PaneGrid::rebuildAsAtStart() {
  rebuild(defaultStates());
  asAtStart_ = true;
}

bool PaneGrid::leadWithOutputs(int count) {
  if (!asAtStart_) return false;
  const PlotSpec& spec = plotSpecs().front();
  int leading = 0;
  for (; leading < std::ssize(panes_) && panes_[std::size_t(leading)]->spec().topic == spec.topic;
       ++leading) {}
  if (leading == count) return false;
  const bool inFront = current_ == (panes_.empty() ? nullptr : panes_.front());
  if (leading < count) {
    PaneState state;
    state.topic = spec.key;
    state.unit = leading;
    make(spec, std::size_t(leading), &state);
  } else {
    PlotView* last = panes_[std::size_t(leading - 1)];
    if (last->state().chosen) return false;
    drop(last);
  }
  arrange();
  if (inFront || current_ == nullptr) setCurrent(panes_.front());
  return true;
}

QByteArray PaneGrid::saveState() const {
  QJsonArray panes;
  for (const PlotView* pane : panes_) panes.append(toJson(pane->state()));
  return QJsonDocument(QJsonObject{{"version", kStateVersion}, {"asAtStart", asAtStart_}, {"panes", panes}})
      .toJson(QJsonDocument::Compact);
}

bool PaneGrid::restoreState(const QByteArray& state) {
  const QJsonObject root = QJsonDocument::fromJson(state).object();
  const int version = root["version"].toInt();
  if (version != 1 && version != kStateVersion) return false;
  std::vector<PaneState> states;
  if (version == 1) states = fromFirstVersion(root["plots"].toObject());
  for (const auto& pane : root["panes"].toArray()) states.push_back(paneFromJson(pane.toObject()));
  rebuild(states);
  asAtStart_ = root["asAtStart"].toBool(states == defaultStates());  // what was kept before there was a word
  return true;
}

std::vector<int> PaneGrid::loweredOnPaper() const {
  const auto more = [](const PlotView* pane) { return pane->drawnSize().height() - pane->height(); };
  std::vector<int> shifts(panes_.size() + 1, 0);
  std::vector<std::size_t> order(panes_.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return panes_[a]->y() < panes_[b]->y(); });
  for (const std::size_t i : order) {
    for (const std::size_t above : order)
      if (panes_[above]->geometry().bottom() <= panes_[i]->y())
        shifts[i] = std::max(shifts[i], shifts[above] + more(panes_[above]));
    shifts.back() = std::max(shifts.back(), shifts[i] + more(panes_[i]));
  }
  return shifts;
}

}  // namespace holonom
