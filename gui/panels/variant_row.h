// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "gui/session/session.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QToolButton;

namespace holonom {

/// One run of the comparison as a line of widgets: colour and visibility, method and index, tolerance,
/// remove. The first line is the main run and edits the solver settings themselves.
class VariantRow : public QObject {
  Q_OBJECT
 public:
  /// Takes the widgets to row `place` + 1 of the grid.
  VariantRow(Session& session, std::size_t place, QGridLayout& grid, QWidget* parent);

  /// shows what the session has, beside a wrong entry; hidden when it has no such run
  void refresh();
  void dropWrongEntry();
  QComboBox* method() const { return method_; }
  QLineEdit* tolerance() const { return tolerance_; }

 signals:
  void edited();         ///< by the user
  void wrongEntryMet();  ///< a run was refused because of it

 private:
  bool isMain() const { return place_ == 0; }
  QString text() const;  ///< of the variant; of the main run the same form
  void chooseMethod();
  QString faultOf(const QString& tolerance) const;
  void judgeTolerance();
  void enterTolerance();
  void replace(const QString& variant);
  void remove();
  void showFault(const QString& message);

  Session& session_;
  std::size_t place_;
  QCheckBox* visible_;
  QComboBox* method_;
  QLineEdit* tolerance_;
  QToolButton* remove_;
  QString fault_;  // of what stands in the field of the tolerance
};

}  // namespace holonom
