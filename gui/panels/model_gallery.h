// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "core/io/examples.h"
#include "gui/base/event_loop_turn.h"

class QGridLayout;

namespace holonom {

class ModelCard;

/// Models as cards in rows. Arrow keys go from card to card; pictures are drawn one for each turn of the
/// event loop, those that can be seen first and others when they come into sight.
class ModelGallery : public QWidget {
  Q_OBJECT
 public:
  /// Cards are called PREFIX_name; `spoken` says what a click does, with %1 for the title.
  ModelGallery(const std::vector<Example>& models, const QString& prefix, const QString& spoken,
               QWidget* parent = nullptr);
  void arrange(int width);

 signals:
  void chosen(const holonom::Example& model);

 private:
  void drawNext();
  void step(const ModelCard* from, int columns, int rows);

  std::vector<ModelCard*> cards_;
  QGridLayout* grid_;
  eventloop::TurnWait wait_;
  QTimer turn_;
  int columns_ = 0;
};

}  // namespace holonom
