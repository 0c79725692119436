// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "gui/session/session.h"
#include "solvers/options/variants.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QToolButton;

namespace holonom {

class VariantSettings;

/// One run of the comparison as a line of widgets: colour and visibility, method and index, tolerance, other
/// settings, remove. The first line is the main run and edits the solver settings themselves.
class VariantRow : public QObject {
  Q_OBJECT
 public:
  /// Takes the widgets to row `place` + 1 of the grid.
  VariantRow(Session& session, std::size_t place, QGridLayout& grid, QWidget* parent);

  /// shows what the session has, beside a wrong entry; hidden when it has no such run
  void refresh();
  void dropWrongEntry();  ///< with the dialog where it may stand
  QComboBox* method() const { return method_; }
  QLineEdit* tolerance() const { return tolerance_; }
  void fitWords(int width);  ///< of the whole line, px: how much of its settings it tells
  void showSettings();       ///< the dialog for what the run sets otherwise than the main run

 signals:
  void edited();         ///< by the user
  void wrongEntryMet();  ///< a run was refused because of it

 private:
  bool isMain() const { return place_ == 0; }
  bool exists() const { return isMain() || qsizetype(place_) <= session_.comparisons().size(); }
  Variant variant() const;  ///< of the main run method, index and tolerance
  void makeSettings(const QString& run);
  void chooseMethod();
  QString faultOf(const QString& tolerance) const;
  void judgeTolerance();
  void enterTolerance();
  void enterVariant(const Variant& variant);
  void showWords();
  void remove();
  void showFault(const QString& message);

  Session& session_;
  std::size_t place_;
  QCheckBox* visible_;
  QComboBox* method_;
  QLineEdit* tolerance_;
  QToolButton *settings_, *remove_;
  VariantSettings* dialog_ = nullptr;  // made when first asked for
  QString words_;                      // of the settings
  int room_ = 0;                       // for them, px
  QString fault_;                      // of what stands in the field of the tolerance
};

}  // namespace holonom
