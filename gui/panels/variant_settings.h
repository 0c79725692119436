// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "gui/session/session.h"
#include "solvers/options/variants.h"

class QFormLayout;
class QLabel;

namespace holonom {

class OptionEditor;

/// What a run of the comparison sets otherwise than the main run: a line for each option that its method
/// looks at. What is entered counts at once; a wrong entry stays in sight and keeps runs from starting until
/// it is mended or the dialog is closed.
class VariantSettings : public QDialog {
  Q_OBJECT
 public:
  /// `place`: of the run among those of the session, 1 …
  VariantSettings(Session& session, std::size_t place, QWidget* parent);
  void refresh();  ///< shows what the session has; closes when it has no such run

 signals:
  void edited();  ///< by the user

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  Variant variant() const;
  void addEditor(const OptionField& field, QFormLayout& form);
  void apply(OptionEditor& editor, const QString& value);
  void reset();
  bool exists() const;
  void take(const Variant& variant);
  void reportObstacle();
  void showWrongEntry();

  Session& session_;
  std::size_t place_;
  QLabel* subject_;
  QFormLayout* form_;
  std::vector<OptionEditor*> editors_;
};

}  // namespace holonom
