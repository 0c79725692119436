// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "solvers/analyses/doctor.h"

class QLabel;
class QListWidget;

namespace holonom {

class Document;
class ModelChecker;
class Selection;
class Session;

/// What the examination of the open model found, the gravest first, always of the model as it is now. A
/// finding that is chosen selects its parts; beside it stand what it means and what can be done about it.
class DoctorPanel : public QWidget {
  Q_OBJECT
 public:
  DoctorPanel(ModelChecker& checker, Document& document, Selection& selection, Session& session,
              QWidget* parent = nullptr);

  /// "Ready to run: 1 degree of freedom"; what is going on while there is no diagnosis
  QString summary() const;

 signals:
  void summaryChanged(const QString& summary);

 private:
  void show(const Diagnosis& diagnosis);
  void showOutdated();
  void showFinding(int row);
  void addButton(const QString& text, const QString& name, const QString& help,
                 const std::function<void()>& action);
  void apply(const Remedy& remedy);
  void tryBoth(const Remedy& remedy);
  void selectParts(int row);

  ModelChecker& checker_;
  Document& document_;
  Selection& selection_;
  Session& session_;
  std::vector<DoctorFinding> findings_;  // as listed
  QString summaryText_, shownDetails_;
  QLabel *summary_, *summaryIcon_, *title_, *explanation_;
  QListWidget* list_;
  QWidget* buttons_;
};

}  // namespace holonom
