// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include "core/io/examples.h"
#include "core/model/mechanism.h"

class QGridLayout;

namespace holonom {

/// An example as a large button: sketch, title, one sentence.
class ExampleCard : public QAbstractButton {
  Q_OBJECT
 public:
  explicit ExampleCard(const Example& example, QWidget* parent = nullptr);
  const QString& exampleName() const { return name_; }

 protected:
  void paintEvent(QPaintEvent*) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  QString name_, description_;
  Mechanism mechanism_;
};

/// What the window shows without a model: the examples, and how to open a file.
class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent = nullptr);

 signals:
  void exampleChosen(const QString& name);
  void openRequested();
  void newRequested();
  void spikesRequested();  ///< the demonstration of index 3 against index 2

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  std::vector<ExampleCard*> cards_;
  QGridLayout* grid_;
};

}  // namespace holonom
