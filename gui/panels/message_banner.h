// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace holonom {

/// A message above the picture that stops nobody: it stays until it is closed or replaced.
class MessageBanner : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBanner(QWidget* parent = nullptr);
  void showError(const QString& text);
  /// Goes when no button of the mouse is held: what moves the picture under a dragging hand moves the place
  /// of its drop.
  void withdraw();
  QString text() const;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void restyle();
  QLabel* label_;
  QTimer leaving_;
};

}  // namespace holonom
