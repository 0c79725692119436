// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/model_gallery.h"

#include <QGridLayout>
#include <QScrollArea>
#include <algorithm>

#include "gui/panels/model_card.h"

namespace holonom {
namespace {

constexpr int kCardGap = 10;

/// What scrolls the widget, if anything does.
QScrollArea* scrollerOf(QWidget* widget) {
  for (; widget; widget = widget->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(widget)) return area;
  return nullptr;
}

}  // namespace

ModelGallery::ModelGallery(const std::vector<Example>& models, const QString& prefix, const QString& spoken,
                           QWidget* parent)
    : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(kCardGap);
  turn_.setSingleShot(true);
  connect(&turn_, &QTimer::timeout, this, &ModelGallery::drawNext);
  for (const Example& model : models) {
    auto* card = new ModelCard(model, this);
    card->setObjectName(prefix + "_" + QString::fromStdString(model.name));
    card->setAccessibleName(spoken.arg(card->text()));
    connect(card, &QAbstractButton::clicked, this, [this, card] { emit chosen(card->model()); });
    connect(card, &ModelCard::pictureWanted, &turn_, qOverload<>(&QTimer::start));
    connect(card, &ModelCard::stepRequested, this,
            [this, card](int columns, int rows) { step(card, columns, rows); });
    cards_.push_back(card);
  }
}

void ModelGallery::arrange(int width) {
  if (cards_.empty()) return;
  const int columns =
      std::max(1, (width + kCardGap) / (cards_.front()->minimumSizeHint().width() + kCardGap));
  if (columns == columns_) return;
  for (std::size_t i = 0; i < cards_.size(); ++i)
    grid_->addWidget(cards_[i], int(i) / columns, int(i) % columns);
  for (int c = 0; c < std::max(columns, columns_); ++c) grid_->setColumnStretch(c, c < columns ? 1 : 0);
  columns_ = columns;
}

void ModelGallery::drawNext() {
  const auto next = std::find_if(cards_.begin(), cards_.end(), [](const ModelCard* card) {
    return card->wantsPicture() && !card->visibleRegion().isEmpty();
  });
  if (next == cards_.end()) return;
  if (!wait_.goesOn()) (*next)->drawPicture();
  turn_.start();
}

void ModelGallery::step(const ModelCard* from, int columns, int rows) {
  const auto at = std::find(cards_.begin(), cards_.end(), from) - cards_.begin();
  const auto to = at + columns + rows * std::max(1, columns_);
  if (to < 0 || to >= std::ssize(cards_)) return;
  ModelCard* card = cards_[std::size_t(to)];
  card->setFocus(Qt::TabFocusReason);
  if (QScrollArea* scroller = scrollerOf(this)) scroller->ensureWidgetVisible(card, 0, kCardGap);
}

}  // namespace holonom
