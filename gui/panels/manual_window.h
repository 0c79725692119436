// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QWidget>

class QLineEdit;
class QListWidget;

namespace holonom {

/// The user manual: its pages on the left, the chosen one beside them. Pages are the Markdown files of
/// resources/docs/user, those of the theory one level up are reached by their links. A search goes through
/// all of them.
class ManualWindow : public QWidget {
  Q_OBJECT
 public:
  explicit ManualWindow(QWidget* parent = nullptr);

  QTextBrowser& page() { return *page_; }
  QListWidget& contents() { return *contents_; }

 private:
  void fill();
  void markCurrent(const QUrl& shown);
  void search(bool further);
  void showPicture(const QString& file);

  QListWidget* contents_;
  QTextBrowser* page_;
  QLineEdit* searched_;
};

}  // namespace holonom
