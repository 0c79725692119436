// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "gui/panels/option_editor.h"
#include "gui/session/session.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QToolButton;

namespace holonom {

/// The settings of the next run, generated from the list of options, and the choice of a second run to
/// compare with.
class SolverPanel : public QWidget {
  Q_OBJECT
 public:
  explicit SolverPanel(Session& session, QWidget* parent = nullptr);

  void dropWrongEntries();  ///< they were meant for another model

 signals:
  void moreRunsRequested();  ///< the list of all runs that start together
  void wrongEntryShown();    ///< a run was refused because of it, or it is missing

 private:
  QWidget* makeKeep();
  QWidget* makeSettings();
  QWidget* makeContinue();
  QWidget* makeComparison();
  void addEditor(const OptionField& field);
  QString faultOf(const OptionEditor& editor, const QString& value, SimulationOptions& options) const;
  void apply(OptionEditor& editor, const QString& value);
  void relieve(OptionEditor& editor, const QString& value);
  void applyComparison();
  OptionEditor* wrongEditor() const;
  void reportObstacle();
  void showWrongEntry(const QObject* holder);
  void showEntry(const OptionEditor& editor);
  void showOptions();
  void showComparison();

  Session& session_;
  QScrollArea* scroll_;
  QFormLayout* mainForm_ = nullptr;
  QFormLayout* moreForm_ = nullptr;
  QCheckBox* compare_ = nullptr;
  QComboBox* variant_ = nullptr;
  int forms_ = 0;  // of the methods; what follows in the list came from elsewhere, with tolerances
  QLabel* twinsNote_ = nullptr;  // said when both runs would be the same
  QToolButton* moreSettings_ = nullptr;
  QToolButton* more_ = nullptr;  // runs
  std::vector<OptionEditor*> editors_;
};

}  // namespace holonom
