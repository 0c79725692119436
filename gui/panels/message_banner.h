// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace holonom {

/// A message above the picture that stops nobody: it stays until it is closed or replaced.
class MessageBanner : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBanner(QWidget* parent = nullptr);
  void showError(const QString& text);
  QString text() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void restyle();
  QLabel* label_;
};

}  // namespace holonom
