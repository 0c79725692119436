// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QTabBar;
class QVBoxLayout;

namespace holonom {

class ModelGallery;

/// What the window shows without a model: how to begin, the examples, and the templates.
class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(QWidget* parent = nullptr);

 signals:
  void exampleChosen(const QString& name);
  void templateChosen(const QString& file);
  void openRequested();
  void newRequested();
  void spikesRequested();  ///< the demonstration of index 3 against index 2

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addHead(QVBoxLayout& column);
  void addGalleries(QVBoxLayout& column);
  void showGallery(int index);

  QVBoxLayout* column_;
  QBoxLayout* head_ = nullptr;
  QLabel* title_ = nullptr;
  QTabBar* tabs_;
  QLabel* caption_;
  ModelGallery *examples_, *templates_;
};

}  // namespace holonom
