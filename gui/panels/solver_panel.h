// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "gui/panels/option_editor.h"
#include "gui/session/session.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QToolButton;

namespace holonom {

/// The settings of the next run, generated from the list of options, and the choice of a second run to compare with.
class SolverPanel : public QScrollArea {
  Q_OBJECT
 public:
  explicit SolverPanel(Session& session, QWidget* parent = nullptr);

 signals:
  void moreRunsRequested();  ///< the list of all runs that start together

 private:
  QWidget* makeSettings();
  QWidget* makeContinue();
  QWidget* makeComparison();
  void addEditor(const OptionField& field);
  void apply(OptionEditor& editor, const QString& value);
  void applyComparison();
  void showOptions();
  void showComparison();

  Session& session_;
  QFormLayout* mainForm_ = nullptr;
  QFormLayout* moreForm_ = nullptr;
  QCheckBox* compare_ = nullptr;
  QComboBox* variant_ = nullptr;
  QToolButton* more_ = nullptr;  // runs
  std::vector<OptionEditor*> editors_;
};

}  // namespace holonom
