// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>
#include <iterator>
#include <random>

class QAction;
class QDialog;
class QFileDialog;
class QMenu;
class QWidget;

namespace holonom {

class MainWindow;

/// Does at random whatever a user could do, in an order that its seed decides: clicks, drags, keys, texts,
/// actions of the menus, examples, runs. What holds the program in a loop of its own – a dialog, a menu, a
/// drag – is answered at random too, by a timer.
class RandomUser {
 public:
  RandomUser(MainWindow& window, unsigned seed);

  void act();
  /// The last things that were done, oldest first.
  QString lastDeeds() const { return deeds_.join('\n'); }
  int answered() const { return answered_; }  ///< dialogs and menus

 private:
  int upTo(int most) { return std::uniform_int_distribution<>(0, most)(random_); }
  template <typename List>
  auto& oneOf(List& list) {
    return list[upTo(int(std::size(list)) - 1)];
  }
  void note(const QString& deed);
  void clearTheWay();
  void answerFile(QFileDialog& dialog);
  void answerDialog(QDialog& dialog);
  void answerMenu(QMenu& menu);

  QWidget* anyWidget();
  QPoint placeIn(const QWidget& widget);
  void trigger();
  void click(bool twice);
  void drag();
  void pressKey();
  void typeText();
  void turnWheel();
  void openExample();
  void change(const char* action);
  void resize();

  MainWindow& window_;
  std::mt19937 random_;
  QTemporaryDir folder_;
  QTimer timer_;
  QStringList deeds_;
  bool acting_ = false;
  int answered_ = 0;
};

}  // namespace holonom
